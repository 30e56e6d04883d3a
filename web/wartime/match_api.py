"""Serves the match of WarTime as JSON and as forms: timers, units and cards."""

import secrets
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal

import msgspec

from companion.fields.characters import Word
from companion.fields.invalid import Invalid
from companion.fields.numbers import LARGEST
from companion.names import all_named, named
from companion.table.commands import Command
from companion.table.errors import NotHere
from companion.table.history import Source
from companion.table.seats import Seat, Side, side_named
from companion.table.table import Table
from companion.table.view import TableView
from companion.wartime.disputes.corrections import Correction
from companion.wartime.match import commands as c
from companion.wartime.match.state import State
from companion.wartime.match.views import HandView, hands_of
from companion.wartime.referee.board import Hex
from companion.wartime.scenario.parts import MOST_TOKENS, Tokens
from web.http.endpoint import Call, Endpoint, Nothing, get
from web.table.api import change

Names = Annotated[tuple[Word, ...], msgspec.Meta(max_length=40)]


class Bearer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Says whose action a timer is for."""

    unit: Word | None = None
    card: Word | None = None
    caster: Word | None = None


class By(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Describes the card that frees the timer. Without one its flip was a mistake, and its card is not played."""

    card: Word | None = None


class WhoseTimer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Names the side; `side` is needed only where both armies have a unit of that name."""

    side: Side | None = None


class DiceRoll(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Describes the whole list each time. Without `cards`, those stay chosen that it may have with these units."""

    units: Names = ()
    cards: Names | None = None


class WarTimeMatchApi:
    """Handles requests in the server's threads; the table holds the lock."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            change("/timers/{id}/flip", Bearer, self._flip, "Flip an available timer"),
            change("/timers/{id}/free", By, self._free, "Take a running timer back, or free it by a card"),
            change("/timers/{id}/turn", Nothing, self._turn, "Turn a running timer over"),
            change("/timers/{id}/move", Bearer, self._move, "Set or change the unit of a running timer"),
            change("/units/{name}/eliminate", WhoseTimer, self._eliminate, "Eliminate a unit"),
            change("/sides/{side}/hand", Nothing, self._touch, "Touch a side's hand: it begins to act right now"),
            change("/sides/{side}/muster", DiceRoll, self._muster, "Set a side's units and cards"),
        )

    def _do(self, command: Command, call: Call[Any, Any]) -> TableView:
        return self._table.dispatch(command, source=call.source)

    def _flip(self, call: Call[Nothing, Bearer]) -> TableView:
        return self._do(c.Flip(timer=call.path["id"], **_bearer(call.body)), call)

    def _free(self, call: Call[Nothing, By]) -> TableView:
        return self._do(c.Free(timer=call.path["id"], card=named("card", call.body.card)), call)

    def _turn(self, call: Call[Nothing, Nothing]) -> TableView:
        return self._do(c.Turn(timer=call.path["id"]), call)

    def _move(self, call: Call[Nothing, Bearer]) -> TableView:
        return self._do(c.Assign(timer=call.path["id"], **_bearer(call.body)), call)

    def _eliminate(self, call: Call[Nothing, WhoseTimer]) -> TableView:
        unit = named("name", call.path["name"]) or ""
        return self._do(c.Eliminate(unit=unit, side=call.body.side), call)

    def _touch(self, call: Call[Nothing, Nothing]) -> TableView:
        return self._do(c.Touch(side=side_named(call.path["side"])), call)

    def _muster(self, call: Call[Nothing, DiceRoll]) -> TableView:
        units = all_named("units", call.body.units)
        cards = None if call.body.cards is None else all_named("cards", call.body.cards)
        return self._do(c.Muster(side=side_named(call.path["side"]), units=units, cards=cards), call)


def _bearer(said: Bearer) -> dict[str, str | None]:
    return {field: named(field, getattr(said, field)) for field in said.__struct_fields__}


# Stacks and features: the API's part that scenarios need.


class UnitLoss(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Takes tokens off a unit's stack. `side` is needed only where both armies have a unit of that name."""

    side: Side | None = None
    tokens: Tokens = 1


