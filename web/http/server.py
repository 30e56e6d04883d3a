"""Runs the server: waitress inside the process that owns the pins, and text compressed on its way out."""

import logging
import socket
import threading
import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, request
from waitress.adjustments import Adjustments

from companion.clock import Clock, SystemClock
from web.door.channel import LARGEST_HEAD
from web.door.listener import UNREAD, Listener
from web.http.problems import LARGEST_UPLOAD

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

# Text on its way out, compressed for clients that can read it so.

WORTH_IT = 500
"""Is the body's size in bytes from which compressing pays: a shorter one fits a packet as it is."""
LEVEL = 4
"""Is the compression level for a page, which is compressed each time it is sent. It costs a third of the highest level,
for nearly as few bytes."""

_TEXT = {"text/html", "application/json", "application/problem+json"}
_GZIP = 31
"""Is zlib's `wbits` for a gzip header."""


def gzipped(body: bytes, *, level: int = LEVEL) -> bytes:
    return zlib.compress(body, level, _GZIP)


def install(app: Flask) -> None:
    """Compresses pages and JSON. Streams go out as they are: each event has to arrive by itself."""

    @app.after_request
    def compress(response: Response) -> Response:
        if response.mimetype not in _TEXT or response.is_streamed or response.content_encoding:
            return response
        response.vary.add("Accept-Encoding")
        body = response.get_data()
        if len(body) >= WORTH_IT and request.accept_encodings["gzip"]:
            response.set_data(gzipped(body))
            response.content_encoding = "gzip"
        return response


# The server: waitress, inside the process that owns the pins.

THREADS = 80
STOP_S = 1.0


class Server:
    """Serves while `serve` runs.

    It is one process: it owns the pins, so it neither forks nor reloads. 80 threads leave 16 for taps while 64 wait for
    news (see web.http.live.Waiters).
    """

    def __init__(
        self,
        *,
        app: "WSGIApplication",
        listening: socket.socket,
        joined: Callable[[str], bool],
        clock: Clock | None = None,
    ) -> None:
        """Takes over `listening`. `joined` says from a Cookie header whose requests come first, see
        web.door.listener."""
        self._map: dict[int, Any] = {}
        self._hanging_up = threading.Lock()
        # A line for each request that waits for a thread would fill the log of a service that is flooded with them.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        self._server = Listener(
            app,
            map=self._map,
            listening=listening,
            clock=clock or SystemClock(),
            threads=THREADS,
            joined=joined,
            settings=Adjustments(
                sockets=[listening],
                asyncore_use_poll=True,
                # A stream learns that its phone has gone only while the server still reads from it.
                channel_request_lookahead=1,
                max_request_header_size=LARGEST_HEAD,
                max_request_body_size=LARGEST_UPLOAD + 1,
                # What is to be sent or has arrived stays in memory, which the listener bounds, and off the card. No
                # thread waits for a phone to read.
                inbuf_overflow=LARGEST_UPLOAD + 1,
                outbuf_overflow=UNREAD,
                outbuf_high_watermark=UNREAD,
                log_socket_errors=False,
                ident=None,
            ),
        )
        self.address: tuple[str, int] = listening.getsockname()[:2]
        """Is the host and port it listens on."""

    def serve(self) -> None:
        """Answers requests until `close`."""
        self._server.run()

    def close(self) -> None:
        """Lets the requests under way get their answers (streams end with their table), hangs up on everyone and lets
        `serve` return. All of it takes at most a second.

        Call it from any thread, once `serve` runs. A second call has no effect.
        """
        self._server.task_dispatcher.shutdown(timeout=STOP_S)
        with self._hanging_up:
            if self._map:
                self._server.trigger.pull_trigger(self._hang_up)

    def _hang_up(self) -> None:
        # The loop may be awake already and come here before the trigger is pulled, which must not be closed until then.
        with self._hanging_up:
            # The loop runs as long as there is anything in its map. The trigger, whose call this is, closes last.
            for channel in list(self._server.active_channels.values()):
                channel.handle_close()
            self._server.close()
