"""Armor Tests as the pages draw them, whole or as far as they go."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.choices import Chosen
from companion.warzone.armor import ArmorAnswer, Resolved
from companion.warzone.degrees import Degree
from web.warzone.odds import Bar, bar
from web.warzone.sums import Sum, armor

_DEGREES = {
    Degree.NO_EFFECT: "No effect.",
    Degree.PINNED: "Pinned.",
    Degree.ONE_WOUND: "One wound, and pinned.",
    Degree.TWO_WOUNDS: "Two wounds, and pinned.",
}


@dataclass(frozen=True, kw_only=True)
class ArmorView:
    """`lacking` says what is still to come; `headline` and `resolved` are about dice that lie on the table."""

    lacking: str = ""
    sums: Sequence[Sum] = ()
    bars: Sequence[Bar] = ()
    headline: str = ""
    resolved: Resolved | None = None
    choices: Sequence[Chosen] = ()


def whole(answer: ArmorAnswer) -> ArmorView:
    found, resolved = answer.degrees, answer.resolved
    return ArmorView(
        sums=[armor(answer.armor, tests=answer.multiplier)],
        bars=[
            bar("no effect", found.no_effect),
            bar("pinned only", found.pinned),
            bar("1 wound", found.one_wound),
            bar("2 wounds", found.two_wounds),
            bar("casualty", answer.casualty, "fatal"),
        ],
        headline="" if resolved is None else "Casualty." if resolved.casualty else _DEGREES[resolved.degree],
        resolved=resolved,
        choices=answer.choices,
    )
