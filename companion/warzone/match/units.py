"""Holds counters beside Units, Casualties, and effects that a side uses.

Counters go where players put them: only what could not be meant is refused.
"""

from collections.abc import Sequence
from typing import Annotated, assert_never

import msgspec
from msgspec import UNSET

from companion.names import same, spelt
from companion.table.errors import Refused
from companion.table.seats import Side
from companion.warzone.abilities.catalogue import GRUESOME, VOLATILE, fallen
from companion.warzone.match.kinds import (
    Agreed,
    ForceAct,
    ForceEvent,
    OwnUnitAct,
    UnitEvent,
    WarzoneEvent,
    agreement,
    playing,
    standing,
    unused,
)
from companion.warzone.match.limits import against_effect
from companion.warzone.match.parts import Counter, LeadershipRoll, UnitId
from companion.warzone.match.reactions import abilities, unpinnable
from companion.warzone.match.state import (
    RALLIES,
    Casualty,
    State,
    called,
    count_of,
    possessive,
    unit_name,
    with_force,
    with_unit,
    with_used,
)

# Activation, Reaction and Pinned Counters.

MOST_RELOAD_COUNTERS = 12
MOST_EFFECTS = 100
"""More than any game has: every view tells them all."""
Weapon = Annotated[str, msgspec.Meta(max_length=40)]


class Marked(UnitEvent, frozen=True, kw_only=True):
    counter: Counter
    on: bool

    @property
    def what(self) -> str:
        return f"{self.counter.value.title()} Counter"

    def apply(self, state: State) -> State:
        match self.counter:
            case Counter.PINNED:
                return with_unit(state, self.side, self.unit, pinned=self.on)
            case Counter.REACTION:
                return with_unit(state, self.side, self.unit, reaction_counters=1 if self.on else 0, reacting=None)
            case Counter.ACTIVATION:
                return self._activated(state)
            case _:
                assert_never(self.counter)

    def _activated(self, state: State) -> State:
        side, unit, force = self.side, self.unit, state.forces[self.side]
        named = self.on and force.anonymous > 0 and unit in force.units and not force.units[unit].activated
        if named and state.acting != ():
            # One of the nameless Activations was this Unit's.
            state = with_force(state, side, anonymous=force.anonymous - 1)
        return with_unit(state, side, unit, activated=self.on)

    def sentence(self, state: State) -> str:
        if self.counter is Counter.PINNED:
            return f"{self.who(state)} got a Pinned Counter" if self.on else f"{self.who(state)} rallied"
        return f"{self.who(state)} {'got' if self.on else 'lost'} the {self.counter.value.title()} Counter"


class Mark(OwnUnitAct, frozen=True, kw_only=True):
    """Places or removes a counter beside a Unit: being pinned and rallying, and every correction."""

    ADDRESSES = ("sides/{side}/units/{unit}/mark",)
    SUMMARY = "Put a counter beside a Unit, or take it away"
    EVENT = Marked

    counter: Counter
    on: bool = True

    def check(self, state: State) -> None:
        found = self.find_unit(state)
        if self.counter is Counter.PINNED and self.on and unpinnable(found.unit):
            raise Refused(f"{found.unit.name} cannot be Pinned: it is Relentless.")


# Wounds, and Units that fall.


def afterwards(state: State, side: Side, unit: str, by: str | None) -> tuple[str, ...]:
    """Returns what follows from a Unit's fall, by its abilities and by those of the Enemy Unit that did it."""
    gone = state.forces[side].units.get(unit)
    killer = state.forces[side.other].units.get(by) if by else None
    return (
        *(fallen(abilities(killer.unit), GRUESOME) if killer else ()),
        *(fallen(abilities(gone.unit), VOLATILE) if gone else ()),
    )


