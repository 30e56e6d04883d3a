"""The factory on libgpiod: what it alone promises."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from operator import itemgetter
from pathlib import Path
from queue import SimpleQueue
from threading import Event

import pytest
from gpiod.line import Clock, Direction
from gpiozero import LED, GPIOPinInUse, InputDevice, PWMOutputDevice
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.clock import SECOND
from hardware.pins.edges import KernelEdge
from hardware.pins.gpiod import GpiodFactory
from tests.hardware.pins.behaviours import PATIENCE_S, A, B, Ear, until
from tests.hardware.pins.board import Board
from tests.hardware.pins.fake_gpiod import FakeChips, FakeRequest
from tests.hardware.pins.libraries import BoardWires, gpiod_on

DAYS_104 = 2**53


class Pi:
    """Fake chips and the factory on them."""

    def __init__(self, chips: FakeChips, pins: GpiodFactory) -> None:
        self.chips = chips
        self.pins = pins
        self.wires = BoardWires(pins, chips.board, lambda gpio: False)

    def line(self, gpio: int) -> FakeRequest:
        return self.chips.requests[gpio]


@contextmanager
def a_pi(folder: Path, *, forbidden: tuple[str, ...] = (), **labels: str) -> Iterator[Pi]:
    chips = FakeChips(Board(), {str(folder / name): label for name, label in labels.items()})
    chips.forbidden = {str(folder / name) for name in forbidden}
    with pytest.MonkeyPatch.context() as patch, gpiod_on(patch, folder, chips) as pins:
        yield Pi(chips, pins)


@pytest.fixture
def pi(tmp_path: Path) -> Iterator[Pi]:
    with a_pi(tmp_path, gpiochip0="pinctrl-bcm2711") as pi:
        yield pi


@pytest.mark.parametrize(
    ("labels", "header"),
    [
        ({"gpiochip0": "pinctrl-bcm2711", "gpiochip1": "raspberrypi-exp-gpio"}, "gpiochip0"),
        ({"gpiochip0": "gpio-brcmstb@107d508500", "gpiochip4": "pinctrl-rp1"}, "gpiochip4"),
        ({"gpiochip0": "pinctrl-rp1", "gpiochip10": "gpio-brcmstb@107d508500"}, "gpiochip0"),
        ({"gpiochip0": "a chip without a Pi", "gpiochip1": "another"}, "gpiochip0"),
    ],
    ids=["Pi 4", "Pi 5, older kernel", "Pi 5", "not a Pi's"],
)
def test_the_header_is_found_by_the_label_of_its_chip(tmp_path: Path, labels: dict[str, str], header: str) -> None:
    with a_pi(tmp_path, **labels) as pi, InputDevice(A, pin_factory=pi.pins):
        assert pi.chips.asked == [str(tmp_path / header)]


def test_a_chip_that_may_not_be_opened_is_named_with_the_reason(tmp_path: Path) -> None:
    with (
        pytest.raises(PermissionError, match=r"Permission denied: .*gpiochip0"),
        a_pi(tmp_path, forbidden=("gpiochip0",), gpiochip0="pinctrl-bcm2711"),
    ):
        pass


def test_no_chip_at_all_is_said(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="gpiochip0"), a_pi(tmp_path):
        pass


def test_who_has_a_line_is_named(pi: Pi) -> None:
    with (
        pi.chips.board.taken(A, "spi0 CS0"),
        pytest.raises(GPIOPinInUse, match="GPIO5 is taken by spi0 CS0"),
    ):
        InputDevice(A, pull_up=True, pin_factory=pi.pins)
    with pi.chips.board.taken(B, ""), pytest.raises(GPIOPinInUse, match="GPIO6 is taken by the kernel"):
        LED(B, pin_factory=pi.pins)


def test_the_kernel_neither_debounces_nor_stamps_by_a_clock_that_can_be_set(pi: Pi) -> None:
    ear = Ear(pi.wires, A)
    asked = pi.line(A).settings
    assert not asked.debounce_period
    assert asked.event_clock is Clock.MONOTONIC
    ear.device.close()


def test_an_output_is_an_input_again_before_its_line_is_let_go(pi: Pi) -> None:
    """Some kernels leave a line that was let go as it is."""
    sounder = LED(A, initial_value=True, pin_factory=pi.pins)
    line = pi.line(A)
    sounder.close()
    assert line.settings.direction is Direction.INPUT


@contextmanager
def busy(pi: Pi, gpio: int = 17) -> Iterator[None]:
    """The thread is held up meanwhile, so that all edges wait for it."""
    ear = Ear(pi.wires, gpio)
    ear.may_go_on.clear()
    pi.wires.drive(gpio, high=False)
    ear.next()
    try:
        yield
    finally:
        ear.may_go_on.set()
        pi.wires.drive(gpio, high=True)
        ear.device.close()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(
    edges=st.lists(st.tuples(st.sampled_from([A, B]), st.integers(0, DAYS_104)), min_size=1, unique_by=itemgetter(1))
)
def test_what_one_wake_up_finds_is_told_in_the_order_of_its_stamps_to_the_nanosecond(
    pi: Pi, edges: list[tuple[int, int]]
) -> None:
    heard: SimpleQueue[tuple[int, float, int]] = SimpleQueue()
    ears = [Ear(pi.wires, gpio, heard) for gpio in (A, B)]
    with busy(pi):
        for gpio, at in edges:
            pi.line(gpio).stamped(at, high=False)
    told = [ears[0].next() for _ in edges]
    assert [(gpio, round(ticks * SECOND)) for gpio, ticks, _ in told] == sorted(edges, key=itemgetter(1))
    for ear in ears:
        ear.device.close()


def test_an_edge_that_comes_while_others_are_read_is_told_in_its_place(pi: Pi, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: SimpleQueue[tuple[int, float, int]] = SimpleQueue()
    ears = {gpio: Ear(pi.wires, gpio, heard) for gpio in (A, B)}
    read = pi.line(B).read_edge_events
    older = iter([1 * SECOND])

    def and_meanwhile_the_other() -> list[object]:
        for at in older:
            pi.line(A).stamped(at, high=False)
        return list(read())

    monkeypatch.setattr(pi.line(B), "read_edge_events", and_meanwhile_the_other)
    pi.line(B).stamped(2 * SECOND, high=False)
    assert [ears[A].next()[:2] for _ in range(2)] == [(A, 1.0), (B, 2.0)]
    for ear in ears.values():
        ear.device.close()


def test_a_callback_that_raises_takes_neither_the_thread_nor_other_pins_along(
    pi: Pi, caplog: pytest.LogCaptureFixture
) -> None:
    def raises(ticks: float, state: int) -> None:
        raise RuntimeError("it rains")

    broken = InputDevice(A, pull_up=True, pin_factory=pi.pins)
    broken.pin.when_changed = raises
    ear = Ear(pi.wires, B)
    with caplog.at_level(logging.ERROR, "hardware.pins.edges"):
        for high in (False, True, False):
            pi.wires.drive(A, high=high)
            pi.wires.drive(B, high=high)
            assert ear.next()[2] == int(high)
    assert caplog.text.count("RuntimeError: it rains") == 3
    assert "GPIO5" in caplog.text
    broken.close()
    ear.device.close()


def test_a_line_that_is_lost_keeps_nobody_awake(pi: Pi, caplog: pytest.LogCaptureFixture) -> None:
    lost, ear = Ear(pi.wires, A), Ear(pi.wires, B)
    tried = []
    pin = pi.pins.pin(A)
    read = pin.read
    pin.read = lambda: (tried.append(1), read())[1]
    with caplog.at_level(logging.ERROR, "hardware.pins.edges"):
        pi.line(A).lose()
        for high in (False, True):
            pi.wires.drive(B, high=high)
            assert ear.next()[2] == int(high)
    assert "GPIO5: [Errno 19]" in caplog.text
    assert tried == [1]
    lost.device.close()
    ear.device.close()


def test_a_line_closed_while_its_edges_wait_is_told_of_no_more(pi: Pi) -> None:
    ear = Ear(pi.wires, A)
    with busy(pi):
        pi.wires.drive(A, high=False)
        ear.device.close()
        again = Ear(pi.wires, A)
    pi.wires.drive(A, high=True)
    assert again.next()[2] == 1
    assert ear.heard.empty()
    again.device.close()


def test_a_thread_that_ended_by_itself_keeps_no_line(
    pi: Pi, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever claims them anew is to find them free."""
    gone = Event()
    pi.pins.gone = gone.set
    ears = [Ear(pi.wires, gpio) for gpio in (A, B)]

    def breaks() -> list[KernelEdge]:
        raise MemoryError

    monkeypatch.setattr(pi.pins.pin(A), "read", breaks)
    with caplog.at_level(logging.ERROR, "hardware.pins.edges"):
        pi.wires.drive(A, high=False)
        assert gone.wait(PATIENCE_S)
    assert "MemoryError" in caplog.text
    for ear in ears:
        ear.device.close()
    assert not pi.chips.board.users
    with pytest.raises(ValueError, match="closed"):
        Ear(pi.wires, A)


