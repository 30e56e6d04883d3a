"""Holds the files that were sent, and the cards read from them."""

from collections.abc import Callable, Iterable
from typing import Annotated

import msgspec

from companion.clock import SystemClock
from companion.fields.decode import decoder_of
from companion.fields.invalid import Invalid
from companion.system.sandbox import Told
from companion.system.worker import Job, Jobs, Worker
from companion.warzone.battlescribe.reader import read_files
from companion.warzone.battlescribe.reading import UnreadEntry
from companion.warzone.cards.abilities import RuleText, of_cards
from companion.warzone.cards.card import UnitCard
from companion.warzone.cards.card_file import LARGEST, CardFile, file_of, link_text, read_card

MOST_FILES = 12
LONGEST_NAME = 120
LARGEST_FILE = 1024 * 1024


class CatalogueFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Holds one of BattleScribe's or New Recruit's files, or a card's (.toml), in base64."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
    data: Annotated[bytes, msgspec.Meta(max_length=LARGEST_FILE)]


class Files(msgspec.Struct, frozen=True):
    """Files that belong together."""

    files: Annotated[tuple[CatalogueFile, ...], msgspec.Meta(min_length=1, max_length=MOST_FILES)]


class FoundCard(msgspec.Struct, frozen=True):
    """Holds a card, and its text for a link."""

    card: CardFile
    link: str


class Found(msgspec.Struct, frozen=True):
    """Holds what was read and what was not.

    `weapons` is the number of weapons' rows. `rules` stays at the table: no page and no answer shows it.
    """

    cards: tuple[FoundCard, ...] = ()
    weapons: int = 0
    unread: tuple[UnreadEntry, ...] = ()
    rules: tuple[RuleText, ...] = ()


def found_card(card: UnitCard) -> FoundCard:
    return FoundCard(file_of(card), link_text(card))


def read(request: bytes, told: Told) -> Found:
    """Reads the cards in the files of a request (the JSON of Files), card files first.

    Raises FileError where a file has more than a table takes.
    """
    sent = decoder_of(Files).decode(request).files
    ours = [each for each in sent if each.name.casefold().endswith(".toml")]
    cards: list[UnitCard] = []
    unread: list[UnreadEntry] = []
    for file in ours:
        try:
            cards.append(_card(file))
        except Invalid as error:
            unread.append(UnreadEntry(file.name, file.name, error.line, str(error.error)))
    reading = read_files({file.name: file.data for file in sent if file not in ours}, told=told)
    every = (*cards, *reading.cards())
    return Found(
        cards=tuple(found_card(card) for card in every),
        weapons=len(reading.weapons),
        unread=(*unread, *reading.unread),
        rules=of_cards(reading.rules, every),
    )


def _card(file: CatalogueFile) -> UnitCard:
    if len(file.data) > LARGEST:
        raise Invalid("", f"a card has no more than {LARGEST} characters")
    return read_card(file.data.decode(errors="replace"))


# Imports on their way: the only way in which files become cards.

MODULE = "companion.warzone.imports"
TIME_S = 60
"""Goes by the clock on the wall, with other work of the machine's in between."""


class Imports:
    """Reads files in a worker. Any thread may call."""

    def __init__(self, *, stopped: Callable[[], bool]) -> None:
        """`stopped`: whether the table is, and with it all that is on its way."""
        clock = SystemClock()
        self._worker = Worker(MODULE, clock=clock, time_s=TIME_S)
        self._jobs: Jobs[Found] = Jobs(self._read, clock=clock, stopped=stopped)

    def begin(self, files: Iterable[CatalogueFile]) -> Job[Found]:
        """Raises Invalid, and Busy where others are waiting."""
        sent = tuple(files)
        if len(sent) > MOST_FILES:
            raise Invalid("files", f"choose no more than {MOST_FILES} at once")
        return self._jobs.begin(msgspec.json.encode(Files(sent)))

    def find(self, id: str) -> Job[Found] | None:
        """Returns None once no import has that id."""
        return self._jobs.find(id)

    def _read(self, request: bytes, told: Told, stopped: Callable[[], bool]) -> Found:
        return decoder_of(Found).decode(self._worker.work(request, told=told, stopped=stopped))
