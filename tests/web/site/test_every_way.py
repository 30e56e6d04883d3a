"""Every page of every game at every moment: no link, no button and no label leads nowhere."""

import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.routing import Rule

from companion.clock import ManualClock
from companion.games import FIRST, all_games
from companion.journal.journal import Journal
from companion.rulings.shelf import Shelf
from companion.table.commands import Resume
from companion.table.history import SERVICE
from companion.table.table import Table
from companion.table.view import Phase
from tests.support import entries
from tests.web.conftest import Phone, Seat, take
from tests.web.crawl import QUICK, Crawl, Patience, Sent
from tests.web.fakes import FakePanel
from tests.web.moments import MOMENTS, Moment
from web.app import GAMES
from web.http.access import Access
from web.site.games import GameSite

SHORT = Patience(asks=(1, 2), acts=(1, 1))
"""Every page and every form once."""
MEMORY = Path("/dev/shm")
"""A journal is opened for every button there is: where no disk has to be waited for, if the machine has that."""


class Night:
    """A game night of which one moment is kept: it is played once, and its journal opened again and again."""

    def __init__(self, app: Flask, seats: dict[str, Seat], folder: Path) -> None:
        self.app = app
        self._seats = seats
        self._folder = folder
        self._clock = ManualClock()
        self.access = Access(folder, self._clock, hostnames=["warglass"])
        self._kept = folder / "kept.db"
        self.table = self._open(self._kept)
        self._runs = False

    def play(self, moment: Moment) -> None:
        """On a table that nobody has touched."""
        self.table.close()
        self._kept.unlink()
        self.table = self._open(self._kept)
        moment(self.phone())
        self._runs = self.table.view().phase is Phase.RUNNING
        self.table.close()

    def again(self) -> None:
        """Back to that moment. What ran comes back paused, as after a power cut, and is resumed."""
        self.table.close()
        path = self._folder / "table.db"
        shutil.copyfile(self._kept, path)
        self.table = self._open(path)
        if self._runs and self.table.view().phase is Phase.PAUSED:
            self.table.dispatch(Resume(), source=SERVICE)

    def stranger(self) -> Phone:
        return Phone(self.app.test_client(), address="192.168.0.66")

    def phone(self) -> Phone:
        phone = Phone(self.app.test_client())
        assert phone.post("/api/join", {"code": self.access.code}).status_code == 200
        return phone

    def crawl(self, phone: Phone, *, patience: Patience = QUICK) -> Crawl:
        return Crawl(self.app, phone, afresh=self.again, patience=patience)

    @property
    def on_table(self) -> int:
        """The number of the match that lies there."""
        row = self._journal.last_match()
        assert row is not None
        return row.id

    def _open(self, path: Path) -> Table:
        self._journal = Journal(path)
        table = Table(clock=self._clock, journal=self._journal, games=all_games(), game=FIRST)
        take(self._seats, table=table, panel=FakePanel(), access=self.access, clock=self._clock)
        return table


@pytest.fixture
def night(wired: Flask, seats: dict[str, Seat]) -> Iterator[Night]:
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        night = Night(wired, seats, Path(folder))
        yield night
        night.table.close()


ASK_FIRST = re.compile(r"^/table/(end|throw-away)$|/delete$|/leave$|^/code$")
"""What no single tap does on any page."""
EVERY = [(game, moment) for game in MOMENTS for moment in MOMENTS[game]]


@pytest.mark.parametrize(("game", "moment"), EVERY)
def test_no_link_and_no_button_leads_nowhere(night: Night, game: str, moment: str) -> None:
    night.play(MOMENTS[game][moment])
    crawl = night.crawl(night.phone()).walk()
    night.again()
    there, unfinished = night.on_table, night.table.unfinished_now is not None
    pulled: list[Sent] = []

    def look(sent: Sent) -> None:
        if unfinished and sent in crawl.at_once and night.on_table != there:
            pulled.append(sent)

    crawl.press(look)
    assert crawl.wrong == []
    assert len(crawl.posts) > 9
    assert pulled == [], "one tap pulls an unfinished game from under the players"
    assert [str(sent) for sent in crawl.at_once if ASK_FIRST.search(sent.path)] == []


@pytest.mark.parametrize(("game", "moment"), EVERY)
def test_who_has_not_joined_finds_every_page_and_changes_nothing(night: Night, game: str, moment: str) -> None:
    night.play(MOMENTS[game][moment])
    night.again()
    before = night.table.version
    crawl = Crawl(night.app, night.stranger(), patience=SHORT).walk().press()
    assert crawl.wrong == []
    assert len(crawl.posts) > 5
    assert night.table.version == before


ENDED = [(game, moment) for game, moment in EVERY if moment.endswith("ended")]


@pytest.mark.parametrize(("game", "moment"), ENDED)
def test_a_game_that_is_over_offers_nothing_that_it_refuses(night: Night, game: str, moment: str) -> None:
    night.play(MOMENTS[game][moment])
    phone = night.phone()
    crawl = night.crawl(phone).walk()
    if game == "wartime":
        crawl.walk("/timers/gold-60a").walk("/timers/gold-90")
    offered = {sent.path for sent, _ in crawl.posts}
    assert {"/table/again", "/table/undo"} <= offered
    refused = []
    for sent, came_from in crawl.posts:
        night.again()
        before = entries(night.table)
        phone.post(sent.path, data=MultiDict(sent.fields), drop=("X-Warglass",))
        after = [line.text for entry, line in entries(night.table) if entry not in [each for each, _ in before]]
        refused += [f"{sent}, from {came_from}: {text}" for text in after if text.startswith("Refused")]
    assert refused == []


BY_OTHER_WAYS = {
    "static": "what pages load",
    "healthz": "for whatever watches the service",
    "openapi_json": "for programs",
    "rulings_at": "for scripts: from a ledger's line to its ruling",
    "invitation_page": "in the QR code on a screen",
    "unit_import_page": "where files lead to, and a crawl has none",
}
"""What no page has to lead to, and why."""


@pytest.mark.parametrize("game", MOMENTS)
def test_every_page_can_be_reached(night: Night, game: str) -> None:
    """From the first page: whatever is the game's own, and whatever belongs to all games."""
    own = {site.pages.name: asked_of(site) for site in (make(night.table, Shelf(night.table)) for make in GAMES)}
    of_others = set().union(*(pages for name, pages in own.items() if name != game))
    of_all = {each.endpoint for each in night.app.url_map.iter_rules() if is_page(each)}
    seen: set[str] = set()
    for moment in MOMENTS[game].values():
        night.play(moment)
        seen |= night.crawl(night.phone(), patience=SHORT).walk().endpoints
    seen |= night.crawl(night.stranger(), patience=SHORT).walk().endpoints
    assert of_all - of_others - seen - set(BY_OTHER_WAYS) == set()
    assert set(BY_OTHER_WAYS) <= of_all


def asked_of(site: GameSite) -> set[str]:
    """The endpoints of a game's own pages."""
    app = Flask("web")
    site.install(app)
    return {each.endpoint for each in app.url_map.iter_rules() if is_page(each)}


def is_page(rule: Rule) -> bool:
    return "GET" in (rule.methods or ()) and not (rule.rule.startswith("/api/") and rule.endpoint != "openapi_json")


def test_an_invitation_leads_everywhere(night: Night) -> None:
    night.play(MOMENTS["wartime"]["running"])
    crawl = night.crawl(night.stranger()).walk(f"/J/{night.access.code}").press()
    assert crawl.wrong == []
    assert "join_form" in crawl.endpoints
