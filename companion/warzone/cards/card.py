"""Unit cards: the Factions that units belong to, a weapon's line, and the card."""

from enum import Enum
from typing import Annotated

import msgspec

from companion.warzone.abilities.ability import Abilities, Name
from companion.warzone.abilities.wording import Bound

# The Factions that units and Forces belong to, and the two Allegiances.


class Faction(Enum):
    """Names the Factions (Warzone Eternal, Chapter 12, Select Factions); the Cartel from Ally Designations, Advisor."""

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
    """Names the Allegiances (Warzone Eternal, Chapter 12, Determine Allegiance)."""

    LIGHT = "light"
    DARKNESS = "darkness"


# A weapon as its line of the unit card has it.

Modifier = Annotated[int, msgspec.Meta(ge=-20, le=20)]
Points = Annotated[int, msgspec.Meta(ge=-40, le=99)]
Times = Annotated[int, msgspec.Meta(ge=1, le=9)]
Face = Annotated[int, msgspec.Meta(ge=2, le=20)]


class CardFigure(msgspec.Struct, frozen=True):
    """Holds a printed number. With `plus_st` it is added to the unit's Strength: `14`, `ST+5`."""

    value: Points
    plus_st: bool = False

    def of(self, st: int) -> int:
        """Returns the number for a unit of that Strength."""
        return self.value + st if self.plus_st else self.value


class WeaponDamage(msgspec.Struct, frozen=True):
    """Holds DAM and its multiplier, such as `13x2` (Chapter 10, Damage Multipliers)."""

    figure: CardFigure
    multiplier: Times = 1


class CardStrike(msgspec.Struct, frozen=True):
    """Holds the CC column: the Target Number's modifier, and DAM. DAM is None where a dash is printed."""

    modifier: Modifier
    damage: WeaponDamage | None


class Band(msgspec.Struct, frozen=True):
    """Holds the Short or Long Range column: its reach in inches, the Target Number's modifier, and DAM.

    DAM is None where a dash is printed, as for smoke.
    """

    reach: CardFigure
    modifier: Modifier
    damage: WeaponDamage | None


class Weapon(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one weapon (Chapter 3, Weapon Profile).

    A column that is None is not printed: the weapon cannot be used that way. `cf` is None where the card prints none:
    the weapon never fails critically.
    """

    name: Name
    abilities: Abilities = ()
    strike: CardStrike | None = None
    short: Band | None = None
    long: Band | None = None
    cf: Face | None = None

    def has(self, ability: str) -> bool:
        """Returns True where it has the Weapon Special Ability of that name, whatever its value."""
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
    """Holds the (X : Y) of a Leader or Specialist: so many Troopers, each of one of these Unit Types."""

    count: Annotated[int, msgspec.Meta(ge=1, le=20)]
    types: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1, max_length=8)]


class Designation(msgspec.Struct, frozen=True):
    """Holds one designation. `needs` is None where the card prints no (X : Y): then it needs no Troopers."""

    role: Role
    needs: Troopers | None = None


class OnlyWith(msgspec.Struct, frozen=True):
    """Limits a unit that is there for another.

    The Force may have `each` of its card for every unit of the name or Unit Type `of`.
    """

    each: Annotated[int, msgspec.Meta(ge=1, le=20)]
    of: Name


Millimetres = Annotated[int, msgspec.Meta(ge=1, le=300)]


class Base(msgspec.Struct, frozen=True):
    """Holds the size of the model's base in millimetres; a round base is as wide as it is long."""

    length: Millimetres
    width: Millimetres


Rating = Annotated[int, msgspec.Meta(ge=0, le=40)]
Defense = Annotated[int, msgspec.Meta(ge=-10, le=10)]
Wounds = Annotated[int, msgspec.Meta(ge=1, le=20)]
Deployment = Annotated[int, msgspec.Meta(ge=0, le=99)]
Support = Annotated[int, msgspec.Meta(ge=-20, le=20)]


class CardTerms(msgspec.Struct, frozen=True, kw_only=True):
    """Holds what every form of a card says in the same way (Chapter 3, Unit Profile).

    `type` is the Unit Type. `faction` is None where a file did not say. `also_in` lists the other Factions of Faction
    Availability. `sp` is as printed: a Leader gives some (positive), Support takes some (negative). `defense` is DEF as
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


class UnitCard(CardTerms, frozen=True, kw_only=True):
    """Describes a unit as the library keeps it and as a match's journal may.

    `base` is None where no print has it. `bound` has what its owner says that abilities do.
    """

    designations: Annotated[tuple[Designation, ...], msgspec.Meta(max_length=8)] = ()
    abilities: Abilities = ()
    weapons: Annotated[tuple[Weapon, ...], msgspec.Meta(max_length=12)] = ()
    base: Base | None = None
    only_with: OnlyWith | None = None
    bound: Annotated[tuple[Bound, ...], msgspec.Meta(max_length=12)] = ()

    def designation(self, role: Role) -> Designation | None:
        return next((each for each in self.designations if each.role is role), None)

    def has(self, ability: str) -> bool:
        """Returns True where it has the Unit Special Ability of that name, whatever its value."""
        return any(each.key == ability.casefold() for each in self.abilities)

    def weapon(self, name: str) -> Weapon | None:
        """Returns the weapon of that name, or None; case does not count."""
        return next((each for each in self.weapons if each.name.casefold() == name.casefold()), None)


CHARACTERISTICS = ("MV", "MW", "CC", "ST", "DEF", "AR", "W", "PW", "LD")
"""Lists the nine, in the card's order; in small letters they are the keys under which a card is written."""
