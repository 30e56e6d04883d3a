"""Where there are no pins, Warglass says which library failed, why, and what to do."""

import warnings
from pathlib import Path

import pytest
from gpiozero import Factory
from gpiozero.pins.mock import MockFactory

from hardware import pins
from hardware.pins import PinsError, open_pins


@pytest.mark.parametrize(
    "fault",
    [
        ModuleNotFoundError("No module named 'lgpio'", name="lgpio"),
        RuntimeError("'can not open gpiochip'"),
        FileNotFoundError(2, "No such file or directory", ".lgd-nfy0"),
    ],
    ids=["not there", "no chip for it", "no place for its FIFO"],
)
def test_lgpio_is_tried_first_and_the_other_where_it_fails(tmp_path: Path, fault: Exception) -> None:
    tried = []

    def load(place: str) -> type[Factory]:
        tried.append(place)
        if "lgpio" in place:
            raise fault
        return MockFactory

    opened = open_pins(scratch=tmp_path, load=load)
    assert isinstance(opened, MockFactory)
    assert [place.partition(":")[0] for place in tried] == ["gpiozero.pins.lgpio", "gpiozero.pins.rpigpio"]
    opened.close()


@pytest.mark.parametrize(
    ("files", "advice"),
    [([], "--simulate"), (["gpiochip0"], "Install a pin library")],
)
def test_each_failure_is_named_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: list[str], advice: str
) -> None:
    def load(place: str) -> type[Factory]:
        if "lgpio" in place:
            raise ModuleNotFoundError("No module named 'lgpio'", name="lgpio")
        raise RuntimeError("Cannot determine SOC peripheral base address")

    for name in files:
        (tmp_path / name).touch()
    monkeypatch.setattr(pins, "DEV", tmp_path)
    with warnings.catch_warnings(), pytest.raises(PinsError) as caught:
        open_pins(scratch=tmp_path, load=load)
    message = str(caught.value)
    assert "lgpio: not installed (pip install lgpio)" in message
    assert "RPi.GPIO: Cannot determine SOC peripheral base address" in message
    assert advice in message
