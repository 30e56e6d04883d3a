"""Describes one unit before its two actions, and one target for them."""

from enum import Enum

import msgspec

from companion.fields.characters import Word
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
    """Says how the unit reaches its `move_…` circumstances. A Reposition takes no action (Chapters 5 and 7)."""

    MOVE = "move"
    CLIMB = "climb"
    FLY = "fly"
    REPOSITION = "reposition"


class UnitSituation(msgspec.Struct, frozen=True, kw_only=True):
    """Describes the unit that acts.

    `jammed`: its ranged weapon has a Reload Counter. `engaged_elsewhere`: it is engaged with a unit that is not among
    the targets.
    """

    pinned: bool = False
    jammed: bool = False
    engaged_elsewhere: bool = False


class Situation(Target, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Holds the numbers of both of the unit's attacks on one target.

    Shooting needs `mw` and `dam`, and works as in Shoot. `move_…` are its circumstances after a Move; any one of them
    says that there is such a Move. Striking needs `cc` and either `strike_dam` or `st`, and works as in Strike.
    `engaged`: with this target, now. `charge`: a Charge reaches this target, now. `move_engages`: a Move reaches it.
    `move_charge`: a Charge reaches it after a Move. `move_by` is what takes the place of that Move.
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
    """Returns the Shoot Action from the unit's place, or None without a ranged weapon."""
    if situation.mw is None or situation.dam is None:
        return None
    return Shoot(**{name: getattr(situation, name) for name in _SHOOT})


def from_shoot(question: Shoot) -> Situation | None:
    """Returns the target of a Shoot Action from the unit's place, or None for a shot that plans do not include."""
    if question.secondary or question.harmless or question.reaction:
        return None
    return Situation(**{name: getattr(question, name) for name in _SHOOT})


def as_shoot_after_move(situation: Situation) -> Shoot | None:
    """Returns the Shoot Action from the end of a Move, or None without one."""
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
    """Returns the Strike Action, or the free one of a Charge; None without the means to strike."""
    if situation.cc is None or (situation.strike_dam is None and situation.st is None):
        return None
    return Strike(charge=charge, **{name: getattr(situation, word) for name, word in _STRIKE.items()})


def from_strike(question: Strike) -> Situation | None:
    """Returns the target of a Strike Action, engaged or reached by a Charge; None for a strike that plans do not
    include."""
    if question.harmless:
        return None
    own = {word: getattr(question, name) for name, word in _STRIKE.items()}
    return Situation(engaged=not question.charge, charge=question.charge, **own)


STRIKE_WORDS = {name: f"strike_{name}" for name in ("dam", "cf", "modifier", "multiplier", "reroll", "abilities")}
"""Maps a strike's numbers to their names beside a shot's."""
NOT_PLANNED = frozenset(("aim", "brace", "harmless", "reaction", "flying", "secondary", "earlier_hits"))
"""Lists what a Shoot Action has and a plan has not.

Plans try the Aim and the Brace by themselves, and begin with the unit's own Activation. They shoot with a weapon that
hurts, at a Primary Target or, with Indirect Fire, at its Spot.
"""
_SHOOT = tuple(name for name in Shoot.__struct_fields__ if name not in NOT_PLANNED)
_STRIKE = {
    name: STRIKE_WORDS.get(name, name) for name in Strike.__struct_fields__ if name not in ("charge", "harmless")
}
