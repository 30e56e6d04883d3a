"""What phones ask of the hall that the table stands in."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any

import msgspec

from companion.fields.sizes import Word
from companion.hall.config import LONGEST_CARD
from companion.hall.port import ASK_FIRST, CardPort, HallPort
from companion.table.errors import Refused
from companion.table.history import Source
from companion.table.seats import Seat
from companion.table.table import Table
from companion.table.view import TableView
from web.http.codec import Nothing
from web.http.endpoint import Call, Endpoint
from web.table.views import change

LONGEST_WORDS = 200
NO_CARDS = "This table takes no card here. Write it into warglass.toml, below [hall]."

CardText = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_CARD)]


class Calling(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`words`: what it is about, as far as whoever comes should know."""

    words: Annotated[str, msgspec.Meta(max_length=LONGEST_WORDS)] = ""


class Seen(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The announcement's own `id`: another that came meanwhile has not been seen."""

    id: Word


class Agreeing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether that seat says that the match ended so; false takes it back."""

    seat: Seat
    agreed: bool = True


class Taking(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The text on the card that the hall's organiser gave out for this table."""

    card: CardText


class HallApi:
    """Endpoints, answered by the table's view. Handlers run in the server's threads; the ports are what locks."""

    def __init__(self, *, table: Table, hall: HallPort | None, cards: CardPort | None) -> None:
        self._table = table
        self._asked = hall
        self._held = cards

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            change("/hall/judge", Calling, self._answered(self._call), "Call a judge of the hall's"),
            change("/hall/judge/take-back", Nothing, self._answered(self._take_back), "No judge is needed any more"),
            change("/hall/announcement/seen", Seen, self._answered(self._seen), "The table has read an announcement"),
            change("/hall/result", Agreeing, self._answered(self._agree), "Confirm for the hall how the match ended"),
            change("/hall/card", Taking, self._answered(self._take), "Stand in the hall of that card"),
            change("/hall/leave", Nothing, self._answered(self._leave), "Stand in no hall any more"),
        )

    def _answered(self, act: Callable[[Source, Any], None]) -> Callable[[Call[Nothing, Any]], TableView]:
        def handle(call: Call[Nothing, Any]) -> TableView:
            act(call.source, call.body)
            return self._table.view()

        return handle

    def _call(self, source: Source, body: Calling) -> None:
        self._hall.call_judge(source=source, words=" ".join(body.words.split()))

    def _take_back(self, source: Source, _: Nothing) -> None:
        self._hall.take_back(source=source)

    def _seen(self, source: Source, body: Seen) -> None:
        self._hall.seen(body.id, source=source)

    def _agree(self, source: Source, body: Agreeing) -> None:
        self._hall.agree(body.seat.value, agreed=body.agreed, source=source)

    def _take(self, _: Source, body: Taking) -> None:
        self._cards.take(body.card.strip())

    def _leave(self, _source: Source, _: Nothing) -> None:
        self._cards.leave()

    @property
    def _hall(self) -> HallPort:
        """Raises Refused where the table stands in none."""
        if self._asked is None or self._table.hall is None:
            raise Refused(ASK_FIRST)
        return self._asked

    @property
    def _cards(self) -> CardPort:
        """Raises Refused."""
        if self._held is None:
            raise Refused(NO_CARDS)
        return self._held
