"""What one unit of the live board can do to another, by the board alone: at once, or after a move of its own.

Rules: WarTime Rulebook, Attack, Charge, Actions. Only numbers that the scenario prints count.
"""

import msgspec

from companion.table.sides import Side
from companion.wartime.match.aims import Aim, AimKind, icons, rush, strike
from companion.wartime.match.state import State
from companion.wartime.referee.after_move import Mover, Second
from companion.wartime.referee.hexes import Hex, distance
from companion.wartime.scenario.parts import UnitSpec


class Blow(msgspec.Struct, frozen=True, kw_only=True):
    """An attack or a charge of `unit` on `target` that takes at least one token, `tokens` as they would be called out.

    `left` are left of the target's stack, None where nobody knows how many it has. `moved`: the hex into which the unit
    moves first, an action of its own; `stand`: the hex in which a charge ends.
    """

    unit: str
    target: str
    kind: AimKind
    tokens: int
    left: int | None
    moved: Hex | None = None
    stand: Hex | None = None

    @property
    def kills(self) -> bool:
        return self.left == 0


class Striker:
    """One unit that stands on the board, and what it does to the enemy's. Not for two threads at once."""

    def __init__(self, state: State, side: Side, unit: str) -> None:
        self._state, self._side, self._unit = state, side, unit
        self._start = state.place_of(side, unit)
        self._spec = state.spec_of(side, unit)
        self._mover: Mover | None = None

    @property
    def known(self) -> bool:
        """Whether the scenario prints what it deals."""
        return self._spec is not None and (bool(self._spec.damage) or self._spec.charge is not None)

    @property
    def most(self) -> int:
        """The largest number on its token: no blow takes more."""
        spec = self._spec
        return max((spec.charge or 0, *(hit.value for hit in spec.damage.values()))) if spec else 0

    def at_once(self, target: str) -> tuple[Blow, ...]:
        """The attack from where it stands and the charge, as far as they can be made."""
        place = self._state.place_of(self._side.other, target)
        if self._start is None or self._spec is None or place is None:
            return ()
        far = distance(self._start, place)
        made: list[Aim] = []
        if far <= _longest(self._spec):
            made.append(strike(self._state, self._side, self._unit, place))
        if self._spec.charge and self._spec.speed is not None and 1 < far <= self._spec.speed + 1:
            made.append(rush(self._state, self._side, self._unit, place))
        return tuple(
            Blow(unit=self._unit, target=target, kind=aim.kind, tokens=aim.tokens, left=aim.left, stand=aim.to)
            for aim in made
            if aim.legal and aim.tokens
        )

    def after_a_move(self, target: str) -> Blow | None:
        """What takes most tokens if it moves first, with everybody else where they are: the attack, where the charge
        does not take more."""
        place = self._state.place_of(self._side.other, target)
        if self._start is None or self._spec is None or place is None or not self._spec.speed:
            return None
        far, speed = distance(self._start, place), self._spec.speed
        found: dict[AimKind, Second | None] = {}
        if far <= speed + _longest(self._spec):
            found[AimKind.ATTACK] = self._moving(self._spec, self._start).attack(place, self._spec.hits)
        if self._spec.charge and far <= 2 * speed + 1:
            found[AimKind.CHARGE] = self._moving(self._spec, self._start).charge(place, self._spec.charge)
        blows = [self._blow(kind, target, second) for kind, second in found.items() if second is not None]
        return max((blow for blow in blows if blow.tokens), key=lambda blow: blow.tokens, default=None)

    def _moving(self, spec: UnitSpec, start: Hex) -> Mover:
        if self._mover is None:
            self._mover = Mover(self._state.position, start, speed=spec.speed or 0, keywords=icons(spec))
        return self._mover

    def _blow(self, kind: AimKind, target: str, second: Second) -> Blow:
        tokens = second.damage.value
        stack = self._state.forces[self._side.other].stacks.get(target)
        left = None if stack is None else max(0, stack - tokens)
        return Blow(
            unit=self._unit,
            target=target,
            kind=kind,
            tokens=tokens,
            left=left,
            moved=second.moved,
            stand=second.stand,
        )


def _longest(spec: UnitSpec) -> int:
    """The longest range for which a number is printed; a count is never shorter than the way on an empty board."""
    return max((at for at, hit in spec.hits.items() if hit.value), default=0)
