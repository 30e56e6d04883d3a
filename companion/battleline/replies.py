"""The best that a side can still make of what lies there (Battle Line, Formations; Morale and Environment Tactics).

The book does not say that a Leader may not stand for a Troop card that lies elsewhere, nor for one beside it. Here it
may: Red 10, Red 5 and a Leader are a Battalion Order of 25.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.battleline.cards import BEARERS, CAVALRY, LEADERS, MORALE, VALUES, Card, Colour, mask, troops
from companion.battleline.formations import Formation, Reply


class _Hand(NamedTuple):
    """What lies there: troops as a mask and as values, and the wild cards by kind; `free` Troop cards are to come."""

    held: Sequence[Card]
    troops: int
    values: tuple[int, ...]
    leaders: int
    cavalry: bool
    bearers: bool
    free: int
    slots: int


def best(held: Sequence[Card], unseen: int, *, slots: int, fog: bool) -> Reply | None:
    """The strongest formation of `slots` cards that `held` can become with Troop cards of the mask `unseen`.

    `held` are no more than `slots` cards, none of them in `unseen`. None if it cannot be completed any more.
    """
    free = slots - len(held)
    if free > unseen.bit_count():
        return None
    lying = [card for card in held if card not in _WILD]
    hand = _Hand(
        held=held,
        troops=mask(lying),
        values=tuple(int(card[1:]) for card in lying),
        leaders=sum(card in LEADERS for card in held),
        cavalry=CAVALRY in held,
        bearers=BEARERS in held,
        free=free,
        slots=slots,
    )
    if fog:
        return _highest(hand, unseen, Formation.SUM)
    return (
        _wedge(hand, unseen)
        or _phalanx(hand, unseen)
        or _battalion(hand, unseen)
        or _skirmish(hand, unseen)
        or _highest(hand, unseen, Formation.HOST)
    )


_WILD = frozenset(MORALE)
_TEN = 0b1111111111
_COLOURS = {colour: _TEN << 10 * index for index, colour in enumerate(Colour)}
_SHIFTS = {colour: 10 * index for index, colour in enumerate(Colour)}
_VALUES = {value: sum(1 << shift + value - 1 for shift in _SHIFTS.values()) for value in VALUES}
_EIGHT = 1 << 7
_LOW = 0b111
_MOST = {**dict.fromkeys(LEADERS, 10), CAVALRY: 8, BEARERS: 3}
"""The highest value of each wild card."""
_WINDOWS = {
    slots: tuple(
        (((1 << slots) - 1) << low - 1, slots * (2 * low + slots - 1) // 2) for low in range(11 - slots, 0, -1)
    )
    for slots in (3, 4)
}
"""Consecutive values, as a mask of ten bits and their sum, highest first."""


def _wedge(hand: _Hand, unseen: int) -> Reply | None:
    colours = [colour for colour, all_of in _COLOURS.items() if not hand.troops & ~all_of]
    held = 0
    for value in hand.values:
        held |= 1 << value - 1
    for window, total in _WINDOWS[hand.slots]:
        if held & ~window:
            continue
        for colour in colours:
            shift = _SHIFTS[colour]
            needed = _needed(hand, window & ~held, unseen >> shift & _TEN)
            if needed is not None:
                return _run(
                    hand, Formation.WEDGE, total, wild=window & ~held & ~needed, needs=needed << shift, colour=colour
                )
    return None


def _skirmish(hand: _Hand, unseen: int) -> Reply | None:
    held = 0
    for value in hand.values:
        held |= 1 << value - 1
    if held.bit_count() < len(hand.values):
        return None
    to_come = 0
    for shift in _SHIFTS.values():
        to_come |= unseen >> shift & _TEN
    for window, total in _WINDOWS[hand.slots]:
        if held & ~window:
            continue
        needed = _needed(hand, window & ~held, to_come)
        if needed is not None:
            cards = 0
            for value in VALUES:
                if needed >> value - 1 & 1:
                    of_value = unseen & _VALUES[value]
                    cards |= of_value & -of_value
            return _run(hand, Formation.SKIRMISH, total, wild=window & ~held & ~needed, needs=cards, colour=None)
    return None


def _needed(hand: _Hand, open_values: int, to_come: int) -> int | None:
    """Which of the values still open troops must fill once the wild cards have theirs; None if that cannot be.

    `open_values` and `to_come`, the values that troops can still bring, are masks of ten bits. There are as many open
    values as wild cards and free slots.
    """
    if hand.cavalry:
        if not open_values & _EIGHT:
            return None
        open_values ^= _EIGHT
    if hand.bearers:
        low = open_values & _LOW
        if not low:
            return None
        low = low & ~to_come or low
        open_values ^= low & -low
    spare = hand.leaders
    while spare and open_values:
        value = open_values & ~to_come or open_values
        open_values ^= value & -value
        spare -= 1
    return None if open_values & ~to_come else open_values


def _run(hand: _Hand, kind: Formation, total: int, *, wild: int, needs: int, colour: Colour | None) -> Reply:
    """A formation of consecutive values, of which the wild cards fill those in `wild`, a mask of ten bits."""
    left = [value for value in VALUES if wild >> value - 1 & 1]
    values = {}
    if hand.cavalry:
        values[CAVALRY] = 8
        left.remove(8)
    if hand.bearers:
        values[BEARERS] = left.pop(0)
    for card in hand.held:
        if card in LEADERS:
            values[card] = left.pop()
    return _made(hand, kind, total, wild=values, needs=needs, colour=colour)


def _phalanx(hand: _Hand, unseen: int) -> Reply | None:
    for value in range(10, 0, -1):
        if any(each != value for each in hand.values) or (hand.cavalry and value != 8) or (hand.bearers and value > 3):
            continue
        of_value = unseen & _VALUES[value]
        if of_value.bit_count() >= hand.free:
            values = dict.fromkeys(MORALE, value)
            return _made(
                hand, Formation.PHALANX, value * hand.slots, wild=values, needs=_top(of_value, hand.free), colour=None
            )
    return None


def _battalion(hand: _Hand, unseen: int) -> Reply | None:
    found: tuple[int, int, Colour] | None = None
    for colour, all_of in _COLOURS.items():
        if hand.troops & ~all_of:
            continue
        of_colour = unseen & all_of
        if of_colour.bit_count() < hand.free:
            continue
        total, left = 0, of_colour >> _SHIFTS[colour]
        for _ in range(hand.free):
            total += left.bit_length()
            left ^= 1 << left.bit_length() - 1
        if found is None or total > found[0]:
            found = total, of_colour ^ left << _SHIFTS[colour], colour
    if found is None:
        return None
    total, needs, colour = found
    return _made(hand, Formation.BATTALION, total + _lying(hand), wild=_MOST, needs=needs, colour=colour)


def _highest(hand: _Hand, unseen: int, kind: Formation) -> Reply:
    """The largest sum there is, whatever it makes."""
    needs, total, free = 0, _lying(hand), hand.free
    for value in range(10, 0, -1):
        if not free:
            break
        taken = _top(unseen & _VALUES[value], free)
        needs |= taken
        free -= taken.bit_count()
        total += value * taken.bit_count()
    return _made(hand, kind, total, wild=_MOST, needs=needs, colour=None)


def _lying(hand: _Hand) -> int:
    """What already lies there, with the wild cards at their highest."""
    return sum(hand.values) + sum(_MOST[card] for card in hand.held if card in _WILD)


def _top(found: int, count: int) -> int:
    """No more than `count` cards of a mask."""
    taken = 0
    while found and count:
        lowest = found & -found
        taken |= lowest
        found ^= lowest
        count -= 1
    return taken


def _made(
    hand: _Hand, kind: Formation, total: int, *, wild: Mapping[Card, int], needs: int, colour: Colour | None
) -> Reply:
    """The formation with every wild card as the Troop card that it stands for, of any colour where None is given."""
    to_come = tuple(troops(needs))
    counted = list(hand.held)
    for index, card in enumerate(hand.held):
        if card in _WILD:
            value = wild[card]
            choices = [colour] if colour else Colour
            stands_for = [f"{each.value}{value}" for each in choices]
            counted[index] = next((each for each in stands_for if each not in (*counted, *to_come)), stands_for[0])
    return Reply(formation=kind, total=total, as_=(*counted, *to_come), needs=to_come)
