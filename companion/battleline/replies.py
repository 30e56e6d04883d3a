"""Finds the best formation that a side can still make at a flag."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from heapq import heappop, heappush
from itertools import combinations, product
from typing import NamedTuple

from msgspec.structs import replace

from companion.battleline.cards import (
    BEARERS,
    BIT,
    CAVALRY,
    LEADERS,
    MORALE,
    VALUES,
    Card,
    Colour,
    Formation,
    Reply,
    mask,
    troops,
)

# What lies on one side of a flag, counted once for all the formations that it might become.

LETTERS = "".join(colour.value for colour in Colour)
"""The colours by index, as the notation has them."""
MOST = {**dict.fromkeys(LEADERS, 10), CAVALRY: 8, BEARERS: 3}
"""The highest value of each wild card."""
_PLACES = {
    f"{letter}{value}": (colour, value, 1 << value - 1) for colour, letter in enumerate(LETTERS) for value in VALUES
}
"""Each Troop card's colour by index, its value and its bit among ten."""


class Held(NamedTuple):
    """`cards` are what lies there, `free` the slots left. `colours`: those that all its troops can share, by index.
    `values`: theirs, as a mask of ten bits, `single` if none is there twice. `total`: the sum with the wild cards at
    their highest."""

    cards: Sequence[Card]
    slots: int
    free: int
    colours: Sequence[int]
    values: int
    single: bool
    total: int
    leaders: int
    cavalry: bool
    bearers: bool

    @property
    def wild(self) -> bool:
        """Returns whether any of them is a wild card."""
        return bool(self.leaders or self.cavalry or self.bearers)


def counted(cards: Sequence[Card], slots: int) -> Held:
    """Returns these cards, no more than `slots`, on a side that has so many slots."""
    colours: Sequence[int] = range(len(LETTERS))
    values, total, leaders, single = 0, 0, 0, True
    for card in cards:
        if card in _PLACES:
            colour, value, bit = _PLACES[card]
            colours = (colour,) if colour in colours else ()
            single = single and not values & bit
            values |= bit
            total += value
        else:
            leaders += card in LEADERS
            total += MOST[card]
    free = slots - len(cards)
    return Held(cards, slots, free, colours, values, single, total, leaders, CAVALRY in cards, BEARERS in cards)


# Consecutive values, for Wedges and Skirmish Lines, and which of them wild cards take (Battle Line, Formations).
#
# Sets of values are masks of ten bits, the lowest value first.

_EIGHT = 1 << 7
_LOW = 0b111


