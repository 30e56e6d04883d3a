"""When a card may be played: one answer for whoever plays it and for the pages that offer it.

Rules: WarTime Rulebook, Card Actions (Standard, Heroic and Spell Card Action).
"""

from companion.player_names import same, spelt
from companion.table.errors import Refused
from companion.table.sides import Side
from companion.table.state import Stage
from companion.wartime.match.hand import casters
from companion.wartime.match.hand.cards import find
from companion.wartime.match.refusals import seconds_left
from companion.wartime.match.sandglass import Sandglass
from companion.wartime.match.state import State
from companion.wartime.scenario.armies import ARMIES
from companion.wartime.scenario.parts import HERO, CardKind
from companion.wartime.scenario.scenario import TimerKind

MOST_USED = 100
"""So many cards a side may say that it played, where nobody said which it has."""


def played(state: State, glass: Sandglass, side: Side, card: str, *, unit: str | None, at: int) -> str:
    """The card, spelt as the side has it, where it may be played with this timer now. Raises Refused."""
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
    if why := _why_not(state, glass, side, name, unit):
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
    """The card that is said to have done something, spelt as whoever played it has it. Raises Refused where the
    scenario knows the cards and nobody has played that one."""
    used = [use.card for force in state.forces.values() for use in force.used]
    name = spelt(card, used)
    if state.scenario.cards and name not in used:
        raise Refused(f"Nobody has played {name}.")
    return name


def playable(state: State, glass: Sandglass) -> tuple[str, ...]:
    """The cards of the side's hand that may be played with this timer now, for the unit that it stands beside. It is
    for that side alone to know."""
    side = glass.spec.side
    if side is None or state.stage is not Stage.PLAY:
        return ()
    if glass.spec.kind is TimerKind.SPELL:
        if not glass.active and casters.why_none(state, side):
            return ()
    elif glass.unit is None or glass.card is not None:
        return ()
    force = state.forces[side]
    unused = (card for card in force.cards if force.use_of(card) is None)
    return tuple(card for card in unused if _why_not(state, glass, side, card, glass.unit) is None)


def _why_not(state: State, glass: Sandglass, side: Side, name: str, unit: str | None) -> str | None:
    """Why a card that is not used yet may not be played with this timer for this unit; None where it may."""
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
