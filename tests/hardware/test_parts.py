"""One bad part is one bad part: a pin that is busy, gone or broken costs what hangs on it, and comes back by itself."""

import errno
import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero import Factory, GPIOPinInUse, InputDevice
from msgspec.structs import replace

from companion.clock import MS, ManualClock
from companion.config import shipped_panel
from companion.panel.config import PanelConfig, ScreenConfig, SpiConfig
from companion.panel.port import PanelView
from companion.table.view import TimerState
from hardware import parts as words
from hardware.backend import Backend
from hardware.claims import FIRST_RETRY_S, LAST_RETRY_S
from hardware.faces.face import placed
from hardware.faces.words import marked
from hardware.games.registry import face_for
from hardware.panel import Panel
from hardware.parts import Part
from hardware.pins import library as gpio_chip
from hardware.pins.library import PinsError
from hardware.screens.screen import shift_at
from hardware.simulated.simulator import Pin, Simulator
from tests.hardware.rig import JOINED
from tests.support import Players, Says


class Taken:
    """The panel's simulator, whose pins somebody else may hold, or that has none at all."""

    def __init__(self, config: PanelConfig, clock: ManualClock) -> None:
        self._simulator = Simulator(config, clock=clock, khz=None)
        self.holders: dict[int, Exception] = {}
        self.gone = False
        self.renewed = 0
        self._take = self._simulator.pins.pin
        self._simulator.pins.pin = self._pin

    def __getattr__(self, name: str) -> Any:
        return getattr(self._simulator, name)

    @property
    def pins(self) -> Any:
        if self.gone:
            raise PinsError("No GPIO pins here.")
        return self._simulator.pins

    def renew_pins(self) -> None:
        self.renewed += 1

    def _pin(self, name: Any) -> Any:
        if name in self.holders:
            error = self.holders[name]
            raise type(error)(*error.args)
        return self._take(name)

    def finger(self, gpio: int) -> Any:
        """The pin as a finger has it, whoever else does."""
        return self._take(gpio)


class Bench:
    """A whole panel without threads: its claims and its writers are stepped."""

    def __init__(self, path: Path, config: PanelConfig, *, busy: dict[int, Exception], gone: bool = False) -> None:
        self.players = Players(path)
        self.wires = Taken(config, self.players.clock)
        self.wires.holders, self.wires.gone = busy, gone
        backend: Backend = self.wires  # type: ignore[assignment]
        self.panel = Panel(
            config=config,
            backend=backend,
            table=self.players.table,
            clock=self.players.clock,
            invite=lambda: JOINED,
        )

    @property
    def faults(self) -> tuple[str, ...]:
        return self.players.table.view().faults

    @property
    def view(self) -> PanelView:
        return self.panel.describe()

    def claim(self) -> float | None:
        return self.panel._parts._claims.claim()

    def tap(self, gpio: int) -> None:
        for act in ("drive_low", "drive_high"):
            getattr(self.wires.finger(gpio), act)()
            for _ in range(80):
                self.players.clock.advance(ns=MS)
                self.panel._input.step(timeout=0)

    def draw(self) -> None:
        self.players.wait(0.1)
        for writer in self.panel._writers:
            while not writer.round()[1]:
                pass

    def close(self) -> None:
        self.panel._parts._claims._thread = _Never()  # type: ignore[assignment]
        self.panel._parts.stop()
        self.wires.close()
        self.players.table.close()


class _Never:
    """A thread that was never started."""

    def join(self, timeout: float) -> None: ...


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    made: list[Bench] = []
    monkeypatch.setattr(words, "holder_of", lambda gpio: None)

    def make(config: PanelConfig | str, *busy: int, gone: bool = False, error: Exception = BUSY) -> Bench:
        panel = shipped_panel(config) if isinstance(config, str) else config
        made.append(Bench(tmp_path / f"{len(made)}.sqlite", panel, busy=dict.fromkeys(busy, error), gone=gone))
        return made[-1]

    yield make
    for each in made:
        each.close()


class LgpioError(Exception):
    """lgpio's own, which is no kin of gpiozero's."""


BUSY = LgpioError("'GPIO busy'")
RED_SPELL, GOLD_30, SOUNDER, LIGHT = 22, 5, 18, 23


