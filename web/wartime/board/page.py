"""Serves the page of the live board: the map to tap, its rosters and its answer, one question in one address."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any
from urllib.parse import urlencode

import msgspec
from flask import Flask, Response, g, make_response, redirect, request
from msgspec.structs import replace

from companion.fields.characters import Word
from companion.names import named
from companion.table.commands import Command
from companion.table.history import Source
from companion.table.seats import Side
from companion.table.state import Stage
from companion.table.table import Table
from companion.table.view import TableView
from companion.wartime.match import commands as c
from companion.wartime.match.aims import AimKind
from companion.wartime.match.hand import may_choose, playable
from companion.wartime.match.state import State
from companion.wartime.match.views import WarTimeView, hands_of
from companion.wartime.referee.board import Feature, Hex, Terrain, on_board
from companion.wartime.scenario.parts import MOST_TOKENS, Tokens
from companion.wartime.scenario.scenario import TimerKind
from web.http.endpoint import Call, Endpoint, Nothing
from web.http.render import page
from web.site.table_page import seat_of
from web.table.api import change
from web.wartime.board.answer import answered, offered
from web.wartime.board.asked import BoardRequest, Meant, read
from web.wartime.board.map import Rosters, drawn
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
    """Returns the sides whose cards this phone may choose and has not chosen yet. It does not learn what another side
    chose."""
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


# Serves the live board as JSON and as forms: whole actions, and what is put on the board by hand.


class BoardAction(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Describes a whole action of a unit's. It moves `to` a hex, or attacks the enemy unit `target` or the Terrain
    Feature in the hex `feature`. Both together are a charge.

    `tokens` come off. They are given only where the board does not know, or a card changes it.
    """

    unit: Word
    card: Word | None = None
    to: Hex | None = None
    target: Word | None = None
    feature: Hex | None = None
    tokens: Annotated[int, msgspec.Meta(ge=0, le=MOST_TOKENS)] | None = None


class BoardPlace(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Says where a unit stands; without a hex, not on the board. `side` is needed where the unit's side is not
    known."""

    side: Side | None = None
    hex: Hex | None = None


class HexTile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Names a tile; plains remove the one that is there."""

    terrain: Terrain


class TokenPile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Describes a Terrain Feature and its tokens."""

    feature: Feature
    tokens: Tokens


class BoardEdge(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Names two hexes that touch."""

    one: Hex
    other: Hex


class Lying(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Says where an item is; without a hex, not on the board."""

    hex: Hex | None = None


class BoardApi:
    """Handles requests in the server's threads; the table holds the lock."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            change("/timers/{id}/act", BoardAction, self._act, "Do a unit's whole action: tokens off, moved, flipped"),
            change("/units/{name}/place", BoardPlace, self._unit, "Put a unit into a hex, without an action"),
            change("/board/{hex}/tile", HexTile, self._tile, "Lay another Terrain Tile into a hex"),
            change("/board/{hex}/feature", TokenPile, self._feature, "Put a Terrain Feature into a hex"),
            change("/board/lines", BoardEdge, self._line, "Draw or remove a solid black line"),
            change("/items/{name}/place", Lying, self._item, "Put an item into a hex"),
        )

    def _act(self, call: Call[Nothing, BoardAction]) -> TableView:
        said = call.body
        command = c.Act(
            timer=call.path["id"],
            unit=named("unit", said.unit) or "",
            card=named("card", said.card),
            to=_hex("to", said.to),
            target=named("target", said.target),
            feature=_hex("feature", said.feature),
            tokens=said.tokens,
        )
        return self._do(command, call)

    def _unit(self, call: Call[Nothing, BoardPlace]) -> TableView:
        unit = named("name", call.path["name"]) or ""
        return self._do(c.PlaceUnit(unit=unit, side=call.body.side, hex=_hex("hex", call.body.hex)), call)

    def _tile(self, call: Call[Nothing, HexTile]) -> TableView:
        return self._do(c.LayTile(hex=call.path["hex"], terrain=call.body.terrain), call)

    def _feature(self, call: Call[Nothing, TokenPile]) -> TableView:
        pile = call.body
        return self._do(c.PlaceFeature(hex=call.path["hex"], feature=pile.feature, tokens=pile.tokens), call)

    def _line(self, call: Call[Nothing, BoardEdge]) -> TableView:
        one, other = (
            on_board(field, hex.upper()) for field, hex in (("one", call.body.one), ("other", call.body.other))
        )
        return self._do(c.DrawLine(one=one, other=other), call)

    def _item(self, call: Call[Nothing, Lying]) -> TableView:
        item, place = named("name", call.path["name"]) or "", _hex("hex", call.body.hex)
        return self._do(c.PlaceItem(item=item, hex=place), call)

    def _do(self, command: Command, call: Call[Any, Any]) -> TableView:
        return self._table.dispatch(command, source=call.source)


def _hex(field: str, name: Hex | None) -> Hex | None:
    """Returns the hex as the board writes it. Raises Invalid, naming the field."""
    return None if name is None else on_board(field, name.upper())
