"""A side's own: its cards and its units, seat by seat."""

import pytest
from flask import Flask

from tests.support import Says
from tests.web.conftest import Phone
from tests.web.moments import change, choosing
from web.http.access import Access


@pytest.fixture
def phones(app: Flask, access: Access) -> dict[str, Phone]:
    found = {}
    for seat in ("gold", "red", "both", "look"):
        found[seat] = Phone(app.test_client())
        assert found[seat].post("/api/join", {"code": access.code, "seat": seat}).status_code == 200
    choosing(found["both"])
    return found


def begin(phones: dict[str, Phone]) -> None:
    for side in ("gold", "red"):
        change(phones[side], "/api/table/begin")


@pytest.mark.parametrize(
    ("seat", "sides"), [("gold", {"gold"}), ("red", {"red"}), ("both", {"gold", "red"}), ("look", set()), (None, set())]
)
def test_a_phone_reads_the_hands_that_it_sits_for(
    phones: dict[str, Phone], stranger: Phone, seat: str | None, sides: set[str]
) -> None:
    change(phones["gold"], "/api/sides/gold/tick", choose="advance")
    change(phones["red"], "/api/sides/red/tick", choose="Control")
    answer = (phones[seat] if seat else stranger).get("/api/hand")
    assert set(answer.get_json()["sides"]) == sides
    assert answer.headers["Cache-Control"] == "no-store"
    for side, card in (("gold", "Advance"), ("red", "Control")):
        page = (phones[seat] if seat else stranger).get(f"/sides/{side}").text
        assert (f'value="{card}" aria-pressed="true"' in page) == (side in sides)
        assert (f'action="/sides/{side}/tick"' in page) == (side in sides)
        assert (f'action="/sides/{side}/muster"' in page) == (side in sides)
        # Whoever sits on the other side is not told to leave it.
        assert ("Take a seat to choose" in page) == (not sides)


def test_a_hand_tells_what_is_chosen_and_what_can_be_played(phones: dict[str, Phone]) -> None:
    change(phones["red"], "/api/sides/red/tick", choose="Control")
    change(phones["red"], "/api/sides/red/tick", choose="Fireball")
    change(phones["red"], "/api/sides/red/tick", drop="Fireball")
    begin(phones)
    hand = phones["red"].get("/api/hand").get_json()["sides"]["red"]
    assert [card for card in hand["cards"] if card["state"] == "chosen"] == [
        {"name": "Control", "kind": "spell", "state": "chosen", "by": None}
    ]
    assert (hand["dealt"], hand["plays"]) == ([], {"red-spell": ["Control"]})
    assert 'name="card" value="Control"' in phones["red"].get("/timers/red-spell").text
    assert "Control" not in phones["gold"].get("/timers/red-spell").text


@pytest.mark.parametrize("body", [{}, {"choose": "Control", "drop": "Fireball"}, {"choose": " "}])
def test_a_tick_is_one_card_on_or_off(phones: dict[str, Phone], body: dict[str, object]) -> None:
    answer = phones["red"].post("/api/sides/red/tick", body)
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["field"] == "choose"


def test_units_are_their_own_side_s_to_choose(phones: dict[str, Phone]) -> None:
    change(phones["red"], "/api/sides/red/muster", units=["Orc"])
    for path, body in (("sides/red/muster", {"units": ["Shaman"]}), ("table/undo", {})):
        answer = phones["gold"].post(f"/api/{path}", body)
        assert (answer.status_code, answer.get_json()["detail"]) == (
            403,
            Says("Firebrand", "choice", "seat"),
        )
    assert change(phones["both"], "/api/table/undo")["sides"]["red"]["units"][0]["name"] == "Abomination"


def test_a_card_is_played_from_its_own_side_s_phone(phones: dict[str, Phone]) -> None:
    change(phones["red"], "/api/sides/red/tick", choose="Control")
    begin(phones)
    answer = phones["gold"].post("/api/timers/red-spell/flip", {"card": "Control"})
    assert (answer.status_code, answer.get_json()["detail"]) == (403, Says("Firebrand", "card", "seat"))
    view = change(phones["red"], "/api/timers/red-spell/flip", card="Control", caster="Shaman")
    assert next(timer for timer in view["timers"] if timer["id"] == "red-spell")["caster"] == "Shaman"
    assert view["last"][-1]["text"] == "Shaman casts Control"
    assert (view["sides"]["red"]["cards"], view["sides"]["red"]["down"]) == (["Control"], 0)


def test_a_card_frees_a_timer_or_goes_back_with_it(phones: dict[str, Phone]) -> None:
    change(phones["red"], "/api/sides/red/tick", choose="Control")
    begin(phones)
    change(phones["red"], "/api/timers/red-30/flip", unit="Orc")
    change(phones["red"], "/api/timers/red-spell/flip", card="Control")
    assert 'action="/timers/red-30/free"' in phones["red"].get("/timers/red-30").text
    assert change(phones["red"], "/api/timers/red-30/free", card="Control")["sides"]["red"]["cards"] == ["Control"]
    assert change(phones["red"], "/api/timers/red-spell/free")["sides"]["red"]["cards"] == []


def test_a_card_of_one_s_own_is_refused_without_a_word_in_the_log(phones: dict[str, Phone]) -> None:
    begin(phones)
    before = phones["look"].get("/api/log").get_json()["events"]
    answer = phones["red"].post("/api/timers/red-spell/flip", {"card": "Control"})
    assert (answer.status_code, answer.get_json()["detail"]) == (
        409,
        Says("Control", "not chosen", "Firebrand", "locked"),
    )
    assert phones["look"].get("/api/log").get_json()["events"] == before


def test_without_scripts_and_a_scenario_cards_are_typed_one_by_one(phones: dict[str, Phone]) -> None:
    gold = phones["gold"]
    change(phones["both"], "/api/table/new", game="wartime", scenario="open")
    gold.post("/sides/gold/tick", data={"choose": "Bless"})
    assert 'name="drop" value="Bless" aria-pressed="true"' in gold.get("/sides/gold").text
    gold.post("/sides/gold/tick", data={"drop": "Bless"})
    assert "Bless" not in gold.get("/sides/gold").text


def test_without_scripts_a_tick_too_many_says_why_on_the_sheet(phones: dict[str, Phone]) -> None:
    for card in ("Advance", "Bombard", "Critical Hit", "Double Time"):
        answer = phones["gold"].post("/sides/gold/tick", data={"choose": card})
        assert answer.headers["Location"] == "/sides/gold"
    page = phones["gold"].get("/sides/gold").text
    assert "The Valyance may choose 3 Action cards, not 4." in page
    assert 'name="choose" value="Double Time"' in page
