"""Armor Tests as the pages draw them, whole or as far as they go."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.choices import Chosen
from companion.warzone.abilities.standing import AbilityLine
from companion.warzone.attacks.armor import ArmorAnswer, Resolved
from companion.warzone.chances.dice import Degree
from web.warzone.calculators.attackview import NO_FIGURES, Figures
from web.warzone.calculators.ledgers import Sum, armor, plain
from web.warzone.calculators.odds import Bar, bar, percent

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
    figures: Figures = NO_FIGURES
    abilities: Sequence[AbilityLine] = ()
    sums: Sequence[Sum] = ()
    bars: Sequence[Bar] = ()
    headline: str = ""
    resolved: Resolved | None = None
    choices: Sequence[Chosen] = ()


def whole(answer: ArmorAnswer) -> ArmorView:
    resolved = answer.resolved
    return ArmorView(
        figures=Figures(armor=f"{plain(answer.armor.value)}−", out=percent(answer.casualty.p)),
        abilities=answer.abilities,
        sums=[armor(answer.armor, tests=answer.multiplier)],
        bars=hurt(answer),
        headline="" if resolved is None else "Casualty." if resolved.casualty else _said(resolved),
        resolved=resolved,
        choices=answer.choices,
    )


def _said(resolved: Resolved) -> str:
    words = _DEGREES[resolved.degree]
    return words if resolved.pinned else words.replace(", and pinned", "")


def hurt(answer: ArmorAnswer) -> list[Bar]:
    """How the hit ends, and whether that is the target's end."""
    return [
        bar("no effect", answer.degrees.no_effect),
        bar("pinned only", answer.degrees.pinned),
        bar("1 wound", answer.degrees.one_wound),
        bar("2 wounds", answer.degrees.two_wounds),
        bar("casualty", answer.casualty, "fatal"),
    ]
