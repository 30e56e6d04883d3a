"""The smaller sums over HTTP: the names that others rely on, and errors that name the field."""

from typing import Any

import pytest

from tests.web.conftest import Phone


def ask(phone: Phone, question: str) -> dict[str, Any]:
    answer = phone.get(f"/api/warzone/{question}")
    assert answer.status_code == 200, answer.text
    return dict(answer.get_json())


def test_initiative(passer_by: Phone) -> None:
    answer = ask(passer_by, "initiative?turn=2&a_vp=1&b_vp=3&a_roll=10&b_roll=8")
    assert (answer["a"]["value"], answer["b"]["value"], answer["tie"], answer["first"]) == (11, 11, True, None)
    answer = ask(passer_by, "initiative?turn=2")
    assert answer["a"] is answer["b"] is answer["chooser"] is None
    assert answer["chances"] == {
        "a": {"p": 0.475, "exact": "19/40"}, "b": {"p": 0.475, "exact": "19/40"}, "tie": {"p": 0.05, "exact": "1/20"}
    }  # fmt: skip
    assert ask(passer_by, "initiative?turn=1&deployment_chosen_by=b")["first"] == "a"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("passes?a=4&b=7", {"a": 1, "b": 0}),
        ("passes?a=4&b=6&b_groups=Hounds:5:3", {"a": 2, "b": 0, "b_activations": 8}),
        ("band?distance=12.5&short=&long=36", {"bands": ["long"], "choice": False, "rounded": 13}),
        ("band?distance=12&short=12&long=36", {"bands": ["short", "long"], "choice": True}),
        ("sight?blocked=1", {"los": "light", "modifier": -2, "armor_bonus": 0}),
        ("sight?blocked=4&cover_contact=1", {"los": "heavy", "modifier": -4, "armor_bonus": 2}),
        ("fall?height=2&mv=5&ar=20", {"due": False, "damage": None, "armor": None}),
        ("scatter?distance=3", {"source": "Scatter"}),
        ("cloud?roll=11", {"dissipates": True}),
    ],
)
def test_answers(passer_by: Phone, question: str, expected: dict[str, Any]) -> None:
    answer = ask(passer_by, question)
    assert {name: answer[name] for name in expected} == expected


def test_terrain(passer_by: Phone) -> None:
    assert ask(passer_by, "fall?height=4&mv=5&ar=20")["damage"]["value"] == 12
    assert ask(passer_by, "dangerous?ld=10&ar=20&wounds=2")["casualty"]["exact"] == "1/20"
    assert ask(passer_by, "enclosed?ld=10")["success"] == {"p": 0.5, "exact": "1/2"}
    assert ask(passer_by, "interact?ld=10&reroll=failed")["success"] == {"p": 0.75, "exact": "3/4"}


@pytest.mark.parametrize(
    ("question", "field", "said"),
    [
        ("initiative?turn=6", "turn", "must be 1 to 5, got 6"),
        ("initiative?turn=1", "deployment_chosen_by", "is missing"),
        ("passes?a=4&b=7&a_groups=x", "a_groups", "must be name:count:size"),
        ("band?distance=long&short=12", "distance", "must be"),
        ("sight?blocked=6", "blocked", "0 to 5, got 6"),
        ("fall?height=40&mv=4&ar=20", "height", "must be up to 36"),
        ("cloud?rolls=3", "rolls", "is not known here"),
    ],
)
def test_a_wrong_field_is_named(passer_by: Phone, question: str, field: str, said: str) -> None:
    answer = passer_by.get(f"/api/warzone/{question}")
    assert answer.status_code == 422
    (error,) = answer.get_json()["errors"]
    assert error["field"] == field
    assert said in error["message"]
