"""How events change a game of WarTime."""

from collections.abc import Callable

from msgspec.structs import replace

from companion.player_names import same
from companion.table.events import Event, Recovered, Refusal, Undone
from companion.table.sides import Side
from companion.table.view import TimerKind
from companion.wartime.match import events as e
from companion.wartime.match.sandglass import Sandglass
from companion.wartime.match.state import Stage, State, Use


def evolve(state: State, event: Event) -> State:
    """The state after `event`. Never refuses: after an undo, an event can find that it means nothing any more."""
    at = event.sand_ns
    match event:
        case e.Flipped(timer=timer, unit=unit, card=card):
            flipped = state.timers[timer].flipped(sand_ns=at, unit=unit, card=card)
            return _used(event, _seen(_after(event, state, timers={**state.timers, timer: flipped}), flipped), flipped)
        case e.Freed():
            return _running(event, state, Sandglass.freed)
        case e.Turned():
            return _running(event, state, lambda glass: glass.turned(sand_ns=at))
        case e.Assigned(unit=unit, card=card):
            assigned = _running(event, state, lambda glass: replace(glass, unit=unit, card=card, off_board=False))
            return _used(event, _seen(assigned, assigned.timers[event.timer]), state.timers[event.timer])
        case e.RanOut():
            return _run_out(event, state)
        case e.Eliminated(side=side, unit=unit):
            return _eliminated(event, state, side, unit)
        case e.Damaged(side=side, unit=unit, tokens=tokens):
            return _damaged(event, state, side, unit, tokens)
        case e.FeatureDamaged(hex=place, tokens=tokens):
            left = max(0, state.features.get(place, 0) - tokens)
            return _after(event, state, features={**state.features, place: left})
        case e.Dealt(side=side, cards=cards):
            return _force(event, state, side, dealt=cards)
        case e.Mustered(side=side, units=units, cards=cards):
            return _force(event, state, side, units=units, cards=cards)
        case e.Begun():
            return _begun(event, state)
        case e.Paused():
            return _after(event, state, clock=state.clock.stopped(at))
        case e.Resumed(mono_ns=mono):
            return _after(event, state, clock=state.clock.started(sand_ns=at, now=mono))
        case e.Ended(winner=winner):
            return _after(event, state, stage=Stage.OVER, clock=state.clock.stopped(at), winner=winner)
        case Recovered(mono_ns=mono):
            return _recovered(event, state, mono)
        case Refusal():
            return _refused(event, state)
        case _:
            raise TypeError(f"not an event of WarTime: {event!r}")


def rewound(state: State, undone: Undone) -> State:
    """`state`, evolved afresh without an event, carried on from the instant of the undo.

    Where the sand falls again, it falls from the sand time that was showing: an undone pause gives back every timer as
    it stood. Where it stands (a resumption was undone), it stands where it had stood before.
    """
    if not state.clock.running:
        return state
    sand_ns = max(state.latest_ns, undone.sand_ns)
    return replace(state, clock=state.clock.started(sand_ns=sand_ns, now=undone.mono_ns), latest_ns=sand_ns)


def _after(event: Event, state: State, **changes: object) -> State:
    return replace(state, latest_ns=max(state.latest_ns, event.sand_ns), **changes)


def _force(event: Event, state: State, side: Side, **changes: object) -> State:
    return _after(event, state, forces={**state.forces, side: replace(state.forces[side], **changes)})


def _running(event: e.TimerEvent, state: State, change: Callable[[Sandglass], Sandglass]) -> State:
    glass = state.timers[event.timer]
    if not glass.active:
        return _after(event, state)
    return _after(event, state, timers={**state.timers, event.timer: change(glass)})


def _seen(state: State, glass: Sandglass) -> State:
    """Remembers the unit that this timer stands beside."""
    side = glass.spec.side
    if side is None or glass.unit is None or state.forces[side].knows(glass.unit):
        return state
    force = state.forces[side]
    return replace(state, forces={**state.forces, side: replace(force, seen=(*force.seen, glass.unit))})


def _used(event: e.Flipped | e.Assigned, state: State, before: Sandglass) -> State:
    """Spends the card that was played. Where a timer is said to lie on another card after all, the first was not."""
    side, card = before.spec.side, event.card
    if side is None or card is None:
        return state
    force = state.forces[side]
    used = tuple(use for use in force.used if not (same(use.card, card) or same(use.card, before.card)))
    use = Use(card=card, sand_ns=event.sand_ns, unit=event.unit)
    return replace(state, forces={**state.forces, side: replace(force, used=(*used, use))})


def _run_out(event: e.RanOut, state: State) -> State:
    """Only a deadline that is still the timer's own, and that the sand clock has reached, runs it out."""
    glass = state.timers[event.timer]
    reached = state.clock.running or event.sand_ns <= state.clock.sand_ns
    if glass.ends_ns != event.sand_ns or not reached:
        return state
    drained = _after(event, state, timers={**state.timers, event.timer: glass.drained()})
    if glass.spec.kind is TimerKind.SETUP:
        return replace(drained, locked=True)
    if glass.spec.kind is TimerKind.GAME and state.scenario.time_limit:
        return replace(drained, stage=Stage.OVER, clock=state.clock.stopped(event.sand_ns), over_by_time=True)
    return drained


def _eliminated(event: Event, state: State, side: Side, unit: str) -> State:
    """The unit's timer drains on beside the board (Units, Eliminated Units)."""
    force = state.forces[side]
    forces = {**state.forces, side: replace(force, eliminated=(*force.eliminated, unit))}
    glass = state.timer_of(side, unit)
    if glass is None:
        return _after(event, state, forces=forces)
    draining = replace(glass, unit=None, off_board=True)
    return _after(event, state, forces=forces, timers={**state.timers, glass.spec.id: draining})


def _damaged(event: Event, state: State, side: Side, unit: str, tokens: int) -> State:
    force = state.forces[side]
    left = max(0, force.stacks.get(unit, 0) - tokens)
    hurt = _force(event, state, side, stacks={**force.stacks, unit: left})
    return hurt if left or force.is_eliminated(unit) else _eliminated(event, hurt, side, unit)


def _begun(event: e.Begun, state: State) -> State:
    timers = dict(state.timers)
    for timer, glass in state.timers.items():
        if glass.spec.kind is TimerKind.SETUP:
            timers[timer] = glass.freed()
        elif glass.spec.kind is TimerKind.GAME and state.scenario.time_limit:
            timers[timer] = glass.flipped(sand_ns=event.sand_ns)
    return _after(event, state, stage=Stage.PLAY, locked=True, timers=timers)


def _refused(refusal: Refusal, state: State) -> State:
    """Where the sand stands, it stands: a refusal made after a resumption that was undone is later than that."""
    if not state.clock.running:
        return replace(state, refusal=refusal)
    return _after(refusal, state, refusal=refusal)


def _recovered(event: Recovered, state: State, mono: int) -> State:
    """What was running stands still where it was at the last event; an idle table just goes on."""
    if not state.clock.running:
        return state
    idle = state.stage is Stage.SETUP and not any(glass.active for glass in state.timers.values())
    if idle:
        return _after(event, state, clock=state.clock.started(sand_ns=event.sand_ns, now=mono))
    return _after(event, state, clock=state.clock.stopped(event.sand_ns))
