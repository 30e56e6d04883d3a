"""The figure of a game of WarTime that is told at its end: true, and the one farthest from the ordinary."""

import re
import tempfile
from contextlib import suppress
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from companion.table.commands import Begin, End
from companion.table.errors import Refused
from companion.table.seats import Seat
from companion.table.view import Over
from companion.wartime.report import WarTimeReport, idlest
from companion.wartime.scenario.scenario import BOX, TimerKind
from tests.support import Players

COMMAND = [spec.id for spec in BOX if spec.kind is TimerKind.COMMAND]


def ended(players: Players) -> tuple[Over, WarTimeReport]:
    view, report = players.do(End(winner=Seat.RED)), players.table.report()
    assert view.over is not None
    assert isinstance(report, WarTimeReport)
    return view.over, report


def test_the_timer_that_stood_idle_while_all_others_ran(players: Players) -> None:
    players.do(Begin())
    for round_ in range(4):
        for timer in COMMAND:
            if timer != "gold-90" or round_ == 0:
                players.flip(timer)
        players.wait(90)
    over, report = ended(players)
    assert over.telling["gold"] == "Your 90 was idle 75 %."
    assert over.telling["all"] == "Valyance’s 90 was idle 75 %."
    assert re.fullmatch(r"Your 30 was idle \d+ %\.", over.telling["red"])
    most = idlest(report, "gold")
    assert most is not None
    assert most.id == "gold-90"


def test_a_timer_that_nobody_flipped(players: Players) -> None:
    players.do(Begin())
    for timer in COMMAND:
        if timer != "red-60b":
            players.flip(timer)
    players.wait(60)
    over, _ = ended(players)
    assert over.telling["red"] == "You never flipped your 60b."
    assert over.telling["all"] == "Firebrand never flipped its 60b."


def test_a_side_that_waited(players: Players) -> None:
    """Both use but one timer: red again and again, gold once, and then nothing for 330 of 360 seconds."""
    players.do(Begin())
    players.flip("gold-30")
    for _ in range(12):
        players.flip("red-30")
        players.wait(30)
    over, report = ended(players)
    assert over.telling["gold"] == "You waited 360 s with a timer free."
    assert over.telling["all"] == "Valyance waited 360 s with a timer free."
    assert report.sides[0].longest_wait.length_ms == 360_000


def test_a_game_of_no_length(players: Players) -> None:
    players.do(Begin())
    over, _ = ended(players)
    assert set(over.telling.values()) == {"No sand fell."}


@given(flips=st.lists(st.tuples(st.sampled_from(COMMAND), st.integers(0, 60)), max_size=12), tail=st.integers(1, 90))
def test_it_is_true_and_nothing_is_farther_off(flips: list[tuple[str, int]], tail: int) -> None:
    """Of idle timers and waits, both counted as seconds off their mean."""
    with tempfile.TemporaryDirectory() as folder:
        players = Players(Path(folder) / "t.sqlite")
        players.do(Begin())
        for timer, seconds in flips:
            with suppress(Refused):
                players.flip(timer)
            players.wait(seconds)
        players.wait(tail)
        over, report = ended(players)
    command = [timer for timer in report.timers if timer.id in COMMAND]
    idle = sum(timer.idle_ms for timer in command) / len(command)
    wait = sum(side.longest_wait.length_ms for side in report.sides) / 2
    for side in report.sides:
        said = over.telling[side.side]
        own = {timer.label.split()[1]: timer for timer in command if timer.side == side.side}
        offs = [timer.idle_ms - idle for timer in own.values()]
        waited = side.longest_wait.length_ms - wait
        if said.startswith("You waited"):
            assert said == f"You waited {side.longest_wait.length_ms // 1000} s with a timer free."
            assert waited >= max(offs) - 0.001 * report.length_ms
            continue
        assert max(offs) >= waited - 0.001 * report.length_ms
        timer = own[re.findall(r"your (\w+)", said, re.IGNORECASE)[0]]
        assert timer.idle_ms == max(each.idle_ms for each in own.values())
        share = 100 * timer.idle_ms / report.length_ms
        assert timer.flips == 0 if "never" in said else abs(float(re.findall(r"(\d+) %", said)[0]) - share) <= 0.51
