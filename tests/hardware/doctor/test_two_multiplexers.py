"""Two multiplexers on one bus, as the panel `full-2-multiplexers` has them."""

from pathlib import Path

import pytest

from companion.config import shipped_panel
from companion.panel.notes import boot_lines
from hardware.transport import I2cBus
from tests.hardware.doctor.fake_machine import FIRST_CHANNEL, FakeMachine, _Opened
from tests.hardware.doctor.test_lines import look, of

PANEL = shipped_panel("full-2-multiplexers")
CONFIG_TXT = "/boot/firmware/config.txt"
IDLE = "/sys/bus/i2c/devices/1-{:04x}/idle_state"


class TwoMultiplexers(FakeMachine):
    """A Pi whose config.txt is as the install writes it for this panel."""

    def __init__(self) -> None:
        super().__init__(PANEL)
        self.muxes = {(1, 0x70), (1, 0x71)}
        self.files[CONFIG_TXT] = "\n".join(boot_lines(PANEL)).encode()
        self.files |= {IDLE.format(mux): b"-2\n" for _, mux in self.muxes}

    def channel(self, bus: int, mux: int, channel: int) -> int:
        return super().channel(bus, mux, channel) + 8 * (mux - 0x70)

    def bus(self, number: int) -> I2cBus:
        if number < FIRST_CHANNEL:
            return super().bus(number)
        mux, channel = divmod(number - FIRST_CHANNEL, 8)
        return _Opened(self, number, self.wire().channel(0x70 + mux, channel))


@pytest.fixture
def config(tmp_path: Path) -> tuple[str, str]:
    file = tmp_path / "warglass.toml"
    file.write_text(f'panel = "{PANEL.name}"', encoding="utf-8")
    return "--config", str(file)


def test_a_healthy_one_has_nothing_to_do(config: tuple[str, str]) -> None:
    _, _, findings = look(TwoMultiplexers(), *config)
    for subject in ("0x70, bus 1", "0x71, bus 1"):
        assert of(findings, "mux", subject)["verdict"] == "ok"
    screens = [each for each in findings if each["check"] == "screen"]
    assert [each["verdict"] for each in screens] == ["ok"] * 12


@pytest.mark.parametrize("name", ["gold-30", "red-30"])
def test_a_screen_that_is_missing_is_missing_behind_its_own(name: str, config: tuple[str, str]) -> None:
    """The other multiplexer has one at the same channel and address."""
    machine = TwoMultiplexers()
    machine.missing(name)
    _, _, findings = look(machine, *config)
    failed = [each["subject"] for each in findings if each["check"] == "screen" and each["verdict"] != "ok"]
    assert failed == [name]


def test_a_second_one_that_config_txt_lacks(config: tuple[str, str]) -> None:
    machine = TwoMultiplexers()
    machine.muxes = {(1, 0x70)}
    first, second = boot_lines(PANEL)[-2:]
    machine.files[CONFIG_TXT] = first.encode()
    line = of(look(machine, *config)[2], "mux", "0x71, bus 1")
    assert line["verdict"] == "fail"
    assert f"Add the line {second} at the end" in line["advice"]


def test_a_channel_that_stays_on(config: tuple[str, str]) -> None:
    machine = TwoMultiplexers()
    machine.files[IDLE.format(0x71)] = b"-1\n"
    found = [each for each in look(machine, *config)[2] if each["verdict"] == "warn" and each["check"] == "mux"]
    assert [each["subject"] for each in found] == ["0x71, bus 1"]
    assert "sudo apt full-upgrade" in found[0]["command"]
    machine.files[CONFIG_TXT] = b"dtparam=i2c_arm=on\ndtoverlay=i2c-mux,pca9548,addr=0x71\n"
    found = [each for each in look(machine, *config)[2] if each["verdict"] == "warn" and each["check"] == "mux"]
    assert "Add ,disconnect_on_idle to each" in found[0]["advice"]
