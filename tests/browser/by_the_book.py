"""The odds of an attack, worked out once more from the book's own words and nothing of ours."""

from collections import Counter
from fractions import Fraction
from itertools import product

D20 = range(1, 21)


def odds(*, tn: int, dam: int, ar: int, left: int, tests: int = 1, criticals: bool = True) -> str:
    """The chance of a Casualty, as it is printed: of `tests` Tests at most `tn` on a d20, each hit of `dam` answered by
    an Armor Test against `ar` (by two after a natural 1, the worse counting, where `criticals` do), and `left` Wounds
    to lose."""
    each: Counter[int] = Counter()
    for face, first, second in product(D20, repeat=3):
        each[_wounds(face, (first, second) if face == 1 and criticals else (first,), tn, ar - dam)] += 1
    total = {0: Fraction(1)}
    for _ in range(tests):
        more: dict[int, Fraction] = {}
        for (had, chance), (got, ways) in product(total.items(), each.items()):
            more[had + got] = more.get(had + got, Fraction()) + chance * Fraction(ways, 20**3)
        total = more
    return printed(sum(chance for wounds, chance in total.items() if wounds >= left))


def printed(chance: Fraction | int) -> str:
    """In percent, to a tenth."""
    return f"{100 * float(chance):.1f}".removesuffix(".0") + " %"


def _wounds(face: int, armor: tuple[int, ...], tn: int, armor_tn: int) -> int:
    if face > within(tn):
        return 0
    failed = max(armor) - within(armor_tn)
    return 2 if failed >= 6 else 1 if failed >= 1 else 0


def within(tn: int) -> int:
    """No modifiers make a TN less than 1 or more than 20."""
    return max(1, min(20, tn))
