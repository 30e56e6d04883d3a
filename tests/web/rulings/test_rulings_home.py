"""Rulings as players come to it: what a side asked lately, the books, and what is left where nothing is found."""

import re
from html import unescape
from urllib.parse import parse_qs, quote, urlsplit

import pytest

from companion.games import RuledGame
from companion.rulings.history import ASKED, ID, MOST_ASKED, UNANSWERED, read
from companion.rulings.ruling import LONGEST_QUESTION
from companion.rulings.shelf import shipped
from companion.table.table import Table
from tests.web.conftest import Phone

RULINGS = {ruling.id: ruling for chapter in shipped() for ruling in chapter.rulings}
HOUSE = {"id": "house-x", "game": "wartime", "question": "Do zeppelins land?", "answer": "No."}
HEADING = "Asked by your side"


def hrefs(page: str) -> list[str]:
    return [unescape(href) for href in re.findall(r'href="(/rulings[^"]*)"', page)]


def asked(phone: Phone) -> list[str]:
    """The ids of the list's rulings, as the home page has them."""
    page = phone.get("/rulings").text
    if HEADING not in page:
        return []
    listed = page.split(HEADING)[1].split("</ul>")[0]
    return [href.removeprefix("/rulings/") for href in hrefs(listed)]


def ask(phone: Phone, question: str) -> str:
    """Looks it up, opens the first answer, and returns its id."""
    href = hrefs(phone.get(f"/rulings?q={quote(question)}").text)[0]
    assert phone.get(href).status_code == 200
    return urlsplit(href).path.removeprefix("/rulings/")


# What was asked


def test_a_ruling_that_was_opened_from_an_answer_is_what_was_asked(phone: Phone) -> None:
    hills, river = ask(phone, "hills"), ask(phone, "what does a river do")
    assert asked(phone) == [river, hills]
    assert RULINGS[hills].question in phone.get("/rulings").text
    ask(phone, "hills")
    assert asked(phone) == [hills, river]


def test_what_is_only_typed_read_or_browsed_was_not_asked(phone: Phone) -> None:
    for path in (
        "/rulings?q=hil",
        "/rulings?q=hills",
        "/rulings/wt-hills",
        "/rulings/wt-hills?q=",
        "/rulings/wt-hills?q=castle+gate",
        "/api/rulings/wt-hills",
        "/api/rulings?q=hills",
        "/rulings/book/wartime-rulebook",
    ):
        assert phone.get(path).status_code == 200
    assert asked(phone) == []


def test_who_has_not_joined_asks_nothing_at_this_table(stranger: Phone, table: Table) -> None:
    ask(stranger, "hills")
    assert table.kept("wartime", ASKED) == {}
    assert HEADING not in stranger.get("/rulings").text


def test_the_newest_eight_of_each_game_are_kept(phone: Phone) -> None:
    told = [f"/rulings/{id}?q={quote(each.question)}" for id, each in RULINGS.items() if each.game is RuledGame.WARTIME]
    for href in told[: MOST_ASKED + 3]:
        phone.get(href)
    assert len(asked(phone)) == MOST_ASKED
    assert asked(phone)[0] == urlsplit(told[MOST_ASKED + 2]).path.removeprefix("/rulings/")
    phone.get("/rulings/bl-fog?q=fog&game=all")
    assert "bl-fog" not in asked(phone)
    assert phone.post("/api/table/new", {"game": "battleline"}).status_code == 200
    assert asked(phone) == ["bl-fog"]


def test_it_says_nothing_of_it_outside_the_pages(phone: Phone, table: Table) -> None:
    """Nor is it an event of the match."""
    version = table.version
    ask(phone, "hills")
    assert table.version == version
    assert phone.get("/api/log").get_json()["events"] == []


def test_a_house_ruling_that_was_asked_and_removed_is_listed_no_more(phone: Phone) -> None:
    assert phone.put("/api/house-rulings/house-x", HOUSE).status_code == 200
    assert ask(phone, "zeppelins") == "house-x"
    assert asked(phone) == ["house-x"]
    assert phone.delete("/api/house-rulings/house-x").status_code == 200
    assert asked(phone) == []


# The books


def test_the_chapters_of_the_game_on_the_table_open_in_place_and_are_closed(phone: Phone) -> None:
    chapters = [each.title for each in shipped() if each.game is RuledGame.WARTIME]
    page = phone.get("/rulings").text
    assert [unescape(each) for each in re.findall(r"<summary><h3>(.*?)</h3>", page)] == list(dict.fromkeys(chapters))
    assert '<details class="chapter">' in page
    assert '<details class="chapter" open' not in page
    phone.post("/api/table/new", {"game": "battleline"})
    page = phone.get("/rulings").text
    assert page.index("Battle Line (GMT)") < page.index("Formations") < page.index("WarTime Rulebook")


@pytest.mark.parametrize(
    "path", ["/rulings", "/rulings?q=river", "/rulings/wt-timer-flip", "/rulings/book/wartime-rulebook"]
)
def test_there_is_one_field_to_ask_in(passer_by: Phone, path: str) -> None:
    assert passer_by.get(path).text.count('type="search"') <= 1


def test_what_is_asked_on_a_books_page_is_asked_of_its_game(passer_by: Phone) -> None:
    said = '<input type="hidden" name="game" value="warzone">'
    assert said in passer_by.get("/rulings/book/warzone-eternal-core-rules").text
    assert 'name="game"' not in passer_by.get("/rulings/book/wartime-rulebook").text


