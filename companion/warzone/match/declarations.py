"""Holds declared actions and the Reactions to them: announcing, rolling, reacting, holding back, tests of counters."""

from collections.abc import Sequence
from math import ceil

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from companion.clock import MS
from companion.table.errors import Refused
from companion.warzone.attacks.actions import Action
from companion.warzone.match.actions import activate, begins, complete, continues
from companion.warzone.match.fight import aimed_at, attack_words, may_attack
from companion.warzone.match.kinds import (
    Agreed,
    AgreedAct,
    ForceAct,
    ForceEvent,
    OwnUnitAct,
    UnitEvent,
    WarzoneEvent,
    in_phase,
    standing,
)
from companion.warzone.match.limits import against_action, against_attack, dice_match, own_activation
from companion.warzone.match.parts import (
    ATTACKS,
    Counter,
    Declaration,
    Die,
    EnemyAction,
    Pips,
    Reaction,
    TableDice,
)
from companion.warzone.match.reactions import answering, may_react, note_reaction, spares, who_may
from companion.warzone.match.state import State, TurnPhase, called, unit_name, with_declared, with_unit

SECOND = 1000 * MS

# Announcing an action. What players may record of it, the table never requires.


class Declared(UnitEvent, frozen=True, kw_only=True):
    """`activates`: with this the Unit's Activation begins. `how` is the attack with all that its odds need, `forced`
    what a Compulsory Movement is."""

    action: Action
    target: str | None = None
    activates: bool = False
    how: Declaration | msgspec.UnsetType = msgspec.UNSET
    forced: str | msgspec.UnsetType = msgspec.UNSET
    agreed: Agreed = UNSET

    @property
    def what(self) -> str:
        return self.action.title

    def clear(self, state: State) -> State:
        return state if self._restates(state) else complete(state)

    def apply(self, state: State) -> State:
        how = self.how or None
        targets = _targets(self.target, how)
        if self._restates(state):
            state = with_declared(state, how=self.how, targets=targets)
        else:
            state = _begun(state, self, self.action, targets, how)
        if how is not None and (wait := state.choices.reaction_wait.seconds):
            state = with_declared(state, until=self.sand_ns + wait * SECOND)
        return state if self.agreed is UNSET else with_declared(state, agreed=True)

    def _restates(self, state: State) -> bool:
        """Returns True where the same attack is declared once more, with other circumstances."""
        if self.how is UNSET or (state.declared is not None and state.declared.rolled is True):
            return False
        return continues(state, self.unit, self.action, self.target)

    def sentence(self, state: State) -> str:
        at = f" at {aimed_at(state, self.side.other, self.target, self.how)}" if self.target else ""
        how = attack_words(self.how) if self.how is not UNSET else self.forced or ""
        return f"{self.who(state)} declared a {self.action.title}{at}{': ' if how else ''}{how}"


class Declare(AgreedAct, frozen=True, kw_only=True):
    """Declares that the Unit moves, shoots, strikes or charges now.

    `target` is the Enemy Unit that it is at, if that is known. `how` is the attack with all that its odds need.
    `forced` is what a Compulsory Movement is, such as "4” away".
    """

    ADDRESSES = ("sides/{side}/units/{unit}/declare",)
    SUMMARY = "A Unit is about to act: the other side may react"
    EVENT = Declared
    DECLARES = True

    action: Action
    target: str | None = None
    how: Declaration | None = None
    forced: str = ""

    def decide(self, state: State, at: int) -> Sequence[WarzoneEvent]:
        side, action, how = self.side, self.action, self.how
        found = self.find_unit(state, TurnPhase.ACTIVATION)
        if not action.moves and action not in ATTACKS:
            raise Refused("Declare a Move, Fly, Climb, Charge, Shoot or Strike: other acts allow no Reaction.")
        own_activation(state, side)
        target = self.target if action in ATTACKS else None
        for each in _targets(target, how):
            standing(state.forces[side.other], each)
        against = (
            against_action(state, self, found, action)
            if how is None or target is None
            else against_attack(state, self, found, how, thrown=False, target=target)
        )
        return [
            self.event(
                at,
                target=target,
                activates=action is not Action.COMPULSORY and begins(state, found),
                how=how or UNSET,
                forced=self.forced or UNSET,
                agreed=self.agreement(against),
            )
        ]


def _targets(target: str | None, how: Declaration | None) -> tuple[str, ...]:
    """Returns whom an attack is at: the first, then those that a Burst is spread over."""
    if target is None:
        return ()
    return (target,) if how is None else how.targets(target)


