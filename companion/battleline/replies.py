"""The best that a side can still make of what lies there (Battle Line, Formations; Morale and Environment Tactics).

The book does not say that a Leader may not stand for a Troop card that lies elsewhere, nor for one beside it. Here it
may: Red 10, Red 5 and a Leader are a Battalion Order of 25.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from companion.battleline.cards import BEARERS, CAVALRY, LEADERS, MORALE, VALUES, Card, Colour, troops
from companion.battleline.formations import Formation, Reply

_LETTERS = "".join(colour.value for colour in Colour)
_SHIFTS = tuple(10 * index for index in range(len(_LETTERS)))
_TEN = 0b1111111111
"""The ten values of a colour, brought down to the lowest bits."""
_VALUES = {value: sum(1 << shift + value - 1 for shift in _SHIFTS) for value in VALUES}
_PLACES = {
    f"{letter}{value}": (colour, value, 1 << value - 1) for colour, letter in enumerate(_LETTERS) for value in VALUES
}
"""Each Troop card's colour by index, its value and its bit among ten."""
_DOWNWARD = tuple(reversed(VALUES))
_EIGHT = 1 << 7
_LOW = 0b111
_MOST = {**dict.fromkeys(LEADERS, 10), CAVALRY: 8, BEARERS: 3}
"""The highest value of each wild card."""


class _Side(NamedTuple):
    """What lies there. `colours`: those that all its troops can share, by index. `values`: theirs, as a mask of ten
    bits, `single` if none is there twice. `total`: the sum with the wild cards at their highest."""

    held: Sequence[Card]
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
        return bool(self.leaders or self.cavalry or self.bearers)


def best(held: Sequence[Card], unseen: int, *, slots: int, fog: bool) -> Reply | None:
    """The strongest formation of `slots` cards that `held` can become with Troop cards of the mask `unseen`.

    `held` are no more than `slots` cards, none of them in `unseen`. None if it cannot be completed any more.
    """
    if slots - len(held) > unseen.bit_count():
        return None
    side = _side(held, slots)
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


def _side(held: Sequence[Card], slots: int) -> _Side:
    colours: Sequence[int] = range(len(_LETTERS))
    values, total, leaders, single = 0, 0, 0, True
    for card in held:
        if card in _PLACES:
            colour, value, bit = _PLACES[card]
            colours = (colour,) if colour in colours else ()
            single = single and not values & bit
            values |= bit
            total += value
        else:
            leaders += card in LEADERS
            total += _MOST[card]
    free = slots - len(held)
    return _Side(held, slots, free, colours, values, single, total, leaders, CAVALRY in held, BEARERS in held)


def _wedge(side: _Side, by_colour: Sequence[tuple[int, int]]) -> Reply | None:
    if not by_colour:
        return None
    for gaps, total in _runs(side.slots, side.values):
        for colour, to_come in by_colour:
            needed = _needed(side, gaps, to_come)
            if needed is not None:
                wild = _in_run(side, gaps & ~needed)
                return _made(side, Formation.WEDGE, total, wild=wild, needs=needed << _SHIFTS[colour], colour=colour)
    return None


def _skirmish(side: _Side, unseen: int) -> Reply | None:
    if not side.single:
        return None
    folded = unseen | unseen >> 30
    to_come = (folded | folded >> 10 | folded >> 20) & _TEN
    for gaps, total in _runs(side.slots, side.values):
        needed = _needed(side, gaps, to_come)
        if needed is not None:
            needs = sum(_some(unseen & _VALUES[value], 1) for value in VALUES if needed >> value - 1 & 1)
            return _made(side, Formation.SKIRMISH, total, wild=_in_run(side, gaps & ~needed), needs=needs)
    return None


@cache
def _runs(slots: int, values: int) -> tuple[tuple[int, int], ...]:
    """Consecutive values with all of `values` among them: those they add, as a mask, and their sum, from the top."""
    return tuple(
        (window & ~values, slots * (2 * low + slots - 1) // 2)
        for low in range(11 - slots, 0, -1)
        if not values & ~(window := (1 << slots) - 1 << low - 1)
    )


def _needed(side: _Side, gaps: int, to_come: int) -> int | None:
    """Which of the values still missing troops must bring once the wild cards have theirs; None if that cannot be.

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


def _in_run(side: _Side, gaps: int) -> dict[Card, int]:
    """Which of consecutive values each wild card has, if together they have all of the mask `gaps`."""
    if not gaps:
        return {}
    left = [value for value in VALUES if gaps >> value - 1 & 1]
    values = {}
    if side.cavalry:
        values[CAVALRY] = 8
        left.remove(8)
    if side.bearers:
        values[BEARERS] = left.pop(0)
    for card in side.held:
        if card in LEADERS:
            values[card] = left.pop()
    return values


def _phalanx(side: _Side, unseen: int) -> Reply | None:
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


def _battalion(side: _Side, by_colour: Sequence[tuple[int, int]]) -> Reply | None:
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
    return _made(side, Formation.BATTALION, side.total + highest, wild=_MOST, needs=needs, colour=of)


def _highest(side: _Side, unseen: int, kind: Formation) -> Reply:
    """The largest sum there is, whatever it makes."""
    needs, total, free = 0, side.total, side.free
    for value in _DOWNWARD:
        if not free:
            break
        taken = _some(unseen & _VALUES[value], free)
        needs |= taken
        free -= taken.bit_count()
        total += value * taken.bit_count()
    return _made(side, kind, total, wild=_MOST, needs=needs)


def _some(found: int, count: int) -> int:
    """No more than `count` cards of a mask."""
    taken = 0
    while found and count:
        lowest = found & -found
        taken |= lowest
        found ^= lowest
        count -= 1
    return taken


def _made(
    side: _Side, kind: Formation, total: int, *, wild: Mapping[Card, int], needs: int, colour: int | None = None
) -> Reply:
    """The formation with every wild card as the Troop card that it stands for, of any colour where none is given."""
    to_come = tuple(troops(needs))
    counted = (*side.held, *to_come)
    if side.wild:
        letters = _LETTERS if colour is None else _LETTERS[colour]
        as_ = list(counted)
        for index, card in enumerate(side.held):
            if card in _MOST:
                as_[index] = _other_than(as_, letters, wild[card])
        counted = tuple(as_)
    return Reply(formation=kind, total=total, as_=counted, needs=to_come)


def _other_than(cards: Sequence[Card], letters: str, value: int) -> Card:
    """A Troop card of that value and one of these colours, none of `cards` if there is another."""
    for letter in letters:
        if (found := f"{letter}{value}") not in cards:
            return found
    return f"{letters[0]}{value}"
