"""What no browser sends, sent to the real server; and what one phone sees kept apart from what others see."""

import re
import socket
import threading
from collections.abc import Iterator

import pytest
from flask import Flask

from companion.system.listening import listen
from companion.table.table import Table
from tests.support import PATIENCE_S
from tests.web.conftest import HOST, Phone
from web.http.access import COOKIE, Access
from web.http.server import Server

BAD_HOSTS = (
    "a..b", ".", "..", "-", "a" * 64, f"{'a' * 64}.local", "", "warglass, warglass", "localhost:0", "localhost:99999",
    "localhost:", "[::1", "[]", "::1", "xn--a", "user@localhost", "localhost/x", "é.local", "１.2.3.4",
)  # fmt: skip
ODD = (
    b"", b",", b";", b"null", b"\xff\xfe", b"http://[", b"http://localhost:99999999", b"--5", b"+5", b"1e3", b"0, 0",
    b"9" * 5000, b"=" * 9000, b"a=b; " * 4000, b"a;q=x," * 3000, b"chunked", b"gzip, chunked", b"bytes=--5",
    b"bytes=0-" + b",0-1" * 3000, b'W/"' + b"x" * 9000, b'"' * 9000, b'a="\\' * 3000, b"multipart/form-data",
    b"multipart/form-data; boundary=" + b"x" * 9000, b"text/html; charset=\xff", b"Basic ====", b"a*=utf-8''%ff;" * 900,
    b"warglass=.eJ" + b"A" * 9000, b"warglass-said=.eJx", b"x" * 40_000,
)  # fmt: skip
HEADERS = (
    "Accept", "Accept-Encoding", "Accept-Language", "Authorization", "Cache-Control", "Connection", "Content-Encoding",
    "Content-Length", "Content-Type", "Cookie", "Date", "Expect", "Forwarded", "If-Match", "If-Modified-Since",
    "If-None-Match", "If-Range", "Origin", "Range", "Referer", "TE", "Transfer-Encoding", "Upgrade", "User-Agent",
    "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Warglass",
)  # fmt: skip


@pytest.fixture(scope="session")
def listening(unchanging: tuple[Flask, str]) -> Iterator[Server]:
    server = Server(app=unchanging[0], listening=listen("127.0.0.1", 0), joined=lambda _: False)
    thread = threading.Thread(target=server.serve)
    thread.start()
    yield server
    server.close()
    thread.join(PATIENCE_S)


def answer(server: Server, request: bytes) -> bytes:
    """All that the server says until it hangs up or has said its headers."""
    with socket.create_connection(server.address, timeout=PATIENCE_S) as asking:
        asking.sendall(request)
        heard = b""
        try:
            while b"\r\n\r\n" not in heard.removeprefix(b"HTTP/1.1 100 Continue\r\n\r\n"):
                more = asking.recv(65536)
                if not more:
                    break
                heard += more
        except ConnectionResetError:
            pass
        return heard.removeprefix(b"HTTP/1.1 100 Continue\r\n\r\n")


def status(heard: bytes) -> int:
    return int(heard.split(b" ", 2)[1])


@pytest.mark.parametrize("header", HEADERS)
def test_no_header_is_too_much(listening: Server, header: str) -> None:
    for value in ODD:
        for line in (b"GET / HTTP/1.1", b"POST /join HTTP/1.1", b"GET /static/x HTTP/1.1"):
            more = b"" if header == "Content-Length" or b"GET" in line else b"Content-Length: 0\r\n"
            own = b"" if header == "Origin" else b"Origin: http://localhost\r\n"
            head = line + b"\r\nHost: localhost\r\n" + own + more + header.encode() + b": " + value + b"\r\n\r\n"
            heard = answer(listening, head)
            assert 200 <= status(heard) < 500, (header, value[:40], heard[:80])
            assert b"X-Content-Type-Options: nosniff" in heard
            assert b"\r\nCache-Control: no-store" in heard