class Wounded(UnitEvent, frozen=True, kw_only=True):
    """`wounds` lie beside it now; `pinned`: with them came a Pinned Counter. `enemy` is the Unit that did it."""

    WHAT = "Wounds"

    count: int
    wounds: int
    pinned: bool | msgspec.UnsetType = msgspec.UNSET
    enemy: str | None = msgspec.field(name="by", default=None)
    strike: bool = False

    def apply(self, state: State) -> State:
        """Returns the state with Wound Counters. Up to the Unit's W they make it a Casualty; below that it is none."""
        found = state.forces[self.side].units.get(self.unit)
        if found is None:
            return state
        fall = found.fall
        if self._is_fatal(state):
            fall = fall or Casualty(turn=state.turn, by=self.enemy, strike=self.strike)
        elif self.count < 0:
            fall = None
        pinned = found.pinned or self.pinned is True
        return with_unit(state, self.side, self.unit, wounds=self.wounds, pinned=pinned, fall=fall)

    def _is_fatal(self, state: State) -> bool:
        unit = state.forces[self.side].units.get(self.unit)
        limit = unit.unit.wounds if unit else None
        return limit is not None and self.wounds >= limit

    def sentence(self, state: State) -> str:
        change = f"{'took' if self.count > 0 else 'healed'} {count_of(abs(self.count), 'Wound')}"
        pinned = ", Pinned" if self.pinned is True else ""
        falls: tuple[str, ...] = ()
        if self._is_fatal(state):
            falls = ("a Casualty", *afterwards(state, self.side, self.unit, self.enemy))
        return ", ".join((f"{self.who(state)} {change}: {self.wounds} now{pinned}", *falls))


class Wound(OwnUnitAct, frozen=True, kw_only=True):
    """Gives so many Wound Counters; below 0, takes them away. With one comes a Pinned Counter (Armor Tests).

    `by` is the Enemy Unit that did it, if you say so; `strike`: by a Strike Action.
    """

    ADDRESSES = ("sides/{side}/units/{unit}/wound",)
    SUMMARY = "Give or take Wound Counters"
    EVENT = Wounded

    count: Annotated[int, msgspec.Meta(ge=-20, le=20)] = 1
    by: UnitId | None = None
    strike: bool = False

    def decide(self, state: State, at: int) -> Sequence[WarzoneEvent]:
        playing(state)
        force = state.forces[self.side]
        found = standing(force, self.unit) if self.count > 0 else force.unit(self.unit)
        if self.count < 0 and not found.wounds:
            raise Refused(f"No Wound Counters are on {found.unit.name}.")
        if self.by is not None:
            state.forces[self.side.other].unit(self.by)
        return [
            self.event(
                at,
                wounds=max(0, found.wounds + self.count),
                pinned=True if self.count > 0 and not unpinnable(found.unit) else UNSET,
                enemy=self.by,
            )
        ]


class Removed(UnitEvent, frozen=True, kw_only=True):
    WHAT = "fall"

    enemy: str | None = msgspec.field(name="by", default=None)
    strike: bool = False

    def apply(self, state: State) -> State:
        fall = Casualty(turn=state.turn, by=self.enemy, strike=self.strike)
        return with_unit(state, self.side, self.unit, fall=fall)

    def sentence(self, state: State) -> str:
        killer = f", by {unit_name(state, self.side.other, self.enemy)}" if self.enemy else ""
        after = afterwards(state, self.side, self.unit, self.enemy)
        return ", ".join((f"{self.who(state)} became a Casualty{killer}", *after))


class Remove(OwnUnitAct, frozen=True, kw_only=True):
    """Makes the Unit a Casualty. `by` is the Enemy Unit that did it, if you say so; `strike`: by a Strike Action."""

    ADDRESSES = ("sides/{side}/units/{unit}/remove",)
    SUMMARY = "A Unit is a Casualty"
    EVENT = Removed

    by: UnitId | None = None
    strike: bool = False

    def decide(self, state: State, at: int) -> Sequence[WarzoneEvent]:
        self.find_unit(state)
        if self.by is not None:
            state.forces[self.side.other].unit(self.by)
        return [self.event(at, enemy=self.by)]


class Returned(UnitEvent, frozen=True, kw_only=True):
    WHAT = "return"
    SAYS = "returned"

    def apply(self, state: State) -> State:
        return with_unit(state, self.side, self.unit, fall=None)


class Return(OwnUnitAct, frozen=True, kw_only=True):
    """Returns a Casualty to the Battlefield."""

    ADDRESSES = ("sides/{side}/units/{unit}/return",)
    SUMMARY = "A Casualty returns to the Battlefield"
    EVENT = Returned

    def check(self, state: State) -> None:
        playing(state)
        found = state.forces[self.side].unit(self.unit)
        if found.fall is None:
            raise Refused(f"{found.unit.name} cannot return: it is not a Casualty.")


# Reload Counters.


