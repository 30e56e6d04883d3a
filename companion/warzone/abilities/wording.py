"""Writes and reads the effects that a card's owner gives to an ability."""

import re
from collections.abc import Iterable
from enum import Enum
from typing import Annotated, TypeVar

import msgspec

from companion.fields.numbers import whole
from companion.fields.words import clipped
from companion.warzone.abilities.ability import (
    AbilityKind,
    Does,
    Effect,
    KnownAbility,
    Name,
    Per,
    Vocabulary,
    When,
    Whose,
    plain,
)
from companion.warzone.abilities.catalogue import KNOWN

# Abilities that a card's owner has bound to effects: what the house does not know by name.

DOES = "as its card’s owner says"


class Bound(msgspec.Struct, frozen=True, kw_only=True):
    """Binds an ability's name to its effects on an attack."""

    name: Name
    effects: Annotated[tuple[Effect, ...], msgspec.Meta(min_length=1, max_length=6)]


def vocabulary(*bound: Bound) -> Vocabulary:
    """Returns the known abilities, and before them the bound ones."""
    if not bound:
        return KNOWN
    return {**KNOWN, **{each.name.casefold(): KnownAbility(does=DOES, effects=each.effects) for each in bound}}


# What an ability does, as a line that its card's owner writes and reads: `Lantern Oath: own Strike TN +2 in a Charge`.
#
# In this order: the ability; whose attacks, "own" or "at it"; which of them, "attacks", "Shoot" or "Strike"; the
# change; the number, or X for the one in the ability's brackets; the name of what is ignored; when; and for each what.

E = TypeVar("E", bound=Enum)
MOST = 20
"""Bounds an effect's number, above and below zero."""
X = "X"
_SIGNED = frozenset((Does.TN, Does.DAM, Does.AR, Does.MULTIPLIER, Does.CF))
"""Lists changes by a number. For the others, the number is the value itself."""
_SUCH = "such as Lantern Oath: own Strike TN +2 in a Charge"


def bound_lines(bound: Iterable[Bound]) -> tuple[str, ...]:
    """Returns one line for each effect."""
    return tuple(f"{each.name}: {effect_text(effect)}" for each in bound for effect in each.effects)


def read_bound(lines: Iterable[str]) -> tuple[Bound, ...]:
    """Reads the abilities that the lines bind, in the order of the lines. Raises ValueError, in words."""
    found: dict[str, tuple[str, list[Effect]]] = {}
    for line in lines:
        name, effect = read_line(line)
        found.setdefault(name.casefold(), (name, []))[1].append(effect)
    return tuple(Bound(name=name, effects=tuple(effects)) for name, effects in found.values())


def read_line(line: str) -> tuple[str, Effect]:
    """Reads an ability's name and one effect. Raises ValueError, in words."""
    name, colon, rest = plain(line).partition(":")
    if not colon or not name.strip():
        raise ValueError(f"must be an ability and what it does, {_SUCH}, got {clipped(plain(line))}")
    return name.strip(), read_effect(rest)


def effect_text(effect: Effect) -> str:
    """Returns the effect in the form that `read_effect` reads."""
    parts = [effect.whose.value, effect.kind.value, effect.does.value, amount_text(effect), effect.ignored]
    parts += [effect.when.value] if effect.when is not When.ALWAYS else []
    parts += [effect.per.value] if effect.per is not Per.ONCE else []
    return " ".join(part for part in parts if part)


def amount_text(effect: Effect) -> str:
    """Returns `+2`, `3` or `X`, or an empty text where the change has no number."""
    if not effect.does.counts:
        return ""
    if effect.amount is None:
        sign = "-" if effect.less else "+" if effect.does in _SIGNED else ""
        return sign + X
    amount = -effect.amount if effect.less else effect.amount
    return f"{amount:+d}" if effect.does in _SIGNED else str(amount)


def read_effect(text: str) -> Effect:
    """Reads `own Strike TN +2 in a Charge`. Raises ValueError, in words."""
    rest = plain(text)
    whose, rest = _first(Whose, rest)
    kind, rest = _first(AbilityKind, rest)
    does, rest = _first(Does, rest)
    per, rest = _last(Per, rest, Per.ONCE)
    when, rest = _last(When, rest, When.ALWAYS)
    if does is Does.IGNORES:
        if not rest:
            raise ValueError(f"must say what is ignored, such as own attacks ignores cover, got {clipped(plain(text))}")
        return Effect(does=does, whose=whose, kind=kind, when=when, per=per, ignored=rest.casefold())
    amount, less = read_amount(does, rest)
    return Effect(does=does, amount=amount, less=less, whose=whose, kind=kind, when=when, per=per)


def read_amount(does: Does, text: str) -> tuple[int | None, bool]:
    """Returns the number, or None for X, and whether X is subtracted. Raises ValueError, in words."""
    if not does.counts:
        if text:
            raise ValueError(f"{does.value} goes with no number, got {clipped(text)}")
        return None, False
    if re.fullmatch("[+-]?x", text, re.IGNORECASE):
        return None, text.startswith("-")
    amount = whole(text.removeprefix("+"), least=-MOST, most=MOST)
    if amount is None:
        raise ValueError(f"{does.value} needs a number up to {MOST}, or X, got {clipped(text) or 'nothing'}")
    return amount, False


def _first(words: type[E], text: str) -> tuple[E, str]:
    """Returns the word at the start, the longest that fits, and the rest."""
    fits = [each for each in words if _begins(text.casefold(), plain(each.value).casefold())]
    if not fits:
        raise ValueError(f"must be one of {', '.join(each.value for each in words)}, got {clipped(text) or 'nothing'}")
    found = max(fits, key=lambda each: len(each.value))
    return found, text[len(plain(found.value)) :].strip()


def _begins(text: str, word: str) -> bool:
    """Returns True where the text begins with the whole word, and not with the longer one that adds "at most"."""
    rest = text.removeprefix(word)
    return text.startswith(word) and not rest[:1].isalnum() and not rest.startswith(" at most")


def _last(words: type[E], text: str, otherwise: E) -> tuple[E, str]:
    """Returns the word at the end, and the text before it."""
    for each in words:
        if f" {text}".casefold().endswith(f" {plain(each.value)}".casefold()):
            return each, text[: len(text) - len(plain(each.value))].strip()
    return otherwise, text
