"""Every page of every game at every moment, walked by a phone that has joined and by one that has not.

No link, no button and no label leads nowhere, no page calls a side by its colour where it has another name, and nobody
changes anything unasked. Each moment is walked once by either phone: whatever holds for pages is checked on that walk.
"""

import re
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from companion.rulings.shelf import Shelf
from companion.table.view import Phase
from tests.support import MEMORY, entries
from tests.web.conftest import Phone, Seat
from tests.web.crawl import QUICK, Crawl, Patience, Read, Sent, Tag, parsed, tags
from tests.web.moments import MOMENTS, Moment
from tests.web.night import Night
from web.app import GAMES
from web.site.games import GameSite

SHORT = Patience(asks=(1, 2), acts=(1, 1))
"""Every page and every form once."""
EVERY = [(game, moment) for game in MOMENTS for moment in MOMENTS[game]]


@pytest.fixture
def night(wired: Flask, seats: dict[str, Seat]) -> Iterator[Night]:
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        night = Night(wired, seats, Path(folder))
        yield night
        night.table.close()


# What every side is called

COLOURS = re.compile(r"\b(gold|red)\b", re.IGNORECASE)
SAID = ("alt", "aria-label", "placeholder", "title")
"""The attributes that are read to somebody."""
ELSEWHERE = {
    "/rulings": "the books call tokens, timers and cards by their colours",
    "/battleline": "cards have colours",
    "/help": "the panel's parts are called by their colours",
    "/replay/": "a moment before they had said what they are called",
}
"""Where colours are what is meant, and why."""
MEANT = {
    r"a gold and a red button|the (gold|red) buttons": "the panel's buttons have colours",
    r"button (gold|red)-\w+": "a button is told by what the panel's file calls it",
    r"Screen (gold|red)[-\w]*": "so is a screen",
}
"""What is said of colours that are meant, on whichever page, and why."""
MEANING = re.compile("|".join(MEANT))
NAMES = {"gold": "Legion", "red": "Brotherhood"}
"""Of the Forces that were given none."""
NAMED = {
    "wartime": set(MOMENTS["wartime"]),
    "warzone": set(MOMENTS["warzone"])
    - {"nothing set up", "cards and a Force kept", "a house ruling", "one put away"}  # nobody has brought a Force
    - {"Units counted"}  # they have no name
    - {"forty Units a side"},  # both have the same one
}
"""The moments in which no side goes by its colour. A battle's players go by their own names, and cards have colours."""


class Namer(Phone):
    """Brings Forces that have names, and each side another."""

    def post(self, path: str, json: Any = None, **more: Any) -> TestResponse:
        match = re.fullmatch(r"/api/warzone/match/sides/(\w+)/muster", path)
        if match and "force" not in json:
            json = {**json, "name": NAMES[match[1]]}
        elif match and match[1] == "red":
            force = self.get(f"/api/warzone/forces/{json['force']}").get_json()
            other = {**force, "id": "other", "name": NAMES["red"]}
            assert self.put("/api/warzone/forces/other", other).status_code == 200
            json = {"force": "other"}
        return super().post(path, json, **more)


@cache
def moment_of(game: str, moment: str) -> Moment:
    """Returns the moment, with its Forces named if it is one of the named."""
    plain = MOMENTS[game][moment]
    if game != "warzone" or moment not in NAMED[game]:
        return plain
    return lambda phone: plain(Namer(phone.client, address=phone.address))


@cache
def by_colour(tag: Tag) -> tuple[str, ...]:
    """Returns what is said in and behind a tag that calls a side by its colour, in sight or aloud."""
    said = [tag.given[name] for name in SAID if name in tag.given]
    if tag.name not in ("script", "style") or tag.ends:
        said.append(tag.text)
    return tuple(" ".join(each.split()) for each in said if COLOURS.search(MEANING.sub("", each)))


def called_by_colour(pages: Mapping[str, Read]) -> list[str]:
    return [
        f"{address}: {each}"
        for address, page in pages.items()
        if not address.startswith(tuple(ELSEWHERE))
        for tag in page.tags
        for each in by_colour(tag)
    ]


# The walks

OF_GAMES = {"wartime": "measure|scenarios", "warzone": "warzone", "battleline": "battleline"}
OF_NO_MATCH = "about|backup|choices|hall|help|panel|rulings|shelf/(?:import|players)"
OFTEN = 4
RULED = "a house ruling"


def left_alone(game: str, moment: str) -> re.Pattern[str] | None:
    """Returns what a moment's walks leave to those of other moments: pages that no match changes and the other games'
    are much the same at all of them, so each fourth looks at them."""
    if moment == RULED or list(MOMENTS[game]).index(moment) % OFTEN == 0:
        return None
    others = "|".join(pages for other, pages in OF_GAMES.items() if other != game)
    return re.compile(rf"/(?:{OF_NO_MATCH}|{others})(?:/|$)")


ASK_FIRST = re.compile(r"^/table/(end|throw-away)$|/delete$|/leave$|^/code$")
"""What no single tap does on any page."""


@pytest.fixture(scope="session")
def reached() -> dict[tuple[str, str], set[str]]:
    """The endpoints that were reached from each moment by the walks of this run so far."""
    return defaultdict(set)