class Jammed(UnitEvent, frozen=True, kw_only=True):
    WHAT = "Reload Counter"

    weapon: str = ""

    def apply(self, state: State) -> State:
        jammed = _jammed(state, self.side, self.unit)
        return with_unit(state, self.side, self.unit, jammed=(*jammed, self.weapon))

    def sentence(self, state: State) -> str:
        return f"{self.who(state)} must Reload {self.weapon}".rstrip()


class Jam(OwnUnitAct, frozen=True, kw_only=True):
    """Jams a weapon: it needs a Reload Action."""

    ADDRESSES = ("sides/{side}/units/{unit}/jam",)
    SUMMARY = "A weapon gets a Reload Counter"
    EVENT = Jammed

    weapon: Weapon = ""

    def check(self, state: State) -> None:
        found = self.find_unit(state)
        if self.weapon in found.jammed:
            raise Refused(f"That Reload Counter is on {found.unit.name} already.")
        if len(found.jammed) >= MOST_RELOAD_COUNTERS:
            raise Refused(f"{found.unit.name} cannot have more than {MOST_RELOAD_COUNTERS} Reload Counters.")


class Reloaded(UnitEvent, frozen=True, kw_only=True):
    WHAT = "Reload"

    weapon: str = ""

    def apply(self, state: State) -> State:
        jammed = _jammed(state, self.side, self.unit)
        return with_unit(state, self.side, self.unit, jammed=tuple(each for each in jammed if each != self.weapon))

    def sentence(self, state: State) -> str:
        return f"{self.who(state)} Reloaded {self.weapon}".rstrip()


class Reload(OwnUnitAct, frozen=True, kw_only=True):
    """Takes a Reload Counter off."""

    ADDRESSES = ("sides/{side}/units/{unit}/reload",)
    SUMMARY = "A weapon is reloaded"
    EVENT = Reloaded

    weapon: Weapon = ""

    def check(self, state: State) -> None:
        found = self.find_unit(state)
        if self.weapon not in found.jammed:
            raise Refused(f"No such Reload Counter is on {found.unit.name}.")


def _jammed(state: State, side: Side, unit: str) -> tuple[str, ...]:
    found = state.forces[side].units.get(unit)
    return found.jammed if found else ()


# Effects that a side has once a game.


class EffectUsed(ForceEvent, frozen=True, kw_only=True):
    """`test`: To the Last Warrior's; a Success takes the Unit's Pinned Counter off."""

    WHAT = "effect"

    effect: str
    test: LeadershipRoll | msgspec.UnsetType = msgspec.UNSET
    agreed: Agreed = UNSET

    def apply(self, state: State) -> State:
        if self.test is not UNSET and self.test.success:
            state = with_unit(state, self.side, self.test.unit, pinned=False)
        return with_used(state, self.side, self.effect)

    def sentence(self, state: State) -> str:
        test = ""
        if self.test is not UNSET:
            test = f": {unit_name(state, self.side, self.test.unit)} {self.test.outcome}"
        return f"{self.who(state)} used {self.effect}{test}"

    def whose(self, state: State) -> str:
        return f"{possessive(called(state, self.side))} {self.effect}"


class UseEffect(ForceAct, frozen=True, kw_only=True):
    """Uses a Faction Asset, or another effect that is used once a game.

    `test` is To the Last Warrior's, of each Turn. `agreed`: now, though its moment is another.
    """

    ADDRESSES = ("sides/{side}/effect",)
    SUMMARY = "A side uses an effect that it has once a game"
    EVENT = EffectUsed

    effect: str
    test: LeadershipRoll | None = None
    agreed: bool = False

    def decide(self, state: State, at: int) -> Sequence[WarzoneEvent]:
        playing(state)
        side, test, force = self.side, self.test, state.forces[self.side]
        unused(state, side, self.effect)
        if len(force.used) >= MOST_EFFECTS:
            raise Refused(f"{called(state, side)} used {MOST_EFFECTS} effects already.")
        effect = spelt(self.effect, force.assets)
        agreed = agreement(against_effect(state, side, self.effect), agreed=self.agreed)
        if test is not None:
            if not same(effect, RALLIES):
                raise Refused(f"No Unit is tested for {effect}.")
            tested = standing(force, test.unit)
            if not tested.pinned:
                raise Refused(f"{tested.unit.name} cannot rally: it is not Pinned.")
        return [self.event(at, side=side, effect=effect, test=test or UNSET, agreed=agreed)]
