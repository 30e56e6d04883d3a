"""The Warzone match as JSON: its setup, its Turns, its questions. What happened is in the table's view."""

import secrets
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import msgspec

from companion.fields.characters import Line
from companion.fields.invalid import Invalid
from companion.fields.numbers import LARGEST, bounded
from companion.table.commands import Command
from companion.table.seats import Side
from companion.table.table import Table
from companion.table.view import TableView
from companion.warzone.attacks.target import Rating
from companion.warzone.cards.card import Faction
from companion.warzone.cards.kept import KeptCards, KeptForces
from companion.warzone.force.force import ForceEntry, read_line
from companion.warzone.match import acts as c
from companion.warzone.match.acts import Designate, ForceAct
from companion.warzone.match.forces import bringing
from companion.warzone.match.objectives import Picks, picks_of
from companion.warzone.match.parts import BattlefieldPlace, Counter, Die, LeadershipRoll, Pips, Reaction, UnitId
from companion.warzone.match.state import State
from companion.warzone.match.views import WarzoneView
from companion.warzone.scenarios import Deployment, DeploymentArea, Primary, Secondary, WarzoneScenario
from companion.warzone.sums.sight import FURTHEST, Count, Stand
from companion.warzone.sums.ways import Inches, inches, rounded_up
from web.http.endpoint import Call, Endpoint, Nothing, get, named, post
from web.table.api import side_named

# What the endpoints take.

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
    """So many Wound Counters given; below 0, taken away."""

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


# The match's endpoints.

Asked = Callable[[Call[Any, Any]], Command]
"""The command that a request asks the table for."""


class SealedView(msgspec.Struct, frozen=True):
    """Holds what this phone, and no other, has sealed: by side."""

    sides: dict[str, Picks]


class MatchApi:
    """Serves the match's endpoints. It draws chance: it rolls a die where the request has none."""

    def __init__(self, *, table: Table, cards: KeptCards, forces: KeptForces) -> None:
        self._table = table
        self._cards = cards
        self._forces = forces

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (*self._setting_up(), *self._turns())

    def _setting_up(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            get(
                "/warzone/sealed",
                self._sealed,
                query=Nothing,
                answer=SealedView,
                summary="What this phone has sealed and is not revealed yet",
            ),
            self._change("size", Size, lambda call: c.SetSize(size=call.body.size), "The Game Size"),
            self._change("sides/{side}/muster", ForceBody, self._muster, "A side's Force"),
            self._change(
                "sides/{side}/designate",
                DesignateBody,
                lambda call: Designate(side=_side(call), unit=call.body.unit, asset=call.body.asset),
                "Which Unit a Faction Asset is for",
            ),
            self._change("allegiance", AllegianceBody, _allegiance, "Choose the Agents of Light, or roll"),
            self._change("deployment", DeploymentBody, _deployment, "Choose the Deployment Type, or roll"),
            self._change("scenario", ScenarioBody, _scenario, "Choose the Scenario, or roll"),
            self._change("terrain", Nothing, lambda _: c.PlaceTerrain(), "The Battlefield has its Terrain Features"),
            self._change("areas", TwoDice, _areas, "Roll for the choice of Deployment Areas"),
            self._change(
                "sides/{side}/area",
                AreaBody,
                lambda call: c.SelectArea(side=_side(call), area=call.body.area),
                "A side selects its Deployment Area",
            ),
            self._change(
                "sides/{side}/seal",
                PicksBody,
                lambda call: c.Seal(side=_side(call), owner=call.source.device, picks=call.body.picks),
                "A side's Secondary Objectives, secret until they are revealed",
            ),
            self._change(
                "sides/{side}/primary",
                PrimaryBody,
                lambda call: c.SealPrimary(side=_side(call), owner=call.source.device, pick=call.body.pick),
                "A side's Primary Objective, secret until they are revealed",
            ),
            self._change("reveal", Nothing, lambda _: c.Reveal(), "Reveal both sides' Secondary Objectives"),
            self._change(
                "reveal-primaries", Nothing, lambda _: c.RevealPrimaries(), "Reveal both sides' Primary Objectives"
            ),
            self._change(
                "sides/{side}/commander",
                UnitBody,
                lambda call: c.NameCommander(side=_side(call), unit=call.body.unit),
                "A side's Commander",
            ),
        )

    def _turns(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            self._change("sides/{side}/initiative", InitiativeBody, _initiative, "A side rolls for Initiative"),
            self._change("sides/{side}/keep", Nothing, _of_side(c.KeepInitiative), "A side keeps the Initiative"),
            self._change("sides/{side}/yield", Nothing, _of_side(c.PassInitiative), "A side passes the Initiative"),
            self._change("sides/{side}/first", Nothing, _of_side(c.GoFirst), "A side goes first, by your own word"),
            self._change(
                "sides/{side}/activate",
                UnitsBody,
                lambda call: c.Activate(side=_side(call), units=call.body.units),
                "A side Activates a Unit, or those of a Group",
            ),
            self._change("sides/{side}/done", Nothing, _of_side(c.EndActivation), "A side ends its Activation"),
            self._change("sides/{side}/pass", Nothing, _of_side(c.UsePass), "A side uses a Pass Counter"),
            self._change(
                "sides/{side}/passes",
                PassesBody,
                lambda call: c.SetPasses(side=_side(call), passes=call.body.passes),
                "Correct a side's Pass Counters",
            ),
            self._change("sides/{side}/active", Nothing, _of_side(c.SetActive), "Make a side the Active Player"),
            self._change("end-activations", Nothing, lambda _: c.EndActivations(), "End the Activations of this Turn"),
            self._change("end-turn", Nothing, lambda _: c.EndTurn(), "The next Turn; after the fifth, the end"),
            self._change(
                "answer",
                AnswerBody,
                lambda call: c.Answer(turn=call.body.turn, question=call.body.question, option=call.body.option),
                "Answer a question of the End Turn Phase, or correct an answer",
            ),
        )

    def _change(self, path: str, body: Any, asked: Asked, summary: str) -> Endpoint[Any, Any]:
        return change(self._table, path, body, asked, summary)

    def _muster(self, call: Call[Nothing, ForceBody]) -> c.Muster:
        if call.body.force is None:
            return _typed(call)
        force = self._forces.find(call.body.force)
        return bringing(_side(call), force, force.name, self._cards.by_id())

    def _sealed(self, call: Call[Nothing, Nothing]) -> SealedView:
        state = self._table.match.state
        picks = picks_of(state, call.source) if isinstance(state, State) else {}
        return SealedView({side.value: own for side, own in picks.items()})


