"""Which two actions a unit may spend on a target (Warzone Eternal Core Rules, Actions, Pinned Counter)."""

from collections.abc import Iterator

import msgspec

from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.area import Area
from companion.warzone.attacks.shoot import Shoot, no_aim, shooting
from companion.warzone.attacks.situation import Situation, UnitState, as_shoot, as_shoot_after_move, as_strike
from companion.warzone.attacks.strike import striking
from companion.warzone.chances.attack import Attack
from companion.warzone.choices import WarzoneChoices

LEAVES = "To leave its engagement the unit moves away, and may take a Parting Blow first"
PINNED = "Pinned: the move must not bring the unit closer to an enemy that it sees"
OTHER_WEAPON = "The unit strikes with another weapon than the one that jams"
REACHED = "The Charge is not stopped on its way"


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """Two actions in their order, the attacks made with them, and what has to hold. The second is always an attack.

    `wounded`: the second attack where the first dealt 1, 2, … Wound Counters, the last for all beyond; empty where they
    change nothing.
    """

    actions: tuple[Action, Action]
    first: Attack | None = None
    second: Attack
    wounded: tuple[Attack, ...] = ()
    assumptions: tuple[str, ...] = ()


def ways_to_attack(situation: Situation, unit: UnitState, choices: WarzoneChoices, *, engaged: bool) -> Iterator[Way]:
    """Every legal pair of actions with an attack on this target, the plainest first. `engaged`: the unit is engaged
    with anyone. Raises Invalid.

    A pinned unit can rally first; only Charges, which always lead closer, are ruled out without that.
    """
    yield from _shots(situation, unit, choices, engaged=engaged)
    yield from _blows(situation, unit, choices)
    yield from _charges(situation, unit, choices, engaged=engaged)


def _shots(situation: Situation, unit: UnitState, choices: WarzoneChoices, *, engaged: bool) -> Iterator[Way]:
    if (question := as_shoot(situation)) is None:
        return
    if _may_shoot(situation, engaged=engaged):
        yield from _standing(question, unit, choices)
    moved = as_shoot_after_move(situation)
    if moved is not None and not unit.jammed:
        assumptions = ((LEAVES,) if engaged else ()) + ((PINNED,) if unit.pinned else ())
        yield Way(actions=(Action.MOVE, Action.SHOOT), second=shooting(moved, choices), assumptions=assumptions)


def _may_shoot(situation: Situation, *, engaged: bool) -> bool:
    return not engaged or situation.area is Area.PROJECTED


def _standing(question: Shoot, unit: UnitState, choices: WarzoneChoices) -> Iterator[Way]:
    attack = shooting(question, choices)
    if unit.jammed:
        yield Way(actions=(Action.RELOAD, Action.SHOOT), second=attack)
        return
    yield Way(actions=(Action.SHOOT, Action.SHOOT), first=attack, second=attack)
    if no_aim(question) is None:
        aimed = shooting(msgspec.structs.replace(question, aim=True), choices)
        yield Way(actions=(Action.AIM, Action.SHOOT), second=aimed)
    if unit.pinned:
        yield Way(actions=(Action.RALLY, Action.SHOOT), second=attack)


def _blows(situation: Situation, unit: UnitState, choices: WarzoneChoices) -> Iterator[Way]:
    question = as_strike(situation, charge=False)
    if question is None or not situation.engaged:
        return
    attack = striking(question, choices)
    assumptions = (OTHER_WEAPON,) if unit.jammed else ()
    yield Way(actions=(Action.STRIKE, Action.STRIKE), first=attack, second=attack, assumptions=assumptions)
    if unit.pinned:
        yield Way(actions=(Action.RALLY, Action.STRIKE), second=attack, assumptions=assumptions)


def _charges(situation: Situation, unit: UnitState, choices: WarzoneChoices, *, engaged: bool) -> Iterator[Way]:
    """A unit does not charge whom it is engaged with already (Charge)."""
    free, then, before = as_strike(situation, charge=True), as_strike(situation, charge=False), as_shoot(situation)
    if free is None or then is None or not situation.charge or situation.engaged:
        return
    attack = striking(free, choices)
    assumptions = (REACHED, *((LEAVES,) if engaged else ()), *((OTHER_WEAPON,) if unit.jammed else ()))
    if unit.pinned:
        yield Way(actions=(Action.RALLY, Action.CHARGE), second=attack, assumptions=assumptions)
        return
    yield Way(
        actions=(Action.CHARGE, Action.STRIKE), first=attack, second=striking(then, choices), assumptions=assumptions
    )
    if before is not None and not unit.jammed and _may_shoot(situation, engaged=engaged):
        shots = shooting(before, choices)
        jams = (OTHER_WEAPON,) if shots.cf is not None else ()
        yield Way(actions=(Action.SHOOT, Action.CHARGE), first=shots, second=attack, assumptions=(*assumptions, *jams))
