"""Turns the sand timers (WarTime Rulebook, Timers and Actions), what runs out, and the touch of a side's hand.

The unit that is lifted or the token that is removed decides which act was first, not the flip after it (Timing
Disputes). The hand gives the log that instant. It moves no sand.
"""

from collections.abc import Sequence

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.clock import SECOND
from companion.names import same
from companion.table.errors import Refused
from companion.table.game import Own, few_words
from companion.table.state import Stage
from companion.wartime.match.cards import afterwards, at_flip, available, been_played, last_spell, played
from companion.wartime.match.checks import (
    ArmyEvent,
    Name,
    SideInPath,
    TimerAct,
    TimerEvent,
    WarTimeAct,
    card_of,
    not_over,
    not_standing,
    running,
    seconds_left,
    unit_of,
)
from companion.wartime.match.setup import LeftOff, left_off, off_the_board, without
from companion.wartime.match.state import Sandglass, State, Use
from companion.wartime.scenario.scenario import TimerKind


class Bear(TimerAct, frozen=True, kw_only=True):
    """Says whose action a timer is for."""

    unit: Name | None = None
    card: Name | None = None
    caster: Name | None = None

    def own(self, state: State) -> Own | None:
        return card_of(state, self.timer, self.card)


class Flip(Bear, frozen=True, kw_only=True):
    """Turns an available timer to start its sand, for a unit's action or on a spell card, which `caster` casts."""

    ADDRESSES = ("timers/{id}/flip",)
    SUMMARY = "Flip an available timer"

    def own(self, state: State) -> Own | None:
        """Returns the side of a spell timer too, where its hand says which spell an unnamed flip is for."""
        spec = state.timers[self.timer].spec if self.timer in state.timers else None
        if spec and spec.side and spec.kind is TimerKind.SPELL and state.scenario.hand(spec.side):
            return Own(spec.side, "card")
        return super().own(state)

    def decide(self, state: State, at: int) -> Sequence["Flipped"]:
        glass = free_timer(state, self.timer, at)
        caster = at_flip(state, glass, self.caster, at)
        unit, card = bearer(state, glass, self.unit, self.card, at)
        if unit is None and card is None:
            card = last_spell(state, glass)
        return [Flipped(sand_ns=at, timer=self.timer, unit=unit, card=card, caster=caster or UNSET)]


class Flipped(TimerEvent, frozen=True, kw_only=True):
    """Records that a timer was flipped. `caster` casts `card`; it is absent where it was not named, and more than one
    unit could."""

    unit: str | None = None
    card: str | None = None
    caster: str | UnsetType = UNSET

    def apply(self, state: State) -> State:
        spec = state.timers[self.timer].spec
        casters = available(state, spec.side) if spec.kind is TimerKind.SPELL and spec.side else None
        flipped = state.timers[self.timer].flipped(self.sand_ns)
        flipped = replace(flipped, unit=self.unit, card=self.card, caster=self.caster or None, casters=casters)
        return flip(state, flipped, self.sand_ns)

    def sentence(self, state: State) -> str:
        name = state.timers[self.timer].spec.name
        if self.caster and self.card:
            return f"{self.caster} casts {self.card}"
        who = _who(self.unit or self.caster or None, self.card)
        return f"{who} flipped {name}" if who else f"{name} flipped"

    def label(self, state: State) -> str:
        flip, who = f"the flip of {state.timers[self.timer].spec.name}", self.unit or self.card
        return few_words(f"{who}'s flip", flip) if who else flip


class Free(TimerAct, frozen=True, kw_only=True):
    """Makes a running timer available again. It takes back a flip that was a mistake, and its card with it. With
    `card`, that card frees the timer, and what was played stays played."""

    ADDRESSES = ("timers/{id}/free",)
    SUMMARY = "Take a running timer back, or free it by a card"

    card: Name | None = None

    def decide(self, state: State, at: int) -> Sequence["Freed"]:
        glass = running(state, self.timer)
        freed = Freed(sand_ns=at, timer=self.timer, left_ns=glass.left_ns(at), unit=glass.unit)
        if self.card is None:
            return [replace(freed, returned=glass.card or UNSET)]
        return [replace(freed, card=been_played(state, self.card))]


class Freed(TimerEvent, frozen=True, kw_only=True):
    """Records that a timer was made available with `left_ns` of sand left; `unit` is available again.

    `returned` is the card that is not played after all, `card` the one that freed the timer.
    """

    left_ns: int
    unit: str | None = None
    returned: str | UnsetType = UNSET
    card: str | UnsetType = UNSET

    def apply(self, state: State) -> State:
        glass, side = state.timers[self.timer], self.side_of(state)
        if side is not None and same(self.returned or None, glass.card):
            used = tuple(use for use in state.forces[side].used if not same(use.card, self.returned or None))
            state = state.with_force(side, used=used)
        return state.with_timer(glass.freed()) if glass.active else state

    def sentence(self, state: State) -> str:
        name, left = state.timers[self.timer].spec.name, _seconds(self.left_ns)
        if self.card:
            return f"{self.card} frees {name} with {left} left"
        return f"{name} taken back with {left} left{f': {self.returned} is not played' if self.returned else ''}"

    def label(self, state: State) -> str:
        spec = state.timers[self.timer].spec
        if self.card:
            return few_words(f"{spec.tag} freed by {self.card}", f"freeing {spec.name}")
        return f"taking {spec.name} back"


