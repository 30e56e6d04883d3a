"""What the site has of each game: its page Table, what it draws for spectators, its tools and its words."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from flask import Flask, Response, g, render_template, request
from markupsafe import Markup

from companion.answers import Answer
from companion.rulings.ruling import Game
from companion.table.agreed import Agreed
from companion.table.seats import Seat
from companion.table.table import Table
from companion.table.view import Phase, TableView
from web.http.endpoint import Endpoint
from web.http.phones import PhoneSeat, Seating
from web.http.render import page
from web.site.hall import shown

# How long something took, as pages write it.


def minutes(ms: int) -> str:
    """Minutes and whole seconds, "12:05"."""
    seconds = ms // 1000
    return f"{seconds // 60}:{seconds % 60:02}"


# What a game draws for whoever watches: as a page of its own, or as a part of another.


@dataclass(frozen=True, kw_only=True)
class Scene:
    """A template whose `layout` is somebody else's to say, its style sheet, and what it is filled with."""

    template: str
    style: str
    values: Mapping[str, Any]

    def page(self, **others: Any) -> Response:
        """As a page of its own."""
        return page(self.template, style=self.style, layout="base.html", **self.values, **others)

    def part(self, **others: Any) -> Markup:
        """The scene alone, as HTML, with nothing of the hall that the table stands in."""
        return Markup(render_template(self.template, layout="scene.html", hall=None, **{**self.values, **others}))


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The board of a game that has one. `shows` is all that the drawing depends on, which takes longer than to compare
    that."""

    shows: object
    scene: Callable[[], Scene]


# The page Table, which each game draws in its own way: the first that a phone sees.

_NOBODYS = {PhoneSeat.BOTH: "All", PhoneSeat.LOOK: "Looking"}
"""What a seat is called that no side has."""


STANDS = {
    Phase.SETUP: "being set up",
    Phase.RUNNING: "being played",
    Phase.PAUSED: "paused",
    Phase.ENDED: "over",
}
"""How far a match has come, in words."""


@dataclass(frozen=True, kw_only=True)
class TablePage:
    """One game's. Called in the server's threads."""

    name: str
    table: Callable[[Any, Seat], Response]
    """Draws the page from the game's own view, the given seat at the bottom."""
    again: str = "Again"
    """What the button says that sets the same up anew once a match is over."""


Start = Callable[[TableView], Response]
"""Draws the page for a phone that has never been here."""


def install(app: Flask, *, table: Table, games: Mapping[str, TablePage], start: Start | None = None) -> None:
    """Serves the page; every template knows what is being played, by whom, and where this phone sits.

    `start` is drawn at / in its place for a stranger. Without it, see web.first, no stranger asks.
    """

    @app.get("/")
    @app.get("/table", endpoint="table_itself")
    def table_page() -> Response:
        view = table.view()
        # What asks for a part of the table, such as a flag, means the table.
        stranger = g.seating is None and request.path == "/" and not request.args
        if start is not None and stranger and is_idle(view):
            return start(view)
        seat = seat_of(g.seating, view.names).side
        return games[view.game].table(view, Seat.GOLD if seat is None else seat)

    def known() -> dict[str, Any]:
        match, seating = table.match, g.get("seating")
        names = {seat.value: name for seat, name in match.names.items()}
        seat = seat_of(seating, names)
        return {
            "playing": games[match.game.name],
            "joined": seating is not None,
            "seat": seat.value,
            "hall": shown(table),
            "demo": table.demo,
            "faults": table.faults,
            "seat_name": names.get(seat.value)
            or ("Both" if seat is PhoneSeat.BOTH and len(names) == 2 else _NOBODYS[seat]),
        }

    app.context_processor(known)


def is_idle(view: TableView) -> bool:
    """Whether a stranger has nothing to watch: no match is under way."""
    return view.phase in (Phase.SETUP, Phase.ENDED)


def seat_of(seating: Seating | None, names: Collection[str]) -> PhoneSeat:
    """Where a phone sits at a match of those seats: a seat that is not there is none."""
    if seating is None or (seating.seat.side is not None and seating.seat.value not in names):
        return PhoneSeat.LOOK
    return seating.seat


# What the site has of each game.


@dataclass(frozen=True, kw_only=True)
class Offer:
    """Something that a new game can be set up as; `scenario` is its id, None where there is but one."""

    scenario: str | None
    name: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Opened:
    """What a match goes by beside its game's title. `scenario` is its id among the offers, None where it has none."""

    scenario: str | None
    name: str


@dataclass(frozen=True)
class Tool:
    """What a player may use without joining and whatever is played: `says` tells in four words or fewer what for."""

    name: str
    says: str
    href: str


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A page that the game's menu leads to. `says` tells in a few words what is there; `sheet`: it opens over the
    table."""

    name: str
    says: str
    href: str
    sheet: bool = False


def _nothing(*_: object) -> None:
    return None


@dataclass(frozen=True, kw_only=True)
class GamePages(TablePage):
    """One game's pages, as far as the site leads to them. Called in the server's threads.

    `scene` draws the game for spectators from its own view, and nothing that is not in that; `report` draws the
    page Report from the game's own view and its own report; `sheet` is a template for what only this
    game has on the page of its title, beside its `entries`.
    """

    opened: Callable[[Any], Opened | None]
    """What is played, by the game's own view; None while that has no name."""
    scene: Callable[[Any], Scene]
    plan: Callable[[Any, Any], Plan | None] = _nothing
    """The board, by the game's own view and state; None where nothing is on it, or there is none."""
    report: Callable[[Any, Any], Scene]
    hindsight: Callable[[Any], Any] | None = None
    """What its page Report says of a whole story that takes longer than its report, for the template: of the cards that
    are kept too."""
    offers: Callable[[], Sequence[Offer]]
    says: str
    """What Warglass does for this game, in a few words."""
    tools: Sequence[Tool]
    """On the page Tools, those that are wanted most first."""
    how: Sequence[tuple[str, str]]
    """For a player who has never been here: what to touch, and what that does."""
    sheet: str | None = None
    entries: Sequence[Entry] = ()
    """What its menu has of this game, beside what it has of every game."""
    answer: Callable[[Any, Any, str, Seat | None], Answer | None] = _nothing
    """What the match, by its state and its own view, says to a question by that seat; nothing that not every phone may
    know. See companion.answers."""

    @property
    def title(self) -> str:
        """The name on its box."""
        return Game(self.name).title


class GameSite(Protocol):
    """One game on the site, whole: it is made once, before anything is served."""

    @property
    def pages(self) -> GamePages: ...

    @property
    def agreed(self) -> Agreed[Any] | None:
        """Its table choices; None where its books leave nothing open."""

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        """Its part of the API, its table choices aside."""

    def install(self, app: Flask) -> None:
        """Serves its pages, save those to which `pages` leads from the site's own."""


class Games:
    """The games' pages by name, and which of them is being played."""

    def __init__(self, *, table: Table, pages: Sequence[GamePages]) -> None:
        self._table = table
        self.all = {each.name: each for each in pages}

    @property
    def playing(self) -> GamePages:
        return self.all[self._table.game]
