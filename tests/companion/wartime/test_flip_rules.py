"""The sand timers' rules, as the WarTime Rulebook has them."""

import pytest

from companion.table.errors import NotHere, Refused
from companion.table.opening import New
from companion.table.seats import Seat, Side
from companion.table.view import Phase, TimerState
from companion.wartime.match.checks import MOST_NAMES
from companion.wartime.scenario.scenario import TimerKind
from tests.companion.wartime import acts as c
from tests.support import Players


def test_the_box_has_the_timers_of_the_component_list(players: Players) -> None:
    timers = {t.id: (t.side, t.kind, t.seconds) for t in players.table.view().timers}
    each_side = {"30": 30, "60a": 60, "60b": 60, "90": 90}
    expected = {f"{s}-{n}": (s, TimerKind.COMMAND, sec) for s in ("gold", "red") for n, sec in each_side.items()}
    expected |= {f"{s}-spell": (s, TimerKind.SPELL, 30) for s in ("gold", "red")}
    expected |= {"neutral-120": ("neutral", TimerKind.SETUP, 120), "neutral-600": ("neutral", TimerKind.GAME, 600)}
    assert timers == expected


def test_a_flip_runs_for_the_printed_seconds_and_then_frees_the_unit(players: Players) -> None:
    players.begin().flip("gold-60a", "Archer")
    assert players.timer("gold-60a").unit == "Archer"
    players.wait(59.999)
    assert players.timer("gold-60a").state is TimerState.ACTIVE
    assert players.timer("gold-60a").remaining_ms == 1
    players.wait(0.001)
    drained = players.timer("gold-60a")
    assert (drained.state, drained.remaining_ms, drained.unit) == (TimerState.AVAILABLE, 0, None)
    players.flip("gold-30", "Archer")


def test_an_active_timer_cannot_be_flipped_again(players: Players) -> None:
    players.begin().flip("gold-60a")
    players.wait(37)
    with pytest.raises(Refused, match=r"^Valyance 60a is still running: 23 s left\.$"):
        players.flip("gold-60a")
    assert players.timer("gold-60a").remaining_ms == 23_000


def test_a_started_second_counts_in_what_players_are_told(players: Players) -> None:
    players.begin().flip("red-30")
    players.wait(29.9999)
    with pytest.raises(Refused, match=r"1 s left"):
        players.flip("red-30")


def test_one_active_timer_a_unit(players: Players) -> None:
    players.begin().flip("gold-60a", "Archer")
    with pytest.raises(Refused, match=r"^Archer already has Valyance 60a: 60 s left\.$"):
        players.flip("gold-30", "archer")
    players.flip("red-30", "Archer")
    assert players.timer("red-30").unit == "Archer"


def test_names_have_an_end(players: Players) -> None:
    players.begin().flip("gold-30", "Unit 0")
    for number in range(1, MOST_NAMES):
        players.do(c.Assign(timer="gold-30", unit=f"Unit {number}"))
    with pytest.raises(Refused, match=r"^The Valyance has 100 units already: take one of these\.$"):
        players.do(c.Assign(timer="gold-30", unit="One more"))
    players.do(c.Assign(timer="gold-30", unit="unit 7"))


def test_a_spell_timer_goes_on_cards_alone(players: Players) -> None:
    players.begin()
    with pytest.raises(Refused, match="spell card, not on a unit"):
        players.flip("gold-spell", "Wizard")
    players.flip("gold-spell", card="Fireball")
    assert (players.timer("gold-spell").card, players.timer("gold-spell").unit) == ("Fireball", None)


def test_a_second_spell_waits_for_the_spell_timer(players: Players) -> None:
    players.begin().flip("red-spell", card="Control")
    players.wait(10)
    with pytest.raises(Refused, match="Firebrand spell is still running: 20 s left"):
        players.flip("red-spell", card="Fireball")
    players.wait(20)
    players.flip("red-spell", card="Fireball")


