"""A Special Ability as a card prints it: read generously, written one way."""

import re
from typing import Annotated

import msgspec

from companion.fields.numbers import whole
from companion.fields.words import clipped

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=48)]
_LARGEST = 999
"""What an ability's brackets can have."""
_ALIKE = str.maketrans({"−": "-", "–": "-", "—": "-", "‐": "-", "×": "x", "”": '"', "“": '"', "″": '"', "’": "'"})


class Ability(msgspec.Struct, frozen=True):
    """A Unit or Weapon Special Ability by its name, and what stands in its brackets: a number, or words."""

    name: Name
    value: Annotated[str, msgspec.Meta(max_length=80)] | None = None

    @property
    def number(self) -> int | None:
        """The value where it is a number; abilities of one name add up (Chapter 3, Unit Profile)."""
        return whole((self.value or "").replace("−", "-"), least=-_LARGEST, most=_LARGEST)

    @property
    def key(self) -> str:
        """Its name as abilities are known by: case does not count."""
        return self.name.casefold()

    def __str__(self) -> str:
        return self.name if self.value is None else f"{self.name} ({self.value})"


Abilities = Annotated[tuple[Ability, ...], msgspec.Meta(max_length=24)]


def plain(text: str) -> str:
    """The text with typographic dashes, quotes and signs in their plain form, and single spaces."""
    return " ".join(alike(text).split())


def alike(text: str) -> str:
    """The text with typographic dashes, quotes and signs in their plain form."""
    return text.translate(_ALIKE)


def read_abilities(text: str) -> tuple[Ability, ...]:
    """`Burst (2), Recoil (4)`: the commas within brackets belong to the value. Raises ValueError, in words."""
    return tuple(read_ability(part) for part in listed(text))


def read_ability(text: str) -> Ability:
    """`Duelist (-2)`. Raises ValueError, in words."""
    name, bracket, rest = plain(text).partition("(")
    value = rest.removesuffix(")")
    if not name.strip() or bool(bracket) != rest.endswith(")") or set(f"{name}{value}") & {"(", ")"}:
        raise ValueError(f"must be an ability, such as Burst (2), got {clipped(plain(text))}")
    return Ability(name.strip(), value.strip() or None)


def listed(text: str) -> list[str]:
    """The parts between commas that stand outside brackets."""
    parts = re.findall(r"(?:[^,(]|\([^)]*\)?)+", plain(text))
    return [part.strip() for part in parts if part.strip() not in ("", "-")]
