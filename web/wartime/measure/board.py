"""The board with a question and its answer marked on it, as the templates draw it."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.wartime.referee.hexes import CENTRES, ROWS, Hex
from companion.wartime.referee.terrain import Feature, Terrain
from companion.wartime.scenario.armies import ARMIES
from web.wartime import hexmap
from web.wartime.measure.answer import Answer
from web.wartime.measure.items import Stack
from web.wartime.measure.question import Mode, Question
from web.wartime.measure.taps import tapped

Ground = Terrain | Feature
CODES: dict[Ground, str] = {
    Terrain.HILLS: "Hi",
    Terrain.WOODS: "Wo",
    Terrain.THICKET: "Th",
    Terrain.RIVER: "Ri",
    Terrain.BRIDGE: "Br",
    Terrain.HUT: "Hu",
    Terrain.DRAWBRIDGE_LEVER: "Le",
    Terrain.OPEN_DRAWBRIDGE: "Op",
    Terrain.CASTLE_WALL: "Ca",
    Feature.ALTAR: "Al",
    Feature.BATTLEMENT: "Ba",
    Feature.FLAMES: "Fl",
}
"""Two letters for each ground that is not plains."""


@dataclass(frozen=True, kw_only=True)
class Cell:
    """A hex.

    `at`: its middle. `ground`: the symbol on it. `unit`: the side of the unit on it, empty where that is not said, None
    without a unit. `href`: the question that a tap makes of this one.
    """

    name: Hex
    at: str
    look: str
    ground: str | None
    code: str | None
    unit: str | None
    cost: int | None
    label: str
    href: str


@dataclass(frozen=True, kw_only=True)
class Mark:
    """A word or a cross on a hex, or the attacker with its side."""

    at: str
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class Board:
    """Everything that is drawn: the hexes row by row, and over them points of lines and marks."""

    rows: tuple[tuple[str, tuple[Cell, ...]], ...]
    walls: tuple[str, ...]
    blocks: tuple[Mark, ...]
    start: Mark | None
    straight: str | None
    course: str | None
    steps: tuple[Mark, ...]
    width: float = hexmap.WIDTH
    height: float = hexmap.HEIGHT


def drawn(question: Question, answer: Answer) -> Board:
    """The board of a question."""
    start, end = question.attacker, question.target
    return Board(
        rows=tuple(
            (row, tuple(_cell(question, answer, name) for name in CENTRES if name.startswith(row))) for row in ROWS
        ),
        walls=tuple(hexmap.between(*line) for line in question.position.lines),
        blocks=tuple(Mark(at=_at(name)) for name in answer.blocks),
        start=Mark(at=_at(start), text=_side(question, start)) if start and question.mode is not Mode.EDIT else None,
        straight=hexmap.course((start, end)) if start and end and answer.blocks else None,
        course=hexmap.course((start, *answer.path)) if start and answer.path else None,
        steps=tuple(
            Mark(at=_at(name), text=str(count)) for name, count in zip(answer.path, answer.counts, strict=True)
        ),
    )


def _at(name: Hex) -> str:
    return "{:g} {:g}".format(*hexmap.centre(name))


def _side(question: Question, name: Hex) -> str:
    """The side of the unit in a hex; empty where it is not said."""
    found = question.stacks.get(name)
    return "" if found is None or found.side is None else found.side.value


def _who(unit: Stack | None) -> Iterator[str]:
    """The words for a unit: its name, and its side, which the map shows by colour and shape."""
    if unit is not None:
        yield unit.name or "unit"
        if unit.side is not None:
            yield ARMIES[unit.side]


def _cell(question: Question, answer: Answer, name: Hex) -> Cell:
    board = question.position
    ground: Ground = board.features.get(name) or board.terrain_of(name)
    unit = question.stacks.get(name)
    roles = dict(_roles(question, answer, name))
    looks = ("" if ground is Terrain.PLAINS else ground.value, *roles)
    words = (name, ground.label.lower(), *_who(unit), *roles.values())
    return Cell(
        name=name,
        at=_at(name),
        look=" ".join(filter(None, looks)),
        ground=None if ground is Terrain.PLAINS else ground.value,
        code=CODES.get(ground),
        unit=None if unit is None else _side(question, name),
        cost=None if name in answer.path else answer.reach.get(name),
        label=", ".join(filter(None, words)),
        href=question.address(tapped(question, name)),
    )


def _roles(question: Question, answer: Answer, name: Hex) -> Iterator[tuple[str, str]]:
    """What a hex is in the question and in its answer: its look, and the words for it."""
    if question.mode is Mode.EDIT:
        if name == question.pen:
            yield "pen", "the line begins here"
        return
    moving = question.mode is Mode.MOVE
    if name == question.attacker:
        yield "attacker", "moves from here" if moving else "attacker"
    if name == question.target:
        yield "target", "to here" if moving else "target"
    if name in answer.reach:
        yield "reached", f"costs {answer.reach[name]}"
    elif name in answer.path:
        yield "way", f"counted {answer.counts[answer.path.index(name)]}"
    if name in answer.blocks:
        yield "blocks", "in the way"
