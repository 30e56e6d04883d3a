"""Decides in the middle of things who may react to what is going on, at which cost, and why not."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Protocol

import msgspec
from msgspec import UNSET

from companion.table.errors import Refused
from companion.table.seats import Side
from companion.warzone.abilities.ability import read_ability
from companion.warzone.attacks.actions import Action
from companion.warzone.choices import AmbushDamage, ProjectedCounterattack
from companion.warzone.force.force import Unit
from companion.warzone.match.kinds import in_phase
from companion.warzone.match.parts import Counter, EnemyAction, Reaction
from companion.warzone.match.state import (
    State,
    TurnPhase,
    UnitState,
    called,
    possessive,
    used_in,
    with_declared,
    with_unit,
)

# What is known of a Unit in the middle of an Activation, as far as players tapped it. The table does not require it.

ACTIONS = 2
"""Counts the Actions in an Activation (Chapter 4, Activate Unit)."""
KNOWN_ACTIONS = 12
"""Limits the actions of an Activation that are remembered, since every phone is sent them."""
RELENTLESS, RECRUIT, SHAKE_IT_OFF = "relentless", "recruit", "shake it off"


class Acts(Protocol):
    """Describes a Unit with the actions of its Activation, in a match's state or as phones see it."""

    @property
    def actions(self) -> tuple[Action, ...]: ...


def aimed(unit: Acts) -> bool:
    """Returns True where an Aim is still to be used: by the next Shoot Action of the Activation (Aim)."""
    return _prepared(unit, Action.AIM)


def braced(unit: Acts) -> bool:
    """Returns True where a Brace is still to be used (Brace)."""
    return _prepared(unit, Action.BRACE)


def count_spent(unit: Acts) -> int:
    """Counts the actions of its Activation that it has used, of two: a Charge right after a Fly may be part of it
    (Fly)."""
    counted = [each for each in unit.actions if not each.free]
    flown = sum(pair == (Action.FLY, Action.CHARGE) for pair in pairwise(counted))
    return len(counted) - flown


def _prepared(unit: Acts, action: Action) -> bool:
    for each in reversed(unit.actions):
        if each is action:
            return True
        if each is Action.SHOOT:
            return False
    return False


def has(unit: Unit, ability: str) -> bool:
    """Returns True where its card has this Special Ability, in small letters; False without a card."""
    return any(read_ability(each).key == ability for each in abilities(unit))


def abilities(unit: Unit) -> tuple[str, ...]:
    """Returns its Unit Special Abilities as printed; empty without a card."""
    return () if unit.abilities is UNSET else unit.abilities


def unpinnable(unit: Unit) -> bool:
    """Returns True where it gets no Pinned Counters (Rule Precedence)."""
    return has(unit, RELENTLESS)


def tests_to_rally(unit: Unit) -> bool:
    """Returns True where its Rally Action takes the Pinned Counter off only by a TN(LD) Test (Recruit)."""
    return has(unit, RECRUIT)


def shakes_off(unit: Unit) -> bool:
    """Returns True where it loses its Pinned Counter in every End Turn Phase (Shake It Off)."""
    return has(unit, SHAKE_IT_OFF)


# Which Units may react to the declared act, at which cost, and why not (Warzone Eternal, Chapter 6).

MOST_COUNTERS = 2
"""Limits the Reaction Counters that a Unit can have, whatever its abilities."""
FIRE_SUPPORT = "Fire Support"
_AGAIN = {
    "pack hunter": "with one of its kind within 8”",
    "tactical": "within 2” of an objective, once a Turn",
}
"""Abilities that give another Reaction where the players see that it is so."""
_SHADOWED = (Action.CHARGE, Action.FLY, Action.MOVE, Action.REPOSITION)
"""Lists the movement that Shadowed hides from an Ambush; a Fly is a Move or a Charge."""


