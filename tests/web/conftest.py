from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.datastructures import Headers
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from companion.clock import ManualClock
from companion.games import FIRST, all_games
from companion.journal.journal import Journal
from companion.rulings.shelf import Shelf
from companion.shelf.matches import Matches
from companion.story import Stories
from companion.table.table import Table
from tests.web.fakes import FakeCards, FakeHall, FakePanel
from web.app import create_app
from web.http.access import COOKIE, Access
from web.http.phones import PhoneSeat

HOST = "warglass.local:8080"


class Compiled(BytecodeCache):
    """What templates became, kept in memory for all sites of a run: to compile them takes longer than a page."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key] = bucket.bytecode_to_string()


COMPILED = Compiled()
_compiled: dict[tuple[str, frozenset[str]], tuple[Any, ...]] = {}
_compile = Rule.compile


def _compile_once(rule: Rule) -> None:
    """Gives a rule what werkzeug makes of equal ones, once for all sites of a run. A site has 400 rules, and compiling
    them takes nine tenths of making it."""
    key = (rule.rule, frozenset(rule.defaults or ()))
    if key not in _compiled:
        _compile(rule)
        builders = [build.__func__ for build in (rule._build, rule._build_unknown)]  # type: ignore[attr-defined]
        _compiled[key] = (rule._parts, rule._trace, rule._converters, rule.arguments, builders)
    rule._parts, rule._trace, rule._converters, rule.arguments, builders = _compiled[key]
    rule._build, rule._build_unknown = (build.__get__(rule, None) for build in builders)


Rule.compile = _compile_once  # type: ignore[method-assign]


def site_of(**parts: Any) -> Flask:
    """The site as create_app makes it of these, which compiles no template a second time."""
    app = create_app(**parts)
    app.jinja_env.bytecode_cache = COMPILED
    return app


class Phone:
    """A client that behaves as the pages do: it names its origin and says that it is Warglass."""

    def __init__(self, client: FlaskClient, *, address: str = "192.168.0.5") -> None:
        self.client = client
        self.address = address

    def get(self, path: str, *, host: str = HOST, headers: dict[str, str] | None = None) -> TestResponse:
        return self.client.get(path, base_url=f"http://{host}", headers=Headers(headers or {}), environ_base=self._from)

    def post(
        self,
        path: str,
        json: object = None,
        *,
        data: bytes | dict[str, Any] | None = None,
        host: str = HOST,
        drop: tuple[str, ...] = (),
        headers: dict[str, str] | None = None,
    ) -> TestResponse:
        sent = {"Origin": f"http://{host}", "X-Warglass": "1", **(headers or {})}
        return self.client.post(
            path,
            base_url=f"http://{host}",
            json=json,
            data=data,
            headers={name: value for name, value in sent.items() if name not in drop},
            environ_base=self._from,
        )

    def put(self, path: str, json: object) -> TestResponse:
        return self._change("PUT", path, json=json)

    def delete(self, path: str) -> TestResponse:
        return self._change("DELETE", path)

    def _change(self, method: str, path: str, **body: Any) -> TestResponse:
        sent = {"Origin": f"http://{HOST}", "X-Warglass": "1"}
        return self.client.open(
            path, method=method, base_url=f"http://{HOST}", headers=sent, environ_base=self._from, **body
        )

    @property
    def _from(self) -> dict[str, str]:
        return {"REMOTE_ADDR": self.address}


def seated(phone: Phone, access: Access, *, seat: str = "both", name: str | None = None) -> Phone:
    """The phone, which has joined and sat down before this match: its log does not tell."""
    cookie = access.join(access.code, address=phone.address, seat=PhoneSeat(seat), name=name)
    assert cookie is not None
    assert access.seating(cookie) is not None
    phone.client.set_cookie(COOKIE, cookie, domain=HOST.partition(":")[0])
    return phone


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def table(clock: ManualClock, tmp_path: Path) -> Iterator[Table]:
    table = Table(clock=clock, journal=Journal(tmp_path / "journal.db"), games=all_games(), game=FIRST)
    yield table
    if not table.stopped:
        table.close()


@pytest.fixture
def panel() -> FakePanel:
    return FakePanel()


@pytest.fixture
def access(clock: ManualClock, tmp_path: Path) -> Access:
    return Access(tmp_path, clock, hostnames=["warglass"])


class Seat:
    """Stands for whatever is put on it: a site that is wired to seats can be given another table with every test."""

    def __init__(self) -> None:
        self.taken_by: Any = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self.taken_by, name)


class Late:
    """Stands for what is made when somebody first asks for it, and most never do."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._made = cache(make)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._made(), name)


