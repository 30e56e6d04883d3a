"""The best that a side can still make of one kind of formation, whatever else it could make (Battle Line, Formations).

A formation is of the highest kind that its cards allow: three Blue cards in a row are never a Battalion Order.
"""

from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import combinations, product

from msgspec.structs import replace

from companion.battleline.cards import BIT, VALUES, Card, Colour, mask, troops
from companion.battleline.formations import Formation, Reply
from companion.battleline.held import Held, counted
from companion.battleline.replies import best
from companion.battleline.runs import from_troops, runs


def best_of(kind: Formation, held: Sequence[Card], unseen: int, *, slots: int) -> Reply | None:
    """The strongest formation of exactly that kind that `held` can become with Troop cards of the mask `unseen`; None
    where there is none. As for `replies.best`, without Fog."""
    side = counted(held, slots)
    if kind is Formation.WEDGE or not side.free:
        reply = best(held, unseen, slots=slots, fog=False)
        return reply if reply and reply.formation is kind else None
    for needs in _COMPLETIONS[kind](side, unseen):
        made = best((*held, *troops(needs)), 0, slots=slots, fog=False)
        if made is not None and made.formation is kind:
            return replace(made, needs=tuple(troops(needs)))
    return None


def _phalanxes(side: Held, unseen: int) -> Iterator[int]:
    """One for each value, from the highest down: which of its cards are taken changes nothing."""
    for value in reversed(VALUES):
        cards = _of_value(unseen, value)
        if len(cards) >= side.free:
            yield mask(cards[: side.free])


def _battalions(side: Held, unseen: int) -> Iterator[int]:
    """The cards of a colour that the side can have, the largest sums first."""
    of = [list(Colour)[index].value for index in side.colours]
    hands = (
        hand
        for colour in of
        for hand in combinations([card for card in troops(unseen) if card[0] == colour], side.free)
    )
    yield from map(mask, sorted(hands, key=_sum, reverse=True))


def _skirmishes(side: Held, unseen: int) -> Iterator[int]:
    """Consecutive values from the highest down, each from every card that has it."""
    if not side.single:
        return
    for gaps, _ in runs(side.slots, side.values):
        values = [value for value in VALUES if gaps >> value - 1 & 1]
        for brought in combinations(values, side.free):
            bits = sum(1 << value - 1 for value in brought)
            if from_troops(side, gaps, bits) == bits:
                yield from map(mask, product(*(_of_value(unseen, value) for value in brought)))


def _hosts(side: Held, unseen: int) -> Iterator[int]:
    """Any cards, the largest sums first: each hand leads to those that have one card more down the row."""
    row = sorted(troops(unseen), key=_value, reverse=True)
    first = tuple(range(side.free))
    if len(row) < side.free:
        return
    waiting, known = [(-_sum([row[index] for index in first]), first)], {first}
    while waiting:
        _, hand = heappop(waiting)
        yield mask(row[index] for index in hand)
        for place, index in enumerate(hand):
            following = (*hand[:place], index + 1, *hand[place + 1 :])
            if index + 1 < len(row) and index + 1 not in hand and following not in known:
                known.add(following)
                heappush(waiting, (-_sum([row[each] for each in following]), following))


_COMPLETIONS: dict[Formation, Callable[[Held, int], Iterator[int]]] = {
    Formation.PHALANX: _phalanxes,
    Formation.BATTALION: _battalions,
    Formation.SKIRMISH: _skirmishes,
    Formation.HOST: _hosts,
}
"""What may complete a side to that kind, as masks, the strongest first."""


def _value(card: Card) -> int:
    return (BIT[card].bit_length() - 1) % len(VALUES) + 1


def _sum(cards: Sequence[Card]) -> int:
    return sum(map(_value, cards))


def _of_value(found: int, value: int) -> list[Card]:
    return [card for card in troops(found) if _value(card) == value]
