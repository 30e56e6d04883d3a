"""Describes a Force as a player builds it, its Allies, and its Units as a match needs them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from string import digits
from typing import Annotated, Any

import msgspec
from msgspec import UNSET

from companion.fields.decode import from_file
from companion.fields.invalid import Invalid
from companion.fields.numbers import bounded
from companion.fields.words import clipped
from companion.names import same, tidy
from companion.warzone.cards.card import Allegiance, Designation, Faction, Role, UnitCard

# One rule that a Force breaks.


class ForceProblem(msgspec.Struct, frozen=True):
    """`rule` is the heading in Chapter 12 of the Warzone Eternal Core Rulebook, `message` what to do, to a player."""

    rule: str
    message: str


# A Force as a player puts it together.

LONGEST_ID = LONGEST_NAME = 60
LARGEST_GAME = 500
"""Is in Deployment Points."""
LARGEST_FORCE = 120
"""Is in models."""
MOST_ASSETS = 60
Id = Annotated[str, msgspec.Meta(max_length=LONGEST_ID)]


class ForceRoster(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Units by the ids of their cards, one entry a model; Faction Assets by their names as the book prints them.
    `designated` has the id of the card whose Unit has the asset of that name: one model, where several have the card.

    `game_size` is in Deployment Points; the standard one is 40 (Chapter 12, Determine Game Size).
    """

    game_size: Annotated[int, msgspec.Meta(ge=1, le=LARGEST_GAME)] = 40
    faction: Faction
    allegiance: Allegiance
    units: Annotated[tuple[Id, ...], msgspec.Meta(max_length=LARGEST_FORCE)] = ()
    assets: Annotated[tuple[Id, ...], msgspec.Meta(max_length=MOST_ASSETS)] = ()
    designated: Annotated[dict[Id, Id], msgspec.Meta(max_length=MOST_ASSETS)] = {}


class KeptForce(ForceRoster, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Names a Force, as the library has it.

    Its units' cards stay in the library: a changed card is changed in every Force.
    """

    id: Id
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]


# Which units of a Force are Allies, and what that makes of them (Chapter 12, Ally Designations).


def is_ally(card: UnitCard, faction: Faction) -> bool:
    """Returns True where the unit does not belong to the Force's Faction, not even by its Faction Availability."""
    return faction not in (card.faction, *card.also_in)


def deployed(card: UnitCard, faction: Faction) -> UnitCard:
    """Returns the unit as the Force has it: an Ally is only a Trooper, with its own Faction and SP."""
    if not is_ally(card, faction):
        return card
    return msgspec.structs.replace(card, designations=(Designation(Role.TROOPER),))


def ally_problems(force: ForceRoster, units: Sequence[UnitCard]) -> Iterator[ForceProblem]:
    """Yields what forbids the Allies among these units, each once."""
    allies = {card.id: card for card in units if is_ally(card, force.faction)}
    beside_legion = any(card.faction is not None and card.faction.dark_legion for card in units)
    for card in allies.values():
        if (problem := ally_problem(force, card, beside_legion=beside_legion)) is not None:
            yield problem
    legions = {card.faction.value for card in allies.values() if card.faction is not None and card.faction.dark_legion}
    if len(legions) > 1:
        yield ForceProblem(
            "Dark Cult", f"Take Dark Cult allies from one Dark Legion, not {' and '.join(sorted(legions))}."
        )


def ally_problem(force: ForceRoster, card: UnitCard, *, beside_legion: bool = False) -> ForceProblem | None:
    """Returns what forbids this Ally. `beside_legion`: a unit of a Dark Legion is in the Force."""
    name, legion = card.name, force.faction.dark_legion
    if card.faction is None:
        return ForceProblem("Select Factions", f"Enter the Faction on the card of {name}.")
    if card.designation(Role.ADVISOR):
        never = legion or beside_legion
        return ForceProblem("Advisor", f"As an Advisor, {name} cannot be beside a Dark Legion unit.") if never else None
    if card.designation(Role.SECONDING):
        if legion:
            return ForceProblem("Seconding", f"As Brotherhood, {name} cannot be in a Dark Legion’s Force.")
        light = force.allegiance is Allegiance.LIGHT
        return None if light else ForceProblem("Seconding", f"{name} can join only the Agents of Light.")
    if card.designation(Role.DARK_CULT):
        if legion:
            return ForceProblem("Dark Cult", f"From another Dark Legion, {name} cannot join a Dark Legion’s Force.")
        if force.faction is Faction.BROTHERHOOD:
            return ForceProblem("Dark Cult", f"From the Dark Legion, {name} cannot be in the Brotherhood’s Force.")
        darkness = force.allegiance is Allegiance.DARKNESS
        return None if darkness else ForceProblem("Dark Cult", f"{name} can join only the Servants of Darkness.")
    return ForceProblem("Select Factions", f"Leave out {name}: of {card.faction.value}, and not an Ally.")


# The Units that a Force brings, as far as a match needs to know them.

LONGEST_UNIT_NAME = 60
"""Is as long as a unit card's own name may be."""
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_UNIT_NAME)]
AbilityNames = Annotated[tuple[Annotated[str, msgspec.Meta(max_length=140)], ...], msgspec.Meta(max_length=24)]
Models = Annotated[int, msgspec.Meta(ge=1, le=40)]


