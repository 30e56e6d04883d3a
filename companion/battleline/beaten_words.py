"""The steps of a proof in words that either player may read to the other: nobody is "you" in them."""

from collections.abc import Sequence

from companion.battleline.cards import BIT, Card, Colour, named
from companion.battleline.flag import Flag
from companion.battleline.formations import Formation, Made, Outcome, Reply, compared
from companion.battleline.proof import NUMBERS, in_words, listed

_KINDS = {
    Formation.WEDGE: "wedge",
    Formation.PHALANX: "phalanx",
    Formation.BATTALION: "battalion order",
    Formation.SKIRMISH: "skirmish line",
    Formation.HOST: "host",
    Formation.SUM: "total",
}


def never(needed: int, left: int) -> str:
    """Why the other side makes nothing at all: it needs so many cards, and only `left` are unseen."""
    unseen = f"{NUMBERS[left]} {'is' if left == 1 else 'are'} unseen"
    return f"It takes {NUMBERS[needed]} more Troop card{'' if needed == 1 else 's'} to answer, and {unseen}."


def loses(mine: Made, reply: Reply) -> str:
    """Why the best reply of a kind is not enough."""
    if compared(mine, reply) is Outcome.TIE:
        if not reply.needs:
            return f"Both sides are {in_words(mine)}. A tie goes against the last card, and the claim did not lay it."
        return f"{_makes(reply)} too. A tie goes against the last card, which that would be."
    if mine.formation is reply.formation:
        return f"{_makes(reply)}: {mine.total} beats it."
    return f"{_makes(reply)}: {in_words(mine)} beats it."


def wins(mine: Made, reply: Reply) -> str:
    """Why a reply stops the claim."""
    if compared(mine, reply) is Outcome.TIE:
        return f"Both sides are {in_words(mine)}. A tie goes against the last card, and the claim laid it."
    lower = str(mine.total) if mine.formation is reply.formation else in_words(mine)
    return f"{_makes(reply)}, which beats {lower}."


def better_is_out(lying: Sequence[tuple[Card, int | None]]) -> str:
    """Why nothing better of the same kind can be made: where the cards lie, beside the deck where that is None."""
    return f"What would make more is out: {_where(lying)}."


def none_left(kind: Formation, lying: Sequence[tuple[Card, int | None]]) -> str:
    """Why no formation of that kind can be made, where few cards that are seen are what it lacks."""
    return f"No {_KINDS[kind]}: {_where(lying)}."


def nothing_left(kind: Formation, flag: Flag, left: Sequence[Card]) -> str:
    """Why no formation of that kind can be made of what the other side has laid: what the cards `left` unseen lack."""
    free = flag.slots - len(flag.theirs)
    troops = [card for card in flag.theirs if BIT[card]]
    if troops and kind is Formation.PHALANX:
        value = troops[0][1:]
        count = sum(card[1:] == value for card in left)
        there = f"{NUMBERS[count]} {value}{'s are' if count > 1 else ' is'}"
    elif troops and kind is Formation.BATTALION:
        colour = Colour(troops[0][0])
        count = sum(card[0] == colour.value for card in left)
        there = f"{NUMBERS[count]} {colour.word} card{'s are' if count > 1 else ' is'}"
    else:
        return f"No unseen card{' makes' if free == 1 else 's make'} a {_KINDS[kind]} here."
    return f"{there[0].upper()}{there[1:]} unseen: a {_KINDS[kind]} takes {NUMBERS[free]} more."


def _where(lying: Sequence[tuple[Card, int | None]]) -> str:
    places = ["beside the deck" if flag is None else f"at flag {flag}" for _, flag in lying]
    names = [f"{named(lying[0][0])} lies", *(named(card) for card, _ in lying[1:])]
    return _and([f"{name} {place}" for name, place in zip(names, places, strict=True)])


def _makes(reply: Reply) -> str:
    if not reply.needs:
        return f"{in_words(reply).capitalize()} lies there"
    return f"{listed(reply.needs)} {'makes' if len(reply.needs) == 1 else 'make'} {in_words(reply)}"


def _and(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
