"""The organiser against the real Mosquitto, with tables that are nothing but a client of it."""

import gc
import multiprocessing
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from companion.clock import SystemClock
from companion.hall.enrol.certificates import authority
from companion.hall.organiser import hearing as told
from companion.hall.organiser.broker_client import Account, BrokerClient
from companion.hall.organiser.hall import Hall
from companion.hall.organiser.view import Need, TableHere
from companion.hall.wire import messages as codec
from companion.hall.wire import messages as t
from companion.hall.wire.topics import TopicPart, placed, topic
from tests.companion.hall.organiser.fakes import HALL, FakeTable
from tests.hall.broker import Broker, ended
from tests.support import PATIENCE_S, Says, repeat


class RawTable(FakeTable):
    """Answers from paho's thread; what it says while the broker is away is lost, as at a table."""

    def __init__(self, broker: Broker, name: str, **more: Any) -> None:
        floor = SimpleNamespace(clock=SystemClock(), client=SimpleNamespace(rounds=()))
        super().__init__(floor, name, **more)  # type: ignore[arg-type]
        self.there = threading.Event()
        self.heard_round = b""
        self.client = client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=name, protocol=mqtt.MQTTv311)
        client.reconnect_delay_set(1, 1)
        client.on_connect = self._connected
        client.on_message = self._asked
        client.on_disconnect = lambda *_: self.there.clear()
        self._will()
        client.connect_async("127.0.0.1", broker.port, 5)
        client.loop_start()
        assert self.there.wait(PATIENCE_S)

    def say(self, part: TopicPart, payload: msgspec.Struct, id: str = "") -> None:
        if self.client.is_connected():
            kept = part in (TopicPart.LINK, TopicPart.STATE, TopicPart.RESULT)
            self.client.publish(topic(HALL, self.name, part, id), codec.written(payload), qos=1, retain=kept)

    def leave(self, *, dying: bool = False) -> None:
        if dying:
            sock = self.client.socket()
            assert sock is not None
            self.client.reconnect_delay_set(PATIENCE_S, PATIENCE_S)
            self.client._thread_terminate = True
            sock.shutdown(2)
        self.client.disconnect()
        ended(self.client)

    def _will(self) -> None:
        end = t.Link(
            boot=self.boot, connection=self.connection, online=False, journal=self.journal, name=f"Table {self.name}"
        )
        self.client.will_set(topic(HALL, self.name, TopicPart.LINK), codec.written(end), qos=1, retain=True)

    def _connected(self, client: mqtt.Client, *_: Any) -> None:
        client.subscribe([(topic(HALL, self.name, TopicPart.ASK, "+"), 1), (f"warglass/1/{HALL}/round", 1)])
        self.link()
        self.state()
        self.there.set()

    def _asked(self, _client: mqtt.Client, _data: Any, message: mqtt.MQTTMessage) -> None:
        place = placed(HALL, message.topic)
        if place is None:
            self.heard_round = message.payload
            return
        ask = codec.read_ask(message.payload)
        assert ask is not None
        self.say(TopicPart.ANSWER, self.answer_to(ask), place.id)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    broker = Broker(tmp_path / "broker").start()
    yield broker
    broker.stop()


@pytest.fixture
def leaving() -> Iterator[list[Callable[[], None]]]:
    """What is to be ended at the end, the last first."""
    ends: list[Callable[[], None]] = []
    yield ends
    for end in reversed(ends):
        end()


def organiser(port: int, folder: Path) -> Hall:
    account = Account(host="127.0.0.1", port=port)
    hall = Hall(
        folder,
        hall=HALL,
        name="The club",
        clock=SystemClock(),
        client=lambda inbox: BrokerClient(inbox, hall=HALL, account=account),
        tables={"one": "Table one"},
    )
    hall.start()
    return hall


def until(hall: Hall, so: Callable[[], bool]) -> None:
    """Waits until that holds, looking whenever the hall has changed."""
    repeat(lambda: hall.wait(hall.version, 0.2), until=so)


def here(hall: Hall, table: str = "one") -> TableHere | None:
    return next((each for each in hall.view().tables if each.table == table), None)


def whole(hall: Hall, rows: int) -> bool:
    return [(each.rows, each.whole) for each in hall.archived("one")] == [(rows, True)]


def test_a_broker_that_is_killed_costs_no_row(broker: Broker, tmp_path: Path, leaving: list[Any]) -> None:
    hall = organiser(broker.port, tmp_path / "hall")
    leaving.append(hall.close)
    table = RawTable(broker, "one")
    leaving.append(table.leave)
    until(hall, lambda: here(hall) is not None)
    hall.new_round(title="First", minutes=60)
    hall.start_clock()
    for kills in range(1, 4):
        table.play(40)
        broker.kill()
        until(hall, lambda: hall.view().broker != "")
        table.play(70)
        table.there.clear()
        broker.start()
        assert table.there.wait(PATIENCE_S)
        table.play(40)
        until(hall, lambda rows=kills * 150: whole(hall, rows))  # type: ignore[misc]
    until(hall, lambda: table.heard_round != b"")
    with hall._archive.reading() as journals:
        assert journals.rows("one", table.journal, 1, after=0, most=1000) == table.rows[1]


