"""The page of the smaller sums: moves, ranges and sight, tests of LD, clouds."""

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from flask import Flask, request
from werkzeug import Response

from companion.fields.words import kinds
from companion.warzone.cards.numbers import ABILITIES
from companion.warzone.choices import WarzoneChoices
from web.warzone.calculators.asked import Asked, address, answered
from web.warzone.calculators.fields import fields, unplaced
from web.warzone.calculators.labels import wanted
from web.warzone.calculators.page import asked_of, drawn
from web.warzone.calculators.tabs import RANGE, TESTS, Tab, example
from web.warzone.sums.kinds import GROUPS, KINDS, RANGES, Kind
from web.warzone.sums.unitcards import UnitCards
from web.warzone.sums.views import TestView

PARAMETER = "test"
_QUERIES = {name: kind.query(name, test=Literal[tuple(KINDS)]) for name, kind in KINDS.items()}
_NAMES = {name: frozenset(each.encode_name for each in msgspec.structs.fields(_QUERIES[name])) for name in KINDS}


class TestsPage:
    """The page; it goes by what the table has agreed on, and knows its unit cards."""

    def __init__(self, *, choices: Callable[[], WarzoneChoices], cards: UnitCards) -> None:
        self._choices = choices
        self._cards = cards

    def install(self, app: Flask) -> None:
        app.add_url_rule(TESTS, endpoint="warzone_tests_page", view_func=self.tests_page, methods=["GET"])

    def tests_page(self) -> Response:
        """The sum that `test` names, as the address asks it."""
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

    def _view(self, asked: Asked, kind: Kind, printed: Any) -> tuple[Asked, TestView]:
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
    """The test that is asked for; where none is named, the first that knows all that is."""
    name = request.args.get(PARAMETER)
    if name is not None:
        return name if name in KINDS else next(iter(KINDS))
    said = {each for each, text in request.args.items() if text.strip()}
    return next((each for each in KINDS if said <= _NAMES[each]), next(iter(KINDS)))


def _tab(asked: Asked, name: str, to: str, *, words: str, here: bool) -> Tab:
    return Tab(name=words, href=_way(asked, name, to), here=here)


def _way(asked: Asked, here: str, there: str) -> str:
    """The way to another test, with the numbers that it shares with this one."""
    mine, theirs = kinds(_QUERIES[here]), kinds(_QUERIES[there])
    shared = {
        name: text
        for name, text in asked.texts.items()
        if name != PARAMETER and name in mine and name in theirs and type(mine[name]) is type(theirs[name])
    }
    return TESTS + address({PARAMETER: there, **shared})
