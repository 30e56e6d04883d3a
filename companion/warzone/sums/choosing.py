"""The chance to be the one who chooses, ties and re-rolls counted in (Warzone Eternal Core Rules, Roll for Initiative;
General Assets)."""

from bisect import bisect_left, bisect_right
from fractions import Fraction

from companion.warzone.chances.chance import Chance
from companion.warzone.sums.initiative import Initiative, Player, scores


def chooses(question: Initiative, player: Player, *, tied: Player | None) -> Chance:
    """That the choice of a later Turn is this player's. `tied` has it on equal scores; None: both roll again until they
    differ. At most one of the two counts as having rolled 1."""
    return _chance(_plain(scores(question, player), scores(question, player.other), _ours(player, tied)))


def misdirecting(question: Initiative, player: Player, *, tied: Player | None) -> Chance:
    """Likewise, where this player may have the other's die rolled again once, as by Intel Misdirection, and does so
    where that serves best: always on a lost roll, and on equal scores where both would roll again, wherever one die
    rolled again is better than both with the asset still in hand."""
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
    # Of the equal scores, the best few are worth the asset; on the others both roll again, and it all begins anew.
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
    """How many of their scores, which ascend, this one is lower than, and how many it equals."""
    higher = bisect_right(theirs, own)
    return len(theirs) - higher, higher - bisect_left(theirs, own)


def _ours(player: Player, tied: Player | None) -> int | None:
    """What a tie is worth to the player; None where both roll again."""
    return None if tied is None else int(tied is player)


def _plain(mine: list[int], theirs: list[int], ours: int | None) -> Fraction:
    whole = len(mine) * len(theirs)
    won, same = (sum(counts) for counts in zip(*(_against(own, theirs) for own in mine), strict=True))
    return Fraction(won, whole - same) if ours is None else Fraction(won + same * ours, whole)


def _chance(fraction: Fraction) -> Chance:
    return Chance.of(fraction.numerator, fraction.denominator)
