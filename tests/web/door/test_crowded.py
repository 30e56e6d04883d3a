"""The real server when somebody wants all of it."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from waitress.adjustments import Adjustments
from waitress.parser import ParsingError

from companion.clock import ManualClock
from companion.system.listening import listen
from tests.cpu import TOO_DEAR_MS, costs_ms
from tests.support import PATIENCE_S
from web.door import channel, listener
from web.door.channel import ARRIVAL_S, BEHIND_S, IDLE_S, LARGEST_HEAD, RESTS, Channel, Parser
from web.door.listener import AT_ONCE, CONNECTIONS, CONNECTIONS_EACH, DEAR, MUCH_NS, STRANGERS, TOGETHER
from web.http import server
from web.http.server import Server

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

GREEDY, PLAYER = "127.0.0.66", "127.0.0.1"
LARGE = 8 * 1024 * 1024
SHORT = b"GET /short HTTP/1.1\r\nHost: localhost\r\n\r\n"
LONG = b"GET /long HTTP/1.1\r\nHost: localhost\r\n\r\n"
WAITING = b"GET /waiting HTTP/1.1\r\nHost: localhost\r\n\r\n"
RESTING = b"GET /resting HTTP/1.1\r\nHost: localhost\r\n\r\n"


def has_joined(cookies: str) -> bool:
    return cookies != "stranger"


class Site:
    """Answers at once, at length, or when it is told to."""

    def __init__(self) -> None:
        self.over = threading.Event()
        self.served = 0
        self.waiting = 0

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> list[bytes]:
        self.served += 1
        if environ["PATH_INFO"] == "/resting":
            environ[RESTS]()
            self.over.wait(PATIENCE_S)
        if environ["PATH_INFO"] == "/waiting":
            self.waiting += 1
            self.over.wait(PATIENCE_S)
        body = bytes(LARGE) if environ["PATH_INFO"] == "/long" else b"%d" % len(environ["wsgi.input"].read())
        start_response("200 OK", [("Content-Length", str(len(body)))])
        return [body]


class Crowd:
    """Sockets to a server, from any address of this machine's."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._sockets: list[socket.socket] = []

    def come(self, address: str = GREEDY, sent: bytes = b"") -> socket.socket:
        one = socket.create_connection(self._server.address, timeout=PATIENCE_S, source_address=(address, 0))
        self._sockets.append(one)
        one.sendall(sent)
        return one

    def ask(self, one: socket.socket, request: bytes = SHORT) -> bytes:
        """The whole of a short answer."""
        one.sendall(request)
        return self.hear(one)

    def is_looked_over(self, one: socket.socket) -> None:
        """The server looks over its connections before it waits for what they send: the turn that hears the first
        request can have begun before the clock went on, the turn that hears the second cannot."""
        for _ in range(2):
            assert b"200 OK" in self.ask(one)

    def hear(self, one: socket.socket) -> bytes:
        heard = b""
        while not heard.endswith(b"\r\n\r\n") and (more := one.recv(1)):
            heard += more
        return heard + one.recv(100)

    def gone(self, one: socket.socket) -> bool:
        """Waits until the server has hung up."""
        try:
            while one.recv(LARGE):
                pass
        except ConnectionResetError:
            pass
        return True

    @property
    def channels(self) -> list[Channel]:
        return self._server._server.channels

    def has_spent(self, address: str, ns: int) -> None:
        """As if so much had been worked for that address just now."""
        dispatcher = self._server._server.task_dispatcher
        with dispatcher.lock:
            dispatcher.queue.spent[True].add(address, ns)

    def leave(self) -> None:
        for one in self._sockets:
            one.close()


@pytest.fixture
def site() -> Site:
    return Site()


@contextlib.contextmanager
def served(site: Site, clock: ManualClock) -> Iterator[Crowd]:
    server = Server(app=site, listening=listen("127.0.0.1", 0), joined=has_joined, clock=clock)
    thread = threading.Thread(target=server.serve)
    thread.start()
    crowd = Crowd(server)
    try:
        yield crowd
    finally:
        site.over.set()
        crowd.leave()
        server.close()
        thread.join(PATIENCE_S)


@pytest.fixture
def crowd(site: Site, clock: ManualClock) -> Iterator[Crowd]:
    with served(site, clock) as crowd:
        yield crowd


def test_idle_sockets_of_one_address_shut_nobody_out_and_are_hung_up_on(crowd: Crowd) -> None:
    player = crowd.come(PLAYER)
    assert b"200 OK" in crowd.ask(player)
    idle = [crowd.come() for _ in range(250)]
    assert b"200 OK" in crowd.ask(player), "its connection stands"
    assert all(crowd.gone(one) for one in idle[:-CONNECTIONS_EACH])
    assert b"200 OK" in crowd.ask(idle[-1])
    assert b"200 OK" in crowd.ask(crowd.come(PLAYER))


