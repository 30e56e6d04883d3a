"""A side's cards as its own phones choose and read them: nobody else is told."""

import secrets
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from companion.fields.invalid import Invalid
from companion.fields.sizes import Word
from companion.table.seats import Side
from companion.table.table import Table
from companion.table.view import TableView
from companion.wartime.match import commands as c
from companion.wartime.match.state import State
from companion.wartime.match.views import HandView, hands_of
from web.http.codec import Nothing, named
from web.http.endpoint import Call, Endpoint, get
from web.table.api import side_named
from web.table.views import change


class Tick(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Either a card that is chosen, or one that goes back."""

    choose: Word | None = None
    drop: Word | None = None


class HandsView(msgspec.Struct, frozen=True):
    """The hands that this phone may read, by side: none where it sits for neither."""

    sides: dict[str, HandView]


def random_lot() -> int:
    """A number that nobody can foresee."""
    return secrets.randbits(64)


class HandsApi:
    """Endpoints of cards that lie face down. `lot` draws the deal's random number."""

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
            change("/sides/{side}/tick", Tick, self._tick, "A side chooses a card in secret, or puts it back"),
            change("/sides/{side}/deal", Nothing, self._deal, "Deal a side its Action cards at random"),
        )

    def _hand(self, call: Call[Nothing, Nothing]) -> HandsView:
        state = self._table.match.state
        hands = hands_of(state, call.source) if isinstance(state, State) else {}
        return HandsView({side.value: hand for side, hand in hands.items()})

    def _tick(self, call: Call[Nothing, Tick]) -> TableView:
        card = named("choose", call.body.choose) or named("drop", call.body.drop)
        if card is None or (call.body.choose and call.body.drop):
            raise Invalid("choose", "say one card to choose, or one to drop")
        side: Side = side_named(call.path["side"])
        return self._table.dispatch(c.Tick(side=side, card=card, on=bool(call.body.choose)), source=call.source)

    def _deal(self, call: Call[Nothing, Nothing]) -> TableView:
        return self._table.dispatch(c.Deal(side=side_named(call.path["side"]), lot=self._lot()), source=call.source)
