"""Serves the match of WarTime as JSON and as forms: every act that has an address, and the hands of a phone."""

import secrets
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from companion.table.events import Source
from companion.table.seats import Seat
from companion.table.table import Table
from companion.wartime.match.acts import ACTS
from companion.wartime.match.game import WARTIME
from companion.wartime.match.state import State
from companion.wartime.match.views import HandView, hands_of
from web.http.endpoint import Call, Endpoint, Nothing, get
from web.table.api import act_endpoints


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
