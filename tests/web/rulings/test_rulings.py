"""Looking rulings up over HTTP: API, pages, the table's own rulings, and the way from a number to its ruling."""

import re
import tomllib
from html import unescape
from urllib.parse import quote

import pytest

from companion.games import RuledGame
from companion.rulings.shelf import shipped
from companion.table.table import Table
from companion.wartime.referee.attacks import CHARGE, DAMAGE
from companion.wartime.referee.board import FEATURES, TILES
from tests.support import entries
from tests.web.conftest import Phone
from tests.web.site.test_pages import written
from web.rulings.links import place_href, source_href

RULINGS = [ruling for chapter in shipped() for ruling in chapter.rulings]
HOUSE = {
    "id": "house-x",
    "game": "wartime",
    "question": "Zeppelins & <b>?",
    "answer": "No.",
    "about": "timing-put-back",
}


def hrefs(page: str) -> list[str]:
    return [unescape(href) for href in re.findall(r'href="(/rulings[^"]*)"', page)]


def test_the_api_answers_as_it_is_described(passer_by: Phone) -> None:
    answer = passer_by.get("/api/rulings?q=can+i+shoot+over+a+hill&game=wartime&limit=2").get_json()
    assert set(answer) == {"results", "took_ms"}
    first, second = answer["results"]
    assert first["id"] == "wt-hills"
    assert first["cite"] == {
        "book": "WarTime Rulebook",
        "chapter": "Component Details: Board and Terrain",
        "section": "Terrain Tiles",
        "page": None,
    }
    assert (first["game"], first["title"], first["house"]) == ("wartime", "What do Hills do?", False)
    assert first["score"] >= second["score"]
    assert {"title": "Which terrain blocks line-of-sight?", "href": "/rulings/wt-blocks-los"} in first["see"]
    one = passer_by.get("/api/rulings/wt-hills").get_json()
    assert one == {**first, "score": None}


@pytest.mark.parametrize(
    "path",
    [
        "/rulings",
        "/rulings?q=hills",
        "/rulings/wt-hills",
        "/rulings/book/wartime-rulebook",
        "/rulings/house/new",
        "/panel",
    ],
)
def test_what_is_broken_is_told_on_the_rulings_too(phone: Phone, table: Table, path: str) -> None:
    assert 'class="banner" role="status">Screen' not in phone.get(path).text
    table.fault("screen", "Screen gold-90 does not answer.")
    assert '<p class="banner" role="status">Screen gold-90 does not answer.</p>' in phone.get(path).text


def test_where_nothing_fits_the_page_says_so_and_names_what_is_nearest(passer_by: Phone) -> None:
    question = quote("how do i trade sheep with my opponent")
    page = passer_by.get(f"/rulings?q={question}").text
    assert "No ruling fits that in WarTime. What a card, a unit or a scenario does is printed there." in page
    assert 1 <= page.split("Nearest rulings")[1].split("</ul>")[0].count("<li>") <= 3
    assert '<ul class="answers">' not in page
    answer = passer_by.get(f"/api/rulings?game=wartime&q={question}").get_json()
    assert (answer["results"], 1 <= len(answer["nearest"]) <= 3) == ([], True)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("he picked his unit up before i took the tokens off", "timing-escaped"),
        ("i took the tokens off before he picked his unit up", "timing-hit"),
        ("the tokens were taken off before the goblin was lifted", "timing-hit"),
        ("can i use the same card twice", "wt-card-once"),
        ("two timers on one guy", "wt-one-timer"),
        ("can i attack my own unit", "wt-own-unit"),
        ("what does quake do", "wt-card-text"),
    ],
)
def test_the_page_puts_the_case_that_a_question_tells_first(passer_by: Phone, question: str, first: str) -> None:
    found = hrefs(passer_by.get(f"/rulings?q={quote(question)}").text)
    assert next(href for href in found if "?q=" in href).startswith(f"/rulings/{first}?")


@pytest.mark.parametrize("query", ["", "q=", "q=%F0%9F%8E%B2", "q=%22%27*", "q=the+of"])
def test_noise_is_an_empty_answer(passer_by: Phone, query: str) -> None:
    answer = passer_by.get(f"/api/rulings?{query}")
    assert (answer.status_code, answer.get_json()["results"]) == (200, [])


@pytest.mark.parametrize("query", ["limit=0", "limit=51", "limit=x", "game=chess", "query=hills", "q=a&q=b", "q=a%00"])
def test_a_wrong_question_is_told(passer_by: Phone, query: str) -> None:
    assert passer_by.get(f"/api/rulings?{query}").status_code == 422


