"""The board with a question and its answer marked on it."""

from collections.abc import Collection, Iterator

from companion.table.seats import Side
from companion.wartime.referee.board import Hex
from companion.wartime.scenario.parts import ARMIES
from web.wartime import hexmap
from web.wartime.drawing import Board, Cell, Mark, Token, at, cell, rows, trail, walls
from web.wartime.measure.answer import Answer
from web.wartime.measure.items import Stack
from web.wartime.measure.question import Mode, Question
from web.wartime.measure.taps import tapped
from web.wartime.tokens import abbreviations


def drawn(question: Question, answer: Answer) -> Board:
    """The board of a question."""
    start, end = question.attacker, question.target
    marked = start and question.mode is not Mode.EDIT and start not in question.position.units
    tokens = _tokens(question.stacks.values())
    taken = {*tokens, *question.position.features}
    course, steps = trail(start, answer.path, answer.counts, taken=taken) if start else (None, ())
    return Board(
        rows=rows(lambda name: _cell(question, answer, name, tokens.get(name))),
        walls=walls(question.position.lines),
        blocks=tuple(Mark(at=at(name)) for name in answer.blocks),
        start=at(start) if start and marked else None,
        straight=hexmap.course((start, end), taken=taken) if start and end and answer.blocks else None,
        course=course,
        steps=steps,
    )


def _tokens(stacks: Collection[Stack]) -> dict[Hex, Token]:
    """The units by hex. Who has a side is drawn in it, with letters that tell its units apart."""
    letters = {
        side: abbreviations(each.name for each in stacks if each.side is side and each.name is not None)
        for side in Side
    }
    tokens = {}
    for each in stacks:
        said = each.name or "unit"
        tokens[each.hex] = (
            Token(said=said)
            if each.side is None
            else Token(
                side=each.side.value,
                abbr=letters[each.side].get(each.name or "", ""),
                said=f"{said} of {ARMIES[each.side]}",
            )
        )
    return tokens


def _cell(question: Question, answer: Answer, name: Hex, token: Token | None) -> Cell:
    board = question.position
    return cell(
        name,
        board.features.get(name) or board.terrain_of(name),
        token=token,
        roles=_roles(question, answer, name),
        cost=None if name in answer.path else answer.reach.get(name),
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
