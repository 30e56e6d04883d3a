"""What a tap on a hex does to the question, by mode and tool."""

from collections.abc import Mapping

from companion.wartime.referee.board import NEIGHBOURS, Feature, Hex, Terrain
from web.wartime.measure.items import pieces
from web.wartime.measure.question import Mode, Pen, Question

Changes = Mapping[str, str | None]


def tapped(question: Question, hex: Hex) -> Changes:
    """The parameters that change when a hex is tapped; None takes one out. What could not be read stays as it is."""
    return _edited(question, hex) if question.mode is Mode.EDIT else _pointed(question, hex)


def _pointed(question: Question, hex: Hex) -> Changes:
    """First the attacker, then targets, as many as one likes to compare; the attacker again lets go of both."""
    if question.attacker is None or question.error("from"):
        return {"from": hex, "to": None}
    if hex == question.attacker:
        return {"from": None, "to": None}
    return {"to": None if hex == question.target else hex}


def _edited(question: Question, hex: Hex) -> Changes:
    """A second tap takes away what the first has put there; what cannot share its hex makes room."""
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


def _drawn(question: Question, hex: Hex) -> Changes:
    """A line takes two taps, on either side of it."""
    if question.pen is None or hex not in NEIGHBOURS[question.pen]:
        return {"pen": None if hex == question.pen else hex}
    lines = pieces(question.texts.get("lines", ""))
    same = {f"{question.pen}-{hex}", f"{hex}-{question.pen}"}
    kept = [each for each in lines if each.upper() not in same]
    return {"pen": None, "lines": _joined(kept if len(kept) < len(lines) else [*kept, f"{question.pen}-{hex}"])}


def _toggled(text: str, item: str) -> str | None:
    """The list without the item if it has it; otherwise with it, in place of what it had on that hex. A hex alone, a
    unit's, is taken out with the side and the name that it has."""
    hex, kind, _ = item.partition(":")
    rest = _without(text, hex)
    had = any(item.upper() == (each if kind else each.partition(":")[0]).upper() for each in pieces(text))
    return rest if had else _joined([*pieces(rest or ""), item])


def _without(text: str, hex: Hex) -> str | None:
    return _joined([each for each in pieces(text) if each.partition(":")[0].upper() != hex])


def _joined(items: list[str]) -> str | None:
    return ",".join(items) or None
