"""The pages without a browser: what they weigh, what their forms do, what they say when something is wrong."""

import io
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import UndefinedError
from PIL import Image

from companion.games import all_games
from companion.table.events import SERVICE
from companion.table.table import Table
from tests.companion.wartime import acts as c
from tests.web.conftest import Phone
from tests.web.fakes import FakePanel
from web.http.access import Access
from web.panel.picture import png
from web.site.assets import files
from web.site.frame import MANIFEST

PAGES = (
    "/",
    "/measure",
    "/panel",
    "/log",
    "/join",
    "/j/ABCDEF",
    "/game",
    "/choices",
    "/sides/red",
    "/timers/gold-60a",
    "/scenarios",
    "/scenarios/new",
    "/scenarios/example-cards",
    "/report",
    "/disputes",
    "/shelf",
    "/print/chits",
    "/warzone/shoot",
    "/warzone/strike",
    "/warzone/armor",
    "/warzone/plans",
    "/warzone/initiative",
    "/warzone/tests",
    "/nothing",
)


class Loads(HTMLParser):
    """Everything that a page makes the browser fetch at once, and everything that its policy would forbid."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.urls: set[str] = set()
        self.inline: list[str] = []
        self._script = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.inline += [name for name in given if name == "style" or name.startswith("on")]
        self.inline += ["style"] if tag == "style" or (tag == "script" and "src" not in given) else []
        url = given.get("src") if tag in ("script", "img") else given.get("href") if tag == "link" else None
        if url and not url.startswith("#"):
            self.urls.add(url)


GZIP = {"Accept-Encoding": "gzip"}


def loaded(phone: Phone, page: str) -> dict[str, int]:
    """What a browser gets for a page: the bytes of each body as sent, by address, styles' fonts included."""
    sent: dict[str, int] = {}
    todo = [page]
    while todo:
        url = todo.pop()
        if url in sent:
            continue
        with phone.get(url, headers=GZIP) as answer:
            assert answer.status_code == 200, url
            sent[url] = len(answer.data)
        plain = phone.get(url)
        folder = url.rpartition("/")[0]
        if plain.mimetype == "text/html":
            todo += Loads(plain.text).urls
        if url.endswith(".js"):
            assert not re.search("^import ", plain.text, re.MULTILINE), url
        if url.endswith(".css"):
            assert "@import" not in plain.text, url
            todo += [f"{folder}/{name}" for name in re.findall(r"url\(([^)]+)\)", plain.text)]
    return sent


def weight(phone: Phone, page: str) -> int:
    return sum(loaded(phone, page).values())


def written(url: str) -> int:
    """Bytes of the style sheet at that address as its sources were written, with those that they import."""
    found, names, size = files(), [url.rpartition("/")[2]], 0
    for name in names:
        if name != "hourglass.css":
            text = found[name].read_text()
            names += [each for each in re.findall(r'@import "[\w./]*?([\w.]+)";', text) if each not in names]
            size += len(re.sub("@import.*\n", "", text).encode())
    return size


def test_the_first_page_is_light(playing: Phone) -> None:
    assert weight(playing, "/") < 40_000
    assert weight(playing, "/log") < 40_000


def test_a_page_and_all_that_it_needs_are_few_requests(playing: Phone) -> None:
    assert len(loaded(playing, "/")) <= 6
    assert len(loaded(playing, "/log")) <= 6


@pytest.mark.parametrize("path", PAGES)
def test_the_style_written_by_hand_is_light(onlooker: Phone, path: str) -> None:
    sheets = [url for url in Loads(onlooker.get(path).text).urls if url.endswith(".css")]
    assert sheets
    assert sum(map(written, sheets)) < 22_100


def test_the_fonts_are_light() -> None:
    assert sum(path.stat().st_size for name, path in files().items() if name.endswith(".woff2")) < 25 * 1024


@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_inline_and_nothing_comes_from_elsewhere(onlooker: Phone, path: str) -> None:
    loads = Loads(onlooker.get(path).text)
    assert loads.inline == []
    assert all(url.startswith("/") and not url.startswith("//") for url in loads.urls)


def test_style_and_script_may_be_kept_and_pages_may_not(onlooker: Phone) -> None:
    page = onlooker.get("/")
    assert page.headers["Cache-Control"] == "no-store"
    for url in Loads(page.text).urls - {MANIFEST}:
        with onlooker.get(url) as answer:
            assert "max-age=31536000" in answer.headers["Cache-Control"], url


