"""Serves the pages on which rulings are looked up and browsed, and on which a table keeps its own."""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any
from urllib.parse import urlencode

import msgspec
from flask import Flask, Response, flash, g, make_response, redirect, request
from werkzeug.datastructures import MultiDict

from companion.answers import TableAnswer
from companion.choices import Chosen, reading
from companion.fields.invalid import Invalid
from companion.games import RuledGame
from companion.rulings.history import AskedQuestions, Misses
from companion.rulings.ranking import FoundRuling
from companion.rulings.ruling import LONGEST_ANSWER, LONGEST_QUESTION, Heading, HouseRuling, Ruling, house_id
from companion.rulings.shelf import Shelf, headings, nearest
from companion.rulings.words import LONGEST_TEXT
from companion.table.errors import NotHere, Refused
from companion.table.rule_choices import AgreedChoices
from web.http import endpoint as codec
from web.http.render import page
from web.rulings.api import LiveTable, toml_file
from web.rulings.links import book_href, ruling_href, slug
from web.site.games import Games

# A question as a page's address has it.

ALL = "all"


class Lookup(msgspec.Struct, frozen=True):
    """Describes a question. `game` is where to look, None for all games. `said` is what the address has of that; empty
    for the game on the table."""

    question: str
    game: RuledGame | None
    said: str

    @property
    def query(self) -> str:
        """Returns the same question in another page's address."""
        return urlencode({"q": self.question} | ({"game": self.said} if self.said else {}))


def lookup(given: MultiDict[str, str], *, playing: RuledGame) -> Lookup:
    """Returns the question, which may be any text, cut off at the longest length. An unknown game counts as the one
    that the question names, or else as the one on the table."""
    question = given.get("q", "")[:LONGEST_TEXT].strip()
    said = given.get("game", "")
    if said == ALL:
        return Lookup(question, None, said)
    named = known_game(said) or called_game(question)
    return Lookup(question, named or playing, named.value if named else "")


def called_game(question: str) -> RuledGame | None:
    """Returns the game that a question names as its box does, in one word or two; None where it names none, or
    several."""
    run = "".join(question.lower().split())
    called = [each for each in RuledGame if each.value in run]
    return called[0] if len(called) == 1 else None


def known_game(name: str) -> RuledGame | None:
    return next((each for each in RuledGame if each.value == name), None)


# Books as their pages list them: chapter by chapter, heading by heading.


class RulingsChapter(msgspec.Struct, frozen=True):
    """Describes a chapter and its headings in the book's order. `open` says that the page was opened for it."""

    title: str
    headings: tuple[Heading, ...]
    open: bool

    @property
    def questions(self) -> int:
        """Returns how many there are under all its headings."""
        return sum(len(each.rulings) for each in self.headings)


class RulingsBook(msgspec.Struct, frozen=True):
    title: str
    href: str
    chapters: tuple[RulingsChapter, ...]


def books_of(shelf: Shelf, game: RuledGame) -> Sequence[RulingsBook]:
    """Returns every book of a game, closed."""
    return [_book(title) for title in shelf.books()[game]]


def book_at(shelf: Shelf, name: str, *, chapter: str) -> RulingsBook:
    """Returns the book with that `name` in its address, open at the chapter with that `chapter`. Raises NotHere."""
    for books in shelf.books().values():
        for title in books:
            if slug(title) == name:
                return _book(title, chapter=chapter)
    raise NotHere("book", name)


def _book(title: str, *, chapter: str = "") -> RulingsBook:
    found: dict[str, list[Heading]] = {}
    for heading in headings().of_book(title):
        found.setdefault(heading.cite.chapter, []).append(heading)
    chapters = (RulingsChapter(name, tuple(under), slug(name) == chapter) for name, under in found.items())
    return RulingsBook(title, book_href(title), tuple(chapters))


# The pages on which rulings are looked up and browsed. All work without JavaScript.

SHOWN = 8
"""Limits the results of a page: a player who needs more can ask more precisely."""

TYPING = "X-Typing"
"""Is the header of a question that is still being typed: it may yet become one with an answer."""


