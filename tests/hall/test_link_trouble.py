"""What keeps a table from its hall is said at the table, in words, and keeps nobody from playing."""

import contextlib
import gc
import socket
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.hall.card import HallCard
from companion.hall.enrol import certificates
from companion.hall.enrol.certificates import Pair
from companion.hall.enrol.folder import HallFolder
from companion.hall.link.connection import MOST_QUEUED, Protocol
from companion.hall.link.link import Patience
from companion.hall.wire import messages as h
from companion.hall.wire.messages import written
from companion.hall.wire.topics import TopicPart, topic
from companion.table.commands import Begin
from companion.table.events import SERVICE
from tests.hall import peers
from tests.hall.broker import Broker
from tests.hall.peers import Peer
from tests.hall.seated import HALL, TABLE, Ear, Seated, card, until
from tests.hall.test_link import LATER, clients
from tests.support import Says, free_port

Seat = Callable[..., Seated]


@pytest.fixture
def hall(tmp_path: Path) -> HallFolder:
    return HallFolder.new(tmp_path / "hall", hall=HALL, hosts=("127.0.0.1",), port=free_port())


@pytest.fixture
def guarded(hall: HallFolder, tmp_path: Path) -> Iterator[Broker]:
    """The broker that the hall's folder describes, on this machine alone."""
    hall.enrol({"table-1": "Table 1"})
    lines = hall.conf.read_text().splitlines()
    settings = [line for line in lines if line and not line.startswith(("#", "listener", "user ", "use_username"))]
    running = Broker(tmp_path / "guarded", *settings, port=hall.register.port).start()
    yield running
    running.stop()


def enrolled(hall: HallFolder, guarded: Broker) -> HallCard:
    (made,) = hall.enrol({TABLE: "Table 7"})
    guarded.stop()
    guarded.start()
    return made


@pytest.mark.parametrize("protocol", Protocol)
def test_an_enrolled_table_stands_behind_tls_and_a_list_of_rights(
    hall: HallFolder, guarded: Broker, seat: Seat, protocol: Protocol
) -> None:
    table = seat(card=enrolled(hall, guarded), protocol=protocol)
    until(lambda: table.online)
    table.table.dispatch(Begin(), source=SERVICE)
    until(lambda: table.online and table.trouble == "")


def test_a_broker_of_another_authority_is_not_believed(
    hall: HallFolder, guarded: Broker, seat: Seat, tmp_path: Path
) -> None:
    own = enrolled(hall, guarded)
    other = HallFolder.new(tmp_path / "other", hall=HALL, hosts=("127.0.0.1",), port=own.port)
    table = seat(card=replace(own, ca=other.ca))
    until(lambda: table.trouble)
    assert table.trouble == (Says("127.0.0.1", "another hall", "newest card"))
    assert not table.online


@contextlib.contextmanager
def showing(hall: HallFolder, place: Path, *, made: datetime, at: str = "127.0.0.1") -> Iterator[Broker]:
    """A broker with a certificate of this hall's for this machine, also where it listens elsewhere (`at`)."""
    signer = Pair((hall.place / "ca.pem").read_bytes(), (hall.place / "ca.key").read_bytes())
    pair = certificates.brokers(signer, ("127.0.0.1",), now=made)
    place.mkdir()
    file = place / "server.pem"
    file.write_bytes(pair.certificate + pair.key)
    port = free_port()
    elsewhere = () if at == "127.0.0.1" else (f"listener {port} {at}",)
    tls = (f"certfile {file}", f"keyfile {file}", "allow_anonymous true")
    running = Broker(place, *elsewhere, *tls, port=port).start()
    try:
        yield running
    finally:
        running.stop()


def test_a_broker_under_another_name_than_its_certificates_is_not_believed(
    hall: HallFolder, seat: Seat, tmp_path: Path
) -> None:
    with showing(hall, tmp_path / "other", made=datetime.now(UTC), at="127.0.0.2") as other:
        table = seat(card=replace(card(other.port), ca=hall.ca, host="127.0.0.2"))
        until(lambda: table.trouble)
        assert table.trouble == (Says("127.0.0.2", "other names", "warglass hall"))
        table.stop()


EXPIRED = (-900, -800, "has expired: have the organiser restart warglass-hall and the broker.")
EARLY = (1, 0, "is not valid yet: this box's clock is probably behind. Set its date and time")


@pytest.mark.parametrize("when", [EXPIRED, EARLY])
def test_a_certificate_of_another_time_is_told_in_words(
    hall: HallFolder, seat: Seat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: tuple[int, int, str]
) -> None:
    since, made, words = when
    now = datetime.now(UTC)
    monkeypatch.setattr(certificates, "SINCE", now + timedelta(days=since))
    with showing(hall, tmp_path / "other", made=now + timedelta(days=made)) as other:
        table = seat(card=replace(card(other.port), ca=hall.ca))
        until(lambda: words in table.trouble)
        table.stop()


def test_another_password_is_refused_in_words(hall: HallFolder, guarded: Broker, seat: Seat) -> None:
    for protocol in Protocol:
        table = seat(
            card=replace(enrolled_once(hall, guarded), password="guessed"), protocol=protocol, folder=protocol.value
        )
        until(lambda table=table: table.trouble)  # type: ignore[misc]
        assert "does not take this table's card" in table.trouble


def enrolled_once(hall: HallFolder, guarded: Broker) -> HallCard:
    if TABLE in hall.register.tables:
        return card(hall.register.port, ca=hall.ca)
    return enrolled(hall, guarded)


