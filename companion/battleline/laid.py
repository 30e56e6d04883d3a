"""Cards as they are written down, each at a place: known ones, each only once."""

from collections.abc import Iterable

from companion.battleline.cards import LEADERS, Card, named, parsed
from companion.fields.invalid import Invalid


def once(written: Iterable[tuple[str, str]]) -> tuple[Card, ...]:
    """The cards, each given with its place, in their order. Raises Invalid for no card, and for one that lies twice."""
    lying: dict[Card, str] = {}
    for field, text in written:
        try:
            card = parsed(text)
        except ValueError as error:
            raise Invalid(field, str(error)) from error
        if card in lying:
            raise Invalid(field, f"{named(card)} ({card}) is there already, at {lying[card]}")
        lying[card] = field
    return tuple(lying)


def one_leader(lying: Iterable[tuple[str, Card]]) -> None:
    """Raises Invalid where a side of the line, given with each card's place, has a second Leader (Morale Tactics)."""
    leaders = [(field, card) for field, card in lying if card in LEADERS]
    for field, card in leaders[1:]:
        first, there = leaders[0]
        raise Invalid(field, f"{named(card)} ({card}) is a second Leader: {named(there)} lies at {first} on this side")


def room(field: str, cards: Iterable[object], *, slots: int) -> None:
    """Raises Invalid where a side has more cards than its flag has slots (Battle Line, Troop Cards; Mud)."""
    if (count := len(tuple(cards))) > slots:
        raise Invalid(field, f"{count} cards are too many: this flag takes {slots}")
