"""The Warzone match as JSON: its setup, its Turns, its questions. What happened is in the table's view."""

import secrets
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from companion.fields.invalid import Invalid
from companion.fields.numbers import LARGEST, bounded
from companion.table.commands import Command
from companion.table.seats import Side
from companion.table.table import Table
from companion.table.view import TableView
from companion.warzone.cards.kept import KeptCards, KeptForces
from companion.warzone.force.force import ForceEntry, read_line
from companion.warzone.match import commands as c
from companion.warzone.match.bringing import bringing
from companion.warzone.match.parts import Die, LeadershipRoll, SideCommand
from companion.warzone.match.refusals import Designate
from companion.warzone.match.setup import Picks, picks_of
from companion.warzone.match.state import State
from companion.warzone.match.views import WarzoneView
from web.http.endpoint import Call, Endpoint, Nothing, get, named, post
from web.table.api import side_named
from web.warzone.match import bodies as b

Asked = Callable[[Call[Any, Any]], Command]
"""Is the command that a request asks the table for."""


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
            self._change("size", b.Size, lambda call: c.SetSize(size=call.body.size), "The Game Size"),
            self._change("sides/{side}/muster", b.ForceBody, self._muster, "A side's Force"),
            self._change(
                "sides/{side}/designate",
                b.DesignateBody,
                lambda call: Designate(side=_side(call), unit=call.body.unit, asset=call.body.asset),
                "Which Unit a Faction Asset is for",
            ),
            self._change("allegiance", b.AllegianceBody, _allegiance, "Choose the Agents of Light, or roll"),
            self._change("deployment", b.DeploymentBody, _deployment, "Choose the Deployment Type, or roll"),
            self._change("scenario", b.ScenarioBody, _scenario, "Choose the Scenario, or roll"),
            self._change("terrain", Nothing, lambda _: c.PlaceTerrain(), "The Battlefield has its Terrain Features"),
            self._change("areas", b.TwoDice, _areas, "Roll for the choice of Deployment Areas"),
            self._change(
                "sides/{side}/area",
                b.AreaBody,
                lambda call: c.SelectArea(side=_side(call), area=call.body.area),
                "A side selects its Deployment Area",
            ),
            self._change(
                "sides/{side}/seal",
                b.PicksBody,
                lambda call: c.Seal(side=_side(call), owner=call.source.device, picks=call.body.picks),
                "A side's Secondary Objectives, secret until they are revealed",
            ),
            self._change(
                "sides/{side}/primary",
                b.PrimaryBody,
                lambda call: c.SealPrimary(side=_side(call), owner=call.source.device, pick=call.body.pick),
                "A side's Primary Objective, secret until they are revealed",
            ),
            self._change("reveal", Nothing, lambda _: c.Reveal(), "Reveal both sides' Secondary Objectives"),
            self._change(
                "reveal-primaries", Nothing, lambda _: c.RevealPrimaries(), "Reveal both sides' Primary Objectives"
            ),
            self._change(
                "sides/{side}/commander",
                b.UnitBody,
                lambda call: c.NameCommander(side=_side(call), unit=call.body.unit),
                "A side's Commander",
            ),
        )

    def _turns(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            self._change("sides/{side}/initiative", b.InitiativeBody, _initiative, "A side rolls for Initiative"),
            self._change("sides/{side}/keep", Nothing, _of_side(c.KeepInitiative), "A side keeps the Initiative"),
            self._change("sides/{side}/yield", Nothing, _of_side(c.PassInitiative), "A side passes the Initiative"),
            self._change("sides/{side}/first", Nothing, _of_side(c.GoFirst), "A side goes first, by your own word"),
            self._change(
                "sides/{side}/activate",
                b.UnitsBody,
                lambda call: c.Activate(side=_side(call), units=call.body.units),
                "A side Activates a Unit, or those of a Group",
            ),
            self._change("sides/{side}/done", Nothing, _of_side(c.EndActivation), "A side ends its Activation"),
            self._change("sides/{side}/pass", Nothing, _of_side(c.UsePass), "A side uses a Pass Counter"),
            self._change(
                "sides/{side}/passes",
                b.PassesBody,
                lambda call: c.SetPasses(side=_side(call), passes=call.body.passes),
                "Correct a side's Pass Counters",
            ),
            self._change("sides/{side}/active", Nothing, _of_side(c.SetActive), "Make a side the Active Player"),
            self._change("end-activations", Nothing, lambda _: c.EndActivations(), "End the Activations of this Turn"),
            self._change("end-turn", Nothing, lambda _: c.EndTurn(), "The next Turn; after the fifth, the end"),
            self._change(
                "answer",
                b.AnswerBody,
                lambda call: c.Answer(turn=call.body.turn, question=call.body.question, option=call.body.option),
                "Answer a question of the End Turn Phase, or correct an answer",
            ),
        )

    def _change(self, path: str, body: Any, asked: Asked, summary: str) -> Endpoint[Any, Any]:
        return change(self._table, path, body, asked, summary)

    def _muster(self, call: Call[Nothing, b.ForceBody]) -> c.Muster:
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


def _of_side(command: type[SideCommand]) -> Asked:
    return lambda call: command(side=_side(call))