def change(table: Table, path: str, body: Any, asked: Asked, summary: str) -> Endpoint[Any, Any]:
    """Returns the endpoint below /warzone/match that asks the table for a command and answers with its view."""

    def handle(call: Call[Any, Any]) -> TableView:
        return table.dispatch(asked(call), source=call.source)

    return post(f"/warzone/match/{path}", handle, body=body, answer=WarzoneView, summary=summary)


def die(roll: int | None) -> Die:
    """Returns a real die's roll, or one drawn at random."""
    return Die.of(secrets.randbelow(20)) if roll is None else Die(value=roll, real=True)


def _side(call: Call[Any, Any]) -> Side:
    return side_named(call.path["side"])


def _of_side(command: type[ForceAct]) -> Asked:
    return lambda call: command(side=_side(call))


def _typed(call: Call[Nothing, ForceBody]) -> c.Muster:
    body = call.body
    typed = tuple(_entry(f"units[{index}]", each) for index, each in enumerate(body.units))
    if sum(entry.count for entry in typed) > LARGEST_FORCE:
        raise Invalid("units", f"must be at most {LARGEST_FORCE} in all")
    assets = tuple(named("assets", asset) or "" for asset in body.assets)
    return c.Muster(
        side=_side(call),
        faction=body.faction,
        name=named("name", body.name or None) or "",
        entries=typed,
        activations=body.activations,
        assets=assets,
    )


def _entry(field: str, typed: ForceEntry | str) -> ForceEntry:
    try:
        return read_line(typed) if isinstance(typed, str) else typed
    except ValueError as error:
        raise Invalid(field, str(error)) from error


def _allegiance(call: Call[Nothing, AllegianceBody]) -> c.ChooseAllegiance | c.RollAllegiance:
    if call.body.light is not None:
        return c.ChooseAllegiance(light=call.body.light)
    said = {Side.GOLD: call.body.gold_faction, Side.RED: call.body.red_faction}
    factions = {side: faction for side, faction in said.items() if faction is not None}
    return c.RollAllegiance(gold=die(call.body.gold), red=die(call.body.red), factions=factions)


def _deployment(call: Call[Nothing, DeploymentBody]) -> c.SetDeployment:
    if call.body.deployment is not None:
        return c.SetDeployment(deployment=call.body.deployment)
    return c.SetDeployment(die=die(call.body.roll))


def _scenario(call: Call[Nothing, ScenarioBody]) -> c.SetScenario:
    if call.body.scenario is not None:
        return c.SetScenario(scenario=call.body.scenario)
    return c.SetScenario(die=die(call.body.roll))


def _areas(call: Call[Nothing, TwoDice]) -> c.RollAreas:
    return c.RollAreas(gold=die(call.body.gold), red=die(call.body.red))