def test_closing_ends_the_thread_and_may_be_done_twice(tmp_path: Path) -> None:
    before = threading.active_count()
    with a_pi(tmp_path, gpiochip0="pinctrl-bcm2711") as pi:
        ear = Ear(pi.wires, A)
        assert threading.active_count() == before + 1
        pi.pins.close()
        assert threading.active_count() == before
    assert not pi.chips.board.users
    assert ear.heard.empty()


def test_the_thread_reads_each_line_until_it_is_still_but_not_for_ever(pi: Pi, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that never rests does not keep the others from being told."""
    restless, ear = Ear(pi.wires, A), Ear(pi.wires, B)
    enough = Event()

    def never_still() -> list[KernelEdge]:
        if not enough.is_set():
            pi.line(A).stamped(1, high=False)
        return [KernelEdge(1, high=False)]

    pin = pi.pins.pin(A)
    monkeypatch.setattr(pin, "read", never_still)
    pi.line(A).stamped(1, high=False)
    pi.wires.drive(B, high=False)
    assert ear.next()[2] == 0
    enough.set()
    monkeypatch.undo()
    until(lambda: not restless.heard.empty())
    restless.device.close()
    ear.device.close()


def test_a_line_with_nothing_to_read_keeps_the_thread_from_no_other(pi: Pi) -> None:
    """Its descriptor may be another line's by the time it is read."""
    ear = Ear(pi.wires, A)
    found: SimpleQueue[object] = SimpleQueue()
    threading.Thread(target=lambda: found.put(pi.pins.pin(A).read()), daemon=True).start()
    assert found.get(timeout=PATIENCE_S) == ()
    ear.device.close()


def test_closing_all_ends_a_tone(tmp_path: Path) -> None:
    before = threading.active_count()
    with a_pi(tmp_path, gpiochip0="pinctrl-bcm2711") as pi:
        piezo = PWMOutputDevice(A, initial_value=0.5, pin_factory=pi.pins)
        assert threading.active_count() == before + 2
    assert threading.active_count() == before
    assert not pi.wires.level(A)
    assert piezo
