"""Reads files that belong together, from the first weapon to the last unit."""

import math
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from companion.errors import FileError
from companion.fields.invalid import Invalid
from companion.fields.numbers import decimal, whole
from companion.fields.words import clipped
from companion.warzone.battlescribe import profiles
from companion.warzone.battlescribe.catalogue import HOLDERS, Broken, Catalogue, File
from companion.warzone.battlescribe.document import MOST_ELEMENTS, Element, parsed
from companion.warzone.battlescribe.reading import FoundUnit, FoundWeapon, Reading, Unread
from companion.warzone.battlescribe.roles import ROLE_NAMES, designations, faction, unit_type
from companion.warzone.cards.card import Role, UnitCard
from companion.warzone.cards.card_file import checked
from companion.warzone.cards.factions import Faction
from companion.warzone.cards.weapon import Ability, Weapon

ABSENT = "is in none of these files: read the game system's (.gst) together with this"

_ALLIED = {Role.SECONDING: Faction.BROTHERHOOD, Role.ADVISOR: Faction.CARTEL}
"""Whose units these allies are (Chapter 12, Ally Designations); a Dark Cult's Faction is not said there."""


def read_files(files: Mapping[str, bytes]) -> Reading:
    """Reads files that belong together, each by its name: catalogues beside their game system, or rosters. Never
    raises: what cannot be read is listed."""
    unread: list[Unread] = []
    trees = []
    left = MOST_ELEMENTS
    for name, data in files.items():
        try:
            trees.append(File(name, parsed(data, file=name, elements=left)))
            left -= sum(1 for _ in trees[-1].root.all())
        except FileError as error:
            unread.append(Unread(name, name, error.line, error.message))
    reader = _Reader(Catalogue(trees), unread)
    for tree in trees:
        reader.read_rows(tree)
    for tree in trees:
        reader.read_units(tree)
    return Reading(tuple(reader.units), tuple(reader.weapons), _once(unread))


def _once(unread: Sequence[Unread]) -> tuple[Unread, ...]:
    """The same thing missing in many places is told at the first one."""
    first: dict[tuple[str, str, str], Unread] = {}
    for each in unread:
        first.setdefault((each.name, each.file, each.message), each)
    return tuple(first.values())


class _Reader:
    """Collects as it goes from file to file."""

    def __init__(self, catalogue: Catalogue, unread: list[Unread]) -> None:
        self._catalogue = catalogue
        self._unread = unread
        self._used: set[int] = set()
        self._rows: dict[int, Weapon] = {}
        self.units: list[FoundUnit] = []
        self.weapons: list[FoundWeapon] = []

    def read_rows(self, file: File) -> None:
        """The weapons of a file. Units may carry those of another, so every file's come first."""
        for element in file.root.all():
            if profiles.is_weapon(element):
                try:
                    row = profiles.weapon(element)
                except ValueError as error:
                    self._leave(file, element, element.get("name"), str(error))
                else:
                    self._rows[id(element)] = row
                    self.weapons.append(FoundWeapon(row, file.name, element.line))

    def read_units(self, file: File) -> None:
        home = faction(file.root.get("name"))
        for element in file.root.all():
            if element.tag == "force":
                home = faction(element.get("catalogueName")) or home
            elif element.tag in HOLDERS:
                self._units(file, element, home)
        for element in file.root.all():
            if element.tag == "profile" and not profiles.is_weapon(element) and id(element) not in self._used:
                why = "no entry uses it" if profiles.is_unit(element) else "is neither a unit nor a weapon"
                self._leave(file, element, element.get("name"), why)

    def _units(self, file: File, entry: Element, home: Faction | None) -> None:
        own = [each for each in self._catalogue.own(entry) if isinstance(each, Element)]
        for profile in own:
            if profiles.is_unit(profile):
                self._used.add(id(profile))
                try:
                    card = self._card(file, entry, profile, home)
                except (ValueError, Invalid) as error:
                    self._leave(file, profile, entry.get("name") or profile.get("name"), str(error))
                else:
                    self.units.append(FoundUnit(card, profile.get("name"), file.name, profile.line))

    def _card(self, file: File, entry: Element, profile: Element, home: Faction | None) -> UnitCard:
        for link in entry.inside("categoryLinks"):
            if self._catalogue.target(link) is None and link.get("name") not in ROLE_NAMES:
                self._leave(file, link, f"A designation of {entry.get('name')}", ABSENT)
        roles = designations(self._catalogue, entry)
        name = entry.get("name") or profile.get("name")
        dp, sp = _points(entry)
        values: dict[str, Any] = {**profiles.characteristics(profile)}
        return checked(
            UnitCard(
                id="unit",
                name=name,
                type=unit_type(self._catalogue, name, roles),
                faction=home or next((_ALLIED[each.role] for each in roles if each.role in _ALLIED), None),
                designations=roles,
                dp=dp,
                sp=sp,
                defense=values.pop("def"),
                abilities=self._abilities(file, entry),
                weapons=self._weapons(file, entry),
                **values,
            )
        )

    def _abilities(self, file: File, entry: Element) -> tuple[Ability, ...]:
        found: dict[str, Ability] = {}
        for each in self._catalogue.own(entry):
            if isinstance(each, Broken):
                self._lost(file, each)
            elif each.tag == "rule" and each.get("name") not in ROLE_NAMES:
                found.setdefault(each.get("name").casefold(), profiles.ability(each))
        return tuple(found.values())

    def _weapons(self, file: File, entry: Element) -> tuple[Weapon, ...]:
        found: dict[str, Weapon] = {}
        for each in (entry, *self._catalogue.carried(entry)):
            if isinstance(each, Broken):
                self._lost(file, each)
                continue
            for own in self._catalogue.own(each):
                if isinstance(own, Broken):
                    self._lost(file, own)
                elif profiles.is_weapon(own) and (row := self._rows.get(id(own))) is not None:
                    found.setdefault(row.name.casefold(), row)
        return tuple(found.values())

    def _lost(self, file: File, broken: Broken) -> None:
        self._leave(file, broken.link, broken.link.get("name") or "Something", ABSENT)

    def _leave(self, file: File, element: Element, name: str, message: str) -> None:
        self._unread.append(Unread(name, file.name, element.line, message))


def _points(entry: Element) -> tuple[int, int]:
    """DP and SP of one unit, SP as printed: in these files giving is negative. A roster's costs are for all of a kind.
    Fractions round up (Chapter 3, Rounding Up). Raises ValueError, in words."""
    costs = {"deployment": Decimal(0), "support": Decimal(0)}
    for cost in entry.inside("costs"):
        kind = cost.get("name").casefold().split(" ")[0]
        if kind in costs:
            costs[kind] = _cost(cost)
    number = whole(entry.get("number"), least=1) or 1
    return math.ceil(costs["deployment"] / number), -math.floor(costs["support"] / number)


def _cost(cost: Element) -> Decimal:
    value = decimal(cost.get("value"), least=-9_999, most=9_999)
    if value is None:
        raise ValueError(f"{cost.get('name')} must be a number, got {clipped(cost.get('value'))}")
    return value
