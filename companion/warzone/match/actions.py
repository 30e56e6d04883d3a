"""Holds the actions of a Unit's Activation: how they begin, count and end, and those that are not attacks."""

from collections.abc import Sequence
from typing import Annotated, ClassVar

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from companion.table.errors import Refused
from companion.table.seats import Side
from companion.warzone.attacks.actions import Action
from companion.warzone.match.kinds import Agreed, AgreedAct, UnitEvent, WarzoneEvent, standing
from companion.warzone.match.limits import against_action, own_activation
from companion.warzone.match.parts import Assistance, Die, LeadershipRoll, UnitId
from companion.warzone.match.reactions import KNOWN_ACTIONS, tests_to_rally, unpinnable
from companion.warzone.match.state import State, TurnPhase, UnitState, unit_name, with_force, with_unit

# How an action begins an Activation, and what it leaves.


def begins(state: State, unit: UnitState) -> bool:
    """Returns True where the action begins the Activation of a ready Unit, with no other acting."""
    return state.acting is None and unit.ready


def activate(state: State, side: Side, unit: str) -> State:
    """Returns the state with the Activation that this Unit's action begins."""
    if unit not in state.forces[side].units:
        return state
    return with_unit(replace(state, acting=(unit,)), side, unit, activated=True)


def count_action(state: State, side: Side, unit: str, action: Action) -> State:
    """Returns the state with one more action of the Unit's Activation."""
    found = state.forces[side].units.get(unit)
    if found is None:
        return state
    return with_unit(state, side, unit, actions=(*found.actions, action)[-KNOWN_ACTIONS:])


def separate(state: State, side: Side, unit: str, enemy: str) -> State:
    """Separates the Unit from this one of the other side's."""
    for whose, one, other in ((side, unit, enemy), (side.other, enemy, unit)):
        found = state.forces[whose].units.get(one)
        if found is not None:
            state = with_unit(state, whose, one, engaged=tuple(each for each in found.engaged if each != other))
    return state


def disengage(state: State, side: Side, unit: str) -> State:
    """Separates the Unit from all its engagements."""
    found = state.forces[side].units.get(unit)
    for other in found.engaged if found else ():
        state = separate(state, side, unit, other)
    return state


def rest_units(units: dict[str, UnitState]) -> dict[str, UnitState]:
    """Ends the units' Activation: an Aim or a Brace is gone with its actions."""
    rested = {}
    for id, unit in units.items():
        done = unit.actions or unit.hits or unit.lent
        rested[id] = replace(unit, actions=(), hits={}, lent=0) if done else unit
    return rested


# How the declared action continues and ends.


def continues(state: State, unit: str, action: Action, target: str | None = None) -> bool:
    """Returns True where it is what was declared."""
    going = state.declared
    if going is None or going.done or not is_declared(state, unit, action):
        return False
    return target is None or not going.targets or target in going.targets


def is_declared(state: State, unit: str, action: Action) -> bool:
    """Returns True where it is the Unit and the action of the declared one, which may be done."""
    going = state.declared
    return going is not None and (going.unit, going.action) == (unit, action)


def complete(state: State) -> State:
    """Completes a declared movement that happened without another word."""
    going = state.declared
    if going is None:
        return state
    if not going.done and going.action.moves:
        for enemy in going.left:
            state = separate(state, going.side, going.unit, enemy)
        state = count_action(state, going.side, going.unit, going.action)
    return replace(state, declared=None)


def complete_first(_: WarzoneEvent, state: State) -> State:
    """Is how an event clears the state that begins another action."""
    return complete(state)


def end_reactions(_: WarzoneEvent, state: State) -> State:
    """Ends the declared action and all Reactions to it: Units forget what they declared, and their dice are gone.

    Is how an event clears the state that ends an Activation.
    """
    state = complete(state)
    for side, force in state.forces.items():
        units = {
            id: replace(unit, reacting=None, dice=None) if unit.reacting or unit.dice else unit
            for id, unit in force.units.items()
        }
        state = with_force(state, side, units=units)
    return state


