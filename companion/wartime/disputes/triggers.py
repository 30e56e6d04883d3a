"""Two actions that clash, and the touches that began them. WarTime Rulebook: Timing Disputes."""

from collections.abc import Iterator, Mapping
from enum import Enum
from itertools import combinations
from typing import NamedTuple

import msgspec

from companion.table.sides import Side


class Kind(Enum):
    """What an action is, or for a Card Action what it is most like: `CARD` neither moves nor attacks."""

    MOVE = "move"
    ATTACK = "attack"
    CHARGE = "charge"
    CARD = "card"


class Step(Enum):
    """What hands do: lift a unit or slide it out of its hex, set it down in its new one, take tokens off the defender's
    stack; or touch a unit, card, timer or token."""

    LIFT = "lift"
    LAND = "land"
    TOKENS = "tokens"
    TOUCH = "touch"


STEPS: Mapping[Kind, tuple[Step, ...]] = {
    Kind.MOVE: (Step.LIFT,),
    Kind.ATTACK: (Step.TOKENS,),
    Kind.CHARGE: (Step.LIFT, Step.LAND, Step.TOKENS),
    Kind.CARD: (Step.TOUCH,),
}
"""What each kind of action is judged by, in order: the first of them begins it; a charge's two halves are judged one
after the other."""


class Trigger(NamedTuple):
    """One side's step."""

    side: Side
    step: Step


Order = tuple[Trigger, ...]


class Deed(msgspec.Struct, frozen=True, kw_only=True):
    """What one side did, or wanted to. `at_other`: it was aimed at the very unit that the other side acted with, and
    `kills` says that it takes that unit's last token."""

    kind: Kind
    at_other: bool = False
    kills: bool = False

    @property
    def strikes(self) -> bool:
        return self.kind in (Kind.ATTACK, Kind.CHARGE)

    @property
    def lifts(self) -> bool:
        return self.kind in (Kind.MOVE, Kind.CHARGE)


class Dispute(msgspec.Struct, frozen=True, kw_only=True):
    """Both sides' actions and the order of all their triggers. `same_hex`: both units were to end in the same hex."""

    deeds: Mapping[Side, Deed]
    order: Order
    same_hex: bool = False


def triggers(side: Side, kind: Kind) -> Order:
    """The triggers of one side's action, in the order in which they have to come."""
    return tuple(Trigger(side, step) for step in STEPS[kind])


def orders(gold: Kind, red: Kind) -> Iterator[Order]:
    """Every order in which the triggers of two actions can have come."""
    golds, reds = triggers(Side.GOLD, gold), triggers(Side.RED, red)
    count = len(golds) + len(reds)
    for places in combinations(range(count), len(golds)):
        one, other = iter(golds), iter(reds)
        yield tuple(next(one) if place in places else next(other) for place in range(count))
