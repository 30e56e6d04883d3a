"""What can still score: each side's open ways to a Victory Point. Never what is sealed."""

from collections.abc import Iterator

import msgspec

from companion.table.sides import Side
from companion.table.state import Stage
from companion.warzone.match.objectives.tracked import Place
from companion.warzone.match.points import counts
from companion.warzone.match.points.counts import Counts
from companion.warzone.match.points.questions import due, last_turn_only
from companion.warzone.match.state import LAST_TURN, State, TurnPhase
from companion.warzone.scenario.objectives import MOST_VPS, Secondary
from companion.warzone.scenario.scenarios import WarzoneScenario

FIRST = 2
"""The first Turn in whose End Turn Phase anything scores."""


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """`vps` more for this side at most, in the End Turn Phase of `turn`. `stands` says where it stands, in words
    without sides; or `own` and `enemy` are what was counted, as `stands` names it."""

    side: Side
    source: str
    vps: int
    turn: int
    stands: str = ""
    own: int | None = None
    enemy: int | None = None


def ways(state: State) -> tuple[Way, ...]:
    """By side, what can come first before what comes in the last Turn; none before the game and after it."""
    if state.stage is not Stage.PLAY:
        return ()
    found = (*_scenario(state), *_secondaries(state))
    return tuple(sorted(found, key=lambda way: (way.side is not Side.GOLD, way.turn)))


def _next(state: State, question: str) -> int | None:
    """The next Turn in which it is asked and not answered."""
    asked_now = state.turn_phase is not TurnPhase.END or (state.turn, question) not in state.answers
    turn = max(FIRST, state.turn if asked_now else state.turn + 1)
    return turn if turn <= LAST_TURN else None


def _scenario(state: State) -> Iterator[Way]:
    if state.scenario is None:
        return
    question, fifth, what, both = _of_scenario(state, state.scenario)
    turn = _next(state, question)
    for side in Side:
        if turn is not None:
            yield _counted(side, state.scenario.title, turn, what, both)
        if (LAST_TURN, fifth) in state.answers or not _fifth(state, side):
            continue
        yield Way(side=side, source=state.scenario.title, vps=1, turn=LAST_TURN, stands=_MORE[fifth])


def _of_scenario(state: State, scenario: WarzoneScenario) -> tuple[str, str, str, Counts | None]:
    """Its question, the one of the fifth Turn, and what was counted."""
    match scenario:
        case WarzoneScenario.LEAD_FROM_THE_FRONT:
            return "lead", "lead-first", "inches from the own Side", counts.distances(state, state.turn)
        case WarzoneScenario.BREAKTHROUGH:
            return "breakthrough", "breakthrough-clear", "Units across the Centerline", None
        case WarzoneScenario.KEY_POSITIONS:
            return "key", "key-primary", "counters controlled", counts.controlled(state)
        case WarzoneScenario.SABOTAGE:
            return "sabotage", "sabotage-both", "damage this Turn", counts.damage(state, state.turn)


_MORE = {
    "lead-first": "with the Commander you began with",
    "breakthrough-clear": "no enemies in your half",
    "key-primary": "the Primary Objective, if both chose the same",
    "sabotage-both": "both enemy counters damaged, and not both of yours",
}


def _fifth(state: State, side: Side) -> bool:
    """Whether this side can have what the fifth Turn adds."""
    force, enemy = state.forces[side], state.forces[side.other]
    match state.scenario:
        case WarzoneScenario.LEAD_FROM_THE_FRONT:
            return force.commander == force.first_commander and not (
                force.commander in force.units and force.units[force.commander].fall
            )
        case WarzoneScenario.KEY_POSITIONS:
            return force.primary is enemy.primary
        case _:
            return True


def _counted(side: Side, source: str, turn: int, what: str, both: Counts | None) -> Way:
    if both is None:
        return Way(side=side, source=source, vps=1, turn=turn, stands=f"more {what}")
    return Way(side=side, source=source, vps=1, turn=turn, stands=what, own=both[side], enemy=both[side.other])


def _secondaries(state: State) -> Iterator[Way]:
    for side in Side:
        for secondary in state.forces[side].secondaries:
            left = MOST_VPS - _given(state, side, secondary)
            turn = _next(state, f"{side.value}-{secondary.value}")
            if left <= 0 or turn is None:
                continue
            if last_turn_only(secondary):
                turn = LAST_TURN
            most = _MOST.get(secondary, 1)
            stands = _stands(state, side, secondary)
            yield Way(side=side, source=secondary.title, vps=min(left, most), turn=turn, stands=stands)


_MOST = {Secondary.ESCORT: 2, Secondary.ACCEPTABLE_CASUALTIES: 2, Secondary.SEND_A_MESSAGE: 2}


def _given(state: State, side: Side, secondary: Secondary) -> int:
    return sum(
        option.vps(side)
        for turn in range(FIRST, state.turn + 1)
        for question in due(state, turn)
        if (question.side, question.secondary) == (side, secondary)
        and (option := question.option(state.answers.get((turn, question.id))))
    )


def _stands(state: State, side: Side, secondary: Secondary) -> str:
    force, enemy = state.forces[side], state.forces[side.other]
    match secondary:
        case Secondary.ESCORT:
            place = counts.escorted(state, side)
            return _PLACES[place] if place else ""
        case Secondary.INTERCEPT_TRANSMISSIONS:
            connected = counts.connected(state, side, state.turn)
            return "connected this Turn" if connected else "no connection yet this Turn" if connected is False else ""
        case Secondary.ACCEPTABLE_CASUALTIES:
            return f"{len(force.standing)} of {len(force.units)} Units left"
        case Secondary.SEND_A_MESSAGE:
            struck = counts.struck_down(force, enemy, state.turn)
            return "" if struck is None else f"{struck} struck down by Leaders this Turn"
        case Secondary.SLAUGHTER:
            removed, lost = (len(counts.fallen(each, state.turn)) for each in (enemy, force))
            return f"{removed} removed this Turn, {lost} lost"
        case _:
            return ""


_PLACES = {
    Place.ELSEWHERE: "the counter is on its way",
    Place.AREA: "the counter is in its Deployment Area",
    Place.OFF: "the counter is off the Battlefield",
}
