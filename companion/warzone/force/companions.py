"""Units that a Force may have only for others, which its cards say (Chapter 12, Build Forces)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from companion.warzone.cards.card import UnitCard
from companion.warzone.force.problem import ForceProblem


def companion_problems(units: Sequence[UnitCard]) -> Iterator[ForceProblem]:
    """Where there are more such units than those that they are there for allow, each allowance told once.

    Kinds that are there for the same unit share what it allows: of one that lets in two of either, two in all.
    """
    allowances: dict[str, list[UnitCard]] = {}
    for card in units:
        if card.only_with is not None:
            allowances.setdefault(card.only_with.of.casefold(), []).append(card)
    for of, guests in allowances.items():
        hosts = sum(of in (card.name.casefold(), card.type.casefold()) for card in units if not _there_for(card, of))
        if sum(Fraction(1, card.only_with.each) for card in guests if card.only_with) > hosts:
            yield ForceProblem("Build Forces", _told(guests, hosts))


def _there_for(card: UnitCard, of: str) -> bool:
    """A unit that is there for its own kind lets in no other."""
    return card.only_with is not None and card.only_with.of.casefold() == of


def _told(guests: Sequence[UnitCard], hosts: int) -> str:
    kinds = {card.name: card.only_with for card in guests if card.only_with}
    allowed = " or ".join(f"{only.each} {name}" for name, only in kinds.items())
    numbers = Counter(card.name for card in guests)
    have = " and ".join(f"{number} {name}" for name, number in numbers.items())
    of = next(only.of for only in kinds.values())
    return f"For each {of} you may have {allowed}: you have {have}, and {hosts or 'no'} {of}."
