"""Ledgers as the calculators show them, also where one of their numbers is not known yet."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from companion.ledger import Ledger, Line
from companion.warzone.attacks.target import TESTS
from web.warzone.calculators.fields import signed


@dataclass(frozen=True, kw_only=True)
class Sum:
    """A ledger to be drawn: label, figure and heading of every line, the sum as players read it, and a word on it."""

    title: str
    lines: tuple[tuple[str, str, str], ...]
    total: str
    note: str = ""


def rolled(title: str, ledger: Ledger, *, unknown: Collection[str] = ()) -> Sum:
    """A Target Number: "5−" is a roll of 5 or less. `unknown`: the labels of the lines whose number is still to come,
    for which any stands in."""
    return _sum(title, ledger, unknown, mark="−")


def armor(ledger: Ledger, *, tests: int, unknown: Collection[str] = ()) -> Sum:
    """An Armor Test's Target Number, of which a Damage Multiplier asks for several `tests`."""
    once = rolled("Armor", ledger, unknown=unknown)
    return once if tests == 1 else replace(once, title=f"Armor ×{tests}", note=f"{tests} Armor Tests, the worst counts")


def counted(title: str, ledger: Ledger, *, unknown: Collection[str] = ()) -> Sum:
    """A number that is not rolled, such as DAM."""
    return _sum(title, ledger, unknown, mark="")


def _sum(title: str, ledger: Ledger, unknown: Collection[str], *, mark: str) -> Sum:
    open_ = [line.label for line in ledger.lines if line.label in unknown]
    # A clamp tells nothing while the number that it clamps is made up.
    lines = [line for line in ledger.lines if not open_ or line.source != TESTS]
    return Sum(
        title=title,
        lines=tuple(
            (line.label, _figure(line, first=line is lines[0], unknown=unknown), line.source) for line in lines
        ),
        total=_so_far(lines, open_) if open_ else f"{plain(ledger.value)}{mark}",
    )


def _figure(line: Line, *, first: bool, unknown: Collection[str]) -> str:
    if line.label in unknown:
        return "?"
    return plain(line.value) if first else signed(line.value)


def plain(number: int) -> str:
    return str(number).replace("-", "−")


def _so_far(lines: list[Line], unknown: Collection[str]) -> str:
    known = sum(line.value for line in lines if line.label not in unknown)
    return f"? {signed(known)[0]} {abs(known)}" if known else "?"
