"""Holds the state of a game of WarTime (its sand timers, its board, its hands) and answers common questions about
it."""

from collections.abc import Iterable
from typing import Self, TypeVar

import msgspec
from msgspec.structs import replace

from companion.clock import MS, SECOND
from companion.names import same
from companion.table.errors import NotHere
from companion.table.seats import Side
from companion.table.state import MatchState, SandClock, Stage
from companion.wartime.choices import WarTimeChoices
from companion.wartime.referee.board import Feature, Hex, Position, Terrain
from companion.wartime.scenario.parts import UnitSpec
from companion.wartime.scenario.scenario import Scenario, Terms, TimerSpec

# One sand timer in play.


class Sandglass(msgspec.Struct, frozen=True, kw_only=True):
    """Describes the state of one timer. `ends_ns` is the sand time at which it runs out; None while it is available.

    On a spell timer `caster` is the unit that casts, where that is known. `casters` are the units that could when it
    was flipped.
    """

    spec: TimerSpec
    ends_ns: int | None = None
    unit: str | None = None
    card: str | None = None
    caster: str | None = None
    casters: tuple[str, ...] | None = None
    off_board: bool = False
    flips: int = 0
    ran_out_ns: int | None = None

    @property
    def active(self) -> bool:
        return self.ends_ns is not None

    def left_ns(self, sand_ns: int) -> int:
        """Returns the nanoseconds of sand still to run; 0 while available."""
        return 0 if self.ends_ns is None else max(0, min(self.spec.run_ns, self.ends_ns - sand_ns))

    def flipped(self, sand_ns: int) -> "Sandglass":
        """Returns the timer, flipped, without a unit or a card."""
        return Sandglass(spec=self.spec, ends_ns=sand_ns + self.spec.run_ns, flips=self.flips + 1)

    def turned(self, *, sand_ns: int) -> "Sandglass":
        """Returns the timer, turned over while running: what has run through is what is left."""
        return replace(self, ends_ns=sand_ns + self.spec.run_ns - self.left_ns(sand_ns))

    def given(self, *, sand_ns: int, ns: int) -> "Sandglass":
        """Returns the timer with so much more sand, or less, but never more than all. A free timer runs again."""
        left = max(0, min(self.spec.run_ns, self.left_ns(sand_ns) + ns))
        if self.ends_ns is not None:
            return replace(self, ends_ns=sand_ns + left)
        return Sandglass(spec=self.spec, ends_ns=sand_ns + left, flips=self.flips + 1) if left else self

    def freed(self) -> "Sandglass":
        return Sandglass(spec=self.spec, flips=self.flips)

    def drained(self) -> "Sandglass":
        """Frees a timer whose sand has run out by itself, at `ends_ns`."""
        return Sandglass(spec=self.spec, flips=self.flips, ran_out_ns=self.ends_ns)


# How often a side has touched its hand lately.

ONE_TOUCH_NS = 300 * MS
"""Says how close touches count as one: a finger that trembles, a contact that wears out."""
MOST, EVERY_NS = 20, 5 * SECOND
"""Limits how many touches of a side the log takes in a row, and how often in the long run. So a button that sticks all
night cannot fill the journal."""


class Touches(msgspec.Struct, frozen=True):
    """Says when the last touch was, and until when all of them would last at one every `EVERY_NS`. In sand time."""

    last_ns: int = -ONE_TOUCH_NS
    evenly_ns: int = 0

    def goes_on(self, at: int) -> bool:
        """Returns whether a touch at that sand time is still the last one."""
        return at - self.last_ns < ONE_TOUCH_NS

    def wait_ns(self, at: int) -> int:
        """Returns how long until the log takes another one; 0 or less means now."""
        return self.evenly_ns - (MOST - 1) * EVERY_NS - at

    def touched(self, at: int) -> "Touches":
        return Touches(at, max(self.evenly_ns, at) + EVERY_NS)


# The live board without the units: what is on its hexes now (WarTime Rulebook, Terrain Tiles, Terrain Features and
# Items).

K = TypeVar("K")
V = TypeVar("V")
Edge = tuple[Hex, Hex]


