"""Which cards a side may choose. When one may be played: see playing.py; who may know it: hands.py.

Rules: WarTime Rulebook, Action Cards, Heroic Action Cards, Spell Cards, Set Up and Optional Rules (Action Cards).
"""

import random
from collections.abc import Iterable

from companion.player_names import same, spelt
from companion.table.errors import Refused
from companion.table.sides import Side
from companion.wartime.match import commands as c
from companion.wartime.match import events as e
from companion.wartime.match.refusals import open_choice
from companion.wartime.match.state import State
from companion.wartime.scenario.armies import ARMIES
from companion.wartime.scenario.parts import HERO, MAGIC, Card, CardKind, Hand

MOST_CHOSEN = 40
"""So many cards a side may choose where no scenario says how many: the box has fewer a side."""


def find(hand: Hand | None, name: str) -> Card | None:
    """The card of that name among those that the scenario offers."""
    return next((card for card in hand.cards if same(card.name, name)), None) if hand else None


def deal(state: State, command: c.Deal, at: int) -> e.Dealt:
    """The same lot deals the same cards. Raises Refused."""
    open_choice(state)
    side, army = command.side, ARMIES[command.side]
    hand = state.scenario.hand(side)
    if hand is None or not hand.dealt:
        raise Refused(f"The {army}'s cards are chosen, not dealt, in this scenario.")
    if state.forces[side].dealt:
        raise Refused(f"The {army}'s cards are dealt already.")
    hero = _has(state, side, state.forces[side].units, HERO)
    kinds = {CardKind.STANDARD, CardKind.HEROIC} if hero else {CardKind.STANDARD}
    pool = [card.name for card in hand.cards if card.kind in kinds]
    cards = random.Random(command.lot).sample(pool, min(hand.dealt, len(pool)))
    return e.Dealt(sand_ns=at, side=side, cards=tuple(cards))


def tick(state: State, command: c.Tick, at: int) -> e.Ticked:
    """One card is chosen, or goes back, spelt as the side has it. Raises Refused."""
    open_choice(state)
    side, force = command.side, state.forces[command.side]
    spec = find(state.scenario.hand(side), command.card)
    name = spec.name if spec else spelt(command.card, force.cards)
    if command.on and name not in force.cards:
        chosen(state, side, (*force.cards, name), units=force.units)
    return e.Ticked(sand_ns=at, side=side, card=name, on=command.on)


def chosen(state: State, side: Side, cards: tuple[str, ...], *, units: tuple[str, ...]) -> tuple[str, ...]:
    """The choice, spelt as the scenario spells it; `units` are those that the side brings. Raises Refused."""
    hand = state.scenario.hand(side)
    if hand is None:
        if len(cards) > MOST_CHOSEN:
            raise Refused(f"The {ARMIES[side]} chose {MOST_CHOSEN} cards already.")
        return cards
    found = []
    for name in cards:
        card = find(hand, name)
        if card is None:
            raise Refused(f"{name} is not among the {ARMIES[side]}'s cards.")
        if why := _why_not(state, side, card, units):
            raise Refused(why)
        found.append(card)
    for count, allowed, word in (
        (sum(card.kind is not CardKind.SPELL for card in found), hand.actions, "Action"),
        (sum(card.kind is CardKind.SPELL for card in found), hand.spells, "Spell"),
    ):
        if count > allowed:
            cards_word = "card" if allowed == 1 else "cards"
            raise Refused(f"The {ARMIES[side]} may choose {allowed} {word} {cards_word}, not {count}.")
    return tuple(card.name for card in found)


def may_choose(state: State, side: Side) -> bool:
    """Whether there is a card more that the side could choose now. Where no scenario has cards it is one that has
    chosen none, for any number goes."""
    hand, force = state.scenario.hand(side), state.forces[side]
    if hand is None:
        return not force.cards
    if hand.dealt and not force.dealt:
        return True
    return any(card.name not in force.cards and _is_allowed(state, side, card.name) for card in hand.cards)


def _is_allowed(state: State, side: Side, card: str) -> bool:
    force = state.forces[side]
    try:
        chosen(state, side, (*force.cards, card), units=force.units)
    except Refused:
        return False
    return True


def still_chosen(state: State, side: Side, cards: Iterable[str]) -> tuple[str, ...]:
    """Those of the cards that the side may have with its units and with what was dealt to it: the others go back."""
    force, hand = state.forces[side], state.scenario.hand(side)
    if hand is None:
        return tuple(cards)
    specs = [find(hand, name) for name in cards]
    return tuple(spec.name for spec in specs if spec and _why_not(state, side, spec, force.units) is None)


def _why_not(state: State, side: Side, card: Card, units: tuple[str, ...]) -> str | None:
    """Why the side may not choose this card, whatever else it chooses; None where it may."""
    if card.kind is CardKind.SPELL:
        if not _has(state, side, units, MAGIC):
            return f"{card.name} is a Spell card: the {ARMIES[side]} brings no Magic unit."
        return None
    if card.kind is CardKind.HEROIC and not _has(state, side, units, HERO):
        return f"{card.name} is a Heroic card: the {ARMIES[side]} brings no Hero."
    hand, dealt = state.scenario.hand(side), state.forces[side].dealt
    if hand and hand.dealt and not dealt:
        return f"Deal the {ARMIES[side]}'s cards first, then choose among them."
    if hand and hand.dealt and card.name not in dealt:
        return f"{card.name} was not dealt to the {ARMIES[side]}."
    return None


def _has(state: State, side: Side, units: tuple[str, ...], keyword: str) -> bool:
    """Whether one of the units has the keyword; where the scenario lists no units, nobody can tell, and it may."""
    army = state.scenario.army(side)
    return not army or any(spec.has(keyword) for spec in army if spec.name in units)
