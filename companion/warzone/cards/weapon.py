"""A weapon as its line of the unit card has it."""

from typing import Annotated

import msgspec

from companion.warzone.abilities.ability import Abilities, Name

Modifier = Annotated[int, msgspec.Meta(ge=-20, le=20)]
Points = Annotated[int, msgspec.Meta(ge=-40, le=99)]
Times = Annotated[int, msgspec.Meta(ge=1, le=9)]
Face = Annotated[int, msgspec.Meta(ge=2, le=20)]


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
        return any(each.key == ability.casefold() for each in self.abilities)
