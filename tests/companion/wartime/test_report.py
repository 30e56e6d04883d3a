"""The report's figures of games played by hand."""

import pytest

from companion.table.commands import Undo
from companion.table.errors import Refused
from companion.table.opening import New
from companion.table.seats import Seat, Side
from companion.wartime.match.state import Correction
from companion.wartime.report import LossReport, TimerReport, UnitReport, Wait, WarTimeReport, WarTimeSideReport
from companion.wartime.scenario.library import Scenarios, scenario_of
from companion.wartime.scribe import RunEnd
from tests.companion.wartime import acts as c
from tests.support import Players


def timer(report: WarTimeReport, timer_id: str) -> TimerReport:
    return next(each for each in report.timers if each.id == timer_id)


def side(report: WarTimeReport, name: str) -> WarTimeSideReport:
    return next(each for each in report.sides if each.side == name)


def unit(report: WarTimeReport, name: str) -> UnitReport:
    return next(each for each in report.units if each.name == name)


def test_a_game_that_has_not_begun_is_all_zeros(players: Players) -> None:
    players.wait(50)
    report = players.table.report()
    assert (report.length_ms, report.pauses, report.units) == (0, 0, ())
    assert [(each.idle, each.flips, each.runs) for each in report.timers] == [(0.0, 0, ())] * 10
    assert [(each.actions_a_minute, each.longest_wait) for each in report.sides] == [(0.0, Wait())] * 2


def test_a_game_in_the_instant_of_its_beginning(players: Players) -> None:
    players.begin().flip("gold-30")
    report = players.table.report()
    assert (report.length_ms, side(report, "gold").actions, side(report, "gold").actions_a_minute) == (0, 1, 0.0)
    assert timer(report, "gold-30").idle == 0.0


@pytest.mark.parametrize("ns", [0, 1, 999_999, 1_000_000])
def test_a_game_that_ends_at_once_is_told_whole(players: Players, ns: int) -> None:
    players.begin().flip("gold-30", "Archer")
    players.do(c.Eliminate(unit="Archer"))
    players.clock.advance(ns=ns)
    players.do(c.End(winner=Seat.RED))
    players.wait(99)
    report = players.table.report()
    assert report.length_ms == ns // 1_000_000
    assert (side(report, "gold").actions, side(report, "gold").eliminated) == (1, ("Archer",))
    assert (unit(report, "Archer").actions, unit(report, "Archer").eliminated_ms) == (1, 0)
    assert all(0 <= each.idle <= 1 for each in report.timers)
    assert timer(report, "gold-30").ran_ms == report.length_ms


def test_a_unit_that_falls_as_the_game_begins_has_waited_for_no_sand(players: Players) -> None:
    players.begin().flip("red-90", "Goblin")
    players.do(c.Eliminate(unit="Goblin"))
    players.wait(100)
    report = players.table.report()
    assert (unit(report, "Goblin").active_ms, timer(report, "red-90").ran_ms) == (0, 90_000)


def test_idle_shares_count_the_game_and_not_the_setup(players: Players) -> None:
    players.wait(500)
    players.begin().wait(10)
    players.flip("gold-90", "Knight")
    players.wait(100)
    players.wait(40)
    report = players.table.report()
    assert report.length_ms == 150_000
    gold90 = timer(report, "gold-90")
    assert (gold90.ran_ms, gold90.idle_ms, gold90.idle, gold90.run_outs) == (90_000, 60_000, 0.4, 1)
    (run,) = gold90.runs
    assert (run.start_ms, run.end_ms, run.how, run.unit) == (10_000, 100_000, RunEnd.RAN_OUT, "Knight")
    assert timer(report, "red-30").idle == 1.0
    assert side(report, "gold").actions_a_minute == 0.4


