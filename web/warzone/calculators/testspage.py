"""The page of the smaller sums: falls, terrain, objectives, clouds, ranges and sight."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from flask import Flask, request
from werkzeug import Response

from companion.warzone.choices import WarzoneChoices
from companion.warzone.sums.band import Reach, reach
from companion.warzone.sums.cloud import Cloud, cloud
from companion.warzone.sums.fall import Fall, fall
from companion.warzone.sums.leadership import Dangerous, LeadershipTest, dangerous, enclosed, interact
from companion.warzone.sums.scatter import Scatter, scatter
from companion.warzone.sums.sight import Sight, sight
from web.warzone.calculators import testviews
from web.warzone.calculators.asked import Asked, address, answered
from web.warzone.calculators.fields import fields, unplaced
from web.warzone.calculators.labels import wanted
from web.warzone.calculators.page import asked_of, drawn
from web.warzone.calculators.partial import completed, given, partial
from web.warzone.calculators.tabs import TESTS, Tab
from web.warzone.calculators.testviews import TestView

PARAMETER = "test"
FIRST = "fall"


@dataclass(frozen=True, kw_only=True)
class _Test:
    """One of the sums: `main` are its fields in their order, the others are kept under More."""

    title: str
    question: type[msgspec.Struct]
    view: Callable[[Any, WarzoneChoices], TestView]
    main: tuple[str, ...]

    @property
    def parameters(self) -> frozenset[str]:
        return frozenset(each.encode_name for each in msgspec.structs.fields(self.question))


_TESTS: Mapping[str, _Test] = {
    "fall": _Test(
        title="Fall",
        question=Fall,
        view=lambda question, choices: testviews.fall(fall(question, choices)),
        main=("height", "mv", "ar", "wounds", "wounds_taken"),
    ),
    "dangerous": _Test(
        title="Dangerous",
        question=Dangerous,
        view=lambda question, choices: testviews.dangerous(dangerous(question, choices)),
        main=("ld", "ar", "wounds", "wounds_taken"),
    ),
    "enclosed": _Test(
        title="Enclosed",
        question=LeadershipTest,
        view=lambda question, _: testviews.leadership(enclosed(question)),
        main=("ld", "modifier", "reroll"),
    ),
    "interact": _Test(
        title="Interact",
        question=LeadershipTest,
        view=lambda question, _: testviews.leadership(interact(question)),
        main=("ld", "modifier", "reroll"),
    ),
    "scatter": _Test(
        title="Scatter",
        question=Scatter,
        view=lambda question, _: testviews.scatter(scatter(question)),
        main=("distance",),
    ),
    "cloud": _Test(
        title="Cloud",
        question=Cloud,
        view=lambda question, _: testviews.cloud(cloud(question)),
        main=("turns", "roll"),
    ),
    "band": _Test(
        title="Range Band",
        question=Reach,
        view=lambda question, _: testviews.band(reach(question)),
        main=("distance", "short", "long"),
    ),
    "sight": _Test(
        title="Sight",
        question=Sight,
        view=lambda question, _: testviews.sight(sight(question)),
        main=("blocked", "dense", "cover_contact"),
    ),
}
_QUERIES = {
    name: partial(f"{name.capitalize()}Query", test.question, test=Literal[tuple(_TESTS)])
    for name, test in _TESTS.items()
}


class TestsPage:
    """The page; it goes by what the table has agreed on."""

    def __init__(self, choices: Callable[[], WarzoneChoices]) -> None:
        self._choices = choices

    def install(self, app: Flask) -> None:
        app.add_url_rule(TESTS, endpoint="warzone_tests_page", view_func=self.tests_page, methods=["GET"])

    def tests_page(self) -> Response:
        """The sum that `test` names, as the address asks it."""
        name = request.args.get(PARAMETER, FIRST)
        test = _TESTS.get(name, _TESTS[FIRST])
        asked = asked_of(_QUERIES.get(name, _QUERIES[FIRST]))
        if isinstance(asked, Response):
            return asked
        asked, view = self._view(asked, test)
        found = fields(asked, test.question, auto={})
        return drawn(
            "warzone_tests.html",
            asked,
            view=view,
            test=name if name in _TESTS else FIRST,
            title=test.title,
            kinds=_kinds(asked, test),
            main=[found[each] for each in test.main],
            more=unplaced(found, test.main),
        )

    def _view(self, asked: Asked, test: _Test) -> tuple[Asked, TestView]:
        found = answered(
            asked, lambda: test.view(completed(given(asked.query, test.question), test.question), self._choices())
        )
        if isinstance(found, TestView):
            return asked, found
        if found.lacking is None:
            return found.asked, TestView()
        return asked, TestView(lacking=_lacking(asked, test, found.lacking))


def _kinds(asked: Asked, here: _Test) -> list[Tab]:
    """The way to each test, with the numbers that it shares with this one."""
    return [
        Tab(
            name=test.title,
            href=TESTS
            + address({PARAMETER: name, **{key: text for key, text in asked.texts.items() if key in test.parameters}}),
            here=test is here,
        )
        for name, test in _TESTS.items()
    ]


def _lacking(asked: Asked, test: _Test, lacking: tuple[str, str]) -> str:
    missing = [
        field.encode_name
        for field in msgspec.structs.fields(test.question)
        if field.required and field.encode_name not in asked.texts
    ]
    return wanted([name for name in test.main if name in missing], lacking)
