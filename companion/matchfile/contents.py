"""What is in a match file: a zip of two entries, JSON in both, and a third one with cards if they were asked for."""

import hashlib
from collections.abc import Iterable
from typing import Annotated

import msgspec

FORMAT = "warglass match"
VERSION = 1
"""Of the entries and their fields. Whoever raises it adds a step to companion.matchfile.migrations."""
HEADER, ROWS, CARDS = "match.json", "rows.jsonl", "cards.jsonl"
LARGEST = 512 * 1024
"""Bytes of a file: a match of ten minutes has some twenty thousand."""
LARGEST_HEADER, LARGEST_ROWS, LONGEST_ROW, LARGEST_CARDS = 512 * 1024, 4 * 1024 * 1024, 256 * 1024, 1024 * 1024
"""Bytes of what is in it, and of a row."""
LONGEST_TEXT, LONGEST_RULE = 400, 2_000
"""Characters of what is said in an event, such as why something was refused, and in a setup, such as a scenario's own
rules. Each may be told once more in every row."""
MOST_ROWS = 5_000
"""As many as a story has: all of a file is played again before it is believed."""

_Ns = Annotated[int, msgspec.Meta(ge=-(2**62), le=2**62)]


class Header(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`setup` is what the match was opened with, as its game's JSON; `wall` when (ns since 1970). `digest` is
    of all that and of all rows, see `digest`; `cards` that of the entry with cards, empty without one."""

    format: Annotated[str, msgspec.Meta(max_length=40)]
    version: Annotated[int, msgspec.Meta(ge=1, le=10**6)]
    game: Annotated[str, msgspec.Meta(max_length=40)]
    setup: msgspec.Raw
    wall: _Ns
    rows: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROWS)]
    digest: Annotated[str, msgspec.Meta(min_length=64, max_length=64)]
    cards: Annotated[str, msgspec.Meta(max_length=64)] = ""


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the journal as everyone could know it."""

    seq: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROWS)]
    wall: _Ns
    mono: _Ns
    source: Annotated[str, msgspec.Meta(max_length=200)]
    event: msgspec.Raw


def digest(game: str, setup: bytes, wall: int, lines: Iterable[bytes]) -> str:
    """The SHA-256 of game, setup and wall time as JSON, and of all rows as they stand in the file, each with the end of
    its line."""
    whole = hashlib.sha256(msgspec.json.encode((game, msgspec.Raw(setup), wall)) + b"\n")
    for line in lines:
        whole.update(line + b"\n")
    return whole.hexdigest()


def digest_of_cards(body: bytes) -> str:
    """The SHA-256 of the entry with cards, as it stands in the file."""
    return hashlib.sha256(body).hexdigest()
