"""What of a request is read at all, before any of it reaches the site."""

import re
from typing import Any

from waitress.parser import HTTPRequestParser, ParsingError, TransferEncodingNotImplemented
from waitress.utilities import RequestEntityTooLarge

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
    """Of what cannot be read. Whoever hangs up on such an answer is logged by it."""
    error: Any
    too_large = False
    """Whether it brings more than is let in: the site is told without any of it, and says so in its own words."""

    def received(self, data: bytes) -> int:
        taken: int = super().received(data)
        if isinstance(self.error, RequestEntityTooLarge):
            self.error, self.too_large = None, True
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
