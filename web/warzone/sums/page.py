"""Serves the page of the smaller sums, by their numbers or by a unit's card, and their JSON."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec
from flask import Flask, request
from msgspec import UNSET
from werkzeug import Response

from companion.fields.invalid import Invalid
from companion.fields.words import kinds
from companion.warzone.cards.card import UnitCard
from companion.warzone.cards.library import KeptCards
from companion.warzone.cards.numbers import ABILITIES, indirect_numbers, indirect_weapons, unit_numbers
from companion.warzone.choices import WarzoneChoices
from companion.warzone.sums.initiative import Initiative, InitiativeAnswer, Passes, PassesAnswer, initiative, passes
from web.http.endpoint import Endpoint, get
from web.warzone.calculators.api import handler
from web.warzone.calculators.fields import (
    CalculatorRequest,
    Field,
    address,
    answered,
    completed,
    fields,
    given,
    pick,
    unplaced,
    wanted,
)
from web.warzone.calculators.page import RANGE, TESTS, CalculatorTab, asked_of, drawn, example
from web.warzone.cards.attacks import units
from web.warzone.sums.kinds import GROUPS, KINDS, RANGES, SumKind
from web.warzone.sums.views import TestView

# The smaller sums asked for by a unit's card: `unit`, and for a Spot its `weapon`, in place of numbers.


class UnitCards:
    """Fills in what the unit's card says. Any thread may call any method."""

    def __init__(self, cards: KeptCards) -> None:
        self._cards = cards

    def question(self, query: msgspec.Struct, kind: SumKind) -> Any:
        """Returns the kind's question, its own numbers before those on the card. Raises Invalid."""
        return completed({**self.printed(query, kind), **given(query, kind.question)}, kind.question)

    def known(self, query: msgspec.Struct, kind: SumKind) -> Mapping[str, Any]:
        """Returns what the card says, as far as it can be read."""
        try:
            return self.printed(query, kind)
        except Invalid:
            card = self._card(query, kind, strict=False)
            return {} if card is None else _numbers_asked(unit_numbers(card), kind)

    def printed(self, query: msgspec.Struct, kind: SumKind) -> Mapping[str, Any]:
        """Returns what the card says for the kind's question; empty without one. Raises Invalid."""
        card, weapon = self._card(query, kind, strict=True), _text(query, kind, "weapon")
        if card is None:
            if weapon is not None:
                raise Invalid("weapon", "needs the unit whose it is")
            return {}
        numbers = unit_numbers(card)
        if "weapon" in kind.picks:
            numbers |= indirect_numbers(card, weapon)
        return _numbers_asked(numbers, kind)

    def fields(self, asked: CalculatorRequest, kind: SumKind) -> list[Field]:
        """Returns the lists of cards and weapons."""
        found: list[Field] = []
        if "unit" in kind.picks:
            found += units(asked, self._cards.all(), "unit").values()
        if "weapon" in kind.picks:
            card = self._cards.by_id().get(asked.texts.get("unit", ""))
            armed = indirect_weapons(card) if card else []
            options = [(each.name, each.name) for each in armed]
            found.append(pick(asked, "weapon", options, none=armed[0].name if len(armed) == 1 else "choose"))
        return found

    def _card(self, query: msgspec.Struct, kind: SumKind, *, strict: bool) -> UnitCard | None:
        id = _text(query, kind, "unit")
        card = None if id is None else self._cards.by_id().get(id)
        if id is not None and card is None and strict:
            raise Invalid("unit", f"there is no unit card {id}: /warzone/units has those that are kept")
        return card


def _numbers_asked(numbers: Mapping[str, Any], kind: SumKind) -> dict[str, Any]:
    wanted = {each.encode_name for each in msgspec.structs.fields(kind.question)}
    return {name: value for name, value in numbers.items() if name in wanted}


def _text(query: msgspec.Struct, kind: SumKind, name: str) -> str | None:
    value = getattr(query, name) if name in kind.picks else UNSET
    return None if value is UNSET else str(value)


# The page of the smaller sums: moves, ranges and sight, tests of LD, clouds.

PARAMETER = "test"
_QUERIES = {name: kind.query(name, test=Literal[tuple(KINDS)]) for name, kind in KINDS.items()}
_NAMES = {name: frozenset(each.encode_name for each in msgspec.structs.fields(_QUERIES[name])) for name in KINDS}


