"""A table and the real Mosquitto: what the hall hears of it, whatever the broker goes through."""

import gc
import socket
import threading
from collections.abc import Callable

import pytest
from msgspec.structs import replace
from paho.mqtt.client import Client

from companion.hall.link.connection import MOST_QUEUED, Protocol
from companion.hall.wire import messages as h
from companion.hall.wire.messages import Done, Link, Log, State, Time, read, read_answer, written
from companion.hall.wire.topics import LARGEST, LARGEST_STATE, TopicPart, round_topic, topic
from companion.table.commands import Begin
from companion.table.events import SERVICE
from tests.hall.broker import Broker
from tests.hall.seated import HALL, QUICK, TABLE, Ear, Seated, kept, until
from tests.support import Says

LATER = 2**50
LINK, STATE = topic(HALL, TABLE, TopicPart.LINK), topic(HALL, TABLE, TopicPart.STATE)
Seat = Callable[..., Seated]


def clients(name: str) -> list[Client]:
    return [each for each in gc.get_objects() if isinstance(each, Client) and each._client_id == name.encode()]


def out_of(name: str) -> tuple[int, int]:
    """How many messages, and how many bytes, wait to go out in the clients of that name."""
    messages = sum(len(each._out_messages) for each in clients(name))
    return messages, sum(len(packet["packet"]) for each in clients(name) for packet in list(each._out_packet))


def answers(ear: Ear, id: str) -> list[object]:
    of = topic(HALL, TABLE, TopicPart.ANSWER, id)
    return [read_answer(payload) for where, payload in list(ear.heard) if where == of]


@pytest.mark.parametrize("protocol", Protocol)
def test_the_broker_keeps_how_a_table_stands_and_that_it_left(broker: Broker, seat: Seat, protocol: Protocol) -> None:
    table = seat(broker.port, protocol=protocol)
    until(lambda: table.online)
    view = table.table.dispatch(Begin(), source=SERVICE)

    def state() -> State | None:
        return read(kept(broker.port).get(STATE, b""), State)

    until(lambda: (found := state()) is not None and found.version >= view.version)
    now = kept(broker.port)
    link, found = read(now[LINK], Link), read(now[STATE], State)
    assert link is not None
    assert found is not None
    assert (link.boot, link.connection, link.online, link.name) == (1, 1, True, "Table 7")
    assert (found.boot, found.connection, found.phase, found.names) == (1, 1, "running", dict(view.names))
    assert len(now[STATE]) <= LARGEST_STATE
    table.stop()
    until(lambda: (link := read(kept(broker.port)[LINK], Link)) is not None and not link.online)
    link = read(kept(broker.port)[LINK], Link)
    assert link is not None
    assert (link.boot, link.connection) == (1, 1)


def test_a_connection_that_breaks_is_told_of_by_its_will_and_another_one_made(
    broker: Broker, table: Seated, ear: Ear
) -> None:
    until(lambda: table.online)
    for client in clients(TABLE):
        if (open := client.socket()) is not None:
            open.shutdown(socket.SHUT_RDWR)  # type: ignore[union-attr]
    until(lambda: any(link.connection == 2 for link in ear.links))
    assert [(link.connection, link.online) for link in ear.links] == [(1, True), (1, False), (2, True)]
    until(lambda: ear.states[-1].connection == 2)


def test_what_is_heard_is_right_and_in_order_over_brokers_that_are_killed(
    broker: Broker, table: Seated, ear: Ear
) -> None:
    table.table.dispatch(Begin(), source=SERVICE)
    for _ in range(3):
        view = table.flip()
        until(lambda view=view: ear.has(view))  # type: ignore[misc]
        broker.kill()
        for _ in range(20):
            view = table.flip()
        broker.start()
        until(lambda view=view: ear.has(view))  # type: ignore[misc]
    orders = [state.order for state in ear.states]
    assert orders == sorted(orders)
    assert ear.states[-1].connection >= 4
    assert ear.states[-1].seq == table.table.glance().seq
    until(lambda: table.online)


def test_rows_come_as_they_are_written_and_older_ones_when_asked_for(broker: Broker, table: Seated, ear: Ear) -> None:
    table.table.dispatch(Begin(), source=SERVICE)
    until(lambda: table.online)
    until(lambda: ear.has(table.table.view()))
    before = table.table.glance().seq
    for _ in range(150):
        table.flip()
    glance = table.table.glance()
    until(lambda: any(row.seq == glance.seq for log in ear.all(TopicPart.LOG, Log) for row in log.rows))
    rows = [row.seq for log in ear.all(TopicPart.LOG, Log) for row in log.rows]
    assert rows == sorted(set(rows))
    assert set(rows) >= set(range(before + 1, glance.seq + 1))
    ear.ask("old", h.Resend(until_ms=LATER, match=glance.number, after=0))
    until(lambda: answers(ear, "old"))
    log = ear.all(TopicPart.LOG, Log)[-1]
    assert log.opening is not None
    assert [row.seq for row in log.rows] == list(range(1, len(log.rows) + 1))
    assert answers(ear, "old") == [Done()]


