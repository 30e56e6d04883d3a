"""Works out what attacks do: an attack's damage, a charge, and what a move and an attack reach together."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Annotated

import msgspec
from msgspec.structs import replace

from companion.ledger import NOTHING, Ledger, Line
from companion.wartime.referee.board import NEIGHBOURS, TILES, AttackKind, Board, Hex, Keyword, Position, Terrain
from companion.wartime.referee.movement import Route, count_to, reachable, ways_from

# An attack's damage (WarTime Rulebook, Attack, Types of Attacks, Damage and Terrain Tiles).

DAMAGE = "WarTime Rulebook, Damage"


class DamageAtRange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Describes a circle (melee) or a diamond (distance) of the token, and the tokens it removes. A dash is left
    out."""

    kind: AttackKind
    value: Annotated[int, msgspec.Meta(ge=0, le=175)]


class RefereedAttack(msgspec.Struct, frozen=True, kw_only=True):
    """Says whether the attack can be made and what it does.

    `range` is None where no count arrives; `kind` is None where no number is printed for that range. `reason` says why
    an attack is not legal, and `damage` is then 0 without lines.

    `left` are the tokens left in the target's stack, where its tokens were given. Where none are, `after` is the board
    without the stack.
    """

    range: int | None
    kind: AttackKind | None
    damage: Ledger
    legal: bool
    reason: str | None
    left: int | None = None
    after: Position | None = None


def attack(
    position: Position,
    from_: Hex,
    to: Hex,
    damage: Mapping[int, DamageAtRange],
    keywords: Iterable[Keyword] = (),
    *,
    tokens: int | None = None,
) -> RefereedAttack:
    """Returns the attack of a unit in `from_`, with the token's `damage` by range, on the unit or feature in `to`.
    Raises Invalid.

    Every attack at range 1 is melee, whatever is drawn around its number. A unit suffers no penalty for the terrain
    that it attacks out of. `tokens` is how many the target's stack has; with it the answer says how many are left.
    """
    board = Board(position, actor=from_, target=to)
    dealt = attack_from(Counts(board, to, until=from_), from_, damage, keywords=frozenset(keywords))
    if not dealt.legal or tokens is None:
        return dealt
    left = max(0, tokens - dealt.damage.value)
    return replace(dealt, left=left, after=None if left else position.without_stack(to))


class Counts:
    """Finds the ranges to one target, each when it is first needed. `until` is as in count_to."""

    def __init__(self, board: Board, to: Hex, *, until: Hex | None = None) -> None:
        self.board, self.to, self._until = board, to, until

    @cached_property
    def across_lines(self) -> Mapping[Hex, int]:
        return count_to(self.board, self.to, until=self._until).ranges

    @cached_property
    def around_lines(self) -> Mapping[Hex, int]:
        return count_to(self.board, self.to, until=self._until, across_lines=False).ranges


def attack_from(
    counts: Counts, from_: Hex, damage: Mapping[int, DamageAtRange], *, keywords: frozenset[Keyword]
) -> RefereedAttack:
    """Returns the same on a checked board, from the hex of its actor or one into which that moves."""
    board, to = counts.board, counts.to
    found = counts.across_lines.get(from_)
    if found is None:
        return _no(None, None, f"No path of clear hexes leads to {to}. Move, or choose another target.")
    if (printed := damage.get(found)) is None:
        return _no(found, None, f"The range is {found}, and your token has no number for it.")
    kind = AttackKind.MELEE if found == 1 else printed.kind
    if kind is AttackKind.MELEE and (reason := _no_melee(counts, from_, found)) is not None:
        return _no(found, kind, reason)
    line = Line(f"{kind.value.capitalize()} at range {found}", printed.value, DAMAGE)
    dealt = dealt_to(board, to, kind=kind, printed=line, keywords=keywords)
    return RefereedAttack(range=found, kind=kind, damage=dealt, legal=True, reason=None)


def dealt_to(board: Board, to: Hex, *, kind: AttackKind, printed: Line, keywords: frozenset[Keyword]) -> Ledger:
    """Returns the damage to what is in `to`: the printed number less the penalty of its terrain.

    The book does not say what less than none would be. Damage is a number of tokens, so it ends at 0.
    """
    terrain = board.terrain(to)
    lines = [printed]
    if terrain.effect.weakens(kind, keywords):
        lines.append(Line(f"{terrain.label}: {kind.value}", -1, f"{TILES}: {terrain.label}"))
    return Ledger.of(lines).at_least(0, label="No less than 0 tokens", source=DAMAGE)


