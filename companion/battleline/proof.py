"""Proves a claim step by step, in words that either player may read to the other."""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TypeAlias

import msgspec

from companion.battleline.cards import (
    ALL_TROOPS,
    BIT,
    Card,
    Colour,
    Flag,
    FlagOutcome,
    Formation,
    Made,
    Reply,
    Who,
    compared,
    mask,
    named,
    troops,
)
from companion.battleline.claim import NUMBERS, in_words, listed
from companion.battleline.replies import best, best_of

# The steps of a proof in words that either player may read to the other: neither is "you" in them.

_KINDS = {
    Formation.WEDGE: "wedge",
    Formation.PHALANX: "phalanx",
    Formation.BATTALION: "battalion order",
    Formation.SKIRMISH: "skirmish line",
    Formation.HOST: "host",
    Formation.SUM: "total",
}


def never(needed: int, left: int) -> str:
    """Says why the other side cannot make a formation: it needs so many cards, and only `left` are unseen."""
    unseen = f"{NUMBERS[left]} {'is' if left == 1 else 'are'} unseen"
    return f"It takes {NUMBERS[needed]} more Troop card{'' if needed == 1 else 's'} to answer, and {unseen}."


def loses(mine: Made, reply: Reply) -> str:
    """Says why the best reply of a kind is not enough."""
    if compared(mine, reply) is FlagOutcome.TIE:
        if not reply.needs:
            return f"Both sides are {in_words(mine)}. A tie goes against the last card, and the claim did not lay it."
        return f"{_makes(reply)} too. A tie goes against the last card, which that would be."
    if mine.formation is reply.formation:
        return f"{_makes(reply)}: {mine.total} beats it."
    return f"{_makes(reply)}: {in_words(mine)} beats it."


def wins(mine: Made, reply: Reply) -> str:
    """Says why a reply stops the claim."""
    if compared(mine, reply) is FlagOutcome.TIE:
        return f"Both sides are {in_words(mine)}. A tie goes against the last card, and the claim laid it."
    lower = str(mine.total) if mine.formation is reply.formation else in_words(mine)
    return f"{_makes(reply)}, which beats {lower}."


def better_is_out(lying: Sequence[tuple[Card, int | None]]) -> str:
    """Says why a better one of the same kind cannot be made: where its cards lie, None for beside the deck."""
    return f"What would make more is out: {_where(lying)}."


def none_left(kind: Formation, lying: Sequence[tuple[Card, int | None]]) -> str:
    """Says why no formation of that kind can be made, where few cards that are seen are what it lacks."""
    return f"No {_KINDS[kind]}: {_where(lying)}."


def nothing_left(kind: Formation, flag: Flag, left: Sequence[Card]) -> str:
    """Says why no formation of that kind can be made of what the other side has laid: what the cards `left` unseen
    lack."""
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


# A claim's proof step by step: every kind of formation that the other side could aim at, and what becomes of it.
#
# Kinds go from the highest down; each has its best formation with the unseen Troop cards, or the cards on the table
# that it would take (Battle Line, Flags). Kinds that what lies there can never become are left out, and so are those
# below the claim's own that can no longer be made.

NAMED = 3
"""Cards that are out are named up to this number. Of more, it is enough that none is left."""


_Lying: TypeAlias = tuple[tuple[Card, int | None], ...]


class ReplyFate(Enum):
    """Says what becomes of a reply: it is lower, it ties and so loses, it can never be made, or it beats the claim."""

    BEATEN = "beaten"
    TIED = "tied"
    OUT = "out"
    BEATS = "beats"


class OutCards(msgspec.Struct, frozen=True):
    """Describes a card that a reply would take, and the flag at which it lies; None where that is beside the deck."""

    card: Card
    flag: int | None


