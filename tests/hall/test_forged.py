"""Who may say what, at the real Mosquitto with what `warglass hall` makes for it."""

import contextlib
import re
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.hall.card import HallCard
from companion.hall.enrol.folder import HallFolder, Login
from companion.hall.enrol.register import LARGEST_PACKET
from companion.hall.link.connection import HallConnection, LinkInbox, Protocol
from companion.hall.organiser.broker_client import Account, BrokerClient
from companion.hall.organiser.hearing import Broker as BrokerIsThere
from companion.hall.organiser.hearing import Inbox as OrganisersInbox
from companion.hall.organiser.hearing import Message
from companion.hall.wire.topics import LARGEST_LOG, LARGEST_ROUND, TopicPart, round_topic, topic
from tests.hall.clients import Client, HallBroker, login, trusting
from tests.support import PATIENCE_S, free_port

HALL = "club-night"
ROUND = round_topic(HALL)
GAMES_OF = {table: topic(HALL, table, TopicPart.STATE) for table in ("table-1", "table-2", "home-assistant", "hall")}
ASK_ONE = topic(HALL, "table-1", TopicPart.ASK, "a1")
ASK_TWO = topic(HALL, "table-2", TopicPart.ASK, "a1")
NOT_TABLE_1S = (
    *(topic(HALL, "table-2", part) for part in (TopicPart.LINK, TopicPart.STATE, TopicPart.LOG, TopicPart.RESULT)),
    topic(HALL, "table-2", TopicPart.ANSWER, "a1"),
    topic(HALL, "table-1", TopicPart.ANSWER, "a1/more"),
    topic(HALL, "table-1", TopicPart.STATE, "more"),
    ASK_ONE,
    ASK_TWO,
    ROUND,
    f"warglass/1/{HALL}",
    f"warglass/1/{HALL}/table-1",
    "warglass/1/other-hall/table-1/state",
    f"WARGLASS/1/{HALL}/table-1/state",
    f"/warglass/1/{HALL}/table-1/state",
    "homeassistant/device/table-1/config",
    "$SYS/broker/uptime",
)
Joined = Callable[[Login], Client]


class Hall:
    def __init__(self, place: Path) -> None:
        hosts = ("warglass-hall.local", "192.168.1.10")
        self.folder = HallFolder.new(place / "hall", hall=HALL, hosts=hosts, port=free_port())
        self.one, self.two = self.folder.enrol({"table-1": "One", "table-2": "Two"})
        self.reader = replace(self.folder.enrol_reader("home-assistant"), host="localhost")
        self.broker = HallBroker(self.folder, place / "broker").start()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    hall = Hall(tmp_path_factory.mktemp("shared"))
    yield hall
    hall.broker.stop()


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Hall]:
    hall = Hall(tmp_path)
    yield hall
    hall.broker.stop()


@pytest.fixture
def joined() -> Iterator[Joined]:
    """Somebody whom the broker has let in."""
    with contextlib.ExitStack() as leaving:

        def join(who: Login) -> Client:
            client = Client(who)
            leaving.callback(client.close)
            assert client.reason == "Success"
            return client

        yield join


def test_a_table_says_what_is_its_own_and_nothing_else(shared: Hall, joined: Joined) -> None:
    organiser, table = joined(shared.folder.organiser()), joined(login(shared.one))
    organiser.subscribe("#")
    for forged in NOT_TABLE_1S:
        table.publish(forged, b"forged", retain=True)
    own = [topic(HALL, "table-1", part) for part in (TopicPart.LINK, TopicPart.STATE, TopicPart.LOG, TopicPart.RESULT)]
    own.append(topic(HALL, "table-1", TopicPart.ANSWER, "a1"))
    for place in own:
        table.publish(place, b"mine")
    # What one client says comes in its order: whatever was let through of the forged is there by now.
    organiser.wait_for(own[-1], b"mine")
    assert organiser.heard == [(place, b"mine") for place in own]
    newcomer = joined(shared.reader)
    newcomer.subscribe("#")
    organiser.publish(ROUND, b"a round")
    newcomer.wait_for(ROUND, b"a round")
    assert newcomer.heard == [(ROUND, b"a round")], "nothing forged was retained"


