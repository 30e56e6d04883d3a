"""Holds the acts of a unit's whole action, and of tokens that come off stacks and go back onto them.

WarTime Rulebook, Actions, Attack, Damage and Units (Eliminated Units). Spell Cards "affect their opponent's units or
timers or even bring a dead unit back into the game". How many tokens, the card says; how many a stack may have at most,
no book does.
"""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec.structs import replace

from companion.names import same, spelt
from companion.table.errors import NotHere, Refused
from companion.table.game import Own, few_words
from companion.table.seats import Side
from companion.wartime.match.aims import Aim, move, rush, strike
from companion.wartime.match.board import feature_left, moved
from companion.wartime.match.checks import (
    Name,
    Place,
    StackAct,
    StackEvent,
    TimerAct,
    TimerEvent,
    card_of,
    counted,
    in_play,
    listed,
    not_over,
    on_the_board,
    unit_of,
    vacant,
    whose,
)
from companion.wartime.match.state import State
from companion.wartime.match.timers import bearer, flip, free_timer
from companion.wartime.referee.board import Feature, Hex
from companion.wartime.scenario.parts import ARMIES, MOST_TOKENS, Tokens

# A unit's whole action in one: tokens off, the unit moved, its timer flipped.
#
# Where the board knows enough, the referee's answer counts. Positions are optional: a unit that is not on the board
# acts as its players say. So does a unit whose card allows it what the board does not (Card Actions: the text on a card
# takes precedence).


class Act(TimerAct, frozen=True, kw_only=True):
    """Carries out a whole action of an available unit, its timer included.

    It is a move `to` a hex, or an attack on an enemy unit (`target`) or on the Terrain Feature in a hex (`feature`).
    Both together are a charge.

    `tokens` is how many come off, where the board does not say or a card changes it.
    """

    ADDRESSES = ("timers/{id}/act",)
    SUMMARY = "Do a unit's whole action: tokens off, moved, flipped"

    unit: Name
    card: Name | None = None
    to: Place | None = None
    target: Name | None = None
    feature: Place | None = None
    tokens: Annotated[int, msgspec.Meta(ge=0, le=MOST_TOKENS)] | None = None

    def own(self, state: State) -> Own | None:
        return card_of(state, self.timer, self.card)

    def decide(self, state: State, at: int) -> Sequence["Acted"]:
        glass = free_timer(state, self.timer, at)
        found, card = bearer(state, glass, self.unit, self.card, at)
        unit, side = found or self.unit, glass.spec.side
        assert side is not None, "a unit gets only a timer of its side's"
        if self.target is not None and self.feature is not None:
            raise Refused("An attack has one target.")
        to = self.to and on_the_board(self.to)
        target = self.target and _enemy(state, side, self.target)
        feature = self.feature and on_the_board(self.feature)
        if to is None and target is None and feature is None:
            raise Refused("Say where it moves, or what it attacks.")
        foe = state.forces[side.other]
        stack = foe.stacks.get(target) if target else feature_left(state, feature) if feature else None
        start = state.place_of(side, unit)
        if to is not None and to != start:
            vacant(state, to)
        at_hex = feature or (state.place_of(side.other, target) if target else None)
        strikes = bool(target or feature)
        aim = _aim(state, side, unit, to=to, at_hex=at_hex, strikes=strikes) if start else None
        if aim is not None and not aim.legal and card is None:
            raise Refused(aim.reason or "The board does not allow that.")
        tokens = _tokens(self.tokens, aim, card=card) if strikes else 0
        acted = Acted(
            sand_ns=at,
            timer=self.timer,
            unit=unit,
            card=card,
            to=to,
            was=start if to is not None else None,
            target=target,
            feature=feature,
            terrain=state.ground.features[feature].terrain if feature else None,
            tokens=tokens,
            left=None if stack is None else max(0, stack - tokens),
        )
        return [acted]


