"""Looks ahead: who chooses next Turn, and which Faction Assets have their moment now."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from companion.choices import Chosen, reading
from companion.names import same
from companion.table.seats import Side
from companion.table.state import Stage
from companion.warzone.chances.dice import Chance
from companion.warzone.choices import TIED_INITIATIVE, TiedInitiative
from companion.warzone.match.points import victory_points
from companion.warzone.match.reactions import shakes_off
from companion.warzone.match.state import (
    AIR_STRIKE,
    AT_START,
    COUNTS_AS_ONE,
    IGNORES_VPS,
    LAST_TURN,
    RALLIES,
    REROLLS_THEIRS,
    SELF_REPAIR,
    State,
    TurnPhase,
    at_start,
    has,
    in_hand,
    used_in,
)
from companion.warzone.sums.initiative import Initiative, InitiativePlayer, chooses, misdirecting

# Who chooses next Turn, before this one ends: how a Victory Point, a Rally or an asset shifts it (Chapter 4, Roll for
# Initiative).

NOW, VP, RALLY = "now", "vp", "rally"


class Swing(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a change that may still happen, and the chances after it.

    `what` is "now", "vp", "rally" or an asset's name. `by` is the side that it happens to; None: as things are.
    `chances` are those of each side to choose.
    """

    what: str
    by: str | None
    chances: dict[str, Chance]


class Prospects(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the prospects of next Turn's Initiative, first as things are.

    `choices` names the rule choice that ties depend on.
    """

    swings: tuple[Swing, ...]
    choices: tuple[Chosen, ...]


_PLAYERS = {Side.GOLD: InitiativePlayer.A, Side.RED: InitiativePlayer.B}


def prospects(state: State) -> Prospects | None:
    """Returns None while no later Turn's Initiative is at stake: in setup, in the Start Turn Phase, in the last
    Turn."""
    if state.stage is not Stage.PLAY or state.turn_phase is TurnPhase.START or state.turn == LAST_TURN:
        return None
    return Prospects(swings=tuple(_swings(state)), choices=(reading(TIED_INITIATIVE, state.choices),))


def _swings(state: State) -> Iterator[Swing]:
    gold, red = (victory_points(state, side).value for side in (Side.GOLD, Side.RED))
    stands = Initiative(
        turn=state.turn + 1,
        a_vp=gold,
        b_vp=red,
        a_pinned=_pinned(state, Side.GOLD),
        b_pinned=_pinned(state, Side.RED),
        a_ignores_vp=has(state.forces[Side.GOLD], IGNORES_VPS),
        b_ignores_vp=has(state.forces[Side.RED], IGNORES_VPS),
    )
    yield _swing(state, NOW, None, stands)
    for side, player in _PLAYERS.items():
        vp, pinned, one = (f"{player.value}_{name}" for name in ("vp", "pinned", "counts_as_one"))
        yield _swing(state, VP, side, replace(stands, **{vp: getattr(stands, vp) + 1}))
        if has_pinned := getattr(stands, pinned):
            yield _swing(state, RALLY, side, replace(stands, **{pinned: has_pinned - 1}))
        if in_hand(state.forces[side], COUNTS_AS_ONE):
            yield _swing(state, COUNTS_AS_ONE, side, replace(stands, **{one: True}))
        if in_hand(state.forces[side], REROLLS_THEIRS):
            yield _misdirected(state, side, stands)


def _pinned(state: State, side: Side) -> int:
    """Returns as many as are left when this Turn is over."""
    return sum(unit.pinned and not shakes_off(unit.unit) for unit in state.forces[side].standing)


def _swing(state: State, what: str, by: Side | None, question: Initiative) -> Swing:
    gold = chooses(question, _PLAYERS[Side.GOLD], tied=_tied(state))
    chances = {Side.GOLD.value: gold, Side.RED.value: gold.against()}
    return Swing(what=what, by=by.value if by else None, chances=chances)


def _misdirected(state: State, side: Side, question: Initiative) -> Swing:
    own = misdirecting(question, _PLAYERS[side], tied=_tied(state))
    chances = {side.value: own, side.other.value: own.against()}
    return Swing(what=REROLLS_THEIRS, by=side.value, chances=chances)


def _tied(state: State) -> InitiativePlayer | None:
    """Returns who chooses on equal scores next Turn: by the rule choice neither (None), or the holder of the
    Initiative."""
    if state.choices.tied_initiative is not TiedInitiative.HOLDER or state.first is None:
        return None
    return _PLAYERS[state.first]


# Which Faction Assets have their moment now (Chapter 12, Faction Assets).


MOMENTS = {
    **dict.fromkeys(AT_START, "the Start Turn Phase"),
    RALLIES: "the Start Turn Phase, for a Pinned Unit",
    COUNTS_AS_ONE: "before Initiative is rolled, after the first Turn",
    REROLLS_THEIRS: "as the other side has rolled for Initiative",
    AIR_STRIKE: "the Activation of a Leader",
    SELF_REPAIR: "the Activation of its Unit, with Wound Counters and before its actions",
}
"""Says when each asset of one moment is used, in words; of the others only the players see it."""


def timely(state: State, side: Side, asset: str) -> bool:
    """Returns True where the side may use the asset that it has at this moment.

    The moment is before Initiative is rolled, once the other has rolled, in the Start Turn Phase, or while a Unit acts.
    The Start Turn Phase lasts here until the first Activation of the Turn.
    """
    force = state.forces[side]
    if state.stage is not Stage.PLAY or used_in(force, asset) == state.turn:
        return False
    if same(asset, RALLIES):
        return _starting(state) and any(unit.pinned for unit in force.standing)
    if used_in(force, asset) is not None:
        return False
    rolling = state.turn_phase is TurnPhase.START and state.turn > 1
    if same(asset, COUNTS_AS_ONE):
        return rolling and all(each.score is None for each in state.forces.values())
    if same(asset, REROLLS_THEIRS):
        return rolling and state.forces[side.other].score is not None
    acting = [force.units[each] for each in state.acting or () if each in force.units] if state.active is side else []
    if same(asset, AIR_STRIKE):
        # A Force that is only counted has no known Leader, and no known Unit that acts.
        return any(each.unit.leader for each in acting) or (
            state.active is side and (not force.listed or state.acting == ())
        )
    if same(asset, SELF_REPAIR):
        owner = next((unit for bought, unit in force.designated.items() if same(bought, asset)), None)
        return any(each.wounds and not each.actions and owner in (None, each.unit.id) for each in acting)
    return at_start(asset) and _starting(state)


def _starting(state: State) -> bool:
    """Returns True in the Start Turn Phase.

    Resolve Effects comes after Initiative: it lasts until the first Activation.
    """
    if state.turn_phase is not TurnPhase.ACTIVATION:
        return state.turn_phase is TurnPhase.START
    activated = any(
        force.anonymous or any(unit.activated for unit in force.units.values()) for force in state.forces.values()
    )
    return state.acting is None and state.active is state.first and not activated