def _begun(
    state: State, event: "Declared | Rolled", action: Action, targets: tuple[str, ...], how: Declaration | None
) -> State:
    side, unit = event.side, event.unit
    if event.activates:
        state = activate(state, side, unit)
    found = state.forces[side].units.get(unit)
    left = found.engaged if found is not None and action.moves else ()
    weapon = "" if how is None else how.way.weapon
    going = EnemyAction(
        side=side, unit=unit, action=action, targets=targets, weapon=weapon, left=left, how=how or UNSET
    )
    return replace(state, declared=going)


# The table's dice for an attack, which may wait for a Reaction.


class Rolled(UnitEvent, frozen=True, kw_only=True):
    """Records that the table rolled for an attack, which is declared with it.

    `activates`: the Unit's Activation begins with it.
    """

    WHAT = "roll"

    dice: TableDice
    activates: bool = False
    again: bool | msgspec.UnsetType = msgspec.UNSET
    agreed: Agreed = UNSET

    def clear(self, state: State) -> State:
        told = self.dice.how.told
        own = told.reaction is None and told.primary is None
        return complete(state) if own and not self._continues(state) else state

    def apply(self, state: State) -> State:
        """Returns the state with the dice. An undeclared attack is declared with them; a Reaction costs its
        counters."""
        side, unit, dice, told = self.side, self.unit, self.dice, self.dice.how.told
        if told.reaction is not None:
            found = state.forces[side].units.get(unit)
            if found is not None and found.reacting is not told.reaction:
                state = answering(state, side, unit, told.reaction, made=False)
        elif told.primary is None:
            targets = _targets(dice.target, dice.how)
            if not self._continues(state):
                state = _begun(state, self, dice.how.way.action, targets, dice.how)
            state = with_declared(state, how=dice.how, targets=targets, rolled=True)
            if self.agreed is not UNSET:
                state = with_declared(state, agreed=True)
        return with_unit(state, side, unit, dice=dice)

    def follow(self, state: State) -> State:
        reaction = self.dice.how.told.reaction
        return state if reaction is None else note_reaction(state, self.side, self.unit, reaction)

    def _continues(self, state: State) -> bool:
        return continues(state, self.unit, self.dice.how.way.action, self.dice.target)

    def sentence(self, state: State) -> str:
        dice = self.dice
        faces = ", ".join(map(str, dice.rolls))
        armor = f"; armor {', '.join(map(str, dice.armor))}" if dice.armor else ""
        target = unit_name(state, self.side.other, dice.target)
        again = " again" if self.again is True else ""
        return f"{self.who(state)} rolled{again} [{faces}{armor}] at {target}: {attack_words(dice.how)}"


class Roll(AgreedAct, frozen=True, kw_only=True):
    """Rolls for the Unit's attack at the table, for every phone to see. `again` replaces dice that are there.

    The attack is declared first where somebody may react to it: the dice wait for them.
    """

    ADDRESSES = ("sides/{side}/units/{unit}/roll",)
    SUMMARY = "The table rolls for an attack, for everyone to see"
    EVENT = Rolled

    dice: TableDice
    again: bool = False

    def decide(self, state: State, at: int) -> Sequence[WarzoneEvent]:
        side, dice, told = self.side, self.dice, self.dice.how.told
        action, found = dice.how.way.action, self.find_unit(state, TurnPhase.ACTIVATION)
        for each in _targets(dice.target, dice.how):
            standing(state.forces[side.other], each)
        if action not in ATTACKS:
            raise Refused("Only a Shoot, a Strike or a Charge is rolled for.")
        if found.dice is not None and not self.again and dice_match(found.dice, dice.target, dice.how):
            raise Refused(f"The dice of {found.unit.name} are rolled already: apply them.")
        if told.reaction is not None:
            may_attack(state, side, found, told.reaction, action)
        elif told.primary is None:
            own_activation(state, side)
            if not self._is_known(state):
                declared = self._declared(state, at)
                if seconds_left(declared.apply(declared.clear(state)), at) is not None:
                    return [declared]
            elif (seconds := seconds_left(state, at)) is not None:
                raise Refused(f"{called(state, side.other)} may still react: {seconds} s.")
        bare = replace(found, dice=None)
        against = against_attack(state, self, bare, dice.how, thrown=True, target=dice.target)
        return [
            self.event(
                at,
                side=side,
                dice=dice,
                activates=told.reaction is None and told.primary is None and begins(state, found),
                again=True if found.dice is not None else UNSET,
                agreed=self.agreement(against),
            )
        ]

    def _declared(self, state: State, at: int) -> WarzoneEvent:
        how, target = self.dice.how, self.dice.target
        (declared,) = Declare(
            side=self.side,
            unit=self.unit,
            action=how.way.action,
            target=target,
            how=how,
            agreed=self.agreed,
            against=self.against,
        ).decide(state, at)
        return declared

    def _is_known(self, state: State) -> bool:
        """Returns True where others know of this attack as it is now.

        Once they have reacted or let it pass, they know enough.
        """
        going, dice = state.declared, self.dice
        if going is None or not continues(state, self.unit, dice.how.way.action, dice.target):
            return False
        return going.how == dice.how or going.forgone or bool(going.reacted) or going.rolled is True


