"""The pages on which rulings are looked up and browsed. All work without JavaScript."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Flask, Response, request

from companion.choices import Chosen, reading
from companion.rulings.headings import Heading
from companion.rulings.ruling import Game, Ruling
from companion.rulings.shelf import Shelf, headings
from companion.table.agreed import Agreed
from companion.table.errors import NotHere
from web.http.render import page
from web.rulings.links import Link, book_href, slug
from web.site.games import Games

SHOWN = 8
"""So many results a page: who needs more asks better."""


class RulingPages:
    """These only read; the table's own rulings are made on web.rulings.housepages."""

    def __init__(self, *, shelf: Shelf, games: Games, agreed: Mapping[str, Agreed[Any]]) -> None:
        """`agreed` are the games' table choices by game."""
        self._shelf = shelf
        self._games = games
        self._agreed = agreed

    def install(self, app: Flask) -> None:
        for rule, view in (
            ("/rulings", self.rulings_page),
            ("/rulings/book/<book>", self.book_page),
            ("/rulings/<id>", self.ruling_page),
        ):
            app.add_url_rule(rule, endpoint=view.__name__, view_func=view)

    def rulings_page(self) -> Response:
        question = request.args.get("q", "").strip()
        playing = self._games.playing.name
        found = self._shelf.search(question, game=_game(playing), limit=SHOWN) if question else []
        return page(
            "rulings.html",
            question=question,
            here=[each.ruling for each in found if each.ruling.game.value == playing],
            elsewhere=[each.ruling for each in found if each.ruling.game.value != playing],
            books=self._books(),
            house=[each.ruling() for each in self._shelf.house()],
        )

    def book_page(self, book: str) -> Response:
        name = next((each for books in self._shelf.books().values() for each in books if slug(each) == book), None)
        if name is None:
            raise NotHere("book", book)
        return page("rulings_book.html", book=name, chapters=chapters(headings().of_book(name)))

    def ruling_page(self, id: str) -> Response:
        ruling = self._shelf.find(id)
        return page(
            "ruling.html",
            ruling=ruling,
            related=self._shelf.related(ruling),
            chosen=self._chosen(ruling),
            beside=self._shelf.beside(id),
        )

    def _books(self) -> dict[Game, list[Link]]:
        """Each game's books, the game being played first."""
        known = self._shelf.books()
        games = sorted(known, key=lambda each: each.value != self._games.playing.name)
        return {game: [Link(book, book_href(book)) for book in known[game]] for game in games}

    def _chosen(self, ruling: Ruling) -> Chosen | None:
        """How this table plays what the ruling leaves open."""
        agreed = self._agreed.get(ruling.game.value)
        if agreed is None:
            return None
        for choice in agreed.choices:
            if choice.name == ruling.choice:
                return reading(choice, agreed.now())
        return None


def chapters(of_book: Sequence[Heading]) -> dict[str, list[Heading]]:
    """A book's headings by chapter."""
    found: dict[str, list[Heading]] = {}
    for heading in of_book:
        found.setdefault(heading.cite.chapter, []).append(heading)
    return found


def _game(name: str) -> Game | None:
    return next((each for each in Game if each.value == name), None)
