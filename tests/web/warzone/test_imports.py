"""Files are read beside the table: the page waits with a bar, and what is too much is a sentence."""

import base64
import io
import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from companion.system.worker import MOST_WAITING
from companion.table.table import Table
from companion.warzone.battlescribe.reader import MOST_UNITS
from companion.warzone.cards.card_file import link_text, write_card
from companion.warzone.cards.library import KeptCards
from tests.companion.warzone.cards_strategy import GUARD, guard
from tests.companion.warzone.test_battlescribe_bounds import links_to_every_profile
from tests.web.conftest import Phone
from tests.web.workers import HALF_DONE, instead_of_workers
from web.warzone.cards import importing

INVENTED = Path(__file__).parents[2] / "companion" / "warzone" / "invented"
LAMPS = [(name, (INVENTED / name).read_bytes()) for name in ("Lamps.cat", "Lamps_Eternal.gst")]
IMPORT = "/warzone/units/import"
API = "/api/warzone/units/import"


def sent(phone: Phone, *files: tuple[str, bytes]) -> TestResponse:
    """The answer to files that were chosen on the page."""
    chosen = [(io.BytesIO(data), name) for name, data in files]
    return phone.post(IMPORT, data={"files": chosen})  # type: ignore[dict-item]


def seen(phone: Phone, *files: tuple[str, bytes]) -> TestResponse:
    """The page that files lead to, once they are read."""
    answer = sent(phone, *files)
    if answer.status_code != 303:
        return answer
    while "<progress" in (page := phone.get(answer.headers["Location"])).text:
        pass
    return page


def names(phone: Phone) -> list[str]:
    return [each["name"] for each in phone.get("/api/warzone/units").get_json()["units"]]


def in_base64(*files: tuple[str, bytes]) -> list[dict[str, str]]:
    return [{"name": name, "data": base64.b64encode(data).decode()} for name, data in files]


Workers = Callable[[str], None]


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> Iterator[Workers]:
    """Puts a shell's script in the place of every worker; none of them is there any more in the end."""
    monkeypatch.setattr(importing, "PATIENCE_S", 0.0)
    with ExitStack() as places:
        pids: list[Path] = []
        yield lambda script: pids.append(places.enter_context(instead_of_workers(script)))
        for pid in "".join(file.read_text(encoding="ascii") for file in pids).split():
            with pytest.raises(ProcessLookupError):
                os.kill(int(pid), 0)


def until(phone: Phone, place: str, words: str) -> str:
    while words not in (page := phone.get(place).text):
        assert "<progress" in page
    return page


def stop(phone: Phone, *places: str) -> None:
    for place in places:
        assert phone.post(f"{place}/stop").headers["Location"] == IMPORT
    for place in places:
        until(phone, place, "It was stopped.")


def test_files_are_read_on_the_page_and_those_ticked_are_kept(phone: Phone) -> None:
    def upload(*paths: tuple[str, bytes]) -> str:
        return seen(phone, *paths).text

    page = upload(*LAMPS, ("mine.toml", write_card(guard()).encode()))
    assert "9 units read, 5 weapons" in page
    assert 'method="post" action="/warzone/units/keep"' in page
    links = re.findall(r'name="card" value="([^"]+)" checked', page)
    assert phone.post("/warzone/units/keep", data={"card": links[:3]}).status_code == 303
    assert len(names(phone)) == 3
    alone = upload(LAMPS[0], ("broken.cat", b"<a>"))
    assert re.search(r"<strong>Steadfast</strong> <small>Lamps.cat, line \d+</small>", alone)
    assert "read the game system&#39;s (.gst) together with this" in alone
    assert "broken.cat, line 1" in alone
    assert "Choose one or more files first" in upload()
    mixed = upload(
        ("mine.toml", write_card(guard()).replace("mw = 13", "mw = 99").encode()),
        ("good.toml", write_card(guard()).encode()),
    )
    assert re.search(r"<strong>mine.toml</strong> <small>mine.toml, line \d+</small>: mw: must be at most 40", mixed)
    assert "1 unit read" in mixed


