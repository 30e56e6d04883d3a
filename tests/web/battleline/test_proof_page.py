"""A claim's proof on other phones: it fills those of the side across, and steps through the replies by links alone."""

import re
from collections.abc import Callable

import pytest

from tests.web.conftest import Phone
from tests.web.moments import broken_through, claimed, enveloped

AGREE = "/battleline/match/flags/5/agree"


@pytest.fixture
def red(phone: Phone) -> Phone:
    """A phone of the side across from Gold's claim of flag 5."""
    claimed(phone)
    phone.post("/api/seat", {"seat": "red"})
    return phone


def headline(page: str) -> str:
    found = re.search(r"<h1>.*</b>(.*)</h1>", page)
    return found[1] if found else ""


def test_it_fills_the_phone_of_the_side_across_until_that_side_agrees(red: Phone) -> None:
    for path in ("/", "/?flag=1"):
        page = red.get(path).text
        assert headline(page) == "Claimed."
        assert "The line" not in page
    answer = red.post(AGREE, data={"side": "red"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/?flag=5")
    assert headline(red.get("/").text) == ""


def test_playing_on_and_undoing_the_claim_end_it_too(red: Phone) -> None:
    for side, card, headlines in (("gold", "P1", "Claimed."), ("red", "P2", "")):
        red.post("/battleline/match/flags/9/lay", data={"side": side, "card": card})
        assert headline(red.get("/").text) == headlines
    red.post("/table/undo")
    assert headline(red.get("/").text) == "Claimed."
    for _ in range(2):
        red.post("/table/undo")
    assert headline(red.get("/?proof=5").text) == ""


def test_on_every_other_phone_it_stands_in_nobodys_way(red: Phone) -> None:
    for seat, agrees in (("gold", False), ("both", True), ("look", False)):
        red.post("/api/seat", {"seat": seat})
        assert headline(red.get("/").text) == ""
        page = red.get("/?proof=5").text
        assert headline(page) == "Claimed."
        assert 'href="/?flag=5">The line</a>' in page
        assert (AGREE in page) is agrees, seat


def test_its_steps_are_links_to_and_fro(red: Phone) -> None:
    page = red.get("/").text
    said = []
    while (following := re.search(r'href="(/\?proof=5[^"]*)">(?:Show me|Next)<', page)) is not None:
        page = red.get(following[1].replace("&amp;", "&")).text
        said.append((headline(page), *re.findall(r"<h2>(.*?)</h2>", page)))
    assert said == [
        ("Beaten.", "Wedge, 24"),
        ("Beaten.", "Battalion order, 23"),
        ("Beaten.", "Skirmish line, 27"),
        ("Beaten.", "Host, 26"),
    ]
    assert 'href="/?proof=5">That is all</a>' in page
    assert 'href="/?proof=5&step=3">Back</a>' in page
    assert AGREE not in page, "nobody agrees by tapping on and on"


def test_what_a_wild_card_counts_as_and_where_a_card_lies_that_would_help(red: Phone) -> None:
    page = red.get("/?proof=5").text
    assert 'aria-label="Alexander as Red 9"' in page
    step = red.get("/?proof=5&step=1").text
    assert 'aria-label="Blue 7, to come"' in step
    assert 'aria-label="Blue 10 is out"><b>10</b><small>flag 2</small>' in step
    assert "Blue 10 lies at flag 2" in step


def test_a_claim_that_does_not_hold_shows_what_beats_it(red: Phone) -> None:
    red.post("/api/seat", {"seat": "gold"})
    page = red.get("/?proof=6&by=gold").text
    assert headline(page) == "Not yet."
    assert "Green 10 makes a wedge of 27, which beats 18." in page
    assert 'aria-label="Green 10, to come"' in page


def test_the_line_leads_to_what_was_claimed_and_to_what_beats_a_claim(red: Phone) -> None:
    for seat in ("gold", "both"):
        red.post("/api/seat", {"seat": seat})
        assert 'href="/?proof=5">Show the proof</a>' in red.get("/").text
        assert 'href="/?proof=5">Show the proof</a>' in red.get("/?flag=5").text
        assert 'href="/?proof=6&by=gold">Why?</a>' in red.get("/?flag=6").text
    red.post(f"/api{AGREE}", {"side": "red"})
    assert "Show the proof" not in red.get("/").text


def test_an_address_that_asks_for_no_proof_is_the_table(red: Phone) -> None:
    red.post("/api/seat", {"seat": "gold"})
    for path in ("/?proof=4", "/?proof=6", "/?proof=6&by=red", "/?proof=6&by=azure", "/?proof=x", "/?proof=99"):
        assert "Flags:" in red.get(path).text, path


def test_a_step_that_is_not_there_is_the_proof_itself(red: Phone) -> None:
    for step in ("0", "9", "-1", "x"):
        assert headline(red.get(f"/?proof=5&step={step}").text) == "Claimed.", step
    assert headline(red.get("/?proof=5&step=1&step=2").text) == "Beaten."


def test_the_view_tells_it_whole(red: Phone) -> None:
    (proof,) = red.get("/api/table").get_json()["handed"]
    assert (proof["flag"], proof["by"], proof["to"]) == (5, "gold", "red")
    assert proof["as"] == ["R10", "R9", "R8"]
    assert [step["fate"] for step in proof["steps"]] == ["beaten"] * 4
    assert proof["steps"][0]["out"] == [{"card": "B10", "flag": 2}]
    for body, status in (({"side": "gold"}, 409), ({"side": "azure"}, 422), ({"side": "red"}, 200)):
        assert red.post(f"/api{AGREE}", body).status_code == status
    assert red.get("/api/table").get_json()["handed"] == []


@pytest.mark.parametrize(
    ("play", "flags", "how"),
    [(broken_through, "1, 2 and 3", "breakthrough"), (enveloped, "1, 2, 4, 5 and 7", "envelopment")],
)
def test_the_flags_that_won_are_celebrated_on_phones_and_the_page_for_spectators(
    phone: Phone, play: Callable[[Phone], None], flags: str, how: str
) -> None:
    play(phone)
    numbers = re.findall(r"\d", flags)
    for seat in ("gold", "red", "both", "look"):
        phone.post("/api/seat", {"seat": seat})
        page = phone.get("/").text
        assert f'aria-label="Flags {flags}"' in page
        assert re.findall(r"<b>(\d)</b>", page[page.index(f"celebrated {how}") :])[: len(numbers)] == numbers
        assert f"flags {flags}</p>" in page, "and in words"
    watched = phone.get("/watch").text
    assert re.findall(r'<span class="post [^"]* won[^"]*"><b>(\d)</b>', watched) == numbers
    assert watched.count(" bridged") == (2 if how == "breakthrough" else 0)


def test_the_proof_of_the_last_claim_can_be_looked_at_once_the_battle_is_won(phone: Phone) -> None:
    broken_through(phone)
    phone.post("/api/seat", {"seat": "red"})
    assert headline(phone.get("/").text) == ""
    page = phone.get("/?proof=3").text
    assert headline(page) == "Claimed."
    assert "/agree" not in page
