"""A question about the board, as it stands in an address: every parameter read, and nothing lost that cannot be."""

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
from companion.wartime.referee.attack_kinds import AttackKind
from companion.wartime.referee.attacks import DamageAtRange
from companion.wartime.referee.board import Board
from companion.wartime.referee.hexes import CENTRES, NEIGHBOURS, Hex
from companion.wartime.referee.keywords import Keyword
from companion.wartime.referee.position import Position
from companion.wartime.referee.terrain import Feature, Terrain
from web.http.codec import LONGEST_PARAMETER, MOST_ERRORS

T = TypeVar("T")
E = TypeVar("E", bound=Enum)


class Mode(Enum):
    """What is asked; EDIT asks nothing, there a tap changes the board."""

    RANGE = "range"
    MOVE = "move"
    ATTACK = "attack"
    CHARGE = "charge"
    EDIT = "edit"


class Pen(Enum):
    """What a tap puts on the board besides terrain and features."""

    UNIT = "unit"
    LINE = "line"


Tool = Pen | Terrain | Feature
TOOLS: dict[str, Tool] = {tool.value: tool for tools in (Pen, Terrain, Feature) for tool in tools}
RANGES = (1, 2, 3, 4)
"""The ranges that a token has a number for."""
PARAMETERS = (
    *("mode", "from", "to", "speed", *(f"d{each}" for each in RANGES), "charge", "keywords"),
    *("terrain", "features", "lines", "units", "tool", "pen"),
)
MOST = 20
"""The largest speed or damage that is taken: more than any token has."""


@dataclass(frozen=True, kw_only=True)
class Question:
    """`texts` is the address, parameter by parameter; the rest is what could be read of it.

    `errors` names every parameter that cannot be read, or only in part, or does not fit the others. `pen` is the hex
    where a line has been begun.
    """

    texts: Mapping[str, str]
    errors: tuple[FieldError, ...]
    mode: Mode
    tool: Tool
    attacker: Hex | None
    target: Hex | None
    speed: int | None
    charge: int | None
    damage: Mapping[int, DamageAtRange]
    keywords: tuple[Keyword, ...]
    position: Position
    pen: Hex | None

    def error(self, field: str) -> str | None:
        """What is wrong with a parameter, in words."""
        return " ".join(error.message for error in self.errors if error.field == field) or None

    def address(self, changes: Mapping[str, str | None] | None = None) -> str:
        """The query string of this question, with its question mark; a change to None takes a parameter out."""
        said = self._said if not changes else {**self._said, **_said(changes)}
        return "?" + "&".join(said[name] for name in PARAMETERS if said.get(name))

    @cached_property
    def _said(self) -> dict[str, str]:
        return _said(self.texts)


def read_board_question(pairs: Iterable[tuple[str, str]]) -> Question:
    """The question that an address's parameters ask. It raises nothing: what is wrong is in its errors."""
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

    strikes = ((each, field(f"d{each}", _strike)) for each in RANGES)
    question = Question(
        texts=texts,
        errors=(),
        mode=field("mode", _one_of({mode.value: mode for mode in Mode})) or Mode.RANGE,
        tool=field("tool", _one_of(TOOLS)) or Pen.UNIT,
        attacker=field("from", hex_named),
        target=field("to", hex_named),
        speed=field("speed", _number),
        charge=field("charge", _number),
        damage={each: strike for each, strike in strikes if strike is not None},
        keywords=tuple(listed("keywords", _one_of({keyword.value: keyword for keyword in Keyword}))),
        position=Position(
            terrain=dict(listed("terrain", _on_hex({terrain.value: terrain for terrain in Terrain}))),
            features=dict(listed("features", _on_hex({feature.value: feature for feature in Feature}))),
            lines=tuple(listed("lines", _line)),
            units=tuple(listed("units", hex_named)),
        ),
        pen=field("pen", hex_named),
    )
    return replace(question, errors=(*wrong, *(() if wrong else _misfits(question))))


def pieces(text: str) -> list[str]:
    """The items of a list as a parameter writes it."""
    return [piece for piece in re.split(r"[,;\s]+", text) if piece]


def hex_named(text: str) -> Hex:
    """A hex as the board names it, whatever its case. Raises ValueError."""
    name = text.upper()
    if name not in CENTRES:
        raise ValueError(
            f"“{clipped(text)}” is not on the board. Rows are A to I, columns 1 to 13 (B, D, F, H: to 12)."
        )
    return name


def _said(texts: Mapping[str, str | None]) -> dict[str, str]:
    """Each parameter as an address has it; empty where it has none."""
    return {name: f"{name}={quote(text, safe=':,')}" if text else "" for name, text in texts.items()}


def _texts(pairs: Iterable[tuple[str, str]], wrong: list[FieldError]) -> dict[str, str]:
    """Every parameter as it is written; checkboxes may give theirs several times."""
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


def _misfits(question: Question) -> Iterable[FieldError]:
    """What is on the board, but not where it can be."""
    try:
        question.position.check()
        if question.attacker:
            Board(question.position, actor=question.attacker, target=question.target)
    except Invalid as error:
        yield FieldError(re.split(r"[.[]", error.field)[0], error.message)


def _number(text: str) -> int:
    number = whole(text, most=MOST)
    if number is None:
        raise ValueError(f"“{clipped(text)}” is not a number from 0 to {MOST}.")
    return number


def _strike(text: str) -> DamageAtRange:
    kind, _, value = text.partition(":")
    if kind not in {each.value for each in AttackKind}:
        raise ValueError(f"“{clipped(text)}” is not like melee:4 or distance:2.")
    return DamageAtRange(AttackKind(kind), _number(value))


def _one_of(known: dict[str, T]) -> Callable[[str], T]:
    def parse(text: str) -> T:
        if text not in known:
            raise ValueError(f"“{clipped(text)}” is not known. Take one of {', '.join(known)}.")
        return known[text]

    return parse


def _on_hex(known: dict[str, T]) -> Callable[[str], tuple[Hex, T]]:
    kind = _one_of(known)

    def parse(text: str) -> tuple[Hex, T]:
        name, colon, what = text.partition(":")
        if not colon:
            raise ValueError(f"“{clipped(text)}” is not like C5:{next(reversed(known))}.")
        return hex_named(name), kind(what)

    return parse


def _line(text: str) -> tuple[Hex, Hex]:
    one, dash, other = text.partition("-")
    if not dash:
        raise ValueError(f"“{clipped(text)}” is not like E5-E6.")
    a, b = hex_named(one), hex_named(other)
    if b not in NEIGHBOURS[a]:
        raise ValueError(f"{a} and {b} do not touch. A line is between two hexes that do.")
    return a, b
