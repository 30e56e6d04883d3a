"""An evening of nine players over three rounds, by phones alone: whoever has won is credited with it, whether phones
have names or not, and whichever seats were taken. Broker, organiser, tables and their links are the real ones."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from companion.clock import SystemClock
from companion.hall.event.event import HallEvent
from companion.hall.event.standings import standings
from companion.hall.event.store import EventRow, EventStore
from companion.rulings.shelf import Shelf
from companion.system.listening import listen
from companion.table.commands import Begin, End
from companion.table.events import SERVICE
from companion.table.opening import New
from companion.table.seats import Seat
from tests.browser.venue import open_phone
from tests.hall.broker import Broker
from tests.hall.seated import Seated, card, until
from tests.hall.test_organiser import organiser
from tests.support import PATIENCE_S
from tests.web.conftest import COMPILED, site_of
from tests.web.fakes import FakeCards, FakePanel
from web.hall.app import create_hall_app
from web.hall.seats import with_tables
from web.http.access import COOKIE, Access
from web.http.problems import RequestPace
from web.http.server import Server

PLAYERS = ("Ana", "Ben", "Cem", "Dora", "Eli", "Fay", "Gus", "Hal", "Ida")
NAMES = {"gold": "Valyance", "red": "Firebrand"}
MANNERS = cycle(("chosen", "nameless", "misspelt", "one phone", "chosen by one"))
"""How the two at a table say who they are."""


class Served:
    """A site on this machine, until the end."""

    def __init__(self, app: Flask, access: Access, ends: ExitStack) -> None:
        app.jinja_env.bytecode_cache = COMPILED
        access.pace = RequestPace(SystemClock(), at_once=10**9, a_second=1, too_many="")
        server = Server(app=app, listening=listen("127.0.0.1", 0), joined=access.lets_in)
        thread = threading.Thread(target=server.serve)
        thread.start()
        ends.callback(thread.join, PATIENCE_S)
        ends.callback(server.close)
        self.access = access
        self.url = "http://{}:{}".format(*server.address)


class Box:
    """A table with its own site, in the hall."""

    def __init__(self, number: int, place: Path, port: int, ends: ExitStack) -> None:
        self.name = f"table-{number}"
        self.seated = Seated(place / self.name, card(port, table=self.name))
        ends.callback(self.seated.close)
        table, clock = self.seated.table, SystemClock()
        access = Access(place / self.name, clock)
        app = site_of(
            table=table,
            shelf=Shelf(table),
            panel=FakePanel(),
            access=access,
            clock=clock,
            hall=self.seated.desk,
            cards=FakeCards(),
        )
        self.site = Served(app, access, ends)
        ends.callback(table.stop)

    def players(self, number: int) -> tuple[str, ...]:
        """Who is paired here in the event's round of that number, as its players read it."""
        hall = self.seated.table.view().hall
        round = None if hall is None else hall.round
        return round.players if round is not None and round.number == number else ()


class Evening:
    def __init__(self, browser: Browser, place: Path, ends: ExitStack, errors: list[str]) -> None:
        self._browser, self._errors = browser, errors
        self._spare: list[Page] = []
        broker = Broker(place / "broker").start()
        ends.callback(broker.stop)
        self.hall = organiser(broker.port, place / "hall")
        ends.callback(self.hall.close)
        self.event = EventStore(EventRow(place / "event.sqlite"))
        clock = SystemClock()
        access = Access(place, clock)
        self.site = Served(create_hall_app(hall=self.hall, event=self.event, access=access, clock=clock), access, ends)
        self.boxes = [Box(number, place, broker.port, ends) for number in range(1, 5)]
        until(lambda: sum(each.online for each in self.hall.view().tables) == len(self.boxes))

    def phone(self, address: str, *, cookie: str = "") -> Page:
        """One that has joined nothing before: to start another takes longer than most pages."""
        if self._spare:
            page = self._spare.pop()
        else:
            page = open_phone(self._browser).new_page()
            page.on("pageerror", lambda error: self._errors.append(str(error)))
        if cookie:
            page.context.add_cookies([{"name": COOKIE, "value": cookie, "url": "/".join(address.split("/")[:3])}])
        page.goto(address)
        return page

    def put_away(self, phone: Page) -> None:
        phone.goto("about:blank")
        phone.context.clear_cookies()
        self._spare.append(phone)

    def organisers(self) -> Page:
        cookie = self.site.access.join(self.site.access.code, address="127.0.0.1", name="Kim")
        return self.phone(f"{self.site.url}/event/players", cookie=cookie or "")

    def now(self) -> HallEvent:
        return with_tables(self.event.event, self.hall.view())


