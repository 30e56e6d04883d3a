"""Decides what the server serves: the first page at once, everything else as soon as it is ready."""

import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from flask import Flask

from web.door.channel import RESTS
from web.first import First

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse


class Front:
    """Puts a WSGI application in front of two: `first`, until the whole one is ready, then that one. Any thread may
    call."""

    def __init__(self, first: First) -> None:
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
