"""What both sides put right by agreement, as JSON and as forms. Which side asks is where its phone sits, never what it
says."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec

from companion.fields.invalid import Invalid
from companion.fields.numbers import LARGEST
from companion.fields.sizes import Word
from companion.table.errors import NotHere
from companion.table.history import Source
from companion.table.seats import Seat, Side
from companion.table.table import Table
from companion.table.view import TableView
from companion.wartime.disputes.corrections import Correction
from companion.wartime.match import commands as c
from companion.wartime.referee.board import Hex
from companion.wartime.scenario.parts import MOST_TOKENS
from web.http.codec import Nothing, named
from web.http.endpoint import Call, Endpoint
from web.table.views import change

MOST_SECONDS = 3600


class Proposing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One timer, one unit or Terrain Feature, or a timer and one of these.

    So many `seconds` are given back to the timer, or taken from it where that is less than 0; or it is `free` again, as
    if it had not been flipped, but for its card if that is `spent`. So many `tokens` are put back onto the unit's
    stack, or taken off it; it stands in `hex`. `side` is needed only where both armies know a unit of that name.
    `feature` is the Terrain Feature in that hex, which has `tokens` alone."""

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
    """`number`: that proposal and no other, see the view's. Without it, whatever is proposed."""

    number: Annotated[int, msgspec.Meta(ge=1, le=LARGEST)] | None = None


class Finishing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`winner`: the answer is about the end with this winner, see the view's `finish`. Without it, about any."""

    winner: Side | None = None


class AgreementApi:
    """Handlers run in the server's threads; the table is what locks."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            change("/table/propose", Proposing, self._propose, "Propose to put something right", turns_away=(404,)),
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
            raise Invalid("hex", str(missing)) from missing  # which somebody typed

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
    """The one seat that whoever asks sits on; None where that is both."""
    return next((seat for seat in Seat if seat.value == source.seat), None)
