"""Special Abilities as cards print them, what an effect is, and how one is described."""

import re
from collections.abc import Mapping
from enum import Enum
from typing import Annotated

import msgspec

from companion.fields.numbers import whole
from companion.fields.words import clipped

# A Special Ability as a card prints it: read generously, written one way.

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=48)]
_LARGEST = 999
"""What an ability's brackets can have."""
_ALIKE = str.maketrans({"−": "-", "–": "-", "—": "-", "‐": "-", "×": "x", "”": '"', "“": '"', "″": '"', "’": "'"})


class Ability(msgspec.Struct, frozen=True):
    """A Unit or Weapon Special Ability by its name, and what stands in its brackets: a number, or words."""

    name: Name
    value: Annotated[str, msgspec.Meta(max_length=80)] | None = None

    @property
    def number(self) -> int | None:
        """The value where it is a number; abilities of one name add up (Chapter 3, Unit Profile)."""
        return whole((self.value or "").replace("−", "-"), least=-_LARGEST, most=_LARGEST)

    @property
    def key(self) -> str:
        """Its name as abilities are known by: case does not count."""
        return self.name.casefold()

    def __str__(self) -> str:
        return self.name if self.value is None else f"{self.name} ({self.value})"


Abilities = Annotated[tuple[Ability, ...], msgspec.Meta(max_length=24)]


def plain(text: str) -> str:
    """The text with typographic dashes, quotes and signs in their plain form, and single spaces."""
    return " ".join(alike(text).split())


def alike(text: str) -> str:
    """The text with typographic dashes, quotes and signs in their plain form."""
    return text.translate(_ALIKE)


def read_abilities(text: str) -> tuple[Ability, ...]:
    """`Burst (2), Recoil (4)`: the commas within brackets belong to the value. Raises ValueError, in words."""
    return tuple(read_ability(part) for part in listed(text))


def read_ability(text: str) -> Ability:
    """`Duelist (-2)`. Raises ValueError, in words."""
    name, bracket, rest = plain(text).partition("(")
    value = rest.removesuffix(")")
    if not name.strip() or bool(bracket) != rest.endswith(")") or set(f"{name}{value}") & {"(", ")"}:
        raise ValueError(f"must be an ability, such as Burst (2), got {clipped(plain(text))}")
    return Ability(name.strip(), value.strip() or None)


def listed(text: str) -> list[str]:
    """The parts between commas that stand outside brackets."""
    parts = re.findall(r"(?:[^,(]|\([^)]*\)?)+", plain(text))
    return [part.strip() for part in parts if part.strip() not in ("", "-")]


# What an ability does to a number of an attack: one vocabulary for the book's abilities and for a card's own.


class Does(Enum):
    """The number that is changed, as a card would say it."""

    TESTS = "tests"
    TN = "TN"
    DAM = "DAM"
    DAM_LIMIT = "DAM at most"
    AR = "AR"
    CRITICAL = "Critical Success up to"
    MULTIPLIER = "Damage Multiplier"
    CF = "Crit Fail"
    DICE = "dice, the lowest counts"
    ARMOR_DICE = "armor dice, the lowest counts"
    REROLL = "re-roll failed tests"
    ARMOR_REROLL = "re-roll failed Armor Tests"
    AGAINST_PW = "tests against PW"
    AGAINST_LD = "Armor Tests against LD"
    AGAIN = "one more hit where an Armor Test fails"
    MOST_WOUNDS = "Wound Counters of an Armor Test at most"
    PINS = "pins whatever is rolled"
    UNPINNABLE = "no Pinned Counters"
    NO_AIM = "no Aim"
    CLOUD = "a cloud"
    EXPLOSIVE = "a blast"
    PROJECTED = "a projected area"
    IGNORES = "ignores"
    MOVES_PINNED = "moves closer while Pinned"

    @property
    def counts(self) -> bool:
        """Whether it goes with a number."""
        return self in _COUNTING


_COUNTING = frozenset(
    {
        *(Does.TESTS, Does.TN, Does.DAM, Does.DAM_LIMIT, Does.AR, Does.CRITICAL, Does.MULTIPLIER, Does.CF),
        *(Does.DICE, Does.ARMOR_DICE, Does.MOST_WOUNDS),
    }
)


class Whose(Enum):
    """Which attacks are changed: those that its owner makes, or those that are made at its owner."""

    OWN = "own"
    AT_IT = "at it"


class Kind(Enum):
    """Which of these attacks."""

    ANY = "attacks"
    SHOOT = "Shoot"
    STRIKE = "Strike"


class When(Enum):
    """When it applies. TOLD: only when the players say that it does, such as what holds within some inches."""

    ALWAYS = "always"
    CHARGE = "in a Charge"
    OBSTRUCTED = "while obstructed"
    REACTION = "in a Reaction"
    FRESH = "at a Unit not yet Activated"
    CLOUD = "in a cloud"
    BY_LD = "in tests against PW or LD"
    BY_CC = "in tests against CC"
    NO_AREA = "without an area"
    PRIMARY = "at the Primary Target"
    LONE = "with every test at it"
    TOLD = "when you say so"


class Per(Enum):
    """How often its amount counts."""

    ONCE = "once"
    WOUND = "for each Wound Counter on the target"
    HIT = "for each earlier hit of this Activation"


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """One change. `amount` is the number that it goes with, None for the ability's own, the X in its brackets; `less`:
    that one is taken off. `ignored`, of IGNORES: an ability's name or one of the book's modifiers, in small letters."""

    does: Does
    amount: Annotated[int, msgspec.Meta(ge=-20, le=20)] | None = None
    less: bool = False
    whose: Whose = Whose.OWN
    kind: Kind = Kind.ANY
    when: When = When.ALWAYS
    per: Per = Per.ONCE
    ignored: Annotated[str, msgspec.Meta(max_length=48)] = ""


Effects = Annotated[tuple[Effect, ...], msgspec.Meta(max_length=6)]
COVER, OVERWHELMING = "cover", "overwhelming numbers"
"""Modifiers of the book that abilities ignore, beside other abilities."""

# What is known of a Special Ability.

CARD = "Unit Profile"
"""The heading that leads to the card: Unit Special Abilities, and so Weapon Special Abilities."""


class Help(Enum):
    """Where a number that an ability changes is counted with it."""

    ATTACKS = "attacks"
    TESTS = "tests"
    MOVES = "moves"
    PASSES = "Pass Counters"
    DUELS = "attacks of a live game"


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """An ability. `does` is how one player would tell another, `source` the heading that says so, `effects` what an
    attack counts with. `counted` is False where it changes what happens in a way that no sum here has. `weapons`: it
    is a Weapon's, so that nothing of it is left without that Weapon. `also`: what beside attacks counts with it."""

    does: str
    source: str = CARD
    effects: Effects = ()
    counted: bool = True
    weapons: bool = False
    also: tuple[Help, ...] = ()


Vocabulary = Mapping[str, Known]
"""Abilities by their names in small letters."""


def by_x(
    does: Does, *, less: bool = False, whose: Whose = Whose.OWN, kind: Kind = Kind.ANY, when: When = When.ALWAYS
) -> Effect:
    """An effect that goes with the number in the ability's brackets; `less`: that is taken off."""
    return Effect(does=does, less=less, whose=whose, kind=kind, when=when)
