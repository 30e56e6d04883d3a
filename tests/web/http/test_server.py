"""The real server on a real socket."""

import http.client
import json
import socket
import threading
from collections.abc import Iterator
from email.message import Message
from unittest.mock import patch

import pytest
from flask import Flask

from companion.story import Story
from companion.system.listening import listen
from companion.table.events import SERVICE
from companion.table.table import Table
from tests.companion.wartime import acts as c
from tests.support import PATIENCE_S
from web.http.access import COOKIE, Access
from web.http.problems import LARGEST_UPLOAD
from web.http.server import Server
from web.replay.reel import Draw, Reel, reel


@pytest.fixture
def app(own_site: Flask) -> Flask:
    return own_site


@pytest.fixture
def server(app: Flask) -> Iterator[Server]:
    server, thread = serving(app)
    yield server
    server.close()
    thread.join(PATIENCE_S)
    assert not thread.is_alive()


def serving(app: Flask) -> tuple[Server, threading.Thread]:
    server = Server(app=app, listening=listen("127.0.0.1", 0), joined=lambda _: False)
    thread = threading.Thread(target=server.serve)
    thread.start()
    return server, thread


def connected(server: Server, *, address: str = "127.0.0.1") -> http.client.HTTPConnection:
    connection = http.client.HTTPConnection(*server.address, timeout=PATIENCE_S, source_address=(address, 0))
    connection.connect()
    return connection


def next_view(answer: http.client.HTTPResponse) -> dict[str, str]:
    """Returns the fields of a stream's next view of the table, past the beats that a slow machine brings before it."""
    while True:
        lines = iter(lambda: answer.readline().decode().rstrip("\n"), "")
        found = dict(line.split(": ", 1) for line in lines)
        if found["event"] == "table":
            return found


def test_a_free_port_and_no_name_given_away(server: Server) -> None:
    assert server.address[1] > 0
    connection = connected(server)
    connection.request("GET", "/healthz")
    answer = connection.getresponse()
    assert (answer.status, json.loads(answer.read())) == (200, {"status": "ok"})
    assert answer.headers["Server"] is None
    connection.close()


def test_a_flip_reaches_fifty_streams_while_the_rest_still_answers(
    server: Server, table: Table, access: Access
) -> None:
    cookie = access.join(access.code, address="127.0.0.2")
    streams = []
    for number in range(50):
        connection = connected(server, address=f"127.0.0.{2 + number // 10}")
        connection.request("GET", "/api/events", headers={"Cookie": f"{COOKIE}={cookie}"})
        streams.append((connection, connection.getresponse()))
    for _, answer in streams:
        next_view(answer)
    table.dispatch(c.Begin(), source=SERVICE)
    other = connected(server)
    other.request("GET", "/api/table")
    assert json.loads(other.getresponse().read())["phase"] == "running"
    for connection, answer in streams:
        assert next_view(answer)["id"] == str(table.version)
        connection.close()
    other.close()


def test_closing_hangs_up_on_open_streams(app: Flask) -> None:
    server, thread = serving(app)
    connection = connected(server)
    connection.request("GET", "/api/events")
    answer = connection.getresponse()
    server.close()
    thread.join(PATIENCE_S)
    assert not thread.is_alive()
    with pytest.raises(http.client.IncompleteRead):
        answer.read()
    connection.close()


