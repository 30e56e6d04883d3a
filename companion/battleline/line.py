"""Reads a whole battle line from one short line of text, scores it and judges it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import TypeVar

import msgspec

from companion.battleline.cards import Card, Flag, Who, once, one_leader, room
from companion.battleline.choices import DEFAULTS, BattleLineChoices
from companion.battleline.claim import Claim, claim, unseen
from companion.fields.invalid import Invalid

# How a battle ends, and a series of them (Battle Line, Objective and Game End; Game Variants, Three Players).

P = TypeVar("P")
WINNERS_POINTS = 5
ENOUGH_FOR_TWO = 5
"""Flags in all with which one of two players wins."""
ENOUGH_FOR_THREE = 4
"""Flags in all with which one of three players wins."""


class Victory(Enum):
    """Says how a battle is won."""

    BREAKTHROUGH = "breakthrough"
    ENVELOPMENT = "envelopment"


def victory(row: Sequence[bool], *, enough: int = ENOUGH_FOR_TWO) -> Victory | None:
    """Returns how a player has won who has claimed these of the flags before him, in order: three adjacent, or
    `enough`."""
    if adjacent(row):
        return Victory.BREAKTHROUGH
    return Victory.ENVELOPMENT if sum(row) >= enough else None


def adjacent(row: Sequence[bool]) -> tuple[int, ...]:
    """Returns the places in the row, from 0, of the flags that break through: three adjacent ones, and more if they
    join."""
    threes = (range(start, start + 3) for start in range(len(row) - 2) if all(row[start : start + 3]))
    return tuple(sorted({place for three in threes for place in three}))


def victors(holders: Mapping[int, P], *, rows: Mapping[P, Sequence[int]], enough: int) -> dict[P, Victory]:
    """Returns which players have won, by who holds which flag and the flags that lie before each of them, in order."""
    found = {}
    for player, row in rows.items():
        won = victory([holders.get(flag) == player for flag in row], enough=enough)
        if won is not None:
            found[player] = won
    return found


def points(winner: P | None, flags: Mapping[P, int]) -> dict[P, int]:
    """Returns what each player scores in a series by the flags he has claimed; of a tie, which has no winner, his flags
    alone.

    The winner also starts the next game. The book scores games of two and is silent about three: the same holds there.
    """
    return {player: WINNERS_POINTS if player == winner else count for player, count in flags.items()}


# A whole battle line as one short line of text, for links and files.
#
# Nine flags separated by `/`, each `mine-theirs`, cards joined by `.`; `*f`, `*m` or `*fm` for Fog and Mud; `+` for a
# flag that is mine already, `!` for theirs: `R8.R9.R10-B4/-*f/…`.

FLAGS = 9
_FLAG = re.compile(r"(?P<mine>[\w.]*)-(?P<theirs>[\w.]*)(?:\*(?P<on>fm?|mf?))?(?P<holder>[+!])?", re.ASCII)
_HOLDERS = {None: None, "+": Who.MINE, "!": Who.THEIRS}


class FlagPlace(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a flag of the line, and who has claimed it."""

    flag: Flag = Flag()
    holder: Who | None = None


def read_battle_line(text: str) -> tuple[FlagPlace, ...]:
    """Returns the nine flags that a line describes. Raises Invalid, whose field is the flag: `flag 3`."""
    parts = text.strip().split("/")
    if len(parts) != FLAGS:
        raise Invalid("flags", f"there must be {FLAGS}, separated by /, and there are {len(parts)}")
    places = tuple(_place(f"flag {number}", part.strip()) for number, part in enumerate(parts, 1))
    once(
        (f"flag {number}", card)
        for number, place in enumerate(places, 1)
        for card in (*place.flag.mine, *place.flag.theirs)
    )
    for side in ("mine", "theirs"):
        one_leader(
            (f"flag {number}", card) for number, place in enumerate(places, 1) for card in getattr(place.flag, side)
        )
    for name in ("fog", "mud"):
        lying = [number for number, place in enumerate(places, 1) if getattr(place.flag, name)]
        if len(lying) > 1:
            raise Invalid(
                f"flag {lying[1]}", f"there is one {name.capitalize()}, and it lies at flag {lying[0]} already"
            )
    if all(victory([place.holder is who for place in places]) for who in Who):
        raise Invalid("flags", "both sides have won with theirs: the battle ended with the first")
    return places


def written(line: Iterable[FlagPlace]) -> str:
    """Returns the line as text. `read_battle_line` returns the same line, without the players of the last cards."""
    return "/".join(_written(place) for place in line)


def _place(field: str, text: str) -> FlagPlace:
    found = _FLAG.fullmatch(text)
    if found is None:
        raise Invalid(field, f"“{text[:20]}” is no flag: write R8.R9-B4, with *f or *m, and + or ! once it is claimed")
    on = found["on"] or ""
    mine, theirs = (
        once((field, card) for card in found[side].split(".")) if found[side] else () for side in ("mine", "theirs")
    )
    flag = Flag(mine=mine, theirs=theirs, fog="f" in on, mud="m" in on)
    room(field, mine, slots=flag.slots)
    room(field, theirs, slots=flag.slots)
    return FlagPlace(flag=flag, holder=_HOLDERS[found["holder"]])


def _written(place: FlagPlace) -> str:
    flag = place.flag
    on = "f" * flag.fog + "m" * flag.mud
    holder = {None: "", Who.MINE: "+", Who.THEIRS: "!"}[place.holder]
    return f"{'.'.join(flag.mine)}-{'.'.join(flag.theirs)}{'*' + on if on else ''}{holder}"


# A whole battle line judged: which flags can be claimed, by whom, and who has won.


class FlagVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one flag, counted from 1: who has claimed it or else who can, and both sides' claims, each as that side
    sees it.

    A flag that has been claimed is not judged any more.
    """

    flag: int
    holder: Who | None
    claimable: Who | None = None
    mine: Claim | None = None
    theirs: Claim | None = None


class LineVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """Describes every flag, and who has won by the flags that are claimed already."""

    flags: tuple[FlagVerdict, ...]
    winner: Who | None
    victory: Victory | None


def judged(
    line: Sequence[FlagPlace], *, seen: Iterable[Card] = (), choices: BattleLineChoices = DEFAULTS
) -> LineVerdict:
    """Returns the verdict on a line of which each card is known; `seen` are the Troop cards face up beside it.

    Once a side has won, no flag can be claimed (Battle Line, Game End).
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
    line: Sequence[FlagPlace], *, seen: Iterable[Card] = (), choices: BattleLineChoices = DEFAULTS
) -> tuple[FlagVerdict, ...]:
    """Returns the verdict on each flag before a side has won, as on a line of which each card is known.

    It does not matter which players the flags lie between.
    """
    to_come = unseen((place.flag for place in line), seen)
    return tuple(
        FlagVerdict(flag=number, holder=place.holder) if place.holder else _judged(number, place, to_come, choices)
        for number, place in enumerate(line, 1)
    )


def _judged(number: int, place: FlagPlace, to_come: int, choices: BattleLineChoices) -> FlagVerdict:
    mine = claim(place.flag, to_come, choices)
    theirs = claim(place.flag.turned(), to_come, choices)
    return FlagVerdict(
        flag=number,
        holder=None,
        claimable=Who.MINE if mine.claimable else Who.THEIRS if theirs.claimable else None,
        mine=mine,
        theirs=theirs,
    )