def test_a_pause_takes_no_time_and_an_undone_flip_never_was(players: Players) -> None:
    players.begin().flip("gold-60a", "Archer")
    players.wait(10)
    players.do(c.Pause())
    players.wait(1000)
    players.do(c.Resume())
    players.flip("red-90", "Orc")
    players.wait(5)
    players.do(Undo())
    players.wait(5)
    players.do(c.End(winner=Seat.GOLD))
    players.wait(99)
    report = players.table.report()
    assert (report.length_ms, report.pauses) == (20_000, 1)
    assert timer(report, "gold-60a").runs[0].end_ms == 20_000
    assert timer(report, "gold-60a").runs[0].how is RunEnd.RUNNING
    assert (timer(report, "red-90").idle, side(report, "red").actions) == (1.0, 0)
    assert [each.name for each in report.units] == ["Archer"]


def test_sand_that_an_undone_resumption_let_through_did_not_fall(players: Players) -> None:
    players.begin().flip("gold-30")
    players.wait(10)
    players.do(c.Pause())
    players.do(c.Resume())
    players.wait(25)
    with pytest.raises(Refused):
        players.do(c.Turn(timer="gold-30"))
    players.do(Undo())
    report = players.table.report()
    assert (report.length_ms, side(report, "gold").run_outs, timer(report, "gold-30").ran_ms) == (10_000, 0, 10_000)


def test_a_run_is_for_whom_it_was_last_said_to_be(players: Players) -> None:
    players.begin().flip("gold-60a")
    players.wait(3)
    players.do(c.Assign(timer="gold-60a", unit="Archr"))
    players.do(c.Assign(timer="gold-60a", unit="Archer"))
    players.wait(7)
    report = players.table.report()
    assert [(each.name, each.actions, each.active_ms) for each in report.units] == [("Archer", 1, 10_000)]


def test_an_eliminated_unit_and_its_timer_off_the_board(players: Players) -> None:
    players.begin().flip("red-90", "Goblin")
    players.wait(20)
    players.do(c.Eliminate(unit="Goblin"))
    players.wait(80)
    report = players.table.report()
    goblin = unit(report, "Goblin")
    assert (goblin.active_ms, goblin.eliminated_ms) == (20_000, 20_000)
    assert (goblin.runs[0].off_board_ms, goblin.runs[0].end_ms) == (20_000, 90_000)
    assert side(report, "red").eliminated == ("Goblin",)
    assert timer(report, "red-90").ran_ms == 90_000


@pytest.fixture
def stacks(players: Players) -> Players:
    units = [{"side": "red", "name": "Orc", "health": 6}, {"side": "red", "name": "Goblin"}]
    Scenarios(players.table).save(scenario_of({"id": "own", "name": "Own", "units": units}))
    players.do(New(scenario="own"))
    return players.begin()


def test_a_timer_that_is_turned_beside_the_board_has_left_it_when_its_unit_fell(players: Players) -> None:
    players.begin().flip("red-90", "Goblin")
    players.wait(20)
    players.do(c.Eliminate(unit="Goblin"))
    players.wait(10)
    players.do(c.Turn(timer="red-90"))
    assert unit(players.table.report(), "Goblin").active_ms == 20_000


def test_a_unit_that_tokens_killed_is_told_as_one_that_was_eliminated(stacks: Players) -> None:
    """Eliminated Units: "if a unit has no more tokens in its stack, the unit is considered eliminated"."""
    stacks.wait(5)
    stacks.do(c.Damage(unit="Orc", tokens=4))
    stacks.wait(5)
    assert side(stacks.table.report(), "red").eliminated == ()
    stacks.do(c.Damage(unit="Orc", tokens=2))
    stacks.do(c.Eliminate(unit="Goblin"))
    stacks.wait(5)
    report = stacks.table.report()
    assert side(report, "red").eliminated == ("Orc", "Goblin")
    assert (unit(report, "Orc").eliminated_ms, unit(report, "Orc").tokens_lost) == (10_000, 6)
    assert (unit(report, "Goblin").eliminated_ms, unit(report, "Goblin").tokens_lost) == (10_000, 0)
    assert (side(report, "red").tokens_lost, side(report, "gold").tokens_lost) == (6, 0)


