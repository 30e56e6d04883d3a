"""Setting a game up. Warzone Eternal, Chapters 12 and 13."""

from collections.abc import Mapping
from typing import assert_never

import msgspec
from msgspec import UNSET

from companion.ledger import Ledger, Line
from companion.table.errors import Refused
from companion.table.history import Source
from companion.table.seats import Side
from companion.table.state import Stage
from companion.warzone.cards.card import Faction
from companion.warzone.force.force import roster, unlisted
from companion.warzone.match import commands as c
from companion.warzone.match import events as e
from companion.warzone.match.parts import Die
from companion.warzone.match.refusals import Designate, brought, decide_designation, not_over, standing
from companion.warzone.match.state import LAST_TURN, Force, State, TurnPhase, UnitState, called, possessive
from companion.warzone.scenarios import (
    SECONDARIES_EACH,
    Primary,
    Secondary,
    WarzoneScenario,
    deployment_rolled,
    open_to,
    scenario_rolled,
)

# Dice of the setup: who is the lower.

ALLEGIANCE = "Determine Allegiance"


def allegiance_roll(faction: Faction | None, die: Die) -> Ledger:
    """Sums a Force's roll for its Allegiance: the Brotherhood take 10 off, the Dark Legion add 10."""
    lines = [Line("d20", die.value, ALLEGIANCE)]
    if faction is Faction.BROTHERHOOD:
        lines.append(Line("Brotherhood", -10, ALLEGIANCE))
    if faction is not None and faction.dark_legion:
        lines.append(Line("Dark Legion", 10, ALLEGIANCE))
    return Ledger.of(lines)


def agents_of_light(factions: Mapping[Side, Faction | None], *, gold: Die, red: Die) -> Side | None:
    """Returns the side with the lower roll; None where they tie: then both roll again."""
    one = allegiance_roll(factions[Side.GOLD], gold).value
    other = allegiance_roll(factions[Side.RED], red).value
    return lower(gold=one, red=other)


def lower(*, gold: int, red: int) -> Side | None:
    """Returns the side with the lower number, or None where they tie."""
    if gold == red:
        return None
    return Side.GOLD if gold < red else Side.RED


# Who may be the Commander of Lead from the Front, and when (Chapter 13).


def leaders(force: Force) -> list[UnitState]:
    """Returns the Units on the Battlefield with the Leader Designation, which may be chosen.

    All may be where the list of this Force names no Leader, for then only its player knows.
    """
    known = any(unit.unit.leader for unit in force.units.values())
    return [unit for unit in force.standing if unit.unit.leader or not known]


def candidates(state: State, side: Side) -> list[UnitState]:
    """Returns the Units that this side may choose now.

    Empty while it has a Commander, or must wait for the next Start Turn Phase.
    """
    force = state.forces[side]
    if state.scenario is not WarzoneScenario.LEAD_FROM_THE_FRONT or state.stage is Stage.OVER:
        return []
    if not state.opening and force.commander is not None and (_stands(force) or not _starting(state)):
        return []
    return [unit for unit in leaders(force) if unit.unit.id != force.commander]


def asked(state: State, side: Side) -> bool:
    """Returns True where the side has no Commander, and may choose one now."""
    return state.stage is Stage.PLAY and not _stands(state.forces[side]) and bool(candidates(state, side))


def may_be_named(state: State, side: Side, unit: str) -> None:
    """Raises Refused, NotHere."""
    force = state.forces[side]
    found = standing(force, unit)
    if found not in leaders(force):
        raise Refused("Only a Unit with the Leader Designation can be the Commander.")
    if state.opening or force.commander is None:
        return
    if _stands(force):
        name = force.units[force.commander].unit.name
        raise Refused(f"{possessive(called(state, side))} Commander stays {name} until it is a Casualty.")
    if not _starting(state):
        raise Refused("A new Commander is chosen in the next Start Turn Phase.")


def _stands(force: Force) -> bool:
    return force.commander in force.units and force.units[force.commander].fall is None


def _starting(state: State) -> bool:
    return state.stage is Stage.PLAY and state.turn_phase is TurnPhase.START


# Who may know what is sealed.
# Sealed events go into the journal whole, so a restart keeps them, and leave the table only as `Event.public`. Only the
# phone that sealed a pick may read it before it is revealed, and only while it acts for that side, or for both. That
# phone is known by the cookie it joined with. A phone of another side can neither read the pick nor seal another in its
# place.


class Picks(msgspec.Struct, frozen=True, kw_only=True):
    """Holds what one phone has sealed for a side."""

    secondaries: tuple[Secondary, ...] = ()
    primary: Primary | None = None


def picks_of(state: State, phone: Source) -> dict[Side, Picks]:
    """Returns what this phone has sealed and is not revealed yet, by the side it was for."""
    picks = {}
    for side, force in state.forces.items():
        if not phone.keeps_secrets_of(side.value):
            continue
        secondaries = force.sealed if force.owner == phone.device else ()
        primary = force.sealed_primary if force.primary_owner == phone.device else None
        if secondaries or primary is not None:
            picks[side] = Picks(secondaries=secondaries, primary=primary)
    return picks


