"""Battle Line's claims a second time, by trying everything: each completion, each value of each wild card."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product
from math import comb

DECK = [f"{colour}{value}" for colour in "ROYGBP" for value in range(1, 11)]
STANDS_FOR = {
    "LA": DECK,
    "LD": DECK,
    "CC": [f"{colour}8" for colour in "ROYGBP"],
    "SB": [f"{colour}{value}" for colour in "ROYGBP" for value in (1, 2, 3)],
}
VALUE = {card: int(card[1:]) for card in DECK}
ORDER = ["host", "skirmish", "battalion", "phalanx", "wedge"]


def kind(cards: Sequence[str], *, fog: bool) -> str:
    """What plain cards make, by the book's definitions."""
    if fog:
        return "sum"
    values = sorted(VALUE[card] for card in cards)
    one_colour = len({card[0] for card in cards}) == 1
    consecutive = all(after == before + 1 for before, after in pairwise(values))
    if one_colour and consecutive:
        return "wedge"
    if values[0] == values[-1]:
        return "phalanx"
    if one_colour:
        return "battalion"
    return "skirmish" if consecutive else "host"


def strength(cards: Sequence[str], *, fog: bool) -> tuple[int, int]:
    made = kind(cards, fog=fog)
    return 0 if fog else ORDER.index(made), sum(VALUE[card] for card in cards)


def readings(held: Sequence[str]) -> Iterator[tuple[str, ...]]:
    return product(*(STANDS_FOR.get(card, [card]) for card in held))


def cost(held: Sequence[str], left: int, *, slots: int) -> int:
    """How many formations there are to try."""
    tries = comb(left, slots - len(held))
    for card in held:
        tries *= len(STANDS_FOR.get(card, [card]))
    return tries


def best(held: Sequence[str], unseen: Sequence[str], *, slots: int, fog: bool) -> tuple[int, int] | None:
    return max(
        (
            strength((*reading, *added), fog=fog)
            for added in combinations(unseen, slots - len(held))
            for reading in readings(held)
        ),
        default=None,
    )


def claimable(
    mine: Sequence[str], theirs: Sequence[str], unseen: Sequence[str], *, fog: bool, mud: bool, last: str
) -> bool:
    slots = 4 if mud else 3
    if len(mine) < slots:
        return False
    own = best(mine, [], slots=slots, fog=fog)
    other = best(theirs, unseen, slots=slots, fog=fog)
    assert own is not None
    if other is None or own > other:
        return True
    loser = last if len(theirs) == slots else "theirs"
    return own == other and loser == "theirs"