def test_all_and_none_of_a_faction_without_scripts(phone: Phone) -> None:
    place = sent(phone, *LAMPS).headers["Location"]
    page = phone.get(place).text
    while "<progress" in page:
        page = phone.get(place).text
    assert re.findall(r"<summary[^>]*>([^<]+) <small data-ticked>(\d+)<", page) == [
        ("Brotherhood", "1"),
        ("Capitol", "7"),
    ]
    every = re.findall(r'name="card" value="([^"]+)" checked', page)
    ticks = re.findall(r'<button formaction="([^"]+)" name="tick" value="([^"]+)">', page)
    assert ticks == [(place, what + within) for within in ("", ":Brotherhood", ":Capitol") for what in ("all", "none")]
    nun, *others = every
    for before, tick, left in (
        (every, "none", []),
        (every, "none:Capitol", [nun]),
        (others[:2], "all:Brotherhood", [nun, *others[:2]]),
        (others[:2], "none:Brotherhood", others[:2]),
        ([nun], "all", every),
    ):
        again = phone.post(place, data={"card": before, "tick": tick}).text
        assert re.findall(r'name="card" value="([^"]+)" checked', again) == left
        assert len(re.findall(r'type="checkbox" name="card"', again)) == 8
    gone = phone.post(f"{IMPORT}/nothing", data={"card": every, "tick": "all"})
    assert gone.status_code == 404


def test_the_page_shows_how_far_it_is_and_stops_it(phone: Phone, workers: Workers) -> None:
    workers(HALF_DONE)
    place = sent(phone, *LAMPS).headers["Location"]
    page = until(phone, place, 'value="40"')
    assert '<noscript><meta http-equiv="refresh" content="1"></noscript>' in page
    assert "40 %" in page
    assert f'method="post" action="{place}/stop"' in page
    stop(phone, place)
    assert phone.get(place).status_code == 422


def test_who_comes_second_waits_and_who_comes_last_is_told(phone: Phone, workers: Workers) -> None:
    workers(HALF_DONE)
    places = [sent(phone, *LAMPS).headers["Location"] for _ in range(MOST_WAITING)]
    until(phone, places[0], 'value="40"')
    assert "Other files are read first" in phone.get(places[1]).text
    full = sent(phone, *LAMPS)
    assert (full.status_code, "Others are waiting" in full.text) == (503, True)
    answer = phone.post(API, {"files": in_base64(*LAMPS)})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    stop(phone, *places)


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("kill -9 $$", "more time or memory than the table can spare"),
        ("exit 1", "could not be read to its end"),
        ("""echo '{"type":"refusal","message":"It is too dark."}'""", "It is too dark."),
    ],
)
def test_a_worker_that_fails_is_a_sentence_and_the_table_goes_on(
    phone: Phone, workers: Workers, script: str, words: str
) -> None:
    workers(script)
    page = seen(phone, *LAMPS)
    assert (page.status_code, words in page.text) == (422, True)
    answer = phone.post(API, {"files": in_base64(*LAMPS), "keep": ["*"]})
    (error,) = answer.get_json()["errors"]
    assert (answer.status_code, error["field"], words in error["message"]) == (422, "files", True)
    assert names(phone) == []
    assert phone.post("/api/table/begin").status_code == 200


def test_more_units_than_a_table_takes_are_refused_by_file(phone: Phone) -> None:
    heavy = next(iter(links_to_every_profile().items()))
    page = seen(phone, heavy)
    words = f"moths.cat, line 1: has more than {MOST_UNITS} units, which is what a table takes: choose fewer files"
    assert (page.status_code, words in page.text) == (422, True)
    answer = phone.post(API, {"files": in_base64(heavy), "keep": ["*"]})
    assert (answer.status_code, words in answer.get_json()["detail"]) == (422, True)


def test_files_without_a_unit_say_so(phone: Phone) -> None:
    answer = seen(phone, ("moth.cat", b"<catalogue/>"))
    assert (answer.status_code, "no unit cards" in answer.text) == (200, True)


def test_more_files_than_belong_together_are_refused(phone: Phone) -> None:
    page = sent(phone, *[(f"{number}.cat", b"<a/>") for number in range(13)])
    assert (page.status_code, "no more than 12 at once" in page.text) == (422, True)


