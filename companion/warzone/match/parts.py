"""Holds the parts of a match's acts, events and state."""

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.fields.numbers import whole
from companion.table.seats import Side
from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.resolution import Rolls
from companion.warzone.attacks.target import Area, Friends, Modifier, Names, Obstruction
from companion.warzone.cards.numbers import BandName
from companion.warzone.sums.sight import Stand

# Counters that lie beside Units, and the Reactions that cost some.


class Counter(Enum):
    """Names the counters beside a Unit. Wound and Reload Counters come in numbers and have commands of their own."""

    ACTIVATION = "activation"
    REACTION = "reaction"
    PINNED = "pinned"


class Reaction(Enum):
    """Names the Reactions (Warzone Eternal, Chapter 6, Types of Reactions)."""

    AMBUSH = "ambush"
    COUNTERATTACK = "counterattack"
    DIVE_FOR_COVER = "dive_for_cover"
    PARTING_BLOW = "parting_blow"

    @property
    def title(self) -> str:
        return self.value.replace("_", " ").title().replace("For", "for")


class Assistance(Enum):
    """Abilities of a card by which a Unit does something for another, or to one that is near."""

    COMMAND = "command"
    FIRST_AID = "first aid"
    IMPACT = "impact"
    INSPIRE = "inspire"

    @property
    def title(self) -> str:
        return self.value.title()

    @property
    def tested(self) -> bool:
        """Returns True where a d20 decides the result."""
        return self is not Assistance.INSPIRE

    @property
    def enemy(self) -> bool:
        """Returns True where it is used on an Enemy Unit."""
        return self is Assistance.IMPACT

    def side(self, user: Side) -> Side:
        """Returns the side of the Unit that it is used on or for."""
        return user.other if self.enemy else user


# A d20 that has been rolled.

Pips = Annotated[int, msgspec.Meta(ge=1, le=20)]


class Die(msgspec.Struct, frozen=True, kw_only=True):
    """`value` is what came up; `real` says that players rolled it and typed it in."""

    value: Pips
    real: bool = False

    @classmethod
    def of(cls, lot: int) -> "Die":
        """Returns the die for `lot`, any number that the caller draws at random."""
        return cls(value=lot % 20 + 1)

    def __str__(self) -> str:
        return str(self.value)


# A TN(LD) Test that was rolled (Chapter 3, Tests).


class LeadershipRoll(msgspec.Struct, frozen=True, kw_only=True):
    """Records the roll of the Unit of that id, with its LD, modified as the players say."""

    unit: str
    ld: Annotated[int, msgspec.Meta(ge=1, le=20)]
    die: Die

    @property
    def success(self) -> bool:
        return self.die.value <= self.ld

    @property
    def outcome(self) -> str:
        """Returns what the log says after the Unit's name."""
        return f"rolled {self.die} against LD {self.ld} and {'rallied' if self.success else 'stayed Pinned'}"


# What a Unit of a match is called in addresses.

UnitId = Annotated[str, msgspec.Meta(min_length=1, max_length=4)]
"""Is unique within its Force."""

# What is known of the Scenario Objective counters and of both Commanders' distances: parts of the match's state.


class BattlefieldPlace(Enum):
    """Says where a counter is that can move or go."""

    ELSEWHERE = "elsewhere"
    AREA = "area"
    """Means in the Deployment Area of the Force that placed it."""
    OFF = "off"
    """Means off the Battlefield: Escort's over a Side, one of Intercept Transmissions' removed."""