# Actions that are not attacks.

DONE = {
    Action.ABILITY: "used an ability",
    Action.AIM: "Aimed",
    Action.BRACE: "Braced",
    Action.CHARGE: "Charged",
    Action.CLIMB: "Climbed",
    Action.COMPULSORY: "made a Compulsory Movement",
    Action.FLY: "Flew",
    Action.INTERACT: "Interacted",
    Action.MOVE: "Moved",
    Action.RALLY: "Rallied",
    Action.RELOAD: "Reloaded",
    Action.REPOSITION: "Repositioned",
}


class Did(UnitEvent, frozen=True, kw_only=True):
    """Records an action that is not an attack.

    `activates`: with this the Unit's Activation begins. `test`: it was a Rally that took one.
    """

    action: Action
    weapon: str = ""
    activates: bool = False
    test: LeadershipRoll | msgspec.UnsetType = msgspec.UNSET
    agreed: Agreed = UNSET

    @property
    def what(self) -> str:
        return self.action.title

    def clear(self, state: State) -> State:
        return state if continues(state, self.unit, self.action) else complete(state)

    def apply(self, state: State) -> State:
        side, unit, action = self.side, self.unit, self.action
        if self.activates:
            state = activate(state, side, unit)
        state = count_action(state, side, unit, action)
        if action.moves:
            state = disengage(state, side, unit)
        if action is Action.RALLY:
            rallied = self.test is UNSET or self.test.success
            return with_unit(state, side, unit, pinned=False) if rallied else state
        if action is Action.RELOAD:
            found = state.forces[side].units.get(unit)
            jammed = tuple(each for each in found.jammed if each != self.weapon) if found else ()
            return with_unit(state, side, unit, jammed=jammed)
        return state

    def follow(self, state: State) -> State:
        return replace(state, declared=None)

    def sentence(self, state: State) -> str:
        if self.test is not UNSET:
            return f"{self.who(state)} {self.test.outcome}"
        return f"{self.who(state)} {DONE[self.action]} {self.weapon}".rstrip()


class Do(AgreedAct, frozen=True, kw_only=True):
    """Performs an action that is not an attack. It is recorded where a player says so, and never required.

    `weapon` is what a Reload is for, `test` a Recruit's to Rally.
    """

    ADDRESSES = ("sides/{side}/units/{unit}/do",)
    SUMMARY = "A Unit performs an action that is not an attack"
    EVENT = Did

    action: Action
    weapon: str = ""
    test: LeadershipRoll | None = None

    def decide(self, state: State, at: int) -> Sequence[WarzoneEvent]:
        unit = self.find_unit(state, TurnPhase.ACTIVATION)
        if self.action in (Action.ABILITY, Action.SHOOT, Action.STRIKE):
            raise Refused(f"Say whom it is to {self.action.value.title()}.")
        own_activation(state, self.side)
        if self.action is Action.RALLY and not unit.pinned:
            raise Refused(f"{unit.unit.name} cannot Rally: it is not Pinned.")
        if (self.action is Action.RALLY and tests_to_rally(unit.unit)) is not (self.test is not None):
            raise Refused(
                f"No test: {unit.unit.name} can do that without one."
                if self.test
                else f"{unit.unit.name} must test LD to Rally, as a Recruit."
            )
        if self.test is not None and self.test.unit != self.unit:
            raise Refused(f"The test must be that of {unit.unit.name}.")
        if self.action is Action.RELOAD and self.weapon not in unit.jammed:
            raise Refused(f"No such Reload Counter is on {unit.unit.name}.")
        return [
            self.event(
                at,
                activates=begins(state, unit),
                test=self.test or UNSET,
                agreed=self.agreement(against_action(state, self, unit, self.action)),
            )
        ]


# Abilities of a card that a Unit uses for, or on, another.