@pytest.mark.parametrize(
    "error", [BUSY, GPIOPinInUse("GPIO22 is taken by lg"), OSError(errno.EBUSY, "Device or resource busy")], ids=type
)
def test_a_busy_pin_costs_one_button_by_name_and_comes_back_when_it_is_free(bench: Any, error: Exception) -> None:
    b = bench("full", RED_SPELL, error=error)
    assert b.faults == ("Button red-spell does not work: GPIO 22 (pin 15) is held by another program.",)
    assert [(each.id, each.trouble) for each in b.view.controls if each.trouble] == [
        ("red-spell", "GPIO 22 (pin 15) is held by another program")
    ]
    assert b.panel.status.endswith(" of 12 screens, 12 of 13 buttons")
    b.players.begin()
    b.tap(GOLD_30)
    assert b.players.timer("gold-30").remaining_ms < 30_000, "everything else plays"
    b.tap(RED_SPELL)
    assert b.players.timer("red-spell").state is TimerState.AVAILABLE

    b.wires.holders.clear()
    assert b.claim() is None
    assert (b.faults, b.panel.status) == ((), "0 of 12 screens, 13 of 13 buttons")
    b.tap(RED_SPELL)
    assert b.players.timer("red-spell").state is TimerState.ACTIVE


def test_the_screen_beside_a_button_that_does_not_work_says_so(bench: Any) -> None:
    b = bench("full", RED_SPELL)

    def shown(screen: str, mark: str) -> bool:
        face = face_for((screen,), b.players.table.view(), b.players.clock.now() // MS)
        shift = shift_at(b.players.clock.now(), b.panel._config.rest)
        wanted = placed(marked(face, mark), (128, 64), shift=shift)
        return bool(b.wires.chips[screen].picture().tobytes() == wanted.tobytes())

    b.draw()
    assert shown("red-spell", "no button")
    assert not shown("red-spell", "")
    assert shown("gold-30", "")
    b.wires.holders.clear()
    b.claim()
    b.draw()
    assert shown("red-spell", "")


@pytest.mark.parametrize(
    ("busy", "mark"),
    [((), ""), ((5,), "no button: 30"), ((6, 26), "no button: 60a spell"), ((5, 6, 13, 19, 26), "no buttons")],
)
def test_a_screen_of_several_timers_names_whose_buttons_do_not_work(
    bench: Any, busy: tuple[int, ...], mark: str
) -> None:
    b = bench("starter", *busy)
    gold, red = shipped_panel("starter").screens
    assert (b.panel._parts.mark(gold), b.panel._parts.mark(red)) == (mark, "")


def test_whoever_has_the_pin_is_named_where_the_kernel_tells(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "holder_of", {RED_SPELL: "spi0 CS1"}.get)
    assert bench("full", RED_SPELL).faults == ("Button red-spell does not work: GPIO 22 (pin 15) is held by spi0 CS1.",)


def test_what_is_missing_is_tried_ever_more_seldom_and_nothing_when_nothing_is(bench: Any) -> None:
    b = bench("full", RED_SPELL)
    waits = [b.claim() for _ in range(6)]
    assert waits == sorted(waits)
    assert waits[-2:] == [LAST_RETRY_S, LAST_RETRY_S]
    assert b.wires.renewed == 0, "the others keep their pins"
    b.wires.holders.clear()
    assert b.claim() is None
    b.panel._parts.buttons.parts["gold-30"].lose("broken")
    b.wires.holders[GOLD_30] = BUSY
    assert b.claim() == FIRST_RETRY_S


def test_a_silent_sounder_and_a_dark_light_are_one_fault_each(bench: Any) -> None:
    b = bench("full", SOUNDER, LIGHT)
    assert b.faults == (
        "The buzzer does not work: GPIO 18 (pin 12) is held by another program.",
        "The lamp does not work: GPIO 23 (pin 16) is held by another program.",
    )
    assert len(b.view.troubles) == 2
    assert b.view.muted is False
    assert b.panel.status.endswith("13 of 13 buttons, no buzzer, no lamp")
    b.players.begin()
    b.panel._signals.follow()
    b.wires.holders.clear()
    b.claim()
    assert b.faults == b.view.troubles == ()
    assert b.wires.pin(LIGHT).state, "it has begun meanwhile"


def test_without_pins_screens_and_phones_play_and_the_pins_may_come_later(
    bench: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(gpio_chip, "DEV", tmp_path)
    b = bench("full", gone=True)
    assert b.faults == (Says("13 buttons", "buzzer", "lamp", "no /dev/gpiochip0"),)
    assert all(each.trouble == Says("no /dev/gpiochip0") for each in b.view.controls)
    b.draw()
    assert b.panel.status == "12 of 12 screens, 0 of 13 buttons, no buzzer, no lamp"
    assert b.claim() is not None
    b.wires.gone = False
    assert b.claim() is None
    assert b.faults == ()
    b.players.begin()
    b.tap(GOLD_30)
    assert b.players.timer("gold-30").remaining_ms < 30_000


def test_a_sounder_that_breaks_is_one_fault_and_is_tried_again(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    b = bench("full")
    assert b.claim() is None
    with monkeypatch.context() as broken:

        def fails(pin: Pin, value: float) -> bool:
            broken.undo()
            raise OSError(errno.EIO, "Input/output error")

        broken.setattr(Pin, "_change_state", fails)
        b.panel._parts.voice.sound(1000)
        assert b.view.troubles == ("Buzzer: GPIO 18 (pin 12) has stopped working (Input/output error)",)
        b.wires.holders[SOUNDER] = BUSY
    assert b.claim() is not None
    assert b.faults == ("The buzzer does not work: GPIO 18 (pin 12) is held by another program.",)
    b.panel._parts.voice.sound(1000)
    b.wires.holders.clear()
    assert b.claim() is None
    b.panel._parts.voice.sound(1000)
    assert b.wires.pin(SOUNDER).state


def test_a_button_that_cannot_be_read_any_more_is_let_go_and_claimed_anew(
    bench: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    b = bench("full")
    b.players.begin()
    with monkeypatch.context() as broken:

        def unreadable(device: InputDevice) -> bool:
            raise OSError(errno.ENODEV, "No such device")

        broken.setattr(InputDevice, "value", property(unreadable))
        b.tap(GOLD_30)
        assert b.claim() is not None
        assert [each.id for each in b.view.controls if each.trouble] == ["gold-30"]
        assert "No such device" in b.faults[0]
    assert b.claim() is None
    assert b.faults == ()


def test_pins_that_all_went_are_opened_anew_and_not_for_one_that_is_busy(bench: Any) -> None:
    b = bench("full")
    b.panel._parts._claims.lose_all()
    assert b.view.controls[0].trouble == "GPIO 5 (pin 29) has gone"
    assert b.claim() is None
    assert b.view.controls[0].trouble is None
    assert b.wires.renewed == 1


def test_one_that_is_busy_keeps_no_other_from_being_opened_anew(bench: Any) -> None:
    b = bench("full", RED_SPELL)
    b.panel._parts._claims.lose_all()
    for part in b.panel._parts.buttons.parts.values():
        assert not part.working
    b.claim()
    assert b.wires.renewed == 1


def test_a_part_is_not_claimed_again_before_it_has_let_go() -> None:
    """gpiozero gives a pin back a moment before it closes it: whoever had it then would be deaf."""
    had: list[str] = []

    class Device:
        def __init__(self) -> None:
            had.append("taken")

        def close(self) -> None:
            part.claim(Factory())
            had.append("let go")

    part = Part(name="button", gpio=5, claim=lambda pins: Device())
    part.claim(Factory())
    part.lose("gone")
    assert not part.working
    part.claim(Factory())
    assert had == ["taken", "let go", "taken"]


SPI_PANEL = PanelConfig(
    name="spi",
    screens=(
        ScreenConfig(id="gold", shows=("gold-30",), spi=SpiConfig(dc=24, reset=25)),
        ScreenConfig(id="red", shows=("red-30",)),
    ),
)


def test_a_busy_wire_of_a_screen_on_spi_is_that_screens_trouble_alone(
    bench: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "holder_of", {24: "lirc"}.get)
    b = bench(replace(SPI_PANEL, light=LIGHT), 24)
    b.draw()
    said = "Screen gold is dark: its D/C wire, GPIO 24 (pin 18) is held by lirc (SPI 0, device 0)."
    assert b.faults == (said,)
    assert [screen.online for screen in b.view.screens] == [False, True]
    b.wires.holders.clear()
    b.players.wait(3)
    b.draw()
    assert b.faults == ()
    assert all(screen.online for screen in b.view.screens)


def test_a_claim_that_failed_leaves_nothing_behind(bench: Any) -> None:
    """Half a device that lived on would hold the pin against the next try."""
    gc.disable()
    try:
        b = bench("full", RED_SPELL, SOUNDER, LIGHT)
        for _ in range(3):
            b.claim()
        b.wires.holders.clear()
        assert b.claim() is None
    finally:
        gc.enable()
