"""Works out who goes first and how often: Initiative, the chance to choose, and Pass Counters."""

from bisect import bisect_left, bisect_right
from enum import Enum
from fractions import Fraction
from typing import Annotated

import msgspec

from companion.choices import Chosen, reading
from companion.fields.characters import Line as Text
from companion.fields.invalid import Invalid
from companion.fields.numbers import whole
from companion.ledger import Ledger, Line
from companion.warzone.chances.dice import FACES, Chance
from companion.warzone.choices import TIED_INITIATIVE, WarzoneChoices

# Initiative (Warzone Eternal Core Rules, Roll for Initiative; First Turn Initiative).

ROLL = "Roll for Initiative"
FIRST, LAST = 1, 5

Die = Annotated[int, msgspec.Meta(ge=1, le=FACES)]
Points = Annotated[int, msgspec.Meta(ge=0, le=40)]
Count = Annotated[int, msgspec.Meta(ge=0, le=40)]


class InitiativePlayer(Enum):
    A = "a"
    B = "b"

    @property
    def other(self) -> "InitiativePlayer":
        return InitiativePlayer.B if self is InitiativePlayer.A else InitiativePlayer.A


class Initiative(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks for the start of a Turn.

    `…_pinned` counts units with Pinned Counters. `…_roll` is the d20, left out before it is rolled. `…_ignores_vp`: the
    Force has Seize the Initiative. `…_counts_as_one`: it uses The Moment Has Come!, and then needs no roll.
    `deployment_chosen_by` is needed in the first Turn, and matters only there.
    """

    turn: Annotated[int, msgspec.Meta(ge=FIRST, le=LAST)]
    a_vp: Points = 0
    b_vp: Points = 0
    a_pinned: Count = 0
    b_pinned: Count = 0
    a_roll: Die | None = None
    b_roll: Die | None = None
    a_ignores_vp: bool = False
    b_ignores_vp: bool = False
    a_counts_as_one: bool = False
    b_counts_as_one: bool = False
    deployment_chosen_by: InitiativePlayer | None = None


class InitiativeChances(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the chances of having the lower Initiative Score; the three together are 1."""

    a: Chance
    b: Chance
    tie: Chance


class InitiativeAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Says who starts the Turn.

    `chooser` has the lower score, and keeps the Initiative or passes it. `first` goes first in the first Turn, where
    neither player chooses.
    """

    a: Ledger | None
    b: Ledger | None
    chooser: InitiativePlayer | None
    tie: bool
    first: InitiativePlayer | None
    chances: InitiativeChances
    choices: tuple[Chosen, ...]


def score(die: int, *, vps: int, pinned: int, ignores_vp: bool, counts_as_one: bool) -> Ledger:
    """Sums an Initiative Score: the d20, the Force's VPs, its units with Pinned Counters, and its assets' changes."""
    lines = [Line("d20", die, ROLL)]
    if counts_as_one:
        lines.append(Line("The Moment Has Come!", 1 - die, "Bauhaus Assets"))
    lines.append(Line("VPs", vps, ROLL))
    if ignores_vp:
        lines.append(Line("Seize the Initiative", -vps, "Imperial Assets"))
    return Ledger.of([*lines, Line("Pinned units", pinned, ROLL)])


def initiative(question: Initiative, choices: WarzoneChoices) -> InitiativeAnswer:
    """Returns the Initiative Scores, or the chances before they are rolled. Raises Invalid."""
    if question.turn == FIRST:
        return _first_turn(question)
    a, b = (None if roll is None else _score(question, player, roll) for player, roll in _rolls(question))
    known = a is not None and b is not None
    tie = a is not None and b is not None and a.value == b.value
    chooser = None
    if a is not None and b is not None and not tie:
        chooser = InitiativePlayer.A if a.value < b.value else InitiativePlayer.B
    return InitiativeAnswer(
        a=a,
        b=b,
        chooser=chooser,
        tie=tie,
        first=None,
        chances=_chances(question),
        choices=(reading(TIED_INITIATIVE, choices),) if tie or not known else (),
    )


def scores(question: Initiative, player: InitiativePlayer) -> list[int]:
    """Returns the Initiative Scores that the player can have, equally likely, lowest first; one for a known die."""
    roll = dict(_rolls(question))[player]
    least = _score(question, player, roll or 1).value
    return [least] if roll else list(range(least, least + FACES))


def _first_turn(question: Initiative) -> InitiativeAnswer:
    chosen_by = question.deployment_chosen_by
    if chosen_by is None:
        raise Invalid(
            "deployment_chosen_by",
            "is missing: in the first Turn the player who did not select the Deployment Areas goes first",
        )
    sure = {player: Chance.of(int(player is chosen_by.other)) for player in InitiativePlayer}
    return InitiativeAnswer(
        a=None,
        b=None,
        chooser=None,
        tie=False,
        first=chosen_by.other,
        chances=InitiativeChances(a=sure[InitiativePlayer.A], b=sure[InitiativePlayer.B], tie=Chance.of(0)),
        choices=(),
    )


def _rolls(question: Initiative) -> tuple[tuple[InitiativePlayer, int | None], tuple[InitiativePlayer, int | None]]:
    """Returns the dice that are known: one that counts as 1 is, rolled or not."""
    a, b = (
        1 if roll is None and counts_as_one else roll
        for roll, counts_as_one in (
            (question.a_roll, question.a_counts_as_one),
            (question.b_roll, question.b_counts_as_one),
        )
    )
    return (InitiativePlayer.A, a), (InitiativePlayer.B, b)


def _score(question: Initiative, player: InitiativePlayer, die: int) -> Ledger:
    if player is InitiativePlayer.A:
        return score(
            die,
            vps=question.a_vp,
            pinned=question.a_pinned,
            ignores_vp=question.a_ignores_vp,
            counts_as_one=question.a_counts_as_one,
        )
    return score(
        die,
        vps=question.b_vp,
        pinned=question.b_pinned,
        ignores_vp=question.b_ignores_vp,
        counts_as_one=question.b_counts_as_one,
    )


def _chances(question: Initiative) -> InitiativeChances:
    """Returns every pair of dice that can still fall."""
    mine, theirs = scores(question, InitiativePlayer.A), scores(question, InitiativePlayer.B)
    whole = len(mine) * len(theirs)
    lower = sum(a < b for a in mine for b in theirs)
    tied = sum(a == b for a in mine for b in theirs)
    return InitiativeChances(
        a=Chance.of(lower, whole), b=Chance.of(whole - lower - tied, whole), tie=Chance.of(tied, whole)
    )


# The chance to be the one who chooses, ties and re-rolls counted in (Warzone Eternal Core Rules, Roll for Initiative;
# General Assets).


def chooses(question: Initiative, player: InitiativePlayer, *, tied: InitiativePlayer | None) -> Chance:
    """Returns the chance that this player has the choice in a later Turn.

    `tied` has it on equal scores; None means that both roll again until they differ. At most one of the two counts as
    having rolled 1.
    """
    return _chance(_plain(scores(question, player), scores(question, player.other), _ours(player, tied)))


def misdirecting(question: Initiative, player: InitiativePlayer, *, tied: InitiativePlayer | None) -> Chance:
    """Returns the same chance for a player who may have the other's die rolled again once (Intel Misdirection).

    The player does so where it serves best: always on a lost roll. On equal scores where both would roll again, it
    depends. Rolling one die again must be better than rolling both with the asset still in hand.
    """
    mine, theirs = scores(question, player), scores(question, player.other)
    ours = _ours(player, tied)
    plain = _plain(mine, theirs, ours)
    won, equal = Fraction(0), list[Fraction]()
    for own in mine:
        lower, same = _against(own, theirs)
        again = (lower + same * (plain if ours is None else ours)) / Fraction(len(theirs))
        won += lower + (len(theirs) - lower - same) * again
        if ours is None:
            equal += [again] * same
        else:
            won += same * max(again, Fraction(ours))
    # Of the equal scores, the best few are worth the asset. On the others both roll again, and all starts over.
    equal.sort(reverse=True)
    settled = len(mine) * len(theirs) - len(equal)
    best = won / settled if settled else Fraction(0)
    for again in equal:
        if again <= best:
            break
        won, settled = won + again, settled + 1
        best = won / settled
    return _chance(best)


def _against(own: int, theirs: list[int]) -> tuple[int, int]:
    """Returns how many of their scores, which ascend, this one is lower than, and how many it equals."""
    higher = bisect_right(theirs, own)
    return len(theirs) - higher, higher - bisect_left(theirs, own)


def _ours(player: InitiativePlayer, tied: InitiativePlayer | None) -> int | None:
    """Returns what a tie is worth to the player; None where both roll again."""
    return None if tied is None else int(tied is player)


def _plain(mine: list[int], theirs: list[int], ours: int | None) -> Fraction:
    whole = len(mine) * len(theirs)
    won, same = (sum(counts) for counts in zip(*(_against(own, theirs) for own in mine), strict=True))
    return Fraction(won, whole - same) if ours is None else Fraction(won + same * ours, whole)


def _chance(fraction: Fraction) -> Chance:
    return Chance.of(fraction.numerator, fraction.denominator)


# Pass Counters (Warzone Eternal Core Rules, Calculate Pass Counters).

HEADING = "Calculate Pass Counters"

Activations = Annotated[int, msgspec.Meta(ge=0, le=99)]


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """`count` units of one kind with the Group (`size`) ability."""

    name: str
    count: int
    size: int

    @property
    def activations(self) -> int:
        """Counts one for each Group, and one for a part of one."""
        return -(-self.count // self.size)


class Passes(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Describes the two Forces at the start of a Turn.

    `a` and `b` count the units that are Activated one by one. `…_groups` list those with Group (X), as
    `name:count:size`, separated by commas.
    """

    a: Activations
    b: Activations
    a_groups: Text = ""
    b_groups: Text = ""


class PassesAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the Pass Counters of each, the Activations that they follow from, and the sum in words."""

    a: int
    b: int
    a_activations: int
    b_activations: int
    why: str
    source: str = HEADING


def pass_counters(mine: int, theirs: int) -> int:
    """Returns one for every two full Activations that `mine` are fewer than `theirs`."""
    return max(0, theirs - mine) // 2


def passes(question: Passes) -> PassesAnswer:
    """Returns who may pass, and how often. Raises Invalid for a group in another form."""
    a = question.a + sum(group.activations for group in groups("a_groups", question.a_groups))
    b = question.b + sum(group.activations for group in groups("b_groups", question.b_groups))
    few, many = sorted((a, b))
    counters = pass_counters(few, many)
    why = f"{few} Activations against {many}: {many - few} fewer is {counters} full pair{'' if counters == 1 else 's'}."
    return PassesAnswer(a=pass_counters(a, b), b=pass_counters(b, a), a_activations=a, b_activations=b, why=why)


def groups(field: str, text: str) -> list[Group]:
    """Reads the groups in `name:count:size,…`. Raises Invalid, naming `field`."""
    return [_group(field, part) for part in text.split(",") if part.strip()]


def _group(field: str, text: str) -> Group:
    name, *numbers = text.strip().split(":", 3)
    count, size = (whole(number, most=99) for number in numbers) if len(numbers) == 2 else (None, None)
    if not name or count is None or not size:
        raise Invalid(
            field,
            f"must be name:count:size, as in Hounds:5:3, up to 99 units and no Group of 0, got {text.strip()[:40]}",
        )
    return Group(name=name, count=count, size=size)
