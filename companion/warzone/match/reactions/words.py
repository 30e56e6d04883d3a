"""Declared actions, and what comes of Reactions, in words."""

from typing import assert_never

from companion.warzone.attacks.actions import Action
from companion.warzone.match.counters import Counter
from companion.warzone.match.names import called, unit_name
from companion.warzone.match.reactions.events import Declared, Forgone, Spared
from companion.warzone.match.state import State

ABOUT_TO = {
    Action.CHARGE: "charges",
    Action.CLIMB: "climbs",
    Action.FLY: "flies",
    Action.MOVE: "moves",
    Action.SHOOT: "shoots",
    Action.STRIKE: "strikes",
}


def short(event: Declared | Forgone | Spared) -> str:
    """What it was, for the button that takes it back."""
    match event:
        case Declared(action=action):
            return action.value.title()
        case Forgone():
            return "holding back"
        case Spared():
            return "test"
        case _:
            assert_never(event)


def sentence(state: State, event: Declared | Forgone | Spared) -> str:
    side = event.side
    match event:
        case Forgone():
            return f"{called(state, side)}: nobody reacts"
        case Declared(action=action, target=target):
            at = f" at {unit_name(state, side.other, target)}" if target else ""
            return f"{called(state, side)}'s {unit_name(state, side, event.unit)} declares a {action.value.title()}{at}"
        case Spared(counter=counter, die=die, needed=needed):
            ability = "Guerilla" if counter is Counter.ACTIVATION else "Dodge"
            outcome = f"no {counter.value.title()} Counter" if event.success else "no use"
            rolled = f"{die}{' (a real die)' if die.real else ''} against {needed}"
            return f"{called(state, side)}'s {unit_name(state, side, event.unit)}, {ability}: {rolled}, {outcome}"
        case _:
            assert_never(event)
