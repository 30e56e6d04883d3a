"""Explains a card's Special Abilities: their rules, which of them a question names, and what the sums count."""

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Annotated

import msgspec

from companion.fields.characters import LINES
from companion.fields.decode import from_file
from companion.fields.invalid import Invalid
from companion.rulings.words import Words, plain_words, same_word, telling
from companion.warzone.abilities.ability import Ability, Does, Help, KnownAbility, Vocabulary, read_ability
from companion.warzone.abilities.catalogue import KNOWN
from companion.warzone.abilities.standing import amount
from companion.warzone.abilities.wording import vocabulary
from companion.warzone.cards.card import UnitCard

# The Special Abilities of a card with what is known of them.


class Explained(msgspec.Struct, frozen=True):
    """Holds an ability as printed, and what it does; None where the players read the card."""

    ability: Ability
    effect: KnownAbility | None


def explained(card: UnitCard) -> tuple[Explained, ...]:
    """Returns every ability of the unit and its weapons once, in the card's order."""
    words = vocabulary(*card.bound)
    return tuple(Explained(each, words.get(each.key)) for each in dict.fromkeys(all_abilities(card)))


def all_abilities(card: UnitCard) -> tuple[Ability, ...]:
    """Returns the unit's abilities, then its weapons'."""
    return (*card.abilities, *(ability for weapon in card.weapons for ability in weapon.abilities))


# The text of an ability's rule, in its publisher's words.

LONGEST_NAME = 140
LONGEST = 1_500
"""Limits the characters of a rule. The longest of the game has 526."""
_BREAKS = re.compile(r"\n{3,}")


class RuleText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`ability` as printed, such as `Burst (3)`, or its name alone; `text` is plain, in lines."""

    ability: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST), LINES]

    @property
    def id(self) -> str:
        return id_of(self.ability)


def rule_text(ability: str, text: str) -> RuleText:
    """Reads an ability as people write it, and its rule without surplus spacing. Raises Invalid."""
    try:
        name = str(read_ability(ability))
    except ValueError as error:
        raise Invalid("ability", str(error)) from error
    lines = (" ".join(line.split()) for line in text.splitlines())
    return from_file({"ability": name, "text": _BREAKS.sub("\n\n", "\n".join(lines).strip())}, RuleText)


def id_of(ability: str) -> str:
    """Returns the id of an ability's rule; case does not count."""
    return ability.casefold()


def called(ability: Ability) -> tuple[str, ...]:
    """Returns the ids that its rule may have: the ability as printed, then its name."""
    return tuple(dict.fromkeys((id_of(str(ability)), id_of(ability.name))))


def of_cards(rules: Iterable[RuleText], cards: Iterable[UnitCard]) -> tuple[RuleText, ...]:
    """Returns the rules of abilities that are on one of the cards."""
    wanted = {id for card in cards for ability in all_abilities(card) for id in called(ability)}
    return tuple(rule for rule in rules if rule.id in wanted)


# Which abilities of the cards a question names.

_MOST_BESIDE = 3
"""Limits the telling words beside the name; a longer question is about a rule that the ability only touches."""


def asked_about(question: str, cards: Sequence[UnitCard]) -> list[tuple[Explained, list[UnitCard]]]:
    """Finds the abilities that the question has by their names, each with its cards, those of the first cards first."""
    asked = plain_words(question)
    beside = len(telling(asked))
    found: dict[str, tuple[Explained, list[UnitCard]]] = {}
    for card in cards:
        for each in explained(card):
            name = plain_words(each.ability.name)
            if beside <= len(name) + _MOST_BESIDE and _has(asked, name):
                found.setdefault(id_of(str(each.ability)), (each, []))[1].append(card)
    return list(found.values())


def _has(asked: Words, name: Words) -> bool:
    starts = range(len(asked) - len(name) + 1) if name else ()
    return any(all(map(same_word, asked[start:], name)) for start in starts)


# What of a card the sums count: each of its Special Abilities in one of three groups.

_LIKE = 0.85
"""Says how much two names have to have in common for one to be taken for the other misspelt; difflib's measure, of
1."""


class Counting(msgspec.Struct, frozen=True):
    """Holds an ability that changes a number, as printed, and where the number is counted."""

    name: str
    where: tuple[Help, ...]


class NotCounted(msgspec.Struct, frozen=True):
    """Holds an ability as printed, why it is not counted, and the known name that it resembles."""

    name: str
    why: str
    like: str | None = None


class Coverage(msgspec.Struct, frozen=True, kw_only=True):
    """Lists the abilities of a card and its weapons, each once.

    `no_number` has those that leave every number of an attack, a test or a move as printed, and change what a unit may
    do.
    """

    card: str
    counted: tuple[Counting, ...]
    no_number: tuple[str, ...]
    not_counted: tuple[NotCounted, ...]


def coverage(card: UnitCard, vocabulary: Vocabulary = KNOWN) -> Coverage:
    """Returns what of `card` the sums count."""
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


def _why_not(ability: Ability, known: KnownAbility | None) -> str | None:
    if known is None:
        return "not known"
    if not known.counted:
        return known.does
    numbers = [amount(effect, ability) for effect in known.effects]
    return "has no number that counts" if None in numbers else None


def _where(known: KnownAbility) -> tuple[Help, ...]:
    changed = {effect.does for effect in known.effects} - {Does.MOVES_PINNED}
    attacks = (Help.ATTACKS,) if changed else ()
    return (*attacks, *(each for each in known.also if each not in attacks))
