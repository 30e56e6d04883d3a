"""WarTime among the games that the table can open."""

from collections.abc import Iterable

import msgspec

from companion.table.errors import NotHere
from companion.table.game import Game, Step
from companion.table.seats import Seat
from companion.wartime.match import rules, views, words
from companion.wartime.match.commands import WarTimeCommand
from companion.wartime.match.events import RanOut, Ticked, WarTimeEvent
from companion.wartime.match.evolve import evolve
from companion.wartime.match.own import own
from companion.wartime.match.state import State
from companion.wartime.report.over import over, told
from companion.wartime.report.report import Report, report
from companion.wartime.report.scribe import record
from companion.wartime.scenario.armies import ARMIES
from companion.wartime.scenario.built_in import BUILT_IN
from companion.wartime.scenario.scenario import OPEN, Scenario


def _scenario(scenario: str, kept: bytes | None) -> Scenario:
    """Raises NotHere."""
    if scenario in BUILT_IN:
        return BUILT_IN[scenario]
    if kept is None:
        raise NotHere("scenario", scenario)
    return msgspec.json.decode(kept, type=Scenario)


def _report(opening: State, steps: Iterable[Step[State]], sand_ns: int) -> Report:
    return report(record(opening, steps, sand_ns=sand_ns))


WARTIME = Game(
    name="wartime",
    title="WarTime",
    came_back="Warglass came back: the sand waits where it stood",
    commands=WarTimeCommand,
    events=WarTimeEvent,
    by_itself=(RanOut, Ticked),
    setups=Scenario,
    setup=lambda _: OPEN,
    scenario=_scenario,
    opened=State.opened,
    decide=rules.decide,
    own=own,
    due=rules.due,
    lapse=rules.lapse,
    evolve=evolve,
    view=views.view,
    names=lambda _: {Seat(side.value): army for side, army in ARMIES.items()},
    called=lambda state: state.scenario.name,
    standing=words.standing,
    sentence=words.sentence,
    act=words.act,
    side=words.acting_side,
    report=_report,
    over=over,
    telling=told,
)