@pytest.mark.parametrize(
    "request_",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost : localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nA: b\r\n c\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nA: \x00\r\n\r\n",
        b"GET /\r\n\r\n",
        b"GET  / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"get / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET http://[ HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"POST /join HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST /join HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
        b"POST /join HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"A: b\r\n" * 200 + b"\r\n",
    ],
)
def test_what_cannot_be_read_is_400(listening: Server, request_: bytes) -> None:
    assert status(answer(listening, request_)) == 400


def test_a_head_too_large_is_431(listening: Server) -> None:
    assert status(answer(listening, b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")) == 431


@pytest.mark.parametrize("host", BAD_HOSTS)
def test_a_host_that_there_cannot_be_is_400(listening: Server, host: str) -> None:
    for path in ("/", "/api/table", "/nothing", "/static/x", "/healthz"):
        request = f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()
        assert status(answer(listening, request)) == 400


@pytest.mark.parametrize("host", ["localhost:65535", "[::1]:8080", "192.168.0.7"])
def test_a_host_that_this_machine_has_is_served(listening: Server, host: str) -> None:
    assert status(answer(listening, f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())) == 200


def test_a_line_break_in_an_address_is_422_and_never_in_a_header(app: Flask, phone: Phone) -> None:
    phone.post("/api/table/new", {"game": "battleline"})
    for rule in app.url_map.iter_rules():
        path = re.sub(r"<(\w+:)?\w+>", "1%0D%0AX-Evil:1", rule.rule)
        methods = (rule.methods or set()) & {"GET", "POST"} if path != rule.rule else ()
        for method in methods:
            heard = phone.get(path) if method == "GET" else phone.post(path, data={})
            assert heard.status_code == 422, path
            heard = (
                phone.get(f"{path}?q=%0A") if method == "GET" else phone.post(path.replace("%0D%0A", "%FF"), data={})
            )
            assert heard.status_code < 500
            assert "X-Evil" not in heard.headers


def test_where_a_page_leads_on_no_line_ends(onlooker: Phone) -> None:
    heard = onlooker.get("/source?source=%0D%0AX-Evil:1%E2%80%A8")
    assert heard.status_code < 500
    assert "X-Evil" not in heard.headers


EVERYBODYS = ("/manifest.webmanifest", "/favicon.ico", "/apple-touch-icon.png")
"""What a home screen or a browser's tab asks for: the same for all."""
TELL_THE_CODE = ("/phones", "/api/code")
"""To a phone that has joined. Nothing of what was asked stands beside it, so its size when compressed tells nobody."""


def pages(app: Flask) -> Iterator[str]:
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and not rule.rule.startswith(("/static", *EVERYBODYS)):
            yield re.sub(r"<(\w+:)?\w+>", "1", rule.rule)


def test_no_cache_keeps_what_one_phone_saw_for_another(
    app: Flask, table: Table, phone: Phone, stranger: Phone, access: Access
) -> None:
    cookie = phone.client.get_cookie(COOKIE, domain=HOST.partition(":")[0])
    assert cookie is not None
    secrets = [text.encode() for text in (access.code, f"{access.code}{access.token}", access.key, cookie.value)]
    for path in pages(app):
        for asking in (stranger, phone):
            heard = asking.get(path, headers={"Accept-Encoding": "identity"})
            assert heard.headers["Cache-Control"] == "no-store", path
            assert "Cookie" in heard.headers["Vary"], path
            assert "ETag" not in heard.headers, path
            if heard.mimetype != "text/event-stream":
                told = [secret for secret in secrets if secret in heard.data]
                assert told == (secrets[:1] if asking is phone and path in TELL_THE_CODE else []), path
            heard.close()


def test_what_everybody_may_keep_is_the_same_for_all(phone: Phone, stranger: Phone) -> None:
    style = re.search(r'href="(/static/\w+/\w+\.css)"', stranger.get("/").text)
    assert style is not None
    for path in (style[1], *EVERYBODYS):
        seen = [asking.get(path) for asking in (phone, stranger)]
        assert seen[0].data == seen[1].data
        for each in seen:
            assert each.headers["Cache-Control"].startswith("public")
            assert "Set-Cookie" not in each.headers
        again = phone.get(path, headers={"If-None-Match": each.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