def test_a_chapter_that_nobody_knows_opens_nothing(passer_by: Phone) -> None:
    answer = passer_by.get("/rulings/book/wartime-rulebook?chapter=nothing")
    assert answer.status_code == 200
    assert '<details class="chapter" open' not in answer.text


# A question that nobody answers


def test_an_unknown_question_offers_its_nearest_headings_all_games_and_a_house_ruling(passer_by: Phone) -> None:
    offered = hrefs(passer_by.get("/rulings?q=xqzzqx").text)
    assert sum("/book/wartime-rulebook?chapter=" in href for href in offered) == 3
    assert "/rulings?q=xqzzqx&game=all" in offered
    assert "/rulings/house/new?question=xqzzqx" in offered


def test_the_nearest_headings_are_the_questions_own(passer_by: Phone) -> None:
    def near(question: str) -> list[str]:
        page = passer_by.get(f"/rulings?q={question}").text
        assert "Nearest headings" in page
        return re.findall(r"chapter=[^\"]*#([^\"]+)", page)

    assert near("zeppelin") != near("galleon")
    assert any("terrain" in each for each in near("trrrrrrain"))


def test_what_this_games_books_have_not_is_found_in_the_others(passer_by: Phone) -> None:
    page = passer_by.get("/rulings?q=is+a+flush+better+than+three+of+a+kind").text
    assert "<h2>In other games</h2>" in page
    assert hrefs(page)[0].startswith("/rulings/bl-ranks?")
    only = passer_by.get("/rulings?q=is+a+flush+better+than+three+of+a+kind&game=wartime").text
    assert not [href for href in hrefs(only) if href.startswith("/rulings/bl-")]
    everywhere = passer_by.get("/rulings?q=morale&game=all").text
    (first, *_) = hrefs(everywhere)
    assert first.startswith("/rulings/bl-")
    assert first.endswith("?q=morale&game=all")
    assert 'type="hidden" name="game" value="all"' in everywhere
    assert "All games" not in everywhere
    assert "No ruling fits that in any game." in passer_by.get("/rulings?q=xqzzqx&game=all").text


@pytest.mark.parametrize(("game", "found"), [("warzone", True), ("wartime", False), ("chess", True)])
def test_another_games_sum_looks_in_its_own_books(passer_by: Phone, game: str, found: bool) -> None:
    page = passer_by.get(f"/rulings?q=pinned+counters&game={game}").text
    assert any(href.startswith("/rulings/wz-") for href in hrefs(page)) is found


def test_a_house_ruling_begins_with_the_question_that_nobody_answered(phone: Phone) -> None:
    question = 'May <b>"zeppelins"</b> & so land?'
    page = phone.get(f"/rulings?q={quote(question)}&game=battleline").text
    (href,) = [href for href in hrefs(page) if href.startswith("/rulings/house/new")]
    assert parse_qs(urlsplit(href).query) == {"question": [question], "game": ["battleline"]}
    form = phone.get(href).text
    assert f">{question.replace('&', '&amp;').replace('<', '&lt;')}" not in form
    assert "May &lt;b&gt;&#34;zeppelins&#34;&lt;/b&gt; &amp; so land?</textarea>" in form
    assert '<option value="battleline" selected>' in form


def test_no_more_of_a_question_is_filled_in_than_can_be_kept(phone: Phone) -> None:
    form = phone.get(f"/rulings/house/new?question={'x' * 5000}").text
    assert f">{'x' * LONGEST_QUESTION}</textarea>" in form
    assert len(phone.get(f"/rulings?q={'y' * 5000}").data) < 12_000


def test_a_ruling_has_what_was_found_with_it(passer_by: Phone) -> None:
    page = passer_by.get("/rulings/wt-hills?q=hills").text
    beside = [href for href in hrefs(page) if href.endswith("?q=hills")]
    assert beside
    assert not any(href.startswith("/rulings/wt-hills?") for href in beside)
    assert 'value="hills"' in page


def test_removing_a_house_ruling_asks_first(phone: Phone) -> None:
    phone.put("/api/house-rulings/house-x", HOUSE)
    page = phone.get("/rulings/house-x").text
    (asks,) = re.findall(r'<details class="ask">.*?</details>', page, re.DOTALL)
    assert 'action="/rulings/house-x/remove"' in asks
    assert "<form" not in asks.split("</summary>")[0]


# What is kept of it


def missed(table: Table, game: str = "wartime") -> dict[str, str | None]:
    body = table.kept(game, UNANSWERED).get(ID)
    return {each.question: each.opened for each in read(body)} if body else {}


def test_what_found_nothing_is_kept_for_whoever_looks_after_the_rulings(phone: Phone, table: Table) -> None:
    phone.get("/rulings?q=xqzzqx")
    phone.get("/rulings?q=xqzzqxyz&game=battleline")
    assert (missed(table), missed(table, "battleline")) == ({"xqzzqx": None}, {"xqzzqxyz": None})


def test_what_is_still_being_typed_and_who_only_passes_by_leave_nothing(
    phone: Phone, passer_by: Phone, table: Table
) -> None:
    phone.get("/rulings?q=xqzz", headers={"X-Typing": "1"})
    passer_by.get("/rulings?q=xqzzqx")
    assert missed(table) == {}


def test_the_third_result_that_was_opened_is_kept_with_its_question(phone: Phone, table: Table) -> None:
    found = hrefs(phone.get("/rulings?q=shoot+over+a+hill").text)
    phone.get(found[0])
    assert missed(table) == {}
    phone.get(found[2])
    assert missed(table) == {"shoot over a hill": found[2].removeprefix("/rulings/").partition("?")[0]}
