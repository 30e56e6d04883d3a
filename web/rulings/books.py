"""Books as their pages list them: chapter by chapter, heading by heading."""

from collections.abc import Sequence

import msgspec

from companion.rulings.ruling import Game
from companion.rulings.shelf import Heading, Shelf, headings
from companion.table.errors import NotHere
from web.rulings.links import book_href, slug


class Chapter(msgspec.Struct, frozen=True):
    """A chapter and its headings in the book's order. `open`: it is what the page was opened for."""

    title: str
    headings: tuple[Heading, ...]
    open: bool

    @property
    def questions(self) -> int:
        """How many there are under all its headings."""
        return sum(len(each.rulings) for each in self.headings)


class Book(msgspec.Struct, frozen=True):
    title: str
    href: str
    chapters: tuple[Chapter, ...]


def books_of(shelf: Shelf, game: Game) -> Sequence[Book]:
    """Every book of a game, closed."""
    return [_book(title) for title in shelf.books()[game]]


def book_at(shelf: Shelf, name: str, *, chapter: str) -> Book:
    """The book that goes by `name` in its address, open at the chapter that goes by `chapter`. Raises NotHere."""
    for books in shelf.books().values():
        for title in books:
            if slug(title) == name:
                return _book(title, chapter=chapter)
    raise NotHere("book", name)


def _book(title: str, *, chapter: str = "") -> Book:
    found: dict[str, list[Heading]] = {}
    for heading in headings().of_book(title):
        found.setdefault(heading.cite.chapter, []).append(heading)
    chapters = (Chapter(name, tuple(under), slug(name) == chapter) for name, under in found.items())
    return Book(title, book_href(title), tuple(chapters))