class Gain(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Puts tokens onto a unit's stack, which has 40 at most. `side` is needed only where both armies have a unit of
    that name."""

    side: Side | None = None
    tokens: Tokens = 1


class FeatureLoss(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    tokens: Tokens = 1


class StacksApi:
    """Serves the endpoints of stacks."""

    def __init__(self, *, table: Table) -> None:
        self._table = table

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            change("/units/{name}/damage", UnitLoss, self._damage, "Take tokens off a unit's stack"),
            change("/units/{name}/reinforce", Gain, self._reinforce, "Put tokens onto a unit's stack"),
            change(
                "/units/{name}/revive",
                WhoseTimer,
                self._revive,
                "Bring back a unit whose tokens the table does not count",
            ),
            change("/features/{hex}/damage", FeatureLoss, self._feature, "Take tokens off a Terrain Feature"),
        )

    def _damage(self, call: Call[Nothing, UnitLoss]) -> TableView:
        unit = named("name", call.path["name"]) or ""
        return self._do(c.Damage(unit=unit, side=call.body.side, tokens=call.body.tokens), call)

    def _reinforce(self, call: Call[Nothing, Gain]) -> TableView:
        unit = named("name", call.path["name"]) or ""
        return self._do(c.Reinforce(unit=unit, side=call.body.side, tokens=call.body.tokens), call)

    def _revive(self, call: Call[Nothing, WhoseTimer]) -> TableView:
        unit = named("name", call.path["name"]) or ""
        return self._do(c.Revive(unit=unit, side=call.body.side), call)

    def _feature(self, call: Call[Nothing, FeatureLoss]) -> TableView:
        return self._do(c.DamageFeature(hex=call.path["hex"], tokens=call.body.tokens), call)

    def _do(self, command: Command, call: Call[Any, Any]) -> TableView:
        return self._table.dispatch(command, source=call.source)


# A side's cards as only its own phones choose and read them.


class TickCard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Names either a card that is chosen, or one that goes back."""

    choose: Word | None = None
    drop: Word | None = None


class HandsView(msgspec.Struct, frozen=True):
    """Describes the hands that this phone may read, by side; empty where it sits for neither."""

    sides: dict[str, HandView]


def random_lot() -> int:
    """Returns a number that cannot be foreseen."""
    return secrets.randbits(64)


class HandsApi:
    """Serves the endpoints of cards that lie face down. `lot` draws the deal's random number."""

    def __init__(self, *, table: Table, lot: Callable[[], int] = random_lot) -> None:
        self._table = table
        self._lot = lot

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            get(
                "/hand",
                self._hand,
                query=Nothing,
                answer=HandsView,
                summary="The cards of the sides that this phone sits for",
            ),
            change("/sides/{side}/tick", TickCard, self._tick, "A side chooses a card in secret, or puts it back"),
            change("/sides/{side}/deal", Nothing, self._deal, "Deal a side’s Action cards at random"),
        )

    def _hand(self, call: Call[Nothing, Nothing]) -> HandsView:
        state = self._table.match.state
        hands = hands_of(state, call.source) if isinstance(state, State) else {}
        return HandsView({side.value: hand for side, hand in hands.items()})

    def _tick(self, call: Call[Nothing, TickCard]) -> TableView:
        card = named("choose", call.body.choose) or named("drop", call.body.drop)
        if card is None or (call.body.choose and call.body.drop):
            raise Invalid("choose", "name one card to choose, or one to drop")
        side: Side = side_named(call.path["side"])
        return self._table.dispatch(c.Tick(side=side, card=card, on=bool(call.body.choose)), source=call.source)

    def _deal(self, call: Call[Nothing, Nothing]) -> TableView:
        return self._table.dispatch(c.Deal(side=side_named(call.path["side"]), lot=self._lot()), source=call.source)