def _initiative(call: Call[Nothing, InitiativeBody]) -> c.RollInitiative:
    body = call.body
    return c.RollInitiative(side=_side(call), die=die(body.roll), again=body.again, misdirected=body.misdirected)


# The Warzone match as JSON: what lies beside Units, Clouds on the Battlefield, effects used.

_UNIT = "sides/{side}/units/{unit}"


class MatchUnitsApi:
    """Serves the endpoints of counters."""

    def __init__(self, *, table: Table) -> None:
        self._table = table

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            self._change(f"{_UNIT}/react", ReactionBody, _react, "A Unit reacts"),
            self._change(f"{_UNIT}/mark", MarkBody, _mark, "Put a counter beside a Unit, or take it away"),
            self._change(f"{_UNIT}/wound", WoundBody, _wound, "Give or take Wound Counters"),
            self._change(f"{_UNIT}/remove", Cause, _remove, "A Unit is a Casualty"),
            self._change(f"{_UNIT}/return", Nothing, _return, "A Casualty returns to the Battlefield"),
            self._change(f"{_UNIT}/jam", WeaponBody, _jam, "A weapon gets a Reload Counter"),
            self._change(f"{_UNIT}/reload", WeaponBody, _reload, "A weapon is reloaded"),
            self._change("sides/{side}/effect", EffectBody, _effect, "A side uses an effect that it has once a game"),
            self._change("clouds", CloudBody, _cloud, "A Cloud is placed"),
            self._change("clouds/{cloud}/roll", OneDie, _disperse, "Roll for a Cloud in the End Turn Phase"),
            self._change(
                "clouds/{cloud}/answer",
                Nothing,
                lambda call: c.AnswerCloud(cloud=_number(call)),
                "At the end of an Activation no other Unit is in a Cloud",
            ),
            self._change(
                "clouds/{cloud}/scatter",
                ScatterBody,
                lambda call: c.ScatterCloud(cloud=_number(call), inches=call.body.inches, die=die(call.body.roll)),
                "A Cloud is scattered",
            ),
            self._change(
                "clouds/{cloud}/remove",
                Nothing,
                lambda call: c.RemoveCloud(cloud=_number(call)),
                "A Cloud is gone",
            ),
        )

    def _change(self, path: str, body: Any, asked: Asked, summary: str) -> Endpoint[Any, Any]:
        return change(self._table, path, body, asked, summary)


def _unit(call: Call[Any, Any]) -> dict[str, Any]:
    return {"side": side_named(call.path["side"]), "unit": call.path["unit"]}


def _react(call: Call[Nothing, ReactionBody]) -> c.React:
    return c.React(**_unit(call), reaction=call.body.reaction)


def _mark(call: Call[Nothing, MarkBody]) -> c.Mark:
    return c.Mark(**_unit(call), counter=call.body.counter, on=call.body.on)


def _wound(call: Call[Nothing, WoundBody]) -> c.Wound:
    return c.Wound(**_unit(call), count=call.body.count, by=call.body.by, strike=call.body.strike)


def _remove(call: Call[Nothing, Cause]) -> c.Remove:
    return c.Remove(**_unit(call), by=call.body.by, strike=call.body.strike)


def _return(call: Call[Nothing, Nothing]) -> c.Return:
    return c.Return(**_unit(call))


def _jam(call: Call[Nothing, WeaponBody]) -> c.Jam:
    return c.Jam(**_unit(call), weapon=call.body.weapon)


def _reload(call: Call[Nothing, WeaponBody]) -> c.Reload:
    return c.Reload(**_unit(call), weapon=call.body.weapon)


def _effect(call: Call[Nothing, EffectBody]) -> c.UseEffect:
    body, test = call.body, None
    if body.unit is not None:
        if body.ld is None:
            raise Invalid("ld", "is missing: the Unit's LD, from 1 to 20")
        test = LeadershipRoll(unit=body.unit, ld=body.ld, die=die(body.roll))
    effect = named("effect", body.effect) or ""
    return c.UseEffect(side=side_named(call.path["side"]), effect=effect, test=test, agreed=body.agreed)


def _cloud(call: Call[Nothing, CloudBody]) -> c.PlaceCloud:
    body = call.body
    return c.PlaceCloud(name=named("name", body.name or None) or "", size=body.size, owner=body.owner)


def _disperse(call: Call[Nothing, OneDie]) -> c.RollCloud:
    return c.RollCloud(cloud=_number(call), die=die(call.body.roll))


def _number(call: Call[Any, Any]) -> int:
    return bounded("cloud", call.path["cloud"], most=LARGEST)
