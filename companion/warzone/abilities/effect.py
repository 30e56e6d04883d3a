"""What an ability does to a number of an attack: one vocabulary for the book's abilities and for a card's own."""

from enum import Enum
from typing import Annotated

import msgspec


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