class Pile(msgspec.Struct, frozen=True):
    """Describes a Terrain Feature's stack: `left` of `tokens`. With none left the hex is plains."""

    terrain: Feature
    left: int
    tokens: int


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """Holds Terrain Tiles by hex, features by hex, solid black lines, and the hex of each item on the board."""

    terrain: dict[Hex, Terrain] = {}
    features: dict[Hex, Pile] = {}
    lines: tuple[Edge, ...] = ()
    items: dict[str, Hex] = {}

    @classmethod
    def of(cls, scenario: Terms) -> "Ground":
        """Returns the board as a scenario sets it up."""
        return cls(
            terrain=scenario.terrain,
            features={each.hex: Pile(each.terrain, each.tokens, each.tokens) for each in scenario.features},
            lines=scenario.lines,
            items={item.name: item.hex for item in scenario.items if item.hex is not None},
        )

    @property
    def standing(self) -> dict[Hex, Feature]:
        """Returns the features that have a token left."""
        return {place: pile.terrain for place, pile in self.features.items() if pile.left}

    def tiled(self, place: Hex, terrain: Terrain) -> "Ground":
        """Returns the board with another tile there, in place of whatever was there; plains are no tile."""
        bare = replace(self, terrain=_without(self.terrain, place), features=_without(self.features, place))
        return bare if terrain is Terrain.PLAINS else replace(bare, terrain={**bare.terrain, place: terrain})

    def piled(self, place: Hex, feature: Feature, tokens: int) -> "Ground":
        """Returns the board with a feature there, in place of whatever was there."""
        pile = Pile(feature, tokens, tokens)
        return replace(self, terrain=_without(self.terrain, place), features={**self.features, place: pile})

    def wear_feature(self, place: Hex, tokens: int) -> "Ground":
        """Returns the board with so many tokens off the feature there. Where `tokens` is less than 0 they go back on:
        no more than it had."""
        if (pile := self.features.get(place)) is None:
            return self
        left = min(pile.tokens, max(0, pile.left - tokens))
        return replace(self, features={**self.features, place: replace(pile, left=left)})

    def lined(self, edge: Edge, *, drawn: bool) -> "Ground":
        """Returns the board with a solid black line between two hexes, or without."""
        others = tuple(each for each in self.lines if set(each) != set(edge))
        return replace(self, lines=(*others, edge) if drawn else others)

    def has_line(self, edge: Edge) -> bool:
        return any(set(each) == set(edge) for each in self.lines)

    def with_item(self, name: str, place: Hex | None) -> "Ground":
        """Returns the board with the item there, or without it."""
        others = _without(self.items, name)
        return replace(self, items=others if place is None else {**others, name: place})

    def position(self, units: Iterable[Hex]) -> Position:
        """Returns the same for the referee, with units in those hexes."""
        return Position(terrain=self.terrain, features=self.standing, lines=self.lines, units=tuple(units))


def _without(some: dict[K, V], key: K) -> dict[K, V]:
    return {each: value for each, value in some.items() if each != key}


# What both sides can agree to correct, after a dispute or a slip. The book does not need it: there each player has two
# hands, and a timer can be turned.


