"""One unit before its two actions, and one target that it could spend them on."""

from enum import Enum

import msgspec

from companion.fields.sizes import Word
from companion.warzone.attacks.shoot import Shoot
from companion.warzone.attacks.strike import Strike
from companion.warzone.attacks.target import (
    AbilityText,
    Area,
    Damage,
    Friends,
    Modifier,
    Multiplier,
    Obstruction,
    Rating,
    Rolls,
    Target,
)
from companion.warzone.chances.dice import Reroll


class MoveBy(Enum):
    """How the unit gets to where its `move_…` circumstances are: a Reposition takes no action (Chapters 5 and 7)."""

    MOVE = "move"
    CLIMB = "climb"
    FLY = "fly"
    REPOSITION = "reposition"


class UnitState(msgspec.Struct, frozen=True, kw_only=True):
    """The unit that acts. `jammed`: its ranged weapon has a Reload Counter. `engaged_elsewhere`: with a unit that is
    none of the targets."""

    pinned: bool = False
    jammed: bool = False
    engaged_elsewhere: bool = False


class Situation(Target, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The numbers of both of the unit's attacks on one target.

    Shooting, where `mw` and `dam` are given, is as in Shoot; `move_…` are its circumstances from where a Move would
    take the unit, and there is such a move where any of them is given. Striking, where `cc` and one of `strike_dam` and
    `st` are given, is as in Strike. `engaged`: with this target, now. `charge`: a Charge reaches this target, now.
    `move_engages`: a Move does; `move_charge`: a Charge does from where a Move takes the unit. `move_by`: what takes
    the place of that Move.
    """

    name: Word = "Target"
    def_: Modifier = msgspec.field(name="def", default=0)

    mw: Rating | None = None
    dam: Damage | None = None
    cf: Rating | None = None
    range: Modifier = 0
    obstruction: Obstruction = Obstruction.CLEAR
    friends_engaged: bool = False
    indirect: bool = False
    beyond_short: bool = False
    sight_blocked: bool = False
    modifier: Modifier = 0
    multiplier: Multiplier = 1
    shots: Rolls | None = None
    reroll: Reroll = Reroll.NONE
    area: Area = Area.NONE
    abilities: AbilityText = ""
    pw: Rating | None = None
    fresh: bool = False

    move_dam: Damage | None = None
    move_range: Modifier | None = None
    move_obstruction: Obstruction | None = None
    move_cover: bool | None = None
    move_engages: bool = False
    move_charge: bool = False
    move_by: MoveBy = MoveBy.MOVE

    cc: Rating | None = None
    strike_dam: Damage | None = None
    st: Damage | None = None
    strike_cf: Rating | None = None
    weapon: Modifier = 0
    friends: Friends = 0
    strike_modifier: Modifier = 0
    strike_multiplier: Multiplier = 1
    strikes: Rolls = 1
    strike_reroll: Reroll = Reroll.NONE
    strike_abilities: AbilityText = ""
    apart: bool = False
    engaged: bool = False
    charge: bool = False


def as_shoot(situation: Situation) -> Shoot | None:
    """The Shoot Action from where the unit stands; None without a ranged weapon."""
    if situation.mw is None or situation.dam is None:
        return None
    return Shoot(**{name: getattr(situation, name) for name in _SHOOT})


def from_shoot(question: Shoot) -> Situation | None:
    """The target of a Shoot Action from where the unit stands; None where plans do not shoot so."""
    if question.secondary or question.harmless or question.reaction:
        return None
    return Situation(**{name: getattr(question, name) for name in _SHOOT})


def as_shoot_after_move(situation: Situation) -> Shoot | None:
    """The Shoot Action from where a Move takes the unit; None without one."""
    before = as_shoot(situation)
    moved = {
        "dam": situation.move_dam,
        "range": situation.move_range,
        "obstruction": situation.move_obstruction,
        "cover": situation.move_cover,
    }
    changed = {name: value for name, value in moved.items() if value is not None}
    return None if before is None or not changed else msgspec.structs.replace(before, **changed)


def as_strike(situation: Situation, *, charge: bool) -> Strike | None:
    """The Strike Action, or the free one of a Charge; None without anything to strike with."""
    if situation.cc is None or (situation.strike_dam is None and situation.st is None):
        return None
    return Strike(charge=charge, **{name: getattr(situation, word) for name, word in _STRIKE.items()})


def from_strike(question: Strike) -> Situation | None:
    """The target of a Strike Action, engaged, or reached with a Charge; None where plans do not strike so."""
    if question.harmless:
        return None
    own = {word: getattr(question, name) for name, word in _STRIKE.items()}
    return Situation(engaged=not question.charge, charge=question.charge, **own)


STRIKE_WORDS = {name: f"strike_{name}" for name in ("dam", "cf", "modifier", "multiplier", "reroll", "abilities")}
"""What a strike's numbers are called beside a shot's."""
NOT_PLANNED = frozenset(("aim", "brace", "harmless", "reaction", "flying", "secondary", "earlier_hits"))
"""Of a Shoot Action: plans try the Aim and the Brace by themselves, and shoot in the unit's own Activation at a Primary
Target, or with Indirect Fire at its Spot, with what hurts; they begin with the Activation."""
_SHOOT = tuple(name for name in Shoot.__struct_fields__ if name not in NOT_PLANNED)
_STRIKE = {
    name: STRIKE_WORDS.get(name, name) for name in Strike.__struct_fields__ if name not in ("charge", "harmless")
}