@cache
def runs(slots: int, values: int) -> tuple[tuple[int, int], ...]:
    """Finds consecutive values with all of `values` among them: those they add, as a mask, and their sum, from the
    top."""
    return tuple(
        (window & ~values, slots * (2 * low + slots - 1) // 2)
        for low in range(11 - slots, 0, -1)
        if not values & ~(window := (1 << slots) - 1 << low - 1)
    )


def from_troops(side: Held, gaps: int, to_come: int) -> int | None:
    """Returns which of the values still missing troops must bring once the wild cards have theirs; None if that cannot
    be.

    `gaps` and `to_come`, the values that troops can still bring, are masks of ten bits. There are as many gaps as wild
    cards and free slots.
    """
    if side.cavalry:
        if not gaps & _EIGHT:
            return None
        gaps ^= _EIGHT
    if side.bearers:
        low = gaps & _LOW & ~to_come or gaps & _LOW
        if not low:
            return None
        gaps ^= low & -low
    for _ in range(side.leaders):
        value = gaps & ~to_come or gaps
        gaps ^= value & -value
    return None if gaps & ~to_come else gaps


def in_run(side: Held, gaps: int) -> dict[Card, int]:
    """Returns which of consecutive values each wild card has, if together they have all of the mask `gaps`."""
    if not gaps:
        return {}
    left = [value for value in VALUES if gaps >> value - 1 & 1]
    values = {}
    if side.cavalry:
        values[CAVALRY] = 8
        left.remove(8)
    if side.bearers:
        values[BEARERS] = left.pop(0)
    for card in side.cards:
        if card in LEADERS:
            values[card] = left.pop()
    return values


# The best that a side can still make of what lies there (Battle Line, Formations; Morale and Environment Tactics).
#
# The book does not say that a Leader may not stand for a Troop card that lies elsewhere, nor for one beside it. Here it
# may: Red 10, Red 5 and a Leader are a Battalion Order of 25.

_SHIFTS = tuple(10 * index for index in range(len(LETTERS)))
_VALUES = {value: sum(1 << shift + value - 1 for shift in _SHIFTS) for value in VALUES}
_TEN = 0b1111111111
"""The ten values of a colour, brought down to the lowest bits."""
_DOWNWARD = tuple(reversed(VALUES))


def best(held: Sequence[Card], unseen: int, *, slots: int, fog: bool) -> Reply | None:
    """Returns the strongest formation of `slots` cards that `held` can become with Troop cards of the mask `unseen`.

    `held` are at most `slots` cards, and not in `unseen`. Returns None if the formation cannot be completed.
    """
    if slots - len(held) > unseen.bit_count():
        return None
    side = counted(held, slots)
    if fog:
        return _highest(side, unseen, Formation.SUM)
    by_colour = [(colour, unseen >> _SHIFTS[colour] & _TEN) for colour in side.colours]
    return (
        _wedge(side, by_colour)
        or _phalanx(side, unseen)
        or _battalion(side, by_colour)
        or _skirmish(side, unseen)
        or _highest(side, unseen, Formation.HOST)
    )


def _wedge(side: Held, by_colour: Sequence[tuple[int, int]]) -> Reply | None:
    if not by_colour:
        return None
    for gaps, total in runs(side.slots, side.values):
        for colour, to_come in by_colour:
            needed = from_troops(side, gaps, to_come)
            if needed is not None:
                wild = in_run(side, gaps & ~needed)
                return _made(side, Formation.WEDGE, total, wild=wild, needs=needed << _SHIFTS[colour], colour=colour)
    return None


def _skirmish(side: Held, unseen: int) -> Reply | None:
    if not side.single:
        return None
    folded = unseen | unseen >> 30
    to_come = (folded | folded >> 10 | folded >> 20) & _TEN
    for gaps, total in runs(side.slots, side.values):
        needed = from_troops(side, gaps, to_come)
        if needed is not None:
            needs = sum(_some(unseen & _VALUES[value], 1) for value in VALUES if needed >> value - 1 & 1)
            return _made(side, Formation.SKIRMISH, total, wild=in_run(side, gaps & ~needed), needs=needs)
    return None


def _phalanx(side: Held, unseen: int) -> Reply | None:
    if side.values & side.values - 1:
        return None
    for value in (side.values.bit_length(),) if side.values else _DOWNWARD:
        if (side.cavalry and value != 8) or (side.bearers and value > 3):
            continue
        of_value = unseen & _VALUES[value]
        if of_value.bit_count() >= side.free:
            needs = _some(of_value, side.free)
            return _made(side, Formation.PHALANX, value * side.slots, wild=dict.fromkeys(MORALE, value), needs=needs)
    return None


def _battalion(side: Held, by_colour: Sequence[tuple[int, int]]) -> Reply | None:
    highest, needs, of = -1, 0, -1
    for colour, to_come in by_colour:
        left = to_come
        if left.bit_count() < side.free:
            continue
        total = 0
        for _ in range(side.free):
            value = left.bit_length()
            total += value
            left ^= 1 << value - 1
        if total > highest:
            highest, needs, of = total, (to_come ^ left) << _SHIFTS[colour], colour
    if highest < 0:
        return None
    return _made(side, Formation.BATTALION, side.total + highest, wild=MOST, needs=needs, colour=of)


def _highest(side: Held, unseen: int, kind: Formation) -> Reply:
    """Returns the largest sum there is, whatever it makes."""
    needs, total, free = 0, side.total, side.free
    for value in _DOWNWARD:
        if not free:
            break
        taken = _some(unseen & _VALUES[value], free)
        needs |= taken
        free -= taken.bit_count()
        total += value * taken.bit_count()
    return _made(side, kind, total, wild=MOST, needs=needs)


def _some(found: int, count: int) -> int:
    """Returns at most `count` cards of a mask."""
    taken = 0
    while found and count:
        lowest = found & -found
        taken |= lowest
        found ^= lowest
        count -= 1
    return taken


def _made(
    side: Held, kind: Formation, total: int, *, wild: Mapping[Card, int], needs: int, colour: int | None = None
) -> Reply:
    """Returns the formation with every wild card as the Troop card that it stands for, of any colour where none is
    given."""
    to_come = tuple(troops(needs))
    as_ = [*side.cards, *to_come]
    if side.wild:
        letters = LETTERS if colour is None else LETTERS[colour]
        for index, card in enumerate(side.cards):
            if card in MOST:
                as_[index] = _other_than(as_, letters, wild[card])
    return Reply(formation=kind, total=total, as_=tuple(as_), needs=to_come)


def _other_than(cards: Sequence[Card], letters: str, value: int) -> Card:
    """Returns a Troop card of that value and one of these colours, none of `cards` if there is another."""
    for letter in letters:
        if (found := f"{letter}{value}") not in cards:
            return found
    return f"{letters[0]}{value}"


# The best that a side can still make of one kind of formation, whatever else it could make (Battle Line, Formations).
#
# A formation is of the highest kind that its cards allow: three Blue cards in a row are never a Battalion Order.


def best_of(kind: Formation, held: Sequence[Card], unseen: int, *, slots: int) -> Reply | None:
    """Returns the strongest formation of exactly that kind that `held` can become with Troop cards of the mask
    `unseen`; None where there is none. As for `replies.best`, without Fog."""
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
    """Yields one for each value, from the highest down. It does not matter which of its cards are taken."""
    for value in reversed(VALUES):
        cards = _of_value(unseen, value)
        if len(cards) >= side.free:
            yield mask(cards[: side.free])


def _battalions(side: Held, unseen: int) -> Iterator[int]:
    """Yields the cards of a colour that the side can have, the largest sums first."""
    of = [list(Colour)[index].value for index in side.colours]
    hands = (
        hand
        for colour in of
        for hand in combinations([card for card in troops(unseen) if card[0] == colour], side.free)
    )
    yield from map(mask, sorted(hands, key=_sum, reverse=True))


def _skirmishes(side: Held, unseen: int) -> Iterator[int]:
    """Finds consecutive values from the highest down, each from every card that has it."""
    if not side.single:
        return
    for gaps, _ in runs(side.slots, side.values):
        values = [value for value in VALUES if gaps >> value - 1 & 1]
        for brought in combinations(values, side.free):
            bits = sum(1 << value - 1 for value in brought)
            if from_troops(side, gaps, bits) == bits:
                yield from map(mask, product(*(_of_value(unseen, value) for value in brought)))


def _hosts(side: Held, unseen: int) -> Iterator[int]:
    """Yields hands of any cards, the largest sums first: each hand leads to those that have one card more down the
    row."""
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