@pytest.fixture(scope="session")
def seats() -> dict[str, Seat]:
    return empty_seats()


def empty_seats() -> dict[str, Seat]:
    return {
        name: Seat() for name in ("table", "shelf", "panel", "access", "clock", "hall", "cards", "stories", "matches")
    }


@pytest.fixture(scope="session")
def wired(seats: dict[str, Seat], tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The site wired to seats, once: to wire it takes longer than most tests."""
    return wire(seats, tmp_path_factory.mktemp("wired"))


def wire(seats: dict[str, Seat], folder: Path) -> Flask:
    """The site wired to seats, which `take` can give to others."""
    clock = ManualClock()
    table = Table(clock=clock, journal=Journal(folder / "journal.db"), games=all_games(), game=FIRST)
    take(seats, table=table, panel=FakePanel(), access=Access(folder, clock), clock=clock)
    app = site_of(**seats)
    table.close()
    return app


def take(seats: dict[str, Seat], *, table: Table, panel: FakePanel, access: Access, clock: ManualClock) -> None:
    for name, value in (
        ("table", table), ("shelf", Shelf(table)), ("panel", panel), ("access", access), ("clock", clock),
        ("hall", FakeHall(table)), ("cards", FakeCards()), ("stories", Stories(table, all_games())),
        ("matches", Late(lambda: Matches(table=table, games=all_games(), path=None))),
    ):  # fmt: skip
        seats[name].taken_by = value


@pytest.fixture
def app(  # noqa: PLR0917
    wired: Flask, seats: dict[str, Seat], table: Table, panel: FakePanel, access: Access, clock: ManualClock
) -> Flask:
    take(seats, table=table, panel=panel, access=access, clock=clock)
    return wired


@pytest.fixture
def own_site(table: Table, panel: FakePanel, access: Access, clock: ManualClock) -> Flask:
    """A site of its own, for who reads its streams: a feed remembers its table's versions, and for a moment what the
    screens showed, of the test before too."""
    return site_of(table=table, shelf=Shelf(table), panel=panel, access=access, clock=clock)


@pytest.fixture
def hall(app: Flask, seats: dict[str, Seat]) -> FakeHall:
    """The hall that the table can stand in."""
    found = seats["hall"].taken_by
    assert isinstance(found, FakeHall)
    return found


@pytest.fixture
def cards(app: Flask, seats: dict[str, Seat]) -> FakeCards:
    found = seats["cards"].taken_by
    assert isinstance(found, FakeCards)
    return found


@pytest.fixture
def stranger(app: Flask) -> Phone:
    """A phone that has not joined."""
    return Phone(app.test_client(), address="192.168.0.66")


@pytest.fixture
def phone(app: Flask, access: Access) -> Phone:
    """A phone that has joined."""
    return seated(Phone(app.test_client()), access)


@pytest.fixture(scope="session")
def unchanging(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Flask, str]]:
    """One site for all tests that only look, and its join code: to make one takes longer than most of them."""
    folder, clock = tmp_path_factory.mktemp("unchanging"), ManualClock()
    table = Table(clock=clock, journal=Journal(folder / "journal.db"), games=all_games(), game=FIRST)
    access = Access(folder, clock, hostnames=["warglass"])
    yield site_of(table=table, shelf=Shelf(table), panel=FakePanel(), access=access, clock=clock), access.code
    table.close()


@pytest.fixture
def passer_by(unchanging: tuple[Flask, str]) -> Phone:
    """A phone that has not joined, and only looks."""
    return Phone(unchanging[0].test_client(), address="192.168.0.66")


@pytest.fixture(scope="session")
def onlooker(unchanging: tuple[Flask, str]) -> Phone:
    """A phone that has joined, and only looks: the same for all, for so many do not come from one address."""
    app, code = unchanging
    phone = Phone(app.test_client())
    assert phone.post("/api/join", {"code": code}).status_code == 200
    return phone


@pytest.fixture
def playing(phone: Phone) -> Phone:
    """A phone that has joined a game that has begun."""
    assert phone.post("/api/table/begin").status_code == 200
    return phone