def test_a_body_is_as_large_as_what_it_brings(phone: Phone) -> None:
    """A megabyte of names and values takes a hundred times as long to read as one of files."""
    pairs = {"Content-Type": "application/x-www-form-urlencoded"}
    for place, size in ((IMPORT, 100_000), ("/warzone/units/keep", 500_000)):
        assert phone.post(place, data=b"a=&" * (size // 3), headers=pairs).status_code == 413
    assert sent(phone, ("large.cat", b"<a>" + b" " * 200_000 + b"</a>")).status_code == 303


def test_what_is_being_read_ends_with_the_table(phone: Phone, workers: Workers, table: Table) -> None:
    workers(HALF_DONE)
    place = sent(phone, *LAMPS).headers["Location"]
    until(phone, place, 'value="40"')
    table.stop()
    until(phone, place, "It was stopped.")


def test_what_the_files_held_is_forgotten_in_time(phone: Phone) -> None:
    page = phone.get(f"{IMPORT}/nothing")
    assert (page.status_code, "choose them again" in page.text) == (404, True)
    assert phone.post(f"{IMPORT}/nothing/stop").headers["Location"] == IMPORT


def test_a_card_file_is_read_by_the_api_too(phone: Phone) -> None:
    files = in_base64(("mine.toml", write_card(guard()).encode()), ("dark.TOML", b"mw = 99"))
    answer = phone.post(API, {"files": files, "keep": ["lamp guard"]}).get_json()
    assert answer["kept"] == names_of(phone) == ["lamp-guard"]
    assert [each["file"] for each in answer["unread"]] == ["dark.TOML"]


def names_of(phone: Phone) -> list[str]:
    return [each["id"] for each in phone.get("/api/warzone/units").get_json()["units"]]


def test_no_more_cards_are_kept_than_a_table_takes(phone: Phone, table: Table) -> None:
    many = phone.post("/warzone/units/keep", data={"card": [link_text(guard())] * (MOST_UNITS + 1)})
    assert (many.status_code, f"no more than {MOST_UNITS} at once" in many.text) == (422, True)
    kept = KeptCards(table).take_in(guard(name=f"Guard {number}") for number in range(MOST_UNITS))
    assert len({card.id for card in kept}) == len(names(phone)) == MOST_UNITS
    full = phone.post("/warzone/units/keep", data={"card": link_text(guard())})
    assert (full.status_code, "delete some first" in full.text) == (422, True)
    assert phone.put(f"/api/warzone/units/{kept[7].id}", GUARD | {"id": kept[7].id}).status_code == 200
    assert phone.put("/api/warzone/units/one-more", GUARD | {"id": "one-more"}).status_code == 409


def test_rule_texts_stay_on_this_table_and_off_its_pages(phone: Phone, onlooker: Phone) -> None:
    page = seen(phone, *LAMPS).text
    job, links = re.findall(r'name="job" value="([^"]+)"', page), re.findall(r'name="card" value="([^"]+)"', page)
    assert phone.post("/warzone/units/keep", data={"job": job, "card": links}).status_code == 303
    assert "Two wicks at once." in phone.get("/warzone/abilities/text?of=Burst+(2)").text
    told = [page, *(onlooker.get(place).text for place in ("/warzone/abilities", "/warzone/units", "/log", "/api/log"))]
    for id in names_of(phone):
        told += [phone.get(f"/warzone/units/{id}.toml").text, phone.get(f"/api/warzone/units/{id}").text]
    told.append(phone.post(API, {"files": in_base64(*LAMPS), "keep": ["*"]}).text)
    assert not [text for text in told if "wicks at once" in text or "flicker" in text]


def test_the_api_keeps_rule_texts_of_what_it_keeps(phone: Phone) -> None:
    phone.post(API, {"files": in_base64(*LAMPS), "keep": ["Old Tallow"]})
    assert "Burst" not in phone.get("/warzone/abilities").text
    phone.post(API, {"files": in_base64(*LAMPS), "keep": ["Lamp Guards Trooper"]})
    assert "Burst (2)" in phone.get("/warzone/abilities").text


def test_texts_that_are_forgotten_meanwhile_are_asked_for_again(phone: Phone) -> None:
    answer = phone.post("/warzone/units/keep", data={"job": "gone", "card": link_text(guard())})
    assert (answer.status_code, names(phone)) == (422, ["Lamp Guard"])
    assert "choose the files again" in answer.text


def test_a_rule_is_typed_in_put_right_and_deleted(phone: Phone, stranger: Phone) -> None:
    text = "/warzone/abilities/text"
    typed = {"of": "Burst (2)", "text": "Two\r\n  wicks.", "card": "lamp-guard"}
    assert "/join" in stranger.post(text, data=typed).headers["Location"]
    assert phone.post(text, data=typed).headers["Location"] == "/warzone/units/lamp-guard"
    assert "Two\nwicks.</textarea>" in phone.get(f"{text}?of=burst+(2)").text
    wrong = phone.post(text, data=typed | {"text": "x" * 2000})
    assert (wrong.status_code, "text: " in wrong.text) == (422, True)
    assert phone.post(text, data=typed | {"text": " ", "card": ""}).headers["Location"] == "/warzone/abilities"
    assert "None yet" in phone.get("/warzone/abilities").text
    assert phone.post(text, data=typed | {"text": ""}).status_code == 422
    phone.post(text, data=typed)
    assert phone.post("/warzone/abilities/delete").status_code == 303
    assert "None yet" in phone.get("/warzone/abilities").text
    assert "deleted the rule texts of all abilities" in phone.get("/log").text
