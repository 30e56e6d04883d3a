"""Draws the board with a question and its answer marked on it."""

from collections.abc import Collection, Iterator, Mapping

from companion.table.seats import Side
from companion.wartime.referee.board import NEIGHBOURS, Feature, Hex, Terrain
from companion.wartime.scenario.parts import ARMIES
from web.wartime.drawing import (
    BoardMark,
    Cell,
    DrawnBoard,
    Token,
    abbreviations,
    at,
    cell,
    draw_course,
    rows,
    trail,
    walls,
)
from web.wartime.measure.answer import MeasureAnswer
from web.wartime.measure.question import MeasureMode, MeasureQuestion, Pen, Stack, pieces

# What a tap on a hex does to the question, by mode and tool.

Changes = Mapping[str, str | None]


def tapped(question: MeasureQuestion, hex: Hex) -> Changes:
    """Returns the parameters that change when a hex is tapped; None removes one. It keeps what it cannot read."""
    return _edited(question, hex) if question.mode is MeasureMode.EDIT else _pointed(question, hex)


def _pointed(question: MeasureQuestion, hex: Hex) -> Changes:
    """Sets first the attacker, then targets, as many as one likes to compare. The attacker again drops both."""
    if question.attacker is None or question.error("from"):
        return {"from": hex, "to": None}
    if hex == question.attacker:
        return {"from": None, "to": None}
    return {"to": None if hex == question.target else hex}


def _edited(question: MeasureQuestion, hex: Hex) -> Changes:
    """Returns the changes. A second tap removes what the first has put there; what cannot share its hex makes room."""
    units, terrain, features = (question.texts.get(name, "") for name in ("units", "terrain", "features"))
    match question.tool:
        case Pen.LINE:
            return _drawn(question, hex)
        case Pen.UNIT:
            return {"units": _toggled(units, hex), "features": _without(features, hex)}
        case Terrain.PLAINS:
            cleared = {"units": units, "terrain": terrain, "features": features}
            return {name: _without(text, hex) for name, text in cleared.items()}
        case Feature() as feature:
            placed = _toggled(features, f"{hex}:{feature.value}")
            return {"features": placed, "terrain": _without(terrain, hex), "units": _without(units, hex)}
        case Terrain() as tile:
            return {"terrain": _toggled(terrain, f"{hex}:{tile.value}"), "features": _without(features, hex)}


def _drawn(question: MeasureQuestion, hex: Hex) -> Changes:
    """Draws a line by two taps, on either side of it."""
    if question.pen is None or hex not in NEIGHBOURS[question.pen]:
        return {"pen": None if hex == question.pen else hex}
    lines = pieces(question.texts.get("lines", ""))
    same = {f"{question.pen}-{hex}", f"{hex}-{question.pen}"}
    kept = [each for each in lines if each.upper() not in same]
    return {"pen": None, "lines": _joined(kept if len(kept) < len(lines) else [*kept, f"{question.pen}-{hex}"])}


def _toggled(text: str, item: str) -> str | None:
    """Returns the list without the item if it has it, else with it, in place of what it had on that hex. A hex alone, a
    unit's, goes with its side and its name."""
    hex, kind, _ = item.partition(":")
    rest = _without(text, hex)
    had = any(item.upper() == (each if kind else each.partition(":")[0]).upper() for each in pieces(text))
    return rest if had else _joined([*pieces(rest or ""), item])


def _without(text: str, hex: Hex) -> str | None:
    return _joined([each for each in pieces(text) if each.partition(":")[0].upper() != hex])


def _joined(items: list[str]) -> str | None:
    return ",".join(items) or None


def drawn(question: MeasureQuestion, answer: MeasureAnswer) -> DrawnBoard:
    """Returns the board of a question."""
    start, end = question.attacker, question.target
    marked = start and question.mode is not MeasureMode.EDIT and start not in question.position.units
    tokens = _tokens(question.stacks.values())
    taken = {*tokens, *question.position.features}
    course, steps = trail(start, answer.path, answer.counts, taken=taken) if start else (None, ())
    return DrawnBoard(
        rows=rows(lambda name: _cell(question, answer, name, tokens.get(name))),
        walls=walls(question.position.lines),
        blocks=tuple(BoardMark(at=at(name)) for name in answer.blocks),
        start=at(start) if start and marked else None,
        straight=draw_course((start, end), taken=taken) if start and end and answer.blocks else None,
        course=course,
        steps=steps,
    )


def _tokens(stacks: Collection[Stack]) -> dict[Hex, Token]:
    """Returns the units by hex. One with a side has its colour, and letters of its own among the side's."""
    letters = {
        side: abbreviations(each.name for each in stacks if each.side is side and each.name is not None)
        for side in Side
    }
    tokens = {}
    for each in stacks:
        said = each.name or "unit"
        if each.side is None:
            tokens[each.hex] = Token(said=said)
        else:
            abbr, army = letters[each.side].get(each.name or "", ""), ARMIES[each.side]
            tokens[each.hex] = Token(side=each.side.value, abbr=abbr, said=f"{said} of {army}")
    return tokens


def _cell(question: MeasureQuestion, answer: MeasureAnswer, name: Hex, token: Token | None) -> Cell:
    board = question.position
    return cell(
        name,
        board.features.get(name) or board.terrain_of(name),
        token=token,
        roles=_roles(question, answer, name),
        cost=None if name in answer.path else answer.reach.get(name),
        href=question.address(tapped(question, name)),
    )


def _roles(question: MeasureQuestion, answer: MeasureAnswer, name: Hex) -> Iterator[tuple[str, str]]:
    """Yields what a hex is in the question and in its answer: its look, and the words for it."""
    if question.mode is MeasureMode.EDIT:
        if name == question.pen:
            yield "pen", "the line begins here"
        return
    moving = question.mode is MeasureMode.MOVE
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
