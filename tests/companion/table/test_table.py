"""The owner of live state: order, waiting, faults."""

import contextlib
import threading

import pytest

from companion.clock import MS, SECOND
from companion.table.commands import Pause, Resume, Undo
from companion.table.errors import Refused
from companion.table.events import Source, SourceKind
from companion.table.view import TimerState
from tests.companion.wartime import acts as c
from tests.support import PATIENCE_S, PHONE, Players, entries


def test_near_simultaneous_taps_are_logged_in_the_order_of_the_presses(players: Players) -> None:
    players.begin()
    players.clock.advance(seconds=1)
    red, gold = players.clock.now() - 50 * MS, players.clock.now() - 93 * MS
    players.table.dispatch(c.Flip(timer="red-90", unit="Orc"), source=Source(SourceKind.BUTTON, "red-90"), at=red)
    players.table.dispatch(c.Flip(timer="gold-60a", unit="Archer"), source=PHONE, at=gold)
    lines = [line for _, line in entries(players.table)][1:]
    assert [(line.text, line.gap) for line in lines] == [
        ("Archer flipped Valyance 60a", "0.043 s before Firebrand"),
        ("Orc flipped Firebrand 90", None),
    ]
    assert [line.source for line in lines] == ["phone 1", "button red-90"]


def test_the_sand_falls_from_the_instant_of_the_press(players: Players) -> None:
    players.begin()
    players.clock.advance(seconds=1)
    players.table.dispatch(c.Flip(timer="gold-30"), source=PHONE, at=players.clock.now() - 40 * MS)
    assert players.timer("gold-30").remaining_ms == 29_960


def test_sand_that_runs_out_is_nobodys_act_and_has_no_gap(players: Players) -> None:
    players.begin().flip("gold-30")
    players.flip("red-30")
    players.wait(30)
    lines = [line for _, line in entries(players.table)]
    assert [(line.text, line.gap) for line in lines[1:]] == [
        ("Valyance 30 flipped", "0.000 s before Firebrand"),
        ("Firebrand 30 flipped", None),
        ("Valyance 30 ran out", None),
        ("Firebrand 30 ran out", None),
    ]


def test_a_gap_is_between_presses_whatever_is_written_in_between(players: Players) -> None:
    """Naming a unit, a refusal, an undo, sand that runs out: none of them is a press."""
    players.begin().flip("gold-60a")
    for command in (
        c.Assign(timer="gold-60a", unit="Archer"),
        c.Flip(timer="gold-60a"),
        c.Assign(timer="gold-60a", unit="Knight"),
        Undo(),
        c.Damage(unit="Archer", tokens=1),
    ):
        players.clock.advance(seconds=0.1)
        with contextlib.suppress(Refused):
            players.do(command)
    players.clock.advance(seconds=0.093)
    players.flip("red-90")
    players.do(c.Assign(timer="red-90", unit="Orc"))
    players.wait(2)
    players.flip("gold-30")
    assert [(line.text.partition(":")[0], line.gap) for _, line in entries(players.table)][1:] == [
        ("Valyance 60a flipped", "0.593 s before Firebrand"),
        ("Valyance 60a is for Archer", None),
        ("Refused", None),
        ("Valyance 60a moved from Archer to Knight", None),
        ("Undone", None),
        ("Refused", None),
        ("Firebrand 90 flipped", "2.000 s before Valyance"),
        ("Firebrand 90 is for Orc", None),
        ("Valyance 30 flipped", None),
    ]


def test_tokens_and_timers_taken_back_are_no_presses_and_a_pause_is_nobodys(players: Players) -> None:
    """Whose unit loses tokens did not press, and what is taken back begins nothing. Across a pause nobody was first."""
    players.begin().flip("gold-30", "Archer")
    players.wait(1)
    players.do(c.Eliminate(unit="Archer"))
    players.do(c.Free(timer="gold-30"))
    players.wait(1)
    players.flip("red-30")
    players.do(Pause())
    players.do(Resume())
    players.flip("gold-30")
    gaps = [(line.text, line.gap) for _, line in entries(players.table) if line.gap]
    assert gaps == [("Archer flipped Valyance 30", "2.000 s before Firebrand")]


def test_there_is_no_gap_across_a_restart(players: Players) -> None:
    players.begin().flip("gold-30")
    players.restart()
    players.do(Resume())
    players.flip("red-30")
    assert all(line.gap is None for _, line in entries(players.table))


@pytest.mark.parametrize("offset", [1, SECOND, -7201 * SECOND])
def test_an_impossible_instant_of_a_press_is_now(players: Players, offset: int) -> None:
    """One that is still to come, or was before the match lay on the table."""
    players.begin()
    players.clock.advance(seconds=7200)
    players.table.dispatch(c.Flip(timer="gold-30"), source=PHONE, at=players.clock.now() + offset)
    assert players.timer("gold-30").remaining_ms == 30_000


BUTTON = Source(SourceKind.BUTTON, "gold-30")


def test_a_press_that_comes_late_counts_from_when_it_was_and_the_log_says_so(players: Players) -> None:
    """The service stood still: what another did meanwhile was committed first."""
    players.begin()
    players.wait(10)
    pressed = players.clock.now()
    players.wait(3.5)
    players.flip("red-30")
    players.wait(0.1)
    players.table.dispatch(c.Flip(timer="gold-30"), source=BUTTON, at=pressed)
    log = [(line.text, line.gap) for _, line in entries(players.table)][1:]
    assert log == [
        ("Valyance 30 flipped, heard over 3.5 s late", "3.500 s before Firebrand"),
        ("Firebrand 30 flipped", None),
    ]
    assert next(entry for entry, _ in entries(players.table) if entry.source == "button gold-30").mono_ns == pressed
    assert [line.text for line in players.table.view().last][-2:] == [text for text, _ in log]