def test_a_card_without_an_authority_is_for_this_very_machine_alone(seat: Seat) -> None:
    table = seat(card=replace(card(1), host="192.0.2.1"))
    until(lambda: table.trouble)
    assert table.trouble == Says("card", "not say", "192.0.2.1")


def test_a_card_whose_authority_is_none_is_told(seat: Seat) -> None:
    table = seat(card=replace(card(1), ca=b"rubbish"))
    until(lambda: table.trouble)
    assert table.trouble == Says("certificate", "card", "cannot be read")


@pytest.mark.parametrize("host", ["nobody.invalid", "", "a" * 70, "a..b", "xn--\u00fc"])
def test_a_broker_that_nothing_is_called_after_is_told(seat: Seat, host: str) -> None:
    table = seat(card=replace(card(1), host=host, ca=b""))
    until(lambda: table.trouble)
    assert not table.online


def test_what_speaks_no_tls_is_told(hall: HallFolder, broker: Broker, seat: Seat) -> None:
    table = seat(card=replace(card(broker.port), ca=hall.ca))
    until(lambda: table.trouble)
    assert table.trouble == (Says("127.0.0.1", f"{broker.port}", "not speak TLS"))
    assert not table.online


def test_a_peer_that_takes_the_connection_and_says_nothing_holds_nobody_up(seat: Seat) -> None:
    with Peer(lambda _: peer.hold()) as peer:
        table = seat(peer.port)
        table.table.dispatch(Begin(), source=SERVICE)
        for _ in range(200):
            table.flip()
        until(lambda: table.trouble)
        assert table.trouble == Says("127.0.0.1", "not answer")


def test_a_handshake_whose_end_was_lost_on_its_way_is_not_waited_for(
    hall: HallFolder, guarded: Broker, seat: Seat
) -> None:
    own = enrolled(hall, guarded)
    lost: list[socket.socket] = []

    def loses_the_first(connection: socket.socket) -> None:
        if not lost:
            lost.append(connection.dup())
            return
        with socket.create_connection(("127.0.0.1", own.port)) as there:
            peers.pipe(connection, there, over=peer.over)

    with Peer(loses_the_first) as peer, contextlib.ExitStack() as ends:
        ends.callback(lambda: [each.close() for each in lost])
        table = seat(card=replace(own, port=peer.port), patience=Patience(connect_s=3600))
        until(lambda: table.online)
        table.stop()


def test_brokers_that_hang_up_again_and_again_leave_nothing_behind(seat: Seat) -> None:
    seen: list[bytes] = []
    gc.collect()  # what tests before this one left behind
    gc.disable()  # as in the service, while it starts
    try:
        with Peer(lambda connection: seen.append(peers.packet(connection))) as peer:
            table = seat(peer.port)
            until(lambda: len(seen) >= 4)
            assert table.trouble == Says("127.0.0.1", "hung up")
            table.stop()
            until(lambda: len(clients(TABLE)) <= 1)
    finally:
        gc.enable()


def test_a_broker_that_stops_reading_fills_no_memory(seat: Seat) -> None:
    def stops_reading(connection: socket.socket) -> None:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        assert peers.packet(connection)
        connection.sendall(peers.CONNACK_V5)
        connection.sendall(peers.suback(peers.packet(connection)))
        peer.hold()

    with Peer(stops_reading) as peer:
        table = seat(peer.port)
        table.table.dispatch(Begin(), source=SERVICE)
        until(lambda: table.trouble)
        # By now: on a slow machine the table hangs up, and begins anew, before the last flip.
        here = [client for client in clients(TABLE) if client.port == peer.port]
        for _ in range(2000):
            table.flip()
        assert 0 < sum(len(client._out_messages) for client in here) <= MOST_QUEUED
        table.stop()


def test_what_a_broker_says_unasked_or_in_no_language_at_all_is_nobodys(seat: Seat) -> None:
    pause = written(h.Pause(until_ms=LATER))

    def babbles(connection: socket.socket) -> None:
        assert peers.packet(connection)
        connection.sendall(peers.CONNACK_V5)
        connection.sendall(peers.suback(peers.packet(connection)))
        for where in (
            topic(HALL, "table-8", TopicPart.ASK, "x"),
            topic("other", TABLE, TopicPart.ASK, "x"),
            "round",
            "\u00fc",
        ):
            connection.sendall(peers.publish(where, pause))
        connection.sendall(peers.publish(topic(HALL, TABLE, TopicPart.ASK, "mine"), pause))
        answer = topic(HALL, TABLE, TopicPart.ANSWER, "mine").encode()
        while (said := peers.packet(connection)) and answer not in said:
            pass
        connection.sendall(b"\x30\x04\x00\x02\xff\xfe")  # a topic that is no text
        peer.hold()

    with Peer(babbles) as peer:
        table = seat(peer.port)
        until(lambda: table.asked and table.trouble)
        assert [id for id, _ in table.asked][:1] == ["mine"]
        assert {id for id, _ in table.asked} == {"mine"}
        table.stop()


def test_a_broker_of_before_mqtt_5_is_spoken_to_in_its_own_version(broker: Broker, ear: Ear, seat: Seat) -> None:
    levels = []

    def older(connection: socket.socket) -> None:
        first = connection.recv(4096)
        levels.append(first[first.index(b"MQTT") + 4])
        if levels[-1] != 4:
            connection.sendall(peers.UNSUPPORTED)
            return
        with socket.create_connection(("127.0.0.1", broker.port)) as real:
            real.sendall(first)
            peers.pipe(connection, real, over=peer.over)

    with Peer(older) as peer:
        table = seat(peer.port)
        until(lambda: ear.has(table.table.view()))
        until(lambda: table.online)
        assert levels == [5, 4]
        table.stop()
