"""The page of the hall, and the strip that every page of a table in one has."""

from typing import Annotated

import msgspec
from flask import Flask, Response, request

from companion.hall.config import LONGEST_CARD
from companion.hall.port import CardPort, CardTold
from companion.table.errors import Refused
from web.http.codec import from_form, from_query
from web.http.render import page
from web.site.at_hall import error_told


class Shown(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`card`: the text of one that was pasted or scanned, of which the page says what it holds. In the page's address
    the first cards alone have it, which is in a browser's history then."""

    card: Annotated[str, msgspec.Meta(max_length=LONGEST_CARD)] = ""


class HallPages:
    """They only read; what they change goes through web.http.forms. Called in the server's threads."""

    def __init__(self, cards: CardPort | None) -> None:
        self._cards = cards

    def install(self, app: Flask) -> None:
        app.add_url_rule("/hall", endpoint="hall_page", view_func=self.hall_page, methods=["GET"])
        app.add_url_rule("/hall", endpoint="hall_read", view_func=self.hall_read, methods=["POST"])
        app.add_url_rule("/hall/strip", endpoint="hall_strip", view_func=self.hall_strip, methods=["GET"])

    def hall_page(self) -> Response:
        return self._page(from_query(request.args.items(multi=True), Shown).card.strip())

    def hall_read(self) -> Response:
        return self._page(from_form(request.form.items(multi=True), Shown).card.strip())

    def _page(self, text: str) -> Response:
        offered, wrong = self._read(text)
        return page(
            "at_hall.html",
            status=422 if wrong else 200,
            held=None if self._cards is None else self._cards.held,
            stuck="" if self._cards is None else self._cards.stuck,
            takes=self._cards is not None,
            text=text,
            offered=offered,
            wrong=wrong,
            error_told=error_told,
            longest=LONGEST_CARD,
        )

    def hall_strip(self) -> Response:
        """What a page puts in place of its own; empty where the table stands in no hall any more."""
        return page("_at_hall.html")

    def _read(self, text: str) -> tuple[CardTold | None, str]:
        """What the card says, or why it is none."""
        if not text or self._cards is None:
            return None, ""
        try:
            return self._cards.told(text), ""
        except Refused as refused:
            return None, str(refused)
