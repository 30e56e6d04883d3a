"""What a unit reaches in two actions: a move, and once its sand has run out, an attack or a charge.

WarTime Rulebook, Actions: each takes a timer, so there is that long between the two.
"""

from collections.abc import Iterable, Mapping

import msgspec

from companion.ledger import Ledger
from companion.wartime.referee.attacks import Counts, DamageAtRange, attack_from
from companion.wartime.referee.board import Board
from companion.wartime.referee.charge import dealt_by_charge, stands
from companion.wartime.referee.hexes import NEIGHBOURS, Hex
from companion.wartime.referee.keywords import Keyword
from companion.wartime.referee.movement import Route, reachable, ways_from
from companion.wartime.referee.position import Position


class Second(msgspec.Struct, frozen=True, kw_only=True):
    """The second of the two actions: made out of `moved`, where the move ends, for so much `damage`; a charge ends in
    `stand`."""

    moved: Hex
    damage: Ledger
    stand: Hex | None = None


class Mover:
    """A unit in `from_` on this board with so many Movement Points, asked about any number of targets. Never changes.

    All that is in its way is taken to stay where it is.
    """

    def __init__(self, position: Position, from_: Hex, *, speed: int, keywords: Iterable[Keyword] = ()) -> None:
        """Raises Invalid."""
        self._board = Board(position, actor=from_)
        self._speed = speed
        self._marks = frozenset(keywords)
        self._routes = reachable(self._board, from_, speed=speed, keywords=self._marks)

    def attack(self, to: Hex, damage: Mapping[int, DamageAtRange]) -> Second | None:
        """The attack on the unit in `to` that deals most, out of the hex that is cheapest to reach among equals; None
        where there is none."""
        counts = Counts(self._board, to)
        best: tuple[tuple[int, int, int], Second] | None = None
        for moved, route in self._routes.items():
            if counts.across_lines.get(moved) not in damage:
                continue
            dealt = attack_from(counts, moved, damage, keywords=self._marks)
            rank = (-dealt.damage.value, *_price(route))
            if dealt.legal and (best is None or rank < best[0]):
                best = rank, Second(moved=moved, damage=dealt.damage)
        return best and best[1]

    def charge(self, to: Hex, charge: int) -> Second | None:
        """The charge at the unit in `to` that is cheapest, counted from where the move before it ends; None where there
        is none. It begins at least 2 hexes away (Charge Restrictions)."""
        starts = self._routes.keys() - NEIGHBOURS[to]
        ways = ways_from(self._board, starts, speed=self._speed, keywords=self._marks)
        beside = [name for name in stands(self._board, to) if name in ways]
        if not beside:
            return None
        stand = min(beside, key=lambda name: (ways[name][0], len(ways[name][1])))
        dealt = dealt_by_charge(self._board, to, charge, keywords=self._marks)
        return Second(moved=ways[stand][1][0], damage=dealt, stand=stand)


def _price(route: Route) -> tuple[int, int]:
    return route.cost, len(route.path)
