"""Warzone among the games that the table can open."""

import msgspec

from companion.table.agreed import read_choices
from companion.table.commands import Begin, End
from companion.table.game import Beat, Game
from companion.table.seats import Seat, Side
from companion.warzone.choices import WarzoneChoices
from companion.warzone.match import acts, rules, viewing, words
from companion.warzone.match import commands as c
from companion.warzone.match.acts import place
from companion.warzone.match.bringing import CARDS
from companion.warzone.match.commands import WarzoneCommand
from companion.warzone.match.events import WarzoneEvent
from companion.warzone.match.evolve import evolve
from companion.warzone.match.parts import Die
from companion.warzone.match.points import victory_points
from companion.warzone.match.report import figures, over, report, told
from companion.warzone.match.state import State, names
from companion.warzone.scenarios import Area

# Two minutes of Warzone that play themselves: two small Forces, a Turn of Activations, the next Initiative.

GOLD, RED = Side.GOLD, Side.RED
DEMO = (
    Beat(2, c.Muster(side=GOLD, activations=3)),
    Beat(5, c.Muster(side=RED, activations=3)),
    Beat(9, c.SelectArea(side=GOLD, area=Area.A)),
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
    """The Victory Points so far, of which the most win (Warzone Eternal, Chapter 4, Check for End of Game)."""
    return {Seat(side.value): victory_points(state, side).value for side in Side}


def _opened(setup: Setup, now: int) -> State:
    return State.opened(choices=setup.choices, now=now)


WARZONE = Game(
    name="warzone",
    title="Warzone",
    came_back="Warglass came back",
    commands=WarzoneCommand,
    events=WarzoneEvent,
    setups=Setup,
    setup=_setup,
    opened=_opened,
    decide=rules.decide,
    evolve=evolve,
    view=viewing.view,
    names=names,
    called=lambda state: state.scenario.title if state.scenario else "",
    standing=words.standing,
    score=_score,
    sentence=words.sentence,
    act=acts.act,
    side=words.acting_side,
    report=report,
    figures=figures,
    place=place,
    cards=CARDS,
    over=over,
    telling=told,
    demo=DEMO,
    wording=words.wording,
)
