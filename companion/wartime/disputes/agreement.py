"""Corrects a match by agreement: one side proposes a correction, the other agrees, and one event carries it out.

The rules of play decide on a correction as on any act, each part on the state that the last one left. The rules check
again, at every look, whether a proposal still holds.
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from companion.clock import SECOND
from companion.names import same
from companion.table.errors import NotHere, NotYours, Refused
from companion.table.seats import Side
from companion.table.state import Stage
from companion.wartime.disputes.corrections import Correction, Given, Proposal, Restored
from companion.wartime.match import commands as c
from companion.wartime.match import events as e
from companion.wartime.match.acts import on_the_board, vacant
from companion.wartime.match.evolve import righted
from companion.wartime.match.refusals import in_play, not_over, whose
from companion.wartime.match.state import State
from companion.wartime.referee.board import Hex
from companion.wartime.scenario.parts import ARMIES
from companion.wartime.scenario.scenario import TimerKind

Decide = Callable[[State, c.WarTimeCommand], Sequence[e.WarTimeEvent]]
"""Is the rules of play, at the instant in question."""


def answer(
    state: State, command: c.Propose | c.Agree | c.Decline, at: int, decide: Decide
) -> e.Proposed | e.PutRight | e.Declined:
    """Returns the event that follows. Raises Refused, NotYours, NotHere. A phone that sits for both sides agrees with
    itself."""
    not_over(state)
    side = command.seat and command.seat.side
    match command:
        case c.Propose(correction=correction):
            proposal = _proposal(state, correction, side or Side.GOLD)
            done = _done(state, proposal, at, decide)
            if side is None:
                return e.PutRight(sand_ns=at, correction=proposal.correction, done=done)
            return e.Proposed(sand_ns=at, proposal=proposal)
        case c.Agree(number=number):
            proposal = _open(state, number)
            if side is proposal.side:
                raise NotYours(ARMIES[side.other], "answer")
            if (reason := lapsed(state, proposal, at, decide)) is not None:
                raise Refused(f"That has lapsed: {reason}")
            done = _done(state, proposal, at, decide)
            return e.PutRight(sand_ns=at, correction=proposal.correction, done=done)
        case c.Decline(number=number):
            return e.Declined(sand_ns=at, side=side, proposal=_open(state, number))


def lapsed(state: State, proposal: Proposal, at: int, decide: Decide) -> str | None:
    """Returns why the other side can no longer agree to it; None as long as it can."""
    try:
        _done(state, proposal, at, decide)
    except (Refused, NotHere) as reason:
        return str(reason)
    return None


def _open(state: State, number: int | None) -> Proposal:
    proposal = state.proposal
    if proposal is None:
        raise Refused("There is no proposal.")
    if number not in (None, proposal.number):
        raise Refused("There is another proposal now. Read it first.")
    return proposal


def _proposal(state: State, correction: Correction, side: Side) -> Proposal:
    """Returns the correction as it is spelt here, and what it is about as that stands now. Raises Refused, NotHere."""
    flips = gone = None
    if correction.timer is not None:
        flips = state.timer(correction.timer).flips
        if correction.free and correction.seconds:
            raise Refused("Either take the timer back, or say how many seconds.")
        if correction.spent and (not correction.free or state.timer(correction.timer).card is None):
            raise Refused("No card is played with it.")
    if correction.unit is not None:
        owner, unit = _left_off(state, correction) or whose(state, correction.unit, correction.side)
        correction = replace(correction, side=owner, unit=unit)
        gone = state.forces[owner].is_eliminated(unit)
    if correction.feature is not None:
        if correction.unit is not None:
            raise Refused("Either a unit or a feature: one at a time.")
        correction = replace(correction, feature=correction.feature.upper())
    timed = correction.timer is not None and (correction.free or correction.seconds)
    counted = correction.tokens and (correction.unit is not None or correction.feature is not None)
    if not timed and not counted and (correction.unit is None or correction.hex is None):
        raise Refused("Choose what to correct.")
    return Proposal(number=state.proposals + 1, side=side, correction=correction, flips=flips, gone=gone)


def _done(state: State, proposal: Proposal, at: int, decide: Decide) -> tuple[e.Righted, ...]:
    """Returns what it brings about now. Raises Refused, NotHere."""
    correction = proposal.correction
    if correction.timer is not None:
        glass = state.timer(correction.timer)
        if glass.flips != proposal.flips:
            raise Refused(f"{glass.spec.name} was flipped again.")
    if correction.side is not None and correction.unit is not None:
        gone = state.forces[correction.side].is_eliminated(correction.unit)
        if gone != proposal.gone:
            raise Refused(f"{correction.unit} is {'eliminated' if gone else 'back'}.")
    return tuple(_events(state, correction, at, decide))


def _events(state: State, correction: Correction, at: int, decide: Decide) -> Iterator[e.Righted]:
    """Yields each on the state that the last one left."""
    if correction.seconds and correction.timer is not None:
        for given in _given(state, correction.timer, correction.seconds, at):
            state = righted(state, given)
            yield given
    if correction.feature is not None and correction.tokens > 0:
        restored = _restored(state, correction.feature, correction.tokens, at)
        state = righted(state, restored)
        yield restored
    if correction.hex is not None and (found := _left_off(state, correction)) is not None:
        # The rules of play keep it off the board: only both sides together may say that it stood there.
        hex = on_the_board(correction.hex)
        vacant(state, hex)
        yield e.UnitPlaced(sand_ns=at, side=found[0], unit=found[1], hex=hex)
        return
    for command in _commands(state, correction):
        for event in decide(state, command):
            spent = correction.spent and isinstance(event, e.Freed)
            part = replace(event, returned=UNSET) if spent else event
            if isinstance(part, e.Righted):
                state = righted(state, part)
                yield part


def _left_off(state: State, correction: Correction) -> tuple[Side, str] | None:
    """Returns the side and the unit where the unit was left off the board at the end of set-up."""
    for side in (correction.side,) if correction.side else Side:
        name = next((each for each in state.forces[side].left_off if same(each, correction.unit)), None)
        if name is not None:
            return side, name
    return None


def _restored(state: State, place: Hex, tokens: int, at: int) -> Restored:
    """Returns the tokens put back, never above what the feature had. Where no token was left, its hex has to be
    free."""
    in_play(state)
    if (pile := state.ground.features.get(place)) is None:
        raise NotHere("terrain feature", place)
    left = min(pile.tokens, pile.left + tokens)
    if left == pile.left:
        raise Refused(f"{place} has all its tokens already.")
    if not pile.left:
        vacant(state, place)
    return Restored(sand_ns=at, hex=place, tokens=left - pile.left, left=left)


def _commands(state: State, correction: Correction) -> Iterator[c.WarTimeCommand]:
    if correction.free and correction.timer is not None:
        yield c.Free(timer=correction.timer)
    side, unit, tokens = correction.side, correction.unit, correction.tokens
    if correction.feature is not None and tokens < 0:
        yield c.DamageFeature(hex=correction.feature, tokens=-tokens)
    if side is None or unit is None:
        return
    if tokens < 0:
        yield c.Damage(unit=unit, side=side, tokens=-tokens)
    elif tokens and unit not in state.forces[side].stacks and state.forces[side].is_eliminated(unit):
        yield c.Revive(unit=unit, side=side)
    elif tokens:
        yield c.Reinforce(unit=unit, side=side, tokens=tokens)
    if correction.hex is not None:
        yield c.PlaceUnit(unit=unit, side=side, hex=correction.hex)


def _given(state: State, timer: str, seconds: int, at: int) -> Iterator[Given | e.RanOut]:
    """Yields the sand given, never above the full run; at 0 the timer runs out. A timer that is free runs again with
    what it is given."""
    glass = state.timer(timer)
    idle = glass.spec.kind is TimerKind.SETUP or state.stage is Stage.SETUP
    if not glass.active and (seconds < 0 or idle):
        raise Refused(f"{glass.spec.name} is not running.")
    before = glass.left_ns(at)
    left = min(glass.spec.run_ns, max(0, before + seconds * SECOND))
    if left == before:
        raise Refused(f"{glass.spec.name} has all its sand already.")
    given = Given(sand_ns=at, timer=timer, ns=left - before)
    yield given
    if not left:
        yield e.RanOut(sand_ns=at, timer=timer, unit=glass.unit)
