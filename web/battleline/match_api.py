"""The battle on the live table as JSON and as forms: cards laid, tactics played, flags claimed, taps corrected."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any

import msgspec

from companion.battleline.match import commands as c
from companion.battleline.match.game import BATTLE_LINE
from companion.battleline.match.state import LINE_PIECES, NUMBERS, TACTICS
from companion.fields.invalid import Invalid
from companion.fields.numbers import bounded
from companion.fields.sizes import Word
from companion.table.commands import Command
from companion.table.errors import NotHere
from companion.table.opening import Again
from companion.table.seats import Seat
from companion.table.table import Table
from companion.table.view import TableView
from web.http.codec import Nothing
from web.http.endpoint import Call, Endpoint, post
from web.table.views import VIEWS

FlagNumber = Annotated[int, msgspec.Meta(ge=min(NUMBERS), le=max(NUMBERS))]


class Doer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which side does it."""

    side: Seat


class Playing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A side and a card: `R10`, `LA LD CC SB`, `FOG MUD`."""

    side: Seat
    card: Word


class Moving(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card on its way to flag `to`, counted from 1; Redeploy without one discards it."""

    side: Seat
    card: Word
    to: FlagNumber | None = None


class Turncoat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Troop card, the side that it goes to, and the flag there."""

    side: Seat
    card: Word
    to: FlagNumber


class Mistapped(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card that was never played."""

    card: Word


class Mistaken(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card that was another one. Where a Guile Tactic took it, `instead` may be one that it took from the line."""

    card: Word
    instead: Word


class BattleApi:
    """The endpoints. A flag in an address is the one that the page goes on to show."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            self._change("flags/{flag}/lay", Playing, _lay, "Lay a card at a flag"),
            self._change("flags/{flag}/claim", Doer, _claim, "Claim a flag"),
            self._change("flags/{flag}/agree", Doer, _agree, "Agree that another side's claim is proven"),
            self._change("flags/{flag}/redeploy", Moving, _redeploy, "Play Redeploy on a card of this flag"),
            self._change("flags/{flag}/desert", Playing, _desert, "Play Deserter on a card of this flag"),
            self._change("flags/{flag}/betray", Turncoat, _betray, "Play Traitor on a card of this flag"),
            self._change("flags/{flag}/take", Mistapped, _take_up, "A mis-tap: the card was never played"),
            self._change("flags/{flag}/move", Turncoat, _shift, "A mis-tap: the card lies at flag `to`, on that side"),
            self._change("flags/{flag}/exchange", Mistaken, _exchange, "A mis-tap: it was another card"),
            self._change("scout", Doer, lambda call: c.Scout(side=call.body.side), "Play Scout"),
            self._change("pass", Doer, lambda call: c.Pass(side=call.body.side), "Play nothing this turn"),
            self._change("take", Mistapped, _take_up, "A mis-tap beside the deck: the card was never played"),
            self._change("again", Nothing, lambda _: Again(), "The next battle of the series", form=False),
        )

    def _change(
        self, path: str, body: Any, command: Callable[[Call[Any, Any]], Command], summary: str, *, form: bool = True
    ) -> Endpoint[Any, Any]:
        def handle(call: Call[Any, Any]) -> TableView:
            if self._table.game != BATTLE_LINE.name:
                raise NotHere("battle", "Battle Line")
            try:
                return self._table.dispatch(command(call), source=call.source)
            except NotHere as missing:
                raise Invalid(missing.kind, str(missing)) from missing

        return post(
            f"/battleline/match/{path}", handle, body=body, answer=VIEWS, summary=summary, form=form, turns_away=(404,)
        )


def _flag(call: Call[Any, Any]) -> int:
    return bounded("flag", call.path["flag"], least=1, most=max(NUMBERS))


def _card(call: Call[Any, Any]) -> str:
    return str(call.body.card).strip().upper()


def _lay(call: Call[Any, Any]) -> Command:
    return c.Lay(side=call.body.side, flag=_flag(call), piece=_card(call))


def _claim(call: Call[Any, Any]) -> Command:
    return c.Claim(side=call.body.side, flag=_flag(call))


def _agree(call: Call[Any, Any]) -> Command:
    return c.Agree(side=call.body.side, flag=_flag(call))


def _redeploy(call: Call[Any, Any]) -> Command:
    return c.Redeploy(side=call.body.side, piece=_card(call), to=call.body.to)


def _desert(call: Call[Any, Any]) -> Command:
    return c.Desert(side=call.body.side, piece=_card(call))


def _betray(call: Call[Any, Any]) -> Command:
    return c.Betray(side=call.body.side, piece=_card(call), to=call.body.to)


def _take_up(call: Call[Any, Any]) -> Command:
    return c.TakeUp(piece=_card(call))


def _exchange(call: Call[Any, Any]) -> Command:
    instead = str(call.body.instead).strip().upper()
    if instead not in (*LINE_PIECES, *TACTICS):
        raise Invalid("instead", str(NotHere("card", instead)))
    return c.Exchange(piece=_card(call), instead=instead)


def _shift(call: Call[Any, Any]) -> Command:
    return c.Shift(side=call.body.side, piece=_card(call), flag=call.body.to)
