"""Two players at a table of Warzone, on a clock that is turned by hand."""

from pathlib import Path

from companion.table.commands import Begin, Command
from companion.table.opening import New
from companion.table.seats import Side
from companion.warzone.force.force import ForceEntry
from companion.warzone.match.parts import Die
from companion.warzone.match.state import State, UnitState
from companion.warzone.match.views import QuestionView, WarzoneView
from companion.warzone.scenarios import DeploymentArea, WarzoneScenario
from tests.companion.warzone import acts as c
from tests.support import Players

GOLD, RED = Side.GOLD, Side.RED


def seated(path: Path) -> Players:
    players = Players(path)
    players.do(New(game="warzone"))
    return players


def begun(
    path: Path,
    *commands: Command,
    gold: int = 4,
    red: int = 4,
    scenario: WarzoneScenario | None = WarzoneScenario.BREAKTHROUGH,
) -> Players:
    """Gold selected the Deployment Area, so red goes first in Turn 1. `commands`: what else was said before."""
    return begin(Players(path), *commands, gold=gold, red=red, scenario=scenario)


def begin(
    players: Players,
    *commands: Command,
    gold: int = 4,
    red: int = 4,
    scenario: WarzoneScenario | None = WarzoneScenario.BREAKTHROUGH,
) -> Players:
    players.do(New(game="warzone"))
    prepare(players, gold=gold, red=red, scenario=scenario)
    for command in commands:
        players.do(command)
    players.do(Begin())
    return players


def prepare(
    players: Players,
    *,
    gold: int = 4,
    red: int = 4,
    scenario: WarzoneScenario | None = WarzoneScenario.BREAKTHROUGH,
) -> None:
    """All that has to be said before it can begin."""
    players.do(c.Muster(side=GOLD, activations=gold))
    players.do(c.Muster(side=RED, activations=red))
    if scenario is not None:
        players.do(c.SetScenario(scenario=scenario))
    players.do(c.SelectArea(side=GOLD, area=DeploymentArea.A))


def acting(path: Path, units: tuple[ForceEntry, ...], *, assets: tuple[str, ...] = ()) -> Players:
    """Both sides bring these Units and assets, and Red's first one is being Activated."""
    players = Players(path)
    for command in (
        New(game="warzone"),
        c.Muster(side=GOLD, entries=units, assets=assets),
        c.Muster(side=RED, entries=units, assets=assets),
        c.SelectArea(side=GOLD, area=DeploymentArea.A),
        Begin(),
        c.KeepInitiative(side=RED),
        c.Activate(side=RED, units=("1",)),
    ):
        players.do(command)
    return players


def unit(players: Players, side: Side | str, id: str) -> UnitState:
    """The Unit in the match's state, its side by itself or by its colour."""
    state = players.table.match.state
    assert isinstance(state, State)
    return state.forces[Side(side)].units[id]


def view(players: Players) -> WarzoneView:
    found = players.table.view()
    assert isinstance(found, WarzoneView)
    return found


def to_end_of(players: Players, turn: int) -> None:
    """Nobody does anything more until that Turn's End Turn Phase; questions on the way are answered with the last
    option."""
    while not (view(players).turn == turn and view(players).turn_phase.value == "end"):
        match view(players).turn_phase.value:
            case "start":
                players.do(c.GoFirst(side=GOLD))
            case "activation":
                if view(players).acting:
                    players.do(c.EndActivation(side=Side(view(players).active)))
                if view(players).turn_phase.value == "activation":
                    players.do(c.EndActivations())
            case _:
                for question in open_questions(players):
                    answer(players, question.id, question.options[-1].id)
                players.do(c.EndTurn())


def open_questions(players: Players) -> list[QuestionView]:
    return [each for each in view(players).questions if each.answer is None]


def answer(players: Players, question: str, option: str) -> None:
    players.do(c.Answer(turn=view(players).turn, question=question, option=option))


def roll(value: int) -> Die:
    return Die(value=value, real=True)


def vps(players: Players) -> tuple[int, int]:
    sides = view(players).sides
    return sides["gold"].vps.value, sides["red"].vps.value