def test_an_ask_is_done_once_however_often_it_comes(table: Seated, ear: Ear) -> None:
    table.table.dispatch(Begin(), source=SERVICE)
    until(lambda: table.online)
    for _ in range(3):
        ear.ask("p1", h.Pause(until_ms=LATER))
        ear.ask("c1", h.Clock(until_ms=LATER, hall_ms=1))
    until(lambda: len(answers(ear, "p1")) == len(answers(ear, "c1")) == 3)
    assert answers(ear, "p1") == [Done()] * 3
    first = answers(ear, "c1")[0]
    assert isinstance(first, Time)
    assert answers(ear, "c1") == [first] * 3
    assert [id for id, _ in table.asked] == ["p1", "c1"]


def test_the_round_reaches_whoever_comes_later(ear: Ear, seat: Seat, broker: Broker) -> None:
    ear.say(round_topic(HALL), h.Round(version=3, number=2, title="Round 2"), retain=True)
    table = seat(broker.port)
    until(lambda: table.desk.round_number == 2)


def test_what_is_said_to_others_or_kept_for_whoever_comes_is_not_done(broker: Broker, ear: Ear, seat: Seat) -> None:
    pause = written(h.Pause(until_ms=LATER))
    ear.say(topic(HALL, TABLE, TopicPart.ASK, "kept"), pause, retain=True)
    table = seat(broker.port)
    until(lambda: table.online)
    for where in (
        topic(HALL, "table-8", TopicPart.ASK, "x"),
        topic("other", TABLE, TopicPart.ASK, "x"),
        f"{topic(HALL, TABLE, TopicPart.ASK)}/x/y",
        f"{topic(HALL, TABLE, TopicPart.ASK)}/X",
        topic(HALL, TABLE, TopicPart.ASK),
        f"warglass/2/{HALL}/{TABLE}/ask/x",
    ):
        ear.say(where, pause)
    ear.ask("last", h.Pause(until_ms=LATER))
    until(lambda: answers(ear, "last"))
    assert [id for id, _ in table.asked] == ["last"]


def test_a_will_that_comes_late_does_not_win(broker: Broker, table: Seated, ear: Ear) -> None:
    until(lambda: table.online)
    link = read(kept(broker.port)[LINK], Link)
    assert link is not None
    late = Link(boot=link.boot, connection=0, online=False, journal=link.journal, name=link.name)
    ear.say(LINK, late, retain=True)
    until(lambda: ear.links[-2:] == [late, link])
    assert read(kept(broker.port)[LINK], Link) == link


def test_a_box_that_stands_in_for_another_is_the_newer_one(broker: Broker, ear: Ear, seat: Seat) -> None:
    ear.say(LINK, Link(boot=9, connection=4, online=True, journal="f" * 16, name="Table 7"), retain=True)
    # Time enough to hear of the other one before it says anything itself, on any machine.
    table = seat(broker.port, patience=replace(QUICK, settle_s=1))
    until(lambda: table.online)
    assert table.desk.boot == 10
    until(lambda: ear.has(table.table.view()))
    assert all(state.boot == 10 for state in ear.states)
    assert ear.links[-1].journal == table.desk.journal


def test_a_start_that_the_journal_forgot_is_counted_again(broker: Broker, ear: Ear, seat: Seat) -> None:
    table = seat(broker.port)
    until(lambda: table.online)
    table.close()
    until(lambda: any(not link.online for link in ear.links))
    forgotten = Link(boot=2, connection=6, online=True, journal=table.desk.journal, name="Table 7")
    ear.say(LINK, forgotten, retain=True)
    table = seat(broker.port)
    until(lambda: table.online and table.desk.boot == 3)


def test_a_broker_that_stands_still_is_not_noticed_at_the_table(broker: Broker, table: Seated, ear: Ear) -> None:
    table.table.dispatch(Begin(), source=SERVICE)
    until(lambda: table.online)
    broker.stand_still()
    for _ in range(2000):
        view = table.flip()
    messages, waiting = out_of(TABLE)
    assert messages <= MOST_QUEUED
    assert waiting <= MOST_QUEUED * LARGEST
    until(lambda: not table.online)
    assert table.trouble == Says("127.0.0.1", "not answer")
    broker.go_on()
    until(lambda: ear.has(view))
    until(lambda: table.online and table.trouble == "")
    glance = table.table.glance()
    until(lambda: any(row.seq == glance.seq for log in ear.all(TopicPart.LOG, Log) for row in log.rows))


def test_a_link_stops_while_its_broker_stands_still(broker: Broker, table: Seated) -> None:
    table.table.dispatch(Begin(), source=SERVICE)
    until(lambda: table.online)
    broker.stand_still()
    table.flip()
    table.stop()
    until(lambda: not any(thread.name.startswith("hall") for thread in threading.enumerate()))


def test_without_a_broker_the_table_says_so_and_plays(broker: Broker, seat: Seat, ear: Ear) -> None:
    broker.kill()
    table = seat(broker.port)
    until(lambda: table.trouble)
    assert table.trouble == Says("no broker", "127.0.0.1", f"{broker.port}")
    view = table.table.dispatch(Begin(), source=SERVICE)
    broker.start()
    until(lambda: ear.has(view))