def test_idle_sockets_of_many_addresses_give_way_to_who_has_few(crowd: Crowd) -> None:
    players = [crowd.come(PLAYER) for _ in range(6)]
    idle = [crowd.come(f"127.0.1.{1 + number // 40}") for number in range(250)]
    assert b"200 OK" in crowd.ask(crowd.come("127.0.0.2"))
    assert [b"200 OK" in crowd.ask(player) for player in players] == [True] * 6
    assert len(crowd.channels) <= CONNECTIONS
    assert crowd.gone(idle[0])


STRANGE = WAITING.replace(b"Host: localhost\r\n", b"Host: localhost\r\nCookie: stranger\r\n")
STRANGE_SHORT = STRANGE.replace(b"/waiting", b"/short")


@pytest.mark.parametrize("households", [4, 200])
@pytest.mark.parametrize("sent", [STRANGE, STRANGE * 3], ids=["queued", "pipelined"])
def test_requests_that_wait_keep_no_player_out(crowd: Crowd, site: Site, sent: bytes, households: int) -> None:
    before = crowd.come(PLAYER)
    assert b"200 OK" in crowd.ask(before)
    for number in range(CONNECTIONS + 20):
        crowd.come(f"127.0.8.{1 + number % households}", sent=sent)
    for _ in range(5):
        assert b"200 OK" in crowd.ask(crowd.come(PLAYER))
    assert b"200 OK" in crowd.ask(before), "its connection stands"
    assert len(crowd.channels) <= CONNECTIONS
    newcomer = crowd.come("127.0.7.1")
    newcomer.sendall(STRANGE_SHORT)
    site.over.set()
    assert b"200 OK" in crowd.hear(newcomer), "who comes to join is answered as well"


def test_players_leave_room_for_who_comes_to_join(crowd: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "CONNECTIONS", 20)
    monkeypatch.setattr(listener, "OF_PLAYERS", 15)
    joined = [crowd.come(f"127.0.8.{1 + number % 4}") for number in range(20)]
    for one in joined:
        assert b"200 OK" in crowd.ask(one)
    newcomers = [crowd.come(f"127.0.7.{number}") for number in range(1, 6)]
    assert [b"200 OK" in crowd.ask(one, STRANGE_SHORT) for one in newcomers] == [True] * 5


def test_a_closed_connection_waits_for_no_turn(crowd: Crowd, site: Site) -> None:
    busy = crowd.come("127.0.8.1", sent=STRANGE)
    for _ in range(CONNECTIONS_EACH + 5):
        crowd.come("127.0.8.2", sent=STRANGE)
    assert b"200 OK" in crowd.ask(crowd.come(PLAYER))
    waiting = crowd._server._server.task_dispatcher.queue._waiting[False]
    assert sum(len(line) for line in waiting.values()) <= CONNECTIONS_EACH
    site.over.set()
    assert b"200 OK" in crowd.hear(busy)


def test_who_is_being_answered_is_not_hung_up_on(crowd: Crowd, site: Site, clock: ManualClock) -> None:
    asking = [crowd.come(sent=WAITING) for _ in range(40)]
    assert b"200 OK" in crowd.ask(crowd.come(PLAYER)), "all of them were read by now"
    late = [crowd.come() for _ in range(10)]
    clock.advance(seconds=2)
    late += [crowd.come() for _ in range(10)]
    assert crowd.gone(late[0])
    site.over.set()
    assert [b"200 OK" in crowd.hear(one) for one in asking] == [True] * 40


@pytest.mark.parametrize(
    ("sent", "seconds"),
    [
        (b"", IDLE_S),
        (SHORT, IDLE_S),
        (b"GET / HT", ARRIVAL_S),
        (b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf", ARRIVAL_S),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n", ARRIVAL_S),
        (LONG, BEHIND_S + 1),
    ],
    ids=["nothing", "one request", "half a header", "half a body", "no body", "not reading"],
)
def test_who_keeps_the_server_waiting_is_hung_up_on(
    crowd: Crowd, clock: ManualClock, sent: bytes, seconds: int
) -> None:
    slow, player = crowd.come(sent=sent), crowd.come(PLAYER)
    assert b"200 OK" in crowd.ask(player)
    while sent == LONG and not any(each.unread for each in crowd.channels):
        assert b"200 OK" in crowd.ask(player), "until there is something to be read, made in a thread of its own"
    for _ in range(seconds - 1):
        clock.advance(seconds=1)
        crowd.is_looked_over(player)
    assert len(crowd.channels) == 2
    if sent.endswith(b" HT"):
        slow.sendall(b"T")
    # The thread that makes an answer may have written some of it after the clock went on: it counts from there.
    for _ in range(seconds if sent in (SHORT, LONG) else 1):
        if len(crowd.channels) == 2:
            clock.advance(seconds=1)
            crowd.is_looked_over(player)
    assert crowd.gone(slow)


