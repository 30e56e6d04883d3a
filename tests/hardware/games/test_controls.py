"""A game played with the box alone: mock pins in, the table's state out."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.clock import MS
from companion.config import shipped_panel
from companion.table.opening import New
from companion.table.seats import Seat
from companion.table.view import Phase, TimerState
from companion.wartime.scenario.library import BUILT_IN, Scenarios
from hardware.buttons import LOCKOUT_NS
from tests.companion.wartime import acts as c
from tests.hardware.rig import Rig, with_hands
from tests.support import Players, Says, entries


@pytest.fixture(params=["full", "starter"])
def rig(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Rig]:
    seated = Rig.seated(tmp_path / "t.sqlite", panel=request.param)
    yield seated
    seated.close()


def phase(rig: Rig) -> Phase:
    return rig.players.table.view().phase


def shake_hands(rig: Rig) -> None:
    rig.hold("gold-30", "red-90")


def test_a_whole_game_with_the_box_and_no_phone(rig: Rig) -> None:
    rig.tap("pause")
    assert rig.players.timer("neutral-120").state is TimerState.ACTIVE
    rig.advance(3000)
    shake_hands(rig)
    assert phase(rig) is Phase.RUNNING
    assert rig.players.timer("gold-30").state is TimerState.AVAILABLE, "the handshake flips nothing"
    rig.tap("gold-60a")
    rig.tap("red-60a")
    rig.tap("red-spell")
    rig.tap("pause")
    assert phase(rig) is Phase.PAUSED
    rig.tap("pause")
    assert phase(rig) is Phase.RUNNING
    rig.players.wait(60)
    assert {t.state for t in rig.players.table.view().timers} == {TimerState.AVAILABLE}
    rig.tap("pause")
    shake_hands(rig)
    assert phase(rig) is Phase.ENDED
    shake_hands(rig)
    assert phase(rig) is Phase.SETUP
    assert rig.players.texts() == []
    assert rig.buzz.count == 0


def test_the_press_itself_flips_not_the_letting_go(rig: Rig) -> None:
    rig.players.begin()
    at = rig.clock.now()
    rig.down("gold-90")
    assert rig.players.timer("gold-90").remaining_ms == 90_000
    entry, line = entries(rig.players.table)[-1]
    assert (entry.mono_ns, line.source) == (at, "button gold-90")


def test_a_refused_press_says_why_on_its_screen_and_buzzes(rig: Rig) -> None:
    rig.players.begin()
    rig.tap("gold-30")
    rig.players.wait(7)
    rig.tap("gold-30")
    refused = rig.players.timer("gold-30").refused
    assert refused is not None
    assert refused.text == "Valyance 30 is still running: 23 s left."
    assert rig.buzz.count == 1


def test_a_hold_on_a_running_timer_takes_its_flip_back(rig: Rig) -> None:
    rig.players.begin()
    rig.tap("gold-30")
    rig.players.wait(2)
    rig.hold("gold-30")
    assert rig.players.timer("gold-30").state is TimerState.AVAILABLE
    assert rig.players.texts()[1:] == ["Valyance 30 flipped", "Valyance 30 taken back with 26.5 s left"]
    assert rig.buzz.count == 0
    assert rig.players.timer("gold-30").refused is None


@pytest.mark.parametrize("timer", ["gold-30", "neutral-600"])
def test_a_running_timer_is_refused_when_its_button_is_let_go(tmp_path: Path, timer: str) -> None:
    """As it goes down it may be a hold as well, which is no refusal."""
    rig = Rig.seated(tmp_path / "t.sqlite")
    rig.players.begin()
    rig.tap(timer)
    rig.players.wait(2)
    rig.down(timer)
    rig.advance(300)
    assert rig.buzz.count == 0
    rig.up(timer)
    rig.advance(80)
    assert rig.buzz.count == 1
    assert rig.players.texts()[-1].startswith("Refused: ")
    rig.close()


def test_a_hold_on_the_running_two_minutes_is_no_refusal(tmp_path: Path) -> None:
    rig = Rig.seated(tmp_path / "t.sqlite")
    rig.tap("neutral-120")
    rig.players.wait(2)
    rig.hold("neutral-120")
    assert rig.players.texts() == ["2 minutes flipped", "2 minutes taken back with 116.5 s left"]
    assert rig.buzz.count == 0
    rig.close()


@pytest.mark.parametrize("game", ["wartime", "warzone", "battleline"])
@pytest.mark.parametrize("begun", [False, True])
def test_what_is_held_is_no_refusal_in_any_game(rig: Rig, game: str, *, begun: bool) -> None:
    """Whether a hold means something there or not: what it is not is a tap that came too early."""
    rig.players.do(New(game=game))
    if begun and game != "warzone":
        shake_hands(rig)
    rig.hold("pause")
    rig.hold("pause")
    if not begun:
        rig.hold("gold-30")
    assert [text for text in rig.players.texts() if text.startswith("Refused")] == []
    assert rig.buzz.count == 0


def test_sand_that_runs_out_under_the_finger_is_flipped_when_it_is_let_go(rig: Rig) -> None:
    """It was not free when the finger came down, and it is when it goes: no tap is lost, and none flips too early."""
    rig.players.begin()
    rig.tap("gold-30")
    rig.players.wait(29.5)
    rig.down("gold-30")
    rig.advance(500)
    assert rig.players.timer("gold-30").state is TimerState.AVAILABLE
    at = rig.clock.now()
    rig.up("gold-30")
    rig.advance(40)
    entry, line = entries(rig.players.table)[-1]
    assert (entry.mono_ns, line.text) == (at, "Valyance 30 flipped")
    assert rig.buzz.count == 0


def test_sand_that_runs_out_under_a_hold_stays_out(rig: Rig) -> None:
    rig.players.begin()
    rig.tap("gold-30")
    rig.players.wait(29.5)
    rig.hold("gold-30")
    assert rig.players.texts()[1:] == ["Valyance 30 flipped", "Valyance 30 ran out"]
    assert rig.buzz.count == 0


def test_a_long_press_that_starts_a_timer_never_takes_it_back(rig: Rig) -> None:
    rig.players.begin()
    rig.hold("gold-30", ms=5000)
    assert rig.players.timer("gold-30").state is TimerState.ACTIVE
    assert rig.buzz.count == 0


def test_a_hold_that_began_on_another_run_of_the_timer_takes_nothing_back(rig: Rig) -> None:
    rig.players.begin()
    rig.tap("gold-30")
    rig.players.wait(29.5)
    rig.down("gold-30")
    rig.players.wait(0.5)
    rig.players.do(c.Flip(timer="gold-30"))
    rig.advance(700)
    rig.up("gold-30")
    assert rig.players.timer("gold-30").state is TimerState.ACTIVE


def test_one_side_alone_shakes_no_hands(rig: Rig) -> None:
    rig.hold("gold-30", "gold-90", ms=3000)
    assert phase(rig) is Phase.SETUP


def test_one_hand_is_enough_where_the_other_side_is_ready_by_phone(rig: Rig) -> None:
    rig.players.do(c.Begin(seat=Seat.RED))
    rig.hold("red-30")
    assert phase(rig) is Phase.SETUP, "its own signal it has given"
    rig.hold("gold-30")
    assert phase(rig) is Phase.RUNNING
    assert rig.players.timer("gold-30").state is TimerState.AVAILABLE
    assert rig.players.texts() == ["Firebrand is ready", "The game begins"]
    assert rig.buzz.count == 0


def test_hands_must_be_held_at_the_same_time(rig: Rig) -> None:
    rig.hold("gold-30")
    rig.hold("red-30")
    assert phase(rig) is Phase.SETUP
    rig.down("gold-30")
    rig.advance(900)
    rig.down("red-30")
    rig.advance(200)
    rig.up("gold-30")
    rig.advance(2000)
    assert phase(rig) is Phase.SETUP


def test_a_tap_before_the_game_says_what_to_do(rig: Rig) -> None:
    rig.tap("red-60b")
    refused = rig.players.timer("red-60b").refused
    assert refused is not None
    assert "Each hold a button" in refused.text
    assert rig.buzz.count == 1


def test_bouncing_buttons_flip_once(rig: Rig) -> None:
    rig.players.begin()
    pin = rig.simulator.pin(rig.gpio["red-30"])
    for _ in range(6):
        pin.drive_low()
        rig.clock.advance(ns=MS)
        pin.drive_high()
        rig.clock.advance(ns=MS)
    pin.drive_low()
    rig.step()
    rig.advance(100)
    pin.drive_high()
    rig.advance(100)
    assert rig.players.texts()[1:] == ["Firebrand 30 flipped"]
    assert rig.buzz.count == 0


def closes_again(rig: Rig, control: str, *, after: int, held: int = 80) -> None:
    """A press of a worn switch, which closes again so many milliseconds after its press."""
    rig.down(control)
    rig.advance(5)
    rig.up(control)
    rig.advance(after - 5)
    rig.down(control)
    rig.advance(held)
    rig.up(control)
    rig.advance(80)


@pytest.mark.parametrize("after", [45, 71, 150])
def test_one_press_of_a_worn_pause_button_pauses(rig: Rig, after: int) -> None:
    rig.players.begin()
    closes_again(rig, "pause", after=after)
    assert phase(rig) is Phase.PAUSED
    said = Says("Refused", f"{after} ms")
    assert rig.players.texts()[-1] == said
    rig.advance(400)
    closes_again(rig, "pause", after=after)
    assert phase(rig) is Phase.RUNNING
    assert rig.buzz.count == 0


def test_a_flip_by_a_worn_switch_is_neither_refused_nor_taken_back(rig: Rig) -> None:
    rig.players.begin()
    closes_again(rig, "gold-30", after=71, held=1500)
    closes_again(rig, "red-30", after=71)
    assert [rig.players.timer(each).state for each in ("gold-30", "red-30")] == [TimerState.ACTIVE] * 2
    assert rig.buzz.count == 0
    assert rig.players.timer("red-30").refused is None


def test_a_worn_switch_fills_no_log(rig: Rig) -> None:
    rig.players.begin()
    for _ in range(20):
        closes_again(rig, "pause", after=71)
        rig.advance(400)
    told = [text for text in rig.players.texts() if "closed again" in text]
    assert len(told) == 1
    assert phase(rig) is Phase.RUNNING


def test_a_handshake_on_worn_switches_begins_and_flips_nothing(rig: Rig) -> None:
    rig.down("gold-30", "red-30")
    rig.advance(1010)
    rig.up("gold-30", "red-30")
    rig.advance(60)
    rig.down("gold-30", "red-30")
    rig.advance(60)
    rig.up("gold-30", "red-30")
    rig.advance(60)
    assert phase(rig) is Phase.RUNNING
    assert rig.players.timer("gold-30").state is rig.players.timer("red-30").state is TimerState.AVAILABLE


def test_a_hold_that_nobody_woke_for_guards_its_button_too(rig: Rig) -> None:
    rig.players.begin()
    rig.tap("gold-30")
    rig.down("gold-30")
    rig.clock.advance(ns=1150 * MS)
    rig.up("gold-30")
    rig.advance(47)
    rig.down("gold-30")
    rig.advance(80)
    rig.up("gold-30")
    rig.advance(80)
    assert rig.players.timer("gold-30").state is TimerState.AVAILABLE
    assert "closed again" in rig.players.texts()[-1]


def test_quick_presses_of_several_buttons_all_count(rig: Rig) -> None:
    rig.players.begin()
    for control in ("gold-30", "red-30", "gold-60a"):
        rig.down(control)
        rig.advance(10)
        rig.up(control)
    rig.advance(80)
    assert rig.players.texts()[1:] == ["Valyance 30 flipped", "Firebrand 30 flipped", "Valyance 60a flipped"]


def test_after_the_guard_a_button_takes_its_next_press(rig: Rig) -> None:
    rig.players.begin()
    rig.tap("pause")
    rig.advance(250)
    rig.tap("pause")
    assert phase(rig) is Phase.RUNNING
    assert not any("closed again" in text for text in rig.players.texts())


def test_a_panel_may_have_no_guard(tmp_path: Path) -> None:
    players = Players(tmp_path / "t.sqlite")
    rig = Rig(players, replace(shipped_panel("full"), guard_ms=0))
    players.begin()
    closes_again(rig, "pause", after=71)
    assert phase(rig) is Phase.RUNNING
    rig.close()


def test_presses_are_timed_by_the_kernel_not_by_the_thread(rig: Rig) -> None:
    rig.players.begin()
    rig.clock.advance(seconds=1)
    gold, red = rig.clock.now() - 93 * MS, rig.clock.now() - 50 * MS
    rig.stray_edge("gold-60a", at=gold, pressed=True)
    rig.stray_edge("red-90", at=red, pressed=True)
    rig.step()
    lines = [line for _, line in entries(rig.players.table)][1:]
    assert [(line.text, line.gap) for line in lines] == [
        ("Valyance 60a flipped", "0.043 s before Firebrand"),
        ("Firebrand 90 flipped", None),
    ]


def test_a_pin_that_cannot_be_read_stops_neither_the_thread_nor_the_others(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig.players.begin()

    def broken(control: str) -> bool:
        raise OSError(5, f"{control} cannot be read")

    rig.down("gold-30")
    monkeypatch.setattr(rig.buttons, "pressed", broken)
    rig.clock.advance(ns=LOCKOUT_NS)
    with pytest.raises(OSError, match="cannot be read"):
        rig.input.step(timeout=0)
    monkeypatch.undo()
    rig.step()
    rig.tap("red-30")
    assert rig.players.timer("red-30").state is TimerState.ACTIVE


def test_a_buttons_caption_is_what_it_does_in_the_game_being_played(tmp_path: Path) -> None:
    rig = Rig.seated(tmp_path / "t.sqlite")
    controls = rig.controls
    buttons = ("gold-30", "red-60a", "gold-60b", "gold-spell", "pause")
    captions = {}
    for game in ("wartime", "warzone", "battleline"):
        rig.players.do(New(game=game))
        captions[game] = [controls.caption(button) for button in buttons]
    rig.close()
    unused = "Not in this game"
    assert captions == {
        "wartime": ["Valyance 30", "Firebrand 60a", "Valyance 60b", "Valyance spell", "Pause"],
        "warzone": ["End activation", "Pass", "Roll the d20", unused, unused],
        "battleline": ["Claim", "Next flag", "Pass", unused, unused],
    }


@pytest.fixture
def handed(tmp_path: Path) -> Iterator[Rig]:
    """The box with a hand for each side."""
    seated = Rig(Players(tmp_path / "t.sqlite"), with_hands(shipped_panel("full")))
    yield seated
    seated.close()


def test_a_hand_tells_the_log_the_instant_at_which_it_went_down(handed: Rig) -> None:
    """Red's hand was on the unit first, and gold flipped first."""
    handed.players.begin()
    at = handed.clock.now()
    handed.down("red-hand")
    handed.advance(43)
    handed.down("gold-hand")
    handed.advance(1500)
    handed.up("red-hand", "gold-hand")
    handed.tap("gold-30")
    handed.tap("red-90")
    log = entries(handed.players.table)[1:]
    assert [(line.text, line.source, line.gap) for _, line in log] == [
        ("Firebrand touched its hand", "button red-hand", "0.043 s before Valyance"),
        ("Valyance touched its hand", "button gold-hand", None),
        ("Valyance 30 flipped", "button gold-30", "0.480 s before Firebrand"),
        ("Firebrand 90 flipped", "button red-90", None),
    ]
    assert log[0][0].mono_ns == at
    assert handed.buzz.count == 0