def test_a_table_hears_what_is_for_it_and_nothing_else(shared: Hall, joined: Joined) -> None:
    organiser, one, two = joined(shared.folder.organiser()), joined(login(shared.one)), joined(login(shared.two))
    one.subscribe("#", "+/+/+/+/+", f"warglass/1/{HALL}/+/state", ASK_TWO, "$SYS/#", f"$share/all/warglass/1/{HALL}/#")
    for part in (TopicPart.LINK, TopicPart.STATE, TopicPart.LOG, TopicPart.RESULT):
        two.publish(topic(HALL, "table-2", part), b"not yours")
    two.publish(topic(HALL, "table-2", TopicPart.ANSWER, "a1"), b"not yours")
    organiser.subscribe(topic(HALL, "table-2", TopicPart.ANSWER, "+"))
    two.publish(topic(HALL, "table-2", TopicPart.ANSWER, "a2"), b"not yours")
    organiser.wait_for(topic(HALL, "table-2", TopicPart.ANSWER, "a2"), b"not yours")
    for place in (ASK_TWO, GAMES_OF["table-2"], GAMES_OF["table-1"], "homeassistant/device/table-1/config"):
        organiser.publish(place, b"not yours")
    for place in (topic(HALL, "table-1", TopicPart.LINK), ROUND, ASK_ONE):
        organiser.publish(place, b"yours")
    one.wait_for(ASK_ONE, b"yours")
    assert set(one.heard) == {(place, b"yours") for place in (topic(HALL, "table-1", TopicPart.LINK), ROUND, ASK_ONE)}


def test_a_reader_sees_all_tables_and_says_nothing_not_even_as_a_table_of_its_name(
    shared: Hall, joined: Joined
) -> None:
    organiser, table, reader = joined(shared.folder.organiser()), joined(login(shared.one)), joined(shared.reader)
    organiser.subscribe("#")
    reader.subscribe("#")
    for name in ("table-1", "home-assistant", "hall"):
        for part in (TopicPart.LINK, TopicPart.STATE, TopicPart.LOG, TopicPart.RESULT):
            reader.publish(topic(HALL, name, part), b"forged")
    reader.publish(ROUND, b"forged")
    for part in (TopicPart.LOG, TopicPart.LINK, TopicPart.STATE, TopicPart.RESULT):
        table.publish(topic(HALL, "table-1", part), b"told")
    reader.wait_for(topic(HALL, "table-1", TopicPart.RESULT), b"told")
    assert reader.heard == [
        (topic(HALL, "table-1", part), b"told") for part in (TopicPart.LINK, TopicPart.STATE, TopicPart.RESULT)
    ]
    organiser.publish(ASK_TWO, b"asked")
    organiser.publish("homeassistant/device/table-1/config", b"a device")
    reader.wait_for("homeassistant/device/table-1/config", b"a device")
    assert (ASK_TWO, b"asked") not in reader.heard
    organiser.wait_for(ASK_TWO, b"asked")
    assert b"forged" not in [payload for _, payload in organiser.heard]


def test_the_will_of_one_table_does_not_speak_for_another(shared: Hall, joined: Joined) -> None:
    organiser = joined(shared.folder.organiser())
    organiser.subscribe(f"warglass/1/{HALL}/+/link")
    forger = Client(login(shared.one), will=(topic(HALL, "table-2", TopicPart.LINK), b"gone"))
    forger.cut()
    honest = Client(login(shared.one), will=(topic(HALL, "table-1", TopicPart.LINK), b"gone"))
    honest.cut()
    organiser.wait_for(topic(HALL, "table-1", TopicPart.LINK), b"gone")
    assert organiser.heard == [(topic(HALL, "table-1", TopicPart.LINK), b"gone")]
    organiser.publish(topic(HALL, "table-1", TopicPart.LINK), b"", retain=True)


def test_nobody_throws_out_a_table_by_calling_himself_like_it(shared: Hall, joined: Joined) -> None:
    two = joined(login(shared.two))
    two.subscribe(ROUND)
    forger = Client(login(shared.one), id="table-2")
    assert forger.reason == "Success"
    organiser = joined(shared.folder.organiser())
    organiser.publish(ROUND, b"still here")
    two.wait_for(ROUND, b"still here")
    assert not two.gone
    forger.close()