class Acted(TimerEvent, frozen=True, kw_only=True, omit_defaults=True):
    """Records a whole action, after which its timer was flipped.

    The unit moved `to` a hex, from `was` where its hex was known. Or it attacked an enemy `target`, or the Terrain
    Feature in `feature` (`terrain` is which). Both together are a charge. The target lost `tokens` and has `left` where
    its stack is known.
    """

    unit: str
    card: str | None = None
    to: Hex | None = None
    was: Hex | None = None
    target: str | None = None
    feature: Hex | None = None
    terrain: Feature | None = None
    tokens: int = 0
    left: int | None = None

    def apply(self, state: State) -> State:
        """Returns the state after the action, and then the flip (Actions: a timer is placed after the action)."""
        glass, side = state.timers[self.timer], self.side_of(state)
        if side is None:
            return state
        if self.target is not None:
            state = _hurt(state.with_known(side.other, self.target), side.other, self.target, self.tokens)
        if self.feature is not None:
            state = replace(state, ground=state.ground.wear_feature(self.feature, self.tokens))
        if self.to is not None:
            state = moved(state, side, self.unit, self.to)
        flipped = replace(glass.flipped(self.sand_ns), unit=self.unit, card=self.card)
        return flip(state, flipped, self.sand_ns)

    def sentence(self, state: State) -> str:
        """Returns what was done, as the book wants it spoken (Actions)."""
        who = f"{self.unit} with {self.card}" if self.card else self.unit
        victim = self.target or (self.terrain and f"the {self.terrain.label} in {self.feature}")
        done = f"{'attacks' if self.to is None else 'charges'} {victim} for {self.tokens} damage"
        gone = "it is plains now" if self.feature else f"{self.target} is eliminated"
        rest = "" if self.left is None else f": {f'{self.left} left' if self.left else gone}"
        return f"{who} {done if victim else f'moves to {self.to}'}, with {state.timers[self.timer].spec.name}{rest}"

    def label(self, _: State) -> str:
        return few_words(f"{self.unit}'s action", "the action")


def _enemy(state: State, side: Side, said: str) -> str:
    """Returns the target as its side spells it (Attack, step 3: "which enemy unit will be targeted"). Raises Refused,
    NotHere."""
    foe, target = state.forces[side.other], listed(state, side.other, said)
    if foe.is_eliminated(target):
        raise Refused(f"{target} is eliminated already.")
    if foe.units and target not in foe.names:
        if state.forces[side].knows(target):
            own = spelt(target, state.forces[side].names)
            raise Refused(f"{own} is the {ARMIES[side]}'s own: the target of an attack is an enemy unit.")
        raise NotHere("unit", target)
    return target


def _aim(state: State, side: Side, unit: str, *, to: Hex | None, at_hex: Hex | None, strikes: bool) -> Aim | None:
    """Returns what the referee says of it; None where it cannot know."""
    if at_hex is not None:
        return strike(state, side, unit, at_hex) if to is None else rush(state, side, unit, at_hex, stand=to)
    return None if to is None or strikes else move(state, side, unit, to)


def _tokens(said: int | None, aim: Aim | None, *, card: str | None) -> int:
    """Returns how many come off. Raises Refused where no number is known, or the board has another number."""
    known = aim.tokens if aim is not None and aim.legal else None
    if said is None and known is None:
        raise Refused("Say how many tokens come off.")
    if said is not None and known is not None and said != known and card is None:
        raise Refused(f"That is {known} damage, not {said}.")
    return min(MOST_TOKENS, said if said is not None else known or 0)


# Tokens, and units that go and come back.


class Eliminate(StackAct, frozen=True, kw_only=True):
    """Eliminates the unit."""

    ADDRESSES = ("units/{name}/eliminate",)
    SUMMARY = "Eliminate a unit"

    def decide(self, state: State, at: int) -> Sequence["Eliminated"]:
        not_over(state)
        side, unit = whose(state, self.unit, self.side)
        if state.forces[side].is_eliminated(unit):
            raise Refused(f"{unit} is eliminated already.")
        return [Eliminated(sand_ns=at, side=side, unit=unit_of(state, side, unit))]


class Eliminated(StackEvent, frozen=True, kw_only=True):
    def apply(self, state: State) -> State:
        return _eliminated(state, self.side, self.unit)

    def sentence(self, _: State) -> str:
        return f"{self.who} eliminated"

    def label(self, _: State) -> str:
        return few_words(f"{self.unit}'s elimination", "the elimination")


class TokensAct(StackAct, frozen=True, kw_only=True):
    """Asks for tokens to come off a unit's stack or go onto it, which has 40 at most."""

    tokens: Tokens = 1


class TokensEvent(StackEvent, frozen=True, kw_only=True):
    """Records that `tokens` came off the unit's stack, or went onto it. `left` are there now."""

    tokens: int
    left: int


class Damage(TokensAct, frozen=True, kw_only=True):
    """Takes so many tokens off a unit's stack: never more than are there."""

    ADDRESSES = ("units/{name}/damage",)
    SUMMARY = "Take tokens off a unit's stack"

    def decide(self, state: State, at: int) -> Sequence["Damaged"]:
        in_play(state)
        side, unit = whose(state, self.unit, self.side)
        if state.forces[side].is_eliminated(unit):
            raise Refused(f"{unit} is eliminated already.")
        stack = _stack(state, side, unit, ". Eliminate it when the last one goes.")
        tokens = min(self.tokens, stack)
        return [Damaged(sand_ns=at, side=side, unit=unit, tokens=tokens, left=stack - tokens)]