class Assisted(UnitEvent, frozen=True, kw_only=True):
    """Records that the Unit used an ability for, or on, the Unit of the id `other`.

    `die` was tested against `needed`. `activates`: its Activation began with it.
    """

    OUTCOMES: ClassVar[dict[Assistance, tuple[str, str]]] = {
        Assistance.COMMAND: ("it may do one more action", "no effect"),
        Assistance.FIRST_AID: ("one Wound Counter comes off", "no effect"),
        Assistance.IMPACT: ("it stands", "Pinned"),
        Assistance.INSPIRE: ("a counter comes off", ""),
    }
    """What a Success does, and what a failed test does."""

    ability: Assistance
    other: str
    needed: int | None = None
    die: Die | None = None
    activates: bool = False
    agreed: Agreed = UNSET

    @property
    def success(self) -> bool:
        return self.die is None or self.needed is None or self.die.value <= self.needed

    @property
    def what(self) -> str:
        return self.ability.title

    clear = complete_first

    def apply(self, state: State) -> State:
        ability, whose = self.ability, self.ability.side(self.side)
        if self.activates:
            state = activate(state, self.side, self.unit)
        if ability is not Assistance.IMPACT:
            state = count_action(state, self.side, self.unit, Action.ABILITY)
        other = state.forces[whose].units.get(self.other)
        if other is None or self.success is (ability is Assistance.IMPACT):
            return state
        match ability:
            case Assistance.COMMAND:
                return with_unit(state, whose, self.other, lent=other.lent + 1)
            case Assistance.FIRST_AID:
                return with_unit(state, whose, self.other, wounds=max(0, other.wounds - 1))
            case Assistance.IMPACT:
                return with_unit(state, whose, self.other, pinned=not unpinnable(other.unit))
            case Assistance.INSPIRE if other.pinned:
                return with_unit(state, whose, self.other, pinned=False)
            case Assistance.INSPIRE:
                return with_unit(state, whose, self.other, reaction_counters=max(0, other.reaction_counters - 1))

    def sentence(self, state: State) -> str:
        other, real = unit_name(state, self.ability.side(self.side), self.other), ""
        if self.die:
            real = f" [{self.die} against {self.needed}{'; a real die' if self.die.real else ''}]"
        outcome = self.OUTCOMES[self.ability][0 if self.success else 1]
        return f"{self.who(state)}: {self.ability.title} at {other}{real}, {outcome}"


class Assist(AgreedAct, frozen=True, kw_only=True):
    """Uses the Unit's ability for a friend, or its Impact on an Enemy Unit, of the id `other`.

    The die is tested against `needed`. That is the Unit's LD (Command), the X of First Aid (X), or the LD of the Unit
    nearby (Impact). All take an action but for Impact, which comes with a Fly.
    """

    ADDRESSES = ("sides/{side}/units/{unit}/assist",)
    SUMMARY = "A Unit uses an ability for, or on, another"
    EVENT = Assisted

    ability: Assistance
    other: UnitId
    needed: Annotated[int, msgspec.Meta(ge=1, le=20)] | None = None
    die: Die | None = msgspec.field(name="roll", default=None)

    def decide(self, state: State, at: int) -> Sequence[WarzoneEvent]:
        ability, unit = self.ability, self.find_unit(state, TurnPhase.ACTIVATION)
        own_activation(state, self.side)
        other = standing(state.forces[ability.side(self.side)], self.other)
        name = other.unit.name
        if ability.tested and (self.die is None or self.needed is None):
            raise Refused(f"{ability.title} needs a test: give the die and its target number.")
        if ability is Assistance.FIRST_AID and not other.wounds:
            raise Refused(f"No Wound Counters are on {name}.")
        if ability is Assistance.INSPIRE and not (other.pinned or other.reaction_counters):
            raise Refused(f"No Pinned or Reaction Counter is on {name}.")
        free = ability is Assistance.IMPACT
        against = () if free else against_action(state, self, unit, Action.ABILITY)
        return [
            self.event(
                at,
                ability=ability,
                needed=self.needed if ability.tested else None,
                die=self.die if ability.tested else None,
                activates=not free and begins(state, unit),
                agreed=self.agreement(against),
            )
        ]