@pytest.mark.parametrize("path", PAGES)
def test_a_stranger_may_look_at_every_page(passer_by: Phone, path: str) -> None:
    answer = passer_by.get(path)
    assert answer.status_code == (404 if path == "/nothing" else 200)
    assert answer.content_type == "text/html; charset=utf-8"


def test_a_form_does_what_the_api_does_and_leads_back(playing: Phone, table: Table) -> None:
    answer = playing.post("/timers/gold-60a/flip", data={"unit": " Archer ", "card": ""}, drop=("X-Warglass",))
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    (flipped,) = [each for each in table.view().timers if each.id == "gold-60a"]
    assert flipped.unit == "Archer"
    assert "Archer" in playing.get("/").text


def test_a_forms_refusal_is_shown_once(playing: Phone) -> None:
    playing.post("/timers/gold-60a/flip", data={})
    playing.post("/timers/gold-60a/flip", data={})
    reason = "Valyance 60a is still running: 60 s left."
    alert = re.compile(r'role="alert">(.*?)</p>')
    (said,) = alert.findall(playing.get("/").text)
    assert re.fullmatch(r'<a href="/rulings\?q=Valyance%2060a[^"]+">(.*)</a>', said)[1] == reason
    assert alert.findall(playing.get("/").text) == [""]


def test_lists_come_one_name_a_line(phone: Phone, table: Table) -> None:
    phone.post("/sides/red/muster", data={"units": "Orc\r\n\r\n Wolf  Rider ", "cards": ""})
    assert "Orc, Wolf Rider" in phone.get("/").text


def test_forms_need_a_joined_phone_of_this_site(stranger: Phone, table: Table, app: Flask) -> None:
    answer = stranger.post("/table/begin", data={})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/join")
    assert stranger.post("/table/begin", data={}, headers={"Origin": "http://evil.example"}).status_code == 403
    assert table.view().phase.value == "setup"


def test_the_panels_forms_lead_back_to_the_panel(phone: Phone, panel: FakePanel) -> None:
    answer = phone.post("/panel/controls/gold-30/press", data={})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/panel")
    assert panel.calls == [("press", "gold-30", 80)]


def test_an_invitation_only_shows_a_button(stranger: Phone, access: Access) -> None:
    assert "Set-Cookie" not in stranger.get(f"/j/{access.code}").headers
    assert stranger.get("/api/join").get_json()["joined"] is False
    answer = stranger.post("/join", data={"code": access.code, "seat": "red"}, drop=("X-Warglass",))
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert stranger.get("/api/join").get_json()["joined"] is True


def test_a_wrong_code_on_the_page(passer_by: Phone) -> None:
    for _ in range(5):
        answer = passer_by.post("/join", data={"code": "AAAAAA"})
        assert answer.status_code == 422
        assert "not the code" in answer.text
    assert passer_by.post("/join", data={"code": "AAAAAA"}).status_code == 429


@pytest.mark.parametrize(
    ("path", "status"),
    [("/timers/gold-61", 404), ("/sides/blue", 404), ("/panel/screens/x.png", 404)],
)
def test_errors_are_pages_of_ours(onlooker: Phone, path: str, status: int) -> None:
    answer = onlooker.get(path)
    assert answer.status_code == status
    assert "Back to the table" in answer.text


def test_names_cannot_smuggle_markup(playing: Phone, table: Table) -> None:
    table.dispatch(c.Flip(timer="gold-90", unit="<b>'\"&/x"), source=SERVICE)
    for path in ("/", "/log", "/timers/gold-90"):
        assert "<b>'" not in playing.get(path).text
    assert 'action="/units/%3Cb%3E%27%22%26%2Fx/eliminate"' in playing.get("/timers/gold-90").text
    assert playing.post("/units/%3Cb%3E%27%22%26%2Fx/eliminate", data={"side": "gold"}).status_code == 303
    assert table.view().last[-1].text.endswith("eliminated")


def test_a_phone_that_took_a_side_has_it_under_the_thumb(phone: Phone) -> None:
    def sides() -> list[str]:
        return re.findall(r'<section class="side" data-side="(\w+)"', phone.get("/").text)

    assert sides() == ["red", "gold"]
    phone.post("/api/seat", {"seat": "red"})
    assert sides() == ["gold", "red"]
    phone.post("/api/seat", {"seat": "azure"})
    assert sides() == ["red", "gold"], "nobody sits there in WarTime"
    assert 'data-seat="look"' in phone.get("/").text


