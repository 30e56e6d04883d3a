"""An SVG of `warglass wiring`, read back without knowing how it was drawn."""

from itertools import pairwise
from typing import NamedTuple
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
LEAD_WIDTH = "2.5"
"""How wide a leg or a wire of a detail is drawn, and nothing else."""

Point = tuple[float, float]
Segment = tuple[Point, Point]


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def on_edge(self, point: Point) -> bool:
        x, y = point
        inside = self.left <= x <= self.right and self.top <= y <= self.bottom
        return inside and (x in (self.left, self.right) or y in (self.top, self.bottom))

    def meets(self, other: "Box") -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


class DrawnWire(NamedTuple):
    """A wire in one piece, or in two that each begin or end loose."""

    source: str
    target: str
    colour: str
    pieces: tuple[tuple[Point, ...], ...]

    @property
    def segments(self) -> list[Segment]:
        return [segment for piece in self.pieces for segment in pairwise(piece)]


class Drawn:
    def __init__(self, text: str) -> None:
        root = ElementTree.fromstring(text)
        _, _, self.width, self.height = (float(each) for each in root.attrib["viewBox"].split())
        self.wires: list[DrawnWire] = []
        self.rails: dict[str, list[tuple[Point, ...]]] = {}
        self.parts: dict[str, Box] = {}
        self.pins: dict[int, Point] = {}
        self.labels: list[tuple[str, Box]] = []
        self.legs: dict[str, list[tuple[float, str]]] = {}
        """Of each transistor that is drawn as it lies in the hand: how far right each of its legs is."""
        self.ends: dict[str, list[Point]] = {}
        """Where the legs of the details' parts end."""
        self.leads: list[tuple[Point, ...]] = []
        """The lines that join those."""
        self.pieces: dict[str, list[tuple[Point, ...]]] = {}
        """What a detail shows of the rails."""
        for each in root.iter():
            data = each.attrib
            if "data-from" in data:
                self._wire(
                    DrawnWire(data["data-from"], data["data-to"], data["data-colour"], (_points(data["points"]),))
                )
            elif "data-rail" in data:
                self.rails.setdefault(data["data-rail"], []).append(_points(data["points"]))
            elif "data-piece" in data:
                self.pieces.setdefault(data["data-piece"], []).append(_points(data["points"]))
            elif "data-end" in data:
                self.ends.setdefault(data["data-end"], []).append((float(data["cx"]), float(data["cy"])))
            elif each.tag == f"{SVG}polyline" and data.get("stroke-width") == LEAD_WIDTH:
                self.leads.append(_points(data["points"]))
            elif "data-part" in data:
                assert data["data-part"] not in self.parts
                x, y = float(data["x"]), float(data["y"])
                self.parts[data["data-part"]] = Box(x, y, x + float(data["width"]), y + float(data["height"]))
            elif each.tag == f"{SVG}text":
                self._label(each)

    def _wire(self, wire: DrawnWire) -> None:
        last = self.wires[-1] if self.wires else None
        if last is not None and last[:3] == wire[:3]:
            self.wires[-1] = wire._replace(pieces=(*last.pieces, *wire.pieces))
        else:
            self.wires.append(wire)

    def _label(self, text: ElementTree.Element) -> None:
        x, y, size = (float(text.attrib[key]) for key in ("x", "y", "font-size"))
        said = text.text or ""
        wide = len(said) * size * (0.64 if text.attrib.get("font-weight") == "bold" else 0.56)
        left = x - {"start": 0, "middle": wide / 2, "end": wide}[text.attrib.get("text-anchor", "start")]
        self.labels.append((said, Box(left, y - 0.74 * size, left + wide, y + 0.2 * size)))
        if "data-leg" in text.attrib:
            self.legs.setdefault(text.attrib["data-leg"], []).append((x, said))
        if "data-pin" in text.attrib:
            assert said == text.attrib["data-pin"]
            self.pins[int(said)] = (x, y - 5)

    def joined(self, end: str) -> set[str]:
        """The ends that lines lead to from the one end of this name."""
        [start] = self.ends[end]
        reached: list[tuple[Point, ...]] = [(start, start)]
        for line in reached:
            reached += [lead for lead in self.leads if lead not in reached and _touch(lead, line)]
        return {
            name
            for name, points in self.ends.items()
            if any(on_line(point, line) for point in points for line in reached)
        }

    def said_in(self, box: Box) -> list[str]:
        """The labels whose middle is in the box."""
        return [
            said
            for said, (left, top, right, bottom) in self.labels
            if box.left <= (left + right) / 2 <= box.right and box.top <= (top + bottom) / 2 <= box.bottom
        ]


def on_line(point: Point, points: tuple[Point, ...]) -> bool:
    return any(_between(first, point, last) for first, last in pairwise(points))


def _touch(one: tuple[Point, ...], other: tuple[Point, ...]) -> bool:
    """Whether an end or a corner of either is on the other."""
    return any(on_line(point, other) for point in one) or any(on_line(point, one) for point in other)


def _between(first: Point, point: Point, last: Point) -> bool:
    return all(min(a, b) <= each <= max(a, b) for a, each, b in zip(first, point, last, strict=True))


def _points(text: str) -> tuple[Point, ...]:
    pairs = [each.split(",") for each in text.split()]
    return tuple((float(x), float(y)) for x, y in pairs)
