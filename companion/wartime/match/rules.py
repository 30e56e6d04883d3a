"""Decides what a command brings about, and when a hand may be touched.

Rules: WarTime Rulebook, Timing Disputes. The unit that is lifted or the token that is removed decides which act was
first, not the flip after it. The hand gives the log that instant. It moves no sand.
"""

from collections.abc import Sequence
from functools import partial
from typing import assert_never

from msgspec import UNSET
from msgspec.structs import replace

from companion.names import like, same, spelt
from companion.table.errors import Refused
from companion.table.state import Stage
from companion.wartime.disputes import agreement
from companion.wartime.match import acts, ending, stacks
from companion.wartime.match import acts as board
from companion.wartime.match import commands as c
from companion.wartime.match import ending as signals
from companion.wartime.match import events as e
from companion.wartime.match import hand as cards
from companion.wartime.match import hand as casters
from companion.wartime.match import hand as playing
from companion.wartime.match import stacks as returning
from companion.wartime.match.refusals import not_over, not_standing, open_choice, running, seconds_left
from companion.wartime.match.stacks import brought
from companion.wartime.match.state import Sandglass, State
from companion.wartime.scenario.parts import ARMIES
from companion.wartime.scenario.scenario import TimerKind


def touch(state: State, command: c.Touch, at: int) -> list[e.Touched]:
    """Returns the touch, or an empty list where it still belongs to the touch before it. Raises Refused."""
    not_over(state)
    if state.stage is Stage.SETUP:
        raise Refused("The game has not begun: touch the hand as you begin to act.")
    not_standing(state)
    touches = state.touches[command.side]
    if touches.goes_on(at):
        return []
    if (wait_ns := touches.wait_ns(at)) > 0:
        raise Refused(f"That hand was touched too often. The log takes it again in {seconds_left(wait_ns)}.")
    return [e.Touched(sand_ns=at, side=command.side)]


# What a command brings about in a game of WarTime, or why it is refused.
#
# Rules: WarTime Rulebook, Timers (Active / Available Timers), Actions, Card Actions (Spell Card Action) and Optional
# Rules (Set Up). Those of the board, the stacks, the cards and the signals: see the modules that are asked.


def decide(state: State, command: c.WarTimeCommand, now: int) -> Sequence[e.WarTimeEvent]:
    """Returns the events of `command` at the monotonic instant `now`. Raises Refused or NotHere."""
    at = state.sand(now)
    match command:
        case c.Flip():
            return [_flip(state, command, at)]
        case c.Free():
            return [_taken_back(state, command, at)]
        case c.Turn(timer=timer):
            glass = running(state, timer)
            not_standing(state)
            return [e.Turned(sand_ns=at, timer=timer, left_ns=glass.spec.run_ns - glass.left_ns(at))]
        case c.Assign():
            return [_assign(state, command, at)]
        case c.Act():
            glass = _free(state, command.timer, at)
            unit, card = _bearer(state, glass, command.unit, command.card, at)
            return [acts.act(state, glass, command, unit=unit or command.unit, card=card, at=at)]
        case c.PlaceUnit() | c.LayTile() | c.PlaceFeature() | c.DrawLine() | c.PlaceItem():
            return [board.put(state, command, at)]
        case c.Propose() | c.Agree() | c.Decline():
            return [agreement.answer(state, command, at, partial(decide, now=now))]
        case c.Eliminate():
            return [stacks.eliminate(state, command, at)]
        case c.Damage():
            return [stacks.damage(state, command, at)]
        case c.Reinforce():
            return [returning.reinforce(state, command, at)]
        case c.Revive():
            return [returning.revive(state, command, at)]
        case c.DamageFeature():
            return [stacks.damage_feature(state, command, at)]
        case c.Touch():
            return touch(state, command, at)
        case c.Deal():
            return [cards.deal(state, command, at)]
        case c.Tick():
            return [cards.tick(state, command, at)]
        case c.Muster():
            return [_muster(state, command, at)]
        case c.Begin() | c.Pause() | c.Resume() | c.End():
            return [signals.signal(state, command, at, now)]
        case c.AgreeEnd():
            return [ending.agree_end(state, command, at)]
        case c.PlayOn():
            return [ending.play_on(state, command, at)]
        case _:
            assert_never(command)


def due(state: State) -> int | None:
    """Returns the next monotonic instant at which a timer's sand runs out; None where none falls."""
    ends = [glass.ends_ns for glass in state.timers.values() if glass.ends_ns is not None]
    return state.clock.instant(min(ends)) if ends else None


