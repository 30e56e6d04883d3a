"""Changes a game of WarTime by its events."""

import functools
from collections.abc import Callable
from typing import assert_never

import msgspec
from msgspec.structs import replace

from companion.names import same
from companion.table.seats import Side
from companion.table.state import Stage
from companion.wartime.disputes.corrections import Given, Restored
from companion.wartime.match import ending
from companion.wartime.match import events as e
from companion.wartime.match import stacks as returning
from companion.wartime.match.hand import available, still_chosen
from companion.wartime.match.state import Sandglass, State, Use
from companion.wartime.referee.board import Hex
from companion.wartime.scenario.scenario import TimerKind


def evolve(state: State, event: e.WarTimeEvent) -> State:
    """Returns the state after `event`. It never refuses: after an undo, an event may have no effect any more."""
    return ending.forget_answers(_evolve(state, event))


def _evolve(state: State, event: e.WarTimeEvent) -> State:
    at = event.sand_ns
    match event:
        case e.Flipped():
            return _flipped(event, state, _sanded(state, event))
        case e.Freed():
            return _running(event, _returned(state, event), Sandglass.freed)
        case e.Turned():
            return _running(event, state, lambda glass: glass.turned(sand_ns=at))
        case e.Assigned(unit=unit, card=card):
            assigned = _running(event, state, lambda glass: _moved(glass, event, unit=unit, card=card, off_board=False))
            return _used(event, _seen(assigned, assigned.timers[event.timer]), state.timers[event.timer])
        case e.Acted():
            return _acted(event, state)
        case e.RanOut():
            return _run_out(event, state)
        case e.Eliminated(side=side, unit=unit):
            return _eliminated(state, side, unit)
        case e.Damaged(side=side, unit=unit, tokens=tokens):
            return _damaged(state, side, unit, tokens)
        case e.Reinforced():
            return returning.reinforced(state, event)
        case e.Revived():
            return returning.revived(state, event)
        case e.FeatureDamaged(hex=place, tokens=tokens):
            return replace(state, ground=state.ground.worn(place, tokens))
        case e.UnitPlaced(side=side, unit=unit, hex=place):
            return _placed(_known(ending.with_unit(state, side, unit), side, unit), side, unit, place)
        case e.TileLaid(hex=place, terrain=terrain):
            return replace(state, ground=state.ground.tiled(place, terrain))
        case e.FeaturePlaced(hex=place, feature=feature, tokens=tokens):
            return replace(state, ground=state.ground.piled(place, feature, tokens))
        case e.LineDrawn(one=one, other=other, drawn=drawn):
            return replace(state, ground=state.ground.lined((one, other), drawn=drawn))
        case e.ItemPlaced(item=item, hex=place):
            return replace(state, ground=state.ground.with_item(item, place))
        case e.Proposed(proposal=proposal):
            return replace(state, proposal=proposal, proposals=proposal.number)
        case e.Declined():
            return replace(state, proposal=None)
        case e.PutRight(done=done):
            return replace(functools.reduce(righted, done, state), proposal=None)
        case e.Touched(side=side):
            return replace(state, touches={**state.touches, side: state.touches[side].touched(at)})
        case e.Dealt(side=side, cards=cards):
            return _with_cards(_force(state, side, dealt=cards), side, state.forces[side].cards)
        case e.Ticked(side=side, card=card, on=on):
            others = tuple(name for name in state.forces[side].cards if name != card)
            return _with_cards(state, side, (*others, card) if on else others)
        case e.Mustered(side=side, units=units, cards=msgspec.UNSET):
            return _with_cards(_force(state, side, units=units), side, state.forces[side].cards)
        case e.Mustered(side=side, units=units, cards=cards):
            return _force(state, side, units=units, cards=cards)
        case e.Ready(side=side):
            return replace(state, ready=(*state.ready, side))
        case e.Begun():
            return _begun(event, state)
        case e.Paused():
            return replace(state, clock=state.clock.stopped(at))
        case e.Resumed(mono_ns=mono):
            return replace(state, clock=state.clock.started(sand_ns=at, now=mono))
        case e.Ended(winner=winner, how=how):
            return replace(state.over(event), winner=winner, won_how=how or "")
        case e.EndAgreed() | e.PlayedOn():
            return ending.answered(state, event)
        case e.Won(winner=winner):
            return replace(state, winner=winner, won_how="") if state.stage is Stage.OVER else state
        case _:
            assert_never(event)


def _flipped(event: e.Flipped | e.Acted, state: State, flipped: Sandglass) -> State:
    return _used(event, _seen(replace(state, timers={**state.timers, event.timer: flipped}), flipped), flipped)


def _acted(event: e.Acted, state: State) -> State:
    """Carries out the action, then flips its timer (Actions: a timer is placed after the action has been completed)."""
    glass = state.timers[event.timer]
    if (side := glass.spec.side) is None:
        return state
    if event.target is not None:
        state = _damaged(_known(state, side.other, event.target), side.other, event.target, event.tokens)
    if event.feature is not None:
        state = replace(state, ground=state.ground.worn(event.feature, event.tokens))
    if event.to is not None:
        state = _placed(state, side, event.unit, event.to)
    return _flipped(event, state, glass.flipped(sand_ns=event.sand_ns, unit=event.unit, card=event.card))


