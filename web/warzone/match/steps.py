"""Draws the steps of setting up, the Battlefield, and how each side brings its Force."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from urllib.parse import urlencode

from companion.games import RuledGame
from companion.rulings.ruling import Ruling
from companion.rulings.shelf import headings
from companion.table.seats import Side
from companion.warzone.cards.card import UnitCard
from companion.warzone.choices import WarzoneChoices
from companion.warzone.force.assets import ASSETS, available, designated, equipped, fits
from companion.warzone.force.check import ForceVerdict
from companion.warzone.force.force import ForceEntry, KeptForce, card_of
from companion.warzone.match.forces import as_built, judged
from companion.warzone.match.state import possessive
from companion.warzone.match.views import BattlefieldView, ForceView, WarzoneView
from companion.warzone.scenarios import Polygon, Secondary, Shape, WarzoneScenario
from web.warzone.forces.form import address, listed

# The steps of setting up, in the book's order (Warzone Eternal, Chapters 12 and 13).


class SetupStep(Enum):
    ALLEGIANCE = "allegiance"
    FORCES = "forces"
    DEPLOYMENT = "deployment"
    SCENARIO = "scenario"
    TERRAIN = "terrain"
    AREAS = "areas"
    SECRETS = "secrets"

    @property
    def title(self) -> str:
        return _TITLES.get(self, self.value.title())


_TITLES = {
    SetupStep.ALLEGIANCE: "Factions and Allegiance",
    SetupStep.AREAS: "Deployment Areas",
    SetupStep.SECRETS: "Secret picks",
}


def next_step(view: WarzoneView) -> SetupStep | None:
    """Returns the first step that is not settled, or None where all are."""
    forces = view.sides.values()
    settled = {
        SetupStep.ALLEGIANCE: all(force.allegiance for force in forces),
        SetupStep.FORCES: all(force.units and not undesignated(force) for force in forces),
        SetupStep.DEPLOYMENT: view.deployment is not None,
        SetupStep.SCENARIO: view.scenario is not None,
        SetupStep.TERRAIN: view.terrain_placed is True,
        SetupStep.AREAS: view.selector is not None,
        SetupStep.SECRETS: all(_picked(view, force) for force in forces),
    }
    return next((step for step in SetupStep if not settled[step]), None)


def undesignated(force: ForceView) -> list[str]:
    """Returns the Faction Assets of the Force that still need a Unit."""
    return [each.name for each in force.effects if designated(each.name) and _bearer(force, each.name) is None]


def _bearer(force: ForceView, asset: str) -> str | None:
    return next((each.unit.id for each in force.units if asset in each.assets), None)


def _picked(view: WarzoneView, force: ForceView) -> bool:
    """Tells whether the side has made its picks; the page asks only about revealed ones."""
    primary = view.scenario is not WarzoneScenario.KEY_POSITIONS or force.primary_sealed
    return bool(force.secondaries) and primary


# What a Secondary Objective gives, as its ruling says.

_SCORES = "wz-score-"


def scoring(secondary: Secondary) -> Ruling:
    """Returns the ruling on how that Secondary Objective scores."""
    heading = headings().cited(secondary.title, RuledGame.WARZONE)
    assert heading is not None
    return next(each for each in heading.rulings if each.id.startswith(_SCORES))


# The Battlefield as a drawing, Side A at the bottom, in inches.


@dataclass(frozen=True, kw_only=True)
class Zone:
    """Describes part of a Deployment Area as the `d` of an SVG path. `side` has it, empty while it is free."""

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
    """Returns the Battlefield with its Deployment Areas in the colours of the sides that have them."""
    holders = {force.area.value: side for side, force in sides.items() if force.area}
    (x1, y1), (x2, y2) = field.centerline
    held = " and ".join(f"{area.upper()} is {possessive(names[side])}" for area, side in sorted(holders.items()))
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


# The step of set-up in which each side brings its Force: what it may take, how that is judged, who has which asset.

MOST_OFFERED = 8
"""Limits the kept Forces that a side may take at once: each is judged whenever the page is drawn. The others are a
page away."""


@dataclass(frozen=True, kw_only=True)
class Bearing:
    """Describes a Faction Asset for one Unit.

    `unit` has it, None while it is free. `units` may have it, by id and name.
    """

    asset: str
    unit: str | None
    units: Sequence[tuple[str, str]]


@dataclass(frozen=True, kw_only=True)
class Mustering:
    """Describes one side's mustering.

    `more` counts the other kept Forces. `verdict` is on what it brought, None where that did not come from cards.
    `build` leads to the builder with it. `entries` are the typed lines. `assets` are those to choose from: its
    Faction's, or all while it has none, and what it has besides.
    """

    kept: Sequence[tuple[KeptForce, ForceVerdict]]
    more: int
    verdict: ForceVerdict | None
    build: str
    bearings: Sequence[Bearing]
    entries: Sequence[ForceEntry]
    assets: Sequence[str]


def mustering(
    view: WarzoneView, side: Side, *, kept: Sequence[KeptForce], cards: Mapping[str, UnitCard], choices: WarzoneChoices
) -> Mustering:
    force = view.sides[side.value]
    brought = as_built(force, view.size)
    judge = partial(judged, size=view.size, allegiance=force.allegiance, cards=cards, choices=choices)
    built, verdict = judge(brought) if brought else (None, None)
    return Mustering(
        kept=[(each, judge(each)[1]) for each in kept[:MOST_OFFERED]],
        more=len(kept[MOST_OFFERED:]),
        verdict=verdict,
        build=address(built, name=force.name, side=side) if built else _new(view, side),
        bearings=_bearings(force, tuple(cards.values())),
        entries=listed(force),
        assets=_assets(force),
    )


def _assets(force: ForceView) -> list[str]:
    open_to = available(force.faction) if force.faction else ASSETS.values()
    return list(dict.fromkeys((*(each.name for each in open_to), *(each.name for each in force.effects))))


def _new(view: WarzoneView, side: Side) -> str:
    force = view.sides[side.value]
    known = {"faction": force.faction, "allegiance": force.allegiance}
    asked = {"side": side.value, "game_size": view.size, **{field: each.value for field, each in known.items() if each}}
    return f"/warzone/force?{urlencode(asked)}"


def _bearings(force: ForceView, cards: Sequence[UnitCard]) -> list[Bearing]:
    """Lets a Unit without a card have whatever its players say."""
    found = []
    for effect in force.effects:
        if not designated(effect.name):
            continue
        others = [(each, card_of(each.unit, force.faction, cards)) for each in force.units]
        found.append(
            Bearing(
                asset=effect.name,
                unit=_bearer(force, effect.name),
                units=[
                    (each.unit.id, each.unit.name)
                    for each, card in others
                    if effect.name in each.assets or card is None or fits(effect.name, equipped(card, each.assets))
                ],
            )
        )
    return found
