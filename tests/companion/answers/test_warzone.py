"""What a game of Warzone says to questions, held against what its own view shows at every moment of whole games."""

from collections.abc import Sequence
from itertools import cycle

import pytest

from companion.answers import TableAnswer
from companion.table.seats import Seat
from companion.table.view import Phase
from companion.warzone.answers import answer
from companion.warzone.match.state import TurnPhase
from companion.warzone.match.views import WarzoneView
from tests.companion.answers.played import Moment, moments
from tests.support import Says

FIRST = ("who goes first?", "who has initiative", "Who has the initiative now?", "who starts", "who won the initiative")
TURN = ("which turn is it", "what turn are we in?", "how many turns are left", "which turn is this")
POINTS = ("how many points has {name}", "what's the score?", "who is winning", "how many VPs do I have", "am I ahead?")
PINNED = ("is my {unit} pinned", "is my {unit} still pinned?", "hey, is my {unit} pinned right now")
ACTIVATED = ("has my {unit} activated", "Has my {unit} been activated yet?", "has my {unit} acted")
WOUNDS = ("how many wounds has my {unit}", "how many wounds does my {unit} have left?")


def every() -> Sequence[Moment]:
    return moments("warzone", "warzone_objectives", "warzone_with_assets", "warzone_fought", "warzone_reacted")


def playing() -> Sequence[Moment]:
    return [each for each in every() if each.view.phase is Phase.RUNNING]


def ask(moment: Moment, question: str, asker: Seat | None = None) -> TableAnswer | None:
    return answer(moment.view, question, asker=asker)


def told(moment: Moment, question: str, asker: Seat | None = None) -> str:
    found = ask(moment, question, asker)
    assert found is not None, question
    return found.text


def test_who_goes_first() -> None:
    for moment, question in zip(playing(), cycle(FIRST), strict=False):
        view: WarzoneView = moment.view
        text = told(moment, question)
        first = view.initiative.first
        if first is None or view.initiative.chooser is not None:
            assert text.endswith(view.waiting)
        else:
            assert text == f"{view.names[first]} goes first in Turn {view.turn}."
            assert told(moment, question, Seat(first)) == f"You go first in Turn {view.turn}."


def test_which_turn_it_is() -> None:
    for moment, question in zip(playing(), cycle(TURN), strict=False):
        assert told(moment, question).startswith(f"Turn {moment.view.turn} of 5, ")


def test_how_many_points_each_has() -> None:
    for moment, question in zip(every(), cycle(POINTS), strict=False):
        view: WarzoneView = moment.view
        text = told(moment, question.format(name="red"))
        assert all(f"{view.names[side]} has {force.vps.value}" in text for side, force in view.sides.items())


def test_what_lies_beside_a_unit() -> None:
    pinned, activated, wounds = cycle(PINNED), cycle(ACTIVATED), cycle(WOUNDS)
    asked = 0
    for moment in every():
        for side, force in moment.view.sides.items():
            for unit in force.units:
                name, seat = unit.unit.name, Seat(side)
                texts = [told(moment, next(ways).format(unit=name), seat) for ways in (pinned, activated, wounds)]
                asked += 1
                if unit.fall is not None:
                    assert texts == [Says("Casualty", f"Turn {unit.fall.turn}")] * 3
                    continue
                assert texts[0].startswith("Yes" if unit.pinned else "No.")
                assert unit.acting or texts[1].startswith("Yes" if unit.activated else "Not yet")
                total = unit.unit.wounds
                assert texts[2].startswith(
                    f"It has {unit.wounds or 'no'} Wound"
                    if total is None
                    else f"{total - unit.wounds} of {total} Wound"
                )
    assert asked > 100


def test_who_is_pinned_at_all() -> None:
    for moment in playing():
        for side, force in moment.view.sides.items():
            names = [unit.unit.name for unit in force.units if unit.pinned and unit.fall is None]
            text = told(moment, "which of my units are pinned?", Seat(side))
            assert all(name in text for name in names)
            assert bool(names) == (text != "None.")


def test_how_many_activations_are_left() -> None:
    for moment in playing():
        if moment.view.turn_phase is TurnPhase.ACTIVATION:
            for side, force in moment.view.sides.items():
                text = told(moment, "how many activations do I have left", Seat(side))
                assert text.startswith(f"{force.activations or 'No'} Activation")
                assert f" {force.passes or 'no'} Pass Counter" in text


def test_whether_i_may_react() -> None:
    answered = 0
    for moment in playing():
        view: WarzoneView = moment.view
        for side, force in view.sides.items():
            text = told(moment, "may I react?", Seat(side))
            ways = {
                unit.unit.name
                for unit in force.units
                if view.declared and view.declared.side.value != side
                if any(not may.why_not for may in view.reactions.get(unit.unit.id, ()))
            }
            assert text.startswith("Yes: ") == bool(ways)
            assert all(name in text for name in ways)
            answered += bool(ways)
    assert answered > 3


@pytest.mark.parametrize(
    "question",
    [
        "", "captain", "what is initiative", "what is pinned", "can a pinned unit react", "how many turns are there",
        "how many wounds does a unit have", "who goes first in a new game", "who goes first in turn 1", "can I claim 4",
        "how many points is a kill worth", "when does a unit rally", "can I react to a reaction",
        "may I react when pinned",
        "who goes first on a tie", "do I have to activate every unit", "can I charge when engaged", "points",
        "how many activations does a group get", "is my knight free",
    ],
)  # fmt: skip
def test_questions_about_the_rules_are_left_to_the_rulings(question: str) -> None:
    assert all(ask(moment, question, Seat.GOLD) is None for moment in every()[::10])
