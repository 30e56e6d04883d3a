"""Holds Objectives in a match: their counters, and those that a side picks in secret. Warzone Eternal, Chapter 13."""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Annotated, Self

import msgspec

from companion.table.errors import NotHere, Refused
from companion.table.events import Source
from companion.table.seats import Side
from companion.table.state import Stage
from companion.warzone.match.kinds import ForceAct, ForceEvent, WarzoneAct, WarzoneEvent, not_over
from companion.warzone.match.parts import Tracked
from companion.warzone.match.state import LAST_TURN, State, TurnPhase, called, of_both, possessive, with_force
from companion.warzone.scenarios import (
    SECONDARIES_EACH,
    BattlefieldPoint,
    DeploymentArea,
    Primary,
    Secondary,
    WarzoneScenario,
    counters,
    open_to,
)

# Which Scenario Objective counters there are: the Scenario's, and those of Secondary Objectives that are revealed.


class CounterKind(Enum):
    """Says whose counter it is: a Scenario's or a Secondary Objective's."""

    KEY = "key"
    SABOTAGE = "sabotage"
    ESCORT = "escort"
    INTERCEPT = "intercept"

    @property
    def source(self) -> str:
        """Returns the heading in the book."""
        return _SOURCES[self]


_SOURCES = {
    CounterKind.KEY: WarzoneScenario.KEY_POSITIONS.title,
    CounterKind.SABOTAGE: WarzoneScenario.SABOTAGE.title,
    CounterKind.ESCORT: Secondary.ESCORT.title,
    CounterKind.INTERCEPT: Secondary.INTERCEPT_TRANSMISSIONS.title,
}


