"""Battle Line among the games that the table can open.

Two play over one line of nine flags, three over a line of three with each neighbour: see state.py.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from companion.battleline.choices import BattleLineChoices, Players
from companion.battleline.match import acts, views
from companion.battleline.match.flags import Agreed, Claim, Pointed
from companion.battleline.match.plays import BattleEvent, Lay
from companion.battleline.match.report import BattleReport, figures, over, place, report, telling_figures
from companion.battleline.match.state import Series, State, names
from companion.table.commands import Begin, Command, End, Pause, Resume, union
from companion.table.game import Beat, Figures, Game, Place, Step
from companion.table.rule_choices import read_choices
from companion.table.seats import Seat
from companion.table.view import Over

# Two minutes of Battle Line that play themselves: three flags are claimed in a row, each with its proof.

LAID = (
    (1, "R10"),
    (4, "B1"),
    (1, "R9"),
    (4, "B2"),
    (1, "R8"),
    (5, "B3"),
    (2, "G10"),
    (5, "B4"),
    (2, "G9"),
    (6, "B5"),
    (2, "G8"),
    (6, "B6"),
    (3, "P10"),
    (7, "O1"),
    (3, "P9"),
    (7, "O2"),
    (3, "P8"),
)
"""The flags at which the two lay in turn, and their cards."""
BETWEEN_S = 6


def _beats() -> Iterator[Beat]:
    at_s = 3
    for number, (flag, piece) in enumerate(LAID):
        side = (Seat.GOLD, Seat.RED)[number % 2]
        yield Beat(at_s, Lay(side=side, flag=flag, piece=piece))
        if number % 6 == 4:
            yield Beat(at_s + 3, Claim(side=side, flag=flag))
        at_s += BETWEEN_S


DEMO = tuple(_beats())


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """Says what a battle starts from: its rule choices, who plays, the series so far, and the names of its players.

    `players` is what was chosen, but for battles set up before three could play: those are of two, whatever the table
    had chosen.
    """

    choices: BattleLineChoices = BattleLineChoices()
    players: Players = Players.TWO
    series: Series = Series()
    people: Mapping[str, str] | msgspec.UnsetType = msgspec.UNSET


class BattleLine(Game[State, Command, BattleEvent, Setup]):
    """Is Battle Line as the table knows it."""

    name = "battleline"
    title = "Battle Line"
    came_back = "Warglass restarted: the line is as it was"
    commands = union((*acts.ACTS, Begin, Pause, Resume, End))
    events = union(acts.EVENTS)
    no_acts = (Pointed, Agreed)
    goes_by_people = True
    demo = DEMO

    setups = Setup

    def setup(self, choices: bytes | None) -> Setup:
        agreed = read_choices(choices, BattleLineChoices)
        return Setup(choices=agreed, players=agreed.players)

    def again(self, setup: Setup, state: State) -> Setup:
        """Returns the next battle of the series: its score goes on, the winner starts, and everyone stays where he
        sits."""
        return replace(setup, series=state.series_after, people=state.people or msgspec.UNSET)

    def seated(self, setup: Setup, people: Mapping[str, str]) -> Setup:
        return replace(setup, people=people or msgspec.UNSET)

    def start(self, setup: Setup, now: int) -> State:
        state = State.start(choices=setup.choices, players=setup.players, series=setup.series, now=now)
        return replace(state, people=setup.people or {})

    def decide(self, state: State, command: Command, now: int) -> Sequence[BattleEvent]:
        return acts.decide(state, command, now)

    def evolve(self, state: State, event: BattleEvent) -> State:
        return acts.evolve(state, event)

    def view(self, state: State, now: int) -> views.BattleLineView:
        return views.view(state, now)

    def names(self, state: State) -> Mapping[Seat, str]:
        return names(state.layout.seats, state.people)

    def standing(self, state: State) -> str:
        """Returns the flags that each has claimed, in the order of play."""
        return f"Flags {'–'.join(str(state.held(seat)) for seat in state.layout.seats)}"

    def score(self, state: State) -> Mapping[Seat, int]:
        """Returns the flags that each has claimed, of which any five, or three side by side, win (Battle Line, Game
        End). A series of battles has its own score, see Series."""
        return {seat: state.held(seat) for seat in state.layout.seats}

    def wording(self, state: State) -> object:
        return state.people

    def report(self, opening: State, steps: Iterable[Step[State]], sand_ns: int) -> BattleReport:
        return report(opening, steps, sand_ns)

    def figures(self, report: BattleReport) -> Figures:
        return figures(report)

    def place(self, was: State, event: BattleEvent, now: State) -> Place | None:
        return place(was, event, now)

    def over(self, state: State, names: Mapping[Seat, str]) -> Over:
        return over(state, names)

    def telling(self, report: BattleReport, names: Mapping[Seat, str]) -> dict[str, str]:
        return telling_figures(report, names)


BATTLE_LINE = BattleLine()
