"""Collects the cards read from some files, and all that could not be read, by name and line."""

from collections.abc import Iterable

import msgspec

from companion.names import FreeIds
from companion.warzone.cards.abilities import RuleText
from companion.warzone.cards.card import UnitCard, Weapon

MOST_UNREAD = 200


class FoundUnit(msgspec.Struct, frozen=True):
    """Holds a unit profile that was read, and its place.

    `profile` is its name there. The card has its entry's name, since profiles copied from another unit sometimes kept
    that one's.
    """

    card: UnitCard
    profile: str
    file: str
    line: int


class FoundWeapon(msgspec.Struct, frozen=True):
    """Holds a weapon's row that was read, and its place."""

    weapon: Weapon
    file: str
    line: int


class UnreadEntry(msgspec.Struct, frozen=True):
    """Describes something that could not be read: its name, where it stands (`line` from 1, or None), and why."""

    name: str
    file: str
    line: int | None
    message: str


class Reading(msgspec.Struct, frozen=True):
    """Holds what was read, in the order of the files.

    A profile that is in two files is there twice, a rule's text once.
    """

    units: tuple[FoundUnit, ...]
    weapons: tuple[FoundWeapon, ...]
    unread: tuple[UnreadEntry, ...]
    rules: tuple[RuleText, ...] = ()

    def cards(self, *, taken: Iterable[str] = ()) -> tuple[UnitCard, ...]:
        """Returns each unit once, under an id that is not `taken`.

        A unit in a catalogue and again among the game system's allies is one card, with the designations of both.
        """
        merged: dict[object, UnitCard] = {}
        for found in self.units:
            same = _essence(found.card)
            merged[same] = _merged(merged[same], found.card) if same in merged else found.card
        ids = FreeIds(taken)
        return tuple(
            msgspec.structs.replace(card, id=ids.after(card.name, otherwise="unit")) for card in merged.values()
        )


class Losses:
    """Collects what could not be read.

    It keeps the first place where a thing is missing, and the first MOST_UNREAD things.
    """

    def __init__(self) -> None:
        self._first: dict[tuple[str, str, str], UnreadEntry] = {}
        self._more = 0

    def tell(self, lost: UnreadEntry) -> None:
        key = (lost.name, lost.file, lost.message)
        if len(self._first) < MOST_UNREAD:
            self._first.setdefault(key, lost)
        elif key not in self._first:
            self._more += 1

    def entries(self) -> tuple[UnreadEntry, ...]:
        found = tuple(self._first.values())
        if not self._more:
            return found
        return (*found, UnreadEntry(f"{self._more} more", found[-1].file, None, "could not be read either"))


def _essence(card: UnitCard) -> object:
    """Returns what a card is apart from where it was found: two that agree in it are the same unit."""
    abilities = tuple(sorted(card.abilities, key=lambda each: each.name))
    weapons = tuple(sorted(card.weapons, key=lambda each: each.name))
    return msgspec.structs.replace(
        card, faction=None, type=card.name, designations=(), abilities=abilities, weapons=weapons
    )


def _merged(one: UnitCard, other: UnitCard) -> UnitCard:
    roles = {each.role for each in one.designations}
    added = tuple(each for each in other.designations if each.role not in roles)
    return msgspec.structs.replace(one, faction=one.faction or other.faction, designations=(*one.designations, *added))
