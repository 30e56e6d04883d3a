"""Chances as bars that read on a phone."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.warzone.chances.dice import Chance

_HARDLY = 0.0005
"""Less than this is no bar of its own: it would read 0.0 %."""


@dataclass(frozen=True, kw_only=True)
class Bar:
    """One chance: `percent` stands at its end, `exact` is the fraction, `width` is out of 100. `tone` is a class."""

    label: str
    percent: str
    exact: str
    width: str
    tone: str = ""


@dataclass(frozen=True, kw_only=True)
class Tail:
    """A number of Wound Counters: the chance of as many or more above the chance of just as many."""

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
    """One for each number of wounds from 1 that is worth a bar; from `left` on they make a Casualty."""
    return [
        Tail(
            at_least=bar(_wounds(wounds, "+"), more, "fatal" if wounds >= left else ""),
            exactly=bar(f"just {wounds}", just),
        )
        for wounds, (more, just) in enumerate(zip(at_least, exactly, strict=True))
        if wounds == 1 or (wounds > 1 and more.p >= _HARDLY)
    ]


def percent(p: float) -> str:
    """A chance to a tenth of a percent; what is neither sure nor impossible never reads as if it were."""
    if 0 < p < _HARDLY:
        return "<0.1 %"
    if 1 - _HARDLY < p < 1:
        return ">99.9 %"
    return f"{100 * p:.1f}".removesuffix(".0") + " %"


def _wounds(count: int, more: str) -> str:
    return f"{count}{more} wound{'' if count == 1 else 's'}"
