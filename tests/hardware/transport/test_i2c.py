"""The kernel's bus, as far as a machine without one can tell."""

import errno
from pathlib import Path
from unittest.mock import call, patch

import pytest
import smbus2

from hardware.transport import KernelBus, kernel_bus_number


def test_a_bus_that_is_not_there_fails_at_the_first_write() -> None:
    bus = KernelBus(lambda: 250)
    bus.close()
    with pytest.raises(FileNotFoundError):
        bus.write(0x3C, b"\x00\xe3")


def test_one_write_is_one_transaction_and_the_device_opens_once() -> None:
    with patch("smbus2.SMBus") as opened:
        bus = KernelBus(lambda: 7)
        bus.write(0x3D, b"\x00\xaf")
        bus.write(0x3D, b"\x40" + bytes(1024))
        opened.assert_called_once_with(7)
        messages: list[smbus2.i2c_msg] = [call.args[0] for call in opened.return_value.i2c_rdwr.call_args_list]
        assert [(message.addr, message.flags, bytes(message)) for message in messages] == [
            (0x3D, 0, b"\x00\xaf"),
            (0x3D, 0, b"\x40" + bytes(1024)),
        ]
        bus.close()
        opened.return_value.close.assert_called_once_with()
        bus.write(0x3D, b"\x00\xaf")
        assert opened.call_count == 2


def test_a_channel_is_found_by_the_link_the_kernel_makes(tmp_path: Path) -> None:
    (tmp_path / "1-0070").mkdir()
    (tmp_path / "i2c-22").mkdir()
    (tmp_path / "1-0070" / "channel-3").symlink_to(tmp_path / "i2c-22")
    assert kernel_bus_number(bus=1, mux=0x70, channel=3, sysfs=tmp_path) == 22


def test_a_missing_channel_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"bus 1 has no multiplexer at 0x71.*dtoverlay=i2c-mux,pca9548,addr=0x71"):
        kernel_bus_number(bus=1, mux=0x71, channel=0, sysfs=tmp_path)


@pytest.mark.parametrize(
    ("number", "there"), [(None, True), (errno.EREMOTEIO, False), (errno.ENXIO, False), (errno.EBUSY, True)]
)
@pytest.mark.parametrize(("address", "asked"), [(0x3C, "write_quick"), (0x50, "read_byte"), (0x37, "read_byte")])
def test_an_address_is_asked_without_writing(address: int, asked: str, number: int | None, there: bool) -> None:
    with patch("smbus2.SMBus") as opened:
        method = getattr(opened.return_value, asked)
        method.side_effect = None if number is None else OSError(number, "said the kernel")
        assert KernelBus(lambda: 1).answers(address) is there
        assert opened.return_value.method_calls[0] == getattr(call, asked)(address)


def test_a_bus_that_hangs_or_is_not_there_is_no_answer() -> None:
    with pytest.raises(FileNotFoundError):
        KernelBus(lambda: 250).answers(0x3C)
    with patch("smbus2.SMBus") as opened:
        opened.return_value.write_quick.side_effect = OSError(errno.ETIMEDOUT, "said the kernel")
        with pytest.raises(TimeoutError):
            KernelBus(lambda: 1).answers(0x3C)
        opened.return_value.close.assert_called_once_with()


def test_a_read_is_one_byte_from_the_chip() -> None:
    with patch("smbus2.SMBus") as opened:

        def answer(message: smbus2.i2c_msg) -> None:
            assert (message.addr, message.flags, message.len) == (0x3D, 1, 1)
            message.buf[0] = 0x43

        opened.return_value.i2c_rdwr.side_effect = answer
        assert KernelBus(lambda: 7).read(0x3D) == 0x43
