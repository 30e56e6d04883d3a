"""Handles the cards of a side: chosen in secret, played by the book, and what spells take."""

from collections.abc import Iterable

from companion.names import same, spelt
from companion.table.errors import Refused
from companion.table.seats import Side
from companion.table.state import Stage
from companion.wartime.match.checks import seconds_left
from companion.wartime.match.state import Sandglass, State
from companion.wartime.scenario.parts import ARMIES, HERO, MAGIC, Card, CardKind, Hand
from companion.wartime.scenario.scenario import TimerKind

# Which cards a side may choose.
#
# Rules: WarTime Rulebook, Action Cards, Heroic Action Cards, Spell Cards, Set Up and Optional Rules (Action Cards).

MOST_CHOSEN = 40
"""Limits how many cards a side may choose where no scenario says how many: the box has fewer a side."""


def find(hand: Hand | None, name: str) -> Card | None:
    """Returns the card of that name among those that the scenario offers."""
    return next((card for card in hand.cards if same(card.name, name)), None) if hand else None


def chosen(state: State, side: Side, cards: tuple[str, ...], *, units: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the choice, spelt as the scenario spells it; `units` are those that the side brings. Raises Refused."""
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
    """Returns whether the side could choose another card now. Where no scenario has cards, any number is allowed, so it
    is True until the side has chosen one."""
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
    """Returns those of the cards that the side may have with its units and its deal. The others go back."""
    force, hand = state.forces[side], state.scenario.hand(side)
    if hand is None:
        return tuple(cards)
    specs = [find(hand, name) for name in cards]
    return tuple(spec.name for spec in specs if spec and _why_not(state, side, spec, force.units) is None)


def _why_not(state: State, side: Side, card: Card, units: tuple[str, ...]) -> str | None:
    """Returns why the side may not choose this card, whatever else it chooses; None where it may."""
    if card.kind is CardKind.SPELL:
        if not may_have(state, side, units, MAGIC):
            return f"{card.name} is a Spell card: the {ARMIES[side]} brings no Magic unit."
        return None
    if card.kind is CardKind.HEROIC and not may_have(state, side, units, HERO):
        return f"{card.name} is a Heroic card: the {ARMIES[side]} brings no Hero."
    hand, dealt = state.scenario.hand(side), state.forces[side].dealt
    if hand and hand.dealt and not dealt:
        return f"Deal the {ARMIES[side]}'s cards first, then choose among them."
    if hand and hand.dealt and card.name not in dealt:
        return f"{card.name} was not dealt to the {ARMIES[side]}."
    return None


def may_have(state: State, side: Side, units: tuple[str, ...], keyword: str) -> bool:
    """Returns whether one of the units may have the keyword: any may where the scenario lists no units."""
    army = state.scenario.army(side)
    return not army or any(spec.has(keyword) for spec in army if spec.name in units)


# Who casts a spell: an available Magic unit, which stays available.
#
# Rules: WarTime Rulebook, Card Actions (Spell Card Action) and Units (Active / Available Units).

_NO_CASTER = "Only the spell timer has a caster."


def magic(state: State, side: Side) -> tuple[str, ...] | None:
    """Returns the side's Magic units on the board or lost; None where the scenario calls none of its units Magic."""
    known = {spec.name for spec in state.scenario.army(side) if spec.has(MAGIC)}
    return tuple(unit for unit in state.forces[side].units if unit in known) if known else None


def available(state: State, side: Side) -> tuple[str, ...] | None:
    """Returns the Magic units that could cast now; None where they are not known."""
    units = magic(state, side)
    if units is None:
        return None
    force = state.forces[side]
    return tuple(unit for unit in units if not force.is_eliminated(unit) and state.timer_of(side, unit) is None)


def why_none(state: State, side: Side) -> str | None:
    """Returns why none of the side's Magic units can cast now; None where one can, or they are not known."""
    if available(state, side) != ():
        return None
    left = [unit for unit in magic(state, side) or () if not state.forces[side].is_eliminated(unit)]
    return f"{' and '.join(left)} cannot cast yet: busy." if left else f"The {ARMIES[side]} has no Magic unit left."


def at_flip(state: State, glass: Sandglass, said: str | None, at: int) -> str | None:
    """Returns which unit casts with the spell timer that is flipped now: the one that was named, else the only one that
    can. Raises Refused."""
    side = glass.spec.side
    if side is None or glass.spec.kind is not TimerKind.SPELL:
        if said is not None:
            raise Refused(_NO_CASTER)
        return None
    free = available(state, side)
    if said is not None:
        return _named(state, side, said, at)
    if free is None:
        return None
    if not free:
        raise Refused(_why_nobody(state, side, at))
    return free[0] if len(free) == 1 else None


def afterwards(state: State, glass: Sandglass, said: str | None) -> str | None:
    """Returns which unit casts with the spell timer that runs: one that could when it was flipped. Raises Refused."""
    if said is None:
        return glass.caster
    side = glass.spec.side
    if side is None or glass.spec.kind is not TimerKind.SPELL:
        raise Refused(_NO_CASTER)
    name = spelt(said, state.forces[side].names)
    if glass.casters is not None and name not in glass.casters:
        raise Refused(f"{name} was no available Magic unit when {glass.spec.name} was flipped.")
    return name


def _named(state: State, side: Side, said: str, at: int) -> str:
    force, units = state.forces[side], magic(state, side)
    name = spelt(said, force.names)
    if units is not None and name not in units:
        raise Refused(f"{name} is not a Magic unit of the {ARMIES[side]}'s: it casts no spell.")
    if force.is_eliminated(name):
        raise Refused(f"{name} is eliminated.")
    held = state.timer_of(side, name)
    if held is not None:
        raise Refused(_busy(name, held, at))
    return name


def _busy(unit: str, held: Sandglass, at: int) -> str:
    return f"{unit} cannot cast yet: {held.spec.name} has {seconds_left(held.left_ns(at))} left."


def _why_nobody(state: State, side: Side, at: int) -> str:
    """Returns why no unit can cast, with the sand of the one that can soonest."""
    running = [(unit, held) for unit in magic(state, side) or () if (held := state.timer_of(side, unit))]
    if not running:
        return why_none(state, side) or ""
    return _busy(*min(running, key=lambda each: each[1].left_ns(at)), at)


# When a card may be played: one answer for the players and for the pages that offer it.
#
# Rules: WarTime Rulebook, Card Actions (Standard, Heroic and Spell Card Action).

MOST_USED = 100
"""Limits how many cards a side may name as played, where its cards are not known."""


def played(state: State, glass: Sandglass, side: Side, card: str, *, unit: str | None, at: int) -> str:
    """Returns the card, spelt as the side has it, where it may be played with this timer now. Raises Refused."""
    force = state.forces[side]
    spec = find(state.scenario.hand(side), card)
    name = spec.name if spec else spelt(card, force.cards)
    use = force.use_of(name)
    if use is not None and not same(glass.card, name):
        # Action Cards, Spell Cards: each may only be used once a game.
        by = f" by {use.unit}" if use.unit else ""
        raise Refused(f"{use.card} was used{by} {seconds_left(at - use.sand_ns)} ago: once a game.")
    if len(force.used) >= MOST_USED:
        raise Refused(f"The {ARMIES[side]} used {MOST_USED} cards already.")
    if why := _why_not_now(state, glass, side, name, unit):
        raise Refused(why)
    return name


def last_spell(state: State, glass: Sandglass) -> str | None:
    """Returns the Spell card that an unnamed flip of this timer is for: the only one left in the hand.

    Returns None for another timer, for a hand that the table does not know, and where several are left. Raises Refused
    where none is left (Spell Card Action: the timer is assigned to a Spell card).
    """
    side = glass.spec.side
    if side is None or glass.spec.kind is not TimerKind.SPELL or state.scenario.hand(side) is None:
        return None
    left = playable(state, glass)
    if not left:
        raise Refused(f"The {ARMIES[side]} has no Spell card to play.")
    return left[0] if len(left) == 1 else None


def been_played(state: State, card: str) -> str:
    """Returns a card that has done something, spelt as the side that played it has it. Raises Refused where the
    scenario knows the cards and that one was not played."""
    used = [use.card for force in state.forces.values() for use in force.used]
    name = spelt(card, used)
    if state.scenario.cards and name not in used:
        raise Refused(f"Neither side has played {name}.")
    return name


def playable(state: State, glass: Sandglass) -> tuple[str, ...]:
    """Returns the cards of the side's hand that may be played with this timer now, for the unit that it stands beside.
    Only that side may know them."""
    side = glass.spec.side
    if side is None or state.stage is not Stage.PLAY:
        return ()
    if glass.spec.kind is TimerKind.SPELL:
        if not glass.active and why_none(state, side):
            return ()
    elif glass.unit is None or glass.card is not None:
        return ()
    force = state.forces[side]
    unused = (card for card in force.cards if force.use_of(card) is None)
    return tuple(card for card in unused if _why_not_now(state, glass, side, card, glass.unit) is None)


def _why_not_now(state: State, glass: Sandglass, side: Side, name: str, unit: str | None) -> str | None:
    """Returns why a card that is not used yet may not be played with this timer for this unit; None where it may."""
    force, hand = state.forces[side], state.scenario.hand(side)
    if state.locked and (force.cards or hand is not None) and name not in force.cards:
        return f"{name} was not chosen: the {ARMIES[side]}'s cards are locked."
    card = find(hand, name)
    if card is None:
        return None
    spells = glass.spec.kind is TimerKind.SPELL
    if card.kind is CardKind.SPELL:
        return None if spells else f"{name} is a Spell card: it takes the spell timer."
    if spells:
        return f"{name} is an Action card: it takes a timer of its unit's."
    actor = state.spec_of(side, unit)
    if actor is None:
        return None
    if card.kind is CardKind.HEROIC and not actor.has(HERO):
        return f"{name} is a Heroic card: {actor.name} is no Hero."
    if not actor.is_one_of(card.only):
        return f"{name} is not for {actor.name}: only for {' or '.join(card.only)}."
    return None
