"""Warzone among the games that the table can open."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from companion.table.commands import Begin, Command, End, Pause, Resume, union
from companion.table.game import Beat, Figures, Game, Place, Step
from companion.table.rule_choices import read_choices
from companion.table.seats import Seat, Side
from companion.table.state import Stage
from companion.table.view import Over
from companion.warzone.choices import WarzoneChoices
from companion.warzone.match import acts as c
from companion.warzone.match import viewing
from companion.warzone.match.clouds import PlaceCloud, RollCloud
from companion.warzone.match.forces import CARDS, Muster
from companion.warzone.match.initiative import GoFirst, RollInitiative
from companion.warzone.match.kinds import WarzoneEvent
from companion.warzone.match.parts import Die
from companion.warzone.match.points import victory_points
from companion.warzone.match.report import WarzoneReport, figures, over, report, telling_figures
from companion.warzone.match.setup import SelectArea
from companion.warzone.match.state import LAST_TURN, State, names
from companion.warzone.match.turns import Activate, EndActivation, EndActivations, EndTurn
from companion.warzone.match.units import Remove, Wound
from companion.warzone.match.views import WarzoneView
from companion.warzone.scenarios import DeploymentArea

# What players would go back to in a game of Warzone.


def place(was: State, event: WarzoneEvent, now: State) -> Place | None:  # noqa: ARG001
    """Returns what this step is for the timeline: a Turn, Victory Points, a Casualty or the end; else None."""
    if now.stage is Stage.OVER is not was.stage:
        return Place("The end")
    if now.turn > was.turn:
        return Place(f"Turn {now.turn}")
    for side in Side:
        if (fallen := _fallen(was, now, side)) is not None:
            return Place(f"Casualty: {fallen}", side.value)
        if now.answers is not was.answers:
            before, after = victory_points(was, side).value, victory_points(now, side).value
            if after > before:
                return Place(f"{after} VP", side.value)
    return None


def _fallen(was: State, now: State, side: Side) -> str | None:
    """Returns the Units of that side that fell with this step."""
    before, after = was.forces[side].units, now.forces[side].units
    if before is after:
        return None
    new = (id for id, unit in after.items() if unit.fall is not None and (id not in before or before[id].fall is None))
    return next((after[id].unit.name for id in new), None)


# Warzone among the games that the table can open.

# Two minutes of Warzone that play themselves: two small Forces, a Turn of Activations, the next Initiative.

GOLD, RED = Side.GOLD, Side.RED
DEMO = (
    Beat(2, Muster(side=GOLD, activations=3)),
    Beat(5, Muster(side=RED, activations=3)),
    Beat(9, SelectArea(side=GOLD, area=DeploymentArea.A)),
    Beat(13, Begin()),
    Beat(17, GoFirst(side=GOLD)),
    Beat(21, Activate(side=GOLD, units=("1",))),
    Beat(27, Wound(side=RED, unit="2", by="1")),
    Beat(35, EndActivation(side=GOLD)),
    Beat(39, Activate(side=RED, units=("1",))),
    Beat(46, Remove(side=GOLD, unit="3", by="1")),
    Beat(51, EndActivation(side=RED)),
    Beat(55, Activate(side=GOLD, units=("2",))),
    Beat(61, PlaceCloud(name="Smoke")),
    Beat(66, EndActivation(side=GOLD)),
    Beat(70, Activate(side=RED, units=("3",))),
    Beat(77, Wound(side=GOLD, unit="1", by="3")),
    Beat(82, EndActivation(side=RED)),
    Beat(86, EndActivations()),
    Beat(90, RollCloud(cloud=1, die=Die(value=14))),
    Beat(94, EndTurn()),
    Beat(99, RollInitiative(side=GOLD, die=Die(value=6))),
    Beat(103, RollInitiative(side=RED, die=Die(value=13))),
    Beat(112, End(winner=Seat.GOLD)),
)


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """Holds what a match starts from: the rule choices it is played by. The players set up all else at the table."""

    choices: WarzoneChoices = WarzoneChoices()


class Warzone(Game[State, Command, WarzoneEvent, Setup]):
    """Is Warzone Eternal as the table knows it."""

    name = "warzone"
    title = "Warzone"
    came_back = "Warglass came back"
    commands = union((*c.ACTS, Begin, Pause, Resume, End))
    events = union(c.EVENTS)
    cards = CARDS
    demo = DEMO

    setups = Setup

    def setup(self, choices: bytes | None) -> Setup:
        return Setup(choices=read_choices(choices, WarzoneChoices))

    def start(self, setup: Setup, now: int) -> State:
        return State.start(choices=setup.choices, now=now)

    def decide(self, state: State, command: Command, now: int) -> Sequence[WarzoneEvent]:
        return c.decide(state, command, now)

    def evolve(self, state: State, event: WarzoneEvent) -> State:
        return c.evolve(state, event)

    def view(self, state: State, now: int) -> WarzoneView:
        return viewing.view(state, now)

    def names(self, state: State) -> Mapping[Seat, str]:
        return names(state)

    def called(self, state: State) -> str:
        return state.scenario.title if state.scenario else ""

    def standing(self, state: State) -> str:
        """Returns the Turn, and both sides' Victory Points."""
        gold, red = (victory_points(state, side).value for side in (Side.GOLD, Side.RED))
        return f"Turn {state.turn}, {gold}–{red}"

    def score(self, state: State) -> Mapping[Seat, int]:
        """Returns the Victory Points so far, of which the most win (Warzone Eternal, Chapter 4, Check for End of
        Game)."""
        return {Seat(side.value): victory_points(state, side).value for side in Side}

    def sentence(self, state: State, event: WarzoneEvent) -> str:
        return c.sentence(state, event)

    def wording(self, state: State) -> object:
        """Returns what sentences depend on: the names of sides and Units, and the questions at the end of a Turn."""
        asked = (state.scenario, state.selector, state.area, state.answers.get((LAST_TURN, "lead")))
        return asked, *(
            (each.name, each.faction, each.secondaries, each.primary, [(id, u.unit) for id, u in each.units.items()])
            for each in state.forces.values()
        )

    def report(self, opening: State, steps: Iterable[Step[State]], sand_ns: int) -> WarzoneReport:
        return report(opening, steps, sand_ns)

    def figures(self, report: WarzoneReport) -> Figures:
        return figures(report)

    def place(self, was: State, event: WarzoneEvent, now: State) -> Place | None:
        return place(was, event, now)

    def over(self, state: State, names: Mapping[Seat, str]) -> Over:
        return over(state, names)

    def telling(self, report: WarzoneReport, names: Mapping[Seat, str]) -> dict[str, str]:
        return telling_figures(report, names)


WARZONE = Warzone()
