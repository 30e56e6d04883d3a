"""The hand over HTTP, and the table choice that puts it on the phones."""

from tests.support import Says
from tests.web.conftest import Phone
from tests.web.moments import change

HANDS = "/api/wartime/choices"


def test_a_hand_is_in_the_log_with_the_gap_to_the_other_sides(phone: Phone) -> None:
    change(phone, "/api/table/begin")
    change(phone, "/api/sides/red/hand")
    change(phone, "/api/sides/gold/hand")
    *_, red, gold = phone.get("/api/log").get_json()["events"]
    assert (red["type"], red["side"], red["gap_side"]) == ("touched", "red", "gold")
    assert gold["text"] == "Valyance touched its hand"
    assert phone.post("/api/sides/blue/hand", {}).status_code == 404


def test_before_the_game_it_says_when_it_is_touched(phone: Phone) -> None:
    answer = phone.post("/api/sides/gold/hand", {})
    assert answer.status_code == 409
    assert answer.get_json()["detail"] == Says("not begun", "touch the hand")


def test_only_phones_that_sit_there_have_it_and_only_where_the_table_agreed(phone: Phone, stranger: Phone) -> None:
    change(phone, "/api/table/begin")
    assert not change(phone, "/api/sides/gold/hand")["hands"]
    assert 'class="hand' not in phone.get("/").text
    assert phone.put(HANDS, {"hands": "on_phones"}).status_code == 200
    change(phone, "/api/table/new", game="wartime", scenario="ten-minutes")
    assert phone.get("/api/table").get_json()["hands"]
    assert phone.get("/").text.count('class="hand ') == 2
    change(phone, "/api/seat", seat="red")
    assert phone.get("/").text.count('class="hand ') == 1
    assert 'class="hand ' not in stranger.get("/").text
