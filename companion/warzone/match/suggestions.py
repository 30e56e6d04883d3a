"""Counts the taps of players, and suggests answers and ways to score."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from companion.table.seats import Side
from companion.table.state import Stage
from companion.warzone.choices import SabotageDamage
from companion.warzone.match.objectives import CounterKind, has_record, objectives, tracked
from companion.warzone.match.parts import BattlefieldPlace, Tracked
from companion.warzone.match.points import NEITHER, NO, YES, Question, due, last_turn_only, period
from companion.warzone.match.state import LAST_TURN, Force, State, TurnPhase, UnitState, called
from companion.warzone.scenarios import MOST_VPS, Primary, Secondary, WarzoneScenario
from companion.warzone.sums.sight import measure_commander

# What was tracked, counted for each side; None where the players recorded none of it.

Counts = Mapping[Side, int]


def controlled(state: State) -> Counts | None:
    """Counts the counters of Key Positions that each side controls."""
    if not has_record(state, CounterKind.KEY):
        return None
    return {side: sum(each.control is side for each in _known(state, CounterKind.KEY)) for side in Side}


def damage(state: State, turn: int) -> Counts | None:
    """Counts how often each side damaged a counter of Sabotage: in that Turn, or up to it where the table chose so."""
    if not has_record(state, CounterKind.SABOTAGE):
        return None
    first = 1 if state.choices.sabotage_damage is SabotageDamage.GAME else turn
    return {side: sum(sum(_damages(state, side, each)) for each in range(first, turn + 1)) for side in Side}


def damaged(state: State, turn: int) -> Counts | None:
    """Counts how many of the two counters in the enemy's half each side damaged in that Turn."""
    if not has_record(state, CounterKind.SABOTAGE):
        return None
    return {side: sum(done > 0 for done in _damages(state, side, turn)) for side in Side}


def distances(state: State, turn: int) -> Counts | None:
    """Returns how far each Commander was from its own Side at the end of that Turn, in inches, as it counts."""
    stands = state.scoring.stands.get(turn)
    return None if stands is None else {side: measure_commander(stand).value for side, stand in stands.items()}


def controller(state: State, primary: Primary) -> Side | None:
    """Returns the side that controls that counter of Key Positions."""
    return tracked(state, primary.value).control


def escorted(state: State, side: Side) -> BattlefieldPlace | None:
    """Returns where this side's counter of Escort is."""
    return tracked(state, f"{side.value}-escort").place if has_record(state, CounterKind.ESCORT, side) else None


def count_connected(state: State, side: Side, turn: int) -> bool | None:
    """Returns True where a Unit of this side that is not a Casualty made a connection in that Turn."""
    if not has_record(state, CounterKind.INTERCEPT, side):
        return None
    made = [each.connection for each in _known(state, CounterKind.INTERCEPT, side) if each.connection]
    units = state.forces[side].units
    return any(each.turn == turn and (each.unit not in units or units[each.unit].fall is None) for each in made)


def fallen(force: Force, turn: int) -> list[UnitState]:
    """Returns its Casualties of that Turn."""
    return [unit for unit in force.units.values() if unit.fall is not None and unit.fall.turn == turn]


def struck_down(force: Force, enemy: Force, turn: int) -> int | None:
    """Counts the Enemy Units that this Force's Leaders removed by Strike Actions in that Turn.

    None where a Casualty of that Turn has no named attacker.
    """
    falls = [unit.fall for unit in fallen(enemy, turn) if unit.fall is not None]
    if any(fall.by is None for fall in falls):
        return None
    leaders = {id for id, unit in force.units.items() if unit.unit.leader}
    return sum(fall.strike and fall.by in leaders for fall in falls)


def _known(state: State, kind: CounterKind, side: Side | None = None) -> Iterable[Tracked]:
    return (tracked(state, each.id) for each in objectives(state) if each.kind is kind and each.side is side)


def _damages(state: State, side: Side, turn: int) -> Iterable[int]:
    return (each.damage.get((turn, side), 0) for each in _known(state, CounterKind.SABOTAGE))


# Answers that follow from what players have tapped in. Only ever a suggestion: they may know better.

BOTH_COUNTERS = 2


