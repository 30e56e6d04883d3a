"""Where there are no pins, Warglass says which library failed, why, and what to do."""

import sys
import warnings
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from gpiozero import Factory
from gpiozero.pins.mock import MockFactory

from hardware.pins import library as gpio_chip
from hardware.pins.gpiod import GpiodFactory
from hardware.pins.library import PinsError, open_pins

PLACES = {
    "gpiod": "hardware.pins.gpiod",
    "lgpio": "gpiozero.pins.lgpio",
    "RPi.GPIO": "gpiozero.pins.rpigpio",
}


@pytest.mark.parametrize(
    "fault",
    [
        ModuleNotFoundError("No module named 'gpiod'", name="gpiod"),
        RuntimeError("'can not open gpiochip'"),
        FileNotFoundError(2, "No such file or directory", ".lgd-nfy0"),
    ],
    ids=["not there", "no chip for it", "no place for its FIFO"],
)
@pytest.mark.parametrize("failing", [0, 1, 2])
def test_gpiod_is_tried_first_and_the_next_where_one_fails(tmp_path: Path, fault: Exception, failing: int) -> None:
    tried: list[str] = []

    def load(place: str) -> type[Factory]:
        tried.append(place.partition(":")[0])
        if len(tried) <= failing:
            raise fault
        return MockFactory

    opened = open_pins(scratch=tmp_path, load=load)
    assert isinstance(opened, MockFactory)
    assert tried == list(PLACES.values())[: failing + 1]
    opened.close()


def test_gpiozero_finds_the_factory_by_its_name() -> None:
    """For any program: GPIOZERO_PIN_FACTORY=gpiod."""
    (found,) = entry_points(group="gpiozero_pin_factories", name="gpiod")
    assert found.load() is GpiodFactory


@pytest.mark.parametrize(
    ("files", "advice"),
    [([], "--simulate"), (["gpiochip0"], f"{sys.executable} -m pip install --only-binary :all: 'gpiod>=2.3,<3'")],
)
def test_each_failure_is_named_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: list[str], advice: str
) -> None:
    def load(place: str) -> type[Factory]:
        if "rpigpio" not in place:
            raise ModuleNotFoundError("No module named 'gpiod'", name="gpiod")
        raise RuntimeError("Cannot determine SOC peripheral base address")

    for name in files:
        (tmp_path / name).touch()
    monkeypatch.setattr(gpio_chip, "DEV", tmp_path)
    with warnings.catch_warnings(), pytest.raises(PinsError) as caught:
        open_pins(scratch=tmp_path, load=load)
    message = str(caught.value)
    assert "gpiod: not installed\n" in message
    assert "lgpio: not installed\n" in message
    assert "RPi.GPIO: Cannot determine SOC peripheral base address" in message
    assert advice in message


def test_no_fifo_is_left_where_lgpio_made_one(tmp_path: Path) -> None:
    """It makes it when it is imported, whether or not there is a chip by then."""

    def load(place: str) -> type[Factory]:
        (tmp_path / ".lgd-nfy0").touch()
        raise RuntimeError("'can not open gpiochip'")

    with pytest.raises(PinsError):
        open_pins(scratch=tmp_path, load=load)
    assert list(tmp_path.iterdir()) == []