def lapse(state: State, now: int) -> Sequence[e.RanOut]:
    """Returns every timer whose sand has run out by now, in the order in which they did."""
    at = state.sand(now)
    spent = [(glass.ends_ns, glass) for glass in state.timers.values() if glass.ends_ns is not None]
    return [
        _ran_out(state, glass, ends_ns)
        for ends_ns, glass in sorted(spent, key=lambda each: (each[0], each[1].spec.id))
        if ends_ns <= at
    ]


def _ran_out(state: State, glass: Sandglass, at: int) -> e.RanOut:
    event = e.RanOut(sand_ns=at, timer=glass.spec.id, unit=glass.unit)
    if state.stage is Stage.PLAY:
        return replace(event, means=state.scenario.neutral.get(glass.spec.id, UNSET))
    return replace(event, left_off=ending.left_off(state)) if glass.spec.kind is TimerKind.SETUP else event


def _flip(state: State, command: c.Flip, at: int) -> e.Flipped:
    glass = _free(state, command.timer, at)
    caster = casters.at_flip(state, glass, command.caster, at)
    unit, card = _bearer(state, glass, command.unit, command.card, at)
    if unit is None and card is None:
        card = playing.last_spell(state, glass)
    return e.Flipped(sand_ns=at, timer=command.timer, unit=unit, card=card, caster=caster or UNSET)


def _taken_back(state: State, command: c.Free, at: int) -> e.Freed:
    glass = running(state, command.timer)
    freed = e.Freed(sand_ns=at, timer=command.timer, left_ns=glass.left_ns(at), unit=glass.unit)
    if command.card is None:
        return replace(freed, returned=glass.card or UNSET)
    return replace(freed, card=playing.been_played(state, command.card))


def _free(state: State, timer: str, at: int) -> Sandglass:
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


def _bearer(
    state: State, glass: Sandglass, unit: str | None, card: str | None, at: int
) -> tuple[str | None, str | None]:
    """Returns the unit and card this timer may be assigned to, spelt as the side's own list spells them."""
    spec = glass.spec
    if spec.side is None:
        if unit is not None or card is not None:
            raise Refused(f"The {spec.name} belong to neither side. Put them on no unit and no card.")
        return None, None
    if unit is None:
        return None, card and playing.played(state, glass, spec.side, card, unit=None, at=at)
    if spec.kind is TimerKind.SPELL:
        # Spell Card Action: the blue timer lies on the card; no unit is given a timer.
        raise Refused("The spell timer goes on a spell card, not on a unit.")
    unit = brought(state, spec.side, unit)
    held = state.timer_of(spec.side, unit)
    if held is not None and held.spec.id != spec.id:
        # Actions: one active timer a unit.
        raise Refused(f"{unit} already has {held.spec.name}: {seconds_left(held.left_ns(at))} left.")
    return unit, card and playing.played(state, glass, spec.side, card, unit=unit, at=at)


def _assign(state: State, command: c.Assign, at: int) -> e.Assigned:
    glass = running(state, command.timer)
    if command.unit is None and command.card is None and command.caster is None:
        raise Refused("Say which unit or card it is for.")
    caster = casters.afterwards(state, glass, command.caster)
    if command.unit is None and command.card is None:
        unit, card = glass.unit, glass.card
    else:
        unit, card = _bearer(state, glass, command.unit, command.card, at)
    was = glass.unit or glass.card
    assigned = e.Assigned(sand_ns=at, timer=command.timer, unit=unit, card=card, was=was)
    return assigned if caster is None else replace(assigned, caster=caster)


def _muster(state: State, command: c.Muster, at: int) -> e.Mustered:
    open_choice(state)
    for names, word in ((command.units, "unit"), (command.cards or (), "card")):
        for place, name in enumerate(names):
            if (other := like(name, names[:place])) is not None:
                said = f"{other} is there twice" if same(name, other) else f"{name} looks like {other}"
                raise Refused(f"{said}: give each {word} a name of its own.")
    army = tuple(unit.name for unit in state.scenario.army(command.side))
    units = tuple(spelt(name, army) for name in command.units) or army
    for name in units:
        if army and name not in army:
            raise Refused(f"{name} is not among the {ARMIES[command.side]}'s units.")
    mustered = e.Mustered(sand_ns=at, side=command.side, units=units)
    if command.cards is None:
        return mustered
    return replace(mustered, cards=cards.chosen(state, command.side, command.cards, units=units))