def suggested(state: State, question: Question) -> str | None:
    """Returns the id of the option that the counters on the table speak for, or None where they do not decide."""
    side = question.side
    if side is None:
        return _scenario(state, question)
    force, enemy = state.forces[side], state.forces[side.other]
    match question.secondary:
        case Secondary.SLAUGHTER:
            return _slaughter(force, enemy, question.turn)
        case Secondary.SEND_A_MESSAGE:
            struck = struck_down(force, enemy, question.turn)
            return None if struck is None else ("none", "one", "two")[min(struck, 2)]
        case Secondary.ACCEPTABLE_CASUALTIES:
            return _left(force)
        case Secondary.ESCORT:
            place = escorted(state, side)
            return place and place.value
        case Secondary.INTERCEPT_TRANSMISSIONS:
            connected = count_connected(state, side, question.turn)
            return None if connected is None else YES if connected else NO
        case None if question.id == "lead-first" and force.commander is not None:
            fallen_since = force.commander in force.units and force.units[force.commander].fall is not None
            return YES if force.commander == force.first_commander and not fallen_since else NO
        case _:
            return None


def grounds(state: State, question: Question) -> str:
    """Returns what the suggestion follows from, as both sides' numbers; empty without any."""
    found = _counted(state, question)
    if found is None:
        return ""
    what, both = found
    return f"{what}: {called(state, Side.GOLD)} {both[Side.GOLD]}, {called(state, Side.RED)} {both[Side.RED]}."


def _counted(state: State, question: Question) -> tuple[str, Counts] | None:
    match question.id:
        case "key":
            what, both = "Controlled", controlled(state)
        case "sabotage":
            what, both = "Damage", damage(state, question.turn)
        case "sabotage-both":
            what, both = "Counters damaged", damaged(state, question.turn)
        case "lead":
            what, both = "Inches", distances(state, question.turn)
        case _:
            return None
    return None if both is None else (what, both)


def _scenario(state: State, question: Question) -> str | None:
    if question.id == "key-primary":
        primary = state.forces[Side.GOLD].primary
        if primary is None or controlled(state) is None:
            return None
        return _named(controller(state, primary))
    found = _counted(state, question)
    if found is None:
        return None
    gold, red = (found[1][side] for side in (Side.GOLD, Side.RED))
    if question.id == "sabotage-both":
        gold, red = gold // BOTH_COUNTERS, red // BOTH_COUNTERS
    return NEITHER if gold == red else _named(Side.GOLD if gold > red else Side.RED)


def _named(side: Side | None) -> str:
    return side.value if side else NEITHER


def _slaughter(force: Force, enemy: Force, turn: int) -> str | None:
    """Compares, as the book does, with "the DP value of any Friendly Units that were removed": here, of all of them
    together."""
    removed, lost = fallen(enemy, turn), fallen(force, turn)
    if len(removed) < 2:
        return NO
    if any(unit.unit.dp is None for unit in (*removed, *lost)):
        return None
    return YES if sum(u.unit.dp or 0 for u in removed) > sum(u.unit.dp or 0 for u in lost) else NO


def _left(force: Force) -> str | None:
    power = len(force.units)
    if not power:
        return None
    standing = len(force.standing)
    if standing * 4 >= power * 3:
        return "most"
    return "half" if standing * 2 >= power else "fewer"


# All that is asked at the end of a Turn, answered as it follows from what was tracked.


def tracked_answers(state: State) -> dict[str, str]:
    """Returns the option for each question of this Turn without an answer, also for those that an answer leads to."""
    found: dict[str, str] = {}
    while True:
        given = {(state.turn, question): option for question, option in found.items()}
        answered = replace(state, answers={**state.answers, **given})
        more = {
            question.id: option
            for question in due(answered, state.turn)
            if question.option(answered.answers.get((state.turn, question.id))) is None
            and (option := suggested(answered, question)) is not None
        }
        if not more:
            return found
        found |= more


# What can still score: each side's open ways to a Victory Point. Never what is sealed.

FIRST = 2
"""Is the first Turn in whose End Turn Phase anything scores."""