class RulingPages:
    """Serves these pages. They only read, but remember what was asked. HousePages makes the table's own rulings."""

    def __init__(
        self,
        *,
        shelf: Shelf,
        games: Games,
        agreed: Mapping[str, AgreedChoices[Any]],
        asked: AskedQuestions,
        misses: Misses,
        live: LiveTable,
    ) -> None:
        """Takes `agreed`, the games' rule choices by game."""
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
        return self._result_page(look) if look.question else self._home(look)

    def book_page(self, book: str) -> Response:
        found = book_at(self._shelf, book, chapter=request.args.get("chapter", ""))
        game = next(game for game in RuledGame if any(each.href == found.href for each in books_of(self._shelf, game)))
        # A question on a book's page is put to its game.
        return page("rulings_book.html", book=found, game="" if game is self._playing else game.value)

    def ruling_page(self, id: str) -> Response:
        """Returns the ruling's page. Opened from an answer, its address has the question: its side has asked that."""
        ruling = self._shelf.find(id)
        look = self._look()
        found = [each.ruling for each in self._search(look, self._now(look))]
        if ruling in found and g.seating is not None:
            self._asked.note(ruling, g.seating.seat.value)
            self._misses.note_opened(look.question, ruling, found)
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
    def _playing(self) -> RuledGame:
        return RuledGame(self._games.playing.name)

    def _look(self) -> Lookup:
        return lookup(request.args, playing=self._playing)

    def _now(self, look: Lookup) -> TableAnswer | None:
        return self._live.answer(look.question, game=look.game)

    def _search(self, look: Lookup, now: TableAnswer | None) -> list[FoundRuling]:
        """Returns the rulings found.

        Where the question names no game and the table itself has no answer, another game's rulings come only as far as
        they rank first. Then they are clearly the better answer.
        """
        here = look.game or self._playing
        only = look.game is not None and (bool(look.said) or now is not None)
        found = self._shelf.search(look.question, game=here, only=only, limit=SHOWN)
        before, of_here, after = _around(here, found)
        return [*before, *of_here] if look.game else [*before, *of_here, *after]

    def _result_page(self, look: Lookup) -> Response:
        here, now = look.game or self._playing, self._now(look)
        everything = self._search(look, now)
        found = [each for each in everything if each.fits]
        printed = self._games.all[here.value].printed(look.question)
        if not (found or now or printed) and g.seating is not None and TYPING not in request.headers:
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
            printed=printed,
            nearest=[] if found or now or printed else [each.ruling for each in everything],
            near=[] if everything or now or printed else nearest(look.game).find(look.question),
        )

    def _home(self, look: Lookup) -> Response:
        playing = self._playing
        house = [each.ruling() for each in self._shelf.house()]
        return page(
            "rulings_home.html",
            look=look,
            asked=self._asked.lately(playing, g.seating.seat.value) if g.seating is not None else [],
            books=books_of(self._shelf, playing),
            house=sorted(house, key=lambda each: each.game is not playing),
            elsewhere={game: books_of(self._shelf, game) for game in RuledGame if game is not playing},
        )

    def _chosen(self, ruling: Ruling) -> Chosen | None:
        """Returns how this table plays what the ruling leaves open."""
        agreed = self._agreed.get(ruling.game.value)
        if agreed is None:
            return None
        for choice in agreed.choices:
            if choice.name == ruling.choice:
                return reading(choice, agreed.now())
        return None


def _around(
    here: RuledGame, found: Sequence[FoundRuling]
) -> tuple[list[FoundRuling], list[FoundRuling], list[FoundRuling]]:
    """Returns other games' rulings that come before the first of this game's, this game's, and the other games'
    others."""
    before = list(takewhile(lambda each: each.ruling.game is not here, found))
    return (
        before,
        [each for each in found if each.ruling.game is here],
        [each for each in found[len(before) :] if each.ruling.game is not here],
    )


# The pages on which joined phones add, change and remove the table's own rulings. All work without JavaScript.

_SAY = {"question": "Write the question.", "answer": "Write the answer."}


class HousePages:
    """Serves these pages, which make their own changes."""

    def __init__(self, *, shelf: Shelf, games: Games) -> None:
        self._shelf = shelf
        self._games = games

    def install(self, app: Flask) -> None:
        for rule, view, method in (
            ("/rulings/house/new", self.house_new_page, "GET"),
            ("/rulings/house.toml", self.house_file, "GET"),
            ("/rulings/<id>/change", self.house_change_page, "GET"),
            ("/rulings/house", self.house_form, "POST"),
            ("/rulings/<id>/remove", self.house_remove_form, "POST"),
        ):
            app.add_url_rule(rule, endpoint=view.__name__, view_func=view, methods=[method])

    def house_new_page(self) -> Response:
        """Returns the form, beside the ruling `about`, or for `game`, else for the one being played.

        It fills in a `question` that had no answer, as much of it as a house ruling may ask.
        """
        about = request.args.get("about", "")
        named = self._shelf.find(about).game if about else known_game(request.args.get("game", ""))
        game = named.value if named else self._games.playing.name
        question = request.args.get("question", "")[:LONGEST_QUESTION].strip()
        return self._form({"game": game, "about": about, "question": question})

    def house_change_page(self, id: str) -> Response:
        return self._form(msgspec.to_builtins(self._shelf.find_house(id)))

    def house_file(self) -> Response:
        return toml_file(self._shelf.house())

    def house_form(self) -> Response:
        filled = {name: value.strip() for name, value in request.form.items()}
        try:
            for name, say in _SAY.items():
                if not filled.get(name):
                    raise Invalid(name, say)
            taken = [each.id for each in self._shelf.house()]
            filled["id"] = filled.get("id") or house_id(filled["question"], taken)
            ruling = codec.from_form(filled.items(), HouseRuling)
            self._shelf.save(ruling, source=g.source)
        except (Invalid, Refused) as error:
            wrong = error.message if isinstance(error, Invalid) else str(error)
            return self._form(dict(request.form.items()), wrong=wrong, status=422)
        return make_response(redirect(ruling_href(ruling.about or ruling.id), 303))

    def house_remove_form(self, id: str) -> Response:
        try:
            self._shelf.remove(id, source=g.source)
        except Refused as refused:
            flash(str(refused), "refused")
            return make_response(redirect(ruling_href(id), 303))
        return make_response(redirect("/rulings", 303))

    def _form(self, filled: Mapping[str, str], *, wrong: str = "", status: int = 200) -> Response:
        about = filled.get("about", "")
        return page(
            "ruling_house.html",
            status=status,
            filled=filled,
            about=self._shelf.find(about) if about else None,
            games=list(RuledGame),
            longest={"question": LONGEST_QUESTION, "answer": LONGEST_ANSWER},
            wrong=wrong,
        )