def test_presses_that_come_late_together_are_told_apart_by_their_own_instants(players: Players) -> None:
    players.begin()
    players.wait(10)
    pressed = players.clock.now()
    players.wait(7)
    for timer, later in (("gold-30", 0), ("red-30", 43 * MS)):
        players.table.dispatch(c.Flip(timer=timer), source=Source(SourceKind.BUTTON, timer), at=pressed + later)
    assert [(line.text, line.gap) for _, line in entries(players.table)][1:] == [
        ("Valyance 30 flipped", "0.043 s before Firebrand"),
        ("Firebrand 30 flipped", None),
    ]
    assert players.timer("gold-30").remaining_ms == 23_000


def test_an_undo_that_comes_late_moves_no_sand(players: Players) -> None:
    players.begin().flip("gold-30")
    players.wait(5)
    pressed = players.clock.now()
    players.wait(4)
    players.flip("red-30")
    players.table.dispatch(Undo(), source=BUTTON, at=pressed)
    assert players.timer("gold-30").remaining_ms == 21_000


def test_sand_that_ran_out_before_the_press_had_run_out(players: Players) -> None:
    players.begin().flip("gold-30")
    players.clock.advance(seconds=31)
    players.flip("gold-30")
    assert players.texts()[1:] == ["Valyance 30 flipped", "Valyance 30 ran out", "Valyance 30 flipped"]
    ran_out = next(entry for entry, line in entries(players.table) if line.text == "Valyance 30 ran out")
    flipped = next(entry for entry, line in entries(players.table) if line.text == "Valyance 30 flipped")
    assert ran_out.mono_ns - flipped.mono_ns == 30 * SECOND
    assert ran_out.source == "clock"


def test_waiting_ends_with_a_change_a_timeout_or_the_tables_end(players: Players) -> None:
    version = players.table.version
    assert players.table.wait(version, timeout=0) is None
    assert players.table.wait(version - 1, timeout=0) == version
    answers: list[int | None] = []
    waiter = threading.Thread(target=lambda: answers.append(players.table.wait(version, timeout=PATIENCE_S)))
    waiter.start()
    players.begin()
    waiter.join(PATIENCE_S)
    assert answers == [version + 1]
    waiter = threading.Thread(target=lambda: answers.append(players.table.wait(version + 1, timeout=PATIENCE_S)))
    waiter.start()
    players.table.close()
    waiter.join(PATIENCE_S)
    assert answers == [version + 1, None]
    players.restart()


def test_a_fault_is_shown_until_it_is_over(players: Players) -> None:
    version = players.table.version
    players.table.fault("screen gold-90", "Screen gold-90 does not answer.")
    players.table.fault("screen gold-90", "Screen gold-90 does not answer.")
    assert players.table.view().faults == ("Screen gold-90 does not answer.",)
    assert players.table.version == version + 1
    players.table.fault("screen gold-90", None)
    players.table.fault("screen gold-90", None)
    assert players.table.view().faults == ()


def test_a_command_from_nowhere_is_an_error_of_ours(players: Players) -> None:
    with pytest.raises(TypeError):
        players.do("flip")


def test_two_threads_flipping_one_timer_flip_it_once(players: Players) -> None:
    players.begin()
    outcomes: list[str] = []
    start = threading.Barrier(8)

    def tap() -> None:
        start.wait()
        try:
            players.flip("gold-30")
            outcomes.append("flipped")
        except Refused:
            outcomes.append("refused")

    taps = [threading.Thread(target=tap) for _ in range(8)]
    for each in taps:
        each.start()
    for each in taps:
        each.join()
    assert sorted(outcomes) == ["flipped"] + ["refused"] * 7
    assert players.timer("gold-30").flip == 1


@pytest.mark.parametrize("hours", [4, pytest.param(24, marks=pytest.mark.deep)])
def test_a_game_of_hours_does_not_drift(players: Players, hours: int) -> None:
    """Every timer is flipped anew the moment it is found free, at odd instants and through pauses: each run takes its
    printed seconds of running time to the nanosecond."""
    players.begin()
    flipped: dict[str, int] = {}
    stopped = runs = step = 0
    end = players.clock.now() + hours * 3600 * SECOND
    seconds = {t.id: t.seconds for t in players.table.view().timers if t.kind.value in ("command", "spell")}
    seen = len(entries(players.table))
    while players.clock.now() < end:
        step = (step * 48_271 + 11) % 2_147_483_647
        players.clock.advance(ns=11 * SECOND + step * 9)
        players.table.settle()
        if step % 50 == 0:
            players.do(c.Pause())
            before = players.clock.now()
            players.clock.advance(ns=step)
            players.do(c.Resume())
            stopped += players.clock.now() - before
        for timer in players.table.view().timers:
            if timer.id in seconds and timer.state is TimerState.AVAILABLE:
                players.flip(timer.id)
    running = 0
    paused_at = None
    for entry, _ in entries(players.table)[seen:]:
        match type(entry.event).__name__:
            case "Paused":
                paused_at = entry.mono_ns
            case "Resumed":
                assert paused_at is not None
                running -= entry.mono_ns - paused_at
            case "Flipped":
                flipped[entry.event.timer] = entry.mono_ns + running  # type: ignore[attr-defined]
            case "RanOut":
                timer = entry.event.timer  # type: ignore[attr-defined]
                assert entry.mono_ns + running - flipped.pop(timer) == seconds[timer] * SECOND
                runs += 1
    assert runs > 400 * hours
    assert running == -stopped