class ProofStep(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Describes one kind of reply, fit to be read out. `as` has what lies there and then the unseen cards that it
    `needs`, each as what it counts; both empty where none can be made. `out` are cards that a better one would take.
    `formation` is None where the other side cannot make any."""

    formation: Formation | None
    fate: ReplyFate
    words: str
    total: int | None = None
    as_: tuple[Card, ...] = msgspec.field(name="as", default=())
    needs: tuple[Card, ...] = ()
    out: tuple[OutCards, ...] = ()


def beaten_replies(flag: Flag, unseen: int, lies: Mapping[Card, int | None]) -> tuple[ProofStep, ...]:
    """Returns the replies that a claim which holds beats, as my side of the flag makes it; at least one.

    My side is complete. `unseen` as for a claim; `lies` tells at which flag each Troop card is that is seen.
    """
    mine = best(flag.mine, 0, slots=flag.slots, fog=flag.fog)
    reply = best(flag.theirs, unseen, slots=flag.slots, fog=flag.fog)
    if mine is None:
        return ()
    if reply is None:
        needed = flag.slots - len(flag.theirs)
        return (ProofStep(formation=None, fate=ReplyFate.OUT, words=never(needed, unseen.bit_count())),)
    if flag.fog or not reply.needs:
        return (_against(mine, reply),)
    found = (_of_kind(kind, flag, unseen, mine, lies) for kind in Formation if kind is not Formation.SUM)
    return tuple(step for step in found if step is not None)


def answer(flag: Flag, unseen: int) -> ProofStep | None:
    """Returns the one reply that beats a claim which does not hold; None where it holds, or my side is not complete."""
    mine = best(flag.mine, 0, slots=flag.slots, fog=flag.fog)
    reply = best(flag.theirs, unseen, slots=flag.slots, fog=flag.fog)
    if mine is None or reply is None:
        return None
    outcome = compared(mine, reply)
    if outcome is FlagOutcome.THEIRS or (outcome is FlagOutcome.TIE and not reply.needs and flag.last is Who.MINE):
        return _step(reply, ReplyFate.BEATS, wins(mine, reply))
    return None


def _of_kind(kind: Formation, flag: Flag, unseen: int, mine: Made, lies: Mapping[Card, int | None]) -> ProofStep | None:
    reply = best_of(kind, flag.theirs, unseen, slots=flag.slots)
    lower = kind.rank < mine.formation.rank
    if reply is None and (lower or best_of(kind, flag.theirs, _ever(flag), slots=flag.slots) is None):
        return None
    if reply is None and kind is not Formation.WEDGE:
        return ProofStep(formation=kind, fate=ReplyFate.OUT, words=nothing_left(kind, flag, tuple(troops(unseen))))
    out = () if lower or kind is not Formation.WEDGE else _out(flag, unseen, lies, above=reply.total if reply else 0)
    if reply is not None:
        return _against(mine, reply, out=out)
    said = none_left(kind, out) if out else nothing_left(kind, flag, ())
    return ProofStep(formation=kind, fate=ReplyFate.OUT, out=tuple(OutCards(*each) for each in out), words=said)


def _against(mine: Made, reply: Reply, *, out: _Lying = ()) -> ProofStep:
    fate = ReplyFate.TIED if compared(mine, reply) is FlagOutcome.TIE else ReplyFate.BEATEN
    said = loses(mine, reply)
    return _step(reply, fate, f"{said} {better_is_out(out)}" if out else said, out)


def _step(reply: Reply, fate: ReplyFate, said: str, out: _Lying = ()) -> ProofStep:
    return ProofStep(
        formation=reply.formation,
        fate=fate,
        words=said,
        total=reply.total,
        as_=reply.as_,
        needs=reply.needs,
        out=tuple(OutCards(*each) for each in out),
    )


def _out(flag: Flag, unseen: int, lies: Mapping[Card, int | None], *, above: int) -> _Lying:
    """Lists the seen cards without which there is no wedge of more than `above`; none where it takes too many."""
    left, found = _ever(flag), []
    while wedge := _wedge(flag, left, above):
        missed = next(card for card in wedge.needs if not mask((card,)) & unseen)
        found.append(missed)
        left &= ~mask((missed,))
    for card in tuple(found):
        if _wedge(flag, left | mask((card,)), above) is None:
            found.remove(card)
            left |= mask((card,))
    return tuple((card, lies.get(card)) for card in found) if len(found) <= NAMED else ()


def _wedge(flag: Flag, left: int, above: int) -> Reply | None:
    wedge = best_of(Formation.WEDGE, flag.theirs, left, slots=flag.slots)
    return wedge if wedge and wedge.total > above else None


def _ever(flag: Flag) -> int:
    """Returns all Troop cards that do not lie on the other side."""
    return ALL_TROOPS & ~mask(flag.theirs)
