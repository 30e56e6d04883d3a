"""Reports a battle and how it ended."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from companion.battleline.line import Victory
from companion.battleline.match.claims import Claims, Moments
from companion.battleline.match.flags import Claimed
from companion.battleline.match.plays import BattleEvent, Passed, SideEvent
from companion.battleline.match.state import LINE_PIECES, NUMBERS, Piece, State
from companion.clock import MS
from companion.table.events import Event, Refusal
from companion.table.game import Figure, Figures, Place, Step, telling
from companion.table.seats import Seat
from companion.table.state import Stage
from companion.table.view import Over

# What there is to tell of a battle: who claimed what and when, which Tactics were played, how long it took.


class FlagReport(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a flag, counted from 1: who claimed it, how long after the start, and with so many cards on the other
    side. `late`: so many of its own turns earlier it could have claimed it, which is since `open_ms` after the start. A
    free flag may have been open `to` a side."""

    flag: int
    holder: str | None = None
    claimed_ms: int | None = None
    against: int | None = None
    late: int | None = None
    to: str | None = None
    open_ms: int | None = None


class BattleSideReport(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one seat: what it laid at flags, which Tactics it played, claims made and refused, points in the
    series."""

    side: str
    laid: int
    tactics: tuple[Piece, ...]
    passes: int
    claims: int
    refused: int
    points: int


class BattleReport(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a battle from its start to its end, or to now. `turns` counts what was played and passed."""

    length_ms: int
    turns: int
    flags: tuple[FlagReport, ...]
    sides: tuple[BattleSideReport, ...]
    winner: str | None
    victory: str | None


def report(opening: State, steps: Iterable[Step[State]], sand_ns: int) -> BattleReport:
    """Returns the report on a battle that opened as `opening` and went through `steps`.

    It goes up to the end of the battle, or to the match time `sand_ns`.
    """
    state, begun_ns = opening, None
    counts: Counter[tuple[str, type[Event]]] = Counter()
    moments = Moments(opening)
    claimed: dict[int, FlagReport] = {}
    for step in steps:
        state, event = step.now, step.event
        if isinstance(event, Claimed):
            found = moments.open(event.flag, event.side)
            claimed[event.flag] = FlagReport(
                flag=event.flag,
                holder=event.side.value,
                claimed_ms=(event.sand_ns - (begun_ns or 0)) // MS,
                against=len(step.was.cards(event.flag, state.layout.across(event.flag, event.side))),
                late=found.turns if found else 0,
                open_ms=(found.since_ns - (begun_ns or 0)) // MS if found else None,
            )
        if isinstance(event, SideEvent):
            counts[event.side.value, type(event)] += 1
        elif isinstance(event, Refusal) and event.command == "claim" and state.stage is not Stage.OVER:
            counts[event.subject or "", Refusal] += event.times
        moments.add(step.now, event.sand_ns)
        if begun_ns is None and step.now.stage is Stage.PLAY:
            begun_ns = event.sand_ns
    until_ns = sand_ns if state.clock.running else state.clock.sand_ns
    return BattleReport(
        length_ms=0 if begun_ns is None else (until_ns - begun_ns) // MS,
        turns=len(state.played) + sum(count for (_, kind), count in counts.items() if kind is Passed),
        flags=tuple(claimed.get(number) or _unclaimed(moments, number, state, begun_ns or 0) for number in NUMBERS),
        sides=tuple(_side(state, counts, side) for side in opening.layout.seats),
        winner=state.winner and state.winner.value,
        victory=state.victory and state.victory.value,
    )


def figures(report: BattleReport) -> Figures:
    """Returns each side's actions: the cards that it played, at a flag or beside the line."""
    beside = {each.side: sum(piece not in LINE_PIECES for piece in each.tactics) for each in report.sides}
    return Figures(
        length_ms=report.length_ms, actions={each.side: each.laid + beside[each.side] for each in report.sides}
    )


def _unclaimed(moments: Moments, number: int, state: State, begun_ns: int) -> FlagReport:
    """Returns a flag that is free, and who could have claimed it, if anybody."""
    for side in () if state.stage is Stage.SETUP else state.layout.pair(number):
        if (found := moments.open(number, side)) is not None:
            return FlagReport(flag=number, to=side.value, open_ms=(found.since_ns - begun_ns) // MS)
    return FlagReport(flag=number)


def _side(state: State, counts: Counter[tuple[str, type[Event]]], side: Seat) -> BattleSideReport:
    return BattleSideReport(
        side=side.value,
        laid=sum(by is side and piece in LINE_PIECES for piece, by in state.played.items()),
        tactics=state.tactics(side),
        passes=counts[side.value, Passed],
        claims=state.held(side),
        refused=counts[side.value, Refusal],
        points=state.series_after.score(side),
    )


def place(was: State, event: BattleEvent, now: State) -> Place | None:
    """Returns what this step is to players who go back to it: a claim, the end, or the proof of a flag.

    Most steps are None.
    """
    if isinstance(event, Claimed):
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


# How a battle ended, and the figure of its report that tells most.

_HOW = {Victory.BREAKTHROUGH: "by a break-through at", Victory.ENVELOPMENT: "by an envelopment with"}
_NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
_SLOTS = 3


def over(state: State, names: Mapping[Seat, str]) -> Over:
    """Returns the end of the battle that was left as `state`."""
    return Over(
        winner=state.winner and state.winner.value,
        title=_title(state, names),
        how=f"{_HOW[state.victory]} flags {listed(state.won)}" if state.victory else "",
    )


def telling_figures(report: BattleReport, names: Mapping[Seat, str]) -> dict[str, str]:
    """Returns the most telling figure of each side: its latest claim, its boldest, or its refused ones.

    An ordinary claim is made in the first turn that allows it, against a complete side, and is not refused. Turns,
    cards and claims that differ are counted. Without any, the figure is how the side did in all.
    """
    return telling({seat: tuple(_figures(report, seat, name)) for seat, name in names.items()})


def listed(flags: Sequence[int]) -> str:
    """Lists flags as players say them, two at least: "3, 4 and 5"."""
    return f"{', '.join(map(str, flags[:-1]))} and {flags[-1]}"


def _title(state: State, names: Mapping[Seat, str]) -> str:
    if state.winner is not None:
        return f"{names[state.winner]} wins"
    return "A tie: three flags each" if state.tied else "The battle has ended"


def _figures(report: BattleReport, seat: Seat, name: str) -> Iterator[Figure]:
    own = next(each for each in report.sides if each.side == seat.value)
    held = [flag for flag in report.flags if flag.holder == seat.value]
    for flag in held:
        if flag.late:
            yield _figure(flag.late, name, f"could have claimed flag {flag.flag} {_count(flag.late, 'turn')} earlier.")
    for flag in held:
        if flag.against is not None and flag.against < _SLOTS:
            against = _count(flag.against, "card")
            yield _figure(_SLOTS - flag.against, name, f"claimed flag {flag.flag} against {against}.")
    if own.refused:
        yield _figure(own.refused, name, f"claimed {_count(own.refused, 'time')} what was not proven yet.")
    if held:
        flags = _count(len(held), "flag")
        yield _figure(0, name, f"claimed {flags}, {'each ' if len(held) > 1 else ''}in the first turn that allowed it.")
    else:
        yield _figure(0, name, f"laid {_count(own.laid, 'card')} and claimed no flag.")


def _figure(off: float, name: str, what: str) -> Figure:
    return Figure(off, f"You {what}", f"{name} {what}")


def _count(number: int, word: str) -> str:
    written = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
    return f"{written} {word}{'' if number == 1 else 's'}"
