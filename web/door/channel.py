"""Describes one connection: what it holds of the server, and since when."""

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
"""Limits the bytes of an address and all headers together."""
MOST_HEADERS = 100

_FIRST_LINE = re.compile(rb"[A-Z]+ [\x21-\x7e]+ HTTP/[0-9]\.[0-9]")
_ODD = re.compile(rb"[\x00-\x08\x0a-\x1f\x7f]|[ \t]{64}|^[ \t]")
"""Matches what no browser sends in a header's line: control characters, rows of blanks, a line that continues
another."""


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """Reads requests as waitress does, without what makes waitress slow or fail.

    Waitress's expressions for the first line and for a header take time in the square of a row of digits or blanks.
    They run in the one thread that reads all connections. So only lines that they pass at once reach them. Bodies come
    with a length: a browser's never come in chunks.
    """

    path = ""
    expect_continue: bool
    """Is the error of a request that cannot be read. The log names the phone that hangs up on such an answer."""
    error: Any
    too_large = False
    """Says that it sends more than is let in. The site gets the request without the body, and says so in its own
    words."""

    def received(self, data: bytes) -> int:
        taken: int = super().received(data)
        if isinstance(self.error, RequestEntityTooLarge):
            # A phone that asks first whether to send it gets a no, by the answer itself.
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
"""Keys, in a request's environment, the function that the answering thread calls before it waits for the table."""

IDLE_S = 120
"""Is how long an idle connection stays."""
ARRIVAL_S = 20
"""Is how long a request may take to arrive, from its first byte to its last."""
BEHIND_S = 30
"""Is how long an answer may wait for its phone to read on."""
PIPELINED = 4
"""Limits the requests that may wait for the one that is being answered: browsers send none."""


class RefusedTask(ErrorTask):  # type: ignore[misc]
    """Answers a request that does not reach the site."""

    def execute(self) -> None:
        self.response_headers.extend([*HEADERS.items(), ("Cache-Control", "no-store")])
        super().execute()


class AnsweringTask(WSGITask):  # type: ignore[misc]
    """Answers a request that reaches the site, which can say that it only waits from here on."""

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ[RESTS] = self.channel.server.task_dispatcher.rest
        environ[REACHED] = self.channel.reached
        if self.request.too_large:
            self.set_close_on_finish()  # its body is not read
        return environ


class Channel(HTTPChannel):  # type: ignore[misc]
    """Holds a connection that knows its household. Its server hangs up on it, see web.door.listener."""

    parser_class = Parser
    task_class = AnsweringTask
    error_task_class = RefusedTask

    def __init__(self, server: Any, sock: socket.socket, addr: Any, adj: Any, map: Any = None) -> None:
        self.household = household(addr[0])
        self.reached = _reached(sock)
        """Is the address and port of this machine that it came to, "192.168.1.5:8080"; "" where the connection is gone
        already."""
        self._now = server.clock.now
        self.idle_since: int = self._now()
        """Is when it was opened or last answered."""
        self.known = False
        """Says whether its last request came from a phone that has joined."""
        self.is_answered = False
        """Says whether one of its requests has a thread now."""
        self._arriving_since: int | None = None
        self._behind_since: int | None = None
        self._judged: Parser | None = None
        super().__init__(server, sock, addr, adj, map=map)

    @property
    def idle(self) -> bool:
        """Returns whether it has no request under way: its phone would soon open another."""
        return not self.requests

    @property
    def joined(self) -> bool:
        """Returns whether its next request comes from a phone that has joined."""
        return bool(self.requests) and self._comes_from_player(self.requests[0])

    @property
    def brought(self) -> int:
        """Returns the bytes of bodies that it keeps in memory."""
        found = (self.request, *self.requests)
        return sum(len(each.body_rcv) for each in found if each is not None and each.body_rcv is not None)

    @property
    def unread(self) -> int:
        """Returns the bytes of answers that it keeps in memory."""
        return int(self.total_outbufs_len)

    def overdue(self, now: int) -> bool:
        """Returns whether it keeps the server waiting. Call it once a second."""
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
            return True  # the rest of a body that is not read
        if self.request is None:
            self._arriving_since = self._now()
        taken = bool(super().received(data))
        if self.request is None:
            self._arriving_since = None
        elif self.request.headers_finished and self._judged is not self.request:
            self._judged = self.request  # judged once: its body may come a byte at a time
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
