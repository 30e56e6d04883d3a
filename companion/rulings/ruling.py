"""Describes a ruling, the chapters that rulings come in, and what players have agreed on at this table."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from importlib import resources
from typing import Annotated

import msgspec

from companion.clock import breathe
from companion.errors import FileError
from companion.fields.characters import LINES
from companion.fields.decode import from_file
from companion.fields.invalid import Invalid
from companion.games import RuledGame
from companion.names import untaken
from companion.toml.reading import read_toml
from companion.toml.writing import dumps

# A ruling: a question as it comes up at the table, and the answer to read out.


class Cite(msgspec.Struct, frozen=True):
    """Says where a ruling is from: `section` is the heading as the book prints it, `page` None where the book has
    none."""

    book: str
    chapter: str
    section: str
    page: int | None = None


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """Says what one heading of a rulebook, or the table itself, says to one question.

    `also` are other places that say the same, `asked` other ways to ask, `see` the ids of related rulings. `link` is
    the address of a calculator with the case filled in.

    `choice` is the rule choice on which the answer depends because printings differ or the book is silent. `case` says
    what came first, as companion.rulings.query reads it. `house` marks the table's own, added by its players.
    """

    id: str
    game: RuledGame
    question: str
    answer: str
    cite: Cite
    also: tuple[Cite, ...] = ()
    asked: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    link: str | None = None
    choice: str | None = None
    case: tuple[str, ...] = ()
    house: bool = False


# Checks rulings that can be read but not used: these checks look across files.

MOST_SENTENCES = 4
_END = re.compile(r"[.!?][\"”’)]*(?=\s|$)")
_ABBREVIATED = re.compile(r"\b(e\.g|i\.e|vs|etc)\.")


def faults(rulings: Iterable[Ruling]) -> list[str]:
    """Returns each fault as a sentence that begins with the ruling's id; none where all is well."""
    known = list(rulings)
    ids = Counter(each.id for each in known)
    twice = [f"{id}: there are {count} rulings of this id" for id, count in ids.items() if count > 1]
    asked: dict[tuple[object, str], str] = {}
    for each in known:
        for fault in _faults(each, ids):
            twice.append(f"{each.id}: {fault}")
        for question in {each.question.casefold(), *(other.casefold() for other in each.asked)}:
            first = asked.setdefault((each.game, question), each.id)
            if first != each.id:
                twice.append(f"{each.id}: asks what {first} asks: {question}")
    return twice


def sentences(text: str) -> int:
    """Returns how many sentences a text has."""
    return len(_END.findall(_ABBREVIATED.sub("", text)))


def _faults(ruling: Ruling, ids: Counter[str]) -> Iterator[str]:
    if not 1 <= sentences(ruling.answer) <= MOST_SENTENCES:
        yield f"its answer has {sentences(ruling.answer)} sentences, and may have one to {MOST_SENTENCES}"
    if _END.search(ruling.answer[-2:]) is None:
        yield "its answer does not end with a sentence"
    for other in ruling.see:
        if other not in ids:
            yield f"there is no ruling {other} to see"
        elif other == ruling.id:
            yield "sees itself"
    if ruling.link is not None and not ruling.link.startswith("/"):
        yield f"its link {ruling.link} is no address of this site"


# One chapter of a rulebook as a file: TOML that people can read, correct and add to.

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
    """Describes another place that says the same. It has book and chapter only where they differ from the file's."""

    section: Text
    book: Text | None = None
    chapter: Text | None = None
    page: Page | None = None


class _Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Describes a ruling as its chapter's file has it."""

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
    """Describes a chapter's file. `order` sorts a book's chapters as the book does."""

    book: Text
    chapter: Text
    order: Page
    ruling: Annotated[tuple[_Entry, ...], MANY]


class Chapter(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a chapter of a game's rulebook, its rulings in the file's order."""

    game: RuledGame
    book: str
    title: str
    order: int
    rulings: tuple[Ruling, ...]


def read_chapter(text: str, *, game: RuledGame, file: str) -> Chapter:
    """Returns the chapter that a TOML text is. `file` names it in errors. Raises FileError."""
    breathe()
    try:
        content = read_toml(text, lambda data: from_file(data, _File))
    except Invalid as error:
        raise FileError(file, str(error.error), error.line) from error
    rulings = tuple(_ruling(entry, content, game) for entry in content.ruling)
    return Chapter(game=game, book=content.book, title=content.chapter, order=content.order, rulings=rulings)


def _ruling(entry: _Entry, file: _File, game: RuledGame) -> Ruling:
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


# The rulings that come with Warglass: companion/rulings/content, a folder a game, a file a chapter.


def chapters() -> tuple[Chapter, ...]:
    """Returns every chapter: game by game, in each its books by name, their chapters in order. Raises FileError."""
    content = resources.files("companion.rulings").joinpath("content")
    found = []
    for game in RuledGame:
        folder = content.joinpath(game.value)
        files = folder.iterdir() if folder.is_dir() else ()
        of_game = [
            read_chapter(file.read_text(encoding="utf-8"), game=game, file=f"{game.value}/{file.name}")
            for file in files
            if file.name.endswith(".toml")
        ]
        found += sorted(of_game, key=lambda each: (each.book, each.order))
    return tuple(found)


# House rulings: what the players at this table have agreed on, beside what the books say.

BOOK = "House rulings"
LONGEST_QUESTION = 200
LONGEST_ANSWER = 1000
_PREFIX = "house-"
_LONGEST_ID = 60

HouseId = Annotated[
    str,
    msgspec.Meta(
        pattern="^house-[a-z0-9]+(-[a-z0-9]+)*$",
        max_length=_LONGEST_ID,
        description="Small letters and digits after house-, with single hyphens between",
    ),
]


class HouseRuling(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Describes a ruling of the table's own. `about` is the id of the book's ruling that it belongs to, if there is
    one."""

    id: HouseId
    game: RuledGame
    question: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_QUESTION)]
    answer: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_ANSWER), LINES]
    about: Id | None = None

    def ruling(self) -> Ruling:
        """Returns it as any other ruling, marked as the table's own."""
        return Ruling(
            id=self.id,
            game=self.game,
            question=self.question,
            answer=self.answer,
            cite=Cite(BOOK, self.game.title, "At this table"),
            see=(self.about,) if self.about else (),
            house=True,
        )


