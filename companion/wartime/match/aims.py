"""Finds what a unit could do about a hex of the live board, and what the book wants players to say.

Rules: WarTime Rulebook, Move, Attack, Charge. It does not invent a number that the scenario does not print. The answer
then says how far it is, and leaves the rest to the players.
"""

from collections.abc import Mapping
from enum import Enum

import msgspec
from msgspec.structs import replace

from companion.fields.invalid import Invalid
from companion.ledger import NOTHING, Ledger
from companion.table.seats import Side
from companion.wartime.match.state import State
from companion.wartime.referee.attacks import attack, charge
from companion.wartime.referee.board import HEXES, Hex, Keyword, on_board
from companion.wartime.referee.movement import HexObstacle, Route, moves, range_between
from companion.wartime.scenario.parts import UnitSpec

_ANY_SPEED = 2 * len(HEXES)
_ICONS = {keyword.value: keyword for keyword in Keyword}


class AimKind(Enum):
    MOVE = "move"
    ATTACK = "attack"
    CHARGE = "charge"


class Aim(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one action that a unit in `start` could take, and whether the book allows it.

    `to` is the hex where a move or a charge ends. `target` is the attacked enemy unit, or `feature` the hex of the
    attacked Terrain Feature. `path` are the hexes that are counted or walked, the last one included. `blocked` are
    those of a straight count that are not clear.

    `tokens` come off, None where the scenario does not say how many. `left` are left of the stack, where it is known.
    `said` is what the book wants players to say, `reason` why it is not allowed.
    """

    kind: AimKind
    unit: str
    start: Hex
    said: str
    legal: bool = True
    reason: str | None = None
    to: Hex | None = None
    target: str | None = None
    feature: Hex | None = None
    range: int | None = None
    path: tuple[Hex, ...] = ()
    counts: tuple[int, ...] = ()
    """Says what is written on each hex of the path: the Movement Points of a move, else which hex of the path it is."""
    blocked: tuple[HexObstacle, ...] = ()
    tokens: int | None = None
    left: int | None = None
    damage: Ledger = NOTHING


def reach(state: State, side: Side, unit: str) -> Mapping[Hex, Route]:
    """Returns where the unit can move with the speed on its token. Empty where its place or its speed is not known."""
    start, spec = state.place_of(side, unit), state.spec_of(side, unit)
    if start is None or spec is None or spec.speed is None:
        return {}
    return moves(state.position, start, spec.speed, icons(spec)).reachable


def aims(state: State, side: Side, unit: str, place: Hex) -> list[Aim]:
    """Returns what a unit on the board could do about another hex. It moves there if no unit is in the hex, else
    attacks or charges what is. What the book allows comes first, and the attack before the charge."""
    on_board("hex", place)
    start = state.place_of(side, unit)
    if start is None or start == place:
        return []
    found = state.standing.get(place)
    if found is not None and found[0] is side:
        return []
    if found is None and place not in state.ground.standing:
        return [move(state, side, unit, place)]
    spec = state.spec_of(side, unit)
    struck = [strike(state, side, unit, place)]
    if spec is not None and spec.charge is not None:
        struck.append(rush(state, side, unit, place))
    return sorted(struck, key=lambda aim: not aim.legal)


def move(state: State, side: Side, unit: str, to: Hex) -> Aim:
    """Returns the move of a unit on the board into a hex. Raises Invalid."""
    start, spec = _start(state, side, unit), state.spec_of(side, unit)
    aim = Aim(kind=AimKind.MOVE, unit=unit, start=start, to=to, said=f"{unit} moves 0 spaces.")
    if to == start:
        # Movement Restrictions: once it is picked up it costs a timer, even where it is put back.
        return aim
    speed = spec.speed if spec else None
    routes = moves(state.position, start, _ANY_SPEED if speed is None else speed, icons(spec)).reachable
    if (route := routes.get(to)) is None:
        return _no(aim, f"No way leads to {to}." if speed is None else f"Speed {speed} does not reach {to}.")
    spaces = "1 space" if len(route.path) == 1 else f"{len(route.path)} spaces"
    costs = tuple(routes[place].cost for place in route.path)
    return replace(aim, said=f"{unit} moves {spaces}.", path=route.path, counts=costs)


def strike(state: State, side: Side, unit: str, place: Hex) -> Aim:
    """Returns the attack of a unit on the board on what stands in a hex. Raises Invalid."""
    start, spec = _start(state, side, unit), state.spec_of(side, unit)
    found = range_between(state.position, start, place)
    victim = _victim(state, place)
    aim = replace(
        _against(AimKind.ATTACK, state, unit, start, place),
        said=f"{unit} attacks {victim} at range {found.range}.",
        range=found.range,
        path=found.path,
        counts=tuple(range(1, len(found.path) + 1)),
        blocked=found.blocked_by,
    )
    if spec is None or not spec.damage:
        return aim if found.range is not None else _no(aim, f"No path of clear hexes leads to {place}.")
    dealt = attack(state.position, start, place, spec.hits, icons(spec), tokens=_stack(state, place))
    if not dealt.legal:
        return _no(aim, dealt.reason or "")
    said = f"{unit} attacks {victim} for {dealt.damage.value} damage."
    return replace(aim, said=said, tokens=dealt.damage.value, left=dealt.left, damage=dealt.damage)


def rush(state: State, side: Side, unit: str, place: Hex, *, stand: Hex | None = None) -> Aim:
    """Returns the charge of a unit on the board at what stands in a hex. It ends in `stand`, or else in the hex that is
    cheapest to reach. Raises Invalid."""
    start, spec = _start(state, side, unit), state.spec_of(side, unit)
    victim = _victim(state, place)
    aim = replace(_against(AimKind.CHARGE, state, unit, start, place), to=stand)
    if spec is None or spec.charge is None:
        return _no(aim, f"{unit} has no Charge on its token.")
    speed = _ANY_SPEED if spec.speed is None else spec.speed
    found = charge(state.position, start, place, speed=speed, charge=spec.charge, keywords=icons(spec))
    if not found.legal:
        return _no(aim, found.reason or "")
    end = stand or found.stand or start
    if end not in found.stands:
        return _no(aim, f"{unit} cannot charge {victim} from {end}.")
    path, tokens = found.stands[end].path, _stack(state, place)
    return replace(
        aim,
        said=f"{unit} charges {victim} for {found.damage.value} damage.",
        to=end,
        path=path,
        counts=tuple(range(1, len(path) + 1)),
        tokens=found.damage.value,
        left=None if tokens is None else max(0, tokens - found.damage.value),
        damage=found.damage,
    )


def _start(state: State, side: Side, unit: str) -> Hex:
    start = state.place_of(side, unit)
    if start is None:
        raise Invalid("unit", f"{unit} does not stand on the board")
    return start


def _no(aim: Aim, reason: str) -> Aim:
    return replace(aim, legal=False, reason=reason, said=reason)


def _against(kind: AimKind, state: State, unit: str, start: Hex, place: Hex) -> Aim:
    found = state.standing.get(place)
    target = None if found is None else found[1]
    return Aim(kind=kind, unit=unit, start=start, said="", target=target, feature=None if target else place)


def _victim(state: State, place: Hex) -> str:
    if (found := state.standing.get(place)) is not None:
        return found[1]
    if (feature := state.ground.standing.get(place)) is not None:
        return f"the {feature.label}"
    raise Invalid("hex", f"no unit is in {place}")


def _stack(state: State, place: Hex) -> int | None:
    """Returns the tokens of what stands there, as far as they are known."""
    if (found := state.standing.get(place)) is None:
        return state.ground.features[place].left
    side, unit = found
    return state.forces[side].stacks.get(unit)


def icons(spec: UnitSpec | None) -> tuple[Keyword, ...]:
    """Returns those of the token's keywords that matter for terrain."""
    return tuple(_ICONS[word.casefold()] for word in spec.keywords if word.casefold() in _ICONS) if spec else ()
