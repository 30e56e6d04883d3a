"""Warzone among the games that the table can open."""

import msgspec

from companion.table.agreed import read_choices
from companion.table.commands import Begin, Command, End, Pause, Resume, union
from companion.table.game import Beat, Game, Place
from companion.table.seats import Seat, Side
from companion.table.state import Stage
from companion.warzone.choices import WarzoneChoices
from companion.warzone.match import acts as c
from companion.warzone.match import viewing
from companion.warzone.match.forces import CARDS
from companion.warzone.match.parts import Die
from companion.warzone.match.points import victory_points
from companion.warzone.match.report import figures, over, report, told
from companion.warzone.match.state import LAST_TURN, State, names
from companion.warzone.scenarios import DeploymentArea

# What players would go back to in a game of Warzone.


def place(was: State, event: c.WarzoneEvent, now: State) -> Place | None:  # noqa: ARG001
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


def _setup(choices: bytes | None) -> Setup:
    return Setup(choices=read_choices(choices, WarzoneChoices))


def _score(state: State) -> dict[Seat, int]:
    """Returns the Victory Points so far, of which the most win (Warzone Eternal, Chapter 4, Check for End of Game)."""
    return {Seat(side.value): victory_points(state, side).value for side in Side}


def _standing(state: State) -> str:
    """Returns the Turn, and both sides' Victory Points."""
    gold, red = (victory_points(state, side).value for side in (Side.GOLD, Side.RED))
    return f"Turn {state.turn}, {gold}–{red}"


def _wording(state: State) -> object:
    """Returns what sentences depend on: the names of sides and Units, and the questions at the end of a Turn."""
    asked = (state.scenario, state.selector, state.area, state.answers.get((LAST_TURN, "lead")))
    return asked, *(
        (force.name, force.faction, force.secondaries, force.primary, [(id, u.unit) for id, u in force.units.items()])
        for force in state.forces.values()
    )


def _opened(setup: Setup, now: int) -> State:
    return State.opened(choices=setup.choices, now=now)


WARZONE: Game[State, Command, c.WarzoneEvent, Setup] = Game(
    name="warzone",
    title="Warzone",
    came_back="Warglass came back",
    commands=union((*c.ACTS, Begin, Pause, Resume, End)),
    events=union(c.EVENTS),
    setups=Setup,
    setup=_setup,
    opened=_opened,
    decide=c.decide,
    evolve=c.evolve,
    view=viewing.view,
    names=names,
    called=lambda state: state.scenario.title if state.scenario else "",
    standing=_standing,
    score=_score,
    sentence=c.sentence,
    act=lambda state, event: event.label(state),
    side=lambda _, event: event.by,
    report=report,
    figures=figures,
    place=place,
    cards=CARDS,
    over=over,
    telling=told,
    demo=DEMO,
    wording=_wording,
)
