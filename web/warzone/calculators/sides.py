"""The two units of an attack as boxes of its form: a card, and the numbers that it prints in a line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from web.warzone.calculators.asked import Asked
from web.warzone.calculators.fields import Field, compact


@dataclass(frozen=True, kw_only=True)
class Side:
    """`carded`: a card stands for the numbers, which then are folded away unless one of them is overwritten."""

    name: str
    carded: bool
    numbers: str
    opened: bool


def sides(asked: Asked, own: Mapping[str, Field], numbers: Mapping[str, Sequence[str]]) -> dict[str, Side]:
    """Both by the parameter that takes the card. `numbers`: what each prints, in the order of a line."""
    return {name: _side(asked, own, name, printed) for name, printed in numbers.items()}


def _side(asked: Asked, own: Mapping[str, Field], name: str, printed: Sequence[str]) -> Side:
    return Side(
        name=name,
        carded=name in asked.texts,
        numbers=compact(own, *printed),
        opened=any(own[number].text or own[number].error for number in printed),
    )
