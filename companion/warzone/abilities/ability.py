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
"""Bounds the number in an ability's brackets."""
_ALIKE = str.maketrans({"−": "-", "–": "-", "—": "-", "‐": "-", "×": "x", "”": '"', "“": '"', "″": '"', "’": "'"})


class Ability(msgspec.Struct, frozen=True):
    """Names a Unit or Weapon Special Ability, with the number or words in its brackets."""

    name: Name
    value: Annotated[str, msgspec.Meta(max_length=80)] | None = None

    @property
    def number(self) -> int | None:
        """Returns the value where it is a number. Abilities of one name add up (Chapter 3, Unit Profile)."""
        return whole((self.value or "").replace("−", "-"), least=-_LARGEST, most=_LARGEST)

    @property
    def key(self) -> str:
        """Returns the name by which abilities are looked up: case does not count."""
        return self.name.casefold()

    def __str__(self) -> str:
        return self.name if self.value is None else f"{self.name} ({self.value})"


Abilities = Annotated[tuple[Ability, ...], msgspec.Meta(max_length=24)]


def plain(text: str) -> str:
    """Returns the text with plain dashes, quotes and signs, and with single spaces."""
    return " ".join(alike(text).split())


def alike(text: str) -> str:
    """Returns the text with plain dashes, quotes and signs."""
    return text.translate(_ALIKE)


def read_abilities(text: str) -> tuple[Ability, ...]:
    """Reads `Burst (2), Recoil (4)`: commas within brackets belong to the value. Raises ValueError, in words."""
    return tuple(read_ability(part) for part in listed(text))


def read_ability(text: str) -> Ability:
    """Reads `Duelist (-2)`. Raises ValueError, in words."""
    name, bracket, rest = plain(text).partition("(")
    value = rest.removesuffix(")")
    if not name.strip() or bool(bracket) != rest.endswith(")") or set(f"{name}{value}") & {"(", ")"}:
        raise ValueError(f"must be an ability, such as Burst (2), got {clipped(plain(text))}")
    return Ability(name.strip(), value.strip() or None)


def listed(text: str) -> list[str]:
    """Returns the parts between the commas outside brackets."""
    parts = re.findall(r"(?:[^,(]|\([^)]*\)?)+", plain(text))
    return [part.strip() for part in parts if part.strip() not in ("", "-")]


# What an ability does to a number of an attack: one vocabulary for the book's abilities and for a card's own.


class Does(Enum):
    """Names the number that an effect changes, in a card's words."""

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
        """Returns True for a change that has a number."""
        return self in _COUNTING


_COUNTING = frozenset(
    {
        *(Does.TESTS, Does.TN, Does.DAM, Does.DAM_LIMIT, Does.AR, Does.CRITICAL, Does.MULTIPLIER, Does.CF),
        *(Does.DICE, Does.ARMOR_DICE, Does.MOST_WOUNDS),
    }
)


class Whose(Enum):
    """Says which attacks an effect changes: its owner's own, or those at its owner."""

    OWN = "own"
    AT_IT = "at it"


class AbilityKind(Enum):
    """Says which kind of these attacks an effect changes."""

    ANY = "attacks"
    SHOOT = "Shoot"
    STRIKE = "Strike"


class When(Enum):
    """Says when an effect applies. `TOLD`: when the players say so, such as a distance in inches."""

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
    """Says how often an effect's amount counts."""

    ONCE = "once"
    WOUND = "for each Wound Counter on the target"
    HIT = "for each earlier hit of this Activation"


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one change to an attack.

    `amount` is its number; None means the ability's own number, the X in its brackets. `less` subtracts that number.
    `ignored` belongs to IGNORES: an ability's name or one of the book's modifiers, in small letters.
    """

    does: Does
    amount: Annotated[int, msgspec.Meta(ge=-20, le=20)] | None = None
    less: bool = False
    whose: Whose = Whose.OWN
    kind: AbilityKind = AbilityKind.ANY
    when: When = When.ALWAYS
    per: Per = Per.ONCE
    ignored: Annotated[str, msgspec.Meta(max_length=48)] = ""


Effects = Annotated[tuple[Effect, ...], msgspec.Meta(max_length=6)]
COVER, OVERWHELMING = "cover", "overwhelming numbers"
"""Names modifiers of the book that abilities ignore, besides other abilities."""

# What is known of a Special Ability.

CARD = "Unit Profile"
"""Names the heading that leads to the card: Unit Special Abilities, and so Weapon Special Abilities."""


class Help(Enum):
    """Says where a number that an ability changes is counted."""

    ATTACKS = "attacks"
    TESTS = "tests"
    MOVES = "moves"
    PASSES = "Pass Counters"
    DUELS = "attacks of a live game"


class KnownAbility(msgspec.Struct, frozen=True, kw_only=True):
    """Describes an ability.

    `does` puts it into a player's words, `source` is its heading in the book, `effects` is what an attack counts.
    `counted` is False where it changes something that no sum here has. `weapons` is True for an ability that goes with
    its Weapon and ends without it. `also` lists what counts it besides attacks.
    """

    does: str
    source: str = CARD
    effects: Effects = ()
    counted: bool = True
    weapons: bool = False
    also: tuple[Help, ...] = ()


Vocabulary = Mapping[str, KnownAbility]
"""Maps abilities' names, in small letters, to what they do."""


def by_x(
    does: Does,
    *,
    less: bool = False,
    whose: Whose = Whose.OWN,
    kind: AbilityKind = AbilityKind.ANY,
    when: When = When.ALWAYS,
) -> Effect:
    """Returns an effect whose number is the one in the ability's brackets; `less` subtracts it."""
    return Effect(does=does, less=less, whose=whose, kind=kind, when=when)
