"""Which table somebody should go to first, and why, in words."""

import functools
import re
from collections.abc import Iterable, Mapping
from statistics import median

import msgspec

from companion.hall.organiser.view import CallHere, Need, RoundView, TableHere

QUIET_MS = 5 * 60_000
TIMES_QUIETER = 4
SLOWER = 2
FEWEST_ACTS = 30
FEWEST_TABLES = 3
"""A table is **behind** when it plays and
- nothing was done there for QUIET_MS, and for TIMES_QUIETER as long as at half of the tables that play; or
- less than one SLOWER-th as much has happened there as at half of the tables that play the same game, once that is
  FEWEST_ACTS. Both only where FEWEST_TABLES play, except that a silence of twice QUIET_MS always counts.
"""
Natural = tuple[tuple[int, str], ...]
Place = tuple[int, int, Natural, str]
GONE_MS = 12 * 3_600_000
"""A table that nobody sits at, and that has been silent for so long, is not expected."""
_RANK = {need: rank for rank, need in enumerate(Need)}


class Playing(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked of a table to know how urgent it is. `quiet_ms` is for how long nobody has done anything, `seq` how
    much has happened in its match; somebody is `expected` where players are paired; `settled`: the round's result is
    in; `seen`: a box of its has been here, ever; `enrolled`: it has a card."""

    game: str = ""
    enrolled: bool = True
    seen: bool = True
    online: bool = False
    silent_for_ms: int = 0
    expected: bool = True
    begun: bool = False
    paused: bool = False
    quiet_ms: int = 0
    seq: int = 0
    over: str | None = None
    settled: bool = False
    call: CallHere | None = None

    @property
    def plays(self) -> bool:
        return self.online and self.begun and not self.paused and self.over is None


class Others(msgspec.Struct, frozen=True, kw_only=True):
    """How half of the tables that play stand, and how many of them there are."""

    count: int = 0
    quiet_ms: float = 0
    seq: Mapping[str, float] = {}

    @classmethod
    def of(cls, tables: Iterable[Playing]) -> "Others":
        playing = [each for each in tables if each.plays]
        games: dict[str, list[int]] = {}
        for each in playing:
            games.setdefault(each.game, []).append(each.seq)
        return cls(
            count=len(playing),
            quiet_ms=median(each.quiet_ms for each in playing) if playing else 0,
            seq={game: median(seqs) for game, seqs in games.items() if len(seqs) >= FEWEST_TABLES},
        )


def need(table: Playing, others: Others, round: RoundView) -> tuple[Need, str]:
    """The most pressing of its needs, and why."""
    if table.call is not None and table.call.state != "answered":
        coming = (
            f"{table.call.who or 'A judge'} is on the way." if table.call.state == "coming" else "A judge was called."
        )
        return Need.JUDGE, coming
    if table.settled:
        return Need.DONE, table.over or "The result is in."
    if not table.online and not table.enrolled:
        return Need.NOTHING, "It has no card any more."
    if not table.online and not table.seen:
        return Need.SILENT if table.expected else Need.NOTHING, "Its box has not been here yet."
    if not table.online:
        gone = not table.expected and table.silent_for_ms >= GONE_MS
        return (Need.NOTHING, "Not here today.") if gone else (Need.SILENT, "Nothing is heard of its box.")
    if table.over is not None:
        return Need.DONE, table.over
    if table.paused and table.begun and (not round.number or round.ends_ms is not None):
        return Need.PAUSED, "The game is paused."
    if table.plays and (why := _behind(table, others)):
        return Need.BEHIND, why
    return Need.NOTHING, ""


def place(table: TableHere) -> Place:
    """To sort tables by: the most pressing first; of calls and silent tables the oldest, of all others by name, so that
    none moves about while people play."""
    since = 0
    if table.need is Need.JUDGE and table.call is not None:
        since = table.call.since_ms
    elif table.need is Need.SILENT:
        since = table.silent_ms or 0
    return _RANK[table.need], since, natural(table.name), table.table


_DIGITS = "0123456789"
_RUN = re.compile(r"[0-9]+|[^0-9]")
_AFTER = 1000
"""All other signs come after numbers."""


@functools.lru_cache(maxsize=16_384)
def natural(name: str) -> Natural:
    """To sort names by: numbers within them by their size."""
    return tuple(_key(run) for run in _RUN.findall(name.casefold()))


def _key(run: str) -> tuple[int, str]:
    number = run.lstrip("0")
    return (len(number), number) if run[0] in _DIGITS else (_AFTER, run)


def _behind(table: Playing, others: Others) -> str:
    minutes = table.quiet_ms // 60_000
    usual = others.quiet_ms * TIMES_QUIETER if others.count >= FEWEST_TABLES else 2 * QUIET_MS
    if table.quiet_ms >= 2 * QUIET_MS or (table.quiet_ms >= QUIET_MS and table.quiet_ms >= usual):
        return f"Nothing was done for {minutes} minutes."
    usual_acts = others.seq.get(table.game, 0)
    if usual_acts >= FEWEST_ACTS and table.seq * SLOWER < usual_acts:
        return f"Not half as much has happened as elsewhere: {table.seq} entries, {usual_acts:.0f} at others."
    return ""