class Turn(TimerAct, frozen=True, kw_only=True):
    """Turns a timer over while it runs: what has run through becomes what is left."""

    ADDRESSES = ("timers/{id}/turn",)
    SUMMARY = "Turn a running timer over"

    def decide(self, state: State, at: int) -> Sequence["Turned"]:
        glass = running(state, self.timer)
        not_standing(state)
        return [Turned(sand_ns=at, timer=self.timer, left_ns=glass.spec.run_ns - glass.left_ns(at))]


class Turned(TimerEvent, frozen=True, kw_only=True):
    """Records that a running timer was turned over; `left_ns` is left now."""

    left_ns: int

    def apply(self, state: State) -> State:
        glass = state.timers[self.timer]
        return state.with_timer(glass.turned(sand_ns=self.sand_ns)) if glass.active else state

    def sentence(self, state: State) -> str:
        return f"{state.timers[self.timer].spec.name} turned over: {_seconds(self.left_ns)} left"

    def label(self, state: State) -> str:
        return f"turning {state.timers[self.timer].spec.name} over"


class Assign(Bear, frozen=True, kw_only=True):
    """Says whose action a running timer is for: names it, or moves it to another unit or card; or who casts."""

    ADDRESSES = ("timers/{id}/move",)
    SUMMARY = "Set or change the unit of a running timer"

    def decide(self, state: State, at: int) -> Sequence["Assigned"]:
        glass = running(state, self.timer)
        if self.unit is None and self.card is None and self.caster is None:
            raise Refused("Say which unit or card it is for.")
        caster = afterwards(state, glass, self.caster)
        unit, card = glass.unit, glass.card
        if self.unit is not None or self.card is not None:
            unit, card = bearer(state, glass, self.unit, self.card, at)
        assigned = Assigned(sand_ns=at, timer=self.timer, unit=unit, card=card, was=glass.unit or glass.card)
        return [assigned if caster is None else replace(assigned, caster=caster)]


class Assigned(TimerEvent, frozen=True, kw_only=True):
    """Records that the timer now stands beside `unit` or on `card`; it stood beside or on `was`. `caster` casts it; it
    is absent where that did not change."""

    unit: str | None = None
    card: str | None = None
    was: str | None = None
    caster: str | UnsetType = UNSET

    def apply(self, state: State) -> State:
        glass = state.timers[self.timer]
        if glass.active:
            caster = self.caster or glass.caster
            state = state.with_timer(replace(glass, unit=self.unit, card=self.card, off_board=False, caster=caster))
        return _played(state, glass, self.unit, self.card, self.sand_ns)

    def sentence(self, state: State) -> str:
        if self.caster and self.card:
            return f"{self.caster} casts {self.card}"
        name, who = state.timers[self.timer].spec.name, _who(self.unit or self.caster or None, self.card)
        moved = self.was is not None and self.was != self.unit
        return f"{name} moved from {self.was} to {who}" if moved else f"{name} is for {who}"

    def label(self, state: State) -> str:
        spec = state.timers[self.timer].spec
        return few_words(f"{spec.tag} for {self.unit or self.card or self.caster}", f"whose {spec.name} is")


# What a timer may be flipped for, and what the flip leaves.


def free_timer(state: State, timer: str, at: int) -> Sandglass:
    """Returns the timer, which may be flipped now. Raises Refused, NotHere."""
    glass = state.timer(timer)
    not_over(state)
    not_standing(state)
    if glass.spec.kind is TimerKind.SETUP:
        if state.stage is Stage.PLAY and timer not in state.scenario.neutral:
            # Timers: the neutral ones "manage other aspects of the game", which the Battle Book names by scenario.
            raise Refused("The 2 minutes are for setting up: this scenario does not use them in play.")
        if state.stage is Stage.SETUP and state.locked:
            raise Refused("The 2 minutes are over. Each hold a button to begin.")
    elif state.stage is Stage.SETUP:
        raise Refused("The game has not begun. Each hold a button, or tap Begin.")
    if glass.active:
        # Timers, Active / Available Timers: no second use before it has drained.
        raise Refused(f"{glass.spec.name} is still running: {seconds_left(glass.left_ns(at))} left.")
    return glass


def bearer(
    state: State, glass: Sandglass, unit: str | None, card: str | None, at: int
) -> tuple[str | None, str | None]:
    """Returns the unit and card that this timer may be assigned to, spelt as its side has them. Raises Refused."""
    spec = glass.spec
    if spec.side is None:
        if unit is not None or card is not None:
            raise Refused(f"The {spec.name} belong to neither side. Put them on no unit and no card.")
        return None, None
    if unit is not None:
        if spec.kind is TimerKind.SPELL:
            # Spell Card Action: the blue timer lies on the card; no unit is given a timer.
            raise Refused("The spell timer goes on a spell card, not on a unit.")
        unit = unit_of(state, spec.side, unit)
        held = state.timer_of(spec.side, unit)
        if held is not None and held.spec.id != spec.id:
            # Actions: one active timer a unit.
            raise Refused(f"{unit} already has {held.spec.name}: {seconds_left(held.left_ns(at))} left.")
    return unit, card and played(state, glass, spec.side, card, unit=unit, at=at)


