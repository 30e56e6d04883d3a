"""From a pattern to the pin, and that it never keeps anyone waiting."""

import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.clock import SystemClock
from companion.config import shipped_panel
from companion.panel.config import PanelConfig, SoundConfig, SounderKind
from companion.table.errors import Refused
from hardware.simulated.simulator import SimulatedPanel, Simulator
from hardware.sound import BEGUN, ENDED, GAP_S, REFUSED, Note, Pattern, Sounder, Voice, open_voice
from tests.hardware.rig import JOINED
from tests.support import PATIENCE_S, Players

PIN = 18


class Throat:
    """A voice that notes what it does, when, and lets a test wait for so many notes."""

    def __init__(self) -> None:
        self.notes: list[float | None] = []
        self._noted = threading.Condition()

    def at_volume(self, pattern: Pattern) -> Pattern:
        return pattern

    def sound(self, hz: float) -> None:
        self._note(hz)

    def silence(self) -> None:
        self._note(None)

    def close(self) -> None:
        self._note(None)

    def _note(self, note: float | None) -> None:
        with self._noted:
            self.notes.append(note)
            self._noted.notify_all()

    def wait_for(self, count: int) -> None:
        with self._noted:
            assert self._noted.wait_for(lambda: len(self.notes) >= count, PATIENCE_S), self.notes


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.close()


def voice(pins: MockFactory, **sound: object) -> Voice:
    panel = PanelConfig(name="mine", sounder=PIN, sound=msgspec.convert(sound, SoundConfig))
    opened = open_voice(panel, pins)
    assert opened is not None
    return opened


def test_a_pattern_ends_in_silence() -> None:
    throat = Throat()
    sounder = Sounder(throat, quiet=lambda: False)
    sounder.start()
    sounder.refused()
    throat.wait_for(2 * len(REFUSED))
    assert throat.notes == [REFUSED[0].hz, None] * 3
    sounder.stop()


def test_a_panel_without_a_sounder_is_silent() -> None:
    assert open_voice(shipped_panel("none"), MockFactory()) is None
    sounder = Sounder(None, quiet=lambda: False)
    sounder.start()
    sounder.refused()
    sounder.stop()


def test_in_quiet_hours_nothing_is_played() -> None:
    throat = Throat()
    hours = [True, False]
    sounder = Sounder(throat, quiet=lambda: hours.pop(0))
    sounder.play(ENDED)
    sounder.refused()
    sounder.start()
    throat.wait_for(1)
    assert throat.notes[0] == REFUSED[0].hz
    sounder.stop()


def test_stopping_ends_a_pattern_under_way() -> None:
    throat = Throat()
    sounder = Sounder(throat, quiet=lambda: False)
    sounder.start()
    sounder.play((Note(1000, 60 * PATIENCE_S), Note(2000, 0)))
    throat.wait_for(1)
    sounder.stop()
    throat.wait_for(2)
    assert throat.notes == [1000, None]


def test_a_din_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.sound.GAP_S", 0)
    throat = Throat()
    sounder = Sounder(throat, quiet=lambda: False)
    for _ in range(100):
        sounder.play((Note(1000, 0),))
    sounder.start()
    throat.wait_for(8)
    sounder.play((Note(3000, 0),))
    throat.wait_for(10)
    sounder.stop()
    assert throat.notes == [1000, None] * 4 + [3000, None]


def test_a_voice_that_breaks_is_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    class Hoarse(Throat):
        def sound(self, hz: float) -> None:
            super().sound(hz)
            if len(self.notes) == 1:
                raise OSError(5, "no sound")

    throat = Hoarse()
    sounder = Sounder(throat, quiet=lambda: False)
    sounder.start()
    sounder.refused()
    sounder.refused()
    throat.wait_for(7)
    sounder.stop()
    assert [record.getMessage() for record in caplog.records] == ["sounder"]


def test_a_buzzer_is_switched_on_and_off(pins: MockFactory) -> None:
    buzzer = voice(pins)
    pin = pins.pin(PIN)
    pin.clear_states()
    for _ in range(2):
        buzzer.sound(1000)
        buzzer.silence()
    assert [state.state for state in pin.states] == [False, True, False, True, False]
    assert buzzer.at_volume(BEGUN) == BEGUN
    buzzer.close()


def test_a_piezo_is_given_tones_at_a_duty_cycle_that_is_its_volume(pins: MockFactory) -> None:
    duties = []
    for volume in (1, 25, 50, 100):
        piezo = voice(pins, kind="tone", volume=volume)
        pin = pins.pin(PIN)
        piezo.sound(1046.5)
        assert pin.frequency == 1046.5
        duties.append(pin.state)
        piezo.sound(2093)
        assert (pin.frequency, pin.state) == (2093, duties[-1])
        piezo.silence()
        assert pin.state == 0
        assert piezo.at_volume(BEGUN) == BEGUN, "however faint, its beeps are as long"
        piezo.close()
    assert duties == sorted(set(duties))
    assert duties[-1] == 0.5
    assert duties[0] >= 0.01, "lgpio's PWM knows whole percents"


def test_a_fainter_buzzer_beeps_shorter(pins: MockFactory) -> None:
    buzzer = voice(pins, volume=30)
    assert sum(note.seconds for note in buzzer.at_volume(BEGUN)) < 0.6 * sum(note.seconds for note in BEGUN)
    buzzer.close()


def test_closing_a_sounding_voice_silences_it(pins: MockFactory) -> None:
    for kind in SounderKind:
        sounding = voice(pins, kind=kind.value)
        pin = pins.pin(PIN)
        sounding.sound(1000)
        assert pin.state
        sounding.close()
        assert not pin.state
    assert GAP_S > 0.05, "notes that run together are one"


def test_a_refused_press_is_heard_on_the_panels_pin_unless_it_is_muted(tmp_path: Path) -> None:
    """Pin to pin: the button's in, the piezo's out."""
    panel = msgspec.structs.replace(shipped_panel("starter"), sound=SoundConfig(kind=SounderKind.TONE))
    players, clock = Players(tmp_path / "t.sqlite"), SystemClock()
    players.begin().flip("gold-30")
    version = players.flip("gold-60a").version
    simulator = Simulator(panel, clock=clock, khz=None)
    wired = SimulatedPanel(config=panel, simulator=simulator, table=players.table, clock=clock, invite=lambda: JOINED)
    piezo = simulator.pin(PIN)
    heard = threading.Event()
    piezo._change_state = lambda duty: heard.set() if duty else None
    wired.start()
    wired.mute(muted=True)
    assert wired.describe().muted is True
    wired.press("gold-30", ms=30)
    assert players.table.wait(version, timeout=PATIENCE_S) is not None
    assert not heard.wait(0.05)
    wired.mute(muted=False)
    wired.press("gold-60a", ms=30)
    assert heard.wait(PATIENCE_S)
    players.table.stop()
    wired.stop()
    players.table.close()


def test_a_panel_without_a_sounder_cannot_be_muted(tmp_path: Path) -> None:
    panel = msgspec.structs.replace(shipped_panel("starter"), sounder=None)
    players = Players(tmp_path / "t.sqlite")
    simulator = Simulator(panel, clock=players.clock, khz=None)
    wired = SimulatedPanel(
        config=panel, simulator=simulator, table=players.table, clock=players.clock, invite=lambda: JOINED
    )
    assert wired.describe().muted is None
    with pytest.raises(Refused, match="no buzzer"):
        wired.mute(muted=True)
    simulator.close()
    players.table.close()