def test_a_table_that_dies_is_silent_and_a_late_will_of_it_changes_nothing(
    broker: Broker, tmp_path: Path, leaving: list[Any]
) -> None:
    hall = organiser(broker.port, tmp_path / "hall")
    leaving.append(hall.close)
    table = RawTable(broker, "one")
    table.play(3)
    until(hall, lambda: (found := here(hall)) is not None and found.online and whole(hall, 3))
    table.leave(dying=True)
    until(hall, lambda: (found := here(hall)) is not None and found.need is Need.SILENT)
    again = RawTable(broker, "one", boot=2)
    leaving.append(again.leave)
    again.rows = table.rows
    again.play()
    until(hall, lambda: (found := here(hall)) is not None and found.online)
    again.say(TopicPart.LINK, t.Link(boot=1, connection=1, online=False, journal=table.journal, name="late"))
    again.play()
    until(hall, lambda: whole(hall, 5))
    found = here(hall)
    assert found is not None
    assert (found.online, found.name) == (True, "Table one")


def test_an_organiser_that_comes_back_finds_all_as_it_is(broker: Broker, tmp_path: Path, leaving: list[Any]) -> None:
    hall = organiser(broker.port, tmp_path / "hall")
    table = RawTable(broker, "one")
    leaving.append(table.leave)
    table.play(20)
    until(hall, lambda: here(hall) is not None and whole(hall, 20))
    hall.new_round(title="Final", minutes=30)
    hall.start_clock()
    before = hall.view()
    hall.close()
    table.play(150)
    again = organiser(broker.port, tmp_path / "hall")
    leaving.append(again.close)
    until(again, lambda: whole(again, 170))
    assert again.view().round == before.round
    until(
        again, lambda: (found := here(again)) is not None and found.error_ms is not None and found.acted_ms is not None
    )


def in_a_process(port: int, folder: Path, minutes: int) -> None:
    """An organiser that begins a round, if there is none, and lives until it is killed."""
    hall = organiser(port, folder)
    if not hall.view().round.number:
        hall.new_round(title="First", minutes=minutes)
        hall.start_clock()
    while True:
        hall.wait(hall.version, 1)


def test_an_organiser_that_is_killed_loses_nothing(broker: Broker, tmp_path: Path, leaving: list[Any]) -> None:
    table = RawTable(broker, "one")
    leaving.append(table.leave)
    folder, spawn = tmp_path / "hall", multiprocessing.get_context("spawn")
    for minutes in (30, 40, 50):
        table.heard_round = b""
        process = spawn.Process(target=in_a_process, args=(broker.port, folder, minutes), daemon=True)
        process.start()
        end = time.monotonic() + PATIENCE_S
        while not table.heard_round or b'"deadline_ms":null' in table.heard_round:
            assert time.monotonic() < end
            table.play(3)
            time.sleep(0.05)
        process.kill()
        process.join()
        table.play(20)
    hall = organiser(broker.port, folder)
    leaving.append(hall.close)
    round = hall.view().round
    assert (round.number, round.title, round.length_ms, round.begun) == (1, "First", 30 * 60_000, True)
    until(hall, lambda: bool(hall.view().tables) and whole(hall, len(table.rows[1])))
    with hall._archive.reading() as journals:
        assert journals.rows("one", table.journal, 1, after=0, most=100_000) == table.rows[1]
    assert hall.view().faults == ()


def test_a_broker_that_hangs_keeps_no_organiser_from_ending(broker: Broker, tmp_path: Path) -> None:
    hall = organiser(broker.port, tmp_path / "hall")
    table = RawTable(broker, "one")
    until(hall, lambda: here(hall) is not None)
    broker.stand_still()
    for _ in range(50):
        hall.announce("x" * 400)
    hall.close()
    assert hall.stopped
    broker.go_on()
    table.leave()


# paho leaves a connection whose handshake came to nothing to the garbage collector, which closes it and says so.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_broker_that_takes_longer_is_given_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """And why it cannot be reached is said: here somebody takes the call, and never says a word of TLS."""
    monkeypatch.setattr("companion.hall.organiser.broker_client.CONNECT_S", 0.05)
    monkeypatch.setattr("companion.hall.organiser.broker_client.LONGEST_CONNECT_S", 0.15)
    inbox = told.Inbox()
    ca = authority("The club", ("127.0.0.1",)).certificate.decode()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        account = Account(host="127.0.0.1", port=silent.getsockname()[1], ca=ca)
        client = BrokerClient(inbox, hall=HALL, account=account)
        given: list[float] = []
        wait_for = client._client.wait_for
        monkeypatch.setattr(client._client, "wait_for", lambda seconds: (given.append(seconds), wait_for(seconds)))
        client.start()
        try:
            for _ in range(3):
                (said,) = taken(inbox)
                assert isinstance(said, told.Broker)
                assert said.trouble.startswith("The broker does not answer: "), said
        finally:
            client.stop()
            gc.collect()
    assert given[:3] == [0.1, 0.15, 0.15]
    assert "Caught exception" not in caplog.text


def test_that_the_broker_is_lost_is_said(broker: Broker, caplog: pytest.LogCaptureFixture) -> None:
    inbox = told.Inbox()
    client = BrokerClient(inbox, hall=HALL, account=Account(host="127.0.0.1", port=broker.port))
    client.start()
    try:
        assert taken(inbox) == [told.Broker("")]
        broker.kill()
        assert taken(inbox) == [told.Broker(Says("connection", "lost"))]
        (said,) = taken(inbox)
    finally:
        client.stop()
    assert said == told.Broker(Says("not answer", "Connection refused"))
    assert "Caught exception" not in caplog.text


def taken(inbox: told.Inbox) -> list[told.Message | told.Broker]:
    """The next that is told, waited for."""
    found = list(inbox.take(1, PATIENCE_S))
    assert found
    return found