class ScoringWay(msgspec.Struct, frozen=True, kw_only=True):
    """`vps` more for this side at most, in the End Turn Phase of `turn`. `stands` says where it stands, in words
    without sides; or `own` and `enemy` are what was counted, as `stands` names it."""

    side: Side
    source: str
    vps: int
    turn: int
    stands: str = ""
    own: int | None = None
    enemy: int | None = None


def ways(state: State) -> tuple[ScoringWay, ...]:
    """Lists by side the ways to score, the soonest first; none before the game and after it."""
    if state.stage is not Stage.PLAY:
        return ()
    found = (*_scenario_ways(state), *_secondaries(state))
    return tuple(sorted(found, key=lambda way: (way.side is not Side.GOLD, way.turn)))


def _next(state: State, question: str) -> int | None:
    """Returns the next Turn in which it is asked and not answered."""
    asked_now = state.turn_phase is not TurnPhase.END or (state.turn, question) not in state.answers
    turn = max(FIRST, state.turn if asked_now else state.turn + 1)
    return turn if turn <= LAST_TURN else None


def _scenario_ways(state: State) -> Iterator[ScoringWay]:
    if state.scenario is None:
        return
    question, fifth, what, both = _of_scenario(state, state.scenario)
    turn = _next(state, question)
    for side in Side:
        if turn is not None:
            yield _counted_way(side, state.scenario.title, turn, what, both)
        if (LAST_TURN, fifth) in state.answers or not _fifth(state, side):
            continue
        yield ScoringWay(side=side, source=state.scenario.title, vps=1, turn=LAST_TURN, stands=_MORE[fifth])


def _of_scenario(state: State, scenario: WarzoneScenario) -> tuple[str, str, str, Counts | None]:
    """Yields the scenario's question, the fifth Turn's, and the count."""
    match scenario:
        case WarzoneScenario.LEAD_FROM_THE_FRONT:
            return "lead", "lead-first", "inches from the own Side", distances(state, state.turn)
        case WarzoneScenario.BREAKTHROUGH:
            return "breakthrough", "breakthrough-clear", "Units across the Centerline", None
        case WarzoneScenario.KEY_POSITIONS:
            return "key", "key-primary", "counters controlled", controlled(state)
        case WarzoneScenario.SABOTAGE:
            return "sabotage", "sabotage-both", f"damage {period(state)}", damage(state, state.turn)


_MORE = {
    "lead-first": "with the Commander you began with",
    "breakthrough-clear": "no enemies in your half",
    "key-primary": "the Primary Objective, if both chose the same",
    "sabotage-both": "both enemy counters damaged, and not both of yours",
}


def _fifth(state: State, side: Side) -> bool:
    """Returns whether this side can have what the fifth Turn adds."""
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


def _counted_way(side: Side, source: str, turn: int, what: str, both: Counts | None) -> ScoringWay:
    if both is None:
        return ScoringWay(side=side, source=source, vps=1, turn=turn, stands=f"more {what}")
    return ScoringWay(side=side, source=source, vps=1, turn=turn, stands=what, own=both[side], enemy=both[side.other])


def _secondaries(state: State) -> Iterator[ScoringWay]:
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
            yield ScoringWay(side=side, source=secondary.title, vps=min(left, most), turn=turn, stands=stands)


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
            place = escorted(state, side)
            return _PLACES[place] if place else ""
        case Secondary.INTERCEPT_TRANSMISSIONS:
            connected = count_connected(state, side, state.turn)
            return "connected this Turn" if connected else "no connection yet this Turn" if connected is False else ""
        case Secondary.ACCEPTABLE_CASUALTIES:
            return f"{len(force.standing)} of {len(force.units)} Units left"
        case Secondary.SEND_A_MESSAGE:
            struck = struck_down(force, enemy, state.turn)
            return "" if struck is None else f"{struck} struck down by Leaders this Turn"
        case Secondary.SLAUGHTER:
            removed, lost = (len(fallen(each, state.turn)) for each in (enemy, force))
            return f"{removed} removed this Turn, {lost} lost"
        case _:
            return ""


_PLACES = {
    BattlefieldPlace.ELSEWHERE: "the counter is on its way",
    BattlefieldPlace.AREA: "the counter is in its Deployment Area",
    BattlefieldPlace.OFF: "the counter is off the Battlefield",
}