def test_a_server_that_is_awake_as_it_closes_closes_once(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    server, thread = serving(app)
    pull = server._server.trigger._physical_pull

    def slowly() -> None:
        pull()
        thread.join(0.2)
        pull()

    monkeypatch.setattr(server._server.trigger, "_physical_pull", slowly)
    server.close()
    thread.join(PATIENCE_S)
    assert not thread.is_alive()
    server.close()


def test_an_address_that_is_taken_is_an_error(server: Server) -> None:
    with pytest.raises(OSError, match="in use"):
        listen("127.0.0.1", server.address[1])


def test_connections_give_up_on_a_phone_out_of_reach(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    connection = connected(server)
    connection.request("GET", "/healthz")
    connection.getresponse().read()
    (channel,) = server._server.active_channels.values()
    assert channel.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 20_000
    connection.close()


@pytest.mark.parametrize("size", [LARGEST_UPLOAD + 1, 5 * LARGEST_UPLOAD])
def test_what_is_too_large_is_told_in_the_sites_own_words(server: Server, access: Access, size: int) -> None:
    """A photo that was chosen instead, with lines in it that look like the end of a request."""
    cookie = access.join(access.code, address="127.0.0.2")
    host = f"127.0.0.1:{server.address[1]}"
    known = {"Cookie": f"{COOKIE}={cookie}", "Origin": f"http://{host}", "Host": host}
    for path, own, told in (
        ("/shelf/import", {"Content-Type": "multipart/form-data; boundary=x"}, "too large for a match"),
        ("/warzone/units/import", {"Content-Type": "multipart/form-data; boundary=x"}, "These files are too large"),
        ("/scenarios/import", {"Content-Type": "multipart/form-data; boundary=x"}, "more than a table takes at once"),
        (
            "/api/shelf/import",
            {"X-Warglass": "1", "Content-Type": "application/json"},
            "more than a table takes at once",
        ),
    ):
        connection = connected(server)
        connection.putrequest("POST", path, skip_host=True)
        for name, text in (known | own | {"Content-Length": str(size)}).items():
            connection.putheader(name, text)
        connection.endheaders(b"--x\r\n\r\n" * 1000)
        answer = connection.getresponse()
        assert (answer.status, answer.headers["Connection"]) == (413, "close")
        assert told in answer.read().decode()
        connection.close()


@pytest.mark.parametrize("size", [LARGEST_UPLOAD + 1, 5 * LARGEST_UPLOAD])
def test_who_asks_first_whether_to_send_too_much_is_told_no(server: Server, access: Access, size: int) -> None:
    cookie = access.join(access.code, address="127.0.0.2")
    known = f"Host: localhost\r\nOrigin: http://localhost\r\nCookie: {COOKIE}={cookie}\r\n"
    head = f"POST /shelf/import HTTP/1.1\r\n{known}Content-Length: {size}\r\nExpect: 100-continue\r\n\r\n"
    with socket.create_connection(server.address, timeout=PATIENCE_S) as asking:
        asking.sendall(head.encode())
        answer = http.client.HTTPResponse(asking, method="POST")
        answer.begin()
        assert (answer.status, answer.headers["Connection"]) == (413, "close")


def test_a_routers_name_leads_to_the_address(server: Server) -> None:
    here = f"http://127.0.0.1:{server.address[1]}"
    for host in ("warglass.fritz.box", "WARGLASS.lan:80", "warglass.home.arpa."):
        status, headers, _ = asked_of(server, "/rulings?q=a%20b&x=1", host)
        assert (status, headers["Location"]) == (302, f"{here}/rulings?q=a%20b&x=1")
    for host in ("warglass.evil.example", "other.lan", "evil.warglass.lan"):
        status, headers, page = asked_of(server, "/rulings", host)
        assert (status, headers["Location"]) == (400, None)
        assert f'<a class="button close" href="{here}/">' in page
        assert f"Use {here}." in page


def asked_of(server: Server, path: str, host: str) -> tuple[int, Message, str]:
    connection = connected(server)
    connection.putrequest("GET", path, skip_host=True)
    connection.putheader("Host", host)
    connection.endheaders()
    answer = connection.getresponse()
    page = answer.read().decode()
    connection.close()
    return answer.status, answer.headers, page


def test_a_replay_that_takes_long_holds_up_nobody(server: Server, table: Table) -> None:
    """Who has not joined has one place for all that they ask; a screen for everyone is among them."""
    table.dispatch(c.Begin(), source=SERVICE)
    begun, over = threading.Event(), threading.Event()

    def at_length(story: Story, draw: Draw) -> Reel:
        begun.set()
        assert over.wait(PATIENCE_S)
        return reel(story, draw)

    with patch("web.replay.api.reel", at_length):
        replays = [connected(server, address=f"127.0.0.{number}") for number in range(2, 6)]
        for each in replays:
            each.request("GET", f"/api/replay/{table.glance().number}")
        assert begun.wait(PATIENCE_S)
        for path in ("/watch", "/join", f"/replay/{table.glance().number}", "/report"):
            other = connected(server)
            other.request("GET", path)
            assert other.getresponse().status == 200
            other.close()
        over.set()
        for each in replays:
            assert each.getresponse().status == 200
            each.close()