class Damaged(TokensEvent, frozen=True, kw_only=True):
    """Records tokens that came off. With none left the unit is eliminated."""

    def apply(self, state: State) -> State:
        return _hurt(state, self.side, self.unit, self.tokens)

    def sentence(self, _: State) -> str:
        return f"{self.who} loses {counted(self.tokens)}: {f'{self.left} left' if self.left else 'eliminated'}"

    def label(self, _: State) -> str:
        return few_words(f"{self.unit}'s loss of {counted(self.tokens)}", f"the loss of {counted(self.tokens)}")


class Reinforce(TokensAct, frozen=True, kw_only=True):
    """Puts so many tokens onto a unit's stack. An eliminated unit comes back with them."""

    ADDRESSES = ("units/{name}/reinforce",)
    SUMMARY = "Put tokens onto a unit's stack"

    def decide(self, state: State, at: int) -> Sequence["Reinforced"]:
        in_play(state)
        side, unit = whose(state, self.unit, self.side)
        stack = _stack(state, side, unit, ": count them on the table.")
        left = min(MOST_TOKENS, stack + self.tokens)
        if left == stack:
            raise Refused(f"{unit} has {MOST_TOKENS} tokens already: it takes no more.")
        return [Reinforced(sand_ns=at, side=side, unit=unit, tokens=left - stack, left=left)]


class Reinforced(TokensEvent, frozen=True, kw_only=True):
    """Records tokens that went on. An eliminated unit is back on the board."""

    def apply(self, state: State) -> State:
        """Returns the state after it. A timer that drains beside the board keeps draining."""
        stacks = state.forces[self.side].stacks
        left = min(MOST_TOKENS, stacks.get(self.unit, 0) + self.tokens)
        return _back(state.with_force(self.side, stacks={**stacks, self.unit: left}), self.side, self.unit)

    def sentence(self, _: State) -> str:
        if self.tokens == self.left:  # All that it has are new: it was eliminated.
            return f"{self.who} is back with {counted(self.tokens)}"
        return f"{self.who} gains {counted(self.tokens)}: {self.left} left"

    def label(self, _: State) -> str:
        return few_words(f"{self.unit}'s {counted(self.tokens)}", f"the {counted(self.tokens)} more")


class Revive(StackAct, frozen=True, kw_only=True):
    """Brings back an eliminated unit whose tokens are not counted."""

    ADDRESSES = ("units/{name}/revive",)
    SUMMARY = "Bring back a unit whose tokens the table does not count"

    def decide(self, state: State, at: int) -> Sequence["Revived"]:
        not_over(state)
        side, unit = whose(state, self.unit, self.side)
        force = state.forces[side]
        if not force.knows(unit):
            raise NotHere("unit", unit)
        if not force.is_eliminated(unit):
            raise Refused(f"{unit} is not eliminated.")
        if unit in force.stacks:
            raise Refused(f"Say with how many tokens {unit} comes back.")
        return [Revived(sand_ns=at, side=side, unit=unit)]


class Revived(StackEvent, frozen=True, kw_only=True):
    """Records that a unit is back on the board whose tokens the table does not count."""

    def apply(self, state: State) -> State:
        return _back(state, self.side, self.unit)

    def sentence(self, _: State) -> str:
        return f"{self.who} is back on the board"

    def label(self, _: State) -> str:
        return few_words(f"{self.unit}'s return", "the return")


def _stack(state: State, side: Side, unit: str, otherwise: str) -> int:
    """Returns the unit's tokens. Raises NotHere, or Refused where they are not counted."""
    force = state.forces[side]
    if unit in force.stacks:
        return force.stacks[unit]
    if not force.knows(unit):
        raise NotHere("unit", unit)
    raise Refused(f"The scenario does not say how many tokens {unit} has{otherwise}")


def _hurt(state: State, side: Side, unit: str, tokens: int) -> State:
    """Returns the state without so many of the unit's tokens, if they are counted."""
    stacks = state.forces[side].stacks
    if unit not in stacks:
        return state
    left = max(0, stacks[unit] - tokens)
    hurt = state.with_force(side, stacks={**stacks, unit: left})
    return hurt if left else _eliminated(hurt, side, unit)


def _eliminated(state: State, side: Side, unit: str) -> State:
    """Returns the state without the unit: it leaves the board, and its timer drains on beside it (Units, Eliminated
    Units)."""
    force = state.forces[side]
    if force.is_eliminated(unit):
        return state
    stacks = {**force.stacks, unit: 0} if unit in force.stacks else force.stacks
    places = {name: place for name, place in force.places.items() if not same(name, unit)}
    gone = state.with_force(side, eliminated=(*force.eliminated, unit), stacks=stacks, places=places)
    glass = state.timer_of(side, unit)
    return gone if glass is None else gone.with_timer(replace(glass, unit=None, off_board=True))


def _back(state: State, side: Side, unit: str) -> State:
    """Returns the state in which the unit is not eliminated. One that never acted is known by its loss alone."""
    gone = tuple(each for each in state.forces[side].eliminated if not same(each, unit))
    return state.with_force(side, eliminated=gone).with_known(side, unit)