def test_answers_that_nobody_reads_hold_no_thread(
    site: Site, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "THREADS", 1)
    monkeypatch.setattr(listener, "UNREAD", 3 * LARGE)
    with served(site, clock) as crowd:
        player = crowd.come(PLAYER)
        for _ in range(6):
            crowd.come(sent=LONG)
            assert b"200 OK" in crowd.ask(player)
        kept = []
        for _ in range(BEHIND_S // 2):
            clock.advance(seconds=1)
            crowd.is_looked_over(player)
            kept.append(sum(each.unread for each in crowd.channels))
        assert 0 < kept[-1] <= 3 * LARGE, "most is kept, sooner or later each was answered"


def test_one_household_leaves_threads_to_others(
    site: Site, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "THREADS", AT_ONCE + 1)
    with served(site, clock) as crowd:
        asking = [crowd.come(sent=WAITING) for _ in range(4 * AT_ONCE)]
        player = crowd.come(PLAYER)
        for _ in asking:
            assert b"200 OK" in crowd.ask(player)
        assert site.waiting <= AT_ONCE
        site.over.set()
        assert [b"200 OK" in crowd.hear(one) for one in asking] == [True] * len(asking), "and has its turn"


def test_who_has_asked_for_much_leaves_threads_to_who_has_not(site: Site, crowd: Crowd) -> None:
    addresses = [f"127.0.9.{number}" for number in range(1, 2 * TOGETHER)]
    for each in addresses:
        crowd.has_spent(each, MUCH_NS * 2)
    greedy = [crowd.come(each, sent=WAITING) for each in addresses]
    player = crowd.come(PLAYER)
    while not site.waiting or sum(not each.idle for each in crowd.channels) < len(greedy):
        assert b"200 OK" in crowd.ask(player)
    assert site.waiting == DEAR
    site.over.set()
    assert [b"200 OK" in crowd.hear(one) for one in greedy] == [True] * len(greedy), "and each has its turn"


def test_players_come_before_strangers(site: Site, crowd: Crowd) -> None:
    strange = b"Host: localhost\r\nCookie: stranger\r\n"
    strangers = [
        crowd.come(f"127.0.9.{number}", sent=WAITING.replace(b"Host: localhost\r\n", strange)) for number in range(1, 7)
    ]
    player = crowd.come(PLAYER)
    while not site.waiting or sum(not each.idle for each in crowd.channels) < len(strangers):
        assert b"200 OK" in crowd.ask(player)
    assert site.waiting == STRANGERS
    site.over.set()
    assert [b"200 OK" in crowd.hear(one) for one in strangers] == [True] * len(strangers), "and each has its turn"


def test_who_only_waits_leaves_its_turn_to_the_next(site: Site, crowd: Crowd) -> None:
    asking = [crowd.come(sent=RESTING) for _ in range(4 * AT_ONCE)]
    assert b"200 OK" in crowd.ask(crowd.come()), "although all of these are under way"
    site.over.set()
    assert [b"200 OK" in crowd.hear(one) for one in asking] == [True] * len(asking)


def test_bodies_on_their_way_fill_no_memory(crowd: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "BROUGHT", 2_000_000)
    head = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n"
    for _ in range(5):
        crowd.come(sent=head + bytes(900_000))
    assert crowd.ask(crowd.come(PLAYER), head + bytes(1_000_000)).endswith(b"1000000")
    assert sum(each.brought for each in crowd.channels) <= 2_000_000


def test_who_sends_its_requests_in_a_row_is_hung_up_on(crowd: Crowd, site: Site) -> None:
    assert crowd.gone(crowd.come(sent=SHORT * 100))
    assert site.served <= channel.PIPELINED


@pytest.mark.parametrize(
    "head",
    [
        b"GET a://" + b"9" * 30_000 + b" x\r\n\r\n",
        b"GET a://" + b"9" * 30_000 + b" HTTP/1.1 \r\n\r\n",
        b"GET / HTTP/1.1\r\na:" + b" " * 30_000 + b"\x01\r\n\r\n",
        b"GET / HTTP/1.1\r\na:" + b" " * 30_000 + b"b\r\n\r\n",
        b"GET / HTTP/1.1\r\na:" + b"\r\n \t" * 7_000 + b"b\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 5_000 + b"\r\n",
        b"GET / HTTP/1.1\r\nContent-Length: " + b"9" * 20_000 + b"\r\n\r\n",
        b"G" * 30_000 + b"\r\n\r\n",
    ],
)
def test_no_head_takes_long_to_be_read(head: bytes) -> None:
    """As waitress reads them, the first takes a minute of the one thread that hears everybody."""
    assert len(head) <= LARGEST_HEAD
    parser = Parser(Adjustments())

    def read() -> None:
        with contextlib.suppress(ParsingError):
            parser.parse_header(head)

    _, cpu_ms = costs_ms(read)
    assert cpu_ms < TOO_DEAR_MS
