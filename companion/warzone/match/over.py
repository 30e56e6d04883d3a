"""How a game of Warzone ended, and the figure of its report that tells most."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from companion.table.seats import Seat
from companion.table.told.telling import Figure, telling
from companion.table.view import Over
from companion.warzone.match.points.scoring import ended
from companion.warzone.match.report import SideReport, WarzoneReport
from companion.warzone.match.state import State

_SCORING = 4
"""Turns in which Victory Points can come: from the second to the fifth."""


def over(state: State, names: Mapping[Seat, str]) -> Over:
    """Of the game that was left as `state`."""
    end = ended(state)
    return Over(
        winner=end.winner and end.winner.value,
        title=f"{names[Seat(end.winner.value)]} wins" if end.winner else end.title,
        how=end.how,
    )


def told(report: WarzoneReport, names: Mapping[Seat, str]) -> dict[str, str]:
    """A side is told of the Turn that gave it the most Victory Points, of how many of the Units that fell were its own,
    or of how often it went first.

    What is ordinary is an even share: as many Victory Points in each Turn, as many Units lost on both sides, first in
    every other Turn. The points, Units and Turns off that are counted.
    """
    return telling({seat: tuple(_figures(report, seat, name)) for seat, name in names.items()})


def _figures(report: WarzoneReport, seat: Seat, name: str) -> Iterator[Figure]:
    own = next(each for each in report.sides if each.side == seat.value)
    gained = _gained(own)
    if (total := sum(gained)) and gained.count(most := max(gained)) == 1:
        turn = f"Victory Points came in Turn {gained.index(most) + 1}"
        off = most - total / _SCORING
        if most == total:
            yield Figure(off, f"All your {turn}.", f"All of {name}’s {turn}.")
        else:
            yield Figure(off, f"Your {turn}: {most} of {total}.", f"{name}’s {turn}: {most} of {total}.")
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
    """Its Victory Points of each Turn; none where answers were put right later, so that nobody knows."""
    gained = [after - before for before, after in pairwise((0, *side.vps_by_turn))]
    return gained if sum(gained) == side.vps.value and all(points >= 0 for points in gained) else ()
