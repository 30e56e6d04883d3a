"""Which Scenario Objective counters there are: the Scenario's, and those of Secondary Objectives that are revealed."""

from collections.abc import Mapping
from enum import Enum

import msgspec

from companion.table.errors import NotHere
from companion.table.sides import Side
from companion.warzone.match.names import called
from companion.warzone.match.objectives.tracked import Tracked
from companion.warzone.match.state import State
from companion.warzone.scenario.counters import counters
from companion.warzone.scenario.deployment import Area, Point
from companion.warzone.scenario.objectives import Primary, Secondary
from companion.warzone.scenario.scenarios import WarzoneScenario


class Kind(Enum):
    """Whose counter it is: a Scenario's or a Secondary Objective's."""

    KEY = "key"
    SABOTAGE = "sabotage"
    ESCORT = "escort"
    INTERCEPT = "intercept"

    @property
    def source(self) -> str:
        """The heading in the book."""
        return _SOURCES[self]


_SOURCES = {
    Kind.KEY: WarzoneScenario.KEY_POSITIONS.title,
    Kind.SABOTAGE: WarzoneScenario.SABOTAGE.title,
    Kind.ESCORT: Secondary.ESCORT.title,
    Kind.INTERCEPT: Secondary.INTERCEPT_TRANSMISSIONS.title,
}


class Objective(msgspec.Struct, frozen=True, kw_only=True):
    """One counter. `label` is its place as seen from Side A, or its number; `half` the half of the Battlefield that it
    lies in, where the book says which; `side` whose Secondary Objective it belongs to."""

    id: str
    kind: Kind
    label: str
    half: Area | None = None
    side: Side | None = None


_SCENARIOS: Mapping[WarzoneScenario, tuple[Objective, ...]] = {
    WarzoneScenario.KEY_POSITIONS: tuple(Objective(id=each.value, kind=Kind.KEY, label=each.value) for each in Primary),
    WarzoneScenario.SABOTAGE: tuple(
        Objective(id=f"{half.value}-{where}", kind=Kind.SABOTAGE, label=where, half=half)
        for where in ("left", "right")
        for half in (Area.B, Area.A)
    ),
}
"""In the order of companion.warzone.scenario.counters."""


def _secondary(secondary: Secondary, side: Side) -> tuple[Objective, ...]:
    match secondary:
        case Secondary.ESCORT:
            return (Objective(id=f"{side.value}-escort", kind=Kind.ESCORT, label="escort", side=side),)
        case Secondary.INTERCEPT_TRANSMISSIONS:
            return tuple(
                Objective(id=f"{side.value}-intercept-{number}", kind=Kind.INTERCEPT, label=number, side=side)
                for number in "12"
            )
        case _:
            return ()


ALL = {
    each.id: each
    for several in (
        *_SCENARIOS.values(),
        *(_secondary(secondary, side) for side in Side for secondary in Secondary),
    )
    for each in several
}
"""Every counter that any game can have, by its id."""


def objectives(state: State) -> tuple[Objective, ...]:
    """The counters of this game: the Scenario's, then each side's own."""
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
    """What is known of the counter of that id."""
    return state.scoring.counters.get(id, Tracked())


def told(state: State, kind: Kind, side: Side | None = None) -> bool:
    """Whether anything was said of counters of this kind, or of this side's: a game on paper says nothing of them."""
    return any(ALL[id].kind is kind and ALL[id].side is side for id in state.scoring.counters)


def title(state: State, counter: Objective) -> str:
    """What it is called on a page, such as "Left" or "Order's escort"."""
    match counter.kind:
        case Kind.KEY:
            return counter.label.title()
        case Kind.SABOTAGE | Kind.ESCORT:
            return f"{_holder(state, counter)} {counter.label}"
        case Kind.INTERCEPT:
            return f"{_holder(state, counter)} transmitter {counter.label}"


def name(state: State, counter: Objective) -> str:
    """What it is called in a sentence, such as "the left counter"."""
    match counter.kind:
        case Kind.KEY:
            return f"the {counter.label} counter"
        case Kind.SABOTAGE:
            return f"{title(state, counter)} counter"
        case _:
            return title(state, counter)


def sentence_case(words: str) -> str:
    """As a sentence begins."""
    return words[:1].upper() + words[1:]


def holder(state: State, counter: Objective) -> Side | None:
    """In whose half it lies, or whose Secondary Objective it is."""
    if counter.half is None:
        return counter.side
    return next((side for side in Side if state.area_of(side) is counter.half), None)


def _holder(state: State, counter: Objective) -> str:
    side = holder(state, counter)
    if side is None:
        return f"Side {counter.half.value.upper()}’s" if counter.half else ""
    return f"{called(state, side)}’s"


def places(state: State) -> dict[str, Point]:
    """Where the Scenario's counters lie, in inches (see deployment.py); none while no Deployment Type is set."""
    if state.deployment is None or state.scenario is None or state.scenario not in _SCENARIOS:
        return {}
    points = counters(state.scenario, state.deployment)
    return dict(zip((each.id for each in _SCENARIOS[state.scenario]), points, strict=True))
