"""The rulings by book and heading: for browsing, and for finding the ruling that a ledger's line names."""

import re
from collections.abc import Collection, Iterable, Sequence

import msgspec

from companion.rulings.ruling import Cite, Game, Ruling


class Heading(msgspec.Struct, frozen=True):
    """A heading of a book, the game it is of, and the rulings that it gives rise to."""

    cite: Cite
    game: Game
    rulings: tuple[Ruling, ...]


class Headings:
    """Every heading that some ruling is from. Immutable."""

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
        """A book's headings, in the order in which the files have them; none of a book that nobody knows."""
        return [each for each in self._all if each.cite.book == book]

    def of_games(self, games: Collection[Game]) -> Sequence[Heading]:
        """The headings of these games' books."""
        return [each for each in self._all if each.game in games]

    def cited(self, source: str, game: Game) -> Heading | None:
        """The heading that a ledger names: "Book, Heading", or for one of `game`'s the heading alone, without its
        last words in brackets, or with a book that goes by another name here. "Book, Heading: Hills" has of its rulings
        only those that ask of Hills. None where no ruling is from there."""
        whole, _, part = source.partition(": ")
        heading = self._heading(source, game) or self._heading(whole, game)
        if heading is None or not part:
            return heading
        asked = tuple(each for each in heading.rulings if part.casefold() in each.question.casefold())
        return msgspec.structs.replace(heading, rulings=asked or heading.rulings)

    def _heading(self, source: str, game: Game) -> Heading | None:
        _, _, section = source.partition(", ")
        tried = (source, _of_game(game, source), _of_game(game, section))
        return next((self._by_source[_plain(each)] for each in tried if _plain(each) in self._by_source), None)


def _without_brackets(headings: Iterable[Heading]) -> dict[str, list[Heading]]:
    """By what a sum calls them: "Escort" for "Escort (Either Force)"."""
    found: dict[str, list[Heading]] = {}
    for heading in headings:
        short, bracket, _ = heading.cite.section.partition(" (")
        if bracket:
            found.setdefault(_plain(_of_game(heading.game, short)), []).append(heading)
    return found


def _of_game(game: Game, section: str) -> str:
    return f"{game.value} only {section}"


def _plain(source: str) -> str:
    """Capitals, dots and spaces differ between a heading as printed and as it is cited."""
    return re.sub(r"[^a-z0-9]+", " ", source.casefold()).strip()
