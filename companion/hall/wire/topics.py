"""Where each thing is published: warglass/1/<hall>/<table>/…, the 1 being the version of all payloads."""

import re
from enum import Enum
from typing import Annotated

import msgspec

ROOT = "warglass/1"
NAME = r"^[a-z0-9]+(-[a-z0-9]+)*$"
LONGEST_NAME = 40
Name = Annotated[
    str,
    msgspec.Meta(pattern=NAME, max_length=LONGEST_NAME, description="Small letters, digits, single hyphens between"),
]
"""A hall's or a table's in topics; a table's is also its user at the broker, so no wildcard fits in it."""
RESERVED = frozenset({"round", "hall"})
"""What no table may be called: the hall's own topic, and its user."""
_NAME = re.compile(NAME)


class Part(Enum):
    """What a table publishes under its own name, `ask` being what it is asked."""

    LINK = "link"
    STATE = "state"
    LOG = "log"
    RESULT = "result"
    ASK = "ask"
    ANSWER = "answer"


class Place(msgspec.Struct, frozen=True):
    """A topic of a table's, read: `id` is that of an ask or an answer, else empty."""

    table: str
    part: Part
    id: str = ""


def named(text: str) -> bool:
    """Whether a table may be called so in topics."""
    return len(text) <= LONGEST_NAME and bool(_NAME.match(text)) and "\n" not in text and text not in RESERVED


def round_topic(hall: str) -> str:
    return f"{ROOT}/{hall}/round"


def topic(hall: str, table: str, part: Part, id: str = "") -> str:
    return f"{ROOT}/{hall}/{table}/{part.value}{f'/{id}' if id else ''}"


def everything(hall: str, part: Part) -> str:
    """What the organiser subscribes to: that part of every table."""
    return f"{ROOT}/{hall}/+/{part.value}{'/+' if part in (Part.ASK, Part.ANSWER) else ''}"


def placed(hall: str, topic: str) -> Place | None:
    """What a message's topic says; None for one that is no table's of this hall."""
    start = f"{ROOT}/{hall}/"
    if not topic.startswith(start):
        return None
    table, _, rest = topic[len(start) :].partition("/")
    kind, _, id = rest.partition("/")
    part = next((each for each in Part if each.value == kind), None)
    if part is None or not named(table) or bool(id) != (part in (Part.ASK, Part.ANSWER)):
        return None
    return Place(table, part, id)
