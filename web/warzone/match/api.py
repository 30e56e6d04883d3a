"""Serves the Warzone match as JSON: every act with an address. The table's view has the events."""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any

import msgspec

from companion.fields.characters import Line
from companion.fields.invalid import Invalid
from companion.names import named
from companion.table.seats import Side, side_named
from companion.table.table import Table
from companion.table.view import TableView
from companion.warzone.attacks.target import Rating
from companion.warzone.cards.card import Faction
from companion.warzone.cards.library import KeptCards, KeptForces
from companion.warzone.force.force import ForceEntry, read_line
from companion.warzone.match.acts import ACTS
from companion.warzone.match.forces import MOST_UNITS, Muster, bringing
from companion.warzone.match.game import WARZONE
from companion.warzone.match.kinds import WarzoneAct
from companion.warzone.match.objectives import Picks, picks_of
from companion.warzone.match.parts import BattlefieldPlace, Die, LeadershipRoll, Pips, UnitId
from companion.warzone.match.setup import ChooseAllegiance, RollAllegiance
from companion.warzone.match.state import State
from companion.warzone.match.units import UseEffect
from companion.warzone.match.views import WarzoneView
from companion.warzone.sums.sight import FURTHEST, Count, Stand
from companion.warzone.sums.ways import Inches, inches, rounded_up
from web.http.endpoint import Call, Endpoint, Nothing, get, post
from web.table.api import act_endpoints

# What requests have that are not an act's own fields.

Text = Annotated[str, msgspec.Meta(max_length=40)]


class ForceBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Holds a Force, whole, in place of the one before.

    It has the id of a kept one, or its Units one by one, or lines. A line is such as "3 Hounds, W 2, DP 4, Group 3".
    Else it has only its number of Activations.
    """

    force: Text | None = None
    faction: Faction | None = None
    name: Text = ""
    units: Annotated[tuple[ForceEntry | Line, ...], msgspec.Meta(max_length=MOST_UNITS)] = ()
    activations: Annotated[int, msgspec.Meta(ge=0, le=MOST_UNITS)] = 0
    assets: Annotated[tuple[Text, ...], msgspec.Meta(max_length=20)] = ()


class AllegianceBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`light` chooses the Agents of Light; without it, dice decide, with what the Factions add or take off."""

    gold: Pips | None = None
    red: Pips | None = None
    light: Side | None = None
    gold_faction: Faction | None = None
    red_faction: Faction | None = None


class OneDie(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Holds a real die; without it, Warglass rolls."""

    roll: Pips | None = None


class EffectBody(OneDie, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`unit` and its `ld` for To the Last Warrior, whose TN(LD) Test is rolled at once. `agreed`: now, though its
    moment is another."""

    unit: UnitId | None = None
    ld: Annotated[int, msgspec.Meta(ge=1, le=20)] | None = None
    effect: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    agreed: bool = False


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


# The match's endpoints: one for each address of each act.

Asked = Callable[[Call[Nothing, Any]], WarzoneAct | None]
"""Returns the act that a request asks for; None where it is done already."""
Own = Mapping[type[WarzoneAct], tuple[type[msgspec.Struct], Asked]]
"""Holds the acts that requests ask for in other fields than the act's own: with those, and the act of them."""


def match_endpoints(table: Table, *several: Own) -> Iterator[Endpoint[Any, Any]]:
    """Yields the endpoints below /warzone/match. Warglass rolls each die that a request does not have."""
    own = {act: asked for each in several for act, asked in each.items()}
    for act, (body, asked) in own.items():
        for address in act.ADDRESSES:
            path = f"/warzone/match/{address}"
            yield post(path, _handling(table, asked), body=body, answer=WarzoneView, summary=act.SUMMARY)
    yield from act_endpoints(
        table,
        WARZONE.name,
        [act for act in ACTS if act not in own],
        given={"owner": lambda phone: phone.device, "against": lambda _: ()},
        sent={Die: (Pips | None, die)},
        answer=WarzoneView,
        turns_away=(),
    )


def _handling(table: Table, asked: Asked) -> Callable[[Call[Nothing, Any]], TableView]:
    def handle(call: Call[Nothing, Any]) -> TableView:
        act = asked(call)
        return table.view() if act is None else table.dispatch(act, source=call.source)

    return handle


def die(roll: int | None) -> Die:
    """Returns a real die's roll, or one drawn at random."""
    return Die.of(secrets.randbelow(20)) if roll is None else Die(value=roll, real=True)


class SealedView(msgspec.Struct, frozen=True):
    """Holds what this phone, and no other, has sealed: by side."""

    sides: dict[str, Picks]


class MatchApi:
    """Reads requests for a Force, an Allegiance and an effect, and shows a phone what it has sealed."""

    def __init__(self, *, table: Table, cards: KeptCards, forces: KeptForces) -> None:
        self._table = table
        self._cards = cards
        self._forces = forces

    @property
    def own(self) -> Own:
        return {
            Muster: (ForceBody, self._muster),
            RollAllegiance: (AllegianceBody, _allegiance),
            UseEffect: (EffectBody, _effect),
        }

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            get(
                "/warzone/sealed",
                self._sealed,
                query=Nothing,
                answer=SealedView,
                summary="What this phone has sealed and is not revealed yet",
            ),
        )

    def _muster(self, call: Call[Nothing, ForceBody]) -> Muster:
        if call.body.force is None:
            return _typed(call)
        force = self._forces.find(call.body.force)
        return bringing(side_named(call.path["side"]), force, force.name, self._cards.by_id())

    def _sealed(self, call: Call[Nothing, Nothing]) -> SealedView:
        state = self._table.match.state
        picks = picks_of(state, call.source) if isinstance(state, State) else {}
        return SealedView({side.value: own for side, own in picks.items()})


def _typed(call: Call[Nothing, ForceBody]) -> Muster:
    body = call.body
    typed = tuple(_entry(f"units[{index}]", each) for index, each in enumerate(body.units))
    if sum(entry.count for entry in typed) > MOST_UNITS:
        raise Invalid("units", f"must be at most {MOST_UNITS} in all")
    assets = tuple(named("assets", asset) or "" for asset in body.assets)
    return Muster(
        side=side_named(call.path["side"]),
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


def _allegiance(call: Call[Nothing, AllegianceBody]) -> ChooseAllegiance | RollAllegiance:
    if call.body.light is not None:
        return ChooseAllegiance(light=call.body.light)
    said = {Side.GOLD: call.body.gold_faction, Side.RED: call.body.red_faction}
    factions = {side: faction for side, faction in said.items() if faction is not None}
    return RollAllegiance(gold=die(call.body.gold), red=die(call.body.red), factions=factions)


def _effect(call: Call[Nothing, EffectBody]) -> UseEffect:
    body, test = call.body, None
    if body.unit is not None:
        if body.ld is None:
            raise Invalid("ld", "is missing: the Unit's LD, from 1 to 20")
        test = LeadershipRoll(unit=body.unit, ld=body.ld, die=die(body.roll))
    effect = named("effect", body.effect) or ""
    return UseEffect(side=side_named(call.path["side"]), effect=effect, test=test, agreed=body.agreed)
