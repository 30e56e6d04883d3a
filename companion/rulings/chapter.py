"""One chapter of a rulebook as a file: TOML that people can read, correct and add to."""

from typing import Annotated

import msgspec

from companion.errors import FileError
from companion.fields.characters import LINES
from companion.fields.decode import from_file
from companion.fields.invalid import Invalid
from companion.rulings.ruling import Cite, Game, Ruling
from companion.toml.reading import read_toml

Text = Annotated[str, msgspec.Meta(min_length=1, max_length=4000), LINES]
Page = Annotated[int, msgspec.Meta(ge=1, le=9999)]
MANY = msgspec.Meta(max_length=200)
Id = Annotated[
    str,
    msgspec.Meta(
        pattern="^[a-z0-9]+(-[a-z0-9]+)*$",
        max_length=80,
        description="Small letters and digits, with single hyphens between",
    ),
]


class _Place(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another place that says the same; book and chapter only where they are not the file's."""

    section: Text
    book: Text | None = None
    chapter: Text | None = None
    page: Page | None = None


class _Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ruling as its chapter's file has it."""

    id: Id
    question: Text
    answer: Text
    section: Text
    page: Page | None = None
    also: Annotated[tuple[_Place, ...], MANY] = ()
    asked: Annotated[tuple[Text, ...], MANY] = ()
    see: Annotated[tuple[Id, ...], MANY] = ()
    link: Text | None = None
    choice: Text | None = None
    case: Annotated[tuple[Text, ...], MANY] = ()


class _File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`order` sorts a book's chapters as the book does."""

    book: Text
    chapter: Text
    order: Page
    ruling: Annotated[tuple[_Entry, ...], MANY]


class Chapter(msgspec.Struct, frozen=True, kw_only=True):
    """A chapter of a game's rulebook, its rulings in the file's order."""

    game: Game
    book: str
    title: str
    order: int
    rulings: tuple[Ruling, ...]


def read_chapter(text: str, *, game: Game, file: str) -> Chapter:
    """The chapter that a TOML text is. `file` is what its errors call it. Raises FileError."""
    try:
        content = read_toml(text, lambda data: from_file(data, _File))
    except Invalid as error:
        raise FileError(file, str(error.error), error.line) from error
    rulings = tuple(_ruling(entry, content, game) for entry in content.ruling)
    return Chapter(game=game, book=content.book, title=content.chapter, order=content.order, rulings=rulings)


def _ruling(entry: _Entry, file: _File, game: Game) -> Ruling:
    return Ruling(
        id=entry.id,
        game=game,
        question=entry.question,
        answer=entry.answer,
        cite=Cite(file.book, file.chapter, entry.section, entry.page),
        also=tuple(
            Cite(each.book or file.book, each.chapter or file.chapter, each.section, each.page) for each in entry.also
        ),
        asked=entry.asked,
        see=entry.see,
        link=entry.link,
        choice=entry.choice,
        case=entry.case,
    )