class TestsPage:
    """Serves the page of sums. It goes by the table's rule choices, and knows its unit cards."""

    def __init__(self, *, choices: Callable[[], WarzoneChoices], cards: UnitCards) -> None:
        self._choices = choices
        self._cards = cards

    def install(self, app: Flask) -> None:
        app.add_url_rule(TESTS, endpoint="warzone_tests_page", view_func=self.tests_page, methods=["GET"])

    def tests_page(self) -> Response:
        """Draws the sum that `test` names, as the address asks it."""
        name = _named()
        kind = KINDS[name]
        asked = asked_of(_QUERIES[name])
        if isinstance(asked, Response):
            return asked
        printed = self._cards.known(asked.query, kind)
        asked, view = self._view(asked, kind, printed)
        found = fields(asked, kind.question, auto=printed, picked=frozenset(ABILITIES))
        return drawn(
            "warzone_tests.html",
            asked,
            shows=example(f"{TESTS}?{PARAMETER}={name}", kind.main),
            tab=RANGE if name in GROUPS[RANGES] else "",
            view=view,
            test=name,
            title=kind.title,
            groups=[_tab(asked, name, next(iter(own)), words=group, here=name in own) for group, own in GROUPS.items()],
            kinds=[
                _tab(asked, name, each, words=other.title, here=each == name)
                for own in GROUPS.values()
                if name in own
                for each, other in own.items()
            ],
            onward=kind.onward and (kind.onward[0], _way(asked, name, kind.onward[1])),
            picks=self._cards.fields(asked, kind),
            main=[found[each] for each in kind.main],
            more=unplaced(found, kind.main),
        )

    def _view(self, asked: CalculatorRequest, kind: SumKind, printed: Any) -> tuple[CalculatorRequest, TestView]:
        found = answered(
            asked, lambda: kind.view(kind.answers(self._cards.question(asked.query, kind), self._choices()))
        )
        if isinstance(found, TestView):
            return asked, found
        if found.lacking is None:
            return found.asked, TestView()
        missing = [
            field.encode_name
            for field in msgspec.structs.fields(kind.question)
            if field.required and field.encode_name not in {*asked.texts, *printed}
        ]
        return asked, TestView(lacking=wanted([name for name in kind.main if name in missing], found.lacking))


def _named() -> str:
    """Returns the test that is asked for; where none is named, the first that knows all that is."""
    name = request.args.get(PARAMETER)
    if name is not None:
        return name if name in KINDS else next(iter(KINDS))
    said = {each for each, text in request.args.items() if text.strip()}
    return next((each for each in KINDS if said <= _NAMES[each]), next(iter(KINDS)))


def _tab(asked: CalculatorRequest, name: str, to: str, *, words: str, here: bool) -> CalculatorTab:
    return CalculatorTab(name=words, href=_way(asked, name, to), here=here)


def _way(asked: CalculatorRequest, here: str, there: str) -> str:
    """Returns the way to another test, with the numbers that it shares with this one."""
    mine, theirs = kinds(_QUERIES[here]), kinds(_QUERIES[there])
    shared = {
        name: text
        for name, text in asked.texts.items()
        if name != PARAMETER and name in mine and name in theirs and type(mine[name]) is type(theirs[name])
    }
    return TESTS + address({PARAMETER: there, **shared})


# Warzone's smaller sums as JSON: initiative, passes, ranges, sight, moves and the tests that terrain asks for.


def endpoints(choices: Callable[[], WarzoneChoices], cards: UnitCards) -> Sequence[Endpoint[Any, Any]]:
    """`choices` tells what the table has agreed on, `cards` the numbers of its unit cards."""
    return (
        get(
            "/warzone/initiative",
            handler(lambda query: initiative(query, choices())),
            query=Initiative,
            answer=InitiativeAnswer,
            summary="Initiative Scores or chances",
        ),
        get("/warzone/passes", handler(passes), query=Passes, answer=PassesAnswer, summary="Pass Counters"),
        *(_endpoint(name, kind, choices, cards) for name, kind in KINDS.items()),
    )


def _endpoint(name: str, kind: SumKind, choices: Callable[[], WarzoneChoices], cards: UnitCards) -> Endpoint[Any, Any]:
    return get(
        f"/warzone/{name}",
        handler(lambda query: kind.answers(cards.question(query, kind), choices())),
        query=kind.query(name),
        answer=kind.answer,
        summary=kind.summary,
    )