def test_the_neutral_timers_go_on_nothing(players: Players) -> None:
    with pytest.raises(Refused, match="belong to neither side"):
        players.flip("neutral-120", "Archer")


def test_an_eliminated_units_timer_drains_on_off_the_board(players: Players) -> None:
    players.begin().flip("red-90", "Goblin")
    players.wait(30)
    players.do(c.Eliminate(unit="goblin"))
    timer = players.timer("red-90")
    assert (timer.state, timer.remaining_ms, timer.unit, timer.off_board) == (TimerState.ACTIVE, 60_000, None, True)
    with pytest.raises(Refused, match="still running: 60 s"):
        players.flip("red-90", "Orc")
    with pytest.raises(Refused, match=r"^Goblin is eliminated\.$"):
        players.flip("red-30", "Goblin")
    players.wait(60)
    assert players.timer("red-90").state is TimerState.AVAILABLE
    with pytest.raises(Refused, match="eliminated already"):
        players.do(c.Eliminate(unit="Goblin"))


def test_a_unit_that_never_acted_can_be_eliminated_by_naming_its_side(players: Players) -> None:
    players.begin()
    with pytest.raises(NotHere):
        players.do(c.Eliminate(unit="Giant"))
    players.do(c.Eliminate(unit="Giant", side=Side.RED))
    with pytest.raises(Refused, match="Giant is eliminated"):
        players.flip("red-30", "Giant")
    players.flip("gold-30", "Giant")


def test_a_name_on_both_sides_needs_its_side(players: Players) -> None:
    players.begin().flip("gold-30", "Wolf")
    players.flip("red-30", "Wolf")
    with pytest.raises(Refused, match="say whose"):
        players.do(c.Eliminate(unit="Wolf"))
    players.do(c.Eliminate(unit="Wolf", side=Side.GOLD))
    assert players.timer("red-30").unit == "Wolf"
    assert players.timer("gold-30").off_board


def test_both_sides_act_at_once(players: Players) -> None:
    players.begin()
    for timer in ("gold-30", "red-30", "gold-60a", "red-60a", "gold-90", "red-90", "gold-spell", "red-spell"):
        players.flip(timer)
    active = [t for t in players.table.view().timers if t.state is TimerState.ACTIVE]
    assert {t.remaining_ms for t in active} == {30_000, 60_000, 90_000}
    assert len(active) == 8


def test_a_spell_frees_turns_and_moves_timers(players: Players) -> None:
    players.begin().flip("gold-90", "Knight")
    players.wait(20)
    players.do(c.Turn(timer="gold-90"))
    assert players.timer("gold-90").remaining_ms == 20_000
    players.do(c.Assign(timer="gold-90", unit="Archer"))
    assert players.timer("gold-90").unit == "Archer"
    players.flip("gold-30", "Knight")
    players.do(c.Free(timer="gold-90"))
    assert players.timer("gold-90").state is TimerState.AVAILABLE
    assert players.texts()[1:] == [
        "Knight flipped Valyance 90",
        "Valyance 90 turned over: 20.0 s left",
        "Valyance 90 moved from Knight to Archer",
        "Knight flipped Valyance 30",
        "Valyance 90 taken back with 20.0 s left",
    ]


def test_a_timer_cannot_be_moved_to_a_unit_that_has_one(players: Players) -> None:
    players.begin().flip("gold-90", "Knight")
    players.flip("gold-30", "Archer")
    with pytest.raises(Refused, match="Archer already has Valyance 30"):
        players.do(c.Assign(timer="gold-90", unit="Archer"))


def test_what_does_not_run_cannot_be_freed_turned_or_moved(players: Players) -> None:
    players.begin()
    for command in (c.Free(timer="red-30"), c.Turn(timer="red-30"), c.Assign(timer="red-30", unit="Orc")):
        with pytest.raises(Refused, match=r"^Firebrand 30 is not running\.$"):
            players.do(command)