def test_a_hand_shakes_none(handed: Rig) -> None:
    """Held with the other side's timer, or with the other hand, it begins and ends nothing."""
    handed.hold("gold-hand", "red-90")
    handed.hold("gold-hand", "red-hand")
    assert phase(handed) is Phase.SETUP
    handed.hold("gold-30", "red-90")
    assert phase(handed) is Phase.RUNNING


def test_a_hand_that_means_nothing_now_is_heard_once_as_it_goes_down(handed: Rig) -> None:
    handed.players.begin()
    handed.tap("pause")
    handed.tap("gold-hand")
    assert handed.players.texts()[-1] == "Refused: Paused. Resume first."
    assert handed.buzz.count == 1


@pytest.mark.parametrize("game", ["warzone", "battleline"])
def test_a_hand_is_idle_where_a_game_has_none(handed: Rig, game: str) -> None:
    handed.players.do(New(game=game))
    handed.tap("gold-hand")
    handed.hold("gold-hand", "red-hand")
    handed.hold("gold-hand", "red-30")
    assert (handed.players.texts(), handed.buzz.count, phase(handed)) == ([], 0, Phase.SETUP)


def test_a_hands_caption_says_whose_it_is(handed: Rig) -> None:
    controls = handed.controls
    captions = [controls.caption("red-hand")]
    handed.players.do(New(game="warzone"))
    assert [*captions, controls.caption("red-hand")] == ["Firebrand's hand", "Not in this game"]


def test_a_button_whose_timer_this_game_has_not_is_logged_once(rig: Rig, caplog: pytest.LogCaptureFixture) -> None:
    timers = tuple(spec for spec in BUILT_IN["open"].timers if spec.id != "gold-60a")
    Scenarios(rig.players.table).save(replace(BUILT_IN["open"], id="small", timers=timers))
    rig.players.do(New(scenario="small"))
    for _ in range(5):
        rig.tap("gold-60a")
    assert caplog.text.count("this game has no timer gold-60a") == 1
