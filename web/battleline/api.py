"""Battle Line as JSON and as forms: claims, and the battle on the live table."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, TypeVar

import msgspec

from companion.battleline.cards import Flag, Who, once, one_leader, room
from companion.battleline.choices import BattleLineChoices
from companion.battleline.claim import Claim, FlagComparison, claim, comparison, unseen
from companion.battleline.line import LineVerdict, judged, read_battle_line
from companion.battleline.match.acts import ACTS
from companion.battleline.match.game import BATTLE_LINE
from companion.fields.characters import Line, Word
from companion.fields.invalid import Invalid
from companion.table.errors import NotHere
from companion.table.opening import Again
from companion.table.rule_choices import AgreedChoices
from companion.table.table import Table
from companion.table.view import TableView
from web.http.endpoint import Call, Endpoint, Nothing, ask
from web.table.api import act_endpoints, change

# Claims as JSON: can I claim, who wins, how does the line stand. These are questions: the table stays as it is.

Q = TypeVar("Q", bound=msgspec.Struct)
Cards = Annotated[tuple[Word, ...], msgspec.Meta(max_length=80)]
"""As many as there are, and some more, which are refused by name."""


class SidesQuestion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Says what lies on both sides of a flag. `last`: who played the last card, where both sides are complete."""

    mine: Cards
    theirs: Cards
    fog: bool = False
    mud: bool = False
    last: Who | None = None


class ClaimQuestion(SidesQuestion, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks whether a flag can be claimed. `seen`: every other card that is face up on the table."""

    theirs: Cards = ()
    seen: Cards = ()


class LineQuestion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Says how does the whole line stand? `seen`: every card that is face up beside it, such as discards."""

    line: Line
    seen: Cards = ()


class BattleLineApi:
    """Has the endpoints; verdicts go by the table's rule choices."""

    def __init__(self, agreed: AgreedChoices[BattleLineChoices]) -> None:
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
                answer=FlagComparison,
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

    def _compare(self, asked: SidesQuestion) -> FlagComparison:
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


# The battle on the live table as JSON and as forms: every act that has an address.


def battle_endpoints(table: Table) -> Iterator[Endpoint[Any, Any]]:
    """Yields the endpoints. A flag in an address is the one that the page goes on to show."""
    missing = NotHere("battle", "Battle Line")
    yield from act_endpoints(table, BATTLE_LINE.name, ACTS, missing)

    def again(call: Call[Any, Any]) -> TableView:
        if table.game != BATTLE_LINE.name:
            raise missing
        return table.exchange(Again(), source=call.source)

    yield change(
        "/battleline/match/again", Nothing, again, "The next battle of the series", form=False, turns_away=(404,)
    )
