"""Puts events of WarTime into words: short, as one player would say it to another."""

from typing import assert_never

from msgspec import UNSET, UnsetType

from companion.clock import SECOND
from companion.table.game import few_words
from companion.table.seats import Side
from companion.wartime.disputes.corrections import said
from companion.wartime.match import events as e
from companion.wartime.match.state import State
from companion.wartime.scenario.parts import ARMIES

_OF_A_SIDE = (
    e.Eliminated
    | e.Damaged
    | e.Reinforced
    | e.Revived
    | e.UnitPlaced
    | e.Touched
    | e.Dealt
    | e.Ticked
    | e.Mustered
    | e.Ready
    | e.EndAgreed
)


def sentence(state: State, event: e.WarTimeEvent) -> str:
    """Returns what the event was. Timers and units go by their names."""
    names = {spec.id: spec.name for spec in state.scenario.timers}
    match event:
        case e.Flipped(caster=str(caster), card=str(card)) | e.Assigned(caster=str(caster), card=str(card)):
            return f"{caster} casts {card}"
        case e.Flipped(timer=timer, unit=unit, card=card, caster=caster):
            who = _who(unit or caster or None, card)
            return f"{who} flipped {names[timer]}" if who else f"{names[timer]} flipped"
        case e.Freed(timer=timer, left_ns=left, card=str(card)):
            return f"{card} frees {names[timer]} with {_seconds(left)} left"
        case e.Freed(timer=timer, left_ns=left, returned=returned):
            card = f": {returned} is not played" if returned else ""
            return f"{names[timer]} taken back with {_seconds(left)} left{card}"
        case e.Turned(timer=timer, left_ns=left):
            return f"{names[timer]} turned over: {_seconds(left)} left"
        case e.Assigned(timer=timer, unit=unit, card=card, was=was, caster=caster):
            who = _who(unit or caster or None, card)
            moved = was is not None and was != unit
            return f"{names[timer]} moved from {was} to {who}" if moved else f"{names[timer]} is for {who}"
        case e.Acted(timer=timer):
            return f"{_action(event)}, with {names[timer]}{_rest(event)}"
        case e.UnitPlaced(side=side, unit=unit, hex=place):
            return f"{ARMIES[side]}'s {unit} is {f'in {place}' if place else 'off the board'}"
        case e.TileLaid(hex=place, terrain=terrain):
            return f"{place} is {terrain.label.lower()}"
        case e.FeaturePlaced(hex=place, feature=feature, tokens=tokens):
            return f"{feature.label} of {_tokens(tokens)} in {place}"
        case e.LineDrawn(one=one, other=other, drawn=drawn):
            return f"{'A' if drawn else 'No'} black line between {one} and {other}"
        case e.ItemPlaced(item=item, hex=place):
            return f"{item} lies {f'in {place}' if place else 'off the board'}"
        case e.Proposed(proposal=proposal):
            return f"{ARMIES[proposal.side]} proposes: {said(proposal.correction, names)}"
        case e.Declined(side=side, proposal=proposal):
            how = "Taken back" if side is proposal.side else "Not agreed"
            return f"{how}: {said(proposal.correction, names)}"
        case e.PutRight(correction=correction, done=done):
            out = ", which ran out" if any(isinstance(each, e.RanOut) for each in done) else ""
            return f"Agreed: {said(correction, names)}{out}"
        case e.RanOut(timer=timer):
            return f"{names[timer]} ran out{_meaning(event)}"
        case e.Eliminated(side=side, unit=unit):
            return f"{ARMIES[side]}'s {unit} eliminated"
        case e.Damaged(side=side, unit=unit, tokens=tokens, left=left):
            rest = f"{left} left" if left else "eliminated"
            return f"{ARMIES[side]}'s {unit} loses {_tokens(tokens)}: {rest}"
        case e.Reinforced(side=side, unit=unit, tokens=tokens, left=left):
            # All that it has are new: it was eliminated.
            back = "is back with" if tokens == left else "gains"
            rest = "" if tokens == left else f": {left} left"
            return f"{ARMIES[side]}'s {unit} {back} {_tokens(tokens)}{rest}"
        case e.Revived(side=side, unit=unit):
            return f"{ARMIES[side]}'s {unit} is back on the board"
        case e.FeatureDamaged(hex=place, tokens=tokens, left=left):
            rest = f"{left} left" if left else "it is plains now"
            return f"{place} loses {_tokens(tokens)}: {rest}"
        case e.Touched(side=side):
            return f"{ARMIES[side]}'s hand"
        case e.Dealt(side=side):
            return f"{ARMIES[side]} is dealt its cards"
        case e.Ticked(side=side):
            return f"{ARMIES[side]} looks over its cards"
        case e.Mustered(side=side, units=units):
            return f"{ARMIES[side]} brings {_counted(len(units), 'unit')}"
        case e.Ready(side=side):
            return f"{ARMIES[side]} is ready"
        case e.Begun(left_off=left_off):
            return f"The game begins{_off(left_off)}"
        case e.Paused():
            return "Paused"
        case e.Resumed():
            return "Resumed"
        case e.Ended(winner=Side() as winner, how=str(how)):
            return f"{ARMIES[winner]} wins: {how.removeprefix(ARMIES[winner]).strip()}"
        case e.Ended(winner=winner):
            return f"{ARMIES[winner]} wins" if winner else "The game ends"
        case e.EndAgreed(side=side, how=how):
            return f"{ARMIES[side]} agrees to the end: {how}"
        case e.PlayedOn(how=how):
            return f"The game goes on, although {how}"
        case e.Won(winner=winner):
            return f"{ARMIES[winner]} wins"
        case _:
            assert_never(event)


