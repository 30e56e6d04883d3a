"""A weapon as its line of the unit card has it."""

from typing import Annotated

import msgspec

from companion.fields.numbers import whole

Modifier = Annotated[int, msgspec.Meta(ge=-20, le=20)]
Points = Annotated[int, msgspec.Meta(ge=-40, le=99)]
Times = Annotated[int, msgspec.Meta(ge=1, le=9)]
Face = Annotated[int, msgspec.Meta(ge=2, le=20)]
_LARGEST = 999
"""What an ability's brackets can have."""
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=48)]


class Figure(msgspec.Struct, frozen=True):
    """A printed number, or with `plus_st` one that is added to the unit's Strength: `14`, `ST+5`."""

    value: Points
    plus_st: bool = False

    def of(self, st: int) -> int:
        """What it comes to for a unit of that Strength."""
        return self.value + st if self.plus_st else self.value


class Damage(msgspec.Struct, frozen=True):
    """DAM and its multiplier, such as `13x2` (Chapter 10, Damage Multipliers)."""

    figure: Figure
    multiplier: Times = 1


class Strike(msgspec.Struct, frozen=True):
    """The CC column: what it does to the target number, and DAM; None where a dash is printed for DAM."""

    modifier: Modifier
    damage: Damage | None


class Band(msgspec.Struct, frozen=True):
    """The Short or Long Range column: how far it reaches at most (inches), the target number's modifier, and DAM; None
    where a dash is printed for DAM, as for smoke."""

    reach: Figure
    modifier: Modifier
    damage: Damage | None


class Ability(msgspec.Struct, frozen=True):
    """A Unit or Weapon Special Ability by its name, and what stands in its brackets: a number, or words."""

    name: Name
    value: Annotated[str, msgspec.Meta(max_length=80)] | None = None

    @property
    def number(self) -> int | None:
        """The value where it is a number; abilities of one name add up (Chapter 3, Unit Profile)."""
        return whole((self.value or "").replace("−", "-"), least=-_LARGEST, most=_LARGEST)


Abilities = Annotated[tuple[Ability, ...], msgspec.Meta(max_length=24)]


class Weapon(msgspec.Struct, frozen=True, kw_only=True):
    """One weapon (Chapter 3, Weapon Profile). A column that is None is not printed: it cannot be used that way. `cf`
    is None where none is printed: it never fails critically."""

    name: Name
    abilities: Abilities = ()
    strike: Strike | None = None
    short: Band | None = None
    long: Band | None = None
    cf: Face | None = None

    def has(self, ability: str) -> bool:
        """Whether it has the Weapon Special Ability of that name, whatever its value."""
        return any(each.name.casefold() == ability.casefold() for each in self.abilities)