class Correction(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Describes a correction of one timer, one unit or Terrain Feature, or of a timer and one of these.

    Of the `timer`: so many `seconds` given back to it, or taken from it where that is less than 0. Or `free`: its flip
    taken back, and its card with it, unless that is `spent`.

    Of the `unit`: so many `tokens` put back onto its stack, or taken off it, and the `hex` that it stands in. With
    tokens, an eliminated unit comes back.

    `side` is needed only where both armies have a unit of that name. Of the Terrain Feature in the hex `feature`: so
    many `tokens`.
    """

    timer: str | None = None
    seconds: int = 0
    free: bool = False
    spent: bool = False
    side: Side | None = None
    unit: str | None = None
    tokens: int = 0
    hex: Hex | None = None
    feature: Hex | None = None


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """Says what `side` proposes, the `number`th of the match. `flips` is how often its timer had been flipped, `gone`
    whether its unit was eliminated."""

    number: int
    side: Side
    correction: Correction
    flips: int | None = None
    gone: bool | None = None


# The state of a game of WarTime, and the questions everyone asks of it.


class Use(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one card's one use: when (sand time), and by which unit where that is known."""

    card: str
    sand_ns: int
    unit: str | None = None


class Army(msgspec.Struct, frozen=True):
    """Describes one side's units and cards.

    `units` and `cards` are what it brought; an empty list means that the players did not say, and any name is allowed.

    `seen` are the other units that acted, were attacked or were put on the board. `stacks` are the tokens left of each
    unit whose health is known. `dealt` are the Action cards that fell to it at random, `used` the cards that are spent.

    `places` are the hexes of the units that players have put on the board, also of those left out since.
    """

    units: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    eliminated: tuple[str, ...] = ()
    stacks: dict[str, int] = {}
    dealt: tuple[str, ...] = ()
    used: tuple[Use, ...] = ()
    places: dict[str, Hex] = {}
    left_off: tuple[str, ...] = ()
    """Lists the units that were not on the board when set-up ended: they take no part (Optional Rules, Set Up)."""

    @property
    def standing(self) -> dict[str, Hex]:
        """Returns where its units stand. A unit that is left out may not take part (Optional Rules, Set Up)."""
        known = {name.casefold() for name in (*self.units, *self.seen)}
        return {unit: place for unit, place in self.places.items() if unit.casefold() in known}

    @property
    def names(self) -> tuple[str, ...]:
        """Returns every unit this side has brought, used or lost, each once."""
        names: dict[str, str] = {}
        for name in (*self.units, *self.seen, *self.eliminated):
            names.setdefault(name.casefold(), name)
        return tuple(names.values())

    def knows(self, unit: str) -> bool:
        return any(same(unit, name) for name in self.names)

    def use_of(self, card: str) -> Use | None:
        """Returns this card's use, if it is spent."""
        return next((use for use in self.used if same(use.card, card)), None)

    def is_eliminated(self, unit: str) -> bool:
        return any(same(unit, gone) for gone in self.eliminated)


class Finish(msgspec.Struct, frozen=True):
    """Describes a victory condition that has come true: which side wins by it, and how in words."""

    winner: Side
    how: str


class AgreedEnd(msgspec.Struct, frozen=True):
    """Describes the sides that agree that the game ends with this finish."""

    finish: Finish
    sides: tuple[Side, ...]


class State(MatchState, frozen=True, kw_only=True):
    """Describes the whole match; it is immutable. `ready` are the sides that gave their start signal.

    `proposal` is the correction that one of them proposes, the last of so many `proposals`.
    """

    scenario: Scenario
    timers: dict[str, Sandglass]
    forces: dict[Side, Army]
    ground: Ground = Ground()
    locked: bool = False
    winner: Side | None = None
    over_by_time: bool = False
    choices: WarTimeChoices = WarTimeChoices()
    touches: dict[Side, Touches] = msgspec.field(default_factory=lambda: dict.fromkeys(Side, Touches()))
    ready: tuple[Side, ...] = ()
    proposal: Proposal | None = None
    proposals: int = 0
    agreed_end: AgreedEnd | None = None
    played_on: tuple[Finish, ...] = ()
    won_how: str = ""

    @classmethod
    def start(cls, scenario: Scenario, now: int) -> "State":
        """Returns a table set up for `scenario`, without a flip, at the monotonic instant `now`."""
        return cls(
            scenario=scenario,
            clock=SandClock().started(sand_ns=0, now=now),
            timers={spec.id: Sandglass(spec=spec) for spec in scenario.timers},
            forces={side: _force(scenario, side) for side in Side},
            ground=Ground.of(scenario),
        )

    @property
    def idle(self) -> bool:
        """Returns whether the game has not begun and no sand falls."""
        return self.stage is Stage.SETUP and not any(glass.active for glass in self.timers.values())

    def timer(self, timer_id: str) -> Sandglass:
        """Returns the timer of that id. Raises NotHere."""
        try:
            return self.timers[timer_id]
        except KeyError:
            raise NotHere("timer", timer_id) from None

    @property
    def standing(self) -> dict[Hex, tuple[Side, str]]:
        """Returns whose unit stands in which hex, as far as the table knows."""
        return {place: (side, unit) for side in Side for unit, place in self.forces[side].standing.items()}

    @property
    def position(self) -> Position:
        """Returns the board now, as the referee measures on it."""
        return self.ground.position(self.standing)

    def with_timer(self, glass: Sandglass) -> Self:
        return replace(self, timers={**self.timers, glass.spec.id: glass})

    def with_force(self, side: Side, **changes: object) -> Self:
        return replace(self, forces={**self.forces, side: replace(self.forces[side], **changes)})

    def with_known(self, side: Side, unit: str) -> Self:
        """Returns the state in which the side has named this unit."""
        force = self.forces[side]
        return self if force.knows(unit) else self.with_force(side, seen=(*force.seen, unit))

    def place_of(self, side: Side, unit: str) -> Hex | None:
        """Returns where the unit stands, as far as the table knows."""
        return next((place for name, place in self.forces[side].standing.items() if same(name, unit)), None)

    def spec_of(self, side: Side, unit: str | None) -> UnitSpec | None:
        """Returns what the scenario says of the unit; None where it has no unit of that name."""
        return next((spec for spec in self.scenario.army(side) if same(spec.name, unit)), None)

    def timer_of(self, side: Side, unit: str) -> Sandglass | None:
        """Returns the active timer assigned to this side's unit, of which there is never more than one."""
        for glass in self.timers.values():
            if glass.active and glass.spec.side is side and same(glass.unit, unit):
                return glass
        return None


def _force(scenario: Scenario, side: Side) -> Army:
    army = scenario.army(side)
    return Army(
        units=tuple(unit.name for unit in army),
        stacks={unit.name: unit.health for unit in army if unit.health is not None},
        places={unit.name: unit.hex for unit in army if unit.hex is not None},
    )
