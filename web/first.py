"""Answers before the whole site is ready: the page Table of the game that a new table opens with.

It imports what that page needs and no more; everything else that phones open is web.app's.
"""

import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from flask import Flask

from companion.table.table import Table
from web.door.channel import RESTS
from web.http.access import Access
from web.http.render import add_templates
from web.site import table_page
from web.site.assets import Assets
from web.site.frame import framed
from web.site.table_page import is_idle
from web.wartime.tiles import TABLE

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse


class FirstSite:
    """Serves a part of what web.app.create_app serves, word for word. It only reads: it cannot change a game."""

    def __init__(self, *, table: Table, access: Access, assets: Assets) -> None:
        self._table = table
        self._access = access
        self.app = framed(live=lambda: not table.stopped, access=access, assets=assets)
        if table.game == TABLE.name:
            add_templates(self.app, "web.wartime")
            table_page.install(self.app, table=table, games={TABLE.name: TABLE})

    def answers(self, environ: dict[str, Any]) -> bool:
        """Returns whether it serves what is asked. What a stranger sees of all games needs the whole site."""
        if not self.app.url_map.bind("").test(environ["PATH_INFO"], environ["REQUEST_METHOD"]):
            return False
        return environ["PATH_INFO"] != "/" or not self._for_strangers(environ)

    def _for_strangers(self, environ: dict[str, Any]) -> bool:
        """Returns whether the page at / is that for strangers. A request for another host is turned away at once."""
        if not self._access.hosts.known(environ.get("HTTP_HOST", "")):
            return False
        return is_idle(self._table.view()) and not self._access.lets_in(environ.get("HTTP_COOKIE", ""))


# Decides what the server serves: the first page at once, everything else as soon as it is ready.


class Front:
    """Puts a WSGI application in front of two: `first`, until the whole one is ready, then that one. Any thread may
    call."""

    def __init__(self, first: FirstSite) -> None:
        self._first = first
        self._whole: Flask | None = None
        self._stands = threading.Event()

    def open(self, whole: Flask) -> None:
        """Lets `whole` answer from now on, first the requests that have waited for it."""
        self._whole = whole
        self._stands.set()

    def __call__(self, environ: dict[str, Any], start_response: "StartResponse") -> Iterable[bytes]:
        if self._whole is None and self._first.answers(environ):
            return self._first.app(environ, start_response)
        if self._whole is None:
            environ.get(RESTS, lambda: None)()
            self._stands.wait()
        assert self._whole is not None
        return self._whole(environ, start_response)
