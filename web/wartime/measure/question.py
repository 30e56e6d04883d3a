"""Reads a question about the board from an address: every parameter, and it keeps what it cannot read."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import TypeVar
from urllib.parse import quote

from companion.fields.invalid import FieldError, Invalid
from companion.fields.numbers import whole
from companion.fields.words import clipped
from companion.names import tidy
from companion.table.seats import Side
from companion.wartime.referee.attacks import DamageAtRange
from companion.wartime.referee.board import (
    CENTRES,
    NEIGHBOURS,
    AttackKind,
    Board,
    Feature,
    Hex,
    Keyword,
    Position,
    Terrain,
)
from companion.wartime.scenario.parts import ARMIES
from web.http.endpoint import LONGEST_PARAMETER, MOST_ERRORS

# The parts of a parameter of Measure's address, item by item. All readers raise ValueError, in words.

T = TypeVar("T")

MOST = 20
"""Is the largest speed or damage that is taken: more than any token has."""
_BEGINS = re.compile(r"[a-z]\d+([:-]|$)", re.IGNORECASE)
_SIDES = {army.casefold(): side for side, army in ARMIES.items()}


@dataclass(frozen=True, kw_only=True)
class Stack:
    """Describes a unit in its hex, with its army and its name where the address has them: `F4`, `F4:Archer`,
    `F4:valyance:Archer`."""

    hex: Hex
    side: Side | None = None
    name: str | None = None

    @property
    def text(self) -> str:
        """Returns it as an address has it: in a name, one underscore replaces spaces and what separates items."""
        name = re.sub(r"[\s,;:]+", "_", self.name or "")
        return ":".join(filter(None, (self.hex, self.side and ARMIES[self.side].casefold(), name)))


def pieces(text: str) -> list[str]:
    """Returns the items of a list. Commas separate them, and so do spaces outside a unit's name."""
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
    """Returns a hex as the board names it, whatever its case."""
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


class MeasureMode(Enum):
    """Says what is asked; EDIT is not a question: a tap changes the board."""

    RANGE = "range"
    MOVE = "move"
    ATTACK = "attack"
    CHARGE = "charge"
    EDIT = "edit"


class Pen(Enum):
    """Says what a tap puts on the board besides terrain and features."""

    UNIT = "unit"
    LINE = "line"


Tool = Pen | Terrain | Feature
TOOLS: dict[str, Tool] = {tool.value: tool for tools in (Pen, Terrain, Feature) for tool in tools}
RANGES = (1, 2, 3, 4)
"""Lists the ranges that a token has a number for."""
PARAMETERS = (
    *("mode", "from", "to", "speed", *(f"d{each}" for each in RANGES), "charge", "keywords", "ignores_cost"),
    *("terrain", "features", "lines", "units", "tool", "pen"),
)


@dataclass(frozen=True, kw_only=True)
class MeasureQuestion:
    """Describes a question. `texts` is the address, parameter by parameter; the rest is what could be read of it.

    `errors` names every parameter that cannot be read, or only in part, or does not fit the others. `stacks` are the
    units of the position, as far as they have a side or a name. `pen` is the hex where a line has been begun.
    """

    texts: Mapping[str, str]
    errors: tuple[FieldError, ...]
    mode: MeasureMode
    tool: Tool
    attacker: Hex | None
    target: Hex | None
    speed: int | None
    charge: int | None
    damage: Mapping[int, DamageAtRange]
    keywords: tuple[Keyword, ...]
    ignores_cost: bool
    position: Position
    stacks: Mapping[Hex, Stack]
    pen: Hex | None

    def error(self, field: str) -> str | None:
        """Returns what is wrong with a parameter, in words."""
        return " ".join(error.message for error in self.errors if error.field == field) or None

    def stands(self, hex: Hex) -> bool:
        """Returns whether a unit or a feature stands there that can be attacked."""
        return hex in self.stacks or hex in self.position.features

    def name(self, hex: Hex | None) -> str | None:
        """Returns the name of the unit that stands there; None where it has none."""
        found = self.stacks.get(hex or "")
        return None if found is None else found.name

    def called(self, hex: Hex) -> str:
        """Returns what a sentence calls the thing in a hex: a name, a feature, or the hex where neither is known."""
        feature = self.position.features.get(hex)
        return self.name(hex) or (hex if feature is None else f"the {feature.label.lower()}")

    @property
    def names(self) -> bool:
        """Returns whether the attacker or its target has a name, so that sentences name both."""
        return any(map(self.name, (self.attacker, self.target)))

    def address(self, changes: Mapping[str, str | None] | None = None) -> str:
        """Returns the query string of this question, with its question mark; a change to None removes a parameter."""
        said = self._said if not changes else {**self._said, **_parameters(changes)}
        return "?" + "&".join(said[name] for name in PARAMETERS if said.get(name))

    @cached_property
    def _said(self) -> dict[str, str]:
        return _parameters(self.texts)


