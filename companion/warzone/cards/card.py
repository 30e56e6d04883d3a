"""A unit card: everything that is printed on it and counts in the game."""

from enum import Enum
from typing import Annotated

import msgspec

from companion.warzone.abilities.ability import Abilities, Name
from companion.warzone.abilities.bound import Bound
from companion.warzone.cards.factions import Faction
from companion.warzone.cards.weapon import Weapon


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
