"""Corrections by agreement of both sides: one side proposes, the other agrees, and one event carries it all out.

The rules of play decide on a correction as on any act, each part on the state that the last one left. The rules check
again, at every look, whether a proposal still holds.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Annotated, Literal, Self

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from companion.clock import SECOND
from companion.fields.characters import Word
from companion.fields.invalid import Invalid
from companion.fields.numbers import LARGEST
from companion.names import same
from companion.table.errors import NotHere, NotYours, Refused
from companion.table.seats import Seat, Side
from companion.table.state import Stage
from companion.wartime.match.board import DamageFeature, FeatureDamaged, PlaceUnit, UnitPlaced
from companion.wartime.match.checks import (
    Name,
    WarTimeAct,
    WarTimeEvent,
    counted,
    in_play,
    not_over,
    on_the_board,
    vacant,
    whose,
)
from companion.wartime.match.ending import forget_answers
from companion.wartime.match.fighting import Damage, Damaged, Reinforce, Reinforced, Revive, Revived
from companion.wartime.match.state import Correction, Proposal, State
from companion.wartime.match.timers import Free, Freed, RanOut
from companion.wartime.referee.board import Hex
from companion.wartime.scenario.parts import ARMIES, MOST_TOKENS
from companion.wartime.scenario.scenario import TimerKind

MOST_SECONDS = 3600

# What a correction can bring about.


class Given(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="given"):
    """Gives sand back to a timer, or takes it where `ns` is less than 0. It is not an event of its own: it happens by
    agreement alone. `sand_ns` is when."""

    sand_ns: int
    timer: str
    ns: int

    def apply(self, state: State) -> State:
        return state.with_timer(state.timers[self.timer].given(sand_ns=self.sand_ns, ns=self.ns))


class Restored(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="restored"):
    """Puts `tokens` back onto a Terrain Feature, which has `left` now. It is not an event of its own either."""

    sand_ns: int
    hex: Hex
    tokens: int
    left: int

    def apply(self, state: State) -> State:
        return replace(state, ground=state.ground.wear_feature(self.hex, -self.tokens))


Righted = Given | RanOut | Freed | Damaged | Reinforced | Revived | UnitPlaced | FeatureDamaged | Restored


def righted(state: State, part: Righted) -> State:
    """Returns the state after one part of a correction."""
    after = part.apply(state)
    return after if isinstance(part, Given | Restored) else forget_answers(after)


# The acts.


class Propose(WarTimeAct, frozen=True, kw_only=True):
    """Proposes a correction for that seat, in place of any earlier proposal. A phone that sits for both agrees at once.

    Its other fields are those of a Correction.
    """

    ADDRESSES = ("table/propose",)
    SUMMARY = "Propose a correction"

    timer: Word | None = None
    seconds: Annotated[int, msgspec.Meta(ge=-MOST_SECONDS, le=MOST_SECONDS)] = 0
    free: Literal["yes", "no"] = "no"
    spent: Literal["yes", "no"] = "no"
    side: Side | None = None
    unit: Name | None = None
    tokens: Annotated[int, msgspec.Meta(ge=-MOST_TOKENS, le=MOST_TOKENS)] = 0
    hex: Hex | None = None
    feature: Hex | None = None
    seat: Seat | None = None

    @classmethod
    def of(cls, correction: Correction, *, seat: Seat | None = None) -> Self:
        """Returns the act that proposes this correction."""
        fields = msgspec.structs.asdict(correction)
        flags = {name: "yes" if fields[name] else "no" for name in ("free", "spent")}
        return cls(**fields | flags, seat=seat)

    @property
    def correction(self) -> Correction:
        fields = {name: getattr(self, name) for name in Correction.__struct_fields__}
        return Correction(**fields | {"free": self.free == "yes", "spent": self.spent == "yes"})

    def decide(self, state: State, at: int) -> Sequence["Proposed | PutRight"]:
        not_over(state)
        side = self.seat and self.seat.side
        proposal = _proposal(state, self.correction, side or Side.GOLD)
        try:
            done = _done(state, proposal, at)
        except NotHere as missing:
            if missing.kind == "hex":
                raise Invalid("hex", str(missing)) from missing  # which a player typed
            raise
        if side is None:
            return [PutRight(sand_ns=at, correction=proposal.correction, done=done)]
        return [Proposed(sand_ns=at, proposal=proposal)]


class Proposed(WarTimeEvent, frozen=True, kw_only=True):
    LABEL = "the proposal"

    proposal: Proposal

    def side_of(self, _: State) -> Side:
        return self.proposal.side

    def apply(self, state: State) -> State:
        return replace(state, proposal=self.proposal, proposals=self.proposal.number)

    def sentence(self, state: State) -> str:
        return f"{ARMIES[self.proposal.side]} proposes: {in_words(state, self.proposal.correction)}"


class AnswerAct(WarTimeAct, frozen=True, kw_only=True):
    """Answers the proposal for that seat. Refused where `number` is given and the open proposal is another one."""

    number: Annotated[int, msgspec.Meta(ge=1, le=LARGEST)] | None = None
    seat: Seat | None = None

    def decide(self, state: State, at: int) -> Sequence[WarTimeEvent]:
        not_over(state)
        side, proposal = self.seat and self.seat.side, state.proposal
        if proposal is None:
            raise Refused("There is no proposal.")
        if self.number not in (None, proposal.number):
            raise Refused("There is another proposal now. Read it first.")
        return [self.answer(state, proposal, side, at)]

    def answer(self, state: State, proposal: Proposal, side: Side | None, at: int) -> WarTimeEvent:
        """Returns what comes of it for the open proposal. Raises Refused."""
        raise NotImplementedError


class Agree(AnswerAct, frozen=True, kw_only=True):
    """Agrees to the other side's proposal."""

    ADDRESSES = ("table/agree",)
    SUMMARY = "Agree to what the other side proposes"

    def answer(self, state: State, proposal: Proposal, side: Side | None, at: int) -> "PutRight":
        if side is proposal.side:
            raise NotYours(ARMIES[side.other], "answer")
        if (reason := lapsed(state, proposal, at)) is not None:
            raise Refused(f"That has lapsed: {reason}")
        return PutRight(sand_ns=at, correction=proposal.correction, done=_done(state, proposal, at))