class Objective(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one counter.

    `label` is its place as seen from Side A, or its number. `half` is its half of the Battlefield, where the book says
    which. `side` is the one whose Secondary Objective it belongs to.
    """

    id: str
    kind: CounterKind
    label: str
    half: DeploymentArea | None = None
    side: Side | None = None


_SCENARIOS: Mapping[WarzoneScenario, tuple[Objective, ...]] = {
    WarzoneScenario.KEY_POSITIONS: tuple(
        Objective(id=each.value, kind=CounterKind.KEY, label=each.value) for each in Primary
    ),
    WarzoneScenario.SABOTAGE: tuple(
        Objective(id=f"{half.value}-{where}", kind=CounterKind.SABOTAGE, label=where, half=half)
        for where in ("left", "right")
        for half in (DeploymentArea.B, DeploymentArea.A)
    ),
}
"""Has the order of companion.warzone.scenarios."""


def _secondary(secondary: Secondary, side: Side) -> tuple[Objective, ...]:
    match secondary:
        case Secondary.ESCORT:
            return (Objective(id=f"{side.value}-escort", kind=CounterKind.ESCORT, label="escort", side=side),)
        case Secondary.INTERCEPT_TRANSMISSIONS:
            return tuple(
                Objective(id=f"{side.value}-intercept-{number}", kind=CounterKind.INTERCEPT, label=number, side=side)
                for number in "12"
            )
        case _:
            return ()


ALL = {
    each.id: each
    for several in (*_SCENARIOS.values(), *(_secondary(secondary, side) for side in Side for secondary in Secondary))
    for each in several
}
"""Has every counter that any game can have, by its id."""


def objectives(state: State) -> tuple[Objective, ...]:
    """Returns the counters of this game: the Scenario's, then each side's own."""
    scenario = _SCENARIOS.get(state.scenario, ()) if state.scenario else ()
    own = (
        each for side in Side for secondary in state.forces[side].secondaries for each in _secondary(secondary, side)
    )
    return (*scenario, *own)


def objective(state: State, id: str) -> Objective:
    """Raises NotHere."""
    for each in objectives(state):
        if each.id == id:
            return each
    raise NotHere("counter", id)


def tracked(state: State, id: str) -> Tracked:
    """Returns what is known of the counter of that id."""
    return state.scoring.counters.get(id, Tracked())


def has_record(state: State, kind: CounterKind, side: Side | None = None) -> bool:
    """Returns True where the players recorded anything of such counters: a game on paper records none."""
    return any(ALL[id].kind is kind and ALL[id].side is side for id in state.scoring.counters)


def title(state: State, counter: Objective) -> str:
    """Returns its name on a page, such as "Left" or "Order's escort"."""
    match counter.kind:
        case CounterKind.KEY:
            return counter.label.title()
        case CounterKind.SABOTAGE | CounterKind.ESCORT:
            return f"{_holder(state, counter)} {counter.label}"
        case CounterKind.INTERCEPT:
            return f"{_holder(state, counter)} transmitter {counter.label}"


def name(state: State, counter: Objective) -> str:
    """Returns its name in a sentence, such as "the left counter"."""
    match counter.kind:
        case CounterKind.KEY:
            return f"the {counter.label} counter"
        case CounterKind.SABOTAGE:
            return f"{title(state, counter)} counter"
        case _:
            return title(state, counter)


def sentence_case(words: str) -> str:
    """Returns the words with a capital at the start."""
    return words[:1].upper() + words[1:]


def holder(state: State, counter: Objective) -> Side | None:
    """Returns the side in whose half it is, or whose Secondary Objective it is."""
    if counter.half is None:
        return counter.side
    return next((side for side in Side if state.area_of(side) is counter.half), None)


def _holder(state: State, counter: Objective) -> str:
    side = holder(state, counter)
    if side is None:
        return f"Side {counter.half.value.upper()}’s" if counter.half else ""
    return possessive(called(state, side))


def places(state: State) -> dict[str, BattlefieldPoint]:
    """Returns the places of the Scenario's counters in inches (see scenarios.py); empty without a Deployment Type."""
    if state.deployment is None or state.scenario is None or state.scenario not in _SCENARIOS:
        return {}
    points = counters(state.scenario, state.deployment)
    return dict(zip((each.id for each in _SCENARIOS[state.scenario]), points, strict=True))


# Objectives that a side picks in secret, and how they are revealed (Chapter 13).
#
# Sealed events go into the journal whole, so a restart keeps them, and leave the table only as `Event.public`. Only the
# phone that sealed a pick may read it before it is revealed, and only while it acts for that side, or for both. That
# phone is known by the cookie it joined with. A phone of another side can neither read the pick nor seal another in its
# place. Reasons never name a pick: everyone reads them.


class Picks(msgspec.Struct, frozen=True, kw_only=True):
    """Holds what one phone has sealed for a side."""

    secondaries: tuple[Secondary, ...] = ()
    primary: Primary | None = None


def picks_of(state: State, phone: Source) -> dict[Side, Picks]:
    """Returns what this phone has sealed and is not revealed yet, by the side it was for."""
    picks = {}
    for side, force in state.forces.items():
        if not phone.keeps_secrets_of(side.value):
            continue
        secondaries = force.sealed if force.owner == phone.device else ()
        primary = force.sealed_primary if force.primary_owner == phone.device else None
        if secondaries or primary is not None:
            picks[side] = Picks(secondaries=secondaries, primary=primary)
    return picks


# Secondary Objectives, sealed before the game and revealed at once.


class Sealed(ForceEvent, frozen=True, kw_only=True):
    """Keeps picks secret: `owner` and `picks` stay in the journal until Revealed."""

    WHAT = "sealed pick"
    SAYS = "sealed two Secondary Objectives"

    owner: str = ""
    picks: tuple[Secondary, ...] = ()

    def public(self) -> Self:
        return msgspec.structs.replace(self, owner="", picks=())

    def apply(self, state: State) -> State:
        return with_force(state, self.side, owner=self.owner, sealed=self.picks)


class Seal(ForceAct, frozen=True, kw_only=True):
    """Seals Secondary Objectives, picked in secret."""

    ADDRESSES = ("sides/{side}/seal",)
    SUMMARY = "A side's Secondary Objectives, secret until they are revealed"
    EVENT = Sealed

    owner: str
    """Names the phone that may read them until they are revealed."""
    picks: Annotated[tuple[Secondary, ...], msgspec.Meta(max_length=8)] = ()

    def check(self, state: State) -> None:
        not_over(state)
        if state.stage is not Stage.SETUP:
            raise Refused("The game has begun: Secondary Objectives are sealed before.")
        if state.forces[self.side].secondaries:
            raise Refused(f"{possessive(called(state, self.side))} Secondary Objectives are revealed already.")
        if len(set(self.picks)) != SECONDARIES_EACH or len(self.picks) != SECONDARIES_EACH:
            raise Refused("Pick two different Secondary Objectives.")
        if not set(self.picks) <= set(open_to(state.allegiance(self.side))):
            raise Refused("One of these is not for your Allegiance: pick another.")


class Revealed(WarzoneEvent, frozen=True, kw_only=True):
    WHAT = "reveal"

    gold: tuple[Secondary, ...]
    red: tuple[Secondary, ...]

    def apply(self, state: State) -> State:
        bare = with_force(state, Side.GOLD, secondaries=self.gold, sealed=(), owner=None)
        return with_force(bare, Side.RED, secondaries=self.red, sealed=(), owner=None)

    def sentence(self, state: State) -> str:
        gold, red = (", ".join(each.title for each in picks) for picks in (self.gold, self.red))
        return f"Revealed: {of_both(state, gold, red, between='; ')}"


class Reveal(WarzoneAct, frozen=True, kw_only=True):
    """Reveals both sides' Secondary Objectives, at once."""

    ADDRESSES = ("reveal",)
    SUMMARY = "Reveal both sides' Secondary Objectives"
    EVENT = Revealed

    def decide(self, state: State, at: int) -> Sequence[WarzoneEvent]:
        not_over(state)
        gold, red = (_sealed(state, side) for side in Side)
        return [self.event(at, gold=gold, red=red)]


def _sealed(state: State, side: Side) -> tuple[Secondary, ...]:
    force = state.forces[side]
    if not force.sealed:
        raise Refused("No pick is sealed." if force.secondaries else f"{called(state, side)} must pick first.")
    if not set(force.sealed) <= set(open_to(state.allegiance(side))):
        raise Refused(f"{possessive(called(state, side))} picks do not fit its Allegiance any more: pick again.")
    return force.sealed


# The Primary Objectives of Key Positions.


class PrimarySealed(ForceEvent, frozen=True, kw_only=True):
    """Seals a Primary Objective, which stays secret as a Secondary Objective does."""

    WHAT = "sealed pick"
    SAYS = "sealed a Primary Objective"

    owner: str = ""
    pick: Primary | None = None

    def public(self) -> Self:
        return msgspec.structs.replace(self, owner="", pick=None)

    def apply(self, state: State) -> State:
        return with_force(state, self.side, primary_owner=self.owner, sealed_primary=self.pick)


class SealPrimary(ForceAct, frozen=True, kw_only=True):
    """Seals the Primary Objective of Key Positions, picked in secret."""

    ADDRESSES = ("sides/{side}/primary",)
    SUMMARY = "A side's Primary Objective, secret until they are revealed"
    EVENT = PrimarySealed

    owner: str
    pick: Primary

    def check(self, state: State) -> None:
        not_over(state)
        if state.scenario is not WarzoneScenario.KEY_POSITIONS:
            raise Refused("Only Key Positions has Primary Objectives.")
        if not state.opening:
            raise Refused("Primary Objectives are chosen before the first Activation Phase.")


class PrimariesRevealed(WarzoneEvent, frozen=True, kw_only=True):
    WHAT = "reveal"

    gold: Primary
    red: Primary

    def apply(self, state: State) -> State:
        bare = with_force(state, Side.GOLD, primary=self.gold, sealed_primary=None, primary_owner=None)
        return with_force(bare, Side.RED, primary=self.red, sealed_primary=None, primary_owner=None)

    def sentence(self, state: State) -> str:
        return f"Primary Objectives revealed: {of_both(state, self.gold.value, self.red.value)}"


class RevealPrimaries(WarzoneAct, frozen=True, kw_only=True):
    """Reveals both sides' Primary Objectives, at once, at the end of the fifth Turn."""

    ADDRESSES = ("reveal-primaries",)
    SUMMARY = "Reveal both sides' Primary Objectives"
    EVENT = PrimariesRevealed

    def decide(self, state: State, at: int) -> Sequence[WarzoneEvent]:
        not_over(state)
        if state.turn != LAST_TURN or state.turn_phase is not TurnPhase.END:
            raise Refused("Primary Objectives stay secret until the end of the fifth Turn.")
        gold, red = (state.forces[side].sealed_primary for side in Side)
        if gold is None or red is None:
            raise Refused("Not both of you chose a Primary Objective.")
        return [self.event(at, gold=gold, red=red)]
