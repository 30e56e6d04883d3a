"""Who chooses next Turn, before this one ends: how a Victory Point, a Rally or an asset shifts it (Chapter 4, Roll for
Initiative)."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from companion.choices import Chosen, reading
from companion.table.sides import Side
from companion.table.state import Stage
from companion.warzone.chances.chance import Chance
from companion.warzone.choices import TIED_INITIATIVE, TiedInitiative
from companion.warzone.match.effects import COUNTS_AS_ONE, IGNORES_VPS, REROLLS_THEIRS, has, in_hand
from companion.warzone.match.fight.tracking import shakes_off
from companion.warzone.match.points.scoring import victory_points
from companion.warzone.match.state import LAST_TURN, State, TurnPhase
from companion.warzone.sums.choosing import chooses, misdirecting
from companion.warzone.sums.initiative import Initiative, Player

NOW, VP, RALLY = "now", "vp", "rally"


class Swing(msgspec.Struct, frozen=True, kw_only=True):
    """What may still happen and what it makes of the chances: `what` is "now", "vp", "rally" or an asset's name, `by`
    the side that it happens to (None: as it stands), `chances` of each side to choose."""

    what: str
    by: str | None
    chances: dict[str, Chance]


class Prospects(msgspec.Struct, frozen=True, kw_only=True):
    """Next Turn's Initiative: as it stands first. `choices` names the table choice that ties lean on."""

    swings: tuple[Swing, ...]
    choices: tuple[Chosen, ...]


_PLAYERS = {Side.GOLD: Player.A, Side.RED: Player.B}


def prospects(state: State) -> Prospects | None:
    """None while no later Turn's Initiative is at stake: in setup, in the Start Turn Phase, in the last Turn."""
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
    """As many as are left when this Turn is over."""
    return sum(unit.pinned and not shakes_off(unit.unit) for unit in state.forces[side].standing)


def _swing(state: State, what: str, by: Side | None, question: Initiative) -> Swing:
    gold = chooses(question, _PLAYERS[Side.GOLD], tied=_tied(state))
    chances = {Side.GOLD.value: gold, Side.RED.value: gold.against()}
    return Swing(what=what, by=by.value if by else None, chances=chances)


def _misdirected(state: State, side: Side, question: Initiative) -> Swing:
    own = misdirecting(question, _PLAYERS[side], tied=_tied(state))
    chances = {side.value: own, side.other.value: own.against()}
    return Swing(what=REROLLS_THEIRS, by=side.value, chances=chances)


def _tied(state: State) -> Player | None:
    """Who chooses on equal scores next Turn: by the table's choice nobody, or who has the Initiative now."""
    if state.choices.tied_initiative is not TiedInitiative.HOLDER or state.first is None:
        return None
    return _PLAYERS[state.first]
