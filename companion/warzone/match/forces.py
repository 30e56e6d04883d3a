"""Holds Forces in a match: their Units, assets, Commander and cards. Warzone Eternal, Chapter 12."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, TypeAlias

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from companion.fields.decode import from_json
from companion.fields.invalid import Invalid
from companion.names import same
from companion.table.errors import Refused
from companion.table.game import Cards
from companion.table.seats import Side
from companion.table.state import Stage
from companion.warzone.cards.card import Allegiance, Faction, UnitCard
from companion.warzone.cards.card_file import CardFile, file_of
from companion.warzone.cards.library import ADDRESSES, UNIT
from companion.warzone.choices import WarzoneChoices
from companion.warzone.force.assets import designated
from companion.warzone.force.check import ForceVerdict, check_force
from companion.warzone.force.force import ForceEntry, ForceRoster, Unit, entries, roster, unlisted
from companion.warzone.match.kinds import ForceAct, ForceEvent, OwnUnitAct, UnitEvent, WarzoneEvent, not_over, standing
from companion.warzone.match.state import Force, State, TurnPhase, UnitState, called, count_of, possessive, with_force
from companion.warzone.match.views import ForceView, WarzoneView
from companion.warzone.scenarios import WarzoneScenario

# A Force, whole.

MOST_UNITS = 60
"""Limits the Units of a Force in a match, and so its Activations and Pass Counters."""


class Mustered(ForceEvent, frozen=True, kw_only=True):
    """`listed`: whether somebody typed the Units in. `designated`: the ids of the Units that assets are for."""

    WHAT = "Force"

    faction: Faction | None
    name: str
    units: tuple[Unit, ...]
    listed: bool
    assets: tuple[str, ...]
    designated: dict[str, str] | msgspec.UnsetType = msgspec.UNSET

    def apply(self, state: State) -> State:
        return with_force(
            state,
            self.side,
            # Units that are only counted leave the Faction that the side rolled with.
            faction=self.faction or (None if self.listed else state.forces[self.side].faction),
            name=self.name,
            listed=self.listed,
            assets=self.assets,
            designated=self.designated or {},
            units={unit.id: UnitState(unit=unit) for unit in self.units},
            commander=None,
            first_commander=None,
        )

    def sentence(self, state: State) -> str:
        return f"{self.who(state)} brought {count_of(len(self.units), 'Unit')}"


class Muster(ForceAct, frozen=True, kw_only=True):
    """Brings a Force, whole, in place of the one before.

    Without `entries` it has `activations` nameless Units. `designated` has the id of the card whose Unit each asset is
    for.
    """

    ADDRESSES = ("sides/{side}/muster",)
    SUMMARY = "A side's Force"
    EVENT = Mustered

    faction: Faction | None = None
    name: str = ""
    entries: tuple[ForceEntry, ...] = ()
    activations: int = 0
    assets: tuple[str, ...] = ()
    designated: Mapping[str, str] = msgspec.field(default_factory=dict)

    def decide(self, state: State, at: int) -> Sequence[WarzoneEvent]:
        not_over(state)
        if state.stage is not Stage.SETUP:
            raise Refused("The game has begun: the Forces stay as they are.")
        listed = bool(self.entries)
        units = roster(self.entries) if listed else unlisted(self.activations)
        return [
            self.event(
                at,
                units=units,
                listed=listed,
                assets=tuple(dict.fromkeys(self.assets)),
                designated=_carriers(self.designated, units) or UNSET,
            )
        ]


# Which Unit each Faction Asset is for that is bought for one (Chapter 12, Faction Assets).

Carried: TypeAlias = Mapping[str, str]
"""A Unit's id by the name of the asset that was designated to it."""


def _carriers(designated: Carried, units: tuple[Unit, ...]) -> dict[str, str]:
    """Returns each asset's Unit, for a Force that named cards by their ids: the first Unit of that card."""
    first = {unit.card_id: unit.id for unit in reversed(units) if isinstance(unit.card_id, str)}
    return {asset: first[card] for asset, card in designated.items() if card in first}


def carried_by(unit: str, carried: Carried) -> tuple[str, ...]:
    """Returns the assets that were designated to the Unit."""
    return tuple(asset for asset, whose in carried.items() if whose == unit)


class Designated(UnitEvent, frozen=True, kw_only=True):
    WHAT = "asset"

    asset: str

    def apply(self, state: State) -> State:
        designated = {**state.forces[self.side].designated, self.asset: self.unit}
        return with_force(state, self.side, designated=designated)

    def sentence(self, state: State) -> str:
        return f"{self.who(state)} got {self.asset}"