@pytest.fixture
def evening(browser: Browser, tmp_path: Path, errors: list[str]) -> Iterator[Evening]:
    with ExitStack() as ends:
        yield Evening(browser, tmp_path, ends, errors)


def sits_down(evening: Evening, box: Box, seat: str, *, chosen: str = "", typed: str = "") -> Page:
    page = evening.phone(f"{box.site.url}/j/{box.site.access.code}")
    if chosen:
        page.get_by_role("radio", name=chosen, exact=True).check()
    if typed:
        page.get_by_label("Your name").fill(typed)
    page.locator(f"button[name=seat][value={seat}]").tap()
    page.locator("#hall").wait_for()
    return page


def plays(evening: Evening, box: Box, chance: Random, manner: str, number: int) -> str:
    """The match at one table, from the pairing to both phones' word; returns who has won."""
    until(lambda: len(box.players(number)) == 2)
    gold, red = chance.sample(box.players(number), 2)
    winner = chance.choice((Seat.GOLD, Seat.RED))
    table = box.seated.table
    table.exchange(New(game="wartime"), source=SERVICE)
    if manner == "one phone":
        phones = [sits_down(evening, box, "both")]
    else:
        said: dict[str, dict[str, Any]] = {
            "chosen": {"gold": {"chosen": gold}, "red": {"chosen": red}},
            "chosen by one": {"gold": {"chosen": gold}, "red": {}},
            "misspelt": {"gold": {"typed": f"{gold}x"}, "red": {"typed": red[:-1]}},
            "nameless": {"gold": {}, "red": {}},
        }[manner]
        phones = [sits_down(evening, box, seat, **said[seat]) for seat in NAMES]
    table.dispatch(Begin(), source=SERVICE)
    table.dispatch(End(winner=winner), source=SERVICE)
    won = {Seat.GOLD: gold, Seat.RED: red}[winner]
    if manner != "chosen":
        asks = phones[-1].locator("#hall")
        expect(asks).to_contain_text("Say which of")
        asks.locator("form", has_text="Who is Valyance?").get_by_role("button", name=gold, exact=True).tap()
    for phone in phones:
        expect(phone.locator("#hall")).to_contain_text(f"{NAMES[winner.value]} ({won}) wins")
    if manner == "one phone":
        for name in NAMES.values():
            phones[0].locator("#hall").get_by_role("button", name=f"Confirm for {name}").tap()
    else:
        for phone in phones:
            phone.locator("#hall").get_by_role("button", name="Confirm", exact=True).tap()
    for phone in phones:
        expect(phone.locator("#hall")).to_contain_text("Sent to the hall.")
        evening.put_away(phone)
    return won


def test_an_evening_by_phones_alone_credits_whoever_has_won(evening: Evening) -> None:
    chance = Random(37)
    page = evening.organisers()
    page.get_by_label("The first line names the columns").fill("Name\n" + "\n".join(PLAYERS))
    page.get_by_role("button", name="Import", exact=True).tap()
    expect(page.get_by_role("heading", name="9 play")).to_be_visible()
    page.goto(f"{evening.site.url}/event")
    truth: dict[tuple[int, str], str] = {}
    for number in (1, 2, 3):
        page.get_by_role("button", name=f"Pair round {number}").tap()
        expect(page.get_by_text("4 results are missing.")).to_be_visible()
        for box in evening.boxes:
            truth[number, box.name] = plays(evening, box, chance, next(MANNERS), number)
        expect(page.get_by_text("All results are in.")).to_be_visible()
    credited = {
        (number, each.table): each.players[each.result.winner]
        for number, round in enumerate(evening.now().rounds, start=1)
        for each in round.pairings
        if each.result is not None and each.result.winner is not None
    }
    assert credited == truth
    wins = {each.player.name: each.record.points for each in standings(evening.now())}
    byes = [each.players[0] for round in evening.now().rounds for each in round.pairings if each.bye]
    assert wins == {name: 3 * ([*truth.values()].count(name) + byes.count(name)) for name in PLAYERS}