class Connection(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the Unit of the counter's own Force that made a connection there, and the Turn.

    `unit` is empty where the players did not name it.
    """

    unit: str
    turn: int


class Tracked(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one counter, from the first record of it.

    `damage` counts by Turn and side. `moves` counts how often it was moved 4\".
    """

    control: Side | None = None
    damage: dict[tuple[int, Side], int] = {}
    place: BattlefieldPlace = BattlefieldPlace.ELSEWHERE
    moves: int = 0
    connection: Connection | None = None


class Scoring(msgspec.Struct, frozen=True, kw_only=True):
    """Holds what was tracked for the scoring.

    `counters` has those alone with a record, by their ids. `stands` has both Commanders' distances at the end of a
    Turn.
    """

    counters: dict[str, Tracked] = {}
    stands: dict[int, dict[Side, Stand]] = {}


# Whom the tests of a Burst are at, besides its first target (Dive for Cover; Weapon Special Abilities).

MOST_SHARES = 5
_SHARE = "[^: ]{1,4}:(1[0-9]?|20|[2-9])(:(short|long))?(:(light|heavy))?(:cover)?"
SpreadText = Annotated[
    str,
    msgspec.Meta(
        max_length=160,
        pattern=rf"^({_SHARE}( {_SHARE}){{0,{MOST_SHARES - 1}}})?$(?!\n)",
        description="Further Units of a Burst by id, each with its tests, and its band, obstruction and cover where "
        "these differ: 3:1 4:2:long:heavy:cover",
    ),
]


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """Describes the tests of a Burst that are at one further Unit. Without a `band` it is that of the first target."""

    target: str
    tests: int = 1
    band: BandName | None = None
    obstruction: Obstruction = Obstruction.CLEAR
    cover: bool = False

    def __str__(self) -> str:
        said = [self.target, str(self.tests)]
        said += [self.band.value] if self.band else []
        said += [self.obstruction.value] if self.obstruction is not Obstruction.CLEAR else []
        return ":".join((*said, *(["cover"] if self.cover else [])))


def shares_of(spread: str) -> tuple[Share, ...]:
    """Reads what Share writes, of each Unit the last."""
    found = {each.target: each for each in map(_share, spread.split())}
    return tuple(found.values())


def _share(text: str) -> Share:
    target, tests, *said = text.split(":")
    return Share(
        target=target,
        tests=whole(tests, least=1, most=20) or 1,
        band=next((each for each in BandName if each.value in said), None),
        obstruction=next((each for each in Obstruction if each.value in said), Obstruction.CLEAR),
        cover="cover" in said,
    )


# Facts that only the players see: how two Units stand to each other on the Battlefield.


class Told(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Holds the circumstances of an attack, as in Shoot and Strike.

    `friends` are engaged with the target besides the attacker: left out, as many as were tracked. `aim` and `brace`: it
    is done before. `contact`: the attacker reaches the target other than by a Charge, as by a Move. `first_aid`: a
    friend of the target with First Aid is within 6". `reaction`: the attack is made as one. `primary`: the target is a
    Secondary Target of the attack that was made at this Unit, or a further one of a Burst. `spread` has the further
    Units of a Burst, see Share. `nearer`: a Charge passes an Enemy Unit that is nearer. `beyond`: its target is farther
    away than MV.
    """

    obstruction: Obstruction = Obstruction.CLEAR
    cover: bool = False
    friends: Friends | None = None
    aim: bool = False
    brace: bool = False
    dive: bool = False
    contact: bool = False
    apart: bool = False
    nearer: bool = False
    beyond: bool = False
    flying: bool = False
    indirect: bool = False
    sight_blocked: bool = False
    first_aid: bool = False
    modifier: Modifier = 0
    armor_modifier: Modifier = 0
    reaction: Reaction | None = None
    primary: UnitId | None = None
    spread: SpreadText = ""
    on: Names = ""
    off: Names = ""


class AttackWay(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Says how a Unit attacks: SHOOT in a band of a weapon, STRIKE or CHARGE with one.

    `weapon` is UNARMED for bare hands.
    """

    action: Action
    weapon: str
    band: BandName | None = None


class Declaration(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Describes how a Unit attacks, with all that its odds need. Every page counts its odds from this one.

    `area` is what the attack strikes besides its target. `span` bounds the distance in inches: it is more than the
    first and at most the second.
    """

    way: AttackWay
    told: Told = Told()
    area: Area = Area.NONE
    span: tuple[int, int] | None = None

    @property
    def further(self) -> tuple[str, ...]:
        """Returns the Units, besides its target, that tests of it are at."""
        return tuple(each.target for each in shares_of(self.told.spread))

    def targets(self, first: str) -> tuple[str, ...]:
        """Returns whom it is at: the `first`, then those that a Burst is spread over."""
        return tuple(dict.fromkeys((first, *self.further)))

    def at(self, unit: str, first: str | None) -> "Declaration":
        """Returns the attack as it is at another Unit than the `first` one: one that a Burst is spread over, or a
        Secondary Target."""
        if first is None or unit == first:
            return self
        share = next((each for each in shares_of(self.told.spread) if each.target == unit), None)
        told = replace(self.told, primary=first)
        if share is None:
            return replace(self, told=told)
        told = replace(told, obstruction=share.obstruction, cover=share.cover)
        return replace(self, told=told, way=replace(self.way, band=share.band or self.way.band))


class CloudZone(msgspec.Struct, frozen=True, kw_only=True):
    """Describes the Threat Zone that a hit of a Cloud weapon leaves behind (Cloud Area of Effect).

    `name` is its name. `size` is the X of Cloud (X) in inches, where the card has one. `hits`: it hurts the Units in
    it, as smoke does not.
    """

    name: str
    size: int | None = None
    hits: bool = True


class TableDice(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the dice that the table rolled for an attack at `target`.

    Every die follows from `lot`, so the dice stay the same when a player taps another circumstance. `rolls` and `armor`
    are those that counted as they were rolled.
    """

    target: str
    how: Declaration
    lot: int
    rolls: tuple[int, ...]
    armor: tuple[int, ...] = ()

    @property
    def faces(self) -> Rolls:
        """Returns the dice as they counted when they were rolled."""
        return Rolls(attack=self.rolls, armor=self.armor)


# The enemy action that Units react to (Warzone Eternal, Chapter 6), as far as the players recorded it.

ATTACKS = (Action.SHOOT, Action.STRIKE, Action.CHARGE)


class EnemyAction(msgspec.Struct, frozen=True, kw_only=True):
    """Describes what a Unit of the Active Player's is doing or, once it is `done`, has just done.

    `targets` are the Enemy Units that it is at, and `weapon` is what it was made with. `left` are the Enemy Units that
    it was engaged with as its movement began. `lowest` is the lowest die of a shot. `reacted` has the Reaction of each
    Unit of the other side. `tested` lists those of them whose test for a counter was rolled. `forgone`: no other Unit
    reacts. `how` is the attack as it was declared or made. `until` is the sand time up to which the dice wait for
    Reactions. `faces` are those of the tests that were made.
    """

    side: Side
    unit: str
    action: Action
    targets: tuple[str, ...] = ()
    weapon: str = ""
    done: bool = False
    left: tuple[str, ...] = ()
    lowest: int | None = None
    reacted: dict[str, Reaction] = msgspec.field(default_factory=dict)
    tested: tuple[str, ...] = ()
    forgone: bool = False
    how: Declaration | UnsetType = UNSET
    until: int | UnsetType = UNSET
    faces: tuple[int, ...] | UnsetType = UNSET
    rolled: bool | UnsetType = UNSET
    """Holds True once its dice are rolled: then it is too late to react to the declaration."""
    rest: tuple[str, ...] | UnsetType = UNSET
    """Lists the further Units of a Burst that are still to be rolled for."""
    hit: bool | UnsetType = UNSET
    """Holds True where its first target was hit."""
    agreed: bool | UnsetType = UNSET
    """Holds True where the players agreed to it, whatever the book has against it."""

    def at(self, unit: str) -> Declaration | None:
        """Returns the attack as it is at this one of the Units; None without a description."""
        return None if self.how is UNSET else self.how.at(unit, next(iter(self.targets), None))

    @property
    def further(self) -> tuple[str, ...]:
        """Returns the Units that a Burst is spread over besides its first target."""
        return () if self.how is UNSET else self.how.further

    @property
    def catches(self) -> bool:
        """Returns True where Units beside the target may be caught by it, as far as its weapon was named."""
        return self.how is UNSET or self.how.area is not Area.NONE

    def answered_by(self) -> tuple[Reaction, ...]:
        """Returns the Reactions to it: to a movement while it goes on, to a shot when declared, to an attack once
        made."""
        if self.done:
            return (Reaction.COUNTERATTACK,) if self.action in ATTACKS else ()
        if self.rolled is True:
            return ()
        if self.action.moves:
            return Reaction.AMBUSH, Reaction.PARTING_BLOW
        return (Reaction.DIVE_FOR_COVER,) if self.action is Action.SHOOT else ()
