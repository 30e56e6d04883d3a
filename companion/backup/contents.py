"""What is in a shelf file: a zip of two entries, one JSON value a line in the larger."""

from typing import Annotated

import msgspec

FORMAT = "warglass shelf"
VERSION = 1
LINES, HEADER = "shelf.jsonl", "shelf.json"
"""The header comes behind the lines that it counts."""
LARGEST_HEADER = 4096
LONGEST_LINE = 8 * 1024 * 1024
"""Bytes: what is kept of one thing may be large."""
MOST_BYTES = 4 * 1024**3
"""Of all lines: far more than a card that tables are played on has room for."""

KINDS = ("choices", "force", "ruling", "scenario", "unit")
"""What of the library a backup for every player has. The rest is this box's own: its hall, who sat where, the rule
texts of catalogues, questions that found no ruling."""
TAKEN_KINDS = (*KINDS, "rule text")
"""What a table that runs takes in from a backup."""

Ns = Annotated[int, msgspec.Meta(ge=-(2**62), le=2**62)]
Number = Annotated[int, msgspec.Meta(ge=1, le=2**31)]


class KeptLine(msgspec.Struct, frozen=True, kw_only=True, tag="kept", tag_field="row"):
    """Something that outlives a match, such as a scenario."""

    game: str
    kind: str
    id: str
    body: bytes


class MatchLine(msgspec.Struct, frozen=True, kw_only=True, tag="match", tag_field="row"):
    """A match as it was opened; its events follow."""

    match: Number
    game: str
    setup: bytes
    wall: Ns


class EventLine(msgspec.Struct, frozen=True, kw_only=True, tag="event", tag_field="row"):
    """An event of the match before it, exactly as the journal has it."""

    seq: Number
    wall: Ns
    mono: Ns
    source: str
    event: bytes


class AwayLine(msgspec.Struct, frozen=True, kw_only=True, tag="away", tag_field="row"):
    """A match that is put away, see companion.journal.away; the one put away first comes first."""

    match: Number
    wall: Ns
    called: str
    standing: str


class TableLine(msgspec.Struct, frozen=True, kw_only=True, tag="table", tag_field="row"):
    """The match that lies on the table."""

    match: Number


Line = KeptLine | MatchLine | EventLine | AwayLine | TableLine


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """How much there is, and the SHA-256 of all lines as they stand; `wall` is when it was written."""

    format: str
    version: int
    wall: Ns
    kept: int
    matches: int
    events: int
    digest: str
