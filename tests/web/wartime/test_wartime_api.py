"""The referee over HTTP: open to every phone on the network, exact about what was wrong with a question."""

from typing import Any

import pytest

from tests.web.conftest import Phone
from tests.web.schemas import faults

RANGE = {"from": "C4", "to": "C8"}
QUESTIONS: dict[str, dict[str, Any]] = {
    "range": {**RANGE, "speed": 3},
    "moves": {"from": "C4", "speed": 3, "keywords": ["mounted"]},
    "attack": {**RANGE, "damage": {"5": {"kind": "distance", "value": 2}}, "tokens": 1},
    "charge": {**RANGE, "speed": 5, "charge": 2},
}
BOARD = {
    "terrain": {"C5": "woods", "C8": "hut", "D4": "castle_wall"},
    "features": {"D6": "altar"},
    "lines": [["D4", "D5"]],
    "units": ["C4", "C8", "E5"],
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_who_has_not_joined_may_ask(passer_by: Phone, question: str) -> None:
    answer = passer_by.post(f"/api/wartime/{question}", {**BOARD, **QUESTIONS[question]})
    described = passer_by.get("/api/openapi.json").get_json()
    operation = described["paths"][f"/api/wartime/{question}"]["post"]
    schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
    assert answer.status_code == 200
    assert faults(answer.get_json(), schema, described["components"]["schemas"]) == []


def test_a_board_in_an_answer_is_described_too(passer_by: Phone) -> None:
    answer = passer_by.post("/api/wartime/attack", {**BOARD, **QUESTIONS["attack"]}).get_json()
    components = passer_by.get("/api/openapi.json").get_json()["components"]["schemas"]
    assert answer["after"]["lines"] == [["D4", "D5"]]
    assert faults(answer["after"], components["Position"], components) == []


@pytest.mark.parametrize("question", QUESTIONS)
def test_another_site_may_not_ask(passer_by: Phone, question: str) -> None:
    path, body = f"/api/wartime/{question}", QUESTIONS[question]
    assert passer_by.post(path, body, headers={"Origin": "http://elsewhere.example"}).status_code == 403
    assert passer_by.post(path, body, drop=("X-Warglass",)).status_code == 403


def test_asking_leaves_the_table_as_it_is(passer_by: Phone) -> None:
    before = passer_by.get("/api/table").get_json()["version"]
    for question, body in QUESTIONS.items():
        passer_by.post(f"/api/wartime/{question}", body)
    assert passer_by.get("/api/table").get_json()["version"] == before


QUESTIONS_ELSEWHERE = (
    "/api/warzone/force",
    "/api/battleline/claim",
    "/api/battleline/compare",
    "/api/battleline/line",
)


def test_what_changes_the_table_still_needs_joining(passer_by: Phone) -> None:
    described = passer_by.get("/api/openapi.json").get_json()
    posts = {path for path, methods in described["paths"].items() if "post" in methods}
    questions = {*QUESTIONS_ELSEWHERE, *(path for path in posts if path.startswith("/api/wartime/"))}
    closed = posts - questions - {"/api/join"}
    assert len(closed) > 10
    for path in closed:
        filled = path.replace("{id}", "gold-30").replace("{name}", "Archer").replace("{side}", "gold")
        assert passer_by.post(filled, {}).status_code == 403, path


def test_a_range_around_the_woods(passer_by: Phone) -> None:
    answer = passer_by.post("/api/wartime/range", {**BOARD, "from": "C4", "to": "C6"}).get_json()
    assert answer == {
        "range": 3,
        "path": ["B4", "B5", "C6"],
        "alternatives": 0,
        "blocked_by": [{"hex": "C5", "reason": "Woods: blocks line of sight"}],
        "closer": None,
    }


def test_a_card_that_ignores_what_terrain_costs(passer_by: Phone) -> None:
    body = {"terrain": {"A2": "woods", "B1": "river"}, "from": "A1", "speed": 1}
    assert passer_by.post("/api/wartime/moves", body).get_json() == {"reachable": {}}
    lifted = passer_by.post("/api/wartime/moves", {**body, "ignores_cost": True}).get_json()
    assert lifted == {"reachable": {"A2": {"cost": 1, "path": ["A2"]}}}


def test_a_target_counts_as_one_whether_or_not_the_units_have_it(passer_by: Phone) -> None:
    body = {"from": "C4", "to": "C5", "damage": {"1": {"kind": "melee", "value": 4}}}
    answers = [passer_by.post("/api/wartime/attack", {**body, "units": units}).get_json() for units in ([], ["C5"])]
    assert [answer["damage"]["value"] for answer in answers] == [4, 4]


def test_an_attack_as_a_ledger(passer_by: Phone) -> None:
    body = {"terrain": {"C5": "hut"}, "from": "C4", "to": "C5", "damage": {"1": {"kind": "melee", "value": 4}}}
    assert passer_by.post("/api/wartime/attack", {**body, "tokens": 3}).get_json() == {
        "range": 1,
        "kind": "melee",
        "damage": {
            "value": 3,
            "lines": [
                {"label": "Melee at range 1", "value": 4, "source": "WarTime Rulebook, Damage"},
                {"label": "Hut: melee", "value": -1, "source": "WarTime Rulebook, Terrain Tiles: Hut"},
            ],
        },
        "legal": True,
        "reason": None,
        "left": 0,
        "after": {"terrain": {"C5": "hut"}, "features": {}, "lines": [], "units": []},
    }


@pytest.mark.parametrize(
    ("question", "wrong", "field"),
    [
        ("range", {"from": "Z9"}, "from"),
        ("range", {"from": "B13"}, "from"),
        ("range", {"from": 4}, "from"),
        ("range", {"to": "C4"}, "to"),
        ("range", {"speed": 21}, "speed"),
        ("range", {"terrain": {"C6": "hills", "C5": "swamp"}}, "terrain.C5"),
        ("range", {"terrain": {"J1": "hills"}}, "terrain.J1"),
        ("range", {"terrain": ["hills"]}, "terrain"),
        ("range", {"features": {"C6": "statue"}}, "features.C6"),
        ("range", {"features": {"C6": "altar"}, "terrain": {"C6": "woods"}}, "features.C6"),
        ("range", {"features": {"C4": "altar"}}, "from"),
        ("range", {"features": {"C6": "altar"}, "units": ["C7", "C6"]}, "units[1]"),
        ("range", {"units": ["C6", "C6"]}, "units[1]"),
        ("range", {"units": ["c6"]}, "units[0]"),
        ("range", {"lines": [["C5", "C6"], ["C5", "C7"]]}, "lines[1]"),
        ("range", {"lines": [["C5"]]}, "lines[0]"),
        ("range", {"lines": [["C5", "K2"]]}, "lines[0]"),
        ("range", {"form": "C4"}, "form"),
        ("moves", {"keywords": ["mounted", "mountd"]}, "keywords[1]"),
        ("moves", {"speed": -1}, "speed"),
        ("moves", {"to": "C6"}, "to"),
        ("attack", {"damage": {"1": {"kind": "melee", "value": 1}, "2": {"kind": "bow", "value": 2}}}, "damage.2.kind"),
        ("attack", {"damage": {"2": {"kind": "melee", "value": -2}}}, "damage.2.value"),
        ("attack", {"damage": {"2": {"kind": "melee"}}}, "damage.2.value"),
        ("attack", {"damage": {"2": {"kind": "melee", "value": 2, "values": 2}}}, "damage.2.values"),
        ("attack", {"damage": {"1": {"kind": "melee", "value": 1}, "0": {"kind": "melee", "value": 1}}}, "damage.0"),
        ("attack", {"damage": {"near": {"kind": "melee", "value": 1}}}, "damage.near"),
        ("charge", {"charge": "two"}, "charge"),
    ],
)  # fmt: skip
def test_a_wrong_question_names_its_field(passer_by: Phone, question: str, wrong: dict[str, Any], field: str) -> None:
    answer = passer_by.post(f"/api/wartime/{question}", {**QUESTIONS[question], **wrong})
    assert answer.status_code == 422
    assert [each["field"] for each in answer.get_json()["errors"]] == [field]


@pytest.mark.parametrize(
    ("question", "missing"), [("range", "from"), ("moves", "speed"), ("attack", "damage"), ("charge", "charge")]
)
def test_a_question_without_its_field(passer_by: Phone, question: str, missing: str) -> None:
    body = {name: value for name, value in QUESTIONS[question].items() if name != missing}
    answer = passer_by.post(f"/api/wartime/{question}", body)
    assert answer.status_code == 422
    assert answer.get_json()["errors"] == [{"field": missing, "message": "is missing"}]


def test_a_key_that_is_there_twice_names_its_object(passer_by: Phone) -> None:
    answer = passer_by.post("/api/wartime/range", data=b'{"from":"C4","to":"C8","terrain":{"C5":"x","C5":"woods"}}')
    assert [each["field"] for each in answer.get_json()["errors"]] == ["terrain"]


@pytest.mark.parametrize("name", [" - at `$.moon[...]", " - at `$.speed[...]", " - at `key` in `$.terrain"])
def test_a_name_that_reads_like_an_error_is_still_only_unknown(passer_by: Phone, name: str) -> None:
    assert passer_by.post("/api/wartime/range", {**RANGE, name: 1}).status_code == 422
    assert passer_by.post("/api/wartime/range", {**RANGE, "terrain": {"C5": name}}).status_code == 422


@pytest.mark.parametrize("rest", [b"", b"]", b',"lines":' + b"[" * 8000, b',"lines":"\xff"'])
def test_a_wrong_key_in_what_is_no_json_is_422(passer_by: Phone, rest: bytes) -> None:
    assert passer_by.post("/api/wartime/range", data=b'{"terrain":{"C5":"x"}' + rest).status_code == 422
