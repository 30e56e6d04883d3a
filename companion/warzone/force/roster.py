"""The Units that a Force brings, as far as a match needs to know them."""

from collections import Counter
from collections.abc import Iterable
from typing import Annotated

import msgspec

LONGEST_NAME = 60
"""As long as a unit card's own name may be."""
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
AbilityNames = Annotated[tuple[Annotated[str, msgspec.Meta(max_length=140)], ...], msgspec.Meta(max_length=24)]
Models = Annotated[int, msgspec.Meta(ge=1, le=40)]


class Traits(msgspec.Struct, frozen=True, kw_only=True):
    """What is the same for all Units of a card. `wounds` (W) and `dp` are None where nobody typed them in; `group` is
    the X of Group (X), None without it. `abilities`: the Unit Special Abilities as printed, where a card was read;
    `card_id` is the kept card's, where they came from one."""

    wounds: Annotated[int, msgspec.Meta(ge=1, le=20)] | None = None
    dp: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None
    leader: bool = False
    trooper: bool = False
    group: Annotated[int, msgspec.Meta(ge=2, le=20)] | None = None
    abilities: AbilityNames | msgspec.UnsetType = msgspec.UNSET
    card_id: Annotated[str, msgspec.Meta(max_length=60)] | msgspec.UnsetType = msgspec.UNSET


class Entry(Traits, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of a list: `count` Units of one card, or one that has a name of its own."""

    name: Name
    count: Models = 1


class Unit(Traits, frozen=True, kw_only=True):
    """One model. `card` is the name it was listed under, which makes Groups; `id` is its own within its Force."""

    id: str
    name: str
    card: str


def roster(entries: Iterable[Entry]) -> tuple[Unit, ...]:
    """A Unit for each model, numbered from 1 where several have the same name."""
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
    """So many Units of a Force whose list nobody typed in."""
    return roster([Entry(name="Unit", count=count)])
