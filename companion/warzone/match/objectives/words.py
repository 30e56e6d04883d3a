"""Events about Scenario Objective counters in words."""

from typing import assert_never

from companion.table.sides import Side
from companion.warzone.match.events import ObjectiveEvent
from companion.warzone.match.names import called, unit_name
from companion.warzone.match.objectives import events as e
from companion.warzone.match.objectives.counters import ALL, Kind, name, sentence_case
from companion.warzone.match.objectives.tracked import Place
from companion.warzone.match.points.questions import due
from companion.warzone.match.state import State
from companion.warzone.sums.commander import Stand, reach


def sentence(state: State, event: ObjectiveEvent) -> str:
    """What the event was, to players."""
    match event:
        case e.Interacted(side=side, unit=unit, counter=counter):
            who = f"{called(state, side)}'s {unit_name(state, side, unit)}"
            return f"{who} Interacts with {_name(state, counter)}: {_outcome(state, event)}"
        case e.ControlSet(counter=counter, control=control):
            return (
                f"{sentence_case(_name(state, counter))} is {called(state, control) + '’s' if control else 'nobody’s'}"
            )
        case e.DamageSet(side=side, counter=counter, damage=damage):
            times = "once" if damage == 1 else f"{damage} times"
            return f"{called(state, side)} damaged {_name(state, counter)} {times} this Turn"
        case e.ObjectivePlaced(counter=counter, place=place):
            return f"{sentence_case(_name(state, counter))} is {_where(counter, place)}"
        case e.ConnectionSet(counter=counter, unit=None):
            return f"No connection at {_name(state, counter)}"
        case e.ConnectionSet(counter=counter, unit=unit):
            owner = ALL[counter].side
            who = unit_name(state, owner, unit) if owner and unit else "A Unit"
            return f"{who} is connected at {_name(state, counter)}"
        case e.CommandersMeasured(gold=gold, red=red):
            one, other = (_far(state, side, stand) for side, stand in ((Side.GOLD, gold), (Side.RED, red)))
            return f"Commanders: {one}, {other}"
        case e.AnsweredTracked():
            return f"Turn {event.turn}, as tracked: {_answers(state, event)}"
        case _:
            assert_never(event)


def short(event: ObjectiveEvent) -> str:
    """What the event was, for the button that takes it back."""
    match event:
        case e.Interacted():
            return "Interact"
        case e.CommandersMeasured():
            return "measuring"
        case e.AnsweredTracked():
            return "answers"
        case _:
            return "counter"


def _outcome(state: State, event: e.Interacted) -> str:
    rolled = " then ".join(str(die) for die in event.dice)
    real = " (a real die)" if any(die.real for die in event.dice) else ""
    told = f"{rolled}{real} against {event.needed}, " if event.dice else ""
    return told + (_done(state, event) if event.success else "nothing happens")


def _done(state: State, event: e.Interacted) -> str:
    match ALL[event.counter].kind:
        case Kind.KEY:
            return f"it is {called(state, event.side)}’s"
        case Kind.SABOTAGE:
            return "damaged"
        case Kind.ESCORT:
            return 'moved 4"' + (f", {_where(event.counter, event.place)}" if event.place else "")
        case Kind.INTERCEPT:
            return "connected"


def _where(counter: str, place: Place) -> str:
    if ALL[counter].kind is Kind.INTERCEPT:
        return "gone" if place is Place.OFF else "there"
    return _PLACES[place]


_PLACES = {
    Place.ELSEWHERE: "on the Battlefield",
    Place.AREA: "in its Deployment Area",
    Place.OFF: "off the Battlefield",
}


def _far(state: State, side: Side, stand: Stand) -> str:
    return f"{called(state, side)} {reach(stand).value}”"


def _answers(state: State, event: e.AnsweredTracked) -> str:
    found = {question.id: question for question in due(state, event.turn)}
    told = [
        f"{found[id].source}: {option.text}"
        for id, chosen in event.answers.items()
        if id in found and (option := found[id].option(chosen))
    ]
    return ", ".join(told) or "answered"


def _name(state: State, counter: str) -> str:
    return name(state, ALL[counter])