def _typed(call: Call[Nothing, b.ForceBody]) -> c.Muster:
    body = call.body
    typed = tuple(_entry(f"units[{index}]", each) for index, each in enumerate(body.units))
    if sum(entry.count for entry in typed) > b.LARGEST_FORCE:
        raise Invalid("units", f"must be at most {b.LARGEST_FORCE} in all")
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


def _allegiance(call: Call[Nothing, b.AllegianceBody]) -> c.ChooseAllegiance | c.RollAllegiance:
    if call.body.light is not None:
        return c.ChooseAllegiance(light=call.body.light)
    said = {Side.GOLD: call.body.gold_faction, Side.RED: call.body.red_faction}
    factions = {side: faction for side, faction in said.items() if faction is not None}
    return c.RollAllegiance(gold=die(call.body.gold), red=die(call.body.red), factions=factions)


def _deployment(call: Call[Nothing, b.DeploymentBody]) -> c.SetDeployment:
    if call.body.deployment is not None:
        return c.SetDeployment(deployment=call.body.deployment)
    return c.SetDeployment(die=die(call.body.roll))


def _scenario(call: Call[Nothing, b.ScenarioBody]) -> c.SetScenario:
    if call.body.scenario is not None:
        return c.SetScenario(scenario=call.body.scenario)
    return c.SetScenario(die=die(call.body.roll))


def _areas(call: Call[Nothing, b.TwoDice]) -> c.RollAreas:
    return c.RollAreas(gold=die(call.body.gold), red=die(call.body.red))


def _initiative(call: Call[Nothing, b.InitiativeBody]) -> c.RollInitiative:
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
            self._change(f"{_UNIT}/react", b.ReactionBody, _react, "A Unit reacts"),
            self._change(f"{_UNIT}/mark", b.MarkBody, _mark, "Put a counter beside a Unit, or take it away"),
            self._change(f"{_UNIT}/wound", b.WoundBody, _wound, "Give or take Wound Counters"),
            self._change(f"{_UNIT}/remove", b.Cause, _remove, "A Unit is a Casualty"),
            self._change(f"{_UNIT}/return", Nothing, _return, "A Casualty returns to the Battlefield"),
            self._change(f"{_UNIT}/jam", b.WeaponBody, _jam, "A weapon gets a Reload Counter"),
            self._change(f"{_UNIT}/reload", b.WeaponBody, _reload, "A weapon is reloaded"),
            self._change("sides/{side}/effect", b.EffectBody, _effect, "A side uses an effect that it has once a game"),
            self._change("clouds", b.CloudBody, _cloud, "A Cloud is placed"),
            self._change("clouds/{cloud}/roll", b.OneDie, _disperse, "Roll for a Cloud in the End Turn Phase"),
            self._change(
                "clouds/{cloud}/answer",
                Nothing,
                lambda call: c.AnswerCloud(cloud=_number(call)),
                "At the end of an Activation no other Unit is in a Cloud",
            ),
            self._change(
                "clouds/{cloud}/scatter",
                b.ScatterBody,
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


def _react(call: Call[Nothing, b.ReactionBody]) -> c.React:
    return c.React(**_unit(call), reaction=call.body.reaction)


def _mark(call: Call[Nothing, b.MarkBody]) -> c.Mark:
    return c.Mark(**_unit(call), counter=call.body.counter, on=call.body.on)


def _wound(call: Call[Nothing, b.WoundBody]) -> c.Wound:
    return c.Wound(**_unit(call), count=call.body.count, by=call.body.by, strike=call.body.strike)


def _remove(call: Call[Nothing, b.Cause]) -> c.Remove:
    return c.Remove(**_unit(call), by=call.body.by, strike=call.body.strike)


def _return(call: Call[Nothing, Nothing]) -> c.Return:
    return c.Return(**_unit(call))


def _jam(call: Call[Nothing, b.WeaponBody]) -> c.Jam:
    return c.Jam(**_unit(call), weapon=call.body.weapon)


def _reload(call: Call[Nothing, b.WeaponBody]) -> c.Reload:
    return c.Reload(**_unit(call), weapon=call.body.weapon)


def _effect(call: Call[Nothing, b.EffectBody]) -> c.UseEffect:
    body, test = call.body, None
    if body.unit is not None:
        if body.ld is None:
            raise Invalid("ld", "is missing: the Unit's LD, from 1 to 20")
        test = LeadershipRoll(unit=body.unit, ld=body.ld, die=die(body.roll))
    effect = named("effect", body.effect) or ""
    return c.UseEffect(side=side_named(call.path["side"]), effect=effect, test=test, agreed=body.agreed)


def _cloud(call: Call[Nothing, b.CloudBody]) -> c.PlaceCloud:
    body = call.body
    return c.PlaceCloud(name=named("name", body.name or None) or "", size=body.size, owner=body.owner)


def _disperse(call: Call[Nothing, b.OneDie]) -> c.RollCloud:
    return c.RollCloud(cloud=_number(call), die=die(call.body.roll))


def _number(call: Call[Any, Any]) -> int:
    return bounded("cloud", call.path["cloud"], most=LARGEST)
