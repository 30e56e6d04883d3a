"""Which Unit each Faction Asset is for that is bought for one (Chapter 12, Faction Assets)."""

from collections.abc import Mapping
from typing import TypeAlias

from companion.player_names import same
from companion.table.errors import Refused
from companion.warzone.force.designating import designated
from companion.warzone.force.roster import Unit
from companion.warzone.match.names import called
from companion.warzone.match.refusals import standing
from companion.warzone.match.sided import UnitCommand, UnitEvent
from companion.warzone.match.state import State

Carried: TypeAlias = Mapping[str, str]
"""A Unit's id by the name of the asset that was designated to it."""


class Designate(UnitCommand, frozen=True, kw_only=True):
    """The Unit has the asset of that name, whoever had it before."""

    asset: str


class Designated(UnitEvent, frozen=True, kw_only=True):
    asset: str


def decide(state: State, command: Designate, at: int) -> Designated:
    """Whether the Unit may have it is the Force's check to say, where there are cards. Raises Refused, NotHere."""
    force = state.forces[command.side]
    asset = next((each for each in force.assets if same(each, command.asset)), None)
    if asset is None:
        raise Refused(f"{called(state, command.side)} has not bought {command.asset}.")
    if not designated(asset):
        raise Refused(f"{asset} is for the whole Force: no one Unit has it.")
    standing(force, command.unit)
    return Designated(sand_ns=at, side=command.side, unit=command.unit, asset=asset)


def brought(designated: Mapping[str, str], units: tuple[Unit, ...]) -> dict[str, str]:
    """Each asset's Unit, of a Force that named cards by their ids: the first of that card."""
    first = {unit.card_id: unit.id for unit in reversed(units) if isinstance(unit.card_id, str)}
    return {asset: first[card] for asset, card in designated.items() if card in first}


def carried_by(unit: str, carried: Carried) -> tuple[str, ...]:
    """The assets that were designated to the Unit."""
    return tuple(asset for asset, whose in carried.items() if whose == unit)
