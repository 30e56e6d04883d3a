"""Serves WarTime as JSON and as forms: the referee's questions, the acts of a match, and the hands of a phone."""

import secrets
from collections.abc import Callable, Iterator
from typing import Annotated, Any

import msgspec

from companion.table.events import Source
from companion.table.seats import Seat
from companion.table.table import Table
from companion.wartime.match.acts import ACTS
from companion.wartime.match.game import WARTIME
from companion.wartime.match.state import State
from companion.wartime.match.views import HandView, hands_of
from companion.wartime.referee.attacks import ChargeAnswer, DamageAtRange, RefereedAttack, attack, charge
from companion.wartime.referee.board import Hex, Keyword, Position
from companion.wartime.referee.movement import MovesAnswer, RangeAnswer, moves, range_between
from web.http.endpoint import Call, Endpoint, Nothing, ask, get
from web.table.api import act_endpoints

# How far, how near, how much, can I charge: the referee's questions leave the game as it is.

Speed = Annotated[int, msgspec.Meta(ge=0, le=20)]
Tokens = Annotated[int, msgspec.Meta(ge=0, le=175)]
"""Limits tokens to as many as the box holds (WarTime Rulebook, Component List)."""
AtRange = Annotated[int, msgspec.Meta(ge=1, le=112)]
Keywords = Annotated[tuple[Keyword, ...], msgspec.Meta(max_length=40)]


class MovesQuestion(Position, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks where the unit in `from` can go. With `ignores_cost` a card lets it enter all open terrain for 1."""

    from_: Hex = msgspec.field(name="from")
    speed: Speed
    keywords: Keywords = ()
    ignores_cost: bool = False

    def answer(self) -> MovesAnswer:
        return moves(self, self.from_, self.speed, self.keywords, ignores_cost=self.ignores_cost)


class RangeQuestion(Position, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks how far it is, and, with a speed, how near the unit can move."""

    from_: Hex = msgspec.field(name="from")
    to: Hex
    speed: Speed | None = None
    keywords: Keywords = ()

    def answer(self) -> RangeAnswer:
        return range_between(self, self.from_, self.to, self.speed, self.keywords)


class AttackQuestion(Position, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks what the token's damage by range does to the stack in `to`, of so many tokens."""

    from_: Hex = msgspec.field(name="from")
    to: Hex
    damage: Annotated[dict[AtRange, DamageAtRange], msgspec.Meta(max_length=112)]
    keywords: Keywords = ()
    tokens: Tokens | None = None

    def answer(self) -> RefereedAttack:
        return attack(self, self.from_, self.to, self.damage, self.keywords, tokens=self.tokens)


class ChargeQuestion(Position, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks whether the unit can charge what is in `to`, and from which hex."""

    from_: Hex = msgspec.field(name="from")
    to: Hex
    speed: Speed
    charge: Tokens
    keywords: Keywords = ()

    def answer(self) -> ChargeAnswer:
        return charge(self, self.from_, self.to, speed=self.speed, charge=self.charge, keywords=self.keywords)


def referee_endpoints() -> Iterator[Endpoint[Any, Any]]:
    yield ask(
        "/wartime/range",
        lambda call: call.body.answer(),
        body=RangeQuestion,
        answer=RangeAnswer,
        summary="The shortest count through clear hexes, and what blocks a straight one",
    )
    yield ask(
        "/wartime/moves",
        lambda call: call.body.answer(),
        body=MovesQuestion,
        answer=MovesAnswer,
        summary="Every hex that a unit can reach, with cost and path",
    )
    yield ask(
        "/wartime/attack",
        lambda call: call.body.answer(),
        body=AttackQuestion,
        answer=RefereedAttack,
        summary="Tests an attack, and returns its damage as a ledger",
    )
    yield ask(
        "/wartime/charge",
        lambda call: call.body.answer(),
        body=ChargeQuestion,
        answer=ChargeAnswer,
        summary="Tests a charge, and returns where it ends and its damage as a ledger",
    )


# The match on the live table: every act that has an address.


class HandsView(msgspec.Struct, frozen=True):
    """Describes the hands that this phone may read, by side; empty where it sits for neither."""

    sides: dict[str, HandView]


def random_lot() -> int:
    """Returns a number that cannot be foreseen."""
    return secrets.randbits(64)


def match_endpoints(table: Table, lot: Callable[[], int] = random_lot) -> Iterator[Endpoint[Any, Any]]:
    """Yields the endpoints. `lot` draws a deal's random number.

    The phone's seat decides which side asks, never the request itself; a phone that has both asks for both.
    """
    given = {"seat": _seat, "lot": lambda _: lot()}
    yield from act_endpoints(table, WARTIME.name, ACTS, below="/", given=given)

    def hands(call: Call[Nothing, Nothing]) -> HandsView:
        state = table.match.state
        found = hands_of(state, call.source) if isinstance(state, State) else {}
        return HandsView({side.value: hand for side, hand in found.items()})

    summary = "The cards of the sides that this phone sits for"
    yield get("/hand", hands, query=Nothing, answer=HandsView, summary=summary)


def _seat(source: Source) -> Seat | None:
    return next((seat for seat in Seat if seat.value == source.seat), None)
