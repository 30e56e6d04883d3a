"""Serves the page of the start of a Turn: Initiative, and Pass Counters."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from flask import Flask
from werkzeug import Response

from companion.choices import Chosen
from companion.warzone.choices import WarzoneChoices
from companion.warzone.sums.initiative import (
    Initiative,
    InitiativeAnswer,
    InitiativePlayer,
    Passes,
    PassesAnswer,
    initiative,
    passes,
)
from web.warzone.calculators.fields import CalculatorRequest, FieldOutcome, answered, completed, fields, given, partial
from web.warzone.calculators.ledgers import Bar, Sum, bar, counted
from web.warzone.calculators.page import INITIATIVE, asked_of, drawn
from web.warzone.calculators.planning import GROUPS, group_rows

InitiativeQuery = partial("InitiativeQuery", Initiative, Passes)
"""Asks Initiative and passes together: they are asked at the same moment of a Turn."""
_NAMES = {InitiativePlayer.A: "Player A", InitiativePlayer.B: "Player B"}


@dataclass(frozen=True, kw_only=True)
class InitiativeForm:
    """`headline` is who chooses or goes first; `lacking` and `passes_lacking` say what is still to come."""

    headline: str = ""
    sentences: Sequence[str] = ()
    sums: Sequence[Sum] = ()
    bars: Sequence[Bar] = ()
    lacking: str = ""
    passes: PassesAnswer | None = None
    passes_lacking: str = ""
    choices: Sequence[Chosen] = ()


class InitiativePage:
    """Serves the page of the Initiative. It goes by the table's rule choices."""

    def __init__(self, choices: Callable[[], WarzoneChoices]) -> None:
        self._choices = choices

    def install(self, app: Flask) -> None:
        app.add_url_rule(INITIATIVE, endpoint="warzone_initiative_page", view_func=self.initiative_page)

    def initiative_page(self) -> Response:
        """Draws both sums, as the address asks them."""
        asked = asked_of(InitiativeQuery)
        if isinstance(asked, Response):
            return asked
        turn, counters = self._turn(asked), _counters(asked)
        errors = {**asked.errors, **_errors(turn), **_errors(counters)}
        asked = replace(asked, errors=errors)
        view = InitiativeForm() if isinstance(turn, FieldOutcome) else _view(turn)
        if isinstance(turn, FieldOutcome) and turn.lacking:
            view = replace(view, lacking=_LACKING[turn.lacking[0]])
        if isinstance(counters, PassesAnswer):
            view = replace(view, passes=counters)
        elif counters.lacking:
            view = replace(view, passes_lacking="Give both players’ Activations for the passes.")
        return drawn(
            "warzone_initiative.html",
            asked,
            view=view,
            f=fields(asked, Initiative, Passes, auto={}),
            groups={name: group_rows(asked.texts.get(name, "")) for name in GROUPS},
        )

    def _turn(self, asked: CalculatorRequest) -> InitiativeAnswer | FieldOutcome:
        return answered(asked, lambda: initiative(_part(asked, Initiative), self._choices()))


_LACKING = {
    "turn": "Which Turn is it?",
    "deployment_chosen_by": "Who selected the Deployment Areas? In the first Turn the other player goes first.",
}


def _counters(asked: CalculatorRequest) -> PassesAnswer | FieldOutcome:
    return answered(asked, lambda: passes(_part(asked, Passes)))


def _part(asked: CalculatorRequest, question: Any) -> Any:
    return completed(given(asked.query, question), question)


def _errors(found: msgspec.Struct | FieldOutcome) -> dict[str, str]:
    """Returns what is wrong by field; of groups in the words of their rows, where the API's are of a line."""
    errors = dict(found.asked.errors) if isinstance(found, FieldOutcome) else {}
    return {
        name: "take a number of Units and a size of 1 or more each" if name in GROUPS else text
        for name, text in errors.items()
    }


def _view(answer: InitiativeAnswer) -> InitiativeForm:
    scores = ((InitiativePlayer.A, answer.a), (InitiativePlayer.B, answer.b))
    chances = answer.chances
    return InitiativeForm(
        headline=_headline(answer),
        sums=[counted(_NAMES[player], ledger) for player, ledger in scores if ledger is not None],
        bars=[]
        if answer.first or (answer.a and answer.b)
        else [bar("A is lower", chances.a), bar("B is lower", chances.b), bar("tie", chances.tie)],
        sentences=(f"{_NAMES[answer.chooser]} keeps the Initiative or passes it.",) if answer.chooser else (),
        choices=answer.choices,
    )


def _headline(answer: InitiativeAnswer) -> str:
    if answer.first is not None:
        return f"{_NAMES[answer.first]} goes first."
    if answer.tie:
        return "A tie."
    if answer.chooser is None or answer.a is None or answer.b is None:
        return ""
    who = _NAMES[answer.chooser]
    return f"{answer.a.value} against {answer.b.value}: the lower score chooses, so {who}."
