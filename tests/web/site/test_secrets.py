"""Who reads and who changes what a side has sealed, seat by seat."""

import re
from collections.abc import Callable, Iterator, Sequence
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.clock import ManualClock
from companion.games import FIRST, all_games
from companion.journal.journal import Journal
from companion.table.table import Table
from companion.warzone.scenarios import Primary
from tests.support import Says
from tests.web.conftest import HOST, Phone, Seat, take
from tests.web.crawl import Crawl, Patience
from tests.web.fakes import FakePanel
from tests.web.moments import MATCH, change, choosing, ready, secrets, stacked
from web.http.access import Access

ONCE = Patience(asks=(1, 2), acts=(0, 0))
ELSEWHERE = re.compile("/(?:help|measure|scenarios|static)/")
"""Where nothing is of a match: each of these rooms' first pages is read alone."""
STREAMS = {"/api/events": 1, "/api/panel/events": 2}
"""Those that never end, each with how many of its frames tell all."""
ON_THE_BOARD = "/board?unit=gold.Man-at-Arms&target=Orc"
OF_HANDS = ("/sides/gold", "/sides/red", "/timers/gold-60a", "/timers/gold-spell", ON_THE_BOARD)
"""Where a hand is read, whoever asks."""
ASKED = (
    "what has gold sealed", "how many points has gold", "who is winning", "who goes first", "how many cards are left",
    "which cards has red", "is my man-at-arms free", "can my man-at-arms act", "how many timers does gold have free",
    "who is my commander", "which of my units are pinned", "how many tokens has the tower",
)  # fmt: skip
"""What is asked of the table, which may tell nobody more than its view does."""
ASKED_HERE = "Asked by your side"
SEATS = ("red", "azure", "both", "look", None)
"""Where a phone sits that has sealed nothing; None has not joined."""


class Reader(Phone):
    """A phone that remembers all that it was answered."""

    def __init__(self, client: FlaskClient) -> None:
        super().__init__(client)
        self.read: dict[str, tuple[int, bytes]] = {}

    def get(self, path: str, *, host: str = HOST, headers: dict[str, str] | None = None) -> TestResponse:
        answer = super().get(path, host=host, headers=headers)
        self.read[path] = (answer.status_code, re.sub(rb'"took_ms":[0-9.]+', b"", answer.data))
        return answer

    def all(self, app: Flask) -> dict[str, tuple[int, bytes]]:
        """Every address that takes a GET: those without parts, and those that pages lead to."""
        self.read = {}
        Crawl(app, self, patience=ONCE, leaves=ELSEWHERE).walk()
        for rule in app.url_map.iter_rules():
            if "GET" in (rule.methods or ()) and not rule.arguments and rule.rule not in {*STREAMS, *self.read}:
                self.get(rule.rule)
        for path in (*OF_HANDS, *(f"/api/rulings?limit=1&q={question.replace(' ', '+')}" for question in ASKED)):
            self.get(path)
        replay = self.get("/replay").headers["Location"]
        for path in (replay, f"{replay}?at=2", f"/api{replay}", f"/report?match={replay.rpartition('/')[2]}"):
            self.get(path)
        for stream, frames in STREAMS.items():
            answer = self.client.get(stream, base_url=f"http://{HOST}", buffered=False)
            self.read[stream] = (answer.status_code, b"".join(next(iter(answer.response)) for _ in range(frames)))
            answer.close()
        read, self.read = self.read, {}
        return read


class Twins:
    """One site with its phones, and tables to put into it that differ in nothing but what gold has sealed."""

    def __init__(self, app: Flask, seats: dict[str, Seat], folder: Path) -> None:
        self.app = app
        self._seats = seats
        self._folder = folder
        self._clock = ManualClock()
        self.access = Access(folder, self._clock, hostnames=["warglass"])
        self._tables: list[Table] = []
        self.lay()
        self.gold = self.phone("gold")
        self.others = {seat: self.phone(seat) for seat in SEATS}

    def lay(self) -> None:
        table = Table(
            clock=self._clock,
            journal=Journal(self._folder / f"{len(self._tables)}.db"),
            games=all_games(),
            game=FIRST,
        )
        self._tables.append(table)
        take(self._seats, table=table, panel=FakePanel(), access=self.access, clock=self._clock)

    def phone(self, seat: str | None) -> Reader:
        phone = Reader(self.app.test_client())
        if seat is not None:
            assert phone.post("/api/join", {"code": self.access.code, "seat": seat}).status_code == 200
        return phone

    def leave(self) -> None:
        for table in self._tables:
            table.close()


