"""Serves the page that measures: the board to tap, and the same question as a form."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Flask, make_response, redirect, render_template, request
from werkzeug import Response

from companion.table.seats import Side
from companion.table.table import Table
from companion.table.view import TableView
from companion.wartime.match.views import WarTimeView
from companion.wartime.referee.board import Keyword
from web.http.endpoint import LONGEST_PARAMETER
from web.wartime.drawing import outline
from web.wartime.measure.answer import answered
from web.wartime.measure.board import drawn
from web.wartime.measure.question import TOOLS, MeasureMode, MeasureQuestion, Stack, pieces, read_board_question
from web.wartime.tiles import MEASURE

# The live board as a question has it: what Measure begins with while a game of WarTime has a board.


def live_board(view: TableView) -> Mapping[str, str]:
    """Returns the board's parameters, as far as they are not empty; none where another game is played."""
    if not isinstance(view, WarTimeView):
        return {}
    stacks = [
        Stack(hex=unit.hex, side=Side(side), name=unit.name)
        for side, force in view.sides.items()
        for unit in force.units
        if unit.hex is not None
    ]
    units = ",".join(each.text for each in stacks)
    if len(units) > LONGEST_PARAMETER:  # more units than the box has: without their names they fit
        units = ",".join(each.hex for each in stacks)
    texts = {
        "terrain": ",".join(f"{hex}:{kind}" for hex, kind in view.board.terrain.items()),
        "features": ",".join(f"{pile.hex}:{pile.terrain}" for pile in view.features if pile.left),
        "lines": ",".join("-".join(line) for line in view.board.lines),
        "units": units,
    }
    return {name: text for name, text in texts.items() if text}


TITLES = {
    MeasureMode.RANGE: "Range",
    MeasureMode.MOVE: "Move",
    MeasureMode.ATTACK: "Attack",
    MeasureMode.CHARGE: "Charge",
    MeasureMode.EDIT: "Edit",
}
TOOL_NAMES = {"unit": "Unit", "line": "Black line", "plains": "Clear"}
TOKEN = {
    MeasureMode.RANGE: ("speed", "keywords"),
    MeasureMode.MOVE: ("speed", "keywords", "ignores_cost"),
    MeasureMode.ATTACK: ("d1", "d2", "d3", "d4", "keywords"),
    MeasureMode.CHARGE: ("speed", "charge", "keywords"),
    MeasureMode.EDIT: (),
}
"""Lists what each question needs from the unit's token, and from the card that is played with it."""
BOARD = ("terrain", "features", "lines", "units")
"""Lists the board's parameters. A link holds them; on the page they are tapped, in EDIT."""


TICKED = ("keywords", "ignores_cost")
NUMBERS = {"speed": ("Speed", 9), "charge": ("Charge damage", 9)}
SEEN = ("mode", "from", "to")
"""Lists what the form has a place for in every mode."""


EXAMPLE = {
    "from": "E5",
    "terrain": "E6:woods,D7:hills",
    "units": "E5:valyance:Rider,E6:valyance:Guard,D7:firebrand:Ogre",
}
"""The board of the worked examples: units of no scenario."""
EXAMPLES: Mapping[MeasureMode, Mapping[str, str]] = {
    MeasureMode.RANGE: {"to": "D7"},
    MeasureMode.MOVE: {"to": "C6", "speed": "3"},
    MeasureMode.ATTACK: {"to": "D7", "d3": "distance:3"},
    MeasureMode.CHARGE: {"to": "D7", "speed": "4", "charge": "2"},
}


@dataclass(frozen=True, kw_only=True)
class Picker:
    """Describes a parameter that is picked from a list: its choices are values with the words for them."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...]


def install(app: Flask, *, table: Table) -> None:
    app.add_url_rule(MEASURE, endpoint="measure_page", view_func=lambda: measure_page(table), methods=["GET"])


def measure_page(table: Table) -> Response:
    """Returns the page. Without a question it begins with the live board; a form's long address leads to its short
    one."""
    asked = list(request.args.items(multi=True))
    question = read_board_question(asked or live_board(table.view()).items())
    if not question.errors and len(asked) > len(question.texts):
        return redirect(f"{MEASURE}{question.address()}", 303)
    answer = answered(question)
    token = TOKEN[question.mode]
    shown = render_template(
        "measure.html",
        q=question,
        answer=answer,
        board=drawn(question, answer),
        outline=outline(),
        modes=[(mode, title, question.address({"mode": mode.value})) for mode, title in TITLES.items()],
        tools=_tools(question) if question.mode is MeasureMode.EDIT else (),
        boards=_boards(question, live_board(table.view())) if question.mode is MeasureMode.EDIT else _example(question),
        pickers=[_picker(question, name) for name in token if name not in TICKED],
        keywords=_keywords(question) if "keywords" in token else (),
        may_ignore_cost="ignores_cost" in token,
        hidden=[(name, text) for name, text in question.texts.items() if name not in (*SEEN, *token)],
    )
    return make_response(shown, 422 if question.errors else 200)


def _tools(question: MeasureQuestion) -> list[tuple[str, str, str]]:
    """Returns what a tap can put on the board in EDIT: the tool's name, its label, and the page with it in hand."""
    labels = {name: TOOL_NAMES.get(name, name.replace("_", " ").capitalize()) for name in TOOLS}
    return [(name, label, question.address({"tool": name, "pen": None})) for name, label in labels.items()]


def _boards(question: MeasureQuestion, live: Mapping[str, str]) -> list[tuple[str, str]]:
    """Returns whole boards to use in place of this one, each with the question that it makes of this one."""
    bare: dict[str, str | None] = dict.fromkeys(("from", "to", "pen", *BOARD))
    now = {name: text for name, text in question.texts.items() if name in BOARD}
    offered = [("Clear the board", bare)] if now else []
    if live and live != now:
        offered.append(("Take the live board", {**bare, **live}))
    return [(label, question.address(board)) for label, board in offered]


def _example(question: MeasureQuestion) -> list[tuple[str, str]]:
    """Returns the way to a worked example, as long as no unit is chosen, and from there the way back."""
    shown = {"mode": question.mode.value, **EXAMPLE, **EXAMPLES[question.mode]}
    if question.texts == shown:
        return [("Clear the example", f"{MEASURE}?mode={question.mode.value}")]
    return [] if "from" in question.texts else [("Show an example", f"{MEASURE}?{urlencode(shown, safe=':,')}")]


def _keywords(question: MeasureQuestion) -> list[tuple[str, bool]]:
    """Returns the keywords to tick, and whether they are: those of terrain, and whatever else was asked for."""
    asked = pieces(question.texts.get("keywords", ""))
    return [(name, name in asked) for name in dict.fromkeys((Keyword.MOUNTED.value, Keyword.SIEGE.value, *asked))]


def _picker(question: MeasureQuestion, name: str) -> Picker:
    """Returns the list for a parameter; what was asked for is in it, even where it cannot be used."""
    if name in NUMBERS:
        label, most = NUMBERS[name]
        choices = [(str(number), str(number)) for number in range(1, most + 1)]
    else:
        label = f"Range {name[1:]}"
        kinds = ("melee",) if name == "d1" else ("melee", "distance")
        choices = [(f"{kind}:{value}", f"{value} {kind}") for kind in kinds for value in range(1, 10)]
    asked = question.texts.get(name, "")
    if asked and asked not in dict(choices):
        choices.append((asked, asked))
    return Picker(name=name, label=label, choices=(("", "–"), *choices))
