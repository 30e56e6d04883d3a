"""What was sent as files, and what was read out of them."""

from typing import Annotated

import msgspec

from companion.fields.invalid import Invalid
from companion.system.confined import Told
from companion.warzone.battlescribe.reader import read_files
from companion.warzone.battlescribe.reading import Unread
from companion.warzone.cards.card import UnitCard
from companion.warzone.cards.card_file import LARGEST, CardFile, file_of, read_card
from companion.warzone.cards.link import link_text
from companion.warzone.cards.rule_text import RuleText, of_cards

MOST_FILES = 12
LONGEST_NAME = 120
LARGEST_FILE = 1024 * 1024


class CatalogueFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of BattleScribe's or New Recruit's files, in base64; or a card's (.toml)."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
    data: Annotated[bytes, msgspec.Meta(max_length=LARGEST_FILE)]


class Files(msgspec.Struct, frozen=True):
    """Files that belong together."""

    files: Annotated[tuple[CatalogueFile, ...], msgspec.Meta(min_length=1, max_length=MOST_FILES)]


class FoundCard(msgspec.Struct, frozen=True):
    """A card, and the text that its link has."""

    card: CardFile
    link: str


class Found(msgspec.Struct, frozen=True):
    """What was read and what was not; `weapons` is how many rows of weapons there were. `rules` is for the table alone:
    no page and no answer tells it."""

    cards: tuple[FoundCard, ...] = ()
    weapons: int = 0
    unread: tuple[Unread, ...] = ()
    rules: tuple[RuleText, ...] = ()


def found(card: UnitCard) -> FoundCard:
    return FoundCard(file_of(card), link_text(card))


def read(request: bytes, told: Told) -> Found:
    """The cards in the files that a request (the JSON of Files) carries: those of card files first. Raises FileError
    where there is more in one than a table takes."""
    sent = msgspec.json.decode(request, type=Files).files
    ours = [each for each in sent if each.name.casefold().endswith(".toml")]
    cards: list[UnitCard] = []
    unread: list[Unread] = []
    for file in ours:
        try:
            cards.append(_card(file))
        except Invalid as error:
            unread.append(Unread(file.name, file.name, error.line, str(error.error)))
    reading = read_files({file.name: file.data for file in sent if file not in ours}, told=told)
    every = (*cards, *reading.cards())
    return Found(
        cards=tuple(found(card) for card in every),
        weapons=len(reading.weapons),
        unread=(*unread, *reading.unread),
        rules=of_cards(reading.rules, every),
    )


def _card(file: CatalogueFile) -> UnitCard:
    if len(file.data) > LARGEST:
        raise Invalid("", f"a card has no more than {LARGEST} characters")
    return read_card(file.data.decode(errors="replace"))
