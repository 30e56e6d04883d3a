"""What no single key of a scenario shows: names used twice, hexes off the board, timers that are missing."""

import re
from collections.abc import Iterable, Iterator

from companion.fields.invalid import FieldError
from companion.player_names import tidy
from companion.table.sides import Side
from companion.wartime.referee.hexes import NEIGHBOURS
from companion.wartime.scenario.armies import ARMIES
from companion.wartime.scenario.parts import CardKind, Condition, Hand
from companion.wartime.scenario.scenario import BOX, Scenario

ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
TIMERS = {spec.id: spec for spec in BOX}


def faults(scenario: Scenario) -> Iterator[FieldError]:
    """Everything that is wrong, in the order of the parts."""
    if not ID.fullmatch(scenario.id):
        yield FieldError("id", "must be small letters and digits, with single hyphens between")
    if not scenario.name.strip():
        yield FieldError("name", "must not be empty")
    yield from _timers(scenario)
    yield from _board(scenario)
    yield from _units(scenario)
    for side, hand in scenario.cards.items():
        yield from _hand(f"cards.{side.value}", hand)
    for index, condition in enumerate(scenario.conditions):
        yield from _condition(f"conditions[{index}]", condition, scenario)


def _condition(key: str, condition: Condition, scenario: Scenario) -> Iterator[FieldError]:
    counted = [unit for unit in scenario.army(condition.side.other) if unit.is_one_of(condition.of)]
    features = {feature.hex for feature in scenario.features}
    if not (condition.destroy or condition.hold or condition.raze):
        yield FieldError(f"{key}.destroy", "needs a number, or hexes to hold or raze")
    if condition.of and not condition.destroy:
        yield FieldError(f"{key}.of", "needs destroy: how many of them")
    if condition.destroy and condition.destroy > len(counted):
        yield FieldError(f"{key}.destroy", f"the enemy has {len(counted)} such units")
    for place in condition.hold:
        yield from _hex(f"{key}.hold", place)
    for place in condition.raze:
        if place not in features:
            yield FieldError(f"{key}.raze", f"no Terrain Feature is in {place}")


def _timers(scenario: Scenario) -> Iterator[FieldError]:
    ids = [spec.id for spec in scenario.timers]
    yield from _twice("timers", ids)
    for side in Side:
        if not any(spec.side is side for spec in scenario.timers):
            yield FieldError("timers", f"{ARMIES[side]} has none")
    if scenario.time_limit and "neutral-600" not in ids:
        yield FieldError("time_limit", "needs the timer neutral-600")
    neutral = {spec.id for spec in scenario.timers if spec.side is None}
    for timer, text in scenario.neutral.items():
        if timer not in neutral:
            yield FieldError(f"neutral.{timer}", "must be one of the scenario's neutral timers")
        elif timer == "neutral-600" and scenario.time_limit:
            yield FieldError(f"neutral.{timer}", "the 10-minute timer ends this game already")
        elif not text.strip():
            yield FieldError(f"neutral.{timer}", "must say what the timer is for")


def _board(scenario: Scenario) -> Iterator[FieldError]:
    for place in scenario.terrain:
        yield from _hex(f"terrain.{place}", place)
    for index, feature in enumerate(scenario.features):
        key = f"features[{index}].hex"
        yield from _hex(key, feature.hex)
        if feature.hex in scenario.terrain:
            yield FieldError(key, f"{feature.hex} has a Terrain Tile already")
    yield from _twice("features", [feature.hex for feature in scenario.features])
    for index, line in enumerate(scenario.lines):
        off = [place for place in line if place not in NEIGHBOURS]
        if off:
            yield FieldError(f"lines[{index}]", f"there is no hex {off[0]}")
        elif line[1] not in NEIGHBOURS[line[0]]:
            yield FieldError(f"lines[{index}]", f"{line[0]} and {line[1]} do not touch")
    for index, space in enumerate(scenario.time_spaces):
        yield from _hex(f"time_spaces[{index}].hex", space.hex)
    yield from _twice("time_spaces", [space.hex for space in scenario.time_spaces])
    for index, item in enumerate(scenario.items):
        yield from _name(f"items[{index}].name", item.name)
        if item.hex is not None:
            yield from _hex(f"items[{index}].hex", item.hex)
    yield from _twice("items", [item.name for item in scenario.items])


def _units(scenario: Scenario) -> Iterator[FieldError]:
    taken = {feature.hex for feature in scenario.features}
    for index, unit in enumerate(scenario.units):
        key = f"units[{index}]"
        yield from _name(f"{key}.name", unit.name)
        if unit.type is not None:
            yield from _name(f"{key}.type", unit.type)
        for keyword in unit.keywords:
            yield from _name(f"{key}.keywords", keyword)
        if unit.hex is not None:
            yield from _hex(f"{key}.hex", unit.hex)
            if unit.hex in taken:
                yield FieldError(f"{key}.hex", f"{unit.hex} is taken")
            taken.add(unit.hex)
    for side in Side:
        yield from _twice("units", [unit.name for unit in scenario.army(side)])


def _hand(key: str, hand: Hand) -> Iterator[FieldError]:
    for index, card in enumerate(hand.cards):
        yield from _name(f"{key}.cards[{index}].name", card.name)
        for only in card.only:
            yield from _name(f"{key}.cards[{index}].only", only)
    yield from _twice(f"{key}.cards", [card.name for card in hand.cards])
    actions = sum(card.kind is not CardKind.SPELL for card in hand.cards)
    if hand.dealt > actions:
        yield FieldError(f"{key}.dealt", f"there are {actions} Action cards to deal from")
    if hand.dealt and hand.actions > hand.dealt:
        yield FieldError(f"{key}.actions", f"must be at most the {hand.dealt} that are dealt")


def _hex(key: str, name: str) -> Iterator[FieldError]:
    if name not in NEIGHBOURS:
        yield FieldError(key, f"there is no hex {name}")


def _name(key: str, name: str) -> Iterator[FieldError]:
    try:
        if tidy(name) != name:
            yield FieldError(key, "has spaces to spare")
    except ValueError as error:
        yield FieldError(key, str(error))


def _twice(key: str, names: Iterable[str]) -> Iterator[FieldError]:
    seen: set[str] = set()
    for name in names:
        if name.casefold() in seen:
            yield FieldError(key, f"{name} is there twice")
        seen.add(name.casefold())