def read_board_question(pairs: Iterable[tuple[str, str]]) -> MeasureQuestion:
    """Returns the question that an address's parameters ask. It never raises: what is wrong is in its errors."""
    wrong: list[FieldError] = []
    texts = _texts(pairs, wrong)

    def field(name: str, parse: Callable[[str], T]) -> T | None:
        found = listed(name, parse, lambda text: [text] if text else [])
        return found[0] if found else None

    def listed(name: str, parse: Callable[[str], T], split: Callable[[str], list[str]] = pieces) -> list[T]:
        found = []
        for piece in split(texts.get(name, "")):
            if len(wrong) >= MOST_ERRORS:
                break
            try:
                found.append(parse(piece))
            except ValueError as error:
                wrong.append(FieldError(name, str(error)))
        return found

    stacks = listed("units", stack)
    strikes = ((each, field(f"d{each}", strike)) for each in RANGES)
    question = MeasureQuestion(
        texts=texts,
        errors=(),
        mode=field("mode", one_of({mode.value: mode for mode in MeasureMode})) or MeasureMode.RANGE,
        tool=field("tool", one_of(TOOLS)) or Pen.UNIT,
        attacker=field("from", hex_named),
        target=field("to", hex_named),
        speed=field("speed", number),
        charge=field("charge", number),
        damage={each: printed for each, printed in strikes if printed is not None},
        keywords=tuple(listed("keywords", one_of({keyword.value: keyword for keyword in Keyword}))),
        ignores_cost=field("ignores_cost", one_of({"1": True})) or False,
        position=Position(
            terrain=dict(listed("terrain", on_hex({terrain.value: terrain for terrain in Terrain}))),
            features=dict(listed("features", on_hex({feature.value: feature for feature in Feature}))),
            lines=tuple(listed("lines", line)),
            units=tuple(each.hex for each in stacks),
        ),
        stacks={each.hex: each for each in stacks},
        pen=field("pen", hex_named),
    )
    return replace(question, errors=(*wrong, *(() if wrong else _misfits(question))))


def _parameters(texts: Mapping[str, str | None]) -> dict[str, str]:
    """Returns each parameter as an address has it; empty where it has none."""
    return {name: f"{name}={quote(text, safe=':,')}" if text else "" for name, text in texts.items()}


def _texts(pairs: Iterable[tuple[str, str]], wrong: list[FieldError]) -> dict[str, str]:
    """Returns every parameter as it is written; checkboxes may give theirs several times."""
    texts: dict[str, str] = {}
    for name, value in pairs:
        text = value.strip()
        if name not in PARAMETERS:
            wrong.append(FieldError(clipped(name), "is not known here"))
        elif name in texts and name != "keywords":
            wrong.append(FieldError(name, "is there twice"))
        elif len(text) + len(texts.get(name, "")) > LONGEST_PARAMETER:
            wrong.append(FieldError(name, f"must be at most {LONGEST_PARAMETER} characters"))
        elif text:
            texts[name] = f"{texts[name]},{text}" if name in texts else text
        if len(wrong) >= MOST_ERRORS:
            break
    return texts


def _misfits(question: MeasureQuestion) -> Iterable[FieldError]:
    """Yields what is on the board, but not where it can be."""
    try:
        question.position.check()
        if question.attacker:
            Board(question.position, actor=question.attacker, target=question.target)
    except Invalid as error:
        yield FieldError(re.split(r"[.[]", error.field)[0], error.message)