@pytest.mark.parametrize(
    ("user", "password"),
    [("", ""), ("table-1", ""), ("table-1", "guessed"), ("hall", "of table-1"), ("table-9", "of table-1"), ("#", "")],
)
def test_who_has_no_card_stays_outside(shared: Hall, user: str, password: str) -> None:
    said = password.replace("of table-1", shared.one.password)
    stranger = Client(replace(login(shared.one), user=user, password=said), id="table-1")
    assert stranger.reason in ("Not authorized", "Bad user name or password")
    stranger.close()


def test_without_tls_nothing_is_said(shared: Hall) -> None:
    with socket.create_connection(("127.0.0.1", shared.broker.port), timeout=PATIENCE_S) as plain:
        plain.sendall(b"\x10\x10\x00\x04MQTT\x04\x02\x00\x3c\x00\x04abcd")
        with contextlib.suppress(ConnectionResetError):
            assert not plain.recv(4).startswith(b"\x20"), "a broker's word that somebody may come in"


def test_a_table_speaks_to_no_broker_but_its_own_halls(shared: Hall, tmp_path: Path) -> None:
    """Somebody else's on the same address, with a certificate of its own making for the same names."""
    other = HallFolder.new(tmp_path / "other", hall=HALL, hosts=shared.folder.register.hosts, port=1)
    for ca, name, said in (
        (other.ca, "localhost", "certificate verify failed"),
        (shared.one.ca, "192.168.1.11", "not valid for '192.168.1.11'"),
    ):
        with (
            socket.create_connection(("127.0.0.1", shared.broker.port), timeout=PATIENCE_S) as plain,
            pytest.raises(ssl.SSLCertVerificationError, match=re.escape(said)),
        ):
            trusting(ca).wrap_socket(plain, server_hostname=name)


def test_what_is_too_large_ends_who_sent_it_and_nobody_else(shared: Hall, joined: Joined) -> None:
    organiser, two = joined(shared.folder.organiser()), joined(login(shared.two))
    two.subscribe(ROUND)
    flooding = Client(login(shared.one))
    flooding.flood(GAMES_OF["table-1"], b"x" * (LARGEST_PACKET + 1))
    flooding.wait_until_gone()
    flooding.close()
    largest = b"r" * LARGEST_ROUND
    organiser.publish(ROUND, largest)
    two.wait_for(ROUND, largest)
    organiser.subscribe(topic(HALL, "+", TopicPart.LOG))
    log = b"l" * LARGEST_LOG
    two.publish(topic(HALL, "table-2", TopicPart.LOG), log)
    organiser.wait_for(topic(HALL, "table-2", TopicPart.LOG), log)
    assert not two.gone


@pytest.mark.parametrize("place", [f"warglass/1/{HALL}/+/state", f"warglass/1/{HALL}/table-1/#", "#"])
def test_a_wildcard_is_no_place_to_publish_to(shared: Hall, joined: Joined, place: str) -> None:
    """No client library sends this."""
    organiser = joined(shared.folder.organiser())
    organiser.subscribe("#")
    with (
        socket.create_connection(("127.0.0.1", shared.broker.port), timeout=PATIENCE_S) as plain,
        trusting(shared.one.ca).wrap_socket(plain, server_hostname="localhost") as raw,
    ):
        user = _text("table-1") + _text(shared.one.password)
        raw.sendall(_packet(0x10, _text("MQTT") + b"\x04\xc2\x00\x1e" + _text("table-1") + user))
        assert raw.recv(4) == b"\x20\x02\x00\x00"
        raw.sendall(_packet(0x30, _text(place) + b"forged"))
        assert raw.recv(4) == b"", "the broker hangs up"
    organiser.publish(ROUND, b"after")
    organiser.wait_for(ROUND, b"after")
    assert organiser.heard == [(ROUND, b"after")]


def _text(text: str) -> bytes:
    return len(text).to_bytes(2) + text.encode()