@pytest.fixture
def twins(wired: Flask, seats: dict[str, Seat], tmp_path: Path) -> Iterator[Twins]:
    twins = Twins(wired, seats, tmp_path)
    yield twins
    twins.leave()


def seal(phone: Phone, first: bool) -> None:
    """The one pair of what is open to gold, or another; and a Primary Objective."""
    open_to = phone.get("/api/table").get_json()["sides"]["gold"]["open_secondaries"]
    change(phone, f"{MATCH}/sides/gold/seal", picks=open_to[:2] if first else open_to[1:3])
    change(phone, f"{MATCH}/sides/gold/primary", pick=(Primary.LEFT if first else Primary.RIGHT).value)


def being_set_up(twins: Twins, first: bool) -> None:
    secrets(twins.others["both"])
    seal(twins.gold, first)


def being_played(twins: Twins, first: bool) -> None:
    """The Primary Objectives stay secret until the fifth Turn."""
    ready(twins.others["both"])
    change(twins.gold, f"{MATCH}/sides/gold/primary", pick=(Primary.LEFT if first else Primary.RIGHT).value)
    change(twins.others["both"], "/api/table/begin")


def hand_set_up(twins: Twins, first: bool) -> None:
    """One card of three that were dealt, the one or the other; and both sit for their own cards too."""
    stacked(twins.others["both"])
    change(twins.gold, "/api/sides/gold/deal")
    dealt = sorted(twins.gold.get("/api/hand").get_json()["sides"]["gold"]["dealt"])
    change(twins.gold, "/api/sides/gold/tick", choose=dealt[0 if first else 1])


def hand_played(twins: Twins, first: bool) -> None:
    """Spells in the hand, and a unit that may use the Action cards in it."""
    choosing(twins.others["both"])
    change(twins.others["red"], "/api/sides/red/tick", choose="Control")
    change(twins.gold, "/api/sides/gold/tick", choose="Advance" if first else "Bombard")
    change(twins.others["both"], "/api/table/begin")
    change(twins.gold, "/api/timers/gold-60a/flip", unit="Man-at-Arms")
    change(twins.others["red"], "/api/timers/red-spell/flip", card="Control")


OF_PICKS = {"/", "/table", "/api/warzone/sealed"}


OPENED = ("sacrifice", "escort", "man-at-arms", "fog", "hills", "what does nobody know xqzzqx")
"""What gold looks up, and opens every answer to."""
PREVIEWED = (
    ("/api/battleline/claim", {"mine": ["R8", "R9", "R10"], "theirs": ["B4"]}),
    ("/api/wartime/range", {"from": "C5", "to": "F4"}),
    ("/api/warzone/force", {"game_size": "skirmish", "faction": "Bauhaus", "units": []}),
)
READ = 100
TABLES = ((True, False), (False, False), (True, True))
"""A table, one where gold has sealed something else, and one where gold has read everything: whether it is the first
pair, and whether gold reads."""


def read_everything(twins: Twins) -> int:
    """Gold reads every address and follows every link, looks rulings up, opens what is found, and previews sums."""
    gold = twins.gold
    count = len(gold.all(twins.app))
    for question in OPENED:
        found = gold.get(f"/rulings?q={question.replace(' ', '+')}&game=all").text
        opened = re.findall(r'href="(/rulings/[^"#]*\?q=[^"#]*)"', found)
        for href in opened:
            gold.get(unescape(href))
        count += 1 + len(opened)
    for path, body in PREVIEWED:
        gold.post(path, body)
    return count + len(PREVIEWED)