def seconds_left(state: State, at: int) -> int | None:
    """Returns for how long, in seconds, the dice of the declared attack still wait for a Reaction; None where they do
    not."""
    going = state.declared
    if going is None or going.done or going.forgone or going.until is UNSET or at >= going.until:
        return None
    if all(may.why_not for mays in who_may(state).values() for may in mays):
        return None
    return ceil((going.until - at) / SECOND)


# Reacting, and holding back.


class Reacted(UnitEvent, frozen=True, kw_only=True):
    WHAT = "Reaction"

    reaction: Reaction

    def apply(self, state: State) -> State:
        return answering(state, self.side, self.unit, self.reaction, made=False)

    def follow(self, state: State) -> State:
        return note_reaction(state, self.side, self.unit, self.reaction)

    def sentence(self, state: State) -> str:
        return f"{self.who(state)} reacted: {self.reaction.title}"


class React(OwnUnitAct, frozen=True, kw_only=True):
    """Declares a Reaction of the Unit, at the cost of its counters."""

    ADDRESSES = ("sides/{side}/units/{unit}/react",)
    SUMMARY = "A Unit reacts"
    EVENT = Reacted

    reaction: Reaction

    def check(self, state: State) -> None:
        found = self.find_unit(state)
        may_react(state, self.side, found, self.reaction)


class Forgone(ForceEvent, frozen=True, kw_only=True):
    WHAT = "holding back"

    def apply(self, state: State) -> State:
        return with_declared(state, forgone=True)

    def sentence(self, state: State) -> str:
        return f"{self.who(state)}: no Reaction"


class Forgo(ForceAct, frozen=True, kw_only=True):
    """Gives up this side's Reactions to what the other is doing."""

    ADDRESSES = ("sides/{side}/forgo",)
    SUMMARY = "A side does not react to the declared act"
    EVENT = Forgone

    def check(self, state: State) -> None:
        in_phase(state, TurnPhase.ACTIVATION)
        if state.declared is None or state.declared.side is self.side:
            raise Refused("There is no act to react to.")


class Spared(UnitEvent, frozen=True, kw_only=True):
    """Records a test of `die` against `needed`: on a Success the Unit is without the counter."""

    WHAT = "test"

    counter: Counter
    needed: int
    die: Die

    @property
    def success(self) -> bool:
        return self.die.value <= self.needed

    def apply(self, state: State) -> State:
        if state.declared is not None:
            state = with_declared(state, tested=(*state.declared.tested, self.unit))
        found = state.forces[self.side].units.get(self.unit)
        if not self.success or found is None:
            return state
        if self.counter is Counter.ACTIVATION:
            return with_unit(state, self.side, self.unit, activated=False)
        return with_unit(state, self.side, self.unit, reaction_counters=max(0, found.reaction_counters - 1))

    def sentence(self, state: State) -> str:
        ability = "Guerilla" if self.counter is Counter.ACTIVATION else "Dodge"
        outcome = f"no {self.counter.value.title()} Counter" if self.success else "no use"
        rolled = f"{self.die}{' (a real die)' if self.die.real else ''} against {self.needed}"
        return f"{self.who(state)}, {ability}: {rolled}, {outcome}"


class Spare(OwnUnitAct, frozen=True, kw_only=True):
    """Tests for whether a Unit is spared a counter of its Reaction: by Guerilla (X) or Dodge.

    `lowest` is the lowest die of the shot that it dived from, where the shot was not recorded.
    """

    ADDRESSES = ("sides/{side}/units/{unit}/spare",)
    SUMMARY = "The test of Guerilla (X) or Dodge for a counter"
    EVENT = Spared

    die: Die = msgspec.field(name="roll")
    lowest: Pips | None = None

    def decide(self, state: State, at: int) -> Sequence[WarzoneEvent]:
        found = self.find_unit(state, TurnPhase.ACTIVATION)
        going = state.declared
        reaction = going.reacted.get(self.unit) if going and going.side is not self.side else None
        if going is None or reaction is None or self.unit in going.tested:
            raise Refused(f"No Reaction of {found.unit.name} is to be tested.")
        test = spares(found, reaction, self.lowest if going.lowest is None else going.lowest)
        if test is None:
            raise Refused(f"No test: {found.unit.name} would need Guerilla (X) or Dodge.")
        counter, needed = test
        if needed is None:
            raise Refused("Say the lowest die of the shot.")
        return [self.event(at, counter=counter, needed=needed)]
