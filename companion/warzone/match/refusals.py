"""Refusals that several rules share, and which Unit each Faction Asset is for."""

from collections.abc import Mapping
from typing import TypeAlias

from companion.names import same
from companion.table.errors import Refused
from companion.table.seats import Side
from companion.table.state import Stage
from companion.warzone.force.assets import designated
from companion.warzone.force.force import Unit
from companion.warzone.match.parts import UnitCommand, UnitEvent
from companion.warzone.match.state import RALLIES, Force, State, TurnPhase, UnitState, called, possessive

# Refusals that several rules share.


def not_over(state: State) -> None:
    """Raises Refused once the game is over."""
    if state.stage is Stage.OVER:
        raise Refused("The game is over.")


def playing(state: State) -> None:
    """Raises Refused before the first Turn and after the last."""
    not_over(state)
    if state.stage is Stage.SETUP:
        raise Refused("Not begun yet. Tap Begin, or each hold a button.")


def in_phase(state: State, phase: TurnPhase) -> None:
    """Raises Refused in any other phase of the Turn."""
    playing(state)
    if state.turn_phase is not phase:
        raise Refused(_NOT_NOW[state.turn_phase])


_NOT_NOW = {
    TurnPhase.START: "First see who goes first.",
    TurnPhase.ACTIVATION: "Activations are still to come.",
    TurnPhase.END: "This Turn's Activations are over.",
}


def in_turn(state: State, side: Side) -> Force:
    """Returns the side's Force, which must be the Active Player's. Raises Refused."""
    in_phase(state, TurnPhase.ACTIVATION)
    if state.active is not side:
        raise Refused(f"It is {possessive(called(state, side.other))} Activation.")
    return state.forces[side]


def standing(force: Force, unit: str) -> UnitState:
    """Returns the Unit, which must not be a Casualty. Raises Refused, NotHere."""
    found = force.unit(unit)
    if found.fall is not None:
        raise Refused(f"{found.unit.name} cannot do that: it is a Casualty.")
    return found


def unused(state: State, side: Side, effect: str) -> None:
    """Raises Refused where the side has used the effect before: in this game, or in this Turn if it has it in each."""
    for used, turn in state.forces[side].used.items():
        if same(used, effect) and not (same(used, RALLIES) and turn < state.turn):
            raise Refused(f"{called(state, side)} used {used} in Turn {turn}.")


# Which Unit each Faction Asset is for that is bought for one (Chapter 12, Faction Assets).

Carried: TypeAlias = Mapping[str, str]
"""Has a Unit's id by the name of the asset that was designated to it."""


class Designate(UnitCommand, frozen=True, kw_only=True):
    """Gives the Unit the asset of that name, whichever Unit had it before."""

    asset: str


class Designated(UnitEvent, frozen=True, kw_only=True):
    asset: str


def decide_designation(state: State, command: Designate, at: int) -> Designated:
    """Records the designation.

    The Force's check says whether the Unit may have it, where there are cards. Raises Refused, NotHere.
    """
    force = state.forces[command.side]
    asset = next((each for each in force.assets if same(each, command.asset)), None)
    if asset is None:
        raise Refused(f"{called(state, command.side)} did not buy {command.asset}.")
    if not designated(asset):
        raise Refused(f"{asset} is for the whole Force, not for one Unit.")
    standing(force, command.unit)
    return Designated(sand_ns=at, side=command.side, unit=command.unit, asset=asset)


def brought(designated: Mapping[str, str], units: tuple[Unit, ...]) -> dict[str, str]:
    """Returns each asset's Unit, for a Force that named cards by their ids: the first Unit of that card."""
    first = {unit.card_id: unit.id for unit in reversed(units) if isinstance(unit.card_id, str)}
    return {asset: first[card] for asset, card in designated.items() if card in first}


def carried_by(unit: str, carried: Carried) -> tuple[str, ...]:
    """Returns the assets that were designated to the Unit."""
    return tuple(asset for asset, whose in carried.items() if whose == unit)
