"""Acts in a few words, for the button that takes one back, and what players would go back to."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from companion.table.commands import Begin, End
from companion.table.events import Event
from companion.table.game import Beat, Figures, Game, Place, Step, few_words
from companion.table.rule_choices import read_choices
from companion.table.seats import Seat, Side
from companion.table.state import Stage
from companion.table.view import Over
from companion.warzone.choices import WarzoneChoices
from companion.warzone.match import commands as c
from companion.warzone.match import events as e
from companion.warzone.match import rules, viewing, words
from companion.warzone.match.bringing import CARDS
from companion.warzone.match.commands import WarzoneCommand
from companion.warzone.match.events import WarzoneEvent
from companion.warzone.match.evolve import evolve
from companion.warzone.match.parts import Die, SideEvent, UnitEvent
from companion.warzone.match.points import victory_points
from companion.warzone.match.refusals import Designated
from companion.warzone.match.report import WarzoneReport, figures, over, report, told
from companion.warzone.match.state import REROLLS_THEIRS, State, called, names, possessive, unit_name
from companion.warzone.match.views import WarzoneView
from companion.warzone.match.words import short_fight, short_objective, short_reaction
from companion.warzone.scenarios import DeploymentArea

# Acts of Warzone in a few words, for the button that takes one back. Never what is sealed.

_WHAT: Mapping[type[Event], str] = {
    e.Sized: "Game Size",
    e.Mustered: "Force",
    Designated: "asset",
    e.Allied: "Allegiance",
    e.DeploymentSet: "Deployment",
    e.ScenarioSet: "Scenario",
    e.TerrainPlaced: "terrain",
    e.AreasRolled: "roll for areas",
    e.AreaSelected: "Deployment Area",
    e.Sealed: "sealed pick",
    e.PrimarySealed: "sealed pick",
    e.Revealed: "reveal",
    e.PrimariesRevealed: "reveal",
    e.CommanderNamed: "command",
    e.Begun: "start",
    e.InitiativeRolled: "roll",
    e.InitiativeTaken: "Initiative",
    e.Activated: "Activation",
    e.ActivationEnded: "Activation",
    e.Passed: "pass",
    e.PassesSet: "Pass Counters",
    e.MadeActive: "Activation",
    e.ActivationsEnded: "end of Activations",
    e.TurnEnded: "end of the Turn",
    e.Reacted: "Reaction",
    e.Marked: "counter",
    e.Wounded: "Wounds",
    e.Removed: "fall",
    e.Returned: "return",
    e.Jammed: "Reload Counter",
    e.Reloaded: "Reload",
    e.CloudPlaced: "Cloud",
    e.CloudRolled: "Cloud's roll",
    e.CloudRemoved: "Cloud's end",
    e.CloudAnswered: "Cloud's answer",
    e.CloudHit: "Cloud's hit",
    e.CloudMoved: "Cloud's scatter",
    e.EffectUsed: "effect",
    e.Answered: "answer",
    e.Ended: "end",
}


def act(state: State, event: e.WarzoneEvent) -> str:
    """Names the act in a few words, such as "Hound's Reaction": Units and sides by their names, where there is room."""
    what = _what(event)
    match event:
        case e.EffectUsed(effect=effect):
            whose = f"{possessive(called(state, event.side))} {effect}"
        case e.InitiativeRolled(side=side, misdirected=True):
            whose = f"{possessive(called(state, side.other))} {REROLLS_THEIRS}"
        case e.CloudPlaced(name=name):
            whose = name
        case e.Activated(side=side, units=(unit, *_)) | e.ActivationEnded(side=side, units=(unit, *_)):
            whose = f"{possessive(unit_name(state, side, unit))} {what}"
        case UnitEvent(side=side, unit=unit):
            whose = f"{possessive(unit_name(state, side, unit))} {what}"
        case SideEvent(side=side):
            whose = f"{possessive(called(state, side))} {what}"
        case _:
            whose = f"the {what}"
    return few_words(whose, f"the {what}")


def _what(event: e.WarzoneEvent) -> str:
    if isinstance(event, e.ObjectiveEvent):
        return short_objective(event)
    if isinstance(event, e.ReactionEvent):
        return short_reaction(event)
    if isinstance(event, e.FightEvent):
        return short_fight(event)
    return f"{event.counter.value.title()} Counter" if isinstance(event, e.Marked) else _WHAT[type(event)]


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
    Beat(2, c.Muster(side=GOLD, activations=3)),
    Beat(5, c.Muster(side=RED, activations=3)),
    Beat(9, c.SelectArea(side=GOLD, area=DeploymentArea.A)),
    Beat(13, Begin()),
    Beat(17, c.GoFirst(side=GOLD)),
    Beat(21, c.Activate(side=GOLD, units=("1",))),
    Beat(27, c.Wound(side=RED, unit="2", by="1")),
    Beat(35, c.EndActivation(side=GOLD)),
    Beat(39, c.Activate(side=RED, units=("1",))),
    Beat(46, c.Remove(side=GOLD, unit="3", by="1")),
    Beat(51, c.EndActivation(side=RED)),
    Beat(55, c.Activate(side=GOLD, units=("2",))),
    Beat(61, c.PlaceCloud(name="Smoke")),
    Beat(66, c.EndActivation(side=GOLD)),
    Beat(70, c.Activate(side=RED, units=("3",))),
    Beat(77, c.Wound(side=GOLD, unit="1", by="3")),
    Beat(82, c.EndActivation(side=RED)),
    Beat(86, c.EndActivations()),
    Beat(90, c.RollCloud(cloud=1, die=Die(value=14))),
    Beat(94, c.EndTurn()),
    Beat(99, c.RollInitiative(side=GOLD, die=Die(value=6))),
    Beat(103, c.RollInitiative(side=RED, die=Die(value=13))),
    Beat(112, End(winner=Seat.GOLD)),
)


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """Holds what a match starts from: the rule choices it is played by. The players set up all else at the table."""

    choices: WarzoneChoices = WarzoneChoices()


class Warzone(Game[State, WarzoneCommand, WarzoneEvent, Setup]):
    """Is Warzone Eternal as the table knows it."""

    name = "warzone"
    title = "Warzone"
    came_back = "Warglass came back"
    commands = WarzoneCommand
    events = WarzoneEvent
    cards = CARDS
    demo = DEMO

    setups = Setup

    def setup(self, choices: bytes | None) -> Setup:
        return Setup(choices=read_choices(choices, WarzoneChoices))

    def opened(self, setup: Setup, now: int) -> State:
        return State.opened(choices=setup.choices, now=now)

    def decide(self, state: State, command: WarzoneCommand, now: int) -> Sequence[WarzoneEvent]:
        return rules.decide(state, command, now)

    def evolve(self, state: State, event: WarzoneEvent) -> State:
        return evolve(state, event)

    def view(self, state: State, now: int) -> WarzoneView:
        return viewing.view(state, now)

    def names(self, state: State) -> Mapping[Seat, str]:
        return names(state)

    def called(self, state: State) -> str:
        return state.scenario.title if state.scenario else ""

    def standing(self, state: State) -> str:
        return words.standing(state)

    def score(self, state: State) -> Mapping[Seat, int]:
        """Returns the Victory Points so far, of which the most win (Warzone Eternal, Chapter 4, Check for End of
        Game)."""
        return {Seat(side.value): victory_points(state, side).value for side in Side}

    def sentence(self, state: State, event: WarzoneEvent) -> str:
        return words.sentence(state, event)

    def act(self, state: State, event: WarzoneEvent) -> str:
        return act(state, event)

    def side(self, state: State, event: WarzoneEvent) -> str | None:
        return words.acting_side(state, event)

    def wording(self, state: State) -> object:
        return words.wording(state)

    def report(self, opening: State, steps: Iterable[Step[State]], sand_ns: int) -> WarzoneReport:
        return report(opening, steps, sand_ns)

    def figures(self, report: WarzoneReport) -> Figures:
        return figures(report)

    def place(self, was: State, event: WarzoneEvent, now: State) -> Place | None:
        return place(was, event, now)

    def over(self, state: State, names: Mapping[Seat, str]) -> Over:
        return over(state, names)

    def telling(self, report: WarzoneReport, names: Mapping[Seat, str]) -> dict[str, str]:
        return told(report, names)


WARZONE = Warzone()