class PutRight(WarTimeEvent, frozen=True, kw_only=True):
    """Records that both sides agreed to a correction, and that all of it was `done` at once."""

    LABEL = "what was agreed"

    correction: Correction
    done: tuple[Righted, ...]

    def apply(self, state: State) -> State:
        return replace(reduce(righted, self.done, state), proposal=None)

    def sentence(self, state: State) -> str:
        out = ", which ran out" if any(isinstance(each, RanOut) for each in self.done) else ""
        return f"Agreed: {in_words(state, self.correction)}{out}"


class Decline(AnswerAct, frozen=True, kw_only=True):
    """Declines the proposal, or takes the seat's own proposal back."""

    ADDRESSES = ("table/decline",)
    SUMMARY = "Do not agree, or take a proposal back"

    def answer(self, _: State, proposal: Proposal, side: Side | None, at: int) -> "Declined":
        return Declined(sand_ns=at, side=side, proposal=proposal)


class Declined(WarTimeEvent, frozen=True, kw_only=True):
    """Records that `side` declined the proposal, or took its own back. None where a phone that sits for both did."""

    LABEL = "the answer"

    side: Side | None = None
    proposal: Proposal

    def apply(self, state: State) -> State:
        return replace(state, proposal=None)

    def sentence(self, state: State) -> str:
        how = "Taken back" if self.side is self.proposal.side else "Not agreed"
        return f"{how}: {in_words(state, self.proposal.correction)}"


def in_words(state: State, correction: Correction) -> str:
    """Returns the correction in words, by the timers' names: "12 s given back to Valyance 60a"."""
    return ", ".join(_parts(state, correction))


def _parts(state: State, correction: Correction) -> Iterator[str]:
    timer = state.timers[correction.timer].spec.name if correction.timer in state.timers else ""
    unit = f"{ARMIES[correction.side]}'s {correction.unit}" if correction.side else correction.unit
    stack = correction.feature or unit
    count = counted(abs(correction.tokens))
    if correction.seconds > 0:
        yield f"{correction.seconds} s given back to {timer}"
    if correction.seconds < 0:
        yield f"{-correction.seconds} s taken from {timer}"
    if correction.free:
        yield f"{timer} taken back{', its card stays played' if correction.spent else ''}"
    if correction.tokens > 0:
        yield f"{count} put back onto {stack}"
    if correction.tokens < 0:
        yield f"{count} taken off {stack}"
    if correction.hex is not None:
        yield f"{unit} put into {correction.hex}"


def lapsed(state: State, proposal: Proposal, at: int) -> str | None:
    """Returns why the other side can no longer agree to it; None as long as it can."""
    try:
        _done(state, proposal, at)
    except (Refused, NotHere) as reason:
        return str(reason)
    return None


# What a correction comes to, as things stand.


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
    stacked = correction.tokens and (correction.unit is not None or correction.feature is not None)
    if not timed and not stacked and (correction.unit is None or correction.hex is None):
        raise Refused("Choose what to correct.")
    return Proposal(number=state.proposals + 1, side=side, correction=correction, flips=flips, gone=gone)


def _done(state: State, proposal: Proposal, at: int) -> tuple[Righted, ...]:
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
    return tuple(_events(state, correction, at))


def _events(state: State, correction: Correction, at: int) -> Iterator[Righted]:
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
        yield UnitPlaced(sand_ns=at, side=found[0], unit=found[1], hex=hex)
        return
    for command in _commands(state, correction):
        for event in command.decide(state, at):
            spent = correction.spent and isinstance(event, Freed)
            part = replace(event, returned=UNSET) if spent else event
            if isinstance(part, Righted):
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
    """Returns the tokens put back, at most what the feature had. Without tokens, its hex has to be free."""
    in_play(state)
    if (pile := state.ground.features.get(place)) is None:
        raise NotHere("terrain feature", place)
    left = min(pile.tokens, pile.left + tokens)
    if left == pile.left:
        raise Refused(f"{place} has all its tokens already.")
    if not pile.left:
        vacant(state, place)
    return Restored(sand_ns=at, hex=place, tokens=left - pile.left, left=left)


def _commands(state: State, correction: Correction) -> Iterator[WarTimeAct]:
    if correction.free and correction.timer is not None:
        yield Free(timer=correction.timer)
    side, unit, tokens = correction.side, correction.unit, correction.tokens
    if correction.feature is not None and tokens < 0:
        yield DamageFeature(hex=correction.feature, tokens=-tokens)
    if side is None or unit is None:
        return
    if tokens < 0:
        yield Damage(unit=unit, side=side, tokens=-tokens)
    elif tokens and unit not in state.forces[side].stacks and state.forces[side].is_eliminated(unit):
        yield Revive(unit=unit, side=side)
    elif tokens:
        yield Reinforce(unit=unit, side=side, tokens=tokens)
    if correction.hex is not None:
        yield PlaceUnit(unit=unit, side=side, hex=correction.hex)


def _given(state: State, timer: str, seconds: int, at: int) -> Iterator[Given | RanOut]:
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
        yield RanOut(sand_ns=at, timer=timer, unit=glass.unit)
