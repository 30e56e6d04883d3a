"""Target Numbers (Warzone Eternal Core Rules, Tests, Target Numbers (“TN”), and Rolling Dice)."""

from collections.abc import Iterable

from companion.ledger import Ledger, Line

LEAST, MOST = 1, 20
TESTS = "Tests, Target Numbers (“TN”), and Rolling Dice"


def target_number(lines: Iterable[Line]) -> Ledger:
    """The sum of `lines`, kept within 1 to 20 by a line of its own where it leaves them."""
    lowest = Ledger.of(lines).at_least(LEAST, label="No lower than 1", source=TESTS)
    return lowest.at_most(MOST, label="No higher than 20", source=TESTS)


def modifiers(*lines: Line) -> Iterable[Line]:
    """The lines that change the number."""
    return (line for line in lines if line.value)
