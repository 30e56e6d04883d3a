"""What would still save a flag: the unseen cards with which a side can stop the other's claim."""

from functools import lru_cache

from companion.battleline.cards import BIT, Card, mask, troops
from companion.battleline.flag import Flag
from companion.battleline.replies import best


@lru_cache(maxsize=16)
def saves(flag: Flag, unseen: int) -> tuple[Card, ...]:
    """The cards of the mask `unseen` that, laid next on my side, leave it a way to win; colour by colour.

    My side would play the last card, so a tie saves nothing (Battle Line, Flags). None are there if the other side is
    not complete, or if mine is. The last few answers are kept: both sides of a flag ask for the same.
    """
    slots, fog = flag.slots, flag.fog
    theirs = best(flag.theirs, 0, slots=slots, fog=fog)
    if theirs is None or len(flag.mine) >= slots:
        return ()

    def winning(*laid: Card) -> int:
        """The cards that the best reply with these takes, as a mask; none if it does not win."""
        taken = mask(laid)
        reply = best((*flag.mine, *laid), unseen & ~taken, slots=slots, fog=fog)
        return taken | mask(reply.needs) if reply is not None and reply.strength > theirs.strength else 0

    saving = winning()
    if saving:
        for card in troops(unseen):
            if not saving & BIT[card]:
                saving |= winning(card)
    return tuple(troops(saving))
