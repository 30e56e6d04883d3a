"""The page of the live board: the map to tap, its rosters and its answer, one question in one address."""

from flask import Flask, Response, g, make_response, redirect, request

from companion.table.seats import Side
from companion.table.table import Table
from companion.wartime.match.state import State
from companion.wartime.match.views import WarTimeView
from web.http.render import page
from web.site.table_page import seat_of
from web.wartime import hexmap
from web.wartime.board.answer import answered
from web.wartime.board.asked import Asked, read
from web.wartime.board.cards import cards, choosing, spells
from web.wartime.board.ground import offered
from web.wartime.board.map import drawn
from web.wartime.board.measured import measure_href
from web.wartime.board.roster import Rosters
from web.wartime.table_page import BOARD, SAND, sand_page

PICKS = range(1, 7)
"""Tokens that one tap picks; more are typed."""


class BoardPages:
    """They only read; what they change goes through web.http.forms."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def install(self, app: Flask) -> None:
        app.add_url_rule(BOARD, endpoint="board_page", view_func=self.board_page, methods=["GET"])
        app.add_url_rule(SAND, endpoint="sand_page", view_func=self.sand_page, methods=["GET"])

    def sand_page(self) -> Response:
        view = self._table.view()
        return sand_page(view, self._near(view)) if isinstance(view, WarTimeView) else make_response(redirect("/", 303))

    def board_page(self) -> Response:
        view, match = self._table.view(), self._table.match
        state = match.state
        if not isinstance(view, WarTimeView) or not isinstance(state, State):
            return make_response(redirect("/", 303))
        seat = seat_of(g.seating, view.names)
        asked = read(request.args, state)
        answer = answered(asked, state, state.sand(view.server_ms * 1_000_000))
        near = self._near(view)
        return page(
            "board.html",
            view=view,
            asked=asked,
            answer=answer,
            board=drawn(view, state, asked=asked, answer=answer, seat=seat),
            outline=hexmap.outline(),
            sides=(near.other, near),
            choosing=choosing(state, g.source),
            rosters=Rosters(view, asked=asked, answer=answer, seat=seat, spells=spells(state, g.source)),
            picks=PICKS,
            cards=cards(state, asked, g.source) if answer.meant else (),
            measure=measure_href(view, state, asked, answer.meant),
            ground=offered(state, asked.hex) if asked.hex and asked.unit is None else None,
            places=asked.unit is not None and state.place_of(*asked.unit) is not None,
            let_go=Asked().address(),
            # Whoever comes to stand on something is told what it does.
            then=(Asked(unit=asked.unit) if answer.told else Asked()).address(),
        )

    def _near(self, view: WarTimeView) -> Side:
        seat = seat_of(g.seating, view.names).side
        return Side.GOLD if seat is None else seat.side
