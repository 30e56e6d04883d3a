"""Reads files that belong together into unit cards: weapons, characteristics, roles and rules."""

import math
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from decimal import Decimal
from itertools import accumulate
from typing import Any, TypeVar

from companion.errors import FileError
from companion.fields.invalid import Invalid
from companion.fields.numbers import decimal, whole
from companion.fields.words import clipped
from companion.warzone.abilities.ability import Ability, plain, read_abilities, read_ability
from companion.warzone.battlescribe.document import (
    HOLDERS,
    MOST_ELEMENTS,
    ArchiveFile,
    Broken,
    Catalogue,
    Element,
    LinksTooFar,
    ReadingBudget,
    parsed,
)
from companion.warzone.battlescribe.reading import FoundUnit, FoundWeapon, Losses, Reading, UnreadEntry
from companion.warzone.cards import card_file as notation
from companion.warzone.cards.abilities import LONGEST, RuleText, rule_text
from companion.warzone.cards.card import (
    CHARACTERISTICS,
    Band,
    Base,
    CardStrike,
    Designation,
    Faction,
    OnlyWith,
    Role,
    Troopers,
    UnitCard,
    Weapon,
)
from companion.warzone.cards.card_file import checked, file_of

# The rows of a profile as a weapon or as a unit's characteristics.

_FIGURE = r"ST(?: ?[+-] ?[0-9]{1,3})?|[0-9]{1,3}"
_REACH = re.compile(rf"(?:up to ?)?(?:(?:{_FIGURE}) ?\"? ?- ?)?({_FIGURE}) ?\"?", re.IGNORECASE)
_NONE = ("", "-")
_LONGEST = 400
"""Characters of what is read word by word; the longest of the game has 38."""

Rows = Mapping[str, str]
"""Has the characteristics of a profile by name, with plain quotes and dashes."""


def read_rows(profile: Element) -> Rows:
    each = profile.inside("characteristics")
    return {row.get("name"): plain(row.text or row.get("value")) for row in each}


def is_unit(rows: Rows) -> bool:
    return set(CHARACTERISTICS) <= rows.keys()


def is_weapon(rows: Rows) -> bool:
    return {"CC DAM", "Crit Fail"} <= rows.keys()


def characteristics(rows: Rows) -> dict[str, int]:
    """Returns the nine characteristics by their keys. Raises ValueError, in words."""
    return {name.lower(): _number(name, rows[name]) for name in CHARACTERISTICS}


def base(rows: Rows) -> Base | None:
    """Returns None where the profile has none. Raises ValueError, in words."""
    text = rows.get("Base", "")
    _short("Base", text)
    return notation.read_base(text)


def read_weapon(name: str, row: Rows) -> Weapon:
    """Reads one row of the weapons' table. Raises ValueError, in words."""
    for column, text in row.items():
        _short(column, text)
    return Weapon(
        name=name,
        abilities=read_abilities(row.get("Special Abilities", "")),
        strike=_strike(row),
        short=_band("Short", row),
        long=_band("Long", row),
        cf=None if row["Crit Fail"] in _NONE else _number("Crit Fail", row["Crit Fail"]),
    )


def ability(rule: Element) -> Ability:
    """Reads a rule's name as a special ability. Raises ValueError, in words."""
    name = rule.get("name")
    _short("The name", name)
    return read_ability(name)


def _strike(row: Rows) -> CardStrike | None:
    modifier = row.get("CC Mod", "")
    return None if modifier in _NONE else notation.read_strike(f"{modifier} {row['CC DAM'] or '-'}")


def _band(name: str, row: Rows) -> Band | None:
    reach = row.get(f"{name} Range", "")
    if reach in _NONE:
        return None
    found = _REACH.fullmatch(reach)
    if found is None:
        raise ValueError(f'{name} Range must be such as Up to 12" or 12"-36", got {clipped(reach)}')
    return notation.read_band(f'{found[1]}" {row.get(f"{name} Mod", "")} {row.get(f"{name} DAM", "") or "-"}')


def _short(name: str, text: str) -> None:
    if len(text) > _LONGEST:
        raise ValueError(f"{name} has more than {_LONGEST} characters")


