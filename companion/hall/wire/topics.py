"""Defines the broker's topics, the sizes of its messages, and how soon either end finds out that it is gone."""

import re
from enum import Enum
from typing import Annotated

import msgspec

# How large each message on the broker may be.

LARGEST_STATE = 600
"""Limits a slim view, in bytes."""
LARGEST = 64 * 1024
"""Limits any other message to or from a table, in bytes."""
LARGEST_LOG = 2 * 1024 * 1024
"""Limits rows of a journal, there or back, in bytes.

One row alone may be larger than LARGEST: a Force of 120 Units with all the abilities on their cards.
"""
LARGEST_ROUND = LARGEST_LOG
"""Limits the round, in bytes: ten thousand tables, two players each, with names of ninety bytes each."""
MOST_TABLES = 10_000
MOST_OWED = 8
"""Results of earlier rounds that a table remembers, the newest."""
LATEST = 2**53
"""The largest number that scripts read exactly."""

Count = Annotated[int, msgspec.Meta(ge=0, le=LATEST)]
Ms = Annotated[int, msgspec.Meta(ge=-LATEST, le=LATEST)]
LONGEST_SHORT, LONGEST_TEXT = 40, 400
Ns = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
"""Holds a time as the journal can keep it."""
JournalId = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]
Short = Annotated[str, msgspec.Meta(max_length=LONGEST_SHORT)]
Score = Annotated[int, msgspec.Meta(ge=-LATEST, le=LATEST)]
Scores = Annotated[dict[Annotated[str, msgspec.Meta(max_length=16)], Score], msgspec.Meta(max_length=4)]
"""Holds what each seat has won, by seat."""
SealedLink = Annotated[str, msgspec.Meta(max_length=100)]
"""Holds a link of a journal's chain, encrypted to the key of the table's card, in base64."""
Text = Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)]
"""Holds an announcement, an answer of a judge's, or a reason."""
Id = Annotated[str, msgspec.Meta(pattern="^[a-z0-9]{1,32}$")]
"""The id of an ask, and of its answer."""
Seats = Annotated[dict[Annotated[str, msgspec.Meta(max_length=16)], Short], msgspec.Meta(max_length=4)]

# How soon either end of the wire finds out that the broker is gone, and back.

KEEPALIVE_S = 8
"""After this many silent seconds, the end asks whether the broker is still there.

It hangs up after as many again without an answer. The broker does after half as many again.
"""
AGAIN_S = 1
"""Waits this many seconds before a broker that is gone is tried once more, over and over, to find it at once."""

# Where each message is published: warglass/1/<hall>/<table>/…, the 1 being the version of all payloads.

ROOT = "warglass/1"
NAME = r"^[a-z0-9]+(-[a-z0-9]+)*$"
LONGEST_NAME = 40
Name = Annotated[
    str,
    msgspec.Meta(pattern=NAME, max_length=LONGEST_NAME, description="Small letters, digits, single hyphens between"),
]
"""A hall's or a table's name in topics; a table's is also its user at the broker, so no wildcard fits in it."""
RESERVED = frozenset({"round", "hall"})
"""Lists what no table may be called: the hall's own topic, and its user."""
_NAME = re.compile(NAME)


class TopicPart(Enum):
    """Names what is published under a table's name.

    The hall itself publishes `ask`, what the table is asked, and `here`, who plays there in the round.
    """

    LINK = "link"
    STATE = "state"
    LOG = "log"
    RESULT = "result"
    ASK = "ask"
    ANSWER = "answer"
    HERE = "here"


class TopicPlace(msgspec.Struct, frozen=True):
    """Holds a topic of a table, read: `id` is that of an ask or an answer, else empty."""

    table: str
    part: TopicPart
    id: str = ""


def named(text: str) -> bool:
    """Returns True where a table may be called so in topics."""
    return len(text) <= LONGEST_NAME and bool(_NAME.match(text)) and "\n" not in text and text not in RESERVED


def round_topic(hall: str) -> str:
    return f"{ROOT}/{hall}/round"


def topic(hall: str, table: str, part: TopicPart, id: str = "") -> str:
    return f"{ROOT}/{hall}/{table}/{part.value}{f'/{id}' if id else ''}"


def everything(hall: str, part: TopicPart) -> str:
    """Returns what the organiser subscribes to: that part of every table."""
    return f"{ROOT}/{hall}/+/{part.value}{'/+' if part in (TopicPart.ASK, TopicPart.ANSWER) else ''}"


def placed(hall: str, topic: str) -> TopicPlace | None:
    """Reads a message's topic; None for one that is not of a table in this hall."""
    start = f"{ROOT}/{hall}/"
    if not topic.startswith(start):
        return None
    table, _, rest = topic[len(start) :].partition("/")
    kind, _, id = rest.partition("/")
    part = next((each for each in TopicPart if each.value == kind), None)
    if part is None or not named(table) or bool(id) != (part in (TopicPart.ASK, TopicPart.ANSWER)):
        return None
    return TopicPlace(table, part, id)
