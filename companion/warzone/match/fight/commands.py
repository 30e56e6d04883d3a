"""What players ask of a fight: an attack with its outcome, or another action of a Unit."""

from typing import Annotated

import msgspec

from companion.warzone.attacks.actions import Action
from companion.warzone.match.counters import Reaction
from companion.warzone.match.dice import Pips
from companion.warzone.match.leadership import LeadershipRoll
from companion.warzone.match.sided import UnitCommand

MOST_TESTS, MOST_ARMOR_TESTS, MOST_WOUNDS = 20, 400, 80
Faces = Annotated[tuple[Pips, ...], msgspec.Meta(max_length=MOST_TESTS)]
ArmorFaces = Annotated[tuple[Pips, ...], msgspec.Meta(max_length=MOST_ARMOR_TESTS)]


class Dealt(msgspec.Struct, frozen=True, kw_only=True):
    """What the dice of an attack came to (companion.warzone.attacks.resolved): tests that hit, Wound Counters, whether
    the target gets a Pinned Counter, and whether the attack failed critically. `casualty`: the target is gone, by its
    card; it matters where the match does not know its W."""

    hits: Annotated[int, msgspec.Meta(ge=0, le=MOST_TESTS)] = 0
    wounds: Annotated[int, msgspec.Meta(ge=0, le=MOST_WOUNDS)] = 0
    pinned: bool = False
    failed: bool = False
    casualty: bool | msgspec.UnsetType = msgspec.UNSET


class Blow(msgspec.Struct, frozen=True, kw_only=True):
    """One attack as it was made: with the action SHOOT, STRIKE or CHARGE, at `target`, an Enemy Unit.

    `weapon` is its name, "" without one. `reaction`: it was made as one, whose counters it costs. `dive`: the target
    dived for cover. `apart`: they did not come into contact, as with Reach. `same_action`: it goes with the attack
    before, as against a further target of its area. `rolls` and `armor` are the dice, `real` where they lay on the
    table; none where nobody said. `prepared`: the Aim or Brace before it, recorded with it.
    """

    action: Action
    target: str
    weapon: str = ""
    reaction: Reaction | None = None
    dive: bool = False
    apart: bool = False
    same_action: bool = False
    dealt: Dealt
    rolls: Faces = ()
    armor: ArmorFaces = ()
    real: bool = False
    prepared: Annotated[tuple[Action, ...], msgspec.Meta(max_length=2)] | msgspec.UnsetType = msgspec.UNSET


class Fight(UnitCommand, frozen=True, kw_only=True):
    """The Unit attacks, and all that comes of it. `after`: how many attacks it had made when this one was meant (see
    UnitState.blows), so that sent twice it is recorded once; None where nobody says."""

    blow: Blow
    after: int | None = None


class Do(UnitCommand, frozen=True, kw_only=True):
    """The Unit performs an action that attacks nobody: recorded when somebody says so, never called for. `weapon` is
    what a Reload is for, `test` a Recruit's to Rally."""

    action: Action
    weapon: str = ""
    test: LeadershipRoll | None = None
