"""Every page of every game at every moment: no link, no button and no label leads nowhere."""

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.routing import Rule

from companion.rulings.shelf import Shelf
from tests.support import MEMORY, entries
from tests.web.conftest import Seat
from tests.web.crawl import QUICK, Crawl, Patience, Sent
from tests.web.moments import MOMENTS
from tests.web.night import Night
from web.app import GAMES
from web.site.games import GameSite

SHORT = Patience(asks=(1, 2), acts=(1, 1))
"""Every page and every form once."""


@pytest.fixture
def night(wired: Flask, seats: dict[str, Seat]) -> Iterator[Night]:
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        night = Night(wired, seats, Path(folder))
        yield night
        night.table.close()


ASK_FIRST = re.compile(r"^/table/(end|throw-away)$|/delete$|/leave$|^/code$")
"""What no single tap does on any page."""
EVERY = [(game, moment) for game in MOMENTS for moment in MOMENTS[game]]


@pytest.mark.parametrize(
    "patience", [pytest.param(QUICK, id="drawn"), pytest.param(Patience(), id="more", marks=pytest.mark.deep)]
)
@pytest.mark.parametrize(("game", "moment"), EVERY)
def test_no_link_and_no_button_leads_nowhere(night: Night, game: str, moment: str, patience: Patience) -> None:
    night.play(MOMENTS[game][moment])
    crawl = night.crawl(night.phone(), patience=patience, seed=moment).walk()
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
    "hall_strip": "for scripts: a page's own part, drawn anew",
    "invitation_page": "in the QR code on a screen",
    "unit_import_page": "where files lead to, and a crawl has none",
    "player_page": "from everybody, once somebody has played a game to its end by name",
    "replay_screens": "a picture in a page, on a panel that has screens",
    "names_page": "only where sides go by the names of whoever plays, from the seats",
}
"""What no page has to lead to, and why."""


@pytest.mark.parametrize("game", MOMENTS)
def test_every_page_can_be_reached(night: Night, game: str) -> None:
    """From the first page: whatever is the game's own, and whatever belongs to all games."""
    own = {site.pages.name: asked_of(site) for site in (make(night.table, Shelf(night.table)) for make in GAMES)}
    of_others = set().union(*(pages for name, pages in own.items() if name != game))
    of_all = {each.endpoint for each in night.app.url_map.iter_rules() if is_page(each)}
    left = of_all - of_others - set(BY_OTHER_WAYS)
    *others, ruled = MOMENTS[game].values()
    for moment in (ruled, *others):
        if not left:
            break
        night.play(moment)
        for phone in (night.phone(), night.stranger()):
            left -= night.crawl(phone, patience=SHORT).walk().endpoints
    assert left == set()
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