def _no_melee(counts: Counts, from_: Hex, found: int) -> str | None:
    """Returns why there is no melee here, by the first footnote of Terrain Tiles; None where there is.

    Out of a castle wall it reaches an adjacent hex only. At range 2 and more, which the footnote does not consider, it
    needs a count of that range that crosses no solid black line.
    """
    if found > 1 and counts.board.terrain(from_) is Terrain.CASTLE_WALL:
        return "Out of a castle wall, melee reaches adjacent hexes only."
    if counts.around_lines.get(from_) != found:
        return "A solid black line is in between: no melee across it."
    return None


def _no(found: int | None, kind: AttackKind | None, reason: str) -> RefereedAttack:
    return RefereedAttack(range=found, kind=kind, damage=NOTHING, legal=False, reason=reason)


# A charge: a move and, at its end, an attack at range 1 (WarTime Rulebook, Charge and Charge Restrictions).

CHARGE = "WarTime Rulebook, Charge"


class ChargeAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Says whether the unit can charge, by which path and for how much.

    `stand` is the cheapest hex to end in, `path` the hexes to it; `stands` are all of them. `reason` says why a charge
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
    """Returns the charge of a unit in `from_` with `speed` Movement Points on the unit or feature in `to`. Raises
    Invalid.

    `charge` is the number in the tan circle, dealt in place of the melee number. It is an attack at range 1, so it is
    melee: terrain weakens it, and it does not cross a solid black line. The unit moves as in a Move Action: it does not
    cross a river, however clear a river is to a count.
    """
    board = Board(position, actor=from_, target=to)
    if to in NEIGHBOURS[from_]:
        return _no_charge(f"You begin next to {to}. A charge begins at least 2 hexes away.")
    marks = frozenset(keywords)
    routes = reachable(board, from_, speed=speed, keywords=marks)
    beside = {name: routes[name] for name in stands(board, to) if name in routes}
    if not beside:
        return _no_charge(f"With speed {speed} you reach no hex from which to strike {to}.")
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
    """Returns the hexes beside `to` from which a charge could strike it, if its unit gets there."""
    return (name for name in NEIGHBOURS[to] if (name, to) not in board.lines)


def dealt_by_charge(board: Board, to: Hex, charge: int, *, keywords: frozenset[Keyword]) -> Ledger:
    """Returns what the number in the tan circle does to what is in `to`."""
    printed = Line("Charge", charge, CHARGE)
    return dealt_to(board, to, kind=AttackKind.MELEE, printed=printed, keywords=keywords)


def _no_charge(reason: str) -> ChargeAnswer:
    return ChargeAnswer(legal=False, reason=reason, path=(), stand=None, damage=NOTHING, stands={})


# What a unit reaches in two actions: a move, and once its sand has run out, an attack or a charge.
#
# WarTime Rulebook, Actions: each takes a timer, so there is that long between the two.


class SecondTarget(msgspec.Struct, frozen=True, kw_only=True):
    """Describes the second of the two actions, made out of `moved`, where the move ends, for so much `damage`. A charge
    ends in `stand`."""

    moved: Hex
    damage: Ledger
    stand: Hex | None = None


class Mover:
    """Finds the targets of a unit in `from_` on this board with so many Movement Points. It never changes.

    It takes all that is in the unit's way to stay where it is.
    """

    def __init__(self, position: Position, from_: Hex, *, speed: int, keywords: Iterable[Keyword] = ()) -> None:
        """Prepares the board. Raises Invalid."""
        self._board = Board(position, actor=from_)
        self._speed = speed
        self._marks = frozenset(keywords)
        self._routes = reachable(self._board, from_, speed=speed, keywords=self._marks)

    def attack(self, to: Hex, damage: Mapping[int, DamageAtRange]) -> SecondTarget | None:
        """Returns the attack on the unit in `to` that deals most, from the hex that is cheapest to reach, if any."""
        counts = Counts(self._board, to)
        best: tuple[tuple[int, int, int], SecondTarget] | None = None
        for moved, route in self._routes.items():
            if counts.across_lines.get(moved) not in damage:
                continue
            dealt = attack_from(counts, moved, damage, keywords=self._marks)
            rank = (-dealt.damage.value, route.cost, len(route.path))
            if dealt.legal and (best is None or rank < best[0]):
                best = rank, SecondTarget(moved=moved, damage=dealt.damage)
        return best and best[1]

    def charge(self, to: Hex, charge: int) -> SecondTarget | None:
        """Returns the charge at the unit in `to` that is cheapest, counted from where the move before it ends; None
        where there is none. It begins at least 2 hexes away (Charge Restrictions)."""
        starts = self._routes.keys() - NEIGHBOURS[to]
        ways = ways_from(self._board, starts, speed=self._speed, keywords=self._marks)
        beside = [name for name in stands(self._board, to) if name in ways]
        if not beside:
            return None
        stand = min(beside, key=lambda name: (ways[name][0], len(ways[name][1])))
        dealt = dealt_by_charge(self._board, to, charge, keywords=self._marks)
        return SecondTarget(moved=ways[stand][1][0], damage=dealt, stand=stand)