def test_there_is_no_such_ruling(passer_by: Phone) -> None:
    assert passer_by.get("/api/rulings/wt-nothing").status_code == 404
    for path in ("/rulings/wt-nothing", "/rulings/book/nothing", "/rulings/wt-hills/change"):
        assert passer_by.get(path).status_code == 404


def test_the_search_page_is_whole_without_javascript(passer_by: Phone) -> None:
    page = passer_by.get("/rulings?q=shoot+over+hil").text
    assert hrefs(page)[0] == "/rulings/wt-hills?q=shoot+over+hil"
    assert 'value="shoot over hil"' in page
    assert "No ruling fits that in WarTime." in passer_by.get("/rulings?q=xqzzqx").text
    assert 'aria-current="page"' in page


def test_every_book_heading_and_ruling_can_be_browsed(passer_by: Phone) -> None:
    home = passer_by.get("/rulings").text
    assert {f"/rulings/{each.id}" for each in RULINGS if each.game is RuledGame.WARTIME} <= set(hrefs(home))
    books = [href for href in hrefs(home) if "/book/" in href]
    assert len(books) == len({chapter.book for chapter in shipped() if chapter.game is not RuledGame.WARTIME})
    elsewhere = {href for book in books for href in hrefs(passer_by.get(book).text)}
    assert {f"/rulings/{each.id}" for each in RULINGS if each.game is not RuledGame.WARTIME} <= elsewhere


def test_a_place_in_a_book_is_in_sight_when_its_page_opens(passer_by: Phone) -> None:
    """Its chapter is open, and no other."""
    pages: dict[str, str] = {}
    for href in {place_href(cite) for each in RULINGS for cite in (each.cite, *each.also)}:
        address, name = href.split("#")
        page = pages.setdefault(address, passer_by.get(address).text if address not in pages else "")
        (opened,) = re.findall(r'<details class="chapter" open>(.*?)</details>', page, re.DOTALL)
        assert f'<h3 id="{name}">' in opened


def test_a_rulings_page_leads_on(passer_by: Phone) -> None:
    page = passer_by.get("/rulings/wt-hills").text
    assert "/measure?mode=attack" in unescape(page)
    assert {"/rulings/wt-blocks-los", "/rulings/house/new?about=wt-hills"} <= set(hrefs(page))


def test_every_calculator_link_is_answered(passer_by: Phone) -> None:
    """What is answered is no error, and no question that the page could not read."""
    calculators = {each.link for each in RULINGS if each.link}
    assert len(calculators) > 30
    for link in sorted(calculators):
        answer = passer_by.get(link)
        assert answer.status_code == 200, link
        assert "aria-invalid" not in answer.text, link


def test_every_choice_that_a_ruling_leans_on_is_one_of_its_games(passer_by: Phone) -> None:
    leaning = {(each.game.value, each.choice) for each in RULINGS if each.choice}
    for game, name in leaning:
        assert name in [each["name"] for each in passer_by.get(f"/api/{game}/choices").get_json()["choices"]]


def test_how_the_table_plays_it_stands_beside_the_ruling(phone: Phone) -> None:
    assert "Yes: any Troop or Tactics card on your side." in phone.get("/rulings/bl-redeploy-environment").text
    assert phone.put("/api/battleline/choices", {"redeploy": "not_environment"}).status_code == 200
    assert "No: only Troop cards and Morale Tactics." in phone.get("/rulings/bl-redeploy-environment").text


def test_a_claims_verdict_leads_to_its_heading(passer_by: Phone) -> None:
    page = passer_by.get("/battleline/claim?mine=R8.R9.R10&theirs=B4").text
    assert "/rulings/book/battle-line-gmt?chapter=flags#flags-flags" in hrefs(page)


@pytest.mark.parametrize("source", [DAMAGE, CHARGE, TILES, FEATURES])
def test_every_source_that_wartimes_ledgers_name_leads_to_its_heading(passer_by: Phone, source: str) -> None:
    href = source_href(source, "wartime")
    assert "?q=" not in href
    answer = passer_by.get(f"/rulings/at?source={quote(source)}&game=wartime")
    assert (answer.status_code, answer.headers["Location"]) == (303, href)


def test_what_no_book_names_is_searched_for(passer_by: Phone) -> None:
    assert source_href("A60 is still running", "wartime") == "/rulings?q=A60%20is%20still%20running&game=wartime"
    assert passer_by.get("/rulings/at").headers["Location"] == "/rulings?q=&game=wartime"
    assert source_href("Flags", RuledGame.BATTLELINE.value) == "/rulings/book/battle-line-gmt?chapter=flags#flags-flags"


