"""Joins WarTime's functions into the game that the table opens, with its demo and the places of its replays."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec import structs

from companion.fields.decode import decoder_of
from companion.table.commands import Begin, Command, End, Pause, Resume, union
from companion.table.errors import NotHere
from companion.table.game import Beat, Figures, Game, Own, Place, Step
from companion.table.rule_choices import read_choices
from companion.table.seats import Seat, Side
from companion.table.state import Stage
from companion.table.view import Over
from companion.wartime.choices import WarTimeChoices
from companion.wartime.match import acts as c
from companion.wartime.match import views
from companion.wartime.match.agreement import Proposed
from companion.wartime.match.checks import WarTimeAct, WarTimeEvent, counted
from companion.wartime.match.ending import Ended, Paused, Resumed
from companion.wartime.match.fighting import Acted, Eliminate
from companion.wartime.match.setup import Begun, Muster, Ticked
from companion.wartime.match.state import State
from companion.wartime.match.timers import Flip, Flipped, RanOut, Touched, Turned, due, lapse
from companion.wartime.report import WarTimeReport, figures, over, report, striking_figures
from companion.wartime.scenario.library import BUILT_IN
from companion.wartime.scenario.parts import ARMIES
from companion.wartime.scenario.scenario import OPEN, Scenario
from companion.wartime.scribe import record

# Two minutes of WarTime that play themselves: both sides flip, sand runs out, units fall, one side has won.

DEMO = (
    Beat(2, Muster(side=Side.GOLD, units=("Archer", "Knight", "Man-at-Arms"))),
    Beat(4, Muster(side=Side.RED, units=("Goblin", "Orc", "Shaman"))),
    Beat(8, Begin()),
    Beat(11, Flip(timer="gold-30", unit="Archer")),
    Beat(12, Flip(timer="red-60a", unit="Orc")),
    Beat(16, Flip(timer="gold-60a", unit="Knight")),
    Beat(21, Flip(timer="red-30", unit="Goblin")),
    Beat(28, Flip(timer="gold-90", unit="Man-at-Arms")),
    Beat(34, Flip(timer="red-spell", card="Fireball")),
    Beat(43, Flip(timer="gold-30", unit="Archer")),
    Beat(47, Eliminate(unit="Goblin", side=Side.RED)),
    Beat(54, Flip(timer="red-30", unit="Shaman")),
    Beat(74, Flip(timer="red-60a", unit="Orc")),
    Beat(76, Flip(timer="gold-30", unit="Archer")),
    Beat(79, Flip(timer="gold-60a", unit="Knight")),
    Beat(85, Eliminate(unit="Man-at-Arms", side=Side.GOLD)),
    Beat(87, Flip(timer="red-30", unit="Shaman")),
    Beat(96, Eliminate(unit="Shaman", side=Side.RED)),
    Beat(108, Flip(timer="gold-30", unit="Archer")),
    Beat(110, Eliminate(unit="Orc", side=Side.RED)),
    Beat(112, End(winner=Seat.GOLD)),
)


# WarTime among the games that the table can open.


class Setup(Scenario, frozen=True, kw_only=True):
    """Holds what a match starts from: its scenario, and the rule choices it is played by, where they differ from the
    book's."""

    choices: WarTimeChoices | msgspec.UnsetType = msgspec.UNSET


def _agreed(scenario: Scenario, choices: bytes | None) -> Setup:
    agreed = read_choices(choices, WarTimeChoices)
    return Setup(**structs.asdict(scenario), choices=msgspec.UNSET if agreed == WarTimeChoices() else agreed)


class WarTime(Game[State, Command, WarTimeEvent, Setup]):
    """Is WarTime as the table knows it.

    It has no score. A scenario lists conditions that are met or not (WarTime Rulebook, Object of the Game and Game
    End).
    """

    name = "wartime"
    title = "WarTime"
    came_back = "Warglass restarted: the sand waits where it was"
    commands = union((*c.ACTS, Begin, Pause, Resume, End))
    events = union(c.EVENTS)
    no_acts = (RanOut, Touched, Ticked)
    asks = (Proposed,)
    presses = (Touched, Flipped, Acted, Turned, Begun, Paused, Resumed, Ended)
    demo = DEMO

    setups = Setup

    def setup(self, choices: bytes | None) -> Setup:
        return _agreed(OPEN, choices)

    def scenario(self, scenario: str, kept: bytes | None, choices: bytes | None) -> Setup:
        if scenario in BUILT_IN:
            return _agreed(BUILT_IN[scenario], choices)
        if kept is None:
            raise NotHere("scenario", scenario)
        return _agreed(decoder_of(Scenario).decode(kept), choices)

    def start(self, setup: Setup, now: int) -> State:
        opened = State.start(setup, now)
        return opened if setup.choices is msgspec.UNSET else structs.replace(opened, choices=setup.choices)

    def decide(self, state: State, command: Command, now: int) -> Sequence[WarTimeEvent]:
        return c.decide(state, command, now)

    def own(self, state: State, what: Command | WarTimeEvent) -> Own | None:
        return what.own(state) if isinstance(what, WarTimeAct | WarTimeEvent) else None

    def due(self, state: State) -> int | None:
        return due(state)

    def lapse(self, state: State, now: int) -> Sequence[WarTimeEvent]:
        return lapse(state, now)

    def evolve(self, state: State, event: WarTimeEvent) -> State:
        return c.evolve(state, event)

    def view(self, state: State, now: int) -> views.WarTimeView:
        return views.view(state, now)

    def names(self, _: State) -> Mapping[Seat, str]:
        return {Seat(side.value): army for side, army in ARMIES.items()}

    def called(self, state: State) -> str:
        return state.scenario.name

    def standing(self, state: State) -> str:
        """Returns how many timers run, and what has been lost."""
        running = sum(glass.active for glass in state.timers.values())
        lost = sum(len(force.eliminated) for force in state.forces.values())
        timers = counted(running, "timer") if running else "no timer running"
        return f"{timers}, {counted(lost, 'unit')} lost" if lost else timers

    def side(self, state: State, event: WarTimeEvent) -> str | None:
        side = event.side_of(state)
        return side.value if side else None

    def report(self, opening: State, steps: Iterable[Step[State]], sand_ns: int) -> WarTimeReport:
        return report(record(opening, steps, sand_ns=sand_ns))

    def figures(self, report: WarTimeReport) -> Figures:
        return figures(report)

    def place(self, was: State, event: WarTimeEvent, now: State) -> Place | None:  # noqa: ARG002
        """Returns the place that this step is in a replay. Flips are none: the log shows them on every line."""
        if now.stage is not was.stage:
            if now.stage is Stage.OVER:
                return Place("The end", now.winner.value if now.winner else None)
            return Place("The start") if now.stage is Stage.PLAY else None
        for side in Side:
            gone = [unit for unit in now.forces[side].eliminated if unit not in was.forces[side].eliminated]
            if gone:
                return Place(f"{', '.join(gone)} eliminated", side.value)
        return None

    def over(self, state: State, names: Mapping[Seat, str]) -> Over:
        return over(state, names)

    def telling(self, report: WarTimeReport, names: Mapping[Seat, str]) -> dict[str, str]:
        return striking_figures(report, names)


WARTIME = WarTime()
