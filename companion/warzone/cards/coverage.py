"""What of a card the sums count: each of its Special Abilities in one of three groups."""

from difflib import get_close_matches

import msgspec

from companion.warzone.abilities.ability import Ability
from companion.warzone.abilities.described import Help, Known, Vocabulary
from companion.warzone.abilities.effect import Does
from companion.warzone.abilities.known import KNOWN
from companion.warzone.abilities.standing import amount
from companion.warzone.cards.abilities import all_abilities
from companion.warzone.cards.card import UnitCard

_LIKE = 0.85
"""How much two names have to have in common for one to be taken for the other misspelt; difflib's measure, of 1."""


class Counting(msgspec.Struct, frozen=True):
    """An ability that changes a number, as printed, and where that is counted."""

    name: str
    where: tuple[Help, ...]


class NotCounted(msgspec.Struct, frozen=True):
    """An ability as printed, why it is not counted, and the name it may be meant to have."""

    name: str
    why: str
    like: str | None = None


class Coverage(msgspec.Struct, frozen=True, kw_only=True):
    """The abilities of a card and its weapons, each once. `no_number`: those that leave every number of an attack, a
    test or a move as it is printed, and change what a unit may do."""

    card: str
    counted: tuple[Counting, ...]
    no_number: tuple[str, ...]
    not_counted: tuple[NotCounted, ...]


def coverage(card: UnitCard, vocabulary: Vocabulary = KNOWN) -> Coverage:
    """What of `card` the sums count."""
    counted, no_number, not_counted = [], [], []
    for ability in dict.fromkeys(all_abilities(card)):
        known = vocabulary.get(ability.key)
        if (why := _why_not(ability, known)) is not None or known is None:
            like = None if known else next(iter(get_close_matches(ability.key, vocabulary, n=1, cutoff=_LIKE)), None)
            not_counted.append(NotCounted(str(ability), why or "", like))
        elif where := _where(known):
            counted.append(Counting(str(ability), where))
        else:
            no_number.append(str(ability))
    return Coverage(card=card.name, counted=tuple(counted), no_number=tuple(no_number), not_counted=tuple(not_counted))


def _why_not(ability: Ability, known: Known | None) -> str | None:
    if known is None:
        return "not known"
    if not known.counted:
        return known.does
    numbers = [amount(effect, ability) for effect in known.effects]
    return "has no number that counts" if None in numbers else None


def _where(known: Known) -> tuple[Help, ...]:
    changed = {effect.does for effect in known.effects} - {Does.MOVES_PINNED}
    attacks = (Help.ATTACKS,) if changed else ()
    return (*attacks, *(each for each in known.also if each not in attacks))