def test_a_ledgers_lines_are_links(passer_by: Phone) -> None:
    page = passer_by.get("/measure?mode=attack&from=C4&to=C5&d1=melee:4&terrain=C5:hills&units=C5").text
    assert {source_href(DAMAGE, "wartime"), "/rulings/wt-hills"} <= set(hrefs(page))


def test_house_rulings_over_the_api(phone: Phone, table: Table) -> None:
    assert phone.put("/api/house-rulings/house-x", HOUSE).status_code == 200
    assert phone.get("/api/house-rulings").get_json()["rulings"] == [HOUSE]
    (found,) = phone.get("/api/rulings?q=zeppelins").get_json()["results"]
    assert (found["id"], found["house"], found["cite"]["book"]) == ("house-x", True, "House rulings")
    file = phone.get("/api/house-rulings?format=toml")
    assert "attachment" in file.headers["Content-Disposition"]
    assert tomllib.loads(file.text) == {"ruling": [HOUSE]}
    assert phone.delete("/api/house-rulings/house-x").status_code == 200
    assert phone.delete("/api/house-rulings/house-x").status_code == 404
    assert [line.source for _, line in entries(table)] == ["phone 1", "phone 1"]


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"id": "house-y"}, 422),
        ({"id": "wt-hills"}, 422),
        ({"game": "chess"}, 422),
        ({"answer": ""}, 422),
        ({"question": "x" * 201}, 422),
        ({"note": "x"}, 422),
        ({"about": "bl-fog"}, 409),
        ({"about": "wt-nothing"}, 409),
    ],
)
def test_what_cannot_be_a_house_ruling_is_told(phone: Phone, changed: dict[str, str], status: int) -> None:
    assert phone.put("/api/house-rulings/house-x", {**HOUSE, **changed}).status_code == status
    assert phone.get("/api/house-rulings").get_json()["rulings"] == []


def test_house_rulings_on_the_pages(phone: Phone, table: Table) -> None:
    form = phone.get("/rulings/house/new?about=timing-put-back").text
    assert 'name="game" value="wartime"' in form
    fields = {"about": "timing-put-back", "game": "wartime", "question": HOUSE["question"], "answer": "Only once."}
    answer = phone.post("/rulings/house", data=fields)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/rulings/timing-put-back")
    assert "Only once." in phone.get("/rulings/timing-put-back").text
    (id,) = {href for href in hrefs(phone.get("/rulings").text) if re.fullmatch("/rulings/house-[a-z-]+", href)}
    assert "<b>?" not in phone.get(id).text
    changed = {**fields, "id": id.removeprefix("/rulings/"), "answer": "Twice."}
    assert phone.post("/rulings/house", data=changed).status_code == 303
    assert "Twice." in phone.get(f"{id}/change").text
    assert "Twice." in phone.get("/rulings/house.toml").text
    assert phone.post(f"{id}/remove", data={}).headers["Location"] == "/rulings"
    assert phone.get(id).status_code == 404
    assert [line.text.split(":")[0] for _, line in entries(table)] == [
        "House ruling added",
        "House ruling changed",
        "House ruling removed",
    ]


def test_an_empty_house_ruling_keeps_what_was_written(phone: Phone) -> None:
    answer = phone.post("/rulings/house", data={"game": "wartime", "question": "Zeppelins?", "answer": " "})
    assert answer.status_code == 422
    assert "Write the answer." in answer.text
    assert "Zeppelins?</textarea>" in answer.text


def test_only_joined_phones_make_house_rulings(passer_by: Phone) -> None:
    assert passer_by.put("/api/house-rulings/house-x", HOUSE).status_code == 403
    assert passer_by.delete("/api/house-rulings/house-x").status_code == 403
    for path in ("/rulings/house", "/rulings/house-x/remove"):
        assert passer_by.post(path, data=HOUSE).headers["Location"] == "/join"
    assert passer_by.get("/api/house-rulings").get_json()["rulings"] == []


def test_the_first_page_is_small(passer_by: Phone) -> None:
    page = passer_by.get("/rulings?q=attack")
    assert len(page.data) < 12_000
    sheets = re.findall(r'<link rel="stylesheet" href="([^"]+)"', page.text)
    assert sum(map(written, sheets)) < 14_000


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("how do you win wartime", "wt-object"),
        ("win war time", "wt-object"),
        ("how do i win Warzone", "wz-end-of-game"),
        ("who wins battle line", "bl-win"),
        ("how do you win", "wt-object"),
    ],
)
def test_a_question_that_names_a_game_is_about_that_game(phone: Phone, question: str, first: str) -> None:
    """Whatever lies on the table; here that is WarTime."""
    page = phone.get(f"/rulings?q={quote(question)}").text
    assert re.search(r'<li><a href="/rulings/([\w-]+)\?', page)[1] == first  # type: ignore[index]
