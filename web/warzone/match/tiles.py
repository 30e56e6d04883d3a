"""A Force's roster as tiles: what a tap does, and the counters beside each Unit."""

from dataclasses import dataclass
from urllib.parse import urlencode

from companion.warzone.match.state import TurnPhase
from companion.warzone.match.views import UnitView, WarzoneView

DUEL = "/warzone/duel"
UNITS = "/warzone/match/sides/{side}/units/{unit}"


@dataclass(frozen=True, kw_only=True)
class Tile:
    """One Unit. `pack` are the Units that a tap Activates, none where it cannot; `marks` are its counters, short, and
    `said` the same in words; `look` is how the tile is drawn. `duel` is where a Unit that acts attacks this one, empty
    while none does."""

    name: str
    href: str
    pack: tuple[str, ...]
    marks: tuple[str, ...]
    said: str
    look: str
    duel: str = ""


def tiles(view: WarzoneView, side: str, *, taps: bool = True, duels: bool = False) -> list[Tile]:
    """The side's Units in the order of its list; `taps`: whether a tap Activates those that can be; `duels`: whether
    it attacks them while one of the other side's acts."""
    force = view.sides[side]
    return [
        Tile(
            name=unit.unit.name if force.listed else unit.unit.id,
            href=UNITS.format(side=side, unit=unit.unit.id),
            pack=pack(view, side, unit) if taps else (),
            marks=_marks(unit),
            said=", ".join((unit.unit.name, *_words(unit))),
            look=_look(unit),
            duel=_duel(view, side, unit) if duels else "",
        )
        for unit in force.units
    ]


def _duel(view: WarzoneView, side: str, unit: UnitView) -> str:
    """Of a Group that acts, its first Unit attacks until another is picked."""
    if view.active is None or view.active == side or unit.fall is not None:
        return ""
    acting = next((each.unit.id for each in view.sides[view.active].units if each.acting), None)
    return (
        "" if acting is None else f"{DUEL}?{urlencode({'side': view.active, 'unit': acting, 'target': unit.unit.id})}"
    )


def pack(view: WarzoneView, side: str, unit: UnitView) -> tuple[str, ...]:
    """What can be Activated with the Unit now: itself; of a Group (X), also the next that are ready, X in all."""
    choosing = view.turn_phase is TurnPhase.ACTIVATION and view.active == side and not view.acting
    if not choosing or unit.fall is not None or unit.activated:
        return ()
    force = view.sides[side]
    kind = unit.unit.card, unit.unit.group
    ready = [
        each.unit.id
        for each in force.units
        if each is not unit and (each.unit.card, each.unit.group) == kind and not each.activated and each.fall is None
    ]
    return (unit.unit.id, *ready[: (unit.unit.group or 1) - 1])


def _look(unit: UnitView) -> str:
    if unit.fall is not None:
        return "fallen"
    if unit.acting:
        return "acting"
    return "spent" if unit.activated else "ready"


def _marks(unit: UnitView) -> tuple[str, ...]:
    if unit.fall is not None:
        return ()
    marks = [short for short, on in (("A", unit.activated), ("R", unit.reacted), ("P", unit.pinned)) if on]
    if unit.wounds:
        marks.append(f"W{unit.wounds}" + (f"/{unit.unit.wounds}" if unit.unit.wounds else ""))
    return (*marks, *("L" for _ in unit.jammed))


def _words(unit: UnitView) -> list[str]:
    if unit.fall is not None:
        return ["a Casualty"]
    words = [said for said, on in (("Activated", unit.activated), ("reacted", unit.reacted)) if on]
    if unit.pinned:
        words.append("Pinned")
    if unit.wounds:
        words.append(f"{unit.wounds} Wounds" if unit.wounds > 1 else "1 Wound")
    return words + [f"must Reload {weapon}".rstrip() for weapon in unit.jammed]
