"""Shows the hall that the table is in: its page, and its strip on every page."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Annotated

import msgspec
from flask import Flask, Response, request

from companion.hall.config import LONGEST_CARD
from companion.hall.port import CardPort, CardTold
from companion.table.errors import Refused
from companion.table.table import Table
from companion.table.view import AtHall, CallState, JudgeCall, ResultHere, RoundHere
from web.http.endpoint import from_form, from_query
from web.http.render import page

# What pages show of the hall that the table is in.

TOLD_ERROR_MS = 100
"""Is how wrong a round's clock may be before the page shows it."""
OVER = "Time"
ANSWER_MS = 600_000
"""Is how long every page shows a judge's answer; the log has it for good."""


@dataclass(frozen=True, kw_only=True)
class HallShown:
    """Shows the hall as of `now_ms` on the table's clock, and of that version of the table."""

    at: AtHall
    now_ms: int
    version: int = 0

    def left(self, round: RoundHere) -> str:
        """Returns what is left of its time: "42:17", or that none is."""
        return OVER if self.over(round) else minutes(ceil(self._left_ms(round) / 1000))

    def over(self, round: RoundHere) -> bool:
        return self._left_ms(round) <= 0

    def _left_ms(self, round: RoundHere) -> int:
        return round.left_ms if round.ends_ms is None else round.ends_ms - self.now_ms

    def ago(self, call: JudgeCall) -> str:
        """Returns how long ago that was: "0:42"."""
        return minutes(max(0, self.now_ms - call.ms) // 1000)

    @property
    def call(self) -> JudgeCall | None:
        """Returns the last call, as long as every page shows it."""
        call = self.at.call
        return call if self.waits or (call is not None and self.now_ms - call.ms < ANSWER_MS) else None

    @property
    def waits(self) -> bool:
        """Returns whether a called judge has not answered yet. Another cannot be called until then."""
        return self.at.call is not None and self.at.call.state is not CallState.ANSWERED

    def result_words(self, result: ResultHere) -> str:
        """Returns the result in words, the winner's figure first: "Gold (Gus) wins 3–1"."""
        seats = sorted((seat for seat in result.names if seat in result.score), key=lambda seat: seat != result.winner)
        title, winner = result.title, result.winner
        player = (result.players or {}).get(winner or "", "")
        if winner is not None and player and player not in title:
            name = result.names.get(winner, "")
            title = title.replace(name, f"{name} ({player})", 1) if name and name in title else f"{title} ({player})"
        return " ".join(filter(None, (title, "–".join(str(result.score[seat]) for seat in seats))))

    def odd(self, result: ResultHere) -> bool:
        """Returns whether the winner has fewer points than another player."""
        made = result.score.get(result.winner or "")
        return made is not None and any(made < other for other in result.score.values())

    def paired_players(self, result: ResultHere) -> Sequence[str]:
        """Returns the two players whom the hall has paired here, until the table says which seat each has."""
        players = () if self.at.round is None else self.at.round.players
        is_known = {*(result.players or {}).values()} == {*players}
        return players if len(players) == len(result.names) == 2 and not is_known else ()

    def own(self, result: ResultHere, seat: str) -> Sequence[str]:
        """Returns the seats that a phone with that seat speaks for."""
        return [each for each in result.names if seat in (each, "both")]

    def missing(self, result: ResultHere) -> Sequence[str]:
        """Returns by name the players who have not confirmed it yet."""
        return [name for seat, name in result.names.items() if seat not in result.agreed]


def hall_shown(table: Table) -> HallShown | None:
    """Returns what to show; None for a table that is not in a hall."""
    if table.hall is None:
        return None
    view = table.view()
    return None if view.hall is None else HallShown(at=view.hall, now_ms=view.server_ms, version=view.version)


def minutes(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02}"


def error_told(round: RoundHere) -> str:
    """Returns how wrong the round's clock may be: "0.3 s". Empty where that is too little to show."""
    return f"{round.error_ms / 1000:.1f} s" if round.error_ms is not None and round.error_ms >= TOLD_ERROR_MS else ""


# The page of the hall, and the strip on every page of a table in one.


class ShownHall(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks about a card. `card` is the text of one that was pasted or scanned; the page says what it holds.

    Only the first cards put it into the page's address, where a browser's history then has it.
    """

    card: Annotated[str, msgspec.Meta(max_length=LONGEST_CARD)] = ""


class TableHallPages:
    """Serves the page and the strip. They only read; changes go through web.http.forms. They are called in the server's
    threads."""

    def __init__(self, cards: CardPort | None) -> None:
        self._cards = cards

    def install(self, app: Flask) -> None:
        app.add_url_rule("/hall", endpoint="hall_page", view_func=self.hall_page, methods=["GET"])
        app.add_url_rule("/hall", endpoint="hall_read", view_func=self.hall_read, methods=["POST"])
        app.add_url_rule("/hall/strip", endpoint="hall_strip", view_func=self.hall_strip, methods=["GET"])

    def hall_page(self) -> Response:
        return self._page(from_query(request.args.items(multi=True), ShownHall).card.strip())

    def hall_read(self) -> Response:
        return self._page(from_form(request.form.items(multi=True), ShownHall).card.strip())

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
        """Returns what a page puts in place of its own strip; empty where the table is not in a hall any more."""
        return page("_at_hall.html")

    def _read(self, text: str) -> tuple[CardTold | None, str]:
        """Returns what the card says, or why it is not one."""
        if not text or self._cards is None:
            return None, ""
        try:
            return self._cards.inspect_card(text), ""
        except Refused as refused:
            return None, str(refused)
