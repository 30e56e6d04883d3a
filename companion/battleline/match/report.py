"""What there is to tell of a battle: who claimed what and when, which Tactics were played, how long it took."""

from collections import Counter
from collections.abc import Iterable

import msgspec

from companion.battleline.match import events as e
from companion.battleline.match.claims import Claims
from companion.battleline.match.late import Moments
from companion.battleline.match.layout import NUMBERS
from companion.battleline.match.state import State
from companion.battleline.match.tactics import LINE_PIECES, Piece
from companion.clock import MS
from companion.table.events import Event, Refusal
from companion.table.game import Step
from companion.table.seats import Seat
from companion.table.state import Stage
from companion.table.told.figures import Figures
from companion.table.told.place import Place


class FlagReport(msgspec.Struct, frozen=True, kw_only=True):
    """A flag, counted from 1: who claimed it, how long after the start, and with so many cards on the other side.
    `late`: so many of its own turns earlier it could have claimed it, which is since `open_ms` after the start. A flag
    that nobody holds may have been open `to` a side."""

    flag: int
    holder: str | None = None
    claimed_ms: int | None = None
    against: int | None = None
    late: int | None = None
    to: str | None = None
    open_ms: int | None = None


class BattleSideReport(msgspec.Struct, frozen=True, kw_only=True):
    """One seat: what it laid at flags, which Tactics it played, claims made and refused, points in the series."""

    side: str
    laid: int
    tactics: tuple[Piece, ...]
    passes: int
    claims: int
    refused: int
    points: int


class BattleReport(msgspec.Struct, frozen=True, kw_only=True):
    """A battle from its start to its end, or to now. `turns` counts what was played and passed."""

    length_ms: int
    turns: int
    flags: tuple[FlagReport, ...]
    sides: tuple[BattleSideReport, ...]
    winner: str | None
    victory: str | None


def report(opening: State, steps: Iterable[Step[State]], sand_ns: int) -> BattleReport:
    """Of a battle that opened as `opening` and went through `steps`, up to its end or the match time `sand_ns`."""
    state, begun_ns = opening, None
    counts: Counter[tuple[str, type[Event]]] = Counter()
    moments = Moments(opening)
    claimed: dict[int, FlagReport] = {}
    for step in steps:
        state, event = step.now, step.event
        if isinstance(event, e.Claimed):
            found = moments.open(event.flag, event.side)
            claimed[event.flag] = FlagReport(
                flag=event.flag,
                holder=event.side.value,
                claimed_ms=(event.sand_ns - (begun_ns or 0)) // MS,
                against=len(step.was.cards(event.flag, state.layout.across(event.flag, event.side))),
                late=found.turns if found else 0,
                open_ms=(found.since_ns - (begun_ns or 0)) // MS if found else None,
            )
        if isinstance(event, e.SideEvent):
            counts[event.side.value, type(event)] += 1
        elif isinstance(event, Refusal) and event.command == "claim" and state.stage is not Stage.OVER:
            counts[event.subject or "", Refusal] += event.times
        moments.add(step.now, event.sand_ns)
        if begun_ns is None and step.now.stage is Stage.PLAY:
            begun_ns = event.sand_ns
    until_ns = sand_ns if state.clock.running else state.clock.sand_ns
    return BattleReport(
        length_ms=0 if begun_ns is None else (until_ns - begun_ns) // MS,
        turns=len(state.played) + sum(count for (_, kind), count in counts.items() if kind is e.Passed),
        flags=tuple(claimed.get(number) or _unclaimed(moments, number, state, begun_ns or 0) for number in NUMBERS),
        sides=tuple(_side(state, counts, side) for side in opening.layout.seats),
        winner=state.winner and state.winner.value,
        victory=state.victory and state.victory.value,
    )


def figures(report: BattleReport) -> Figures:
    """A side's actions are the cards that it played, at a flag or beside the line."""
    beside = {each.side: sum(piece not in LINE_PIECES for piece in each.tactics) for each in report.sides}
    return Figures(
        length_ms=report.length_ms, actions={each.side: each.laid + beside[each.side] for each in report.sides}
    )


def _unclaimed(moments: Moments, number: int, state: State, begun_ns: int) -> FlagReport:
    """A flag that nobody holds; who could have claimed it, if anybody."""
    for side in () if state.stage is Stage.SETUP else state.layout.pair(number):
        if (found := moments.open(number, side)) is not None:
            return FlagReport(flag=number, to=side.value, open_ms=(found.since_ns - begun_ns) // MS)
    return FlagReport(flag=number)


def _side(state: State, counts: Counter[tuple[str, type[Event]]], side: Seat) -> BattleSideReport:
    return BattleSideReport(
        side=side.value,
        laid=sum(by is side and piece in LINE_PIECES for piece, by in state.played.items()),
        tactics=state.tactics(side),
        passes=counts[side.value, e.Passed],
        claims=state.held(side),
        refused=counts[side.value, Refusal],
        points=state.series_after.score(side),
    )


def place(was: State, event: e.BattleEvent, now: State) -> Place | None:
    """What this step is to players who go back to it: a claim, the end, or the proof that a flag is somebody's; None
    for most."""
    if isinstance(event, e.Claimed):
        return Place(f"Flag {event.flag} claimed", event.side.value)
    if now.stage is Stage.OVER is not was.stage:
        return Place("The end", now.winner.value if now.winner else None)
    if now.lying == was.lying:
        return None
    before, after = Claims(was), Claims(now)
    for side in now.layout.seats:
        proven = [flag for flag in NUMBERS if _proven(after, flag, side) and not _proven(before, flag, side)]
        if proven:
            return Place(f"Flag {', '.join(map(str, proven))} is proven", side.value)
    return None


def _proven(claims: Claims, flag: int, side: Seat) -> bool:
    verdict = claims.verdict(flag, side)
    return verdict is not None and verdict.claimable
