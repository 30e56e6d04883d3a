"""Cards that were read from files as their page lists them: by Faction, with what the table has of each already."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import groupby

import msgspec

from companion.warzone.cards.card import UnitCard
from companion.warzone.cards.card_file import CardFile, file_of
from companion.warzone.cards.kept import Print, print_of
from companion.warzone.imports.files import FoundCard

SAID_NOTHING = "No Faction said"


@dataclass(frozen=True)
class Row:
    """One card that was read. `kept`: what of it is kept here, in words; empty where it is new."""

    card: CardFile
    link: str
    kept: str
    ticked: bool


@dataclass(frozen=True)
class Group:
    """The cards of a Faction."""

    faction: str
    rows: tuple[Row, ...]


def groups(found: Iterable[FoundCard], kept: Mapping[Print, UnitCard], ticked: AbstractSet[str]) -> list[Group]:
    """The cards by Faction, those ticked whose links are."""
    ordered = sorted(found, key=lambda each: (faction(each), each.card.name.casefold()))
    rows = ((faction(each), Row(each.card, each.link, _kept(each.card, kept), each.link in ticked)) for each in ordered)
    return [Group(name, tuple(row for _, row in some)) for name, some in groupby(rows, key=lambda each: each[0])]


def faction(found: FoundCard) -> str:
    """The group that a card is in."""
    return found.card.faction.value if found.card.faction else SAID_NOTHING


def ticked(found: Iterable[FoundCard], before: Iterable[str], tick: str) -> set[str]:
    """The links that are ticked after a tap on a button: `all` or `none`, of a Faction as in `none:Bauhaus` or of
    all."""
    what, _, of = tick.partition(":")
    meant = {each.link for each in found if of in ("", faction(each))}
    return set(before) | meant if what == "all" else set(before) - meant


def _kept(card: CardFile, kept: Mapping[Print, UnitCard]) -> str:
    mine = kept.get(print_of(card))
    if mine is None:
        return ""
    same = msgspec.structs.replace(card, id=mine.id) == file_of(mine)
    return "you have it as it is" if same else "in place of the one you have"
