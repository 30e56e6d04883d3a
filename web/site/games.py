"""Holds what the site has of each game: its page Table, what it draws for spectators, its tools and its words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from flask import Flask, Response, render_template
from markupsafe import Markup

from companion.answers import TableAnswer
from companion.games import RuledGame
from companion.table.rule_choices import AgreedChoices
from companion.table.seats import Seat
from companion.table.table import Table
from web.http.endpoint import Endpoint
from web.http.render import page
from web.site.table_page import TablePage

# How long something took, as pages write it.


def minutes(ms: int) -> str:
    """Returns minutes and whole seconds, "12:05"."""
    seconds = ms // 1000
    return f"{seconds // 60}:{seconds % 60:02}"


# What a game draws for spectators: as a page of its own, or as a part of another.


@dataclass(frozen=True, kw_only=True)
class Scene:
    """Describes a template whose `layout` the caller decides, its style sheet, and its values."""

    template: str
    style: str
    values: Mapping[str, Any]

    def page(self, **others: Any) -> Response:
        """Returns the scene as a page of its own."""
        return page(self.template, style=self.style, layout="base.html", **self.values, **others)

    def part(self, **others: Any) -> Markup:
        """Returns the scene alone, as HTML, without the hall that the table is in."""
        return Markup(render_template(self.template, layout="scene.html", hall=None, **{**self.values, **others}))


@dataclass(frozen=True, kw_only=True)
class GamePlan:
    """Describes the board of a game that has one. `shows` is all that the drawing depends on: comparing it is faster
    than drawing."""

    shows: object
    scene: Callable[[], Scene]


# What the site has of each game.


@dataclass(frozen=True, kw_only=True)
class Offer:
    """Describes what a new game can be set up as. `scenario` is its id, None where there is only one."""

    scenario: str | None
    name: str
    text: str


@dataclass(frozen=True, kw_only=True)
class OpenedPage:
    """Says how a match is named beside its game's title. `scenario` is its id among the offers, None where it has
    none."""

    scenario: str | None
    name: str


@dataclass(frozen=True)
class Tool:
    """Describes what a player may use without joining, in any game. `says` has four words or fewer about its use."""

    name: str
    says: str
    href: str


@dataclass(frozen=True, kw_only=True)
class MenuEntry:
    """Describes a page that the game's menu leads to. `says` has a few words about it. `sheet` says that it opens over
    the table."""

    name: str
    says: str
    href: str
    sheet: bool = False


@dataclass(frozen=True, kw_only=True)
class PrintedPage:
    """Says what a kept card prints about a question. `name` is as printed, `text` is what it does. `of` names the cards
    that have it, `href` the page of the first."""

    name: str
    text: str
    of: str
    href: str


def _nothing(*_: object) -> None:
    return None


@dataclass(frozen=True, kw_only=True)
class GamePages(TablePage):
    """Describes one game's pages, as far as the site leads to them. It is called in the server's threads.

    `scene` draws the game for spectators, only from what its own view has. `report` draws the page Report from the
    game's own view and its own report. `sheet` is a template for what only this game has on the page of its title,
    beside its `entries`.
    """

    opened: Callable[[Any], OpenedPage | None]
    """Returns what is played, by the game's own view; None while that has no name."""
    scene: Callable[[Any], Scene]
    plan: Callable[[Any, Any], GamePlan | None] = _nothing
    """Returns the board, by the game's own view and state; None where it is empty, or the game has none."""
    report: Callable[[Any, Any], Scene]
    hindsight: Callable[[Any], Any] | None = None
    """Returns what its page Report adds about a whole replay and takes longer than its report, for the template. It
    uses the kept cards too."""
    offers: Callable[[], Sequence[Offer]]
    says: str
    """Says what Warglass does for this game, in a few words."""
    tools: Sequence[Tool] = ()
    """Lists its tools on the page Tools, the most useful first."""
    how: Sequence[tuple[str, str]]
    """Tells a new player what to touch, and what that does."""
    sheet: str | None = None
    entries: Sequence[MenuEntry] = ()
    """Lists what its menu has of this game, beside what it has of every game."""
    answer: Callable[[Any, Any, str, Seat | None], TableAnswer | None] = _nothing
    """Returns the match's answer, from its state and its own view, to a question by that seat. It has only what every
    phone may know. See companion.answers."""

    printed: Callable[[str], Sequence[PrintedPage]] = lambda _: ()
    """Returns what the cards that the table keeps print about a question, those in play first."""

    @property
    def title(self) -> str:
        """Returns the name on its box."""
        return RuledGame(self.name).title


class GameSite(Protocol):
    """Holds one whole game on the site. It is made once, before the site answers requests."""

    @property
    def pages(self) -> GamePages: ...

    @property
    def agreed(self) -> AgreedChoices[Any] | None:
        """Returns its rule choices; None where its books leave no question open."""

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        """Returns its part of the API, without its rule choices."""

    def install(self, app: Flask) -> None:
        """Serves its pages, apart from those to which `pages` leads from the site's own."""


class Games:
    """Holds the games' pages by name, and knows which game is being played."""

    def __init__(self, *, table: Table, pages: Sequence[GamePages]) -> None:
        self._table = table
        self.all = {each.name: each for each in pages}

    @property
    def playing(self) -> GamePages:
        return self.all[self._table.game]
