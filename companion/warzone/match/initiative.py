"""Holds Initiative in a match: the rolls, who chooses, and who goes first. Warzone Eternal, Chapter 4.

The sum is companion.warzone.sums.initiative's.
"""

from collections.abc import Sequence

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from companion.ledger import Ledger
from companion.names import spelt
from companion.table.errors import Refused
from companion.table.seats import Side
from companion.warzone.choices import TiedInitiative
from companion.warzone.match.kinds import ForceAct, ForceEvent, WarzoneEvent, playing, unused
from companion.warzone.match.parts import Die
from companion.warzone.match.points import victory_points
from companion.warzone.match.setup import lower
from companion.warzone.match.state import (
    COUNTS_AS_ONE,
    IGNORES_VPS,
    REROLLS_THEIRS,
    State,
    TurnPhase,
    called,
    has,
    possessive,
    used_in,
    with_force,
    with_used,
)
from companion.warzone.match.turns import pass_counters
from companion.warzone.sums import initiative as sums

# A side's score now, and who chooses.


def score(state: State, side: Side, die: Die) -> Ledger:
    """Returns the Initiative Score of this side, rolling `die` now.

    Two Faction Assets change it, where the Force has them.
    """
    force = state.forces[side]
    return sums.score(
        die.value,
        vps=victory_points(state, side).value,
        pinned=sum(unit.pinned for unit in force.standing),
        ignores_vp=has(force, IGNORES_VPS),
        counts_as_one=used_in(force, COUNTS_AS_ONE) == state.turn,
    )


def scores_equal(state: State) -> bool:
    """Returns True where both rolled the same Initiative Score. The book is silent then: a rule choice decides."""
    gold, red = (state.forces[side].score for side in Side)
    return gold is not None and red is not None and gold.value == red.value


def to_reroll(state: State) -> bool:
    """Returns True where both roll again."""
    return scores_equal(state) and chooser(state) is None


def chooser(state: State) -> Side | None:
    """Returns the side that may keep the Initiative or pass it, or None while that is open.

    In the first Turn it is the one that did not select the Deployment Areas, later the one with the lower Initiative
    Score.
    """
    if state.turn == 1:
        return state.first
    if scores_equal(state):
        return state.last_first if state.choices.tied_initiative is TiedInitiative.HOLDER else None
    gold, red = (state.forces[side].score for side in Side)
    if gold is None or red is None:
        return None
    return lower(gold=gold.value, red=red.value)


def _starting(state: State) -> None:
    """Raises Refused outside of a Start Turn Phase."""
    playing(state)
    if state.turn_phase is not TurnPhase.START:
        raise Refused("The Turn is under way: it is settled who went first.")


# The rolls.


class InitiativeRolled(ForceEvent, frozen=True, kw_only=True):
    """`misdirected`: again, for the other side uses Intel Misdirection."""

    WHAT = "roll"

    die: Die
    again: bool = False
    misdirected: bool | msgspec.UnsetType = msgspec.UNSET

    def apply(self, state: State) -> State:
        side, other = self.side, self.side.other
        if self.misdirected is True:
            rolled = with_force(state, side, die=self.die, score=score(state, side, self.die))
            return with_used(rolled, other, spelt(REROLLS_THEIRS, state.forces[other].assets))
        if to_reroll(state):
            for each in Side:
                state = with_force(state, each, die=None, score=None)
        return with_force(state, side, die=self.die, score=score(state, side, self.die))

    def sentence(self, state: State) -> str:
        how = f"{' again' if self.again else ''}{' (a real die)' if self.die.real else ''}"
        by = f": {called(state, self.side.other)} used {REROLLS_THEIRS}" if self.misdirected is True else ""
        return f"{self.who(state)} rolled {self.die} for Initiative{how}{by}"

    def whose(self, state: State) -> str:
        if self.misdirected is True:
            return f"{possessive(called(state, self.side.other))} {REROLLS_THEIRS}"
        return super().whose(state)


class RollInitiative(ForceAct, frozen=True, kw_only=True):
    """`again` where an effect makes this side roll once more: `misdirected`, the other's Intel Misdirection."""

    ADDRESSES = ("sides/{side}/initiative",)
    SUMMARY = "A side rolls for Initiative"
    EVENT = InitiativeRolled

    die: Die = msgspec.field(name="roll")
    again: bool = False
    misdirected: bool = False

    def decide(self, state: State, at: int) -> Sequence[WarzoneEvent]:
        _starting(state)
        side = self.side
        if state.turn == 1 and state.first is not None:
            raise Refused(f"No roll in the first Turn: first is {called(state, state.first)}.")
        score = state.forces[side].score
        if self.misdirected:
            # General Assets, Intel Misdirection: the other side has this one's die rolled again.
            unused(state, side.other, REROLLS_THEIRS)
            if score is None:
                raise Refused(f"{called(state, side)} must roll first.")
            return [self.event(at, again=True)]
        if score is not None and not to_reroll(state) and not self.again:
            raise Refused(f"{called(state, side)} rolled already.")
        return [self.event(at, misdirected=UNSET)]


# Who goes first.


class InitiativeTaken(ForceEvent, frozen=True, kw_only=True):
    """`side` goes first. `decided_by` is who decided that; None where the players just said so."""

    WHAT = "Initiative"

    decided_by: Side | None = msgspec.field(name="by", default=None)

    def apply(self, state: State) -> State:
        side = self.side
        opened = replace(state, turn_phase=TurnPhase.ACTIVATION, first=side, active=side, acting=None)
        for each in Side:
            opened = with_force(opened, each, passes=pass_counters(opened, each))
        return opened

    def sentence(self, state: State) -> str:
        if self.decided_by in (self.side, None):
            return f"{self.who(state)} went first"
        return f"{self.who(state)} went first: {called(state, self.side.other)} passed the Initiative"


class KeepInitiative(ForceAct, frozen=True, kw_only=True):
    """Goes first. In the first Turn, the side with the Initiative begins with this."""

    ADDRESSES = ("sides/{side}/keep",)
    SUMMARY = "A side keeps the Initiative"
    EVENT = InitiativeTaken

    def decide(self, state: State, at: int) -> Sequence[WarzoneEvent]:
        _starting(state)
        _choice(state, self.side)
        return [self.event(at, decided_by=self.side)]


class PassInitiative(ForceAct, frozen=True, kw_only=True):
    """Lets the other side go first."""

    ADDRESSES = ("sides/{side}/yield",)
    SUMMARY = "A side passes the Initiative"
    EVENT = InitiativeTaken

    def decide(self, state: State, at: int) -> Sequence[WarzoneEvent]:
        _starting(state)
        if state.turn == 1 and state.first is not None:
            first = called(state, state.first)
            raise Refused(f"{first} must go first in the first Turn: the Initiative cannot be passed.")
        _choice(state, self.side)
        return [self.event(at, side=self.side.other, decided_by=self.side)]


def _choice(state: State, side: Side) -> None:
    """Raises Refused where the choice is not this side's."""
    chooses = chooser(state)
    if chooses is None:
        raise Refused("A tie: both roll again." if to_reroll(state) else "Both roll first.")
    if chooses is not side:
        raise Refused(f"The choice is {possessive(called(state, chooses))}.")


class GoFirst(ForceAct, frozen=True, kw_only=True):
    """Makes this side go first, whatever the dice said: the players' own word."""

    ADDRESSES = ("sides/{side}/first",)
    SUMMARY = "A side goes first, by your own word"
    EVENT = InitiativeTaken

    def check(self, state: State) -> None:
        _starting(state)
