"""Serves the panel's part of the API: what is on each screen, and buttons to press where it is simulated."""

import base64
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Annotated, Any

import msgspec
from flask import Response, g, request

from companion.clock import SECOND, Clock
from companion.panel.port import PanelPort, PanelView
from companion.table.table import Table
from companion.table.view import TableView
from web.http.access import Access
from web.http.endpoint import Call, Endpoint, Events, Media, Nothing, get, post
from web.http.live import HEARTBEAT, LISTEN_S, Waiters, event, streamed
from web.table.api import VIEWS

# The panel's screens as pages may show them.


def visible(panel: PanelPort, screen: str, *, joined: bool) -> bytes:
    """Returns the display RAM of a screen. It is dark for a phone that has not joined, while the join code is on it.
    Raises NotHere.

    The code is for the people at the table, not for everyone on its Wi-Fi.
    """
    before = panel.shows_code(screen)
    ram = panel.ram(screen)
    secret = before or panel.shows_code(screen)
    return bytes(len(ram)) if secret and not joined else ram


PERIOD_S = 0.1


class Press(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Presses a button; `ms` is how long it is held."""

    ms: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 80


class ScreenChange(msgspec.Struct, frozen=True):
    """Describes a screen's display RAM, base64."""

    id: str
    ram: str


Works = tuple[object, ...]
"""Says which parts of the panel work: equal as long as the same do."""


class PanelFeed:
    """Looks at every screen at most ten times a second, for all viewers together. Any thread may call any method."""

    def __init__(self, *, panel: PanelPort, table: Table, clock: Clock, pause: Callable[[float], None]) -> None:
        self._panel = panel
        self._table = table
        self._clock = clock
        self._pause = pause
        self._lock = threading.Lock()
        self._seen: dict[bool, tuple[int, dict[str, bytes], Works]] = {}

    def stream(self, gone: Callable[[], bool], *, joined: Callable[[], bool]) -> Iterator[bytes]:
        """Yields every screen at once, then each that has changed, and a sign when other parts work than before. It
        ends when the table is stopped or the client has left.

        It calls `joined` again each time: a new code must not be shown to the phones that it shuts out.
        """
        sent: dict[str, bytes] = {}
        sent_at = self._clock.now()
        working = None
        yield HEARTBEAT
        while not self._table.stopped and not gone():
            shown, works = self._look(joined=joined())
            if working not in (None, works):
                yield event("parts", b"{}")
            working = works
            changed = [screen for screen, ram in shown.items() if sent.get(screen) != ram]
            if changed:
                yield b"".join(_frame(screen, shown[screen]) for screen in changed)
                sent, sent_at = shown, self._clock.now()
            elif self._clock.now() - sent_at >= LISTEN_S * SECOND:
                yield HEARTBEAT
                sent_at = self._clock.now()
            self._pause(PERIOD_S)

    def _look(self, *, joined: bool) -> tuple[dict[str, bytes], Works]:
        with self._lock:
            now = self._clock.now()
            seen = self._seen.get(joined)
            if seen is None or now - seen[0] >= PERIOD_S * SECOND:
                panel = self._panel.describe()
                shown = {screen.id: visible(self._panel, screen.id, joined=joined) for screen in panel.screens}
                seen = self._seen[joined] = (now, shown, _works(panel))
            return seen[1:]


class PanelApi:
    """Serves the panel's endpoints."""

    def __init__(self, *, panel: PanelPort, table: Table, clock: Clock, waiters: Waiters, access: Access) -> None:
        self._panel = panel
        self._table = table
        self._waiters = waiters
        self._access = access
        self._feed = PanelFeed(panel=panel, table=table, clock=clock, pause=time.sleep)

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            get("/panel", lambda _: self._panel.describe(), query=Nothing, answer=PanelView, summary="The panel"),
            get(
                "/panel/screens/{id}",
                self._ram,
                query=Nothing,
                answer=bytes,
                media=Media.BYTES,
                summary="A screen's display RAM in page order; dark before joining while it shows the join code",
            ),
            get(
                "/panel/events",
                self._events,
                query=Nothing,
                answer=Events({"screen": ScreenChange, "parts": Nothing, "beat": Nothing}),
                media=Media.EVENTS,
                summary="Screens as they change, and a sign to ask again which parts of the panel work",
            ),
            self._change("/panel/controls/{id}/press", Press, self._press, "Press a simulated button"),
            self._change("/panel/controls/{id}/push", Nothing, self._push, "Push a simulated button down"),
            self._change("/panel/controls/{id}/let-go", Nothing, self._let_go, "Let a pushed button go"),
            self._change("/panel/mute", Nothing, lambda _: self._mute(muted=True), "Mute the buzzer"),
            self._change("/panel/unmute", Nothing, lambda _: self._mute(muted=False), "Unmute the buzzer"),
        )

    def _change(self, path: str, body: Any, handle: Any, summary: str) -> Endpoint[Any, Any]:
        return post(path, handle, body=body, answer=VIEWS, summary=summary)

    def _ram(self, call: Call[Nothing, Nothing]) -> Response:
        ram = visible(self._panel, call.path["id"], joined=g.seating is not None)
        return Response(ram, content_type=Media.BYTES.value)

    def _events(self, _: Call[Nothing, Nothing]) -> Response:
        cookie = self._access.find_cookie(request.cookies)

        def joined() -> bool:
            return self._access.seating(cookie) is not None

        return streamed(self._waiters, partial(self._feed.stream, joined=joined))

    def _press(self, call: Call[Nothing, Press]) -> TableView:
        self._panel.press(call.path["id"], ms=call.body.ms)
        return self._table.view()

    def _push(self, call: Call[Nothing, Nothing]) -> TableView:
        self._panel.push(call.path["id"])
        return self._table.view()

    def _let_go(self, call: Call[Nothing, Nothing]) -> TableView:
        self._panel.let_go(call.path["id"])
        return self._table.view()

    def _mute(self, *, muted: bool) -> TableView:
        self._panel.mute(muted=muted)
        return self._table.view()


def _works(panel: PanelView) -> Works:
    online = tuple(screen.online for screen in panel.screens)
    return panel.troubles, online, tuple(control.trouble for control in panel.controls)


def _frame(screen: str, ram: bytes) -> bytes:
    return event("screen", msgspec.json.encode(ScreenChange(screen, base64.b64encode(ram).decode())))