# Corrections by agreement of both sides, as JSON and as forms. The phone's seat decides which side asks, never the
# request itself.

MOST_SECONDS = 3600


class Proposing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Describes a correction of one timer, one unit or Terrain Feature, or of a timer and one of these.

    So many `seconds` go back to the timer, or are taken from it where that is less than 0. Or it is `free` again, as if
    it had not been flipped; its card stays played if that is `spent`.

    So many `tokens` go back onto the unit's stack, or come off it; it stands in `hex`. `side` is needed only where both
    armies have a unit of that name.

    `feature` is the Terrain Feature in that hex, which has only `tokens`.
    """

    timer: Word | None = None
    seconds: Annotated[int, msgspec.Meta(ge=-MOST_SECONDS, le=MOST_SECONDS)] = 0
    free: Literal["yes", "no"] = "no"
    spent: Literal["yes", "no"] = "no"
    side: Side | None = None
    unit: Word | None = None
    tokens: Annotated[int, msgspec.Meta(ge=-MOST_TOKENS, le=MOST_TOKENS)] = 0
    hex: Hex | None = None
    feature: Hex | None = None


class Answering(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Names by `number` the one proposal that the answer is for, see the view's. Without it, the answer is for the open
    one."""

    number: Annotated[int, msgspec.Meta(ge=1, le=LARGEST)] | None = None


class Finishing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Names by `winner` the end that the answer is about, see the view's `finish`. Without it, the answer is about
    any."""

    winner: Side | None = None


class AgreementApi:
    """Handles requests in the server's threads; the table holds the lock."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            change("/table/propose", Proposing, self._propose, "Propose a correction", turns_away=(404,)),
            change("/table/agree-end", Finishing, self._agree_end, "Agree that the game has ended"),
            change("/table/play-on", Finishing, self._play_on, "Play on after a victory condition came true"),
            change("/table/agree", Answering, self._agree, "Agree to what the other side proposes", turns_away=(404,)),
            change(
                "/table/decline", Answering, self._decline, "Do not agree, or take a proposal back", turns_away=(404,)
            ),
        )

    def _propose(self, call: Call[Nothing, Proposing]) -> TableView:
        said = call.body
        correction = Correction(
            timer=said.timer,
            seconds=said.seconds,
            free=said.free == "yes",
            spent=said.spent == "yes",
            side=said.side,
            unit=named("unit", said.unit),
            tokens=said.tokens,
            hex=said.hex,
            feature=said.feature,
        )
        try:
            return self._do(c.Propose(correction=correction, seat=own_seat(call.source)), call)
        except NotHere as missing:
            if missing.kind != "hex":
                raise
            raise Invalid("hex", str(missing)) from missing  # which a player typed

    def _agree(self, call: Call[Nothing, Answering]) -> TableView:
        return self._do(c.Agree(number=call.body.number, seat=own_seat(call.source)), call)

    def _decline(self, call: Call[Nothing, Answering]) -> TableView:
        return self._do(c.Decline(number=call.body.number, seat=own_seat(call.source)), call)

    def _agree_end(self, call: Call[Nothing, Finishing]) -> TableView:
        return self._do(c.AgreeEnd(winner=call.body.winner, seat=own_seat(call.source)), call)

    def _play_on(self, call: Call[Nothing, Finishing]) -> TableView:
        return self._do(c.PlayOn(winner=call.body.winner), call)

    def _do(self, command: c.WarTimeCommand, call: Call[Any, Any]) -> TableView:
        return self._table.dispatch(command, source=call.source)


def own_seat(source: Source) -> Seat | None:
    """Returns the one seat of the phone that asks; None where it has both."""
    return next((seat for seat in Seat if seat.value == source.seat), None)
