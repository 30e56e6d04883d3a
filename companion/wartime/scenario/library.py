"""Keeps scenarios: reads and checks their files, and drafts, builds in and saves them beside the journal."""

import re
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from importlib import resources
from typing import Annotated, Any

import msgspec

from companion.fields.characters import Word
from companion.fields.decode import decoder_of, from_file
from companion.fields.invalid import FieldError, Invalid, refuse_first
from companion.names import free_id, like, same, tidy
from companion.readings import Readings
from companion.table.errors import NotHere, Refused
from companion.table.events import Deleted, Source
from companion.table.opening import SCENARIO
from companion.table.seats import Side
from companion.table.table import Table
from companion.toml.reading import read_toml
from companion.toml.writing import dumps
from companion.wartime.referee.board import NEIGHBOURS
from companion.wartime.scenario.parts import ARMIES, CardKind, Condition, Hand
from companion.wartime.scenario.scenario import BOX, OPEN, TEN_MINUTES, Scenario, Terms

# Checks what no single key of a scenario shows: names used twice, hexes off the board, timers that are missing.

ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
TIMERS = {spec.id: spec for spec in BOX}


def faults(scenario: Scenario) -> Iterator[FieldError]:
    """Yields everything that is wrong, in the order of the parts."""
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
        tidy(name)
        if " ".join(name.split()) != name:
            yield FieldError(key, "has spaces to spare")
    except ValueError as error:
        yield FieldError(key, str(error))


def _twice(key: str, names: Iterable[str]) -> Iterator[FieldError]:
    seen: list[str] = []
    for name in names:
        if (other := like(name, seen)) is not None:
            yield FieldError(key, f"{name} is there twice" if same(name, other) else f"{name} looks like {other}")
        seen.append(name)


# A scenario as one file: TOML to copy, mail and edit by hand, and the same as JSON.


class ScenarioFile(Terms, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Describes a scenario as files have it: it names its timers by their ids, and all of the box is the default."""

    timers: Annotated[tuple[Word, ...], msgspec.Meta(max_length=40)] = tuple(spec.id for spec in BOX)

    def scenario(self) -> Scenario:
        """Returns the scenario. Raises Invalid."""
        for index, timer in enumerate(self.timers):
            if timer not in TIMERS:
                raise Invalid(f"timers[{index}]", f"there is no timer {timer}")
        terms = {field: getattr(self, field) for field in Terms.__struct_fields__}
        scenario = Scenario(timers=tuple(TIMERS[timer] for timer in self.timers), **terms)
        refuse_first(faults(scenario))
        return scenario


def file_of(scenario: Scenario) -> ScenarioFile:
    """Returns the scenario in the form that files and the API have it."""
    terms = {field: getattr(scenario, field) for field in Terms.__struct_fields__}
    return ScenarioFile(timers=tuple(spec.id for spec in scenario.timers), **terms)


def write_scenario(scenario: Scenario) -> str:
    """Returns the scenario as TOML; `read_scenario` makes the same scenario of it."""
    data: dict[str, Any] = msgspec.to_builtins(file_of(scenario))
    return dumps(data)


def read_scenario(text: str) -> Scenario:
    """Returns the scenario that a TOML text is. Raises Invalid, with the line."""
    return read_toml(text, scenario_of)


def scenario_of(data: object) -> Scenario:
    """Returns the scenario that plain values are, as TOML, JSON or a form have them. Raises Invalid."""
    return from_file(data, ScenarioFile).scenario()


def checked(scenario: Scenario) -> Scenario:
    """Returns the scenario as it would be read again. Raises Invalid where it could not be."""
    return scenario_of(msgspec.to_builtins(file_of(scenario)))


# The scenarios that come with Warglass. They cannot be changed or deleted; a copy can.

EXAMPLES = ("example-range", "example-cards")


def _shipped(name: str) -> Scenario:
    scenario = read_scenario(
        resources.files("companion.wartime.scenario").joinpath("shipped", f"{name}.toml").read_text(encoding="utf-8")
    )
    assert scenario.id == name
    return scenario


BUILT_IN: dict[str, Scenario] = {
    scenario.id: scenario for scenario in (OPEN, TEN_MINUTES, *(_shipped(name) for name in EXAMPLES))
}

# The scenarios that a table can play: those that came with Warglass, and those that its players made.

GAME = "wartime"
TAKEN = ("new", "import")
"""Lists ids that no scenario may have: the site has pages there."""


class Scenarios:
    """Reads and keeps scenarios through the table. Any thread may call any method."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._readings = Readings(
            table, game=GAME, kind=SCENARIO, struct=Scenario, order=lambda scenario: scenario.name.casefold()
        )

    def all(self) -> list[Scenario]:
        """Returns the built-in ones, then the saved ones by name. It leaves out one that cannot be read any more."""
        return [*BUILT_IN.values(), *self._readings.all()]

    def find(self, id: str) -> Scenario:
        """Returns the scenario of that id. Raises NotHere."""
        for scenario in self.all():
            if scenario.id == id:
                return scenario
        raise NotHere("scenario", id)

    def played(self) -> Scenario:
        """Returns the scenario that the current match was set up with, which may have been changed or deleted since.
        Raises NotHere where another game is being played."""
        if self._table.game != GAME:
            raise NotHere("game of WarTime", self._table.game)
        return decoder_of(Scenario).decode(self._table.setup)

    def save(self, scenario: Scenario) -> None:
        """Saves it, in place of the saved one of the same id. Matches that are being played keep theirs. Raises Refused
        for an id of a built-in one."""
        if scenario.id in BUILT_IN:
            raise Refused(f"{BUILT_IN[scenario.id].name} comes with Warglass: save a copy under another id.")
        self._table.keep(GAME, SCENARIO, scenario.id, msgspec.json.encode(scenario))

    def delete(self, id: str, *, source: Source) -> None:
        """Deletes the scenario and notes it in the log. Raises NotHere, and Refused for a built-in one."""
        if id in BUILT_IN:
            raise Refused(f"{BUILT_IN[id].name} comes with Warglass: it stays.")
        name = next((each.name for each in self.all() if each.id == id), id)
        self._table.discard(GAME, SCENARIO, id)
        self._table.note(Deleted(kind="scenario", name=name), source=source)

    def free_id(self, name: str) -> str:
        """Returns an id after the name that no scenario has yet."""
        return free_id(name, {*TAKEN, *(scenario.id for scenario in self.all())}, otherwise="scenario")