def _placed(state: State, side: Side, unit: str, place: Hex | None) -> State:
    """Places the unit. Any other unit there leaves the board: after an undo two may have moved into the same hex."""
    forces = {}
    for each, force in state.forces.items():
        places = {
            name: hex for name, hex in force.places.items() if hex != place and not (each is side and same(name, unit))
        }
        forces[each] = replace(force, places={**places, unit: place} if place and each is side else places)
    return replace(state, forces=forces)


def righted(state: State, part: e.Righted) -> State:
    """Returns the state after one part of a correction."""
    if isinstance(part, Restored):
        return replace(state, ground=state.ground.worn(part.hex, -part.tokens))
    if not isinstance(part, Given):
        return evolve(state, part)
    glass = state.timers[part.timer].given(sand_ns=part.sand_ns, ns=part.ns)
    return replace(state, timers={**state.timers, part.timer: glass})


def _force(state: State, side: Side, **changes: object) -> State:
    return replace(state, forces={**state.forces, side: replace(state.forces[side], **changes)})


def _with_cards(state: State, side: Side, cards: tuple[str, ...]) -> State:
    """Returns the state with those cards chosen, without what the side may not have any more."""
    return _force(state, side, cards=still_chosen(state, side, cards))


def _sanded(state: State, event: e.Flipped) -> Sandglass:
    glass = state.timers[event.timer]
    spell, side = glass.spec.kind is TimerKind.SPELL, glass.spec.side
    return glass.flipped(
        sand_ns=event.sand_ns,
        unit=event.unit,
        card=event.card,
        caster=event.caster or None,
        casters=available(state, side) if spell and side else None,
    )


def _moved(glass: Sandglass, event: e.Assigned, **changes: object) -> Sandglass:
    return replace(glass, caster=event.caster or glass.caster, **changes)


def _returned(state: State, event: e.Freed) -> State:
    """Returns the state in which the card of a flip taken back is not played."""
    glass = state.timers[event.timer]
    side, card = glass.spec.side, event.returned or None
    if side is None or not same(card, glass.card):
        return state
    used = tuple(use for use in state.forces[side].used if not same(use.card, card))
    return _force(state, side, used=used)


def _running(event: e.TimerEvent, state: State, change: Callable[[Sandglass], Sandglass]) -> State:
    glass = state.timers[event.timer]
    if not glass.active:
        return state
    return replace(state, timers={**state.timers, event.timer: change(glass)})


def _seen(state: State, glass: Sandglass) -> State:
    """Remembers the unit that this timer stands beside."""
    side = glass.spec.side
    return state if side is None or glass.unit is None else _known(state, side, glass.unit)


def _known(state: State, side: Side, unit: str) -> State:
    force = state.forces[side]
    return state if force.knows(unit) else _force(state, side, seen=(*force.seen, unit))


def _used(event: e.Flipped | e.Assigned | e.Acted, state: State, before: Sandglass) -> State:
    """Spends the card that was played. Where players move a timer to another card after all, the first was not
    played."""
    side, card = before.spec.side, event.card
    if side is None or card is None:
        return state
    force = state.forces[side]
    used = tuple(use for use in force.used if not (same(use.card, card) or same(use.card, before.card)))
    use = Use(card=card, sand_ns=event.sand_ns, unit=event.unit or state.timers[event.timer].caster)
    return _force(state, side, used=(*used, use))


def _run_out(event: e.RanOut, state: State) -> State:
    """Runs a timer out, only at a deadline that is still the timer's own, and that the sand clock has reached."""
    glass = state.timers[event.timer]
    reached = state.clock.running or event.sand_ns <= state.clock.sand_ns
    if glass.ends_ns != event.sand_ns or not reached:
        return state
    drained = replace(state, timers={**state.timers, event.timer: glass.drained()})
    if glass.spec.kind is TimerKind.SETUP:
        return ending.without(replace(drained, locked=True), event.left_off)
    if glass.spec.kind is TimerKind.GAME and state.scenario.time_limit:
        return replace(drained.over(event), over_by_time=True)
    return drained


def _eliminated(state: State, side: Side, unit: str) -> State:
    """Eliminates a unit: it leaves the board, and its timer drains on beside it (Units, Eliminated Units)."""
    force = state.forces[side]
    if force.is_eliminated(unit):
        return state
    stacks = {**force.stacks, unit: 0} if unit in force.stacks else force.stacks
    places = {name: place for name, place in force.places.items() if not same(name, unit)}
    gone = _force(state, side, eliminated=(*force.eliminated, unit), stacks=stacks, places=places)
    if (glass := state.timer_of(side, unit)) is None:
        return gone
    draining = replace(glass, unit=None, off_board=True)
    return replace(gone, timers={**state.timers, glass.spec.id: draining})


def _damaged(state: State, side: Side, unit: str, tokens: int) -> State:
    force = state.forces[side]
    if unit not in force.stacks:
        return state
    left = max(0, force.stacks[unit] - tokens)
    hurt = _force(state, side, stacks={**force.stacks, unit: left})
    return hurt if left else _eliminated(hurt, side, unit)


def _begun(event: e.Begun, state: State) -> State:
    timers = dict(state.timers)
    for timer, glass in state.timers.items():
        if glass.spec.kind is TimerKind.SETUP:
            timers[timer] = glass.freed()
        elif glass.spec.kind is TimerKind.GAME and state.scenario.time_limit:
            timers[timer] = glass.flipped(sand_ns=event.sand_ns)
    begun = replace(state, stage=Stage.PLAY, locked=True, ready=(), timers=timers)
    return ending.without(begun, event.left_off)
