"""Answers that follow from what players have tapped in. Only ever a suggestion: they may know better."""

from companion.warzone.match.points.questions import NO, YES, Question
from companion.warzone.match.state import Force, State, UnitState
from companion.warzone.scenario.objectives import Secondary


def suggested(state: State, question: Question) -> str | None:
    """The id of the option that the counters on the table speak for; None where they do not tell."""
    side = question.side
    if side is None:
        return None
    force, enemy = state.forces[side], state.forces[side.other]
    match question.secondary:
        case Secondary.SLAUGHTER:
            return _slaughter(force, enemy, question.turn)
        case Secondary.SEND_A_MESSAGE:
            return _message(force, enemy, question.turn)
        case Secondary.ACCEPTABLE_CASUALTIES:
            return _left(force)
        case None if question.id == "lead-first" and force.commander is not None:
            return YES if force.commander == force.first_commander else NO
        case _:
            return None


def _fallen(force: Force, turn: int) -> list[UnitState]:
    return [unit for unit in force.units.values() if unit.fall is not None and unit.fall.turn == turn]


def _slaughter(force: Force, enemy: Force, turn: int) -> str | None:
    """The book compares with "the DP value of any Friendly Units that were removed": here, of all of them together."""
    removed, lost = _fallen(enemy, turn), _fallen(force, turn)
    if len(removed) < 2:
        return NO
    if any(unit.unit.dp is None for unit in (*removed, *lost)):
        return None
    return YES if sum(u.unit.dp or 0 for u in removed) > sum(u.unit.dp or 0 for u in lost) else NO


def _message(force: Force, enemy: Force, turn: int) -> str | None:
    """Only where every Enemy Casualty of the Turn has a name to it."""
    falls = [unit.fall for unit in _fallen(enemy, turn) if unit.fall is not None]
    if any(fall.by is None for fall in falls):
        return None
    leaders = {id for id, unit in force.units.items() if unit.unit.leader}
    count = sum(fall.strike and fall.by in leaders for fall in falls)
    return "none" if not count else "one" if count == 1 else "two"


def _left(force: Force) -> str | None:
    power = len(force.units)
    if not power:
        return None
    standing = len(force.standing)
    if standing * 4 >= power * 3:
        return "most"
    return "half" if standing * 2 >= power else "fewer"