# Scenarios while they are made: every change is saved at once, and the last ones can be taken back.

STEPS = 50
"""Limits how many changes of a scenario can be taken back."""
MOST = 8
"""Limits how many scenarios keep their changes: those that were changed last. A restart forgets them."""

Change = Callable[[Scenario], Scenario]


@dataclass
class _Steps:
    """Says what the scenario was before each change, what it is since the last, and what that one was about."""

    before: deque[Scenario] = field(default_factory=lambda: deque(maxlen=STEPS))
    now: Scenario | None = None
    about: str = ""


class Drafts:
    """Changes saved scenarios. Any thread may call: changes of two phones follow one another, and none is lost."""

    def __init__(self, scenarios: Scenarios) -> None:
        self._scenarios = scenarios
        self._lock = threading.Lock()
        self._steps: OrderedDict[str, _Steps] = OrderedDict()

    def change(self, id: str, change: Change, *, about: str = "") -> Scenario:
        """Returns the scenario after the change, kept. Changes in a row about the same, such as a text that is being
        written, are taken back together. Raises Invalid, NotHere, and Refused where it cannot be kept."""
        with self._lock:
            before = self._scenarios.find(id)
            now = checked(change(before))
            if now == before:
                return now
            self._scenarios.save(now)
            steps = self._steps.pop(id, _Steps())
            if steps.now != before:
                steps = _Steps()
            if not about or about != steps.about:
                steps.before.append(before)
            steps.now, steps.about = now, about
            self._steps[id] = steps
            if len(self._steps) > MOST:
                self._steps.popitem(last=False)
            return now

    def undo(self, id: str) -> None:
        """Takes the last change back, anyone's. Raises NotHere, and Refused where there is no change to take back."""
        with self._lock:
            steps = self._steps.get(id)
            if steps is None or not steps.before or steps.now != self._scenarios.find(id):
                raise Refused("There is no act to take back.")
            self._scenarios.save(steps.before[-1])
            steps.now, steps.about = steps.before.pop(), ""

    def can_undo(self, scenario: Scenario) -> bool:
        """Returns whether the scenario, as it is, has a change to take back."""
        with self._lock:
            steps = self._steps.get(scenario.id)
            return bool(steps and steps.before and steps.now == scenario)
