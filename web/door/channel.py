"""One connection: what it holds of the server, and since when."""

import ipaddress
import re
import socket
from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError, TransferEncodingNotImplemented
from waitress.task import ErrorTask, WSGITask
from waitress.utilities import RequestEntityTooLarge

from companion.clock import SECOND
from web.door.guesses import household
from web.http.guard import HEADERS, REACHED

# What of a request is read at all, before any of it reaches the site.

LARGEST_HEAD = 32 * 1024
"""Bytes of an address and all headers together."""
MOST_HEADERS = 100

_FIRST_LINE = re.compile(rb"[A-Z]+ [\x21-\x7e]+ HTTP/[0-9]\.[0-9]")
_ODD = re.compile(rb"[\x00-\x08\x0a-\x1f\x7f]|[ \t]{64}|^[ \t]")
"""In a header's line: what no browser sends, control characters, rows of blanks, a line that goes on another."""


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """Waitress's, kept from what it takes long for or stumbles over.

    Its expressions for the first line and for a header take time in the square of a row of digits or blanks, in the
    one thread that hears everybody, so only what they pass in one go is let through to them. Bodies come with a
    length: a browser's never come in chunks.
    """

    path = ""
    expect_continue: bool
    """Of what cannot be read. Whoever hangs up on such an answer is logged by it."""
    error: Any
    too_large = False
    """Whether it brings more than is let in: the site is told without any of it, and says so in its own words."""

    def received(self, data: bytes) -> int:
        taken: int = super().received(data)
        if isinstance(self.error, RequestEntityTooLarge):
            # Who asks first whether to send it is told no, by the answer itself.
            self.error, self.too_large, self.expect_continue = None, True, False
            return len(data)
        return taken

    def parse_header(self, header_plus: bytes) -> None:
        first, *lines = header_plus.split(b"\r\n")
        if _FIRST_LINE.fullmatch(first.rstrip()) is None:
            raise ParsingError("The first line cannot be read.")
        if len(lines) > MOST_HEADERS:
            raise ParsingError("These are too many headers.")
        if any(_ODD.search(line) for line in lines):
            raise ParsingError("A header cannot be read.")
        try:
            super().parse_header(header_plus)
        except (ParsingError, TransferEncodingNotImplemented, ValueError):
            raise ParsingError("The headers cannot be read.") from None
        if self.chunked or "TRANSFER_ENCODING" in self.headers:
            raise ParsingError("A body has to come with a Content-Length.")


RESTS = "warglass.rests"
"""In the environment of a request: to be called by the thread that answers, before it waits for the table."""

IDLE_S = 120
"""So long does a connection stay that asks for nothing."""
ARRIVAL_S = 20
"""So long may a request take to arrive, from its first byte to its last."""
BEHIND_S = 30
"""So long may an answer wait for its phone to read on."""
PIPELINED = 4
"""Requests that may wait for the one that is being answered: browsers send none."""


class Turned(ErrorTask):  # type: ignore[misc]
    """What a request is told that does not reach the site."""

    def execute(self) -> None:
        self.response_headers.extend([*HEADERS.items(), ("Cache-Control", "no-store")])
        super().execute()


class Answering(WSGITask):  # type: ignore[misc]
    """A request that reaches the site, which can say that it only waits from here on."""

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ[RESTS] = self.channel.server.task_dispatcher.rest
        environ[REACHED] = self.channel.reached
        if self.request.too_large:
            self.set_close_on_finish()  # what it brings is not read
        return environ


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection that knows whose it is. Its server hangs up on it, see web.door.listener."""

    parser_class = Parser
    task_class = Answering
    error_task_class = Turned

    def __init__(self, server: Any, sock: socket.socket, addr: Any, adj: Any, map: Any = None) -> None:
        self.household = household(addr[0])
        self.reached = _reached(sock)
        """The address and port of this machine that it came to, "192.168.1.5:8080"; "" where it is gone already."""
        self._now = server.clock.now
        self.idle_since: int = self._now()
        """When it was opened or last answered."""
        self.known = False
        """Whether its last request came from a phone that has joined."""
        self.is_answered = False
        """Whether one of its requests has a thread now."""
        self._arriving_since: int | None = None
        self._behind_since: int | None = None
        self._judged: Parser | None = None
        super().__init__(server, sock, addr, adj, map=map)

    @property
    def idle(self) -> bool:
        """Returns whether none of its requests is being answered: nobody misses it for long."""
        return not self.requests

    @property
    def joined(self) -> bool:
        """Returns whether what is to be answered next comes from a phone that has joined."""
        return bool(self.requests) and self._comes_from_player(self.requests[0])

    @property
    def brought(self) -> int:
        """Bytes of bodies that it keeps in memory."""
        found = (self.request, *self.requests)
        return sum(len(each.body_rcv) for each in found if each is not None and each.body_rcv is not None)

    @property
    def unread(self) -> int:
        """Bytes of answers that it keeps in memory."""
        return int(self.total_outbufs_len)

    def overdue(self, now: int) -> bool:
        """Returns whether it keeps the server waiting. To be asked about once a second."""
        if not self.unread:
            self._behind_since = None
        elif self._behind_since is None:
            self._behind_since = now
        if self._behind_since is not None:
            return now - self._behind_since >= BEHIND_S * SECOND
        if self._arriving_since is not None:
            return now - self._arriving_since >= ARRIVAL_S * SECOND
        return self.idle and now - self.idle_since >= IDLE_S * SECOND

    def received(self, data: bytes) -> bool:
        if any(each.too_large for each in self.requests):
            return True  # the rest of what is not read
        if self.request is None:
            self._arriving_since = self._now()
        taken = bool(super().received(data))
        if self.request is None:
            self._arriving_since = None
        elif self.request.headers_finished and self._judged is not self.request:
            self._judged = self.request  # once: its body may come a byte at a time
            self._comes_from_player(self.request)
        if len(self.requests) > PIPELINED:
            self.handle_close()
        else:
            self.server.made_room(self)
        return taken

    def service(self) -> None:
        self.is_answered = True
        try:
            super().service()
        finally:
            self.is_answered = False
            self.idle_since = self._now()
            self.server.task_dispatcher.rest()

    def handle_close(self) -> None:
        super().handle_close()
        self.server.task_dispatcher.forget(self)

    def _comes_from_player(self, request: Parser) -> bool:
        self.known = self.server.joined(request.headers.get("COOKIE", ""))
        return self.known


def _reached(sock: socket.socket) -> str:
    try:
        host, port = sock.getsockname()[:2]
    except OSError:
        return ""
    address = ipaddress.ip_address(host.partition("%")[0])
    address = getattr(address, "ipv4_mapped", None) or address
    return f"[{address}]:{port}" if address.version == 6 else f"{address}:{port}"