def _packet(kind: int, body: bytes) -> bytes:
    assert len(body) < 128
    return bytes((kind, len(body))) + body


def test_who_is_removed_is_out_and_the_others_stay(own: Hall, joined: Joined) -> None:
    one, two, organiser = Client(login(own.one)), joined(login(own.two)), joined(own.folder.organiser())
    two.subscribe(ROUND)
    own.folder.remove(["table-1"])
    assert own.folder.reload()
    one.wait_until_gone()
    one.close()
    again = Client(login(own.one))
    assert again.reason in ("Not authorized", "Bad user name or password")
    again.close()
    organiser.publish(ROUND, b"on we go")
    two.wait_for(ROUND, b"on we go")
    assert not two.gone


def test_a_new_table_gets_in_without_a_restart_and_a_new_card_ends_the_old_one(own: Hall, joined: Joined) -> None:
    (three,) = own.folder.enrol({"table-3": "Three"})
    (second,) = own.folder.enrol({"table-1": "One"}, again=True)
    assert own.folder.reload()
    _until_let_in(three)
    joined(login(three))
    joined(login(second))
    old = Client(login(own.one))
    assert old.reason in ("Not authorized", "Bad user name or password")
    old.close()


def test_a_broker_that_moves_has_a_certificate_for_where_it_is(own: Hall) -> None:
    own.folder.move(("warglass-hall.local", "192.168.1.11"))
    assert own.folder.reload()
    for _ in range(1000):
        with (
            contextlib.suppress(ssl.SSLCertVerificationError),
            socket.create_connection(("127.0.0.1", own.broker.port), timeout=PATIENCE_S) as plain,
            trusting(own.one.ca).wrap_socket(plain, server_hostname="192.168.1.11"),
        ):
            return
    raise AssertionError("the broker still shows the certificate that it had")


def _until_let_in(card: HallCard) -> None:
    """The broker heeds a signal when it comes to it."""
    for _ in range(1000):
        client = Client(login(card))
        client.close()
        if client.reason == "Success":
            return
    raise AssertionError("the broker still does not know it")


def test_a_table_and_the_organiser_as_they_are_speak_through_it(shared: Hall) -> None:
    """By their own connections, over TLS, with what the card and the folder say."""
    account = shared.folder.organiser()
    pem = ssl.DER_cert_to_PEM_cert(account.ca)
    heard, wake = OrganisersInbox(), threading.Event()
    organiser = BrokerClient(
        heard,
        hall=HALL,
        account=Account(host=account.host, port=account.port, user=account.user, password=account.password, ca=pem),
    )
    organiser.start()
    assert heard.take(1, PATIENCE_S) == [BrokerIsThere("")]
    # Its own word comes back once the broker has its subscriptions.
    organiser.publish(ROUND, b"begun")
    assert heard.take(1, PATIENCE_S) == [Message(ROUND, b"begun")]
    inbox = LinkInbox(wake)
    card = replace(shared.one, host="localhost")
    table = HallConnection(card, will=b"gone", protocol=Protocol.V5, inbox=inbox, patience_s=PATIENCE_S)

    def wait(until: Callable[[], object]) -> None:
        while not until():
            assert wake.wait(PATIENCE_S)
            wake.clear()

    table.open()
    wait(lambda: inbox.greeted)
    table.subscribe()
    wait(lambda: inbox.subscribed)
    for part in (TopicPart.LINK, TopicPart.STATE, TopicPart.LOG, TopicPart.RESULT):
        number = table.publish(part, b"told")
        wait(lambda number=number: inbox.next_ack() == (number, ""))
    said = []
    while len(said) < 4:
        said += heard.take(4, PATIENCE_S)
    parts = (TopicPart.LINK, TopicPart.STATE, TopicPart.LOG, TopicPart.RESULT)
    assert said == [Message(topic(HALL, "table-1", part), b"told") for part in parts]
    organiser.publish(ASK_ONE, b"asked")
    wait(lambda: inbox.has_asks)
    table.close()
    assert heard.take(1, PATIENCE_S) == [Message(topic(HALL, "table-1", TopicPart.LINK), b"gone")]
    organiser.stop()
    heard.close()
