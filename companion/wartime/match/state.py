"""The state of a game of WarTime, and the questions everyone asks of it."""

import msgspec

from companion.player_names import same
from companion.table.errors import NotHere
from companion.table.sandclock import SandClock
from companion.table.sides import Side
from companion.table.state import MatchState, Stage
from companion.wartime.choices import WarTimeChoices
from companion.wartime.disputes.corrections import Proposal
from companion.wartime.match.ground import Ground
from companion.wartime.match.sandglass import Sandglass
from companion.wartime.match.touches import Touches
from companion.wartime.referee.hexes import Hex
from companion.wartime.referee.position import Position
from companion.wartime.scenario.parts import UnitSpec
from companion.wartime.scenario.scenario import Scenario


class Use(msgspec.Struct, frozen=True, kw_only=True):
    """One card's one use: when (sand time), and by which unit where that was said."""

    card: str
    sand_ns: int
    unit: str | None = None


class Force(msgspec.Struct, frozen=True):
    """One side's units and cards.

    `units` and `cards` are what it brought; an empty list means that the players did not say, and any name goes.
    `seen` are the other units that acted, were attacked or were put on the board, `stacks` the tokens left of each unit
    whose health is known, `dealt` the Action cards that fell to it at random, `used` the cards that are spent. `places`
    are the hexes of the units that somebody has put on the board, those left out since among them.
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
    """The units that were not on the board when set-up ended: they take no part (Optional Rules, Set Up)."""

    @property
    def standing(self) -> dict[str, Hex]:
        """Where its units stand. One that is left out may not take part (Optional Rules, Set Up)."""
        known = {name.casefold() for name in (*self.units, *self.seen)}
        return {unit: place for unit, place in self.places.items() if unit.casefold() in known}

    @property
    def names(self) -> tuple[str, ...]:
        """Every unit this side has brought, used or lost, each once."""
        names: dict[str, str] = {}
        for name in (*self.units, *self.seen, *self.eliminated):
            names.setdefault(name.casefold(), name)
        return tuple(names.values())

    def knows(self, unit: str) -> bool:
        return any(same(unit, name) for name in self.names)

    def use_of(self, card: str) -> Use | None:
        """This card's use, if it is spent."""
        return next((use for use in self.used if same(use.card, card)), None)

    def is_eliminated(self, unit: str) -> bool:
        return any(same(unit, gone) for gone in self.eliminated)


class Finish(msgspec.Struct, frozen=True):
    """A victory condition that has come true: who wins by it, and how in words."""

    winner: Side
    how: str


class AgreedEnd(msgspec.Struct, frozen=True):
    """The sides that agree that the game ends with this finish."""

    finish: Finish
    sides: tuple[Side, ...]


class State(MatchState, frozen=True, kw_only=True):
    """The whole match, immutable. `ready` are the sides that gave their start signal; `proposal` is what one of them
    would put right, the last of so many `proposals`."""

    scenario: Scenario
    timers: dict[str, Sandglass]
    forces: dict[Side, Force]
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
    def opened(cls, scenario: Scenario, now: int) -> "State":
        """A table set up for `scenario`, nothing flipped, at the monotonic instant `now`."""
        return cls(
            scenario=scenario,
            clock=SandClock().started(sand_ns=0, now=now),
            timers={spec.id: Sandglass(spec=spec) for spec in scenario.timers},
            forces={side: _force(scenario, side) for side in Side},
            ground=Ground.of(scenario),
        )

    @property
    def idle(self) -> bool:
        """Whether nothing has begun and no sand falls."""
        return self.stage is Stage.SETUP and not any(glass.active for glass in self.timers.values())

    def timer(self, timer_id: str) -> Sandglass:
        """Raises NotHere."""
        try:
            return self.timers[timer_id]
        except KeyError:
            raise NotHere("timer", timer_id) from None

    @property
    def standing(self) -> dict[Hex, tuple[Side, str]]:
        """Whose unit stands in which hex, as far as somebody has said so."""
        return {place: (side, unit) for side in Side for unit, place in self.forces[side].standing.items()}

    @property
    def position(self) -> Position:
        """The board now, as the referee measures on it."""
        return self.ground.position(self.standing)

    def place_of(self, side: Side, unit: str) -> Hex | None:
        """Where the unit stands, as far as somebody has said so."""
        return next((place for name, place in self.forces[side].standing.items() if same(name, unit)), None)

    def spec_of(self, side: Side, unit: str | None) -> UnitSpec | None:
        """What the scenario says of the unit; None where it knows none of that name."""
        return next((spec for spec in self.scenario.army(side) if same(spec.name, unit)), None)

    def timer_of(self, side: Side, unit: str) -> Sandglass | None:
        """The active timer assigned to this side's unit, of which there is never more than one."""
        for glass in self.timers.values():
            if glass.active and glass.spec.side is side and same(glass.unit, unit):
                return glass
        return None


def _force(scenario: Scenario, side: Side) -> Force:
    army = scenario.army(side)
    return Force(
        units=tuple(unit.name for unit in army),
        stacks={unit.name: unit.health for unit in army if unit.health is not None},
        places={unit.name: unit.hex for unit in army if unit.hex is not None},
    )
