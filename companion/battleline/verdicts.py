"""A whole battle line judged: which flags can be claimed, by whom, and who has won."""

from collections.abc import Iterable, Sequence

import msgspec

from companion.battleline.cards import Card
from companion.battleline.choices import DEFAULTS, BattleLineChoices
from companion.battleline.claim import Claim, claim, unseen
from companion.battleline.flag import Who
from companion.battleline.line import Place
from companion.battleline.scoring import Victory, victory


class FlagVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """One flag, counted from 1: who has claimed it or else who can, and both sides' claims, each as that side sees it.

    A flag that has been claimed is not judged any more.
    """

    flag: int
    holder: Who | None
    claimable: Who | None = None
    mine: Claim | None = None
    theirs: Claim | None = None


class LineVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """Every flag, and who has won by the flags that are claimed already."""

    flags: tuple[FlagVerdict, ...]
    winner: Who | None
    victory: Victory | None


def judged(line: Sequence[Place], *, seen: Iterable[Card] = (), choices: BattleLineChoices = DEFAULTS) -> LineVerdict:
    """The verdict on a line of which each card is known; `seen` are the Troop cards face up beside it.

    Once somebody has won, nothing can be claimed any more (Battle Line, Game End).
    """
    won = {who: victory([place.holder is who for place in line]) for who in Who}
    winner = next((who for who, how in won.items() if how), None)
    return LineVerdict(
        flags=tuple(FlagVerdict(flag=number, holder=place.holder) for number, place in enumerate(line, 1))
        if winner
        else each_judged(line, seen=seen, choices=choices),
        winner=winner,
        victory=winner and won[winner],
    )


def each_judged(
    line: Sequence[Place], *, seen: Iterable[Card] = (), choices: BattleLineChoices = DEFAULTS
) -> tuple[FlagVerdict, ...]:
    """The verdict on each flag while nobody has won, as on a line of which each card is known; it does not matter which
    players the flags lie between."""
    to_come = unseen((place.flag for place in line), seen)
    return tuple(
        FlagVerdict(flag=number, holder=place.holder) if place.holder else _judged(number, place, to_come, choices)
        for number, place in enumerate(line, 1)
    )


def _judged(number: int, place: Place, to_come: int, choices: BattleLineChoices) -> FlagVerdict:
    mine = claim(place.flag, to_come, choices)
    theirs = claim(place.flag.turned(), to_come, choices)
    return FlagVerdict(
        flag=number,
        holder=None,
        claimable=Who.MINE if mine.claimable else Who.THEIRS if theirs.claimable else None,
        mine=mine,
        theirs=theirs,
    )
