"""What would still save a flag: the unseen cards with which a side can stop the other's claim."""

from itertools import combinations

import msgspec

from companion.battleline.cards import BIT, Card, troops
from companion.battleline.flag import Flag
from companion.battleline.replies import best


class Saves(msgspec.Struct, frozen=True, kw_only=True):
    """`cards`: each of them, laid next, leaves a way to win the flag. `pairs`: with two to come, those that win it.

    Both are empty if nothing saves the flag, or if the other side is not complete.
    """

    cards: tuple[Card, ...] = ()
    pairs: tuple[tuple[Card, Card], ...] = ()


def saves(flag: Flag, unseen: int) -> Saves:
    """What would still save my side of the flag from the other side's claim; `unseen` as for a claim.

    My side would play the last card, so a tie saves nothing (Battle Line, Flags).
    """
    theirs = best(flag.theirs, 0, slots=flag.slots, fog=flag.fog)
    free = flag.slots - len(flag.mine)
    if theirs is None or not free:
        return Saves()

    def wins(*laid: Card) -> bool:
        left = unseen
        for card in laid:
            left &= ~BIT[card]
        reply = best((*flag.mine, *laid), left, slots=flag.slots, fog=flag.fog)
        return reply is not None and reply.strength > theirs.strength

    cards = tuple(card for card in troops(unseen) if wins(card))
    pairs = tuple(pair for pair in combinations(cards, 2) if wins(*pair)) if free == 2 else ()
    return Saves(cards=cards, pairs=pairs)