def house_id(question: str, taken: Collection[str]) -> str:
    """Returns an id that is not in `taken`: the question's words, and a number where it needs one."""
    words = re.sub(r"[^a-z0-9]+", "-", question.casefold()).strip("-")[: _LONGEST_ID - 12].strip("-")
    return untaken(f"{_PREFIX}{words or 'ruling'}", taken)


def exported(rulings: Iterable[HouseRuling]) -> str:
    """Returns all of them as one TOML text."""
    return dumps({"ruling": [msgspec.to_builtins(each) for each in rulings]})


# The rulings by book and heading: for browsing, and for finding the ruling that a ledger's line names.


class Heading(msgspec.Struct, frozen=True):
    """Describes a heading of a book, its game, and the rulings that come from it."""

    cite: Cite
    game: RuledGame
    rulings: tuple[Ruling, ...]


class Headings:
    """Lists every heading that some ruling is from. Immutable."""

    def __init__(self, rulings: Iterable[Ruling]) -> None:
        known = tuple(rulings)
        found: dict[tuple[str, str, str], Heading] = {}
        first = [(each.cite, each) for each in known]
        for cite, ruling in (*first, *((cite, each) for each in known for cite in each.also)):
            place = (cite.book, cite.chapter, cite.section)
            heading = found.get(place, Heading(cite, ruling.game, ()))
            found[place] = Heading(heading.cite, heading.game, (*heading.rulings, ruling))
        self._all = tuple(found.values())
        self._by_source: dict[str, Heading] = {}
        for heading in self._all:
            for source in (f"{heading.cite.book} {heading.cite.section}", _of_game(heading.game, heading.cite.section)):
                self._by_source.setdefault(_plain(source), heading)
        for source, headings in _without_brackets(self._all).items():
            if len(headings) == 1:
                self._by_source.setdefault(source, headings[0])

    def of_book(self, book: str) -> Sequence[Heading]:
        """Returns a book's headings, in the order in which the files have them; none for an unknown book."""
        return [each for each in self._all if each.cite.book == book]

    def of_games(self, games: Collection[RuledGame]) -> Sequence[Heading]:
        """Returns the headings of these games' books."""
        return [each for each in self._all if each.game in games]

    def cited(self, source: str, game: RuledGame) -> Heading | None:
        """Returns the heading that a ledger names; None where no ruling is from there.

        A ledger writes "Book, Heading". For one of `game`'s it may write the heading alone, without its last words in
        brackets, or with another name of the book. "Book, Heading: Hills" has of its rulings only those that ask about
        Hills.
        """
        whole, _, part = source.partition(": ")
        heading = self._heading(source, game) or self._heading(whole, game)
        if heading is None or not part:
            return heading
        asked = tuple(each for each in heading.rulings if part.casefold() in each.question.casefold())
        return msgspec.structs.replace(heading, rulings=asked or heading.rulings)

    def _heading(self, source: str, game: RuledGame) -> Heading | None:
        _, _, section = source.partition(", ")
        tried = (source, _of_game(game, source), _of_game(game, section))
        return next((self._by_source[_plain(each)] for each in tried if _plain(each) in self._by_source), None)


def _without_brackets(headings: Iterable[Heading]) -> dict[str, list[Heading]]:
    """Returns them by what a sum calls them: "Escort" for "Escort (Either Force)"."""
    found: dict[str, list[Heading]] = {}
    for heading in headings:
        short, bracket, _ = heading.cite.section.partition(" (")
        if bracket:
            found.setdefault(_plain(_of_game(heading.game, short)), []).append(heading)
    return found


def _of_game(game: RuledGame, section: str) -> str:
    return f"{game.value} only {section}"


def _plain(source: str) -> str:
    """Returns the text without capitals, dots and spaces, which differ between a heading as printed and as it is
    cited."""
    return re.sub(r"[^a-z0-9]+", " ", source.casefold()).strip()