class May(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one Reaction of one Unit.

    `costs` are the counters that it takes. `why_not` says what forbids it, such as "Pinned".
    `provided` lists the conditions that only the players see.
    """

    reaction: Reaction
    costs: tuple[Counter, ...]
    why_not: str = ""
    provided: tuple[str, ...] = ()


def who_may(state: State, *, silenced: bool = False) -> dict[str, tuple[May, ...]]:
    """Returns the Reactions of each standing Unit of the Reactive Force that the action could concern, by its id.

    It is empty without an action. `silenced`: the shot was one of a Silenced weapon.
    """
    going = state.declared
    if going is None or not _there(state, going):
        return {}
    force = state.forces[going.side.other]
    found = {each.unit.id: tuple(_each(state, going, each, silenced=silenced)) for each in force.standing}
    return {unit: each for unit, each in found.items() if each}


def barred(unit: UnitState, reaction: Reaction) -> str:
    """Returns why the counters beside the Unit, and its abilities, keep it from reacting at all; "" where they do
    not."""
    if has(unit.unit, "zombie"):
        return "a Zombie"
    if unit.pinned and not has(unit.unit, "fearless"):
        return "Pinned"
    if unit.reaction_counters and unit.reaction_counters >= most(unit):
        if unit.reaction_counters > 1:
            return "two Reaction Counters already"
        networked = has(unit.unit, "networked")
        return "hand on the Reaction Counter first (Networked)" if networked else "a Reaction Counter already"
    if reaction is Reaction.AMBUSH and unit.activated:
        return "an Activation Counter already"
    return ""


def once(state: State, unit: UnitState, reaction: Reaction) -> str:
    """Returns why this action cannot be answered once more: by one Unit of the Force, but for those that dive.

    Rules: When and How to Use Reactions."""
    going = state.declared
    if going is None or reaction not in going.answered_by():
        return ""
    if unit.unit.id in going.reacted:
        return "reacted to this already"
    if going.reacted and reaction is not Reaction.DIVE_FOR_COVER:
        return "another of its Force reacted first"
    return ""


def most(unit: UnitState) -> int:
    """Returns how many Reaction Counters the Unit can have."""
    return MOST_COUNTERS if any(has(unit.unit, each) for each in ("awareness", *_AGAIN)) else 1


def spares(unit: UnitState, reaction: Reaction, lowest: int | None) -> tuple[Counter, int | None] | None:
    """Returns the counter that a test spares a Unit with this Reaction, and the test's TN where it is known.

    `lowest` is the lowest die of the shot. None without such a test.
    """
    if reaction is Reaction.DIVE_FOR_COVER and has(unit.unit, "dodge"):
        return Counter.REACTION, lowest
    values = [each.number for each in map(read_ability, abilities(unit.unit)) if each.key == "guerilla"]
    if reaction is Reaction.AMBUSH and values and None not in values:
        return Counter.ACTIVATION, sum(each for each in values if each is not None)
    return None


def pinning(state: State, side: Side, unit: UnitState) -> bool:
    """Returns True where it is engaged with a standing Enemy Unit that is not Pinned."""
    enemies = state.forces[side.other].units
    return any(each in enemies and enemies[each].fall is None and not enemies[each].pinned for each in unit.engaged)


def _there(state: State, going: EnemyAction) -> bool:
    actor = state.forces[going.side].units.get(going.unit)
    return actor is not None and actor.fall is None


def _each(state: State, going: EnemyAction, unit: UnitState, *, silenced: bool) -> Iterator[May]:
    for reaction in going.answered_by():
        aimed = unit.unit.id in going.targets
        if reaction is Reaction.PARTING_BLOW and unit.unit.id not in going.left:
            continue
        if reaction is Reaction.COUNTERATTACK and not aimed and not (going.action is Action.SHOOT and going.catches):
            continue
        if reaction is Reaction.DIVE_FOR_COVER and not aimed and going.targets and not going.catches:
            continue
        costs = (Counter.REACTION, Counter.ACTIVATION) if reaction is Reaction.AMBUSH else (Counter.REACTION,)
        yield May(
            reaction=reaction,
            costs=costs,
            why_not=once(state, unit, reaction) or barred(unit, reaction) or _not_here(state, going, unit, reaction),
            provided=tuple(_provided(state, going, unit, reaction, silenced=silenced)),
        )


def _not_here(state: State, going: EnemyAction, unit: UnitState, reaction: Reaction) -> str:
    if reaction is Reaction.AMBUSH:
        actor = state.forces[going.side].units[going.unit].unit
        if going.action is Action.CHARGE and has(actor, "unstoppable"):
            return "the Charge is Unstoppable"
        if going.action in _SHADOWED and has(actor, "shadowed"):
            return "the mover is Shadowed"
    engages = reaction in (Reaction.AMBUSH, Reaction.DIVE_FOR_COVER)
    return "engaged" if engages and pinning(state, going.side.other, unit) else ""


def _provided(
    state: State, going: EnemyAction, unit: UnitState, reaction: Reaction, *, silenced: bool
) -> Iterator[str]:
    if unit.reaction_counters and not has(unit.unit, "awareness"):
        yield from (said for ability, said in _AGAIN.items() if has(unit.unit, ability))
    if unit.unit.id not in going.targets and reaction is Reaction.DIVE_FOR_COVER:
        yield "if it is hit too" if going.targets else "if it is the target"
    if unit.unit.id not in going.targets and reaction is Reaction.COUNTERATTACK:
        yield "if the shot caught it too"
    if reaction is Reaction.COUNTERATTACK and silenced:
        yield "not if it sees them in part: Silenced"
    if reaction is Reaction.COUNTERATTACK and pinning(state, going.side.other, unit):
        may = state.choices.projected_counterattack is ProjectedCounterattack.MAY
        yield "engaged: no Shoot" + (" but with Projected weapons" if may else "")
    if reaction is Reaction.AMBUSH and state.choices.ambush_damage is AmbushDamage.AFTER_ACTION:
        yield "its damage counts after their action"
    if reaction is Reaction.AMBUSH and going.action is Action.FLY:
        actor = state.forces[going.side].units[going.unit].unit
        yield "Shoot −4" + ("" if has(unit.unit, "flight") else ", no Charge")
        if has(actor, "unstoppable"):
            yield "not if they Charge: Unstoppable"
    supported = used_in(state.forces[going.side], FIRE_SUPPORT) == state.turn
    if supported and reaction in (Reaction.AMBUSH, Reaction.COUNTERATTACK):
        yield f"not if {FIRE_SUPPORT} is on it"


# The counters that a Reaction costs: once, whether it is declared first or made at once.


def has_paid(unit: UnitState, reaction: Reaction) -> bool:
    """Returns True where the Unit declared this Reaction, and has its counters, before it makes it."""
    return unit.reacting is reaction


def answering(state: State, side: Side, unit: str, reaction: Reaction, *, made: bool) -> State:
    """Returns the state with the Reaction declared, or now `made`, and what it costs."""
    found = state.forces[side].units.get(unit)
    if found is None:
        return state
    if has_paid(found, reaction):
        return with_unit(state, side, unit, reacting=None if made else reaction)
    return with_unit(
        state,
        side,
        unit,
        reaction_counters=min(found.reaction_counters + 1, most(found)),
        reacting=None if made else reaction,
        activated=found.activated or reaction is Reaction.AMBUSH,
    )


def note_reaction(state: State, side: Side, unit: str, reaction: Reaction) -> State:
    """Returns the state where the declared action knows of this Reaction to it."""
    going = state.declared
    if going is None or going.side is side or reaction not in going.answered_by():
        return state
    return with_declared(state, reacted={**going.reacted, unit: reaction})


# Whether a Reaction is refused. What only the players see is theirs to say.


def may_react(state: State, side: Side, unit: UnitState, reaction: Reaction) -> None:
    """Lets only the Reactive Player's Units react, with the counters that Chapter 6 allows, and once for each
    declared action. Raises Refused."""
    in_phase(state, TurnPhase.ACTIVATION)
    if state.active is side:
        raise Refused(
            f"It is {possessive(called(state, side))} Activation: only {called(state, side.other)} can react."
        )
    if why_not := once(state, unit, reaction) or barred(unit, reaction):
        raise Refused(f"{unit.unit.name} cannot react: {why_not}.")
