"""What a unit is in its Force, as these files have it: categories, and limits that grow with other units."""

import math
from collections.abc import Iterator
from decimal import Decimal
from itertools import accumulate

from companion.fields.numbers import decimal
from companion.warzone.battlescribe.catalogue import Catalogue
from companion.warzone.battlescribe.document import Element
from companion.warzone.cards.card import Designation, OnlyWith, Role, Troopers
from companion.warzone.cards.factions import Faction

_MOST_WORDS = 24
"""A name of 48 characters has no more."""
ROLE_NAMES = tuple(role.value for role in Role)
_PLACES = (" Trooper", " Leader", " Specialist", " Support")


def faction(name: str) -> Faction | None:
    """The Faction that a catalogue is named after; None for the game system and for what is not known."""
    letters = _letters(name)
    return next((each for each in Faction if _letters(each.value) == letters), None)


def designations(catalogue: Catalogue, entry: Element) -> tuple[Designation, ...]:
    """The designations among the entry's categories, a Leader's and a Specialist's with the Troopers they need."""
    roles = [role for name in catalogue.categories(entry) for role in Role if role.value == name]
    needs = _needs(catalogue, entry)
    return tuple(
        Designation(role, needs if role in (Role.LEADER, Role.SPECIALIST) else None) for role in dict.fromkeys(roles)
    )


def unit_type(catalogue: Catalogue, name: str, roles: tuple[Designation, ...]) -> str:
    """The Unit Type, which these files do not say: the type of the Troopers that the unit's name begins with, else the
    one whose Troopers it needs, else its name without its role."""
    beginnings = accumulate(name.split(" ")[:_MOST_WORDS], "{} {}".format)
    types = [each for each in beginnings if each in catalogue.trooper_types]
    needed = {type for each in roles if each.needs for type in each.needs.types}
    if types:
        return types[-1]
    return needed.pop() if len(needed) == 1 else trooper_type(name)


def trooper_type(name: str) -> str:
    """A unit's name without the role at its end."""
    return next((name.removesuffix(place) for place in _PLACES if name.endswith(place)), name)


def only_with(catalogue: Catalogue, entry: Element) -> OnlyWith | None:
    """For which other unit a hidden entry is shown, and how many for each of it: the limit that grows with that unit.
    None for an entry that is not hidden, or that nothing shows. Raises ValueError, in words."""
    modifiers = [each for each in entry.inside("modifiers") if each.get("field") == "hidden"]
    if entry.get("hidden") != "true" or not any(each.get("value") == "false" for each in modifiers):
        return None
    grown = list(_grown(catalogue, entry))
    if len(grown) != 1:
        raise ValueError("is hidden at first, and does not say how many there may be for each unit of one kind")
    return grown[0]


def _grown(catalogue: Catalogue, entry: Element) -> Iterator[OnlyWith]:
    """What each selection of another entry adds to the entry's limits."""
    limits = {each.get("id") for each in entry.inside("constraints") if each.get("type") == "max"}
    for modifier in entry.inside("modifiers"):
        if modifier.get("field") in limits and modifier.get("type") == "increment":
            step = _number(modifier.get("value"))
            for repeat in modifier.inside("repeats"):
                other, each = catalogue.named(repeat.get("childId")), step / (_number(repeat.get("value")) or 1)
                if other is not None and each >= 1:
                    yield OnlyWith(math.floor(each), other.get("name"))


def _needs(catalogue: Catalogue, entry: Element) -> Troopers | None:
    """The (X : Y): how many Troopers each further copy of the entry takes, and of which types."""
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
    """How many units of which entry raise the limit by one: `increment` by repeats, or `set` under a condition."""
    step = _number(modifier.get("value"))
    if modifier.get("type") == "increment" and step > 0:
        for repeat in modifier.inside("repeats"):
            yield max(1, math.ceil(_number(repeat.get("value")) / step)), repeat.get("childId")
    elif modifier.get("type") == "set" and step > 0:
        for condition in modifier.all():
            least = {"greaterThan": 1, "atLeast": 0}.get(condition.get("type"))
            if condition.tag == "condition" and least is not None:
                yield max(1, math.ceil(_number(condition.get("value"))) + least), condition.get("childId")


def _number(text: str) -> Decimal:
    return decimal(text, most=99) or Decimal(0)


def _letters(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalpha())
