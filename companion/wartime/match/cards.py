"""Which cards a side may choose, and when one may be played.

Rules: WarTime Rulebook, Action Cards, Heroic Action Cards, Spell Cards, Card Actions and Optional Rules (Action Cards).
"""

import random

from companion.player_names import same, spelt
from companion.table.errors import Refused
from companion.table.sides import Side
from companion.wartime.match import commands as c
from companion.wartime.match import events as e
from companion.wartime.match.refusals import open_choice, seconds_left
from companion.wartime.match.sandglass import Sandglass
from companion.wartime.match.state import State
from companion.wartime.scenario.armies import ARMIES
from companion.wartime.scenario.parts import HERO, MAGIC, Card, CardKind, Hand, UnitSpec
from companion.wartime.scenario.scenario import TimerKind

MOST_USED = 100
"""So many cards a side may say that it played, where nobody said which it has."""


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


def chosen(state: State, side: Side, cards: tuple[str, ...], *, units: tuple[str, ...]) -> tuple[str, ...]:
    """The choice, spelt as the scenario spells it; `units` are those that the side brings. Raises Refused."""
    hand = state.scenario.hand(side)
    if hand is None:
        return cards
    found = []
    for name in cards:
        card = find(hand, name)
        if card is None:
            raise Refused(f"{name} is not among the {ARMIES[side]}'s cards.")
        _may_choose(state, side, card, units, hand)
        found.append(card)
    for count, allowed, word in (
        (sum(card.kind is not CardKind.SPELL for card in found), hand.actions, "Action"),
        (sum(card.kind is CardKind.SPELL for card in found), hand.spells, "Spell"),
    ):
        if count > allowed:
            cards_word = "card" if allowed == 1 else "cards"
            raise Refused(f"The {ARMIES[side]} may choose {allowed} {word} {cards_word}, not {count}.")
    return tuple(card.name for card in found)


def played(state: State, glass: Sandglass, side: Side, card: str, *, unit: str | None, at: int) -> str:
    """The card, spelt as the side has it, where it may be played with this timer now. Raises Refused."""
    force, hand = state.forces[side], state.scenario.hand(side)
    spec = find(hand, card)
    name = spec.name if spec else spelt(card, force.cards)
    if state.locked and (force.cards or hand is not None) and name not in force.cards:
        raise Refused(f"{name} was not chosen: the {ARMIES[side]}'s cards are locked.")
    use = force.use_of(name)
    if use is not None and not same(glass.card, name):
        # Action Cards, Spell Cards: each may only be used once a game.
        by = f" by {use.unit}" if use.unit else ""
        raise Refused(f"{use.card} was used{by} {seconds_left(at - use.sand_ns)} ago: once a game.")
    if len(force.used) >= MOST_USED:
        raise Refused(f"The {ARMIES[side]} used {MOST_USED} cards already.")
    if spec is not None:
        _may_play(state, glass, side, spec, unit)
    return name


def _may_choose(state: State, side: Side, card: Card, units: tuple[str, ...], hand: Hand) -> None:
    if card.kind is CardKind.SPELL:
        if not _has(state, side, units, MAGIC):
            raise Refused(f"{card.name} is a Spell card: the {ARMIES[side]} brings no Magic unit.")
        return
    if card.kind is CardKind.HEROIC and not _has(state, side, units, HERO):
        raise Refused(f"{card.name} is a Heroic card: the {ARMIES[side]} brings no Hero.")
    dealt = state.forces[side].dealt
    if hand.dealt and not dealt:
        raise Refused(f"Deal the {ARMIES[side]}'s cards first, then choose among them.")
    if hand.dealt and card.name not in dealt:
        raise Refused(f"{card.name} was not dealt to the {ARMIES[side]}.")


def _may_play(state: State, glass: Sandglass, side: Side, card: Card, unit: str | None) -> None:
    spells = glass.spec.kind is TimerKind.SPELL
    if card.kind is CardKind.SPELL:
        if not spells:
            raise Refused(f"{card.name} is a Spell card: it takes the spell timer.")
        force = state.forces[side]
        if not _has(state, side, [name for name in force.units if not force.is_eliminated(name)], MAGIC):
            raise Refused(f"{card.name} needs a Magic unit: the {ARMIES[side]} has none left.")
        return
    if spells:
        raise Refused(f"{card.name} is an Action card: it takes a timer of its unit's.")
    actor = _spec(state, side, unit)
    if actor is None:
        return
    if card.kind is CardKind.HEROIC and not actor.has(HERO):
        raise Refused(f"{card.name} is a Heroic card: {actor.name} is no Hero.")
    if not actor.is_one_of(card.only):
        raise Refused(f"{card.name} is not for {actor.name}: only for {' or '.join(card.only)}.")


def _spec(state: State, side: Side, unit: str | None) -> UnitSpec | None:
    return next((spec for spec in state.scenario.army(side) if same(spec.name, unit)), None)


def _has(state: State, side: Side, units: tuple[str, ...] | list[str], keyword: str) -> bool:
    """Whether one of the units has the keyword; where the scenario lists no units, nobody can tell, and it may."""
    army = state.scenario.army(side)
    return not army or any(spec.has(keyword) for spec in army if spec.name in units)
