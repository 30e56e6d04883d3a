"""Text on its way out, compressed for whoever can read it so."""

import zlib

from flask import Flask, Response, request

WORTH_IT = 500
"""Bytes of a body from which compressing pays: a shorter one fits a packet as it is."""
LEVEL = 4
"""A page is compressed each time it is sent: this costs a third of the most that there is, for nearly as few bytes."""

_TEXT = {"text/html", "application/json", "application/problem+json"}
_GZIP = 31
"""zlib's `wbits` for a gzip header."""


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