def flip(state: State, flipped: Sandglass, at: int) -> State:
    """Returns the state in which this timer has been flipped so."""
    return _played(state.with_timer(flipped), flipped, flipped.unit, flipped.card, at)


def _played(state: State, before: Sandglass, unit: str | None, card: str | None, at: int) -> State:
    """Returns the state that remembers the unit beside the timer, and has spent the card that was played. Where players
    move a timer to another card after all, the first was not played."""
    glass, side = state.timers[before.spec.id], before.spec.side
    if side is None:
        return state
    if glass.unit is not None:
        state = state.with_known(side, glass.unit)
    if card is None:
        return state
    used = (use for use in state.forces[side].used if not (same(use.card, card) or same(use.card, before.card)))
    use = Use(card=card, sand_ns=at, unit=unit or glass.caster)
    return state.with_force(side, used=(*used, use))


def _seconds(ns: int) -> str:
    return f"{ns / SECOND:.1f} s"


def _who(unit: str | None, card: str | None) -> str | None:
    return f"{unit} with {card}" if unit and card else unit or card


# What happens by itself.


class RanOut(TimerEvent, frozen=True, kw_only=True):
    """Records that a timer's last grain fell at `sand_ns`. `means` is what the scenario says of a neutral timer in
    play."""

    unit: str | None = None
    means: str | UnsetType = UNSET
    left_off: LeftOff | UnsetType = UNSET

    def apply(self, state: State) -> State:
        """Changes the state only at a deadline that is still the timer's own and that the sand has reached."""
        glass = state.timers[self.timer]
        reached = state.clock.running or self.sand_ns <= state.clock.sand_ns
        if glass.ends_ns != self.sand_ns or not reached:
            return state
        drained = state.with_timer(glass.drained())
        if glass.spec.kind is TimerKind.SETUP:
            return without(replace(drained, locked=True), self.left_off)
        if glass.spec.kind is TimerKind.GAME and state.scenario.time_limit:
            return replace(drained.over(self), over_by_time=True)
        return drained

    def sentence(self, state: State) -> str:
        then = f": {self.unit} is ready" if self.unit else f": {self.means}" if self.means else ""
        return f"{state.timers[self.timer].spec.name} ran out{then or off_the_board(self.left_off)}"

    def label(self, state: State) -> str:
        return f"the end of {state.timers[self.timer].spec.name}"


def due(state: State) -> int | None:
    """Returns the next monotonic instant at which a timer's sand runs out; None where none falls."""
    ends = [glass.ends_ns for glass in state.timers.values() if glass.ends_ns is not None]
    return state.clock.instant(min(ends)) if ends else None


def lapse(state: State, now: int) -> Sequence[RanOut]:
    """Returns every timer whose sand has run out by now, in the order in which they did."""
    at = state.sand(now)
    spent = [(glass.ends_ns, glass) for glass in state.timers.values() if glass.ends_ns is not None]
    return [
        _ran_out(state, glass, ends_ns)
        for ends_ns, glass in sorted(spent, key=lambda each: (each[0], each[1].spec.id))
        if ends_ns <= at
    ]


def _ran_out(state: State, glass: Sandglass, at: int) -> RanOut:
    event = RanOut(sand_ns=at, timer=glass.spec.id, unit=glass.unit)
    if state.stage is Stage.PLAY:
        return replace(event, means=state.scenario.neutral.get(glass.spec.id, UNSET))
    return replace(event, left_off=left_off(state)) if glass.spec.kind is TimerKind.SETUP else event


# The hand of a side.


class Touch(WarTimeAct, frozen=True, kw_only=True):
    """Says that the side begins to act right now: its hand is on a unit or a token."""

    ADDRESSES = ("sides/{side}/hand",)
    SUMMARY = "Touch a side's hand: it begins to act right now"

    side: SideInPath

    @property
    def subject(self) -> str:
        return self.side.value

    def decide(self, state: State, at: int) -> Sequence["Touched"]:
        """Returns no event where it still belongs to the touch before it."""
        not_over(state)
        if state.stage is Stage.SETUP:
            raise Refused("The game has not begun: touch the hand as you begin to act.")
        not_standing(state)
        touches = state.touches[self.side]
        if touches.goes_on(at):
            return []
        if (wait_ns := touches.wait_ns(at)) > 0:
            raise Refused(f"That hand was touched too often. The log takes it again in {seconds_left(wait_ns)}.")
        return [Touched(sand_ns=at, side=self.side)]


class Touched(ArmyEvent, frozen=True, kw_only=True):
    """Records that the side's hand began to act at the instant of the press."""

    SENTENCE = "touched its hand"
    LABEL = "hand"

    def apply(self, state: State) -> State:
        return replace(state, touches={**state.touches, self.side: state.touches[self.side].touched(self.sand_ns)})
