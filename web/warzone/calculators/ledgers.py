"""Ledgers and chances as the pages show them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from companion.ledger import Ledger, Line
from companion.warzone.attacks.target import TESTS
from companion.warzone.chances.dice import Chance
from web.warzone.calculators.fields import signed

# Ledgers as the calculators show them, also where one of their numbers is not known yet.


@dataclass(frozen=True, kw_only=True)
class Sum:
    """Holds a ledger to be drawn: each line's label, figure and heading, the sum as players read it, and a note."""

    title: str
    lines: tuple[tuple[str, str, str], ...]
    total: str
    note: str = ""


def rolled(title: str, ledger: Ledger, *, unknown: Collection[str] = ()) -> Sum:
    """Returns a Target Number: "5−" is a roll of 5 or less.

    `unknown` has the labels of the lines whose number is still to come, and has a stand-in.
    """
    return _sum(title, ledger, unknown, mark="−")


def armor(ledger: Ledger, *, tests: int, unknown: Collection[str] = ()) -> Sum:
    """Returns an Armor Test's Target Number, with the number of `tests` for a Damage Multiplier."""
    once = rolled("Armor", ledger, unknown=unknown)
    return once if tests == 1 else replace(once, title=f"Armor ×{tests}", note=f"{tests} Armor Tests, the worst counts")


def counted(title: str, ledger: Ledger, *, unknown: Collection[str] = ()) -> Sum:
    """Returns a number that is not rolled, such as DAM."""
    return _sum(title, ledger, unknown, mark="")


def _sum(title: str, ledger: Ledger, unknown: Collection[str], *, mark: str) -> Sum:
    open_ = [line.label for line in ledger.lines if line.label in unknown]
    # A clamp is left out while the number that it clamps is made up.
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


# Chances as bars that read on a phone.

_HARDLY = 0.0005
"""Less than this is no bar of its own: it would read 0.0 %."""


@dataclass(frozen=True, kw_only=True)
class Bar:
    """Holds one chance: `percent` is at its end, `exact` is the fraction, `width` is out of 100. `tone` is a class."""

    label: str
    percent: str
    exact: str
    width: str
    tone: str = ""


@dataclass(frozen=True, kw_only=True)
class Tail:
    """Holds a number of Wound Counters: the chance of as many or more above the chance of just as many."""

    at_least: Bar
    exactly: Bar


def bar(label: str, chance: Chance, tone: str = "") -> Bar:
    return Bar(
        label=label,
        percent=percent(chance.p),
        exact=chance.exact,
        width=f"{100 * chance.p:.2f}".rstrip("0").rstrip("."),
        tone=tone,
    )


def tails(at_least: Sequence[Chance], exactly: Sequence[Chance], left: int) -> list[Tail]:
    """Returns a tail for each number of wounds from 1 that is worth a bar; from `left` on they make a Casualty."""
    return [
        Tail(
            at_least=bar(_wounds(wounds, "+"), more, "fatal" if wounds >= left else ""),
            exactly=bar(f"just {wounds}", just),
        )
        for wounds, (more, just) in enumerate(zip(at_least, exactly, strict=True))
        if wounds == 1 or (wounds > 1 and more.p >= _HARDLY)
    ]


def percent(p: float) -> str:
    """Returns a chance to a tenth of a percent.

    A chance below certainty never reads as 100 %, and one above zero never as 0 %.
    """
    if 0 < p < _HARDLY:
        return "<0.1 %"
    if 1 - _HARDLY < p < 1:
        return ">99.9 %"
    return f"{100 * p:.1f}".removesuffix(".0") + " %"


def _wounds(count: int, more: str) -> str:
    return f"{count}{more} wound{'' if count == 1 else 's'}"
