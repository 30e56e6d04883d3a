"""Changes a scenario by taps. Each puts a thing down under a name of its own, with a number where there may be more."""

from collections.abc import Iterable
from itertools import count
from typing import TypeVar

from msgspec.structs import replace

from companion.names import LONGEST, same
from companion.table.seats import Side
from companion.wartime.referee.board import Feature as FeatureTerrain
from companion.wartime.referee.board import Hex, Terrain
from companion.wartime.scenario.parts import HERO, PRINTED, Item, PlacedFeature, TimeSpace, UnitSpec
from companion.wartime.scenario.scenario import Scenario


def another(name: str, taken: Iterable[str], *, first: str | None = None) -> str:
    """Returns a name that is not taken: "Orc 1", "Orc 2", or `first` as long as that is free."""
    known = {each.casefold() for each in taken}
    if first is not None and first.casefold() not in known:
        return first
    numbers = count(1 if first is None else 2)
    return next(each for each in (_with(name, number) for number in numbers) if each.casefold() not in known)


def _with(name: str, number: int) -> str:
    behind = f" {number}"
    return name[: LONGEST - len(behind)].rstrip() + behind


# Taps on the board of a scenario that is being made. Each returns another scenario.
# `companion.wartime.scenario.library.checked` says what is wrong with it.
#
# A second tap takes away what the first has put there. What cannot share its hex makes room: tiles, features and units
# as in WarTime Rulebook, Terrain Features and Movement Restrictions; a unit that has to leave stays in its army.

T = TypeVar("T", PlacedFeature, TimeSpace, Item)


def tile(scenario: Scenario, hex: Hex, terrain: Terrain) -> Scenario:
    """Returns the scenario with a Terrain Tile in place of what the hex was."""
    rest = {place: lies for place, lies in scenario.terrain.items() if place != hex}
    if scenario.terrain.get(hex) is terrain or terrain is Terrain.PLAINS:
        return replace(scenario, terrain=rest)
    return replace(scenario, terrain=rest | {hex: terrain}, features=_elsewhere(scenario.features, hex))


def feature(scenario: Scenario, hex: Hex, terrain: FeatureTerrain, tokens: int) -> Scenario:
    """Returns the scenario with a stack of Terrain Feature Tokens, in place of one of another number."""
    put = PlacedFeature(hex=hex, terrain=terrain, tokens=tokens)
    rest = _elsewhere(scenario.features, hex)
    if put in scenario.features:
        return replace(scenario, features=rest)
    bare = replace(scenario, terrain={place: lies for place, lies in scenario.terrain.items() if place != hex})
    return replace(_without_units(bare, hex), features=(*rest, put))


def line(scenario: Scenario, one: Hex, other: Hex) -> Scenario:
    """Returns the scenario with a solid black line between two hexes."""
    rest = tuple(each for each in scenario.lines if set(each) != {one, other})
    return replace(scenario, lines=rest if len(rest) < len(scenario.lines) else (*rest, (one, other)))


def time_space(scenario: Scenario, hex: Hex) -> Scenario:
    rest = _elsewhere(scenario.time_spaces, hex)
    put = rest if len(rest) < len(scenario.time_spaces) else (*rest, TimeSpace(hex=hex))
    return replace(scenario, time_spaces=put)


def item(scenario: Scenario, hex: Hex, name: str) -> Scenario:
    """Returns the scenario with an item token, with a number behind its name where the name is taken."""
    rest = _elsewhere(scenario.items, hex)
    if len(rest) < len(scenario.items):
        return replace(scenario, items=rest)
    taken = (each.name for each in rest)
    return replace(scenario, items=(*rest, Item(name=another(name, taken, first=name), hex=hex)))


def unit(scenario: Scenario, hex: Hex | None, side: Side, type: str) -> Scenario:
    """Returns the scenario with another unit of a type, with a name of its own: "Man-at-Arms 1".

    Its token has the figures of the last one of that type, or else those that the book prints. A Hero has no number,
    because there is one of each.
    """
    army = scenario.army(side)
    last = next((each for each in reversed(army) if same(each.type or each.name, type)), None)
    like = last or next(
        (each.spec(side) for each in PRINTED.army(side) if same(each.name, type)), UnitSpec(side=side, name=type)
    )
    first = None if HERO not in like.keywords else type
    name = another(type, (each.name for each in army), first=first)
    put = replace(like, name=name, type=None if name == type else type, hex=hex)
    room = scenario if hex is None else _room(scenario, hex)
    return replace(room, units=(*room.units, put))


def place(scenario: Scenario, side: Side, name: str, hex: Hex | None) -> Scenario:
    """Returns the scenario in which the unit of that name, if any, starts there; None takes it off the board."""
    if not any(is_(each, side, name) for each in scenario.units):
        return scenario
    room = scenario if hex is None else _room(scenario, hex)
    return replace(room, units=tuple(replace(each, hex=hex) if is_(each, side, name) else each for each in room.units))


def cleared(scenario: Scenario, hex: Hex) -> Scenario:
    """Returns the scenario with plains in the hex and no stack or item there. Lines around it stay."""
    bare = tile(_without_units(scenario, hex), hex, Terrain.PLAINS)
    return replace(
        bare,
        features=_elsewhere(bare.features, hex),
        time_spaces=_elsewhere(bare.time_spaces, hex),
        items=_elsewhere(bare.items, hex),
    )


def is_(unit: UnitSpec, side: Side, name: str) -> bool:
    """Returns whether that is the unit's name."""
    return unit.side is side and same(unit.name, name)


def _room(scenario: Scenario, hex: Hex) -> Scenario:
    """Returns the scenario without a stack in the hex."""
    return replace(_without_units(scenario, hex), features=_elsewhere(scenario.features, hex))


def _without_units(scenario: Scenario, hex: Hex) -> Scenario:
    return replace(
        scenario, units=tuple(replace(each, hex=None) if each.hex == hex else each for each in scenario.units)
    )


def _elsewhere(things: Iterable[T], hex: Hex) -> tuple[T, ...]:
    return tuple(each for each in things if each.hex != hex)
