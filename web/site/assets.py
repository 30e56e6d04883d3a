"""Serves style, script and fonts under an address that changes with them, so that phones may keep them for good."""

import functools
import hashlib
from dataclasses import dataclass
from pathlib import Path

from flask import Flask, Response, abort, request

from web.http.server import gzipped
from web.site import hourglass
from web.site.whole_files import whole_script, whole_style

FOLDER = Path(__file__).parents[1] / "static"

_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".png": "image/png",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}
_MADE = {"hourglass.css": hourglass.stylesheet, "hourglass_steps.css": hourglass.steps}
"""Lists generated files, which are not in the folder."""
_MAKERS = ("hourglass.py", "whole_files.py")
"""Lists what else decides what is sent, beside the files."""
_PACKED = {".png", ".woff2"}
"""Lists what is compressed already."""


@dataclass(frozen=True, kw_only=True)
class Asset:
    """Describes one file as it is sent. `small` is its body compressed, None where compressing does not help."""

    body: bytes
    small: bytes | None
    content_type: str


class Assets:
    """Serves the files: `url("look.css")` is the address of one. Modules import each other by name, so all share a
    folder.

    It reads all of them here, once: what an address stands for must not change under it. It puts each together and
    compresses it at the first request, and then keeps it. Any thread may call any method.
    """

    def __init__(self) -> None:
        self._sources = {path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in sorted(FOLDER.rglob("*.*"))}
        makers = (Path(__file__).with_name(name).read_bytes() for name in _MAKERS)
        digest = hashlib.sha256(b"".join([*self._sources.values(), *makers])).hexdigest()[:12]
        self.prefix = f"/static/{digest}"
        self.find = functools.cache(self._found)

    def url(self, name: str) -> str:
        return f"{self.prefix}/{name}"

    def install(self, app: Flask) -> None:
        app.add_url_rule(self.url("<path:name>"), endpoint="static", view_func=self._serve)

    def _serve(self, name: str) -> Response:
        try:
            asset = self.find(name)
        except KeyError:
            abort(404)
        small = asset.small if request.accept_encodings["gzip"] else None
        response = Response(small or asset.body, content_type=asset.content_type)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        response.set_etag(f"{self.prefix}/{name}{'-gzip' if small else ''}")
        if asset.small is not None:
            response.vary.add("Accept-Encoding")
        if small is not None:
            response.content_encoding = "gzip"
        response.make_conditional(request)
        return response

    def _found(self, name: str) -> Asset:
        """Returns the file as it is sent. Raises KeyError."""
        kind = Path(name).suffix
        if kind == ".css":
            body = whole_style(name, self._text).encode()
        elif kind == ".js":
            body = whole_script(name, self._text).encode()
        else:
            body = self._sources[name]
        return Asset(body=body, small=None if kind in _PACKED else gzipped(body, level=9), content_type=_TYPES[kind])

    def _text(self, name: str) -> str:
        return _MADE[name]() if name in _MADE else self._sources[name].decode()
