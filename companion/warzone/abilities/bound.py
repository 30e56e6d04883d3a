"""Abilities that a card's owner has bound to effects: what the house does not know by name."""

from typing import Annotated

import msgspec

from companion.warzone.abilities.ability import Name
from companion.warzone.abilities.described import Known, Vocabulary
from companion.warzone.abilities.effect import Effect
from companion.warzone.abilities.known import KNOWN

DOES = "as its card’s owner says"


class Bound(msgspec.Struct, frozen=True, kw_only=True):
    """An ability by its name, and what it does to an attack."""

    name: Name
    effects: Annotated[tuple[Effect, ...], msgspec.Meta(min_length=1, max_length=6)]


def vocabulary(*bound: Bound) -> Vocabulary:
    """What is known, and what was bound, which goes before it."""
    if not bound:
        return KNOWN
    return {**KNOWN, **{each.name.casefold(): Known(does=DOES, effects=each.effects) for each in bound}}
