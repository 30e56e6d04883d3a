"""Battle Line's claims over HTTP: the answers' shape, and what is said of input that cannot be used."""

from typing import Any

import pytest

from tests.support import Says
from tests.web.conftest import Phone

CLAIM = "/api/battleline/claim"


def test_a_claim_with_its_proof(passer_by: Phone) -> None:
    """A question: it needs no joining."""
    body = {"mine": ["R8", "R9", "R10"], "theirs": ["B4"], "seen": ["Y7"], "fog": False, "mud": False, "last": "mine"}
    answer = passer_by.post(CLAIM, body)
    assert answer.status_code == 200
    said = answer.json
    assert said is not None
    assert said.pop("leans_on")[0]["name"] == "claim_time"
    assert said == {
        "claimable": True,
        "mine": {"formation": "wedge", "total": 27, "as": ["R8", "R9", "R10"]},
        "best_reply": {"formation": "wedge", "total": 15, "as": ["B4", "B5", "B6"], "needs": ["B5", "B6"]},
        "beats": "mine",
        "proof": Says("Blue 5", "Blue 6", "wedge of 15", "wedge of 27"),
        "cite": {"book": "Battle Line (GMT)", "section": "Flags"},
    }


def test_the_tables_edition_is_cited(phone: Phone) -> None:
    assert phone.put("/api/battleline/choices", {"edition": "second"}).status_code == 200
    answer = phone.post(CLAIM, {"mine": ["R8", "R9", "R10"], "theirs": []})
    assert answer.json is not None
    assert answer.json["cite"]["book"] == "Battle Line (variants)"


def test_two_sides_compared(passer_by: Phone) -> None:
    answer = passer_by.post("/api/battleline/compare", {"mine": ["R3", "R4", "R6"], "theirs": ["B1", "B3", "B7"]})
    assert answer.json is not None
    assert (answer.json["winner"], answer.json["beats"]) == ("mine", "mine")


def test_a_line_judged(passer_by: Phone) -> None:
    line = "R6.R7.R8-B8.B9/B10-/-/-/-/-/-/-/-"
    for seen, claimable in (([], None), (["B7", "LA"], "mine")):
        answer = passer_by.post("/api/battleline/line", {"line": line, "seen": seen})
        assert answer.json is not None
        assert [each["flag"] for each in answer.json["flags"]] == list(range(1, 10))
        assert answer.json["flags"][0]["claimable"] == claimable
        assert answer.json["winner"] is None


@pytest.mark.parametrize(
    ("path", "body", "field", "message"),
    [
        ("claim", {"mine": ["R1", "R2", "R11"]}, "mine[2]", Says("R11", "R10")),
        ("claim", {"mine": ["R1"], "theirs": ["R1"]}, "theirs[0]", "Red 1 (R1) is there already, at mine[0]"),
        ("claim", {"mine": ["R1"], "seen": ["B2", "r1"]}, "seen[1]", "Red 1 (R1) is there already, at mine[0]"),
        (
            "claim",
            {"mine": ["LA", "R2", "LD"]},
            "mine[2]",
            Says("Darius (LD)", "second Leader", "Alexander", "mine[0]"),
        ),
        (
            "compare",
            {"mine": ["R1", "R2", "R3"], "theirs": ["LD", "B1", "LA"]},
            "theirs[2]",
            Says("Alexander (LA)", "second Leader", "Darius", "theirs[0]"),
        ),
        (
            "line",
            {"line": "LA-/-/LD.R1-/-/-/-/-/-/-"},
            "line",
            Says("flag 3", "Darius (LD)", "second Leader", "Alexander", "flag 1"),
        ),
        ("line", {"line": "-*f/-/-*fm/-/-/-/-/-/-"}, "line", Says("flag 3", "one Fog", "flag 1")),
        ("line", {"line": "-*m/-/-/-/-/-/-/-/-*m"}, "line", Says("flag 9", "one Mud", "flag 1")),
        ("claim", {"mine": ["R1", "R2", "R3", "R4"]}, "mine", Says("4 cards", "3")),
        ("claim", {"theirs": ["R1"]}, "mine", "is missing"),
        ("claim", {"mine": [], "last": "me"}, "last", None),
        ("claim", {"mine": [], "hand": []}, "hand", "is not known here"),
        ("compare", {"mine": ["R1"], "theirs": []}, "mine", Says("3 cards", "1")),
        ("line", {"line": "R8"}, "line", Says("9", "1")),
        ("line", {"line": "R11-" + "/-" * 8}, "line", Says("R11", "R10")),
        ("line", {"line": "R1-" + "/-" * 8, "seen": ["R1"]}, "seen[0]", "Red 1 (R1) is there already, at flag 1"),
    ],
)
def test_wrong_input_is_named(
    passer_by: Phone, path: str, body: dict[str, Any], field: str, message: str | None
) -> None:
    answer = passer_by.post(f"/api/battleline/{path}", body)
    assert answer.status_code == 422
    assert answer.json is not None
    (error,) = answer.json["errors"]
    assert error["field"] == field
    assert message in (None, error["message"])
