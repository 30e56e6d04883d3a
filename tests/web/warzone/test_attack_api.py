"""Attacks over HTTP: questions as links, answers as the core gives them, errors that name the parameter."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest

from companion.warzone.attacks.shoot import Shoot, shoot
from companion.warzone.attacks.strike import Strike, strike
from companion.warzone.attacks.target import Obstruction
from companion.warzone.chances.dice import Reroll
from companion.warzone.choices import ArmorBounds, OverwhelmingNumbers, WarzoneChoices
from tests.web.conftest import Phone
from tests.web.schemas import faults

AGREED = WarzoneChoices()
SHOT = {"mw": 12, "dam": 14, "cf": 19, "range": -2, "def": -1, "obstruction": "heavy", "ar": 22, "cover": 1}
BLOW = {"cc": 11, "dam": 12, "def": -1, "friends": 2, "charge": 1, "ar": 20, "wounds": 2, "reroll": "failed"}
QUESTIONS: dict[str, Mapping[str, object]] = {
    "shoot": SHOT,
    "strike": BLOW,
    "armor": {"ar": 21, "dam": 13, "multiplier": 2, "rolls": "11,4", "wounds": 2},
    "plans": {**SHOT, "targets": "Near:cover=0,Far:ar=18:wounds=2"},
}


def asked(phone: Phone, question: str, **query: object) -> Any:
    return phone.get(f"/api/warzone/{question}?{urlencode(query)}")


def as_json(answer: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(answer))


def field_at_fault(answer: Any) -> Any:
    assert answer.status_code == 422
    return answer.get_json()["errors"][0]["field"]


@pytest.mark.parametrize("question", QUESTIONS)
def test_who_has_not_joined_may_ask(passer_by: Phone, question: str) -> None:
    answer = asked(passer_by, question, **QUESTIONS[question])
    described = passer_by.get("/api/openapi.json").get_json()
    operation = described["paths"][f"/api/warzone/{question}"]["get"]
    schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
    assert answer.status_code == 200
    assert faults(answer.get_json(), schema, described["components"]["schemas"]) == []


def test_a_shot_is_answered_as_the_core_does(passer_by: Phone) -> None:
    question = Shoot(mw=12, dam=14, cf=19, range=-2, def_=-1, obstruction=Obstruction.HEAVY, ar=22, cover=True)
    assert asked(passer_by, "shoot", **SHOT).get_json() == as_json(shoot(question, AGREED))


def test_a_strike_is_answered_as_the_core_does(passer_by: Phone) -> None:
    question = Strike(cc=11, dam=12, def_=-1, friends=2, charge=True, ar=20, wounds=2, reroll=Reroll.FAILED)
    assert asked(passer_by, "strike", **BLOW).get_json() == as_json(strike(question, AGREED))


def test_given_dice_are_resolved(passer_by: Phone) -> None:
    answer = asked(passer_by, "armor", **QUESTIONS["armor"]).get_json()
    assert answer["armor"]["value"] == 8
    assert answer["resolved"] == {
        "margins": [-3, 4],
        "degree": "one_wound",
        "pinned": True,
        "wounds": 1,
        "casualty": False,
    }


def test_the_answer_goes_by_what_the_table_agreed_on_and_names_it(phone: Phone, stranger: Phone) -> None:
    agreed = WarzoneChoices(armor_bounds=ArmorBounds.UNBOUNDED, overwhelming_numbers=OverwhelmingNumbers.ATTACKER_TOO)
    query = {"cc": 11, "st": 14, "ar": 12}
    before = asked(stranger, "strike", **query).get_json()
    assert (before["target_number"]["value"], before["damage"]["value"], before["armor"]["value"]) == (11, 14, 1)
    assert phone.put("/api/warzone/choices", msgspec.to_builtins(agreed)).status_code == 200
    after = asked(stranger, "strike", **query).get_json()
    assert (after["target_number"]["value"], after["damage"]["value"], after["armor"]["value"]) == (12, 15, -3)
    leaned_on = {each["name"]: each["value"] for each in after["choices"]}
    assert leaned_on == {"armor_bounds": "unbounded", "overwhelming_numbers": "attacker_too"}


WRONG: list[tuple[str, dict[str, object], str]] = [
    ("shoot", {"mw": 40}, "mw"),
    ("shoot", {"mw": "x"}, "mw"),
    ("shoot", {"mw": 0}, "mw"),
    ("shoot", {"obstruction": "foggy"}, "obstruction"),
    ("shoot", {"shots": 21}, "shots"),
    ("shoot", {"multiplier": 11}, "multiplier"),
    ("shoot", {"dam": 41}, "dam"),
    ("shoot", {"cover": 2}, "cover"),
    ("shoot", {"covr": 1}, "covr"),
    ("shoot", {"secondary": 1}, "secondary"),
    ("shoot", {"wounds_taken": 1}, "wounds_taken"),
    ("strike", {"st": 12}, "st"),
    ("strike", {"friends": -1}, "friends"),
    ("armor", {"rolls": "11"}, "rolls"),
    ("armor", {"rolls": "11,21"}, "rolls"),
    ("armor", {"rolls": "11;4"}, "rolls"),
    ("plans", {"targets": "Near:ar=x"}, "targets"),
    ("plans", {"targets": "Near:ar=20,Near:ar=18"}, "targets"),
    ("plans", {"targets": "Near:jammed=1"}, "targets"),
    ("plans", {"targets": ":ar=20"}, "targets"),
    ("plans", {"targets": "Near:ar"}, "targets"),
    ("plans", {"targets": ",".join(f"T{n}" for n in range(13))}, "targets"),
    ("plans", {"mw": 40}, "mw"),
    ("plans", {"pined": 1}, "pined"),
]
MISSING = [("shoot", "mw"), ("shoot", "ar"), ("strike", "cc"), ("strike", "dam"), ("armor", "dam")]


def test_what_is_wrong_is_named(passer_by: Phone) -> None:
    for question, change, field in WRONG:
        answer = asked(passer_by, question, **{**QUESTIONS[question], **change})
        assert field_at_fault(answer) == field, (question, change)


def test_what_is_missing_is_named(passer_by: Phone) -> None:
    for question, field in MISSING:
        query = {name: value for name, value in QUESTIONS[question].items() if name != field}
        assert field_at_fault(asked(passer_by, question, **query)) == field, question


def test_targets_change_what_differs_from_the_rest_of_the_address(passer_by: Phone) -> None:
    answer = asked(passer_by, "plans", **QUESTIONS["plans"]).get_json()
    near, far = ([plan for plan in answer["plans"] if plan["target"] == name] for name in ("Near", "Far"))
    assert [plan["actions"] for plan in near] == [["shoot", "shoot"], ["aim", "shoot"]]
    assert near[0]["steps"][0]["armor"]["value"] == 8
    assert far[0]["steps"][0]["armor"]["value"] == 6
    assert sum(plan["best"] for plan in answer["plans"]) == 1


def test_one_target_needs_no_list(passer_by: Phone) -> None:
    answer = asked(passer_by, "plans", **SHOT, jammed=1).get_json()
    assert [plan["actions"] for plan in answer["plans"]] == [["reload", "shoot"]]


def test_a_unit_with_no_attack_is_told_why(passer_by: Phone) -> None:
    answer = asked(passer_by, "plans", **SHOT, engaged_elsewhere=1).get_json()
    assert answer["plans"] == []
    assert "engaged" in answer["reason"]
