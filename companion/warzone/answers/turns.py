"""Questions about Turns, Initiative, Activations and Victory Points (Warzone Eternal, Chapter 4)."""

from companion.answers.answer import Answer
from companion.answers.said import Said
from companion.answers.speaker import counted, sentence
from companion.table.seats import Seat
from companion.warzone.answers.game import TABLE, Asked
from companion.warzone.match.state import LAST_TURN, TurnPhase


def first(asked: Asked, said: Said) -> Answer:
    """Who has the Initiative this Turn, or what is still to be rolled."""
    view = asked.view
    if asked.over:
        return _over(asked)
    if view.initiative.first is None or view.initiative.chooser is not None:
        return Answer(f"{_scores(asked)}{view.waiting}", TABLE)
    seat = Seat(view.initiative.first)
    of = said.sides(asked.speaker.seats)
    yes = "" if said.has("who") or len(of) > 1 else "Yes: " if seat in of else "No: "
    return Answer(sentence(f"{yes}{asked.speaker.does(seat, 'go')} first in Turn {view.turn}."), TABLE)


def _scores(asked: Asked) -> str:
    rolled = [(seat, score) for seat in asked.speaker.seats if (score := asked.force(seat).initiative) is not None]
    told = ", ".join(f"{asked.speaker.who(seat)} {score.value}" for seat, score in rolled)
    return f"Initiative Scores: {told}. " if rolled and asked.view.turn > 1 else ""


def turn(asked: Asked, _: Said) -> Answer:
    """Which Turn and Phase it is, and how many Turns are left."""
    if asked.over:
        return _over(asked)
    view = asked.view
    left = LAST_TURN - view.turn
    after = f"{counted(left, 'Turn')} after it" if left else "the last"
    return Answer(f"Turn {view.turn} of {LAST_TURN}, {after}: {view.turn_phase.title} Phase.", TABLE)


def whose(asked: Asked, said: Said) -> Answer:
    """Whose Activation it is."""
    if asked.over:
        return _over(asked)
    view, of = asked.view, said.sides(asked.speaker.seats)
    if view.active is None or said.has("who") or len(of) > 1:
        return Answer(view.waiting, TABLE)
    return Answer(f"{'Yes' if Seat(view.active) in of else 'No'}: {view.waiting}", TABLE)


def points(asked: Asked, _: Said) -> Answer:
    """How many Victory Points each side has."""
    told = [f"{asked.speaker.has(seat)} {asked.force(seat).vps.value}" for seat in asked.speaker.seats]
    over = f"{asked.view.outcome}. " if asked.view.outcome else ""
    return Answer(f"{over}Victory Points: {', '.join(told)}.", TABLE)


def activations(asked: Asked, said: Said) -> Answer | None:
    """How many Activations and Pass Counters are left this Turn."""
    if asked.view.turn_phase is not TurnPhase.ACTIVATION:
        return None
    told = []
    for seat in said.sides(asked.speaker.seats):
        force = asked.force(seat)
        left = f"{counted(force.activations, 'Activation')} and {counted(force.passes, 'Pass Counter')}"
        told.append((seat, f"{left} left."))
    return Answer(sentence(asked.speaker.each(told)), TABLE)


def standing(asked: Asked, said: Said) -> Answer:
    """How many Units are no Casualties."""
    told = []
    for seat in said.sides(asked.speaker.seats):
        units = asked.force(seat).units
        told.append((seat, f"{sum(unit.fall is None for unit in units)} of {counted(len(units), 'Unit')} left."))
    return Answer(asked.speaker.each(told), TABLE)


def commander(asked: Asked, said: Said) -> Answer | None:
    """Who is whose Commander."""
    told = []
    for seat in said.sides(asked.speaker.seats):
        force = asked.force(seat)
        name = next((each.unit.name for each in force.units if each.unit.id == force.commander), None)
        if name is not None:
            told.append((seat, f"{name}."))
    return Answer(asked.speaker.each(told), TABLE) if told else None


def _over(asked: Asked) -> Answer:
    return Answer(f"{asked.view.outcome}." if asked.view.outcome else "The game is over.", TABLE)
