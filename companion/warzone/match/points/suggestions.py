"""Answers that follow from what players have tapped in. Only ever a suggestion: they may know better."""

from companion.table.sides import Side
from companion.warzone.match.names import called
from companion.warzone.match.points import counts
from companion.warzone.match.points.counts import Counts, fallen
from companion.warzone.match.points.questions import NEITHER, NO, YES, Question
from companion.warzone.match.state import Force, State
from companion.warzone.scenario.objectives import Secondary

BOTH_COUNTERS = 2


def suggested(state: State, question: Question) -> str | None:
    """The id of the option that the counters on the table speak for; None where they do not tell."""
    side = question.side
    if side is None:
        return _scenario(state, question)
    force, enemy = state.forces[side], state.forces[side.other]
    match question.secondary:
        case Secondary.SLAUGHTER:
            return _slaughter(force, enemy, question.turn)
        case Secondary.SEND_A_MESSAGE:
            struck = counts.struck_down(force, enemy, question.turn)
            return None if struck is None else ("none", "one", "two")[min(struck, 2)]
        case Secondary.ACCEPTABLE_CASUALTIES:
            return _left(force)
        case Secondary.ESCORT:
            place = counts.escorted(state, side)
            return place and place.value
        case Secondary.INTERCEPT_TRANSMISSIONS:
            connected = counts.connected(state, side, question.turn)
            return None if connected is None else YES if connected else NO
        case None if question.id == "lead-first" and force.commander is not None:
            fallen_since = force.commander in force.units and force.units[force.commander].fall is not None
            return YES if force.commander == force.first_commander and not fallen_since else NO
        case _:
            return None


def grounds(state: State, question: Question) -> str:
    """What the suggestion follows from, as both sides' numbers: "" where there are none to tell."""
    found = _counted(state, question)
    if found is None:
        return ""
    what, both = found
    return f"{what}: {called(state, Side.GOLD)} {both[Side.GOLD]}, {called(state, Side.RED)} {both[Side.RED]}."


def _counted(state: State, question: Question) -> tuple[str, Counts] | None:
    match question.id:
        case "key":
            what, both = "Controlled", counts.controlled(state)
        case "sabotage":
            what, both = "Damage", counts.damage(state, question.turn)
        case "sabotage-both":
            what, both = "Counters damaged", counts.damaged(state, question.turn)
        case "lead":
            what, both = "Inches", counts.distances(state, question.turn)
        case _:
            return None
    return None if both is None else (what, both)


def _scenario(state: State, question: Question) -> str | None:
    if question.id == "key-primary":
        primary = state.forces[Side.GOLD].primary
        if primary is None or counts.controlled(state) is None:
            return None
        return _named(counts.controller(state, primary))
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
    """The book compares with "the DP value of any Friendly Units that were removed": here, of all of them together."""
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
