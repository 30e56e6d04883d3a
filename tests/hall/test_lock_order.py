"""Table, desk and link never wait for each other for ever: no two of their locks are taken both ways round."""

import random
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from companion.app.table_hall import TableHall
from companion.clock import SystemClock
from companion.games import FIRST, all_games
from companion.hall import adopting, desk  # noqa: F401 - which the table's hall imports late
from companion.hall.card import written
from companion.hall.config import HallConfig
from companion.hall.link import link  # noqa: F401 - so does it this
from companion.hall.wire import messages as h
from companion.hall.wire.topics import round_topic
from companion.journal.journal import Journal
from companion.rulings.shelf import Shelf
from companion.system.watchdog import Watchdog
from companion.table.commands import Begin, Command, End, Pause, Resume, Undo
from companion.table.errors import Refused
from companion.table.events import Source, SourceKind
from companion.table.loop import TableLoop
from companion.table.opening import New
from companion.table.seats import Seat
from companion.table.table import Table
from tests.companion.wartime import acts as c
from tests.hall.broker import Broker
from tests.hall.locks import BothWays, Order, Watched
from tests.hall.seated import HALL, Ear, card, until
from tests.support import ask_table

LATER = 2**50
GOLD = Source(SourceKind.PHONE, "1", "gold", "Ana")
RED = Source(SourceKind.PHONE, "2", "red", "Ben")
ROUNDS, MOVES = 25, 300
DESK, TABLE, AT_HALL = "companion.hall.desk", "companion.table.table", "companion.app.table_hall"


def test_two_locks_that_are_taken_both_ways_round_are_found() -> None:
    order = Order()
    one, other, third = (Watched(order, name, threading.RLock()) for name in ("one", "other", "third"))
    with one, other, one:
        pass
    with other, third:
        pass
    assert order.wrong == set()
    for _ in range(2):
        with pytest.raises(BothWays), third, one:
            pass
    assert order.wrong == {("third", "one")}
    assert order.held == []
    assert order.waits == {("one", "other"), ("other", "third")}


class Storm:
    """Everybody at a table at once, until each has done all of it."""

    def __init__(self, folder: Path, port: int, ear: Ear, order: Order) -> None:
        self._order = order
        clock = SystemClock()
        self._table = Table(clock=clock, journal=Journal(folder / "table.sqlite"), games=all_games(), game=FIRST)
        self._shelf = Shelf(self._table)
        self._hall = TableHall(
            table=self._table, clock=clock, state=folder, config=HallConfig(), shelf=lambda: self._shelf
        )
        self._card = written(card(port, password="any"))
        self._ear = ear
        self._loop = TableLoop(
            table=self._table, clock=clock, watchdog=Watchdog(every_ns=None, clock=clock, vitals=lambda: ())
        )
        self._hall.take(self._card)
        self._loop.start()
        until(self._stands)
        self.broken: list[BaseException] = []

    def rage(self) -> None:
        acts = (self._plays, self._plays, self._calls, self._reads, self._organises, self._moves)
        threads = [threading.Thread(target=self._all, args=(act, seed)) for seed, act in enumerate(acts)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        until(self._stands)

    def end(self) -> None:
        self._hall.stop()
        self._table.stop()
        self._loop.join()
        self._table.close()

    def _stands(self) -> bool:
        """In its hall; or would for ever wait for it."""
        at = self._table.view().hall
        return (at is not None and at.online) or bool(self._order.wrong)

    def _all(self, act: Callable[[random.Random], None], seed: int) -> None:
        try:
            act(random.Random(seed))
        except BaseException as error:  # noqa: BLE001 - told by the test
            self.broken.append(error)

    def _plays(self, chance: random.Random) -> None:
        commands: tuple[Callable[[], Command], ...] = (
            lambda: c.Flip(timer="gold-30"), lambda: c.Free(timer="gold-30"), lambda: c.Flip(timer="red-60a"),
            Begin, Pause, Resume, Undo, lambda: End(winner=Seat.GOLD), lambda: New(game=FIRST),
        )  # fmt: skip
        for _ in range(MOVES):
            with suppress(Refused):
                ask_table(self._table, chance.choice(commands)(), source=chance.choice((GOLD, RED)))

    def _calls(self, chance: random.Random) -> None:
        acts: tuple[Callable[[], object], ...] = (
            lambda: self._hall.call_judge(source=GOLD, words="Is that in range?"),
            lambda: self._hall.take_back(source=RED),
            lambda: self._hall.seen("an-id", source=RED),
            lambda: self._hall.agree("gold", agreed=True, source=GOLD),
            lambda: self._hall.agree("red", agreed=True, source=RED),
            lambda: self._hall.held,
        )
        for _ in range(MOVES):
            with suppress(Refused):
                chance.choice(acts)()

    def _reads(self, chance: random.Random) -> None:
        acts: tuple[Callable[[], object], ...] = (
            self._table.view, self._table.glance, self._table.log, self._table.report, self._table.unfinished,
            self._table.settle, self._shelf.house,
        )  # fmt: skip
        for _ in range(MOVES):
            chance.choice(acts)()

    def _organises(self, chance: random.Random) -> None:
        for number in range(1, ROUNDS):
            stands = chance.random() < 0.5
            self._ear.say(
                round_topic(HALL),
                h.Round(
                    version=number, number=1 + number // 5, title="", pause=number,
                    deadline_ms=None if stands else LATER, left_ms=1000,
                ),
                retain=True,
            )  # fmt: skip
            call = h.TellCall(until_ms=LATER, call=number)
            for ask in (
                h.Announce(until_ms=LATER, text="Dinner."),
                h.Pause(until_ms=LATER),
                h.Clock(until_ms=LATER, hall_ms=1, offset_ms=chance.randrange(10_000), error_ms=1),
                h.Resend(until_ms=LATER, match=1, after=0),
                call,
                h.Judge(until_ms=LATER, call=number, judging=h.Judging.ANSWERED, who="Dana", text="Yes."),
                h.HouseRule(until_ms=LATER, id="house-x", game=FIRST, question="May I?", answer="Yes."),
            ):
                self._ear.ask(f"a{number}{type(ask).__name__.lower()}", ask)

    def _moves(self, chance: random.Random) -> None:
        """Leaves the hall, and comes back."""
        for _ in range(3):
            until(lambda: self._hall.held is None or self._stands())
            with suppress(Refused):
                self._hall.leave()
            self._hall.take(self._card)


def test_nobody_at_a_table_in_a_hall_can_wait_for_ever(
    tmp_path: Path, broker: Broker, ear: Ear, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = Order()
    with order.watched(monkeypatch, "companion"):
        storm = Storm(tmp_path, broker.port, ear, order)
        storm.rage()
        storm.end()
    assert order.wrong == set()
    assert storm.broken == []
    assert TABLE in order.after(DESK), "or else nothing was written down"
    assert DESK in order.after(AT_HALL)
    assert not order.after(TABLE) & {DESK, AT_HALL}