class Traits(msgspec.Struct, frozen=True, kw_only=True):
    """Holds what is the same for all Units of a card.

    `wounds` (W) and `dp` are None where a typed list has none. `group` is the X of Group (X), None without it.
    `abilities` are the Unit Special Abilities as printed, where the list comes from cards. `card_id` is then the kept
    card's.
    """

    wounds: Annotated[int, msgspec.Meta(ge=1, le=20)] | None = None
    dp: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None
    leader: bool = False
    trooper: bool = False
    group: Annotated[int, msgspec.Meta(ge=2, le=20)] | None = None
    abilities: AbilityNames | msgspec.UnsetType = msgspec.UNSET
    card_id: Annotated[str, msgspec.Meta(max_length=60)] | msgspec.UnsetType = msgspec.UNSET


class ForceEntry(Traits, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Holds a line of a list: `count` Units of one card, or one Unit with a name of its own."""

    name: Name
    count: Models = 1


class Unit(Traits, frozen=True, kw_only=True):
    """Describes one model.

    `card` is the name it was listed under, which makes Groups. `id` is its own within its Force.
    """

    id: str
    name: str
    card: str


def roster(entries: Iterable[ForceEntry]) -> tuple[Unit, ...]:
    """Returns a Unit for each model, numbered from 1 where several have the same name."""
    listed = [entry for entry in entries for _ in range(entry.count)]
    alike = Counter(entry.name for entry in listed)
    seen: Counter[str] = Counter()
    units = []
    for index, entry in enumerate(listed, start=1):
        seen[entry.name] += 1
        name = f"{entry.name} {seen[entry.name]}" if alike[entry.name] > 1 else entry.name
        traits = {field: getattr(entry, field) for field in Traits.__struct_fields__}
        units.append(Unit(id=str(index), name=name, card=entry.name, **traits))
    return tuple(units)


def unlisted(count: int) -> tuple[Unit, ...]:
    """Returns so many Units of a Force without a typed list."""
    return roster([ForceEntry(name="Unit", count=count)])


# A Force's list as players type it: a line for each card.
#
# 3 Troopers, W 2, DP 4, Trooper Captain, W 3, DP 9, Leader 6 Hounds, Group 3

LONGEST_LINE = 200
_LARGEST = 999
"""Says what a line's numbers may be before their own bounds are asked."""
_FIELDS = {"w": "wounds", "dp": "dp", "group": "group"}
_ROLES = {"leader": "leader", "trooper": "trooper"}


def read_line(line: str) -> ForceEntry:
    """Reads the line's Entry. Raises ValueError, in words, where it does not understand something."""
    if len(line) > LONGEST_LINE:
        raise ValueError(f"a line has at most {LONGEST_LINE} characters")
    try:
        return from_file(_fields(line), ForceEntry)
    except Invalid as error:
        raise ValueError(str(error)) from error


def _fields(line: str) -> dict[str, Any]:
    first, *rest = (part.strip() for part in line.split(","))
    count, name = _counted(first)
    fields: dict[str, Any] = {"name": tidy(name, longest=LONGEST_UNIT_NAME)}
    if count:
        fields["count"] = bounded("count", count, most=_LARGEST)
    for part in rest:
        what = part.rstrip(digits)
        field, role = _FIELDS.get(what.strip().casefold()), _ROLES.get(part.casefold())
        if field is not None and what != part:
            fields[field] = bounded(field, part[len(what) :], most=_LARGEST)
        elif role is not None:
            fields[role] = True
        else:
            raise ValueError(f"“{clipped(part)}” is none of W, DP, Group, Leader, Trooper")
    return fields


def _counted(text: str) -> tuple[str, str]:
    """Splits a count, as it is written, from the name: "3 Hounds", "3x Hounds".

    The count is empty where the text does not start with a number and a blank.
    """
    count = "".join(takewhile(digits.__contains__, text))
    rest = text[len(count) :]
    name = rest.lstrip()
    if name[:1] in ("x", "×") and name[1:2].isspace():
        rest = name[1:]
        name = rest.lstrip()
    return (count, name) if count and name and rest[0].isspace() else ("", text)


# Unit cards as a match needs to know them, and the way back from its Units.

_GROUP = "group"
_SIZES = range(2, 21)


def entries(cards: Sequence[UnitCard], faction: Faction) -> tuple[ForceEntry, ...]:
    """Returns a line for each card with its number of models.

    `cards` has one entry a model, all in a Force of `faction`.
    """
    counts = Counter(card.id for card in cards)
    by_id = {card.id: deployed(card, faction) for card in cards}
    return tuple(_entry(by_id[id], count) for id, count in counts.items())


def card_of(unit: Unit, faction: Faction | None, cards: Sequence[UnitCard]) -> UnitCard | None:
    """Returns the card of a match's Unit in a Force of `faction`, or None.

    It prefers the card that the Unit came with, while the library has it. Else it looks for the Unit's name, first in
    that Faction.
    """
    if (own := next((card for card in cards if card.id == unit.card_id), None)) is not None:
        return own
    named = [card for card in cards if same(card.name, unit.card)]
    return min(named, key=lambda card: card.faction is not faction, default=None)


def _entry(card: UnitCard, count: int) -> ForceEntry:
    return ForceEntry(
        name=card.name,
        count=count,
        wounds=card.w,
        dp=card.dp,
        leader=card.designation(Role.LEADER) is not None,
        trooper=card.designation(Role.TROOPER) is not None,
        group=_group(card),
        abilities=tuple(str(ability) for ability in card.abilities) or UNSET,
        card_id=card.id,
    )


def _group(card: UnitCard) -> int | None:
    """Returns the X of Group (X); a Group of one is none."""
    for ability in card.abilities:
        if ability.key == _GROUP and ability.number in _SIZES:
            return ability.number
    return None