def standing(state: State) -> str:
    """Returns how many timers run, and what has been lost."""
    running = sum(glass.active for glass in state.timers.values())
    lost = sum(len(force.eliminated) for force in state.forces.values())
    timers = _counted(running, "timer") if running else "no timer running"
    return f"{timers}, {_counted(lost, 'unit')} lost" if lost else timers


def act(state: State, event: e.WarTimeEvent) -> str:
    """Returns the act in a few words: "Knight's flip"."""
    specs = {spec.id: spec for spec in state.scenario.timers}
    match event:
        case e.Flipped(timer=timer, unit=unit, card=card):
            flip = f"the flip of {specs[timer].name}"
            return few_words(f"{unit or card}'s flip", flip) if unit or card else flip
        case e.Freed(timer=timer, card=str(card)):
            return few_words(f"{specs[timer].tag} freed by {card}", f"freeing {specs[timer].name}")
        case e.Freed(timer=timer):
            return f"taking {specs[timer].name} back"
        case e.Turned(timer=timer):
            return f"turning {specs[timer].name} over"
        case e.Assigned(timer=timer, unit=unit, card=card, caster=caster):
            return few_words(f"{specs[timer].tag} for {unit or card or caster}", f"whose {specs[timer].name} is")
        case e.Acted(unit=unit):
            return few_words(f"{unit}'s action", "the action")
        case e.UnitPlaced(unit=unit):
            return few_words(f"where {unit} is", "where it is")
        case e.TileLaid(hex=place):
            return f"{place}'s terrain"
        case e.FeaturePlaced(hex=place):
            return f"{place}'s feature"
        case e.LineDrawn():
            return "the black line"
        case e.ItemPlaced(item=item):
            return few_words(f"where {item} is", "where it is")
        case e.Proposed():
            return "the proposal"
        case e.Declined():
            return "the answer"
        case e.PutRight():
            return "what was agreed"
        case e.RanOut(timer=timer):
            return f"the end of {specs[timer].name}"
        case e.Eliminated(unit=unit):
            return few_words(f"{unit}'s elimination", "the elimination")
        case e.Damaged(unit=unit, tokens=tokens):
            return few_words(f"{unit}'s loss of {_tokens(tokens)}", f"the loss of {_tokens(tokens)}")
        case e.Reinforced(unit=unit, tokens=tokens):
            return few_words(f"{unit}'s {_tokens(tokens)}", f"the {_tokens(tokens)} more")
        case e.Revived(unit=unit):
            return few_words(f"{unit}'s return", "the return")
        case e.FeatureDamaged(hex=place, tokens=tokens):
            return f"{place}'s loss of {_tokens(tokens)}"
        case e.Touched(side=side):
            return f"{ARMIES[side]}'s hand"
        case e.Dealt(side=side):
            return f"{ARMIES[side]}'s deal"
        case e.Ticked(side=side) | e.Mustered(side=side):
            return f"{ARMIES[side]}'s choice"
        case e.Ready(side=side):
            return f"{ARMIES[side]}'s signal"
        case e.Begun():
            return "the start"
        case e.Paused():
            return "the pause"
        case e.Resumed():
            return "the resumption"
        case e.Ended():
            return "the end"
        case e.EndAgreed(side=side):
            return f"{ARMIES[side]}'s answer"
        case e.PlayedOn():
            return "playing on"
        case e.Won():
            return "who won"
        case _:
            assert_never(event)


def acting_side(state: State, event: e.WarTimeEvent) -> str | None:
    """Returns the side whose timer or unit the event was about."""
    if isinstance(event, e.TimerEvent):
        side = next((spec.side for spec in state.scenario.timers if spec.id == event.timer), None)
    elif isinstance(event, _OF_A_SIDE):
        side = event.side
    elif isinstance(event, e.Proposed):
        side = event.proposal.side
    else:
        side = None
    return side.value if isinstance(side, Side) else None


def _action(event: e.Acted) -> str:
    """Returns what was done, as the book wants it spoken (Actions)."""
    who = f"{event.unit} with {event.card}" if event.card else event.unit
    victim = event.target or (event.terrain and f"the {event.terrain.label} in {event.feature}")
    if victim is None:
        return f"{who} moves to {event.to}"
    return f"{who} {'attacks' if event.to is None else 'charges'} {victim} for {event.tokens} damage"


def _rest(event: e.Acted) -> str:
    if event.left is None:
        return ""
    gone = "it is plains now" if event.feature else f"{event.target} is eliminated"
    return f": {f'{event.left} left' if event.left else gone}"


def _meaning(event: e.RanOut) -> str:
    """Returns what follows when the timer has run out, as the rest of a sentence."""
    if event.unit:
        return f": {event.unit} is ready"
    return f": {event.means}" if event.means else _off(event.left_off)


def _off(units: e.LeftOff | UnsetType) -> str:
    names = [] if units is UNSET else [f"{ARMIES[side]}'s {unit}" for side, off in units.items() for unit in off]
    return f": {', '.join(names)} {'is' if len(names) == 1 else 'are'} left off the board" if names else ""


def _seconds(ns: int) -> str:
    return f"{ns / SECOND:.1f} s"


def _who(unit: str | None, card: str | None) -> str | None:
    return f"{unit} with {card}" if unit and card else unit or card


def _tokens(tokens: int) -> str:
    return _counted(tokens, "token")


def _counted(count: int, word: str) -> str:
    return f"1 {word}" if count == 1 else f"{count} {word}s"
