"""Warzone's smaller sums as JSON: initiative, passes, ranges, sight, moves and the tests that terrain asks for."""

from collections.abc import Callable, Sequence
from typing import Any

from companion.warzone.choices import WarzoneChoices
from companion.warzone.sums.initiative import Initiative, InitiativeAnswer, Passes, PassesAnswer, initiative, passes
from web.http.endpoint import Endpoint, get
from web.warzone.calculators.api import handler
from web.warzone.sums.kinds import KINDS, Kind
from web.warzone.sums.unitcards import UnitCards


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


def _endpoint(name: str, kind: Kind, choices: Callable[[], WarzoneChoices], cards: UnitCards) -> Endpoint[Any, Any]:
    return get(
        f"/warzone/{name}",
        handler(lambda query: kind.answers(cards.question(query, kind), choices())),
        query=kind.query(name),
        answer=kind.answer,
        summary=kind.summary,
    )
