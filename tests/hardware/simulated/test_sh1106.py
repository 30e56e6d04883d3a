"""The SH1106's decoder against byte sequences written out by hand from the datasheet."""

import pytest

from hardware.simulated.chips import Sh1106Chip

LIGHT = b"\x00\xa1\xc8\xaf"


@pytest.fixture
def chip() -> Sh1106Chip:
    """RAM cleared, all 132 columns of it."""
    chip = Sh1106Chip()
    for page in range(8):
        chip.receive(bytes((0x00, 0xB0 | page, 0x00, 0x10)))
        chip.receive(b"\x40" + bytes(132))
    return chip


def places(chip: Sh1106Chip) -> dict[tuple[int, int], int]:
    """(page, column on the glass) of every byte that is not zero."""
    return {divmod(index, 128): byte for index, byte in enumerate(chip.ram) if byte}


def test_a_run_goes_on_within_its_page_and_never_leaves_it(chip: Sh1106Chip) -> None:
    chip.receive(b"\x00\xb3\x0e\x17")
    chip.receive(b"\x40" + bytes(range(1, 30)))
    assert places(chip) == {(3, 124 + index): index + 1 for index in range(4)}


def test_the_glass_begins_at_the_third_column(chip: Sh1106Chip) -> None:
    chip.receive(b"\x00\xb0\x00\x10")
    chip.receive(b"\x40\x01\x02\x03")
    assert places(chip) == {(0, 0): 3}
    chip.receive(LIGHT)
    assert chip.picture().getbbox() == (0, 0, 1, 2)


def test_each_half_of_the_column_is_set_alone(chip: Sh1106Chip) -> None:
    chip.receive(b"\x00\xb1\x02\x10\x15\x04")
    chip.receive(b"\x40\x77")
    assert places(chip) == {(1, 0x54 - 2): 0x77}


@pytest.mark.parametrize("code", [0x81, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB], ids=hex)
def test_every_command_takes_exactly_its_arguments(chip: Sh1106Chip, code: int) -> None:
    chip.receive(bytes((0x00, code, 0xB7, 0xE3, 0xB2, 0x05, 0x10)))
    chip.receive(b"\x40\x55")
    assert places(chip) == {(2, 3): 0x55}


def test_registers_status_and_what_power_and_reset_leave(chip: Sh1106Chip) -> None:
    chip.receive(b"\x00\x81\x33\xa7\xaf")
    assert (chip.contrast, chip.inverted, chip.on, chip.status & 0x40) == (0x33, True, True, 0)
    assert chip.visible_bytes == b"\xff" * 1024
    chip.reset()
    assert (chip.contrast, chip.inverted, chip.on, chip.status & 0x40) == (0x80, False, False, 0x40)
    assert chip.ram == bytes(1024)
    chip.power_cycle()
    assert 0 not in chip.ram
    assert chip.visible_bytes == bytes(1024)


def test_the_viewer_sees_nothing_without_the_converter(chip: Sh1106Chip) -> None:
    chip.receive(LIGHT + b"\xa5")
    assert chip.picture().getbbox() == (0, 0, 128, 64)
    chip.receive(b"\x00\xad\x8a")
    assert chip.picture().getbbox() is None
