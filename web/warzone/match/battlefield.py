"""The Battlefield as a drawing, Side A at the bottom, in inches."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.warzone.match.views import BattlefieldView, ForceView
from companion.warzone.scenarios import Polygon, Shape


@dataclass(frozen=True, kw_only=True)
class Zone:
    """Part of a Deployment Area as the `d` of an SVG path; `side` has it, "" while nobody does."""

    path: str
    side: str


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """`line` and `counters` are x and y with y downwards; `said` is the drawing in words."""

    width: float
    depth: float
    zones: tuple[Zone, ...]
    line: tuple[float, float, float, float]
    counters: tuple[tuple[float, float], ...]
    radius: float
    said: str


def drawing(field: BattlefieldView, sides: Mapping[str, ForceView], names: Mapping[str, str]) -> Drawing:
    """The Battlefield with its Deployment Areas in the colours of the sides that have them."""
    holders = {force.area.value: side for side, force in sides.items() if force.area}
    (x1, y1), (x2, y2) = field.centerline
    held = " and ".join(f"{area.upper()} is {names[side]}'s" for area, side in sorted(holders.items()))
    return Drawing(
        width=field.width,
        depth=field.depth,
        zones=tuple(
            Zone(path=_path(shape, field), side=holders.get(area, ""))
            for area, shapes in field.areas.items()
            for shape in shapes
        ),
        line=(x1, field.depth - y1, x2, field.depth - y2),
        counters=tuple((round(x, 2), round(field.depth - y, 2)) for x, y in field.counters),
        radius=field.counter_diameter / 2,
        said=f"The Battlefield, {field.width:g} by {field.depth:g} inches" + (f": {held}" if held else ""),
    )


def _path(shape: Shape, field: BattlefieldView) -> str:
    if isinstance(shape, Polygon):
        return "M" + "L".join(f"{x:g} {field.depth - y:g}" for x, y in shape.corners) + "Z"
    x, y = shape.corner.x, field.depth - shape.corner.y
    inwards = (shape.radius if x == 0 else -shape.radius, shape.radius if y == 0 else -shape.radius)
    sweep = int((inwards[0] > 0) == (inwards[1] > 0))
    return f"M{x:g} {y:g}H{x + inwards[0]:g}A{shape.radius:g} {shape.radius:g} 0 0 {sweep} {x:g} {y + inwards[1]:g}Z"