def _number(name: str, text: str) -> int:
    _short(name, text)
    number = whole(text, least=-999, most=999)
    if number is None:
        raise ValueError(f"{name} must be a number, got {clipped(text) or 'nothing'}")
    return number


# What a unit is in its Force, as these files have it: categories, and limits that grow with other units.

_MOST_WORDS = 24
"""Is enough: a name of 48 characters has no more."""
ROLE_NAMES = tuple(role.value for role in Role)
_PLACES = (" Trooper", " Leader", " Specialist", " Support")


def faction(name: str) -> Faction | None:
    """Returns the Faction that a catalogue is named after; None for the game system and for an unknown name."""
    letters = _letters(name)
    return next((each for each in Faction if _letters(each.value) == letters), None)


def designations(catalogue: Catalogue, entry: Element) -> tuple[Designation, ...]:
    """Returns the designations among the entry's categories, a Leader's and a Specialist's with the Troopers they
    need."""
    roles = [role for name in catalogue.categories(entry) for role in Role if role.value == name]
    needs = _needs(catalogue, entry)
    return tuple(
        Designation(role, needs if role in (Role.LEADER, Role.SPECIALIST) else None) for role in dict.fromkeys(roles)
    )


def unit_type(catalogue: Catalogue, name: str, roles: tuple[Designation, ...]) -> str:
    """Returns the Unit Type, which these files do not have.

    It is the type of the Troopers that the unit's name begins with. Else it is the only type of Troopers that the unit
    needs, or the unit's name without its role.
    """
    beginnings = accumulate(name.split(" ")[:_MOST_WORDS], "{} {}".format)
    types = [each for each in beginnings if each in catalogue.trooper_types]
    needed = {type for each in roles if each.needs for type in each.needs.types}
    if types:
        return types[-1]
    return needed.pop() if len(needed) == 1 else trooper_type(name)


def trooper_type(name: str) -> str:
    """Returns a unit's name without the role at its end."""
    return next((name.removesuffix(place) for place in _PLACES if name.endswith(place)), name)


def only_with(catalogue: Catalogue, entry: Element) -> OnlyWith | None:
    """Returns the other unit for which a hidden entry is shown, and how many for each of it.

    The number is the limit that grows with that unit. None for an entry that is not hidden, or that stays hidden.
    Raises ValueError, in words.
    """
    modifiers = [each for each in entry.inside("modifiers") if each.get("field") == "hidden"]
    if entry.get("hidden") != "true" or not any(each.get("value") == "false" for each in modifiers):
        return None
    grown = list(_grown(catalogue, entry))
    if len(grown) != 1:
        raise ValueError("is hidden at first, and does not say how many there may be for each unit of one kind")
    return grown[0]


def _grown(catalogue: Catalogue, entry: Element) -> Iterator[OnlyWith]:
    """Yields what each selection of another entry adds to the entry's limits."""
    limits = {each.get("id") for each in entry.inside("constraints") if each.get("type") == "max"}
    for modifier in entry.inside("modifiers"):
        if modifier.get("field") in limits and modifier.get("type") == "increment":
            step = _decimal(modifier.get("value"))
            for repeat in modifier.inside("repeats"):
                other, each = catalogue.named(repeat.get("childId")), step / (_decimal(repeat.get("value")) or 1)
                if other is not None and each >= 1:
                    yield OnlyWith(math.floor(each), other.get("name"))


def _needs(catalogue: Catalogue, entry: Element) -> Troopers | None:
    """Returns the (X : Y): how many Troopers each further copy of the entry takes, and of which types."""
    limits = {each.get("id") for each in entry.inside("constraints") if each.get("type") == "max"}
    counts, types = [], []
    for modifier in entry.inside("modifiers"):
        if modifier.get("field") in limits:
            for count, target in _calls(modifier):
                trooper = catalogue.named(target)
                if trooper is not None and Role.TROOPER.value in catalogue.categories(trooper):
                    counts.append(count)
                    types.append(trooper_type(trooper.get("name")))
    return Troopers(max(counts), tuple(dict.fromkeys(types))) if counts else None


