"""Warzone among the games that the table can open."""

import msgspec

from companion.table.agreed import read_choices
from companion.table.game import Game
from companion.table.seats import Seat, Side
from companion.warzone.choices import WarzoneChoices
from companion.warzone.demo import SCRIPT
from companion.warzone.match import acts, rules, viewing, words
from companion.warzone.match.acts import place
from companion.warzone.match.bringing import CARDS
from companion.warzone.match.commands import WarzoneCommand
from companion.warzone.match.events import WarzoneEvent
from companion.warzone.match.evolve import evolve
from companion.warzone.match.points import victory_points
from companion.warzone.match.report import figures, over, report, told
from companion.warzone.match.state import State, names


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What a match starts from: the table choices it is played by. All else is set up at the table."""

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
    demo=SCRIPT,
    wording=words.wording,
)
