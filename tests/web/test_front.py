"""The first page, before the site is whole and after."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import pytest
from flask import Flask
from werkzeug.test import Client

from companion.table.opening import New
from companion.table.table import Table
from tests.companion.wartime import acts as c
from tests.support import PATIENCE_S, PHONE
from web.door.channel import RESTS
from web.first import FirstSite, Front
from web.http.access import COOKIE, Access
from web.http.phones import PhoneSeat
from web.site.assets import Assets

FIRST = ("/", "/healthz", Assets().url("table.js"))
HOST = "http://warglass.local:8080"


@pytest.fixture
def front(table: Table, access: Access) -> Front:
    return Front(FirstSite(table=table, access=access, assets=Assets()))


def seen(site: Client, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """All of the answer but when it was made."""
    answer = site.get(path, base_url=HOST, headers=headers)
    return answer.status_code, {name: value for name, value in answer.headers if name != "Date"}, answer.data


@pytest.mark.parametrize("phase", ["setup", "running", "ended"])
def test_the_first_page_is_the_whole_sites_to_the_byte(
    front: Front, app: Flask, table: Table, access: Access, phase: str
) -> None:
    if phase != "setup":
        table.dispatch(c.Begin(), source=PHONE)
        table.dispatch(c.Flip(timer="gold-60a"), source=PHONE)
    if phase == "ended":
        table.dispatch(c.End(), source=PHONE)
    cookies = [access.join(access.code, address="10.0.0.1", seat=seat) for seat in PhoneSeat]
    joined = [{"Cookie": f"{COOKIE}={cookie}"} for cookie in cookies]
    strangers = [{}] if phase == "running" else []
    for path, headers in product(FIRST, (*strangers, *joined)):
        whole = app.test_client(use_cookies=False)
        assert seen(Client(front, use_cookies=False), path, **headers) == seen(whole, path, **headers)


def test_strange_hosts_are_turned_away_at_once(front: Front) -> None:
    assert Client(front).get("/", base_url="http://evil.example").status_code == 400


@pytest.fixture
def waiting() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor() as threads:
        yield threads


@pytest.mark.parametrize("path", ["/", "/log", "/api/table", "/warzone/shoot", "/nothing"])
def test_what_strangers_see_and_everything_else_waits_until_it_stands(
    front: Front, app: Flask, waiting: ThreadPoolExecutor, path: str
) -> None:
    begun = threading.Event()

    def ask() -> tuple[int, dict[str, str], bytes]:
        begun.set()
        return seen(Client(front), path)

    answer = waiting.submit(ask)
    begun.wait(PATIENCE_S)
    meanwhile, done = seen(Client(front), "/healthz")[0], answer.done()
    front.open(app)
    assert (meanwhile, done) == (200, False)
    assert answer.result(PATIENCE_S) == seen(app.test_client(), path)


def test_another_games_page_waits_too(table: Table, access: Access, app: Flask, waiting: ThreadPoolExecutor) -> None:
    table.exchange(New(game="battleline"), source=PHONE)
    front = Front(FirstSite(table=table, access=access, assets=Assets()))
    answer = waiting.submit(seen, Client(front), "/table")
    front.open(app)
    assert b"battleline_table" in answer.result(PATIENCE_S)[2]


def test_a_game_opened_later_is_the_whole_sites(front: Front, app: Flask, table: Table) -> None:
    front.open(app)
    table.exchange(New(game="warzone"), source=PHONE)
    assert seen(Client(front), "/") == seen(app.test_client(), "/")


def test_who_waits_leaves_its_turn_to_whoever_does_not(front: Front, app: Flask, waiting: ThreadPoolExecutor) -> None:
    rests = threading.Event()
    later = waiting.submit(Client(front).get, "/log", base_url=HOST, environ_overrides={RESTS: rests.set})
    assert rests.wait(PATIENCE_S)
    front.open(app)
    assert later.result(PATIENCE_S).status_code == 200
