"""Cards that lie face down: two tables that differ in nothing but what gold has ticked, or was dealt, are the same to
everybody else, whatever is done at them, until a card is played (WarTime Rulebook, Set Up; Optional Rules)."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from companion.clock import ManualClock
from companion.games import FIRST, all_games
from companion.journal.journal import Journal
from companion.table.commands import Command
from companion.table.errors import Refused
from companion.table.events import Source, SourceKind
from companion.table.seats import Side
from companion.table.table import Table
from companion.wartime.match.views import HandView, hand_of
from companion.wartime.scenario.library import Scenarios, scenario_of
from companion.wartime.scenario.scenario import Scenario
from hardware.faces.face import draw
from hardware.games.registry import face_for, sounds
from tests.companion.wartime import acts as c
from tests.support import MEMORY
from tests.web.conftest import Phone, Seat, seated, take
from tests.web.fakes import FakePanel
from web.http.access import Access

STANDARD = ("Advance", "Bombard", "Critical Hit", "Double Time")
HEROIC, SPELLS = ("Quake", "Roar"), ("Control", "Fireball", "Haste")
ALL = (*STANDARD, *HEROIC, *SPELLS)
UNITS = ("Captain", "Wizard", "Archer")
_CARDS = [
    *({"name": name, "kind": "standard"} for name in STANDARD),
    *({"name": name, "kind": "heroic"} for name in HEROIC),
    *({"name": name, "kind": "spell"} for name in SPELLS),
]


def battle(dealt: int) -> Scenario:
    return scenario_of({
        "id": f"dealt-{dealt}",
        "name": "Battle",
        "units": [
            {"side": "gold", "name": "Captain", "keywords": ["hero"]},
            {"side": "gold", "name": "Wizard", "keywords": ["magic"]},
            {"side": "gold", "name": "Archer", "health": 3},
            {"side": "red", "name": "Orc", "health": 4},
        ],
        "cards": {
            "gold": {"actions": 2, "spells": 2, "dealt": dealt, "cards": _CARDS},
            "red": {"actions": 1, "cards": [{"name": "Advance", "kind": "standard"}]},
        },
    })  # fmt: skip


OPEN_TO_ALL = (
    "/", "/api/table", "/api/log", "/api/report", "/api/hand", "/sides/gold", "/sides/red", "/timers/gold-60a",
    "/timers/gold-spell", "/watch", "/log", "/report", "/game", "/board?unit=gold.Archer&target=Orc",
)  # fmt: skip
OTHERS = ("red", "look", None)
READ = {
    "red": OPEN_TO_ALL,
    "look": ("/", "/api/hand", "/sides/gold", "/board?unit=gold.Archer&target=Orc"),
    None: ("/", "/api/hand", "/timers/gold-60a", "/board?unit=gold.Archer&target=Orc"),
}
GOLD = Source(SourceKind.PHONE, "1", "gold")
SCREENS = ("gold-30", "gold-60a", "gold-spell", "red-30", "red-spell", "neutral-120")
units = st.sampled_from(UNITS)
cards = st.sampled_from(ALL)
timers = st.sampled_from(["gold-30", "gold-60a", "gold-spell"])


def said(**body: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(body)


def asked(who: str, path: str, **body: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[str, str, dict[str, Any]]]:
    return st.tuples(st.just(who), st.just(path), said(**body))


flips = timers.flatmap(
    lambda timer: asked("gold", f"/timers/{timer}/flip", **({} if timer == "gold-spell" else {"unit": units}))
)
public = st.one_of(
    flips,
    flips,
    asked("gold", "/timers/gold-60a/free"),
    asked("gold", "/sides/gold/muster", units=st.lists(units, min_size=1, max_size=3, unique=True)),
    asked("gold", "/units/Archer/damage", tokens=st.integers(1, 2)),
    asked("red", "/timers/red-30/flip"),
    asked("red", "/timers/gold-spell/flip", card=cards),
    asked("red", "/timers/gold-60a/move", unit=units, card=cards),
    asked("red", "/sides/gold/tick", choose=cards),
    asked("red", "/sides/gold/muster", units=st.just(["Archer"])),
    asked("red", "/sides/gold/muster", units=st.just(["Archer"]), cards=st.lists(cards, max_size=2, unique=True)),
    asked("red", "/sides/gold/deal"),
    asked("red", "/table/undo"),
    asked("gold", "/table/undo"),
)
ticks = st.tuples(*(st.tuples(st.sampled_from(["choose", "choose", "drop"]), cards) for _ in range(2)))
hands = st.tuples(*(st.lists(cards, max_size=3, unique=True) for _ in range(2)))
plays = st.tuples(timers, cards, st.none() | units)
steps = st.one_of(
    st.tuples(st.just("tick"), ticks),
    st.tuples(st.just("tick"), ticks),
    st.tuples(st.just("muster"), hands),
    st.tuples(st.just("deal"), st.none()),
    st.tuples(st.just("begin"), st.none()),
    st.tuples(st.just("play"), plays),
    st.tuples(st.just("open"), public),
    st.tuples(st.just("open"), public),
    st.tuples(st.just("wait"), st.integers(1, 70)),
)


class Pair:
    """Two tables and the phones at them: every step is done at both before the next."""

    def __init__(self, app: Flask, seats: dict[str, Seat], folder: Path, *, dealt: int) -> None:
        self._app, self._seats = app, seats
        self.status = 0
        self._clock = ManualClock()
        self._access = Access(folder, self._clock, hostnames=["warglass"])
        self.tables = [self._table(folder / f"{number}.db") for number in range(2)]
        self.phones: dict[str | None, Phone] = {who: self._phone(who) for who in ("gold", *OTHERS)}
        self._before = [table.view() for table in self.tables]
        for table in self.tables:
            Scenarios(table).save(battle(dealt))
        self.both("gold", "/table/new", {"game": "wartime", "scenario": f"dealt-{dealt}"})

    def _table(self, path: Path) -> Table:
        return Table(clock=self._clock, journal=Journal(path), games=all_games(), game=FIRST)

    def _phone(self, seat: str | None) -> Phone:
        self._sit(self.tables[0])
        phone = Phone(self._app.test_client())
        return phone if seat is None else seated(phone, self._access, seat=seat)

    def _sit(self, table: Table) -> None:
        take(self._seats, table=table, panel=FakePanel(), access=self._access, clock=self._clock)

    def wait(self, seconds: int) -> None:
        self._clock.advance(seconds=seconds)
        for table in self.tables:
            table.settle()

    def both(self, who: str, path: str, *bodies: dict[str, Any]) -> None:
        """Asks both tables the same, or each its own. They answer alike, but for why gold is refused, which only gold
        reads."""
        one, other = (self._ask(table, who, path, body) for table, body in zip(self.tables, bodies * 2, strict=False))
        assert (who == "gold" and one[0] == other[0] == 409) or one == other, (who, path, bodies)

    def _ask(self, table: Table, who: str, path: str, body: dict[str, Any]) -> tuple[int, bytes]:
        self._sit(table)
        answer = self.phones[who].post(f"/api{path}", body)
        self.status = answer.status_code
        return answer.status_code, answer.data

    def touch(self, path: str, *asked: tuple[Command, dict[str, Any]]) -> None:
        """Gold does something with its cards, where both tables let it or neither does: that it was done is seen, as
        hands are at any table."""
        wanted = list(zip(self.tables, asked * 2, strict=False))
        if len({lets(table, command) for table, (command, _) in wanted}) == 1:
            self.both("gold", path, *(body for _, body in asked))

    def do(self, kind: str, what: Any) -> None:
        if kind == "wait":
            self.wait(what)
        elif kind == "deal":
            self.both("gold", "/sides/gold/deal", {})
        elif kind == "tick":
            asked = [(c.Tick(side=Side.GOLD, **{way: card}), {way: card}) for way, card in what]
            self.touch("/sides/gold/tick", *asked)
        elif kind == "muster":
            everyone = [(c.Muster(side=Side.GOLD, cards=tuple(hand)), {"cards": hand}) for hand in what]
            self.touch("/sides/gold/muster", *everyone)
        elif kind == "play":
            timer, card, unit = what
            body = {"card": card} if unit is None else {"card": card, "unit": unit}
            self.touch(f"/timers/{timer}/flip", (c.Flip(timer=timer, card=card, unit=unit), body))
        elif kind == "begin":
            for who in ("gold", "red") if self._as_many else ():
                self.both(who, "/table/begin", {})
        else:
            self.both(*what)

    @property
    def hands(self) -> list[HandView]:
        return [hand_of(table.match.state, Side.GOLD) for table in self.tables]

    @property
    def _as_many(self) -> bool:
        """Whether as many cards lie face down at both, which is for everyone to see once the game has begun."""
        return len({len(hand.chosen) for hand in self.hands}) == 1

    def differ(self) -> Iterator[str]:
        """What anybody but gold could tell the tables apart by."""
        read = []
        for table in self.tables:
            self._sit(table)
            read.append({(who, path): self._get(who, path) for who in OTHERS for path in READ[who]})
        yield from (f"{who} {path}" for who, path in read[0] if read[0][who, path] != read[1][who, path])
        one, other = (table.view() for table in self.tables)
        for shows in SCREENS:
            for size in ((128, 64), (128, 32)):
                faces = [draw(face_for((shows,), view, view.server_ms), *size).tobytes() for view in (one, other)]
                if faces[0] != faces[1]:
                    yield f"the screen of {shows}"
        heard = [list(sounds(was, now, warning_ms=10_000)) for was, now in zip(self._before, (one, other), strict=True)]
        if heard[0] != heard[1]:
            yield "the sounder"

    def _get(self, who: str | None, path: str) -> tuple[int, bytes]:
        answer = self.phones[who].get(path)
        assert "no-store" in answer.headers["Cache-Control"]
        assert "Cookie" in answer.headers["Vary"]
        assert answer.status_code == 200, path
        return answer.status_code, answer.data

    def leave(self) -> None:
        for table in self.tables:
            table.close()


def lets(table: Table, command: Command) -> bool:
    try:
        table.match.decide(command, 0)
    except Refused:
        return False
    return True


@pytest.fixture(scope="module")
def site(wired: Flask, seats: dict[str, Seat]) -> tuple[Flask, dict[str, Seat]]:
    return wired, seats


@contextmanager
def pair(site: tuple[Flask, dict[str, Seat]], *, dealt: int = 0) -> Iterator[Pair]:
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        found = Pair(*site, Path(folder), dealt=dealt)
        yield found
        found.leave()


@given(dealt=st.sampled_from([0, 5]), done=st.lists(steps, max_size=14))
def test_nobody_but_gold_can_tell_what_gold_has_chosen(
    site: tuple[Flask, dict[str, Seat]], dealt: int, done: list[tuple[str, Any]]
) -> None:
    with pair(site, dealt=dealt) as tables:
        for kind, what in done:
            tables.do(kind, what)
        assert not list(tables.differ())


def test_the_tables_of_that_test_do_differ(site: tuple[Flask, dict[str, Seat]]) -> None:
    """So that it is no test of two tables on which nothing was done."""
    with pair(site) as tables:
        tables.do("tick", (("choose", "Advance"), ("choose", "Bombard")))
        tables.do("tick", (("choose", "Control"), ("choose", "Control")))
        tables.do("begin", None)
        tables.do("open", ("gold", "/timers/gold-60a/flip", {"unit": "Archer"}))
        one, other = tables.hands
        assert (one.chosen, other.chosen) == (("Advance", "Control"), ("Bombard", "Control"))
        assert (one.plays["gold-60a"], other.plays["gold-60a"]) == (("Advance",), ("Bombard",))
        assert not list(tables.differ())
        tables.both("gold", "/timers/gold-spell/flip", {"card": "Control"})
        assert not list(tables.differ()), "as many lie face down still"
        assert tables.tables[0].dispatch(c.Flip(timer="gold-30", unit="Captain", card="Advance"), source=GOLD)
        tables.tables[1].dispatch(c.Flip(timer="gold-30", unit="Captain", card="Bombard"), source=GOLD)
        assert {"red /api/table", "red /api/log", "look /sides/gold", "None /"} <= set(tables.differ())


@pytest.mark.parametrize(("path", "body"), [
    ("/timers/gold-30/flip", {"unit": "Captain", "card": "Advance"}),
    ("/timers/gold-60a/move", {"unit": "Archer", "card": "Advance"}),
    ("/timers/gold-30/act", {"unit": "Captain", "card": "Advance", "to": "C5"}),
    ("/timers/gold-spell/flip", {"card": "Control"}),
    ("/sides/gold/tick", {"drop": "Advance"}),
    ("/sides/gold/muster", {"units": ["Archer"], "cards": ["Advance", "Bombard"]}),
    ("/sides/gold/deal", {}),
])  # fmt: skip
@pytest.mark.parametrize("begun", [False, True])
def test_trying_out_what_lies_there_tells_nothing(
    site: tuple[Flask, dict[str, Seat]], path: str, body: dict[str, Any], begun: bool
) -> None:
    with pair(site) as tables:
        tables.do("tick", (("choose", "Advance"), ("choose", "Bombard")))
        tables.do("tick", (("choose", "Control"), ("choose", "Haste")))
        if begun:
            tables.do("begin", None)
            tables.both("gold", "/timers/gold-60a/flip", {"unit": "Archer"})
        tables.both("red", path, body)
        assert tables.status == 403
        assert not list(tables.differ())


def test_what_is_dealt_differs_and_nobody_else_can_tell(site: tuple[Flask, dict[str, Seat]]) -> None:
    with pair(site, dealt=5) as tables:
        tables.do("deal", None)
        assert [len(hand.dealt) for hand in tables.hands] == [5, 5]
        assert not list(tables.differ())
