"""The step of set-up in which each side brings its Force: what it may take, how that is judged, who has which asset."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlencode

from companion.table.seats import Side
from companion.warzone.cards.card import UnitCard
from companion.warzone.choices import WarzoneChoices
from companion.warzone.force.assets import designated, equipped, fits
from companion.warzone.force.check import Verdict
from companion.warzone.force.force import Entry, KeptForce, card_of
from companion.warzone.match.bringing import as_built, judged
from companion.warzone.match.views import ForceView, WarzoneView
from web.warzone.forces.form import address
from web.warzone.forces.listed import listed

MOST_OFFERED = 8
"""Kept Forces that a side may take at once: each is judged whenever the page is drawn. The others are a page away."""


@dataclass(frozen=True, kw_only=True)
class Bearing:
    """A Faction Asset for one Unit: `unit` has it, None while nobody does; `units` may have it, by id and name."""

    asset: str
    unit: str | None
    units: Sequence[tuple[str, str]]


@dataclass(frozen=True, kw_only=True)
class Mustering:
    """One side's. `more`: so many Forces are kept besides. `verdict` is on what it brought, None where that did not
    come from cards; `build` is the builder with it; `entries` are what was typed in."""

    kept: Sequence[tuple[KeptForce, Verdict]]
    more: int
    verdict: Verdict | None
    build: str
    bearings: Sequence[Bearing]
    entries: Sequence[Entry]


def mustering(
    view: WarzoneView,
    side: Side,
    *,
    kept: Sequence[KeptForce],
    cards: Mapping[str, UnitCard],
    choices: WarzoneChoices,
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
    )


def _new(view: WarzoneView, side: Side) -> str:
    force = view.sides[side.value]
    known = {"faction": force.faction, "allegiance": force.allegiance}
    asked = {"side": side.value, "game_size": view.size, **{field: each.value for field, each in known.items() if each}}
    return f"/warzone/force?{urlencode(asked)}"


def _bearings(force: ForceView, cards: Sequence[UnitCard]) -> list[Bearing]:
    """A Unit without a card may have whatever its players say."""
    found = []
    for effect in force.effects:
        if not designated(effect.name):
            continue
        others = [(each, card_of(each.unit, force.faction, cards)) for each in force.units]
        found.append(
            Bearing(
                asset=effect.name,
                unit=next((each.unit.id for each in force.units if effect.name in each.assets), None),
                units=[
                    (each.unit.id, each.unit.name)
                    for each, card in others
                    if effect.name in each.assets or card is None or fits(effect.name, equipped(card, each.assets))
                ],
            )
        )
    return found
