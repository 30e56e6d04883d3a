"""What the endpoints of the Warzone match take."""

from typing import Annotated

import msgspec

from companion.fields.characters import Line
from companion.fields.invalid import Invalid
from companion.table.seats import Side
from companion.warzone.attacks.target import Rating
from companion.warzone.cards.card import Faction
from companion.warzone.force.force import ForceEntry
from companion.warzone.match.parts import BattlefieldPlace, Counter, Pips, Reaction, UnitId
from companion.warzone.scenarios import Deployment, DeploymentArea, Primary, Secondary, WarzoneScenario
from companion.warzone.sums.sight import FURTHEST, Count, Stand
from companion.warzone.sums.ways import Inches, inches, rounded_up

Text = Annotated[str, msgspec.Meta(max_length=40)]
LARGEST_FORCE = 60


class Size(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Holds the Game Size in DPs."""

    size: Annotated[int, msgspec.Meta(ge=1, le=500)]


class ForceBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Holds a Force, whole, in place of the one before.

    It has the id of a kept one, or its Units one by one, or lines. A line is such as "3 Hounds, W 2, DP 4, Group 3".
    Else it has only its number of Activations.
    """

    force: Text | None = None
    faction: Faction | None = None
    name: Text = ""
    units: Annotated[tuple[ForceEntry | Line, ...], msgspec.Meta(max_length=LARGEST_FORCE)] = ()
    activations: Annotated[int, msgspec.Meta(ge=0, le=LARGEST_FORCE)] = 0
    assets: Annotated[tuple[Text, ...], msgspec.Meta(max_length=20)] = ()


class TwoDice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Holds both players' real dice; without them, Warglass rolls."""

    gold: Pips | None = None
    red: Pips | None = None


class AllegianceBody(TwoDice, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`light` chooses the Agents of Light; without it, dice decide, with what the Factions add or take off."""

    light: Side | None = None
    gold_faction: Faction | None = None
    red_faction: Faction | None = None


class OneDie(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Holds a real die; without it, Warglass rolls."""

    roll: Pips | None = None


class DeploymentBody(OneDie, frozen=True, kw_only=True, forbid_unknown_fields=True):
    deployment: Deployment | None = None


class ScenarioBody(OneDie, frozen=True, kw_only=True, forbid_unknown_fields=True):
    scenario: WarzoneScenario | None = None


class AreaBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    area: DeploymentArea


class PicksBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    picks: Annotated[tuple[Secondary, ...], msgspec.Meta(max_length=8)] = ()


class PrimaryBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pick: Primary


class UnitBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    unit: UnitId


class DesignateBody(UnitBody, frozen=True, kw_only=True, forbid_unknown_fields=True):
    asset: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class UnitsBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Names the Units; empty for an Activation without a name."""

    units: Annotated[tuple[UnitId, ...], msgspec.Meta(max_length=20)] = ()


class InitiativeBody(OneDie, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`again` where an effect makes this side roll once more; `misdirected`: it is the other's Intel Misdirection."""

    again: bool = False
    misdirected: bool = False


class PassesBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    passes: Annotated[int, msgspec.Meta(ge=0, le=LARGEST_FORCE)]


class AnswerBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    turn: Annotated[int, msgspec.Meta(ge=2, le=5)]
    question: Text
    option: Text


class ReactionBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    reaction: Reaction


class MarkBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    counter: Counter
    on: bool = True


class Cause(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`by` is the Enemy Unit that did it, if you say so; `strike`: by a Strike Action."""

    by: UnitId | None = None
    strike: bool = False


class WoundBody(Cause, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Gives so many Wound Counters; below 0, taken away."""

    count: Annotated[int, msgspec.Meta(ge=-20, le=20)] = 1


class WeaponBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    weapon: Text = ""


class CloudBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`size` is the X of Cloud (X) in inches, `owner` whose Cloud it is, if you say so."""

    name: Text = ""
    size: Annotated[int, msgspec.Meta(ge=1, le=20)] | None = None
    owner: Side | None = None


class ScatterBody(OneDie, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Moves the Cloud so many inches in the direction that the die shows."""

    inches: Annotated[int, msgspec.Meta(ge=1, le=36)]


class EffectBody(OneDie, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`unit` and its `ld` for To the Last Warrior, whose TN(LD) Test is rolled at once. `agreed`: now, though its
    moment is another."""

    unit: UnitId | None = None
    ld: Annotated[int, msgspec.Meta(ge=1, le=20)] | None = None
    effect: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    agreed: bool = False


# What the endpoints about Scenario Objective counters take.


class InteractBody(OneDie, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Records an Interact Action.

    `done` says how it went, without a roll. Without `done`, the test is rolled against `ld`, or the LD of the Unit's
    kept card. `reroll`: a failed one once more. `place` is where a counter of Escort is then. `agreed`: whatever the
    book has against it.
    """

    side: Side
    unit: UnitId
    ld: Rating | None = None
    reroll: bool = False
    done: bool | None = None
    place: BattlefieldPlace | None = None
    agreed: bool = False


class ControlBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Sets the counter's controller; without `control`, neither side controls it."""

    control: Side | None = None


class DamageBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    side: Side
    damage: Annotated[int, msgspec.Meta(ge=0, le=40)]


class PlaceBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    place: BattlefieldPlace


class ConnectionBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Without `unit`: none made a connection this Turn."""

    unit: UnitId | None = None


class CommandersBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Holds each Commander's distance from its own Side to the far edge of its base, as the tape shows it.

    Friendly Units are further (`front`) or closer (`behind`).
    """

    gold: Inches
    red: Inches
    gold_front: Count = 0
    gold_behind: Count = 0
    red_front: Count = 0
    red_behind: Count = 0

    def stand(self, side: Side) -> Stand:
        """Raises Invalid."""
        distance = rounded_up(inches(getattr(self, side.value)))
        if distance > FURTHEST:
            raise Invalid(side.value, f"must be at most {FURTHEST} inches")
        front, behind = (getattr(self, f"{side.value}_{where}") for where in ("front", "behind"))
        return Stand(distance=distance, front=front, behind=behind)
