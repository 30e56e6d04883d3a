"""A charge: a move and, at its end, an attack at range 1 (WarTime Rulebook, Charge and Charge Restrictions)."""

from collections.abc import Iterable, Iterator

import msgspec

from companion.ledger import NOTHING, Ledger, Line
from companion.wartime.referee.attack_kinds import AttackKind
from companion.wartime.referee.attacks import dealt_to
from companion.wartime.referee.board import Board
from companion.wartime.referee.hexes import NEIGHBOURS, Hex
from companion.wartime.referee.keywords import Keyword
from companion.wartime.referee.movement import Route, reachable
from companion.wartime.referee.position import Position

CHARGE = "WarTime Rulebook, Charge"


class ChargeAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the unit can charge, by which way and for how much.

    `stand` is the cheapest hex to end in, `path` the way there; `stands` are all of them. `reason` says why a charge
    is not legal, and `damage` is then 0 without lines.
    """

    legal: bool
    reason: str | None
    path: tuple[Hex, ...]
    stand: Hex | None
    damage: Ledger
    stands: dict[Hex, Route]


def charge(
    position: Position, from_: Hex, to: Hex, *, speed: int, charge: int, keywords: Iterable[Keyword] = ()
) -> ChargeAnswer:
    """The charge of a unit in `from_` with `speed` Movement Points on the unit or feature in `to`. Raises Invalid.

    `charge` is the number in the tan circle, dealt in place of the melee number. It is an attack at range 1, so it is
    melee: terrain weakens it, and it does not cross a solid black line. The unit moves as in a Move Action: it does
    not cross a river, however clear a river is to a count.
    """
    board = Board(position, actor=from_, target=to)
    if to in NEIGHBOURS[from_]:
        return _no(f"You begin next to {to}. A charge begins at least 2 hexes away.")
    marks = frozenset(keywords)
    routes = reachable(board, from_, speed=speed, keywords=marks)
    beside = {name: routes[name] for name in stands(board, to) if name in routes}
    if not beside:
        return _no(f"With speed {speed} you reach no hex from which to strike {to}.")
    stand = min(beside, key=lambda name: (beside[name].cost, len(beside[name].path)))
    return ChargeAnswer(
        legal=True,
        reason=None,
        path=beside[stand].path,
        stand=stand,
        damage=dealt_by_charge(board, to, charge, keywords=marks),
        stands=beside,
    )


def stands(board: Board, to: Hex) -> Iterator[Hex]:
    """The hexes beside `to` from which a charge could strike it, if its unit gets there."""
    return (name for name in NEIGHBOURS[to] if (name, to) not in board.lines)


def dealt_by_charge(board: Board, to: Hex, charge: int, *, keywords: frozenset[Keyword]) -> Ledger:
    """What the number in the tan circle does to what is in `to`."""
    printed = Line("Charge", charge, CHARGE)
    return dealt_to(board, to, kind=AttackKind.MELEE, printed=printed, keywords=keywords)


def _no(reason: str) -> ChargeAnswer:
    return ChargeAnswer(legal=False, reason=reason, path=(), stand=None, damage=NOTHING, stands={})
