"""The kernel's SPI as far as a machine without one can tell, and the wires beside it."""

import os
from pathlib import Path
from unittest.mock import patch

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.simulated.chips import Ssd1306Chip
from hardware.simulated.wires import SimulatedSpi
from hardware.transport import KernelSpi, OutOfReach, SpiLink


def test_a_device_that_is_not_there_fails_at_the_first_write(tmp_path: Path) -> None:
    device = KernelSpi(port=0, device=1, directory=tmp_path)
    device.close()
    with pytest.raises(OutOfReach, match=r"/spidev0\.1.*SPI is switched off"):
        device.write(b"\xaf")


def test_a_write_is_a_transfer_at_eight_megahertz_and_the_device_opens_once(tmp_path: Path) -> None:
    path = tmp_path / "spidev0.1"
    path.touch()
    device = KernelSpi(port=0, device=1, directory=tmp_path)
    with patch("fcntl.ioctl") as ioctl:
        device.write(b"\xae\xaf")
        device.write(b"\x01\x02\x03")
    assert path.read_bytes() == b"\xae\xaf\x01\x02\x03"
    ((_, request, argument),) = [call.args for call in ioctl.call_args_list]
    # linux/ioctl.h: _IOW('k', 4, __u32)
    assert request == 1 << 30 | 4 << 16 | ord("k") << 8 | 4
    assert int.from_bytes(argument, "little") == 8_000_000
    device.close()
    with patch("fcntl.ioctl"):
        device.write(b"\xe3")
    assert path.read_bytes() == b"\xe3\xaf\x01\x02\x03"
    device.close()


def test_after_an_error_it_is_opened_anew(tmp_path: Path) -> None:
    (tmp_path / "spidev0.0").touch()
    device = KernelSpi(port=0, device=0, directory=tmp_path)
    with patch("fcntl.ioctl"), patch("os.write", return_value=1), pytest.raises(OSError, match="Input/output"):
        device.write(b"\xae\xaf")
    with patch("fcntl.ioctl") as ioctl, patch.object(os, "open", wraps=os.open) as opened:
        device.write(b"\xae")
        opened.assert_called_once()
        ioctl.assert_called_once()
    device.close()


def test_dc_tells_commands_from_data_and_reset_resets() -> None:
    pins, chip = MockFactory(), Ssd1306Chip()
    spi = SimulatedSpi(chip, dc=pins.pin(24), reset=pins.pin(25))
    link = SpiLink(device=spi, pins=lambda: pins, dc=24, reset=25)
    assert link.commands(b"\x20\x00\x81\x33\xaf") == 5
    assert link.data(b"\xaf\x11" + bytes(5000)) == 5002
    assert (chip.on, chip.contrast) == (True, 0x33)
    link.commands(b"\x21\x05\x06\x22\x00\x07")
    link.data(b"\xa5")
    assert chip.ram[5] == 0xA5
    link.reset()
    link.commands(b"\xe3")
    assert (chip.on, chip.contrast, chip.ram[5]) == (False, 0x7F, 0xA5)
    assert not link.acknowledges
    with pytest.raises(OSError, match="cannot be read"):
        link.status()
    link.close()
    pins.close()
