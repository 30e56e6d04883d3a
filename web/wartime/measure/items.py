"""What stands in a parameter of Measure's address, item by item. All readers raise ValueError, in words."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from companion.fields.numbers import whole
from companion.fields.words import clipped
from companion.people import tidy
from companion.table.seats import Side
from companion.wartime.referee.attacks import DamageAtRange
from companion.wartime.referee.board import CENTRES, NEIGHBOURS, AttackKind, Hex
from companion.wartime.scenario.parts import ARMIES

T = TypeVar("T")

MOST = 20
"""The largest speed or damage that is taken: more than any token has."""
_BEGINS = re.compile(r"[a-z]\d+([:-]|$)", re.IGNORECASE)
_SIDES = {army.casefold(): side for side, army in ARMIES.items()}


@dataclass(frozen=True, kw_only=True)
class Stack:
    """A unit in its hex, with its army and its name where the address has them: `F4`, `F4:Archer`,
    `F4:valyance:Archer`."""

    hex: Hex
    side: Side | None = None
    name: str | None = None

    @property
    def text(self) -> str:
        """The same as an address writes it. A space in a name becomes an underscore, and what parts items a space."""
        name = re.sub(r"[\s,;:]+", "_", self.name or "")
        return ":".join(filter(None, (self.hex, self.side and ARMIES[self.side].casefold(), name)))


def pieces(text: str) -> list[str]:
    """The items of a list as a parameter writes it: commas part them, and spaces do that are not in a unit's name."""
    found: list[str] = []
    for part in re.split(r"[,;]", text):
        in_name = False
        for word in part.split():
            if in_name and not _BEGINS.match(word):
                found[-1] += f" {word}"
            else:
                found.append(word)
                in_name = ":" in word
    return found


def stack(text: str) -> Stack:
    name, *said = text.split(":")
    side = _SIDES.get(said[0].casefold()) if said else None
    if len(called := said if side is None else said[1:]) > 1:
        raise ValueError(f"“{clipped(text)}” is not like F4:Archer or F4:valyance:Archer.")
    return Stack(hex=hex_named(name), side=side, name=tidy(called[0].replace("_", " ")) if called else None)


def hex_named(text: str) -> Hex:
    """A hex as the board names it, whatever its case."""
    name = text.upper()
    if name not in CENTRES:
        raise ValueError(
            f"“{clipped(text)}” is not on the board. Rows are A to I, columns 1 to 13 (B, D, F, H: to 12)."
        )
    return name


def number(text: str) -> int:
    found = whole(text, most=MOST)
    if found is None:
        raise ValueError(f"“{clipped(text)}” is not a number from 0 to {MOST}.")
    return found


def strike(text: str) -> DamageAtRange:
    kind, _, value = text.partition(":")
    if kind not in {each.value for each in AttackKind}:
        raise ValueError(f"“{clipped(text)}” is not like melee:4 or distance:2.")
    return DamageAtRange(AttackKind(kind), number(value))


def one_of(known: dict[str, T]) -> Callable[[str], T]:
    def parse(text: str) -> T:
        if text not in known:
            raise ValueError(f"“{clipped(text)}” is not known. Take one of {', '.join(known)}.")
        return known[text]

    return parse


def on_hex(known: dict[str, T]) -> Callable[[str], tuple[Hex, T]]:
    kind = one_of(known)

    def parse(text: str) -> tuple[Hex, T]:
        name, colon, what = text.partition(":")
        if not colon:
            raise ValueError(f"“{clipped(text)}” is not like C5:{next(reversed(known))}.")
        return hex_named(name), kind(what)

    return parse


def line(text: str) -> tuple[Hex, Hex]:
    one, dash, other = text.partition("-")
    if not dash:
        raise ValueError(f"“{clipped(text)}” is not like E5-E6.")
    a, b = hex_named(one), hex_named(other)
    if b not in NEIGHBOURS[a]:
        raise ValueError(f"{a} and {b} do not touch. A line is between two hexes that do.")
    return a, b
