"""Reports a game of Warzone: where its Victory Points came from, and how it ended."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec

from companion.clock import MS
from companion.ledger import Ledger
from companion.table.events import Event
from companion.table.game import Figure, Figures, Step, telling
from companion.table.seats import Seat, Side
from companion.table.view import Over
from companion.warzone.match.declarations import Reacted
from companion.warzone.match.fight import Fought
from companion.warzone.match.initiative import InitiativeTaken
from companion.warzone.match.kinds import ForceEvent
from companion.warzone.match.parts import Reaction
from companion.warzone.match.points import ended, outcome, victory_points
from companion.warzone.match.reactions import has_paid
from companion.warzone.match.state import State, called
from companion.warzone.match.turns import ActivationEnded, Passed, TurnEnded

# What there is to tell of a game of Warzone: where the Victory Points came from, what fell, how long it took.


class CasualtyReport(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a Unit that fell, and the Unit that felled it, if that was recorded.

    `at_ms` is after the start signal, where that is known.
    """

    unit: str
    turn: int
    by: str | None
    dp: int | None
    at_ms: int | None = None


class SideReport(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one side.

    `vps_by_turn` are its Victory Points after each Turn that was played. `activations`, `passes` and `reactions` count
    what it did in the whole game.
    """

    side: str
    title: str
    vps: Ledger
    vps_by_turn: tuple[int, ...]
    activations: int
    passes: int
    reactions: int
    casualties: tuple[CasualtyReport, ...]


class TurnReport(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one Turn: the side that went first, its length, and its beginning after the start signal, in
    milliseconds."""

    turn: int
    first: str | None
    length_ms: int
    start_ms: int = 0


class WarzoneReport(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a game from its start signal to its end, or to now. `outcome` is None while it goes on."""

    length_ms: int
    turns: tuple[TurnReport, ...]
    sides: tuple[SideReport, ...]
    outcome: str | None


def report(opening: State, steps: Iterable[Step[State]], sand_ns: int) -> WarzoneReport:
    """Reports a game that opened as `opening` and went through `steps`, up to its end or the match time `sand_ns`."""
    state = opening
    counts: Counter[tuple[Side, type[Event]]] = Counter()
    reactions: Counter[Side] = Counter()
    begun: list[int] = []
    firsts: dict[int, str] = {}
    fell: dict[tuple[Side, str], int] = {}
    vps: dict[Side, list[int]] = {side: [] for side in Side}
    for step in steps:
        state = step.now
        if isinstance(step.event, ForceEvent):
            counts[step.event.side, type(step.event)] += 1
        if isinstance(step.event, Fought):
            reactions.update(_unannounced(step.was, step.event))
        if isinstance(step.event, TurnEnded):
            for side in Side:
                vps[side].append(victory_points(step.was, side).value)
        if isinstance(step.event, InitiativeTaken):
            firsts[step.now.turn] = step.event.side.value
        fell |= dict.fromkeys(_fallen(step), step.event.sand_ns)
        if step.now.turn > len(begun):
            begun.append(step.event.sand_ns)
    until = sand_ns if state.clock.running else state.clock.sand_ns
    starts = [*begun, until]
    fell = {unit: (at - starts[0]) // MS for unit, at in fell.items()}
    return WarzoneReport(
        length_ms=(until - begun[0]) // MS if begun else 0,
        turns=tuple(
            TurnReport(
                turn=turn,
                first=firsts.get(turn),
                length_ms=(starts[turn] - starts[turn - 1]) // MS,
                start_ms=(starts[turn - 1] - starts[0]) // MS,
            )
            for turn in range(1, len(starts))
        ),
        sides=tuple(_side(state, counts, reactions[side], side, tuple(vps[side]), fell) for side in Side),
        outcome=end.text if (end := outcome(state)) else None,
    )


def figures(report: WarzoneReport) -> Figures:
    """Returns the figures of the game. A side's actions are its Units' Activations and its Reactions."""
    return Figures(
        length_ms=report.length_ms, actions={each.side: each.activations + each.reactions for each in report.sides}
    )


def _fallen(step: Step[State]) -> list[tuple[Side, str]]:
    """Returns the Units that are Casualties since this step."""
    return [
        (side, id)
        for side in Side
        if step.now.forces[side] is not step.was.forces[side]
        for id, unit in step.now.forces[side].units.items()
        if unit.fall is not None and (id not in (was := step.was.forces[side].units) or was[id].fall is None)
    ]


def _unannounced(was: State, event: Fought) -> list[Side]:
    """Returns the sides whose Reaction was made with this attack, and not declared before."""
    found, blow = [], event.blow
    attacker, target = was.forces[event.side].units.get(event.unit), was.forces[event.side.other].units.get(blow.target)
    if blow.reaction is not None and attacker is not None and not has_paid(attacker, blow.reaction):
        found.append(event.side)
    if blow.dive and target is not None and not has_paid(target, Reaction.DIVE_FOR_COVER):
        found.append(event.side.other)
    return found


def _side(  # noqa: PLR0917
    state: State,
    counts: Counter[tuple[Side, type[Event]]],
    unannounced: int,
    side: Side,
    vps_by_turn: tuple[int, ...],
    fell_ms: Mapping[tuple[Side, str], int],
) -> SideReport:
    force, enemy = state.forces[side], state.forces[side.other]
    return SideReport(
        side=side.value,
        title=called(state, side),
        vps=victory_points(state, side),
        vps_by_turn=vps_by_turn,
        activations=counts[side, ActivationEnded],
        passes=counts[side, Passed],
        reactions=counts[side, Reacted] + unannounced,
        casualties=tuple(
            CasualtyReport(
                unit=unit.unit.name,
                turn=unit.fall.turn,
                by=enemy.units[unit.fall.by].unit.name if unit.fall.by in enemy.units else None,
                dp=unit.unit.dp,
                at_ms=fell_ms.get((side, id)),
            )
            for id, unit in force.units.items()
            if unit.fall is not None
        ),
    )


# How a game of Warzone ended, and the figure of its report that tells most.

_SCORING = 4
"""Turns in which Victory Points can come: from the second to the fifth."""


def over(state: State, names: Mapping[Seat, str]) -> Over:
    """Returns the result of the game that was left as `state`."""
    end = ended(state)
    return Over(
        winner=end.winner and end.winner.value,
        title=f"{names[Seat(end.winner.value)]} wins" if end.winner else end.title,
        how=end.how,
    )


def telling_figures(report: WarzoneReport, names: Mapping[Seat, str]) -> dict[str, str]:
    """Returns each side's most unusual figure.

    That is the Turn that gave it the most Victory Points, its share of the fallen Units, or how often it went first. An
    even share is ordinary: as many Victory Points in each Turn, as many Units lost on both sides, first in every other
    Turn. The points, Units and Turns beyond it are counted.
    """
    return telling({seat: tuple(_figures(report, seat, name)) for seat, name in names.items()})


def _figures(report: WarzoneReport, seat: Seat, name: str) -> Iterator[Figure]:
    own = next(each for each in report.sides if each.side == seat.value)
    gained = _gained(own)
    if (total := sum(gained)) and gained.count(most := max(gained)) == 1:
        shares = ("all {}" if most == total else f"{most} of {{}} {total}") + " Victory Points"
        scored = f"scored {shares} in Turn {gained.index(most) + 1}."
        yield Figure(most - total / _SCORING, f"You {scored.format('your')}", f"{name} {scored.format('their')}")
    lost, fallen = len(own.casualties), sum(len(side.casualties) for side in report.sides)
    if fallen:
        share = "no Unit" if not lost else f"{lost} of the {fallen} Units that fell"
        if lost == fallen:
            share = f"all {fallen} Units that fell" if fallen > 1 else "the only Unit that fell"
        yield Figure(abs(lost - fallen / 2), f"You lost {share}.", f"{name} lost {share}.")
    firsts = [turn.first for turn in report.turns if turn.first]
    if len(firsts) > 1:
        first = firsts.count(seat.value)
        turns = f"went first in {first} of {len(firsts)} Turns."
        yield Figure(abs(first - len(firsts) / 2), f"You {turns}", f"{name} {turns}")
    made = f"made {own.activations} Activation{'' if own.activations == 1 else 's'}."
    yield Figure(0, f"You {made}", f"{name} {made}")


def _gained(side: SideReport) -> Sequence[int]:
    """Returns its Victory Points of each Turn; empty where a later correction makes them unknown."""
    gained = [after - before for before, after in pairwise((0, *side.vps_by_turn))]
    return gained if sum(gained) == side.vps.value and all(points >= 0 for points in gained) else ()
