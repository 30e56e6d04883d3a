"""The best that a side can still make of what lies there (Battle Line, Formations; Morale and Environment Tactics).

The book does not say that a Leader may not stand for a Troop card that lies elsewhere, nor for one beside it. Here it
may: Red 10, Red 5 and a Leader are a Battalion Order of 25.
"""

from collections.abc import Mapping, Sequence

from companion.battleline.cards import MORALE, VALUES, Card, troops
from companion.battleline.formations import Formation, Reply
from companion.battleline.held import LETTERS, MOST, Held, counted
from companion.battleline.runs import from_troops, in_run, runs

_SHIFTS = tuple(10 * index for index in range(len(LETTERS)))
_VALUES = {value: sum(1 << shift + value - 1 for shift in _SHIFTS) for value in VALUES}
_TEN = 0b1111111111
"""The ten values of a colour, brought down to the lowest bits."""
_DOWNWARD = tuple(reversed(VALUES))


def best(held: Sequence[Card], unseen: int, *, slots: int, fog: bool) -> Reply | None:
    """The strongest formation of `slots` cards that `held` can become with Troop cards of the mask `unseen`.

    `held` are no more than `slots` cards, none of them in `unseen`. None if it cannot be completed any more.
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
    """The largest sum there is, whatever it makes."""
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
    """No more than `count` cards of a mask."""
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
    """The formation with every wild card as the Troop card that it stands for, of any colour where none is given."""
    to_come = tuple(troops(needs))
    as_ = [*side.cards, *to_come]
    if side.wild:
        letters = LETTERS if colour is None else LETTERS[colour]
        for index, card in enumerate(side.cards):
            if card in MOST:
                as_[index] = _other_than(as_, letters, wild[card])
    return Reply(formation=kind, total=total, as_=tuple(as_), needs=to_come)


def _other_than(cards: Sequence[Card], letters: str, value: int) -> Card:
    """A Troop card of that value and one of these colours, none of `cards` if there is another."""
    for letter in letters:
        if (found := f"{letter}{value}") not in cards:
            return found
    return f"{letters[0]}{value}"
