"""What the hall says: its round, retained, and what it asks of one table, never retained."""

from enum import Enum
from typing import Annotated

import msgspec

from companion.hall.wire.from_table import LogRow, Opening
from companion.hall.wire.sizes import MOST_TABLES, Count, JournalId, Ms, SealedLink, Short, Text


class Pairing(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """Who plays at a table, in the order of play; the second may be missing (a bye)."""

    table: Short
    players: Annotated[tuple[Short, ...], msgspec.Meta(min_length=1, max_length=4)]


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """Retained. `version` counts what the hall has published of rounds, over its own restarts too: the greatest holds.

    The round's time runs out at `deadline_ms` on the hall's clock (see Clock); while it stands, or has not begun, that
    is None and `left_ms` is left. Each `pause` with a new number has every table pause its game, once.
    """

    version: Count
    number: Count
    title: Short
    deadline_ms: Ms | None = None
    left_ms: Ms = 0
    pause: Count = 0
    pairings: Annotated[tuple[Pairing, ...], msgspec.Meta(max_length=MOST_TABLES)] = ()

    @property
    def paused(self) -> bool:
        return self.deadline_ms is None


class Asked(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """Something of one table, by the ask's id at most once. `until_ms`: on the hall's clock; what comes later is not
    done."""

    until_ms: Ms


class Pause(Asked, frozen=True, kw_only=True, tag="pause"):
    """All sand is to stand still."""


class Announce(Asked, frozen=True, kw_only=True, tag="announce"):
    """A sentence for every phone and the panel."""

    text: Text


class Clock(Asked, frozen=True, kw_only=True, tag="clock"):
    """What time it is at the table. `hall_ms` is the hall's clock as it asks; `offset_ms` what the table has to add to
    its own monotonic clock for the hall's, by the least round trip so far, give or take `error_ms`."""

    hall_ms: Ms
    offset_ms: Ms | None = None
    error_ms: Ms | None = None


class Resend(Asked, frozen=True, kw_only=True, tag="resend"):
    """Rows of a match behind `after`, as Log."""

    match: Count
    after: Count


class TellCall(Asked, frozen=True, kw_only=True, tag="tell-call"):
    """What a call is about, as CallDetail."""

    call: Count


class Judging(Enum):
    COMING = "coming"
    ANSWERED = "answered"


class Judge(Asked, frozen=True, kw_only=True, tag="judge"):
    """A judge, `who`, is on the way to a call, or has answered it with `text`."""

    call: Count
    judging: Judging
    who: Short
    text: Text = ""


class HouseRule(Asked, frozen=True, kw_only=True, tag="house-rule"):
    """A ruling of the event's, which holds at every table from now on."""

    id: Annotated[str, msgspec.Meta(pattern="^house-[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
    game: Short
    question: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    answer: Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]


class Restore(Asked, frozen=True, kw_only=True, tag="restore"):
    """A part of a match that another box played under this table's name, to be set up here: rows that follow `after`.
    The `opening` comes with the first. When all rows up to `last` are here, the match is laid on the table. `journal`
    is the other one's name, `was` the number that the match had there, `chain` that journal's link behind `last` as
    it was told, in one part at least where it is known.

    What is known to be lost is said in the log: `lacks` rows that the other box had taken and the archive never got,
    and for how long that box was still heard after the last row, `unheard_ms`, during which its sand may have fallen.
    """

    restoring: Short
    after: Count
    last: Count
    journal: JournalId
    was: Count
    rows: Annotated[tuple[LogRow, ...], msgspec.Meta(max_length=100)]
    opening: Opening | None = None
    chain: SealedLink = ""
    lacks: Count = 0
    unheard_ms: Ms = 0


Ask = Pause | Announce | Clock | Resend | TellCall | Judge | HouseRule | Restore
