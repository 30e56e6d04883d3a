"""Battle Line as JSON and as forms: claims, and the battle on the live table."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeVar

import msgspec

from companion.battleline.cards import Flag, Who, once, one_leader, room
from companion.battleline.choices import BattleLineChoices
from companion.battleline.claim import Claim, Comparison, claim, comparison, unseen
from companion.battleline.line import LineVerdict, judged, read_battle_line
from companion.battleline.match import commands as c
from companion.battleline.match.game import BATTLE_LINE
from companion.battleline.match.state import LINE_PIECES, NUMBERS, TACTICS
from companion.fields.invalid import Invalid
from companion.fields.numbers import bounded
from companion.fields.sizes import Line, Word
from companion.table.agreed import Agreed
from companion.table.commands import Command
from companion.table.errors import NotHere
from companion.table.opening import Again
from companion.table.seats import Seat
from companion.table.table import Table
from companion.table.view import TableView
from web.http.endpoint import Call, Endpoint, Nothing, ask, post
from web.table.api import VIEWS

# Battle Line's claims as JSON: can I claim, who wins, how does the line stand. Questions: they change nothing.

Q = TypeVar("Q", bound=msgspec.Struct)
Cards = Annotated[tuple[Word, ...], msgspec.Meta(max_length=80)]
"""As many as there are, and some to be told about."""


class SidesQuestion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Says what lies on both sides of a flag. `last`: who played the last card, where both sides are complete."""

    mine: Cards
    theirs: Cards
    fog: bool = False
    mud: bool = False
    last: Who | None = None


class ClaimQuestion(SidesQuestion, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Can I claim this flag? `seen`: every other card that is face up on the table."""

    theirs: Cards = ()
    seen: Cards = ()


class LineQuestion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Says how does the whole line stand? `seen`: every card that is face up beside it, such as discards."""

    line: Line
    seen: Cards = ()


class BattleLineApi:
    """The endpoints; verdicts go by what the table has agreed on."""

    def __init__(self, agreed: Agreed[BattleLineChoices]) -> None:
        self._agreed = agreed

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            ask(
                "/battleline/claim",
                lambda call: self._claim(call.body),
                body=ClaimQuestion,
                answer=Claim,
                summary="Whether a flag can be claimed, with the best reply as proof",
            ),
            ask(
                "/battleline/compare",
                lambda call: self._compare(call.body),
                body=SidesQuestion,
                answer=Comparison,
                summary="Which of two complete sides wins a flag, and why",
            ),
            ask(
                "/battleline/line",
                lambda call: self._line(call.body),
                body=LineQuestion,
                answer=LineVerdict,
                summary="The verdict for every flag of a line, and who has won",
            ),
        )

    def _claim(self, asked: ClaimQuestion) -> Claim:
        flag, to_come = position(asked, asked.seen)
        return claim(flag, to_come, self._agreed.now())

    def _compare(self, asked: SidesQuestion) -> Comparison:
        flag, _ = position(asked)
        return comparison(flag, self._agreed.now())

    def _line(self, asked: LineQuestion) -> LineVerdict:
        try:
            line = read_battle_line(asked.line)
            lying = [
                (f"flag {number}", card)
                for number, place in enumerate(line, 1)
                for card in (*place.flag.mine, *place.flag.theirs)
            ]
        except Invalid as error:
            raise Invalid("line", str(error)) from error
        seen = once((*lying, *_places("seen", asked.seen)))[len(lying) :]
        return judged(line, seen=seen, choices=self._agreed.now())


def position(asked: SidesQuestion, seen: Sequence[str] = ()) -> tuple[Flag, int]:
    """Returns the flag that a question is about, and the Troop cards still unseen, as a mask. Raises Invalid."""
    cards = once((*_places("mine", asked.mine), *_places("theirs", asked.theirs), *_places("seen", seen)))
    mine, theirs = cards[: len(asked.mine)], cards[len(asked.mine) :][: len(asked.theirs)]
    flag = Flag(mine=mine, theirs=theirs, fog=asked.fog, mud=asked.mud, last=asked.last)
    for field, side in (("mine", mine), ("theirs", theirs)):
        room(field, side, slots=flag.slots)
        one_leader((f"{field}[{index}]", card) for index, card in enumerate(side))
    return flag, unseen([flag], cards)


def _places(field: str, texts: Sequence[str]) -> list[tuple[str, str]]:
    return [(f"{field}[{index}]", text) for index, text in enumerate(texts)]


# The battle on the live table as JSON and as forms: cards laid, tactics played, flags claimed, taps corrected.

FlagNumber = Annotated[int, msgspec.Meta(ge=min(NUMBERS), le=max(NUMBERS))]


class Doer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Says which side does it."""

    side: Seat


class Playing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Describes a side and a card: `R10`, `LA LD CC SB`, `FOG MUD`."""

    side: Seat
    card: Word


class Moving(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Describes a card on its way to flag `to`, counted from 1; Redeploy without one discards it."""

    side: Seat
    card: Word
    to: FlagNumber | None = None


class Turncoat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Describes a Troop card, the side that it goes to, and the flag there."""

    side: Seat
    card: Word
    to: FlagNumber


class Mistapped(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Describes a card that was never played."""

    card: Word


class Mistaken(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Describes a card that was another one. Where a Guile Tactic took it, `instead` may be one that it took from the
    line."""

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
            self._change("pass", Doer, lambda call: c.Pass(side=call.body.side), "Pass this turn"),
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