def _calls(modifier: Element) -> Iterator[tuple[int, str]]:
    """Yields how many units of which entry raise the limit by one: `increment` by repeats, or `set` under a
    condition."""
    step = _decimal(modifier.get("value"))
    if modifier.get("type") == "increment" and step > 0:
        for repeat in modifier.inside("repeats"):
            yield max(1, math.ceil(_decimal(repeat.get("value")) / step)), repeat.get("childId")
    elif modifier.get("type") == "set" and step > 0:
        for condition in modifier.all():
            least = {"greaterThan": 1, "atLeast": 0}.get(condition.get("type"))
            if condition.tag == "condition" and least is not None:
                yield max(1, math.ceil(_decimal(condition.get("value"))) + least), condition.get("childId")


def _decimal(text: str) -> Decimal:
    return decimal(text, most=99) or Decimal(0)


def _letters(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalpha())


# What the rules of these files say.


def text_of(rule: Element) -> RuleText | None:
    """Returns a rule's text, cut with an ellipsis where it is too long; None without one that can be kept."""
    text = "".join(each.text for each in rule.children if each.tag == "description").strip()
    if not text or rule.get("name") in ROLE_NAMES:
        return None
    try:
        return rule_text(rule.get("name"), text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…")
    except Invalid:
        return None


# Reads files that belong together, from the first weapon to the last unit.

MOST_UNITS = 500
"""Limits the units in files that are read together; those of the whole game have 90."""
ABSENT = "is in none of these files: read the game system's (.gst) together with this"

_ALLIED = {Role.SECONDING: Faction.BROTHERHOOD, Role.ADVISOR: Faction.CARTEL}
"""Names the Faction of these allies (Chapter 12, Ally Designations), which does not give a Dark Cult's."""

T = TypeVar("T")
Told = Callable[[float], None]
"""Is called with the share that is done, of 1."""
_TOLD_EVERY = 200
_LONGEST_TOLD = 200
"""Characters of a name, or of what is wrong with it."""


def read_files(files: Mapping[str, bytes], *, told: Told = lambda _: None) -> Reading:
    """Reads files that belong together, each by its name: catalogues beside their game system, or rosters.

    What cannot be read is listed. Raises FileError where there is more in one than a table takes.
    """
    losses = Losses()
    trees = []
    budget = ReadingBudget()
    for number, (name, data) in enumerate(files.items()):
        try:
            root = parsed(data, file=name, budget=budget, told=_part(told, number / len(files) / 2, 1 / len(files) / 2))
            trees.append(ArchiveFile(name, root))
        except FileError as error:
            losses.tell(UnreadEntry(name, name, error.line, error.message))
    spent = max(1, MOST_ELEMENTS - budget.elements)
    reader = _Reader(Catalogue(trees), losses, told=lambda elements: told(0.5 + elements / spent / 4))
    for read in (reader.read_rows, reader.read_units):
        for tree in trees:
            try:
                read(tree)
            except LinksTooFar as error:
                raise FileError(tree.name, str(error)) from error
    for name, message in _misfits(trees, {each.file for each in reader.units} | {each.file for each in reader.weapons}):
        losses.tell(UnreadEntry(name, name, None, message))
    return Reading(tuple(reader.units), tuple(reader.weapons), losses.entries(), tuple(reader.rules.values()))


def _misfits(trees: Iterable[ArchiveFile], read: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yields what is wrong with whole files, `read` being those that cards came from: each with its name and why."""
    systems = {tree.root.get("id"): tree.root for tree in trees if tree.root.tag == "gameSystem"}
    for tree in trees:
        root = tree.root
        system = systems.get(root.get("gameSystemId"), root if root.tag == "gameSystem" else None)
        title = root.get("gameSystemName") or (system.get("name") if system is not None else "")
        if title and tree.name not in read and "eternal" not in title.casefold():
            yield tree.name, f"is for {clipped(title)}, not for Warzone Eternal: choose that game's files"
        elif system is not None and _revision(root, "gameSystemRevision") > _revision(system, "revision"):
            yield tree.name, "is newer than the game system beside it: download that (.gst) once more"


def _revision(root: Element, name: str) -> int:
    """Returns 0 where it does not say."""
    return whole(root.get(name)) or 0


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
        self._rows: dict[int, Rows] = {}
        self._armory: dict[int, Weapon] = {}
        self.units: list[FoundUnit] = []
        self.weapons: list[FoundWeapon] = []
        self.rules: dict[str, RuleText] = {}

    def read_rows(self, file: ArchiveFile) -> None:
        """Reads a file's weapons and rules. Units may carry those of another file, so every file's come first."""
        for element in self._all(file):
            if element.tag == "rule" and (rule := text_of(element)) is not None:
                self.rules.setdefault(rule.id, rule)
            if element.tag != "profile":
                continue
            rows = self._rows[id(element)] = read_rows(element)
            if is_weapon(rows):
                try:
                    weapon = read_weapon(element.get("name"), rows)
                except ValueError as error:
                    self._leave(file, element, element.get("name"), str(error))
                else:
                    self._armory[id(element)] = weapon
                    self.weapons.append(FoundWeapon(weapon, file.name, element.line))

    def read_units(self, file: ArchiveFile) -> None:
        home = faction(file.root.get("name"))
        for element in self._all(file):
            if element.tag == "force":
                home = faction(element.get("catalogueName")) or home
            elif element.tag in HOLDERS:
                self._units(file, element, home)
        for element in file.root.all():
            rows = self._rows.get(id(element))
            if rows is not None and not is_weapon(rows) and id(element) not in self._used:
                why = "no entry uses it" if is_unit(rows) else "is neither a unit nor a weapon"
                self._leave(file, element, element.get("name"), why)

    def _units(self, file: ArchiveFile, entry: Element, home: Faction | None) -> None:
        own = [each for each in self._catalogue.own(entry) if isinstance(each, Element)]
        for profile in own:
            if is_unit(self._rows.get(id(profile), {})):
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

    def _card(self, file: ArchiveFile, entry: Element, profile: Element, home: Faction | None) -> UnitCard:
        for link in entry.inside("categoryLinks"):
            if self._catalogue.target(link) is None and link.get("name") not in ROLE_NAMES:
                self._leave(file, link, f"A designation of {entry.get('name')}", ABSENT)
        roles = designations(self._catalogue, entry)
        name = entry.get("name") or profile.get("name")
        dp, sp = _points(entry)
        rows = self._rows[id(profile)]
        values: dict[str, Any] = {**characteristics(rows)}
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
                base=self._told_without(file, profile, f"The base of {name}", lambda: base(rows)),
                only_with=self._told_without(file, entry, name, lambda: only_with(self._catalogue, entry)),
                **values,
            )
        )
        # By way of its file: report now what could not be kept or passed on.
        return file_of(card).card()

    def _abilities(self, file: ArchiveFile, entry: Element) -> tuple[Ability, ...]:
        found: dict[str, Ability] = {}
        for each in self._catalogue.own(entry):
            if isinstance(each, Broken):
                self._lost(file, each)
            elif each.tag == "rule" and each.get("name") not in ROLE_NAMES:
                found.setdefault(each.get("name").casefold(), ability(each))
        return tuple(found.values())

    def _weapons(self, file: ArchiveFile, entry: Element) -> tuple[Weapon, ...]:
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

    def _told_without(self, file: ArchiveFile, element: Element, name: str, read: Callable[[], T | None]) -> T | None:
        """Returns a part that a card does not need.

        Where it cannot be read, the report says so and the card is kept.
        """
        try:
            return read()
        except ValueError as error:
            self._leave(file, element, name, str(error))
            return None

    def _lost(self, file: ArchiveFile, broken: Broken) -> None:
        self._leave(file, broken.link, broken.link.get("name") or "Something", ABSENT)

    def _leave(self, file: ArchiveFile, element: Element, name: str, message: str) -> None:
        self._losses.tell(UnreadEntry(_clip(name), file.name, element.line, _clip(message)))

    def _all(self, file: ArchiveFile) -> Iterator[Element]:
        """Reads everything in a file, and tells how far it is."""
        for element in file.root.all():
            self._looked_at += 1
            if self._looked_at % _TOLD_EVERY == 0:
                self._told(self._looked_at)
            yield element


def _clip(text: str) -> str:
    return text if len(text) <= _LONGEST_TOLD else f"{text[:_LONGEST_TOLD]}…"


def _points(entry: Element) -> tuple[int, int]:
    """Returns DP and SP of one unit, SP as printed: in these files giving is negative. A roster's costs are for all
    of a kind. Fractions round up (Chapter 3, Rounding Up). Raises ValueError, in words."""
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
