"""The match on the table answers above the rulings, by what every phone may see."""

import re
from collections.abc import Sequence
from urllib.parse import quote_plus

import pytest

from companion.clock import ManualClock
from tests.web.conftest import Phone, seated
from tests.web.moments import MOMENTS, change
from web.http.access import Access

ASKED = {
    ("battleline", "cards laid"): (
        "can I claim 5", "what beats me at 5", "who wins flag 4", "whose turn is it", "how many tactics may I play",
        "can I pass", "is Red 10 out", "where is the blue 10", "how many cards are left", "who is winning",
        "may I play a tactics card", "can I lay green 1 at flag 3",
    ),
    ("wartime", "running"): (
        "is my knight free", "how long until the archer is ready", "which timers are free", "when is the next one free",
        "whose orc is that", "is the game paused", "how long is left", "is my 60a free", "is my orc dead",
        "how many tokens has my archer",
    ),
    ("warzone", "a Unit acts"): (
        "who goes first", "which turn is it", "how many points has red", "has my lord activated",
        "is my captain pinned",
        "how many wounds has my captain", "how many activations are left", "may I react", "whose turn is it",
        "who is pinned",
    ),
}  # fmt: skip


def api(phone: Phone, question: str, **more: str) -> dict[str, object] | None:
    found = phone.get(f"/api/rulings?q={quote_plus(question)}" + "".join(f"&{key}={it}" for key, it in more.items()))
    assert found.status_code == 200
    table: dict[str, object] | None = found.get_json().get("table")
    return table


def battle(phone: Phone) -> None:
    """Gold has Blue 7, 6 and 5 at flag 4, red two cards of a higher wedge."""
    change(phone, "/api/table/new", game="battleline")
    for side, card in zip(("gold", "red") * 3, ("B5", "R8", "B6", "R9", "B7"), strict=False):
        change(phone, "/api/battleline/match/flags/4/lay", side=side, card=card)


@pytest.mark.parametrize("asked", ASKED.items(), ids=lambda each: each[0][0])
def test_what_is_asked_of_the_table_is_answered_with_a_way_there(
    phone: Phone, asked: tuple[tuple[str, str], Sequence[str]]
) -> None:
    (game, moment), questions = asked
    MOMENTS[game][moment](phone)
    for question in questions:
        answer = api(phone, question)
        assert answer is not None, question
        assert set(answer) == {"text", "href"}
        assert phone.get(str(answer["href"])).status_code == 200, answer
        assert '<p class="now">' in phone.get(f"/rulings?q={quote_plus(question)}").text


def test_the_seat_of_the_phone_says_who_i_am(phone: Phone, passer_by: Phone, access: Access) -> None:
    battle(phone)
    gold, red = phone.get("/api/table").get_json()["names"].values()
    both = f"{gold}: not yet, Red 10 makes a wedge of 27. {red}: not yet, {red} has 2 of 3 cards there."
    assert api(phone, "can I claim 4") == {"text": both, "href": "/?flag=4"}
    gold = seated(Phone(phone.client), access, seat="gold")
    assert api(gold, "can I claim 4") == {"text": "Not yet: Red 10 makes a wedge of 27.", "href": "/?flag=4"}
    red = seated(Phone(phone.client), access, seat="red")
    assert api(red, "can I claim 4") == {"text": "Not yet: you have 2 of 3 cards there.", "href": "/?flag=4"}


def test_the_ruling_stands_below_it(phone: Phone) -> None:
    battle(phone)
    page = phone.get("/rulings?q=can+I+claim+4").text
    table, ruling = page.index('<p class="now"><a href="/?flag=4">'), page.index('class="answers"')
    assert table < ruling
    found = phone.get("/api/rulings?q=can+I+claim+4").get_json()
    assert {"results", "took_ms", "table"} == set(found)
    assert found["results"]


def test_what_the_table_answers_is_about_no_other_game(phone: Phone) -> None:
    battle(phone)
    page = phone.get("/rulings?q=who+is+winning").text
    assert '<p class="now">' in page
    assert "In other games" not in page
    assert all(href.startswith("bl-") for href in re.findall(r'<li><a href="/rulings/([^"]*)', page))


def test_sand_is_what_is_left_as_it_is_asked(phone: Phone, clock: ManualClock) -> None:
    MOMENTS["wartime"]["running"](phone)
    clock.advance(seconds=18)
    answer = api(phone, "how long until the knight is free")
    assert answer == {"text": "42 s of sand left.", "href": "/timers/gold-60a"}


@pytest.mark.parametrize("game", ["wartime", "warzone"])
def test_where_another_game_is_meant_the_battle_says_nothing(phone: Phone, game: str) -> None:
    battle(phone)
    assert api(phone, "can I claim 4", game=game) is None
    assert '<p class="now">' not in phone.get(f"/rulings?q=can+I+claim+4&game={game}").text
    assert api(phone, "can I claim 4", game="battleline") is not None
    assert '<p class="now">' in phone.get("/rulings?q=can+I+claim+4&game=all").text


@pytest.mark.parametrize(("game", "prefix"), [("wartime", "wt-"), ("warzone", "wz-"), ("battleline", "bl-")])
def test_a_table_s_own_ruling_comes_first_where_its_game_has_one(phone: Phone, game: str, prefix: str) -> None:
    change(phone, "/api/table/new", game=game)
    for question in ("when does the game end", "how do i win"):
        results = phone.get(f"/rulings?q={question.replace(' ', '+')}").text.split('id="results"')[1]
        assert results.split('href="/rulings/')[1].startswith(prefix)


def test_before_the_game_begins_there_is_nothing_to_say(phone: Phone) -> None:
    for game, question in (
        ("battleline", "can I claim 4"),
        ("warzone", "who goes first"),
        ("wartime", "is my 30 free"),
    ):
        change(phone, "/api/table/new", game=game)
        assert api(phone, question) is None
    assert api(phone, "") is None


def test_the_next_battle_of_a_series_is_asked_before_its_first_card(phone: Phone) -> None:
    battle(phone)
    change(phone, "/api/table/end", winner="red")
    change(phone, "/api/battleline/match/again")
    for question, told in (
        ("whose turn", "It is Team Red's turn."),
        ("where is the blue 5", "Blue 5 is still unseen."),
    ):
        answer = api(phone, question)
        assert answer is not None, question
        assert answer["text"] == told
    for question in ("can I claim 4", "can I pass", "who is winning", "how many cards are left", "what beats me at 5"):
        api(phone, question)
    change(phone, "/api/table/new", game="battleline")
    assert api(phone, "whose turn") is None
