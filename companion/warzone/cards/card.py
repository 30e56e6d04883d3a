"""Unit cards: the Factions that units belong to, a weapon's line, and the card."""

from enum import Enum
from typing import Annotated

import msgspec

from companion.warzone.abilities.ability import Abilities, Name
from companion.warzone.abilities.wording import Bound

# The Factions that units and Forces belong to, and the two Allegiances.


class Faction(Enum):
    """Warzone Eternal, Chapter 12, Select Factions; the Cartel from Ally Designations, Advisor."""

    BAUHAUS = "Bauhaus"
    CAPITOL = "Capitol"
    CYBERTRONIC = "Cybertronic"
    IMPERIAL = "Imperial"
    MISHIMA = "Mishima"
    BROTHERHOOD = "Brotherhood"
    CARTEL = "Cartel"
    ALGEROTH = "Dark Legion: Algeroth"
    DEMNOGONIS = "Dark Legion: Demnogonis"
    ILIAN = "Dark Legion: Ilian"
    MUAWIJHE = "Dark Legion: Muawijhe"
    SEMAI = "Dark Legion: Semai"

    @property
    def dark_legion(self) -> bool:
        return self.value.startswith("Dark Legion")


class Allegiance(Enum):
    """Warzone Eternal, Chapter 12, Determine Allegiance."""

    LIGHT = "light"
    DARKNESS = "darkness"


# A weapon as its line of the unit card has it.

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


# A unit card: everything that is printed on it and counts in the game.


class Role(Enum):
    """Designations (Chapter 12, Unit Designations and Ally Designations)."""

    LEADER = "Leader"
    TROOPER = "Trooper"
    SPECIALIST = "Specialist"
    SUPPORT = "Support"
    UNIQUE = "Unique"
    ADVISOR = "Advisor"
    SECONDING = "Seconding"
    DARK_CULT = "Dark Cult"


class Troopers(msgspec.Struct, frozen=True):
    """The (X : Y) of a Leader or Specialist: so many Troopers, each of one of these Unit Types."""

    count: Annotated[int, msgspec.Meta(ge=1, le=20)]
    types: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1, max_length=8)]


class Designation(msgspec.Struct, frozen=True):
    """One designation. `needs` is None where no (X : Y) is printed: then no Troopers are called for."""

    role: Role
    needs: Troopers | None = None


class OnlyWith(msgspec.Struct, frozen=True):
    """A unit that is there for another: at most `each` of its card for each unit of that name or Unit Type (`of`) in
    the Force."""

    each: Annotated[int, msgspec.Meta(ge=1, le=20)]
    of: Name


Millimetres = Annotated[int, msgspec.Meta(ge=1, le=300)]


class Base(msgspec.Struct, frozen=True):
    """How large the model's base is, in millimetres; a round one is as wide as it is long."""

    length: Millimetres
    width: Millimetres


Rating = Annotated[int, msgspec.Meta(ge=0, le=40)]
Defense = Annotated[int, msgspec.Meta(ge=-10, le=10)]
Wounds = Annotated[int, msgspec.Meta(ge=1, le=20)]
Deployment = Annotated[int, msgspec.Meta(ge=0, le=99)]
Support = Annotated[int, msgspec.Meta(ge=-20, le=20)]


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What a card says in the same way wherever it is written (Chapter 3, Unit Profile).

    `type` is the Unit Type. `faction` is None where a file did not say. `also_in`: the other Factions of Faction
    Availability. `sp` as printed: a Leader gives some (positive), Support takes some (negative). `defense` is DEF as
    printed.
    """

    id: Annotated[str, msgspec.Meta(max_length=60)]
    name: Name
    type: Name
    faction: Faction | None = None
    also_in: Annotated[tuple[Faction, ...], msgspec.Meta(max_length=40)] = ()
    dp: Deployment
    sp: Support = 0
    mv: Rating
    mw: Rating
    cc: Rating
    st: Rating
    defense: Defense = msgspec.field(name="def")
    ar: Rating
    w: Wounds
    pw: Rating
    ld: Rating


class UnitCard(Terms, frozen=True, kw_only=True):
    """A unit as the library keeps it and as a match's journal may. `base` is None where no print told; `bound`: what
    its owner says that abilities do."""

    designations: Annotated[tuple[Designation, ...], msgspec.Meta(max_length=8)] = ()
    abilities: Abilities = ()
    weapons: Annotated[tuple[Weapon, ...], msgspec.Meta(max_length=12)] = ()
    base: Base | None = None
    only_with: OnlyWith | None = None
    bound: Annotated[tuple[Bound, ...], msgspec.Meta(max_length=12)] = ()

    def designation(self, role: Role) -> Designation | None:
        return next((each for each in self.designations if each.role is role), None)

    def has(self, ability: str) -> bool:
        """Whether it has the Unit Special Ability of that name, whatever its value."""
        return any(each.key == ability.casefold() for each in self.abilities)

    def weapon(self, name: str) -> Weapon | None:
        """The weapon of that name; case does not count."""
        return next((each for each in self.weapons if each.name.casefold() == name.casefold()), None)


CHARACTERISTICS = ("MV", "MW", "CC", "ST", "DEF", "AR", "W", "PW", "LD")
"""The nine, in the card's order; in small letters they are the keys under which a card is written."""