class Designate(OwnUnitAct, frozen=True, kw_only=True):
    """Gives the Unit the asset of that name, whichever Unit had it before.

    The Force's check says whether the Unit may have it, where there are cards.
    """

    ADDRESSES = ("sides/{side}/designate",)
    SUMMARY = "Which Unit a Faction Asset is for"
    EVENT = Designated

    asset: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]

    def decide(self, state: State, at: int) -> Sequence[WarzoneEvent]:
        not_over(state)
        force = state.forces[self.side]
        asset = next((each for each in force.assets if same(each, self.asset)), None)
        if asset is None:
            raise Refused(f"{called(state, self.side)} did not buy {self.asset}.")
        if not designated(asset):
            raise Refused(f"{asset} is for the whole Force, not for one Unit.")
        standing(force, self.unit)
        return [self.event(at, asset=asset)]


# The Commander of Lead from the Front (Chapter 13).


class CommanderNamed(UnitEvent, frozen=True, kw_only=True):
    WHAT = "command"
    SAYS = "became the Commander"

    def apply(self, state: State) -> State:
        """Returns the state with that Commander. The first is the one when the Activations began: until then a
        correction counts."""
        first = self.unit if state.opening else state.forces[self.side].first_commander or self.unit
        return with_force(state, self.side, commander=self.unit, first_commander=first)


class NameCommander(OwnUnitAct, frozen=True, kw_only=True):
    """Names the Commander of Lead from the Front."""

    ADDRESSES = ("sides/{side}/commander",)
    SUMMARY = "A side's Commander"
    EVENT = CommanderNamed

    def check(self, state: State) -> None:
        not_over(state)
        force = state.forces[self.side]
        if standing(force, self.unit) not in leaders(force):
            raise Refused("Only a Unit with the Leader Designation can be the Commander.")
        if not state.opening and force.commander is not None:
            if _stands(force):
                name = force.units[force.commander].unit.name
                whose = possessive(called(state, self.side))
                raise Refused(f"{whose} Commander stays {name} until it is a Casualty.")
            if not _starting(state):
                raise Refused("A new Commander is chosen in the next Start Turn Phase.")


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


def may_name_commander(state: State, side: Side) -> bool:
    """Returns True where the side has no Commander, and may choose one now."""
    return state.stage is Stage.PLAY and not _stands(state.forces[side]) and bool(candidates(state, side))


def _stands(force: Force) -> bool:
    return force.commander in force.units and force.units[force.commander].fall is None


def _starting(state: State) -> bool:
    return state.stage is Stage.PLAY and state.turn_phase is TurnPhase.START


# The unit cards that a match's Units came from, for its file.


def _used(view: WarzoneView) -> Iterator[str]:
    return (id for force in view.sides.values() for each in force.units if isinstance(id := each.unit.card_id, str))


def _written(kept: bytes) -> bytes:
    return msgspec.json.encode(file_of(from_json(kept, UnitCard)))


def _read(said: bytes) -> tuple[str, bytes]:
    card = from_json(said, CardFile).card()
    if card.id in ADDRESSES:
        raise Invalid("id", "is the address of another page")
    return card.id, msgspec.json.encode(card)


CARDS = Cards(kind=UNIT, used=_used, written=_written, read=_read)

# A Force that was built from cards: into a match, and how the rules judge it there (Chapter 12, Building a Force).


def bringing(side: Side, force: ForceRoster, name: str, cards: Mapping[str, UnitCard]) -> Muster:
    """Returns the act that brings the Force, legal or not: the players decide.

    Raises Invalid where it has no Units, or a card is gone.
    """
    if not force.units:
        raise Invalid("force", "has no Units yet: put some in first")
    if lost := [unit for unit in force.units if unit not in cards]:
        raise Invalid("force", f"has no card any more for {', '.join(dict.fromkeys(lost))}")
    return Muster(
        side=side,
        faction=force.faction,
        name=name,
        entries=entries([cards[unit] for unit in force.units], force.faction),
        assets=force.assets,
        designated=force.designated,
    )


def as_built(brought: ForceView, size: int) -> ForceRoster | None:
    """Returns the Force that a side of a match has before it begins, for a game of `size` DP.

    None where it did not come from cards.
    """
    units = tuple(id for each in brought.units if isinstance(id := each.unit.card_id, str))
    if brought.faction is None or not units or len(units) < len(brought.units):
        return None
    return ForceRoster(
        game_size=size,
        faction=brought.faction,
        allegiance=brought.allegiance or Allegiance.LIGHT,
        units=units,
        assets=tuple(effect.name for effect in brought.effects),
        designated={asset: id for each, id in zip(brought.units, units, strict=True) for asset in each.assets},
    )


def judged(
    force: ForceRoster,
    *,
    size: int,
    allegiance: Allegiance | None,
    cards: Mapping[str, UnitCard],
    choices: WarzoneChoices,
) -> tuple[ForceRoster, ForceVerdict]:
    """Returns the Force as it is in a match of `size` DP, and the verdict on it.

    While its Allegiance is not determined, it may be either: the one that breaks fewer rules.
    """
    sides = [allegiance] if allegiance else [force.allegiance, *Allegiance]
    found = [replace(force, game_size=size, allegiance=each) for each in dict.fromkeys(sides)]
    verdicts = [(each, check_force(each, cards, choices)) for each in found]
    return min(verdicts, key=lambda each: len(each[1].problems))