@pytest.mark.parametrize(
    "patience", [pytest.param(QUICK, id="drawn"), pytest.param(Patience(), id="more", marks=pytest.mark.deep)]
)
@pytest.mark.parametrize(("game", "moment"), EVERY)
def test_no_link_and_no_button_leads_nowhere(
    night: Night, reached: dict[tuple[str, str], set[str]], game: str, moment: str, patience: Patience
) -> None:
    night.play(moment_of(game, moment))
    there, unfinished, before = night.on_table, night.table.unfinished_now is not None, entries(night.table)
    over = night.table.view().phase is Phase.ENDED
    leaves = left_alone(game, moment) if patience == QUICK else None
    crawl = night.crawl(night.phone(), patience=patience, seed=moment, leaves=leaves).walk()
    if over and game == "wartime":
        crawl.walk("/timers/gold-60a").walk("/timers/gold-90")
    reached[game, moment] |= crawl.endpoints
    assert {"table_page", "log_page", "report_page"} <= crawl.endpoints
    wrong: dict[str, list[str]] = {"leads nowhere": crawl.wrong}
    if moment in NAMED.get(game, ()):
        assert not any(COLOURS.search(name) for name in night.table.view().names.values())
        wrong["a side is called by its colour"] = called_by_colour(crawl.pages)
    offered = {sent.path for sent, _ in crawl.posts}
    assert len(crawl.posts) > 9
    assert not over or {"/table/again", "/table/undo"} <= offered
    pulled = wrong["one tap pulls an unfinished game from under the players"] = []
    refused = wrong["what is over offers what it refuses"] = []

    def look(sent: Sent) -> None:
        if unfinished and sent in crawl.at_once and night.on_table != there:
            pulled.append(str(sent))
        if over:
            new = [line.text for entry, line in entries(night.table) if (entry, line) not in before]
            refused.extend(f"{sent}: {text}" for text in new if text.startswith("Refused"))

    crawl.press(look)
    wrong["one tap does it"] = [str(sent) for sent in crawl.at_once if ASK_FIRST.search(sent.path)]
    assert {what: found for what, found in wrong.items() if found} == {}


TAPPED = {"a", "button", "form", "input", "select", "summary", "nav"}


@pytest.mark.parametrize(("game", "moment"), EVERY)
def test_who_has_not_joined_finds_every_page_and_changes_nothing(
    night: Night, reached: dict[tuple[str, str], set[str]], game: str, moment: str
) -> None:
    """And sees on the page for spectators how things are, with nothing to tap but the way back."""
    night.play(moment_of(game, moment))
    before = night.table.version
    crawl = Crawl(night.app, night.stranger(), patience=SHORT, leaves=left_alone(game, moment)).walk()
    reached[game, moment] |= crawl.endpoints
    watched = crawl.pages["/watch"].tags
    crawl.press()
    assert crawl.wrong == []
    assert len(crawl.posts) > 5
    assert night.table.version == before
    names = [tag.name for tag in watched]
    tapped = [tag for tag in watched[names.index("body") :] if tag.name in TAPPED and not tag.ends]
    assert [(tag.name, tag.given["href"]) for tag in tapped] == [("a", "/")]
    main = watched[names.index("main") : len(names) - names[::-1].index("main")]
    said = " ".join(" ".join(tag.text for tag in main).split())
    view = night.table.view()
    assert all(name in said for name in view.names.values())
    assert ("Paused" in said) == (view.paused and view.phase is not Phase.ENDED)
    if view.over:
        assert f"{view.over.title} {view.over.how}".strip() in said
        assert view.over.telling["all"] in said


BY_OTHER_WAYS = {
    "static": "what pages load",
    "favicon.png": "what browsers ask for by themselves",
    "apple-touch-icon.png": "what a home screen asks for by itself",
    "healthz": "for whatever watches the service",
    "openapi_json": "for programs",
    "rulings_at": "for scripts: from a ledger's line to its ruling",
    "hall_strip": "for scripts: a page's own part, drawn anew",
    "invitation_page": "in the QR code on a screen",
    "unit_import_page": "where files lead to, and a crawl has none",
    "player_page": "from everybody, once somebody has played a game to its end by name",
    "guide_look_page": "only from guides that have pictures",
    "guide_picture": "a picture in a guide",
    "replay_screens": "a picture in a page, on a panel that has screens",
    "names_page": "only where sides go by the names of whoever plays, from the seats",
}
"""What no page has to lead to, and why."""


@pytest.mark.parametrize("game", MOMENTS)
def test_every_page_can_be_reached(night: Night, reached: dict[tuple[str, str], set[str]], game: str) -> None:
    """From the first page: whatever is the game's own, and whatever belongs to all games."""
    own = {site.pages.name: asked_of(site) for site in (make(night.table, Shelf(night.table)) for make in GAMES)}
    of_others = set().union(*(pages for name, pages in own.items() if name != game))
    of_all = {each.endpoint for each in night.app.url_map.iter_rules() if is_page(each)}
    left = of_all - of_others - set(BY_OTHER_WAYS)
    for moment in MOMENTS[game]:
        left -= reached[game, moment]
    *others, ruled = MOMENTS[game]
    for moment in (ruled, *others):
        if not left:
            break
        night.play(moment_of(game, moment))
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


@pytest.mark.parametrize(
    "markup",
    [
        "<p>a<b class=c>b</b> &lt;c",
        "<p><i id='<'>a</i>",
        "<!-- <a href=x> --><b>c</b>",
        "<script>a<b</script>c",
        "<p>a < b<a href=x>c",
    ],
)
def test_markup_is_read_by_its_pieces_as_it_is_read_whole(markup: str) -> None:
    by_pieces, whole = tags(markup), parsed(markup)
    assert "".join(tag.text for tag in by_pieces) == "".join(tag.text for tag in whole)
    assert [vars(tag) for tag in by_pieces if tag.name == "a"] == [vars(tag) for tag in whole if tag.name == "a"]
    assert [(tag.name, tag.ends) for tag in by_pieces if tag.name] == [
        (tag.name, tag.ends) for tag in whole if tag.name
    ]