@pytest.mark.parametrize(
    ("play", "where", "own", "tables"),
    [
        (being_set_up, SEATS, OF_PICKS, TABLES),
        (being_played, ("red", "both"), OF_PICKS, TABLES[:2]),
        (hand_set_up, ("red", "azure", "look", None), {"/api/hand", "/sides/gold"}, TABLES),
        (hand_played, ("red", "look", None), {"/api/hand", "/sides/gold", "/timers/gold-60a", ON_THE_BOARD}, TABLES),
    ],
)
def test_what_a_seat_can_read_is_the_same_whatever_another_has_sealed_or_read(
    twins: Twins,
    play: Callable[[Twins, bool], None],
    where: Sequence[str | None],
    own: set[str],
    tables: Sequence[tuple[bool, bool]],
) -> None:
    heard = []
    for first, reads in tables:
        twins.lay()
        play(twins, first)
        if reads:
            assert read_everything(twins) > READ
        heard.append({seat: twins.others[seat].all(twins.app) for seat in where})
        if not reads:
            heard[-1]["gold"] = twins.gold.all(twins.app)
            change(twins.gold, "/api/seat", seat="red")
            heard[-1]["red, who sealed it at gold"] = twins.gold.all(twins.app)
            change(twins.gold, "/api/seat", seat="gold")
    one, *others = heard
    assert len(one["red"]) > 60
    differ = [
        {seat: [path for path in one[seat] if one[seat][path] != other[seat].get(path)] for seat in other}
        for other in others
    ]
    assert set(differ[0].pop("gold")) == own, "who sealed it reads it"
    assert [found for found in differ if any(found.values())] == []


def test_what_a_side_has_asked_is_listed_for_that_side_alone(twins: Twins) -> None:
    secrets(twins.others["both"])
    (href, *_) = re.findall(r'href="(/rulings/[^"#]*\?q=[^"#]*)"', twins.gold.get("/rulings?q=sacrifice").text)
    twins.gold.get(unescape(href))
    assert ASKED_HERE in twins.gold.get("/rulings").text
    for seat in SEATS:
        assert ASKED_HERE not in twins.others[seat].get("/rulings").text


@pytest.mark.parametrize("seat", ["red", "azure"])
@pytest.mark.parametrize(
    ("path", "body", "form"),
    [
        ("sides/gold/seal", {"picks": ["escort", "sacrifice"]}, {"picks": ["escort", "sacrifice"]}),
        ("sides/gold/primary", {"pick": "left"}, {"pick": "left"}),
    ],
)
def test_another_side_s_secret_needs_its_seat(
    twins: Twins, seat: str, path: str, body: dict[str, object], form: dict[str, object]
) -> None:
    secrets(twins.others["both"])
    phone = twins.others[seat]
    answer = phone.post(f"{MATCH}/{path}", body)
    assert answer.status_code == 403
    name = phone.get("/api/table").get_json()["names"]["gold"]
    assert answer.get_json()["detail"] == Says(f"{name}", "secret", "seat")
    sent = phone.post(f"{MATCH}/{path}".removeprefix("/api"), data=form, drop=("X-Warglass",))
    assert (sent.status_code, sent.headers["Location"]) == (303, "/")
    assert "secret. Take that seat first." in phone.get("/").text
    force = phone.get("/api/table").get_json()["sides"]["gold"]
    assert not force["sealed"]
    assert not force["primary_sealed"]
    assert change(phone, "/api/seat", seat="gold")["seat"] == "gold"
    change(phone, f"{MATCH}/{path}", **body)


@pytest.mark.parametrize(
    ("seat", "sides"),
    [("gold", {"gold"}), ("red", {"red"}), ("both", {"gold", "red"}), ("look", set()), (None, set()), ("azure", set())],
)
def test_a_page_has_forms_for_the_secrets_of_its_own_seat_alone(
    twins: Twins, seat: str | None, sides: set[str]
) -> None:
    secrets(twins.others["both"])
    phone = twins.gold if seat == "gold" else twins.others[seat]
    page = phone.get("/table").text
    for what in ("seal", "primary"):
        assert {side for side in ("gold", "red") if f'action="/warzone/match/sides/{side}/{what}"' in page} == sides
    assert ("Join a side to pick" in page) == (not sides)


def test_a_shared_phone_shows_nobody_what_it_has_sealed_but_tells_a_program(twins: Twins) -> None:
    both = twins.others["both"]
    secrets(both)
    ticked = both.get("/").text.count(" checked")
    seal(both, first=True)
    assert both.get("/").text.count(" checked") == ticked
    assert set(both.get("/api/warzone/sealed").get_json()["sides"]) == {"gold"}
    change(both, "/api/seat", seat="red")
    assert both.get("/api/warzone/sealed").get_json()["sides"] == {}
