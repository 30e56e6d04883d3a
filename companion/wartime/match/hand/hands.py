"""A side's hand, as that side alone may read it.

What is ticked or dealt goes into the journal whole, so a restart forgets nothing, and leaves the table only as
`Event.public`; the view knows nothing of it. Whoever sits for the side reads it here (see own.py for who changes it).
"""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from companion.table.history import Source
from companion.table.sides import Side
from companion.wartime.match.hand.playing import playable
from companion.wartime.match.state import State
from companion.wartime.match.views import CardState, CardView, deck


class HandView(msgspec.Struct, frozen=True):
    """Every card that a side has or could have had, chosen ones told from others; what was `dealt` to it; and by timer
    what it could play with it now."""

    cards: tuple[CardView, ...]
    dealt: tuple[str, ...]
    plays: Mapping[str, tuple[str, ...]]

    @property
    def chosen(self) -> tuple[str, ...]:
        """Those that are in the hand still."""
        return tuple(card.name for card in self.cards if card.state is CardState.CHOSEN)


def hands_of(state: State, source: Source) -> dict[Side, HandView]:
    """The hands that this source may read: a phone that has joined reads that of the side it sits for, or both."""
    if source.seat is None:
        return {}
    return {side: hand_of(state, side) for side in Side if source.keeps_secrets_of(side.value)}


def without_hands(state: State, sides: Iterable[Side]) -> State:
    """Returns the state without these sides' cards, chosen or offered: nothing in it depends on them."""
    hidden = set(sides)
    offered = {side: hand for side, hand in state.scenario.cards.items() if side not in hidden}
    forces = {
        side: replace(force, cards=(), dealt=()) if side in hidden else force for side, force in state.forces.items()
    }
    return replace(state, forces=forces, scenario=replace(state.scenario, cards=offered))


def hand_of(state: State, side: Side) -> HandView:
    timers = [glass for glass in state.timers.values() if glass.spec.side is side]
    return HandView(
        cards=tuple(deck(state, side, chosen=state.forces[side].cards)),
        dealt=state.forces[side].dealt,
        plays={glass.spec.id: cards for glass in timers if (cards := playable(state, glass))},
    )
