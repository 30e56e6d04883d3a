"""Abilities as a question has them: a line of text that fits into an address."""

from functools import lru_cache
from typing import Annotated

import msgspec

from companion.fields.invalid import Invalid
from companion.warzone.abilities.ability import Ability, listed, read_abilities

MOST = 48
AbilityText = Annotated[
    str,
    msgspec.Meta(
        max_length=1200,
        description="Special Abilities as printed, with commas between",
        examples=["Burst (3), Recoil (4)"],
    ),
]
Names = Annotated[
    str,
    msgspec.Meta(
        max_length=600, description="Names of Special Abilities, with commas between", examples=["Recoil, Camouflage"]
    ),
]


def read(field: str, text: str) -> tuple[Ability, ...]:
    """The abilities that a field names. Raises Invalid."""
    try:
        found = _read(text)
    except ValueError as error:
        raise Invalid(field, str(error)) from error
    if len(found) > MOST:
        raise Invalid(field, f"must be at most {MOST} abilities, got {len(found)}")
    return found


@lru_cache(maxsize=32)
def _read(text: str) -> tuple[Ability, ...]:
    """Each plan against each target asks for the same text again."""
    return read_abilities(text)


def named(text: str) -> frozenset[str]:
    """The abilities of `on` and `off`, in small letters; a value in brackets does not count."""
    return frozenset(part.split("(")[0].strip().casefold() for part in listed(text))


def written(abilities: tuple[Ability, ...]) -> str:
    """As `read` reads them."""
    return ", ".join(str(each) for each in abilities)
