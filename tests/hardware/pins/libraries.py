"""Each pin library's own factory over a fake of its C module, and gpiozero's mock."""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from gpiozero import Factory
from gpiozero.pins import local
from gpiozero.pins.local import LocalPiFactory
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.pins import gpiod as gpiod_factory
from hardware.pins import library as gpio_chip
from hardware.pins.library import BACKENDS
from tests.hardware.pins.board import Board
from tests.hardware.pins.fake_gpiod import FakeChips
from tests.hardware.pins.fake_lgpio import FakeLgpio
from tests.hardware.pins.fake_rpi_gpio import FakeRpiGpio

PI_4B = 0xC03111
GPIOZERO = {"lgpio": "gpiozero.pins.lgpio", "RPi.GPIO": "gpiozero.pins.rpigpio"}


class BoardWires:
    """See `behaviours.Wires`."""

    def __init__(self, pins: Factory, board: Board, sounds: Callable[[int], bool]) -> None:
        self.pins = pins
        self.board = board
        self._sounds = sounds

    def drive(self, gpio: int, *, high: bool) -> None:
        self.board.drive(gpio, high=high)

    def level(self, gpio: int) -> bool:
        return self.board.level(gpio)

    def sounds(self, gpio: int) -> bool:
        return self._sounds(gpio)

    def free(self, gpio: int) -> bool:
        return gpio not in self.board.users

    def taken(self, gpio: int) -> AbstractContextManager[str]:
        return self.board.taken(gpio)


class MockWires(BoardWires):
    """gpiozero's mock has no other end: its pins are driven themselves."""

    def __init__(self) -> None:
        super().__init__(MockFactory(pin_class=MockPWMPin), Board(), self._pulses)

    def drive(self, gpio: int, *, high: bool) -> None:
        pin = self.pins.pin(gpio)
        (pin.drive_high if high else pin.drive_low)()

    def level(self, gpio: int) -> bool:
        return bool(self.pins.pin(gpio).state)

    def _pulses(self, gpio: int) -> bool:
        pin = self.pins.pin(gpio)
        return pin.frequency is not None and 0 < pin.state < 1


def _pi(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Pi 4 of which no pin is reserved: gpiozero keeps that for all factories together, and past their end."""
    monkeypatch.setattr(local, "get_pi_revision", lambda: PI_4B)
    monkeypatch.setattr(LocalPiFactory, "_reservations", defaultdict(list))


@contextmanager
def gpiod_on(monkeypatch: pytest.MonkeyPatch, folder: Path, chips: FakeChips) -> Iterator[gpiod_factory.GpiodFactory]:
    """The factory on these chips, each a file in the folder."""
    for path in chips.labels:
        Path(path).touch()
    _pi(monkeypatch)
    monkeypatch.setattr(gpiod_factory, "Chip", chips)
    for name, fake in (("DEV", folder), ("chip_at", chips.chip_at), ("user_of_line", chips.user_of_line)):
        monkeypatch.setattr(gpio_chip, name, fake)
    with gpiod_factory.GpiodFactory() as pins:
        yield pins


@contextmanager
def wires_of(library: str, monkeypatch: pytest.MonkeyPatch, folder: Path) -> Iterator[BoardWires]:
    board = Board()
    if library == "mock":
        wires = MockWires()
        with wires.pins:
            yield wires
    elif library == "gpiod":
        chips = FakeChips(board, {str(folder / "gpiochip0"): "pinctrl-bcm2711"})
        with gpiod_on(monkeypatch, folder, chips) as pins:
            yield BoardWires(pins, board, lambda gpio: gpio in chips.requests and chips.requests[gpio].pulsing())
    else:
        module = FakeLgpio(board) if library == "lgpio" else FakeRpiGpio(board)
        with _imported(library, module, monkeypatch) as pins:
            yield BoardWires(pins, board, lambda gpio: module.pulses.get(gpio, (0, 0))[1] > 0)


@contextmanager
def _imported(library: str, module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalPiFactory]:
    """gpiozero's own factory, imported anew over the module."""
    _pi(monkeypatch)
    monkeypatch.setitem(sys.modules, library, module)
    if library == "RPi.GPIO":
        package = ModuleType("RPi")
        package.GPIO = module  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "RPi", package)
    monkeypatch.delitem(sys.modules, GPIOZERO[library], raising=False)
    try:
        name = BACKENDS[library].partition(":")[2]
        with getattr(import_module(GPIOZERO[library]), name)() as pins:
            yield pins
    finally:
        monkeypatch.delitem(sys.modules, GPIOZERO[library])
