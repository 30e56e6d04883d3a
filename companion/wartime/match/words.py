"""Events of WarTime in words: short, as one player would tell another."""

from typing import assert_never

from companion.clock import SECOND
from companion.table.sides import Side
from companion.wartime.match import events as e
from companion.wartime.match.state import State
from companion.wartime.scenario.armies import ARMIES


def sentence(state: State, event: e.WarTimeEvent) -> str:
    """What the event was. Timers go by their labels, units by their names."""
    labels = {spec.id: spec.label for spec in state.scenario.timers}
    match event:
        case e.Flipped(timer=timer, unit=unit, card=card):
            who = _who(unit, card)
            return f"{who} flipped {labels[timer]}" if who else f"{labels[timer]} flipped"
        case e.Freed(timer=timer, left_ns=left):
            return f"{labels[timer]} taken back with {_seconds(left)} left"
        case e.Turned(timer=timer, left_ns=left):
            return f"{labels[timer]} turned over: {_seconds(left)} left"
        case e.Assigned(timer=timer, unit=unit, card=card, was=was):
            who = _who(unit, card)
            moved = was is not None and was != unit
            return f"{labels[timer]} moved from {was} to {who}" if moved else f"{labels[timer]} is for {who}"
        case e.RanOut(timer=timer, unit=unit):
            return f"{labels[timer]} ran out: {unit} is ready" if unit else f"{labels[timer]} ran out"
        case e.Eliminated(side=side, unit=unit):
            return f"{ARMIES[side]}'s {unit} eliminated"
        case e.Damaged(side=side, unit=unit, tokens=tokens, left=left):
            rest = f"{left} left" if left else "eliminated"
            return f"{ARMIES[side]}'s {unit} loses {_tokens(tokens)}: {rest}"
        case e.FeatureDamaged(hex=place, tokens=tokens, left=left):
            rest = f"{left} left" if left else "it is plains now"
            return f"{place} loses {_tokens(tokens)}: {rest}"
        case e.Dealt(side=side, cards=cards):
            return f"{ARMIES[side]} is dealt {', '.join(cards)}"
        case e.Mustered(side=side, units=units, cards=cards):
            return f"{ARMIES[side]} brings {_count(units, 'unit')}, {_count(cards, 'card')}"
        case e.Begun():
            return "The game begins"
        case e.Paused():
            return "Paused"
        case e.Resumed():
            return "Resumed"
        case e.Ended(winner=winner):
            return f"{ARMIES[winner]} wins" if winner else "The game ends"
        case _:
            assert_never(event)


def standing(state: State) -> str:
    """How many timers run, and what has been lost."""
    running = sum(glass.active for glass in state.timers.values())
    lost = sum(len(force.eliminated) for force in state.forces.values())
    timers = _counted(running, "timer") if running else "no timer running"
    return f"{timers}, {_counted(lost, 'unit')} lost" if lost else timers


def acting_side(state: State, event: e.WarTimeEvent) -> str | None:
    """The side whose timer or unit the event was about."""
    if isinstance(event, e.TimerEvent):
        side = next((spec.side for spec in state.scenario.timers if spec.id == event.timer), None)
    elif isinstance(event, e.Eliminated | e.Damaged | e.Dealt | e.Mustered):
        side = event.side
    else:
        side = None
    return side.value if isinstance(side, Side) else None


def _seconds(ns: int) -> str:
    return f"{ns / SECOND:.1f} s"


def _who(unit: str | None, card: str | None) -> str | None:
    return f"{unit} with {card}" if unit and card else unit or card


def _tokens(tokens: int) -> str:
    return _counted(tokens, "token")


def _count(names: tuple[str, ...], word: str) -> str:
    return _counted(len(names), word)


def _counted(count: int, word: str) -> str:
    return f"1 {word}" if count == 1 else f"{count} {word}s"
