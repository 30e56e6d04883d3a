"""An attack's damage (WarTime Rulebook, Attack, Types of Attacks, Damage and Terrain Tiles)."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Annotated

import msgspec
from msgspec.structs import replace

from companion.ledger import NOTHING, Ledger, Line
from companion.wartime.referee.attack_kinds import AttackKind
from companion.wartime.referee.board import Board
from companion.wartime.referee.hexes import Hex
from companion.wartime.referee.keywords import Keyword
from companion.wartime.referee.position import Position
from companion.wartime.referee.ranging import count_to
from companion.wartime.referee.terrain import TILES, Terrain

DAMAGE = "WarTime Rulebook, Damage"


class DamageAtRange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A circle (melee) or a diamond (distance) of the token, and the tokens it removes. A dash is left out."""

    kind: AttackKind
    value: Annotated[int, msgspec.Meta(ge=0, le=175)]


class AttackAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the attack can be made and what it does.

    `range` is None where no count arrives; `kind` is None where nothing is printed for that range; `reason` says why
    an attack is not legal, and `damage` is then 0 without lines. `left`: the tokens left in the target's stack, where
    its tokens were given; `after`: where none are, the board without the stack.
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
) -> AttackAnswer:
    """The attack of a unit in `from_`, with the token's `damage` by range, on the unit or feature in `to`.

    Every attack at range 1 is melee, whatever is drawn around its number. A unit suffers no penalty for the terrain
    that it attacks out of. `tokens`: how many the target's stack has, if the answer is to say how many are left.
    Raises Invalid.
    """
    board = Board(position, actor=from_, target=to)
    dealt = attack_from(Counts(board, to, until=from_), from_, damage, keywords=frozenset(keywords))
    if not dealt.legal or tokens is None:
        return dealt
    left = max(0, tokens - dealt.damage.value)
    return replace(dealt, left=left, after=None if left else position.without_stack(to))


class Counts:
    """The ranges to one target, each found out when it is first asked for: `until` as in count_to."""

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
) -> AttackAnswer:
    """The same for a board that has been checked, from the hex of its actor, or from one into which that moves."""
    board, to = counts.board, counts.to
    found = counts.across_lines.get(from_)
    if found is None:
        return _no(None, None, f"No path of clear hexes leads to {to}. Move, or choose another target.")
    if (printed := damage.get(found)) is None:
        return _no(found, None, f"The range is {found}, and your token has no number for it.")
    kind = AttackKind.MELEE if found == 1 else printed.kind
    if kind is AttackKind.MELEE and (reason := _no_melee(counts, from_, found)) is not None:
        return _no(found, kind, reason)
    dealt = dealt_to(board, to, kind=kind, printed=_printed(kind, found, printed.value), keywords=keywords)
    return AttackAnswer(range=found, kind=kind, damage=dealt, legal=True, reason=None)


def dealt_to(board: Board, to: Hex, *, kind: AttackKind, printed: Line, keywords: frozenset[Keyword]) -> Ledger:
    """The damage to what is in `to`: the printed number less the penalty of its terrain.

    The book does not say what less than none would be; damage is a number of tokens, so it ends at 0.
    """
    terrain = board.terrain(to)
    lines = [printed]
    if terrain.effect.weakens(kind, keywords):
        lines.append(Line(f"{terrain.label}: {kind.value}", -1, f"{TILES}: {terrain.label}"))
    return Ledger.of(lines).at_least(0, label="No less than 0 tokens", source=DAMAGE)


def _printed(kind: AttackKind, found: int, value: int) -> Line:
    return Line(f"{kind.value.capitalize()} at range {found}", value, DAMAGE)


def _no_melee(counts: Counts, from_: Hex, found: int) -> str | None:
    """Why there is no melee here, by the first footnote of Terrain Tiles; None where there is.

    Out of a castle wall it reaches an adjacent hex only. At range 2 and more, which the footnote does not think of, it
    needs a count of that range that crosses no solid black line.
    """
    if found > 1 and counts.board.terrain(from_) is Terrain.CASTLE_WALL:
        return "Out of a castle wall, melee reaches adjacent hexes only."
    if counts.around_lines.get(from_) != found:
        return "A solid black line is in between: no melee across it."
    return None


def _no(found: int | None, kind: AttackKind | None, reason: str) -> AttackAnswer:
    return AttackAnswer(range=found, kind=kind, damage=NOTHING, legal=False, reason=reason)
