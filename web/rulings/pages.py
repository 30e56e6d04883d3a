"""The pages on which rulings are looked up and browsed. All work without JavaScript."""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from flask import Flask, Response, g, request

from companion.answers import Answer
from companion.choices import Chosen, reading
from companion.rulings.asked import Asked, Misses
from companion.rulings.ranking import Found
from companion.rulings.ruling import Game, Ruling
from companion.rulings.shelf import Shelf, nearest
from companion.table.agreed import Agreed
from web.http.render import page
from web.rulings.books import book_at, books_of
from web.rulings.lookup import Lookup, lookup
from web.rulings.now import LiveTable
from web.site.games import Games

SHOWN = 8
"""So many results a page: who needs more asks better."""

TYPING = "X-Typing"
"""The header of a question that is still being typed: it may yet become one that is answered."""


class RulingPages:
    """These only read, but that they remember what was asked; the table's own rulings are made on
    web.rulings.housepages."""

    def __init__(
        self,
        *,
        shelf: Shelf,
        games: Games,
        agreed: Mapping[str, Agreed[Any]],
        asked: Asked,
        misses: Misses,
        live: LiveTable,
    ) -> None:
        """`agreed` are the games' table choices by game."""
        self._shelf = shelf
        self._games = games
        self._agreed = agreed
        self._asked = asked
        self._misses = misses
        self._live = live

    def install(self, app: Flask) -> None:
        for rule, view in (
            ("/rulings", self.rulings_page),
            ("/rulings/book/<book>", self.book_page),
            ("/rulings/<id>", self.ruling_page),
        ):
            app.add_url_rule(rule, endpoint=view.__name__, view_func=view)

    def rulings_page(self) -> Response:
        look = self._look()
        return self._found(look) if look.question else self._home(look)

    def book_page(self, book: str) -> Response:
        found = book_at(self._shelf, book, chapter=request.args.get("chapter", ""))
        game = next(game for game in Game if any(each.href == found.href for each in books_of(self._shelf, game)))
        # What is asked on a book's page is asked of its game.
        return page("rulings_book.html", book=found, game="" if game is self._playing else game.value)

    def ruling_page(self, id: str) -> Response:
        """Opened from an answer, its address has the question: that it answers this is what the table has asked."""
        ruling = self._shelf.find(id)
        look = self._look()
        found = [each.ruling for each in self._search(look, self._now(look))]
        if ruling in found and g.seating is not None:
            self._asked.note(ruling)
            self._misses.opened(look.question, ruling, found)
        related = self._shelf.related(ruling)
        return page(
            "ruling.html",
            ruling=ruling,
            related=related,
            chosen=self._chosen(ruling),
            beside=self._shelf.beside(id),
            look=look,
            others=[each for each in found if each not in (ruling, *related)],
        )

    @property
    def _playing(self) -> Game:
        return Game(self._games.playing.name)

    def _look(self) -> Lookup:
        return lookup(request.args, playing=self._playing)

    def _now(self, look: Lookup) -> Answer | None:
        return self._live.answer(look.question, game=look.game)

    def _search(self, look: Lookup, now: Answer | None) -> list[Found]:
        """Where nobody has said which game is meant, and the table itself has no answer, another game than the one on
        it only as far as it comes first: then it is clearly the better answer."""
        here = look.game or self._playing
        only = look.game is not None and (bool(look.said) or now is not None)
        found = self._shelf.search(look.question, game=here, only=only, limit=SHOWN)
        before, of_here, after = _around(here, found)
        return [*before, *of_here] if look.game else [*before, *of_here, *after]

    def _found(self, look: Lookup) -> Response:
        here, now = look.game or self._playing, self._now(look)
        everything = self._search(look, now)
        found = [each for each in everything if each.fits]
        if not found and now is None and g.seating is not None and TYPING not in request.headers:
            self._misses.found_nothing(look.question, here)
        before, of_here, after = _around(here, found)
        told = f"In {here.title}" if before else ""
        groups = (("In other games", before), (told, of_here), ("In other games", after))
        return page(
            "rulings_found.html",
            look=look,
            count=len(found),
            groups=[(title, [each.ruling for each in rulings]) for title, rulings in groups if rulings],
            elsewhere=bool(before or after),
            now=now,
            nearest=[] if found or now else [each.ruling for each in everything],
            near=[] if everything or now else nearest(look.game).find(look.question),
        )

    def _home(self, look: Lookup) -> Response:
        playing = self._playing
        house = [each.ruling() for each in self._shelf.house()]
        return page(
            "rulings_home.html",
            look=look,
            asked=self._asked.lately(playing),
            books=books_of(self._shelf, playing),
            house=sorted(house, key=lambda each: each.game is not playing),
            elsewhere={game: books_of(self._shelf, game) for game in Game if game is not playing},
        )

    def _chosen(self, ruling: Ruling) -> Chosen | None:
        """How this table plays what the ruling leaves open."""
        agreed = self._agreed.get(ruling.game.value)
        if agreed is None:
            return None
        for choice in agreed.choices:
            if choice.name == ruling.choice:
                return reading(choice, agreed.now())
        return None


def _around(here: Game, found: Sequence[Found]) -> tuple[list[Found], list[Found], list[Found]]:
    """Other games' rulings that come before the first of this game's, this game's, and the other games' others."""
    before = list(takewhile(lambda each: each.ruling.game is not here, found))
    return (
        before,
        [each for each in found if each.ruling.game is here],
        [each for each in found[len(before) :] if each.ruling.game is not here],
    )
