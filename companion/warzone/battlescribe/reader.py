"""Reads files that belong together, from the first weapon to the last unit."""

import math
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from typing import Any, TypeVar

from companion.errors import FileError
from companion.fields.invalid import Invalid
from companion.fields.numbers import decimal, whole
from companion.fields.words import clipped
from companion.warzone.abilities.ability import Ability
from companion.warzone.battlescribe import profiles
from companion.warzone.battlescribe.catalogue import HOLDERS, Broken, Catalogue, File, LinksTooFar
from companion.warzone.battlescribe.document import MOST_ELEMENTS, Budget, Element, parsed
from companion.warzone.battlescribe.reading import FoundUnit, FoundWeapon, Losses, Reading, Unread
from companion.warzone.battlescribe.roles import ROLE_NAMES, designations, faction, only_with, unit_type
from companion.warzone.battlescribe.rules import text_of
from companion.warzone.cards.card import Role, UnitCard
from companion.warzone.cards.card_file import checked, file_of
from companion.warzone.cards.factions import Faction
from companion.warzone.cards.rule_text import RuleText
from companion.warzone.cards.weapon import Weapon

MOST_UNITS = 500
"""In files that are read together; those of the whole game have 90."""
ABSENT = "is in none of these files: read the game system's (.gst) together with this"

_ALLIED = {Role.SECONDING: Faction.BROTHERHOOD, Role.ADVISOR: Faction.CARTEL}
"""Whose units these allies are (Chapter 12, Ally Designations); a Dark Cult's Faction is not said there."""

T = TypeVar("T")
Told = Callable[[float], None]
"""Hears what share is done, of 1."""
_TOLD_EVERY = 200
_LONGEST_TOLD = 200
"""Characters of a name, or of what is wrong with it."""


def read_files(files: Mapping[str, bytes], *, told: Told = lambda _: None) -> Reading:
    """Reads files that belong together, each by its name: catalogues beside their game system, or rosters.

    What cannot be read is listed. Raises FileError where there is more in one than a table takes.
    """
    losses = Losses()
    trees = []
    budget = Budget()
    for number, (name, data) in enumerate(files.items()):
        try:
            root = parsed(data, file=name, budget=budget, told=_part(told, number / len(files) / 2, 1 / len(files) / 2))
            trees.append(File(name, root))
        except FileError as error:
            losses.tell(Unread(name, name, error.line, error.message))
    spent = max(1, MOST_ELEMENTS - budget.elements)
    reader = _Reader(Catalogue(trees), losses, told=lambda elements: told(0.5 + elements / spent / 4))
    for read in (reader.read_rows, reader.read_units):
        for tree in trees:
            try:
                read(tree)
            except LinksTooFar as error:
                raise FileError(tree.name, str(error)) from error
    return Reading(tuple(reader.units), tuple(reader.weapons), losses.told(), tuple(reader.rules.values()))


def _part(told: Told, start: float, length: float) -> Told:
    """Tells of a part of the whole."""
    return lambda share: told(start + share * length)


class _Reader:
    """Collects as it goes from file to file."""

    def __init__(self, catalogue: Catalogue, losses: Losses, *, told: Callable[[int], None]) -> None:
        """`told` hears how many elements were looked at; each is twice."""
        self._catalogue = catalogue
        self._losses = losses
        self._told = told
        self._looked_at = 0
        self._tried = 0
        self._used: set[int] = set()
        self._rows: dict[int, profiles.Rows] = {}
        self._armory: dict[int, Weapon] = {}
        self.units: list[FoundUnit] = []
        self.weapons: list[FoundWeapon] = []
        self.rules: dict[str, RuleText] = {}

    def read_rows(self, file: File) -> None:
        """The weapons of a file, and its rules. Units may carry those of another, so every file's come first."""
        for element in self._all(file):
            if element.tag == "rule" and (rule := text_of(element)) is not None:
                self.rules.setdefault(rule.id, rule)
            if element.tag != "profile":
                continue
            rows = self._rows[id(element)] = profiles.rows(element)
            if profiles.is_weapon(rows):
                try:
                    weapon = profiles.weapon(element.get("name"), rows)
                except ValueError as error:
                    self._leave(file, element, element.get("name"), str(error))
                else:
                    self._armory[id(element)] = weapon
                    self.weapons.append(FoundWeapon(weapon, file.name, element.line))

    def read_units(self, file: File) -> None:
        home = faction(file.root.get("name"))
        for element in self._all(file):
            if element.tag == "force":
                home = faction(element.get("catalogueName")) or home
            elif element.tag in HOLDERS:
                self._units(file, element, home)
        for element in file.root.all():
            rows = self._rows.get(id(element))
            if rows is not None and not profiles.is_weapon(rows) and id(element) not in self._used:
                why = "no entry uses it" if profiles.is_unit(rows) else "is neither a unit nor a weapon"
                self._leave(file, element, element.get("name"), why)

    def _units(self, file: File, entry: Element, home: Faction | None) -> None:
        own = [each for each in self._catalogue.own(entry) if isinstance(each, Element)]
        for profile in own:
            if profiles.is_unit(self._rows.get(id(profile), {})):
                self._tried += 1
                if self._tried > MOST_UNITS:
                    more = f"has more than {MOST_UNITS} units, which is what a table takes: choose fewer files"
                    raise FileError(file.name, more, profile.line)
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
        rows = self._rows[id(profile)]
        values: dict[str, Any] = {**profiles.characteristics(rows)}
        card = checked(
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
                base=self._told_without(file, profile, f"The base of {name}", lambda: profiles.base(rows)),
                only_with=self._told_without(file, entry, name, lambda: only_with(self._catalogue, entry)),
                **values,
            )
        )
        # By way of its file: what could not be kept or passed on is told now.
        return file_of(card).card()

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
                elif (weapon := self._armory.get(id(own))) is not None:
                    found.setdefault(weapon.name.casefold(), weapon)
        return tuple(found.values())

    def _told_without(self, file: File, element: Element, name: str, read: Callable[[], T | None]) -> T | None:
        """What a card can do without: where it cannot be read, that is told and the card is kept."""
        try:
            return read()
        except ValueError as error:
            self._leave(file, element, name, str(error))
            return None

    def _lost(self, file: File, broken: Broken) -> None:
        self._leave(file, broken.link, broken.link.get("name") or "Something", ABSENT)

    def _leave(self, file: File, element: Element, name: str, message: str) -> None:
        self._losses.tell(Unread(_short(name), file.name, element.line, _short(message)))

    def _all(self, file: File) -> Iterator[Element]:
        """Everything in a file, and tells how far it is."""
        for element in file.root.all():
            self._looked_at += 1
            if self._looked_at % _TOLD_EVERY == 0:
                self._told(self._looked_at)
            yield element


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_TOLD else f"{text[:_LONGEST_TOLD]}…"


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
