"""Serves the page of the live board: the map to tap, its rosters and its answer, one question in one address."""

from collections.abc import Iterable
from urllib.parse import urlencode

from flask import Flask, Response, g, make_response, redirect, request
from msgspec.structs import replace

from companion.table.events import Source
from companion.table.seats import Side
from companion.table.state import Stage
from companion.table.table import Table
from companion.wartime.match.aims import AimKind
from companion.wartime.match.cards import may_choose, playable
from companion.wartime.match.state import State
from companion.wartime.match.views import WarTimeView, hands_of
from companion.wartime.scenario.scenario import TimerKind
from web.http.render import page
from web.site.table_page import seat_of
from web.wartime.board.answer import answered, offered
from web.wartime.board.map import Rosters, drawn
from web.wartime.board.request import BoardRequest, Meant, read
from web.wartime.drawing import outline
from web.wartime.measure.page import live_board
from web.wartime.tiles import BOARD, MEASURE, SAND, sand_page

# The cards that a phone may play on the live board: those of its own side's hand, which no other phone sees.


def cards(state: State, asked: BoardRequest, source: Source) -> tuple[str, ...]:
    """Returns what the chosen unit may play with its action, and the card that is picked."""
    picked = (asked.card,) if asked.card else ()
    if asked.unit is None or asked.unit[0] not in hands_of(state, source):
        return picked
    side, unit = asked.unit
    timers = (each for each in state.timers.values() if each.spec.side is side)
    command = next((each for each in timers if each.spec.kind is TimerKind.COMMAND), None)
    held: Iterable[str] = playable(state, replace(command, unit=unit, card=None)) if command else ()
    return tuple(dict.fromkeys((*held, *picked)))


def choosing(state: State, source: Source) -> frozenset[Side]:
    """Returns the sides whose cards this phone may choose and has not chosen. It never learns another side's."""
    if state.locked or state.stage is not Stage.SETUP:
        return frozenset()
    return frozenset(side for side in hands_of(state, source) if may_choose(state, side))


def spells(state: State, source: Source) -> frozenset[str]:
    """Returns the spell timers for which this phone's hand has a card that may be played now."""
    found = hands_of(state, source).values()
    return frozenset(timer for hand in found for timer in hand.plays if state.timer(timer).spec.kind is TimerKind.SPELL)


# From the live board to Measure: the same board, the unit's token and its target as a question to play with.


def measure_href(view: WarTimeView, state: State, asked: BoardRequest, meant: Meant | None) -> str | None:
    """Returns the address; None for a unit that is not on the board."""
    if asked.unit is None or (start := state.place_of(*asked.unit)) is None:
        return None
    spec, kind = state.spec_of(*asked.unit), meant.aim.kind if meant else AimKind.MOVE
    question: dict[str, str | int | None] = {"mode": kind.value, "from": start, "to": asked.hex}
    if spec is not None:
        question |= {"speed": spec.speed or None, "charge": spec.charge or None}
        question |= {f"d{far}": f"{hit.kind.value}:{hit.value}" for far, hit in spec.damage.items()}
        question |= {"keywords": ",".join(word for word in ("mounted", "siege") if spec.has(word))}
    said = {name: value for name, value in (question | dict(live_board(view))).items() if value}
    return f"{MEASURE}?{urlencode(said, safe=':,')}"


PICKS = range(1, 7)
"""Lists the token counts that one tap picks; more are typed."""


class BoardPages:
    """Serves the page. It only reads; changes go through web.http.forms."""

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
            outline=outline(),
            sides=(near.other, near),
            choosing=choosing(state, g.source),
            rosters=Rosters(view, asked=asked, answer=answer, seat=seat, spells=spells(state, g.source)),
            picks=PICKS,
            cards=cards(state, asked, g.source) if answer.meant else (),
            measure=measure_href(view, state, asked, answer.meant),
            ground=offered(state, asked.hex) if asked.hex and asked.unit is None else None,
            places=asked.unit is not None and state.place_of(*asked.unit) is not None,
            let_go=BoardRequest().address(),
            # A player whose unit comes to stand on something reads what it does.
            then=(BoardRequest(unit=asked.unit) if answer.told else BoardRequest()).address(),
        )

    def _near(self, view: WarTimeView) -> Side:
        seat = seat_of(g.seating, view.names).side
        return Side.GOLD if seat is None else seat.side