def test_a_unit_that_came_back_is_not_lost_and_both_instants_are_told(stacks: Players) -> None:
    """Spell Cards: "even bring a dead unit back into the game"."""
    stacks.do(c.Damage(unit="Orc", tokens=6))
    stacks.do(c.Eliminate(unit="Goblin"))
    stacks.wait(10)
    stacks.do(c.Reinforce(unit="Orc", tokens=2))
    stacks.do(c.Revive(unit="goblin"))
    report = stacks.table.report()
    assert side(report, "red").eliminated == ()
    for name in ("Orc", "Goblin"):
        assert unit(report, name).eliminated_ms is None
        assert unit(report, name).losses == (LossReport(at_ms=0, back_ms=10_000),)
    stacks.wait(5)
    stacks.do(c.Damage(unit="Orc", tokens=9))
    orc = unit(stacks.table.report(), "Orc")
    assert (orc.eliminated_ms, orc.tokens_lost, len(orc.losses)) == (15_000, 8, 2)


def test_tokens_that_both_sides_agree_to_put_back_were_not_lost(stacks: Players) -> None:
    stacks.do(c.Damage(unit="Orc", tokens=3))
    stacks.do(c.Reinforce(unit="Orc", tokens=1))
    stacks.do(c.Propose.of(Correction(side=Side.RED, unit="Orc", tokens=2), seat=Seat.GOLD))
    assert side(stacks.table.report(), "red").tokens_lost == 3
    stacks.do(c.Agree(seat=Seat.RED))
    assert (unit(stacks.table.report(), "Orc").tokens_lost, side(stacks.table.report(), "red").tokens_lost) == (1, 1)


def test_damage_that_was_undone_was_never_dealt(stacks: Players) -> None:
    stacks.do(c.Damage(unit="Orc", tokens=6))
    stacks.do(Undo())
    assert stacks.table.report().units == ()


def test_spells_are_actions_and_their_cards_no_units(players: Players) -> None:
    players.begin().flip("gold-spell", card="Fireball")
    players.wait(10)
    report = players.table.report()
    assert (side(report, "gold").spells, side(report, "gold").actions, report.units) == (1, 1, ())
    assert timer(report, "gold-spell").runs[0].card == "Fireball"


def test_refusals_count_for_the_side_whose_timer_it_was(players: Players) -> None:
    for command in (c.Flip(timer="gold-30"), c.Begin(), c.Free(timer="red-30"), c.Turn(timer="red-60a"), c.Resume()):
        if isinstance(command, c.Begin):
            players.do(command)
        else:
            with pytest.raises(Refused):
                players.do(command)
    report = players.table.report()
    assert (side(report, "gold").refusals, side(report, "red").refusals) == (0, 2)


def test_the_longest_wait_ends_with_a_flip_and_needs_a_free_timer_throughout(players: Players) -> None:
    players.begin().wait(5)
    for name in ("gold-30", "gold-60a", "gold-60b"):
        players.flip(name)
    players.wait(7)
    players.flip("gold-90")
    players.wait(23)
    assert side(players.table.report(), "gold").longest_wait == Wait(start_ms=5_000, length_ms=7_000)
    players.wait(9)
    assert side(players.table.report(), "gold").longest_wait == Wait(start_ms=35_000, length_ms=9_000)
    assert side(players.table.report(), "red").longest_wait == Wait(start_ms=0, length_ms=44_000)


def test_the_10_minutes_end_the_report_too(players: Players) -> None:
    players.do(New(scenario="ten-minutes"))
    players.begin().wait(590)
    players.flip("gold-30")
    players.wait(500)
    report = players.table.report()
    assert (report.length_ms, timer(report, "gold-30").ran_ms) == (600_000, 10_000)


def test_a_restart_stops_the_sand_and_the_report(players: Players) -> None:
    players.begin().flip("gold-60a", "Archer")
    players.wait(10)
    players.flip("red-30")
    players.restart()
    report = players.table.report()
    assert (report.length_ms, report.pauses) == (10_000, 1)
    players.do(c.Resume())
    players.wait(5)
    assert timer(players.table.report(), "gold-60a").ran_ms == 15_000
