"""Random positions at one flag, for the oracle and the benchmark."""

from dataclasses import dataclass
from random import Random

from companion.battleline.cards import Card, Flag, Who, mask
from companion.battleline.claim import Claim, claim
from tests.companion.battleline import oracle

WILD = ("LA", "LD", "CC", "SB")


@dataclass(frozen=True)
class Drawn:
    """A flag, and the Troop cards that may still come to it."""

    flag: Flag
    unseen: list[Card]

    def claim(self) -> Claim:
        return claim(self.flag, mask(self.unseen))


def position(random: Random, *, most: int) -> Drawn:
    """A position with no more than `most` formations to try: with wilds, fog, mud, large and small decks."""
    while True:
        mud, fog = random.random() < 0.3, random.random() < 0.15
        slots = 4 if mud else 3
        deck, wild = random.sample(oracle.DECK, 60), random.sample(WILD, 4)
        sides = []
        for count in (slots if random.random() < 0.9 else random.randrange(slots), random.randint(0, slots)):
            wilds = min(count, random.choice((0, 0, 0, 1, 1, 2, 3)))
            near = random.random() < 0.7
            cards = _near(random, deck, count - wilds) if near else deck[: count - wilds]
            deck = [card for card in deck if card not in cards]
            sides.append((*cards, *(wild.pop() for _ in range(min(wilds, len(wild))))))
        left = deck[: random.choice((0, 1, 2, 3, 4, 6, 9, 14, 25, len(deck)))]
        flag = Flag(mine=sides[0], theirs=sides[1], fog=fog, mud=mud, last=random.choice(list(Who)))
        tries = oracle.cost(flag.theirs, len(left), slots=slots) + oracle.cost(flag.mine, 0, slots=len(flag.mine))
        if tries <= most:
            return Drawn(flag, left)


def _near(random: Random, deck: list[Card], count: int) -> list[Card]:
    """Cards that have much in common, so that high formations come up."""
    if not deck:
        return []
    colour, value = deck[0][0], int(deck[0][1:])
    alike = sorted(deck, key=lambda card: (card[0] != colour) * random.choice((0, 2, 9)) + abs(int(card[1:]) - value))
    return alike[:count]
