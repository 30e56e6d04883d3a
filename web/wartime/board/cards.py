"""The cards that a phone may play with a unit's action on the live board."""

from companion.table.sides import Side
from companion.wartime.match.views import CardState, WarTimeView
from companion.wartime.scenario.parts import CardKind
from web.wartime.board.asked import Asked


def cards(view: WarTimeView, side: Side, asked: Asked) -> tuple[str, ...]:
    """What the side has chosen and not used, and the card that is picked; one of which nobody said what it is may be an
    Action card."""
    deck = view.sides[side.value].deck
    held = [card.name for card in deck if card.state is CardState.CHOSEN and card.kind is not CardKind.SPELL]
    return tuple(dict.fromkeys((*held, *([asked.card] if asked.card else []))))