def test_a_scanned_code_leads_to_the_seats_and_one_tap_sits_down(stranger: Phone, phone: Phone, access: Access) -> None:
    phone.post("/api/seat", {"seat": "red"})
    seats = stranger.get(f"/j/{access.code}").text
    assert re.findall(r'name="seat" value="(\w+)"', seats) == ["red", "both", "gold", "look"]
    assert "one phone already" in seats
    assert "no phone yet" in seats
    form = {"code": access.code, "seat": "gold", "name": "Ada"}
    assert stranger.post("/join", data=form, drop=("X-Warglass",)).headers["Location"] == "/"
    assert "You: Valyance" in stranger.get("/").text


def test_a_typed_code_alone_leads_on_to_the_seats(stranger: Phone, access: Access) -> None:
    asked = stranger.get("/join").text
    assert 'name="code" class="code"' in asked
    seats = stranger.post("/join", data={"code": access.code}, drop=("X-Warglass",))
    assert seats.status_code == 200
    assert f'type="hidden" name="code" value="{access.code}"' in seats.text
    assert stranger.get("/api/join").get_json()["joined"] is False


def test_another_game_leads_through_the_games_back_to_the_seats(stranger: Phone, access: Access) -> None:
    answer = stranger.post("/join", data={"code": access.code, "another": "yes"}, drop=("X-Warglass",))
    assert answer.headers["Location"] == "/game"
    opened = stranger.post("/table/new", data={"game": "battleline"}, drop=("X-Warglass",))
    assert opened.headers["Location"] == "/seat"
    again = stranger.post("/table/new", data={"game": "battleline"}, drop=("X-Warglass",))
    assert again.headers["Location"] == "/"


def test_who_asks_for_another_game_keeps_the_side_it_has(stranger: Phone, access: Access) -> None:
    for seat, then in (("red", "red"), ("look", "both")):
        stranger.post("/join", data={"code": access.code, "seat": seat}, drop=("X-Warglass",))
        stranger.post("/seat", data={"another": "yes"}, drop=("X-Warglass",))
        assert f'data-seat="{then}"' in stranger.get("/").text


def test_a_screen_as_a_picture(phone: Phone, panel: FakePanel, tmp_path: Path) -> None:
    ram = bytes(range(256)) * 4
    picture = Image.open(io.BytesIO(png(ram, width=128, height=64)))
    lit = {(x, y) for x in range(128) for y in range(64) if picture.getpixel((x, y))}
    assert lit == {(x, y) for x in range(128) for y in range(64) if ram[y // 8 * 128 + x] >> (y % 8) & 1}
    assert phone.get("/panel/screens/gold-30.png").content_type == "image/png"


@pytest.mark.parametrize("game", all_games())
def test_every_game_has_its_pages_and_leads_to_the_others(phone: Phone, game: str) -> None:
    assert phone.post("/api/table/new", {"game": game}).status_code == 200
    for path in ("/", "/game", "/report", "/log", "/panel", "/choices", "/disputes", "/print/chits", "/rulings"):
        assert phone.get(path).status_code == 200, path
    offered = set(re.findall(r'name="game" value="(\w+)"', phone.get("/game").text))
    assert offered == set(all_games())


@pytest.mark.parametrize("game", all_games())
def test_a_refusal_leads_to_its_ruling(phone: Phone, game: str) -> None:
    phone.post("/api/table/new", {"game": game})
    phone.post("/table/pause")
    refused = phone.post("/table/pause" if game == "wartime" else "/table/resume")
    assert refused.status_code == 303
    page = phone.get("/").text
    said = re.search(r'id="refusal" role="alert">\s*<a href="/rulings\?q=([^"]+)">([^<]+)</a>', page)
    assert said is not None
    assert phone.get(f"/rulings?q={said[1]}").status_code == 200


def test_what_a_template_does_not_have_is_no_silent_gap(wired: Flask) -> None:
    with wired.test_request_context("/"), pytest.raises(UndefinedError):
        wired.jinja_env.from_string("{{ playing.nothing }}").render(playing=object())


def test_every_template_that_the_site_lists_can_be_prepared_before_it_is_asked_for(app: Flask) -> None:
    names = app.jinja_env.list_templates()
    assert len(names) > 100
    for name in names:
        app.jinja_env.get_template(name)