# What setup commands bring about, or why they are refused. Warzone Eternal, Chapters 12 and 13.


def decide_setup(state: State, command: c.SetupCommand, at: int) -> e.SetupEvent:
    """Decides a command of the set-up.

    Corrections count until the game is over, and for the Forces until it begins. Raises Refused, NotHere.
    """
    not_over(state)
    match command:
        case c.SetSize(size=size):
            return e.Sized(sand_ns=at, size=size)
        case c.Muster():
            return _muster(state, command, at)
        case Designate():
            return decide_designation(state, command, at)
        case c.RollAllegiance(gold=gold, red=red, factions=factions):
            known = {side: factions.get(side, force.faction) for side, force in state.forces.items()}
            light = agents_of_light(known, gold=gold, red=red)
            return e.Allied(sand_ns=at, light=light, gold=gold, red=red, factions=dict(factions) or UNSET)
        case c.ChooseAllegiance(light=light):
            return e.Allied(sand_ns=at, light=light)
        case c.SetDeployment(deployment=deployment, die=die):
            deployment = deployment_rolled(die.value) if die else deployment
            if deployment is None:
                raise Refused("Choose a Deployment Type, or roll for it.")
            return e.DeploymentSet(sand_ns=at, deployment=deployment, die=die)
        case c.SetScenario(scenario=scenario, die=die):
            scenario = scenario_rolled(die.value) if die else scenario
            if scenario is None:
                raise Refused("Choose a Scenario, or roll for it.")
            return e.ScenarioSet(sand_ns=at, scenario=scenario, die=die)
        case c.PlaceTerrain():
            return e.TerrainPlaced(sand_ns=at)
        case c.RollAreas(gold=gold, red=red):
            return e.AreasRolled(sand_ns=at, gold=gold, red=red)
        case c.SelectArea(side=side, area=area):
            return e.AreaSelected(sand_ns=at, side=side, area=area)
        case c.NameCommander(side=side, unit=unit):
            may_be_named(state, side, unit)
            return e.CommanderNamed(sand_ns=at, side=side, unit=unit)
        case c.Seal() | c.SealPrimary() | c.Reveal() | c.RevealPrimaries():
            return _secret(state, command, at)
        case _:
            assert_never(command)


def _muster(state: State, command: c.Muster, at: int) -> e.Mustered:
    if state.stage is not Stage.SETUP:
        raise Refused("The game has begun: the Forces stay as they are.")
    listed = bool(command.entries)
    units = roster(command.entries) if listed else unlisted(command.activations)
    return e.Mustered(
        sand_ns=at,
        side=command.side,
        faction=command.faction,
        name=command.name,
        units=units,
        listed=listed,
        assets=tuple(dict.fromkeys(command.assets)),
        designated=brought(command.designated, units) or UNSET,
    )


def _secret(state: State, command: c.Seal | c.SealPrimary | c.Reveal | c.RevealPrimaries, at: int) -> e.SetupEvent:
    """Reasons never name a pick: everyone reads them."""
    match command:
        case c.Seal(side=side, owner=owner, picks=picks):
            if state.stage is not Stage.SETUP:
                raise Refused("The game has begun: Secondary Objectives are sealed before.")
            if state.forces[side].secondaries:
                raise Refused(f"{possessive(called(state, side))} Secondary Objectives are revealed already.")
            if len(set(picks)) != SECONDARIES_EACH or len(picks) != SECONDARIES_EACH:
                raise Refused("Pick two different Secondary Objectives.")
            if not set(picks) <= set(open_to(state.allegiance(side))):
                raise Refused("One of these is not for your Allegiance: pick another.")
            return e.Sealed(sand_ns=at, side=side, owner=owner, picks=picks)
        case c.SealPrimary(side=side, owner=owner, pick=pick):
            if state.scenario is not WarzoneScenario.KEY_POSITIONS:
                raise Refused("Only Key Positions has Primary Objectives.")
            if not state.opening:
                raise Refused("Primary Objectives are chosen before the first Activation Phase.")
            return e.PrimarySealed(sand_ns=at, side=side, owner=owner, pick=pick)
        case c.Reveal():
            gold, red = (_sealed(state, side) for side in Side)
            return e.Revealed(sand_ns=at, gold=gold, red=red)
        case c.RevealPrimaries():
            if state.turn != LAST_TURN or state.turn_phase is not TurnPhase.END:
                raise Refused("Primary Objectives stay secret until the end of the fifth Turn.")
            primaries = [state.forces[side].sealed_primary for side in Side]
            if primaries[0] is None or primaries[1] is None:
                raise Refused("Not both of you chose a Primary Objective.")
            return e.PrimariesRevealed(sand_ns=at, gold=primaries[0], red=primaries[1])
        case _:
            assert_never(command)


def _sealed(state: State, side: Side) -> tuple[Secondary, ...]:
    force = state.forces[side]
    if not force.sealed:
        raise Refused("No pick is sealed." if force.secondaries else f"{called(state, side)} must pick first.")
    if not set(force.sealed) <= set(open_to(state.allegiance(side))):
        raise Refused(f"{possessive(called(state, side))} picks do not fit its Allegiance any more: pick again.")
    return force.sealed