def test_an_unknown_timer_is_not_here(players: Players) -> None:
    with pytest.raises(NotHere, match="no timer called gold-45"):
        players.flip("gold-45")


def test_nothing_is_flipped_before_the_signal_in_a_pause_or_after_the_end(players: Players) -> None:
    with pytest.raises(Refused, match="The game has not begun"):
        players.flip("gold-30")
    players.begin().flip("gold-30")
    players.do(c.Pause())
    with pytest.raises(Refused, match="Paused"):
        players.flip("red-30")
    players.do(c.End(winner=Seat.GOLD))
    with pytest.raises(Refused, match="over"):
        players.flip("red-30")
    assert players.table.view().phase is Phase.ENDED
    assert players.texts()[-2] == "Valyance wins"


def test_a_pause_stops_every_grain(players: Players) -> None:
    players.begin().flip("gold-60a")
    players.wait(10)
    players.do(c.Pause())
    view = players.wait(3600)
    assert (view.phase, view.paused) == (Phase.PAUSED, True)
    assert (players.timer("gold-60a").remaining_ms, players.timer("gold-60a").ends_ms) == (50_000, None)
    players.do(c.Resume())
    players.wait(49)
    assert players.timer("gold-60a").remaining_ms == 1_000


def test_the_two_minutes_lock_units_and_cards(players: Players) -> None:
    players.do(c.Muster(side=Side.GOLD, units=("Archer", "Knight"), cards=("Advance",)))
    players.flip("neutral-120")
    players.wait(119)
    players.do(c.Muster(side=Side.GOLD, units=("Archer",), cards=("Advance",)))
    players.wait(1)
    with pytest.raises(Refused, match="locked"):
        players.do(c.Muster(side=Side.GOLD, units=("Archer", "Knight")))
    with pytest.raises(Refused, match="2 minutes are over"):
        players.flip("neutral-120")
    players.begin()
    with pytest.raises(Refused, match="Knight is not on the board"):
        players.flip("gold-30", "Knight")
    with pytest.raises(Refused, match="Bombard was not chosen"):
        players.flip("gold-30", "Archer", "Bombard")
    players.flip("gold-30", "ARCHER", "advance")
    assert (players.timer("gold-30").unit, players.timer("gold-30").card) == ("Archer", "Advance")
    players.flip("red-30", "Anyone")


def test_a_name_is_mustered_once(players: Players) -> None:
    with pytest.raises(Refused, match="Archer is there twice"):
        players.do(c.Muster(side=Side.GOLD, units=("Archer", "archer")))


def test_the_two_minutes_are_for_setup_only(players: Players) -> None:
    players.flip("neutral-120")
    players.begin()
    assert players.timer("neutral-120").state is TimerState.AVAILABLE
    with pytest.raises(Refused, match="setting up"):
        players.flip("neutral-120")


def test_ten_minutes_end_the_game_where_the_scenario_says_so(players: Players) -> None:
    players.do(New(scenario="ten-minutes"))
    players.begin()
    assert players.timer("neutral-600").remaining_ms == 600_000
    players.wait(590)
    players.flip("gold-60a")
    view = players.wait(11)
    assert view.phase is Phase.ENDED
    assert view.over_by_time
    # The sand stands where it stood when the time was up, not where the clock is.
    assert players.timer("gold-60a").remaining_ms == 50_000


def test_ten_minutes_end_nothing_in_an_open_game(players: Players) -> None:
    players.begin().flip("neutral-600")
    view = players.wait(601)
    assert view.phase is Phase.RUNNING


def test_an_unknown_scenario_is_not_here_and_changes_nothing(players: Players) -> None:
    players.begin()
    with pytest.raises(NotHere, match="no scenario called x"):
        players.do(New(scenario="x"))
    assert players.table.view().phase is Phase.RUNNING
