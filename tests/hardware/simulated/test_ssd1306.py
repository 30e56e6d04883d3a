"""The chip decoder against byte sequences written out by hand from the datasheet."""

import pytest

from hardware.simulated.chips import Ssd1306Chip

ZEROS = b"\x40" + bytes(1024)
HORIZONTAL = b"\x00\x20\x00\x21\x00\x7f\x22\x00\x07"
LIGHT = b"\x00\x8d\x14\xa1\xc8\xaf"


@pytest.fixture
def chip() -> Ssd1306Chip:
    """In horizontal mode, RAM cleared, pointers at the start."""
    chip = Ssd1306Chip()
    chip.receive(HORIZONTAL)
    chip.receive(ZEROS)
    return chip


def places(chip: Ssd1306Chip) -> dict[tuple[int, int], int]:
    """(page, column) of every byte that is not zero."""
    return {divmod(index, 128): byte for index, byte in enumerate(chip.ram) if byte}


def test_power_brings_noise_and_reset_values() -> None:
    chip = Ssd1306Chip()
    assert len(set(chip.ram)) > 2
    assert 0 not in chip.ram
    assert (chip.on, chip.inverted, chip.contrast) == (False, False, 0x7F)
    chip.receive(b"\x40\x11\x22")
    assert chip.ram[:2] == b"\x11\x22"


def test_page_mode_stays_on_its_page_and_wraps() -> None:
    chip = Ssd1306Chip()
    chip.receive(b"\x40" + bytes(128))
    assert chip.ram[:128] == bytes(128)
    chip.receive(b"\x00\xb3\x0e\x17")
    chip.receive(b"\x40\x01\x02\x03")
    assert (chip.ram[3 * 128 + 126 :][:2], chip.ram[3 * 128]) == (b"\x01\x02", 3)


def test_horizontal_window_fills_rows_and_returns_to_its_start(chip: Ssd1306Chip) -> None:
    chip.receive(b"\x00\x21\x0a\x0b\x22\x02\x03")
    chip.receive(b"\x40\x01\x02\x03\x04\x05")
    assert places(chip) == {(2, 10): 5, (2, 11): 2, (3, 10): 3, (3, 11): 4}


def test_vertical_window_fills_columns(chip: Ssd1306Chip) -> None:
    chip.receive(b"\x00\x20\x01\x21\x0a\x0b\x22\x02\x03")
    chip.receive(b"\x40\x01\x02\x03\x04\x05")
    assert places(chip) == {(2, 10): 5, (3, 10): 2, (2, 11): 3, (3, 11): 4}


def test_a_column_window_alone_keeps_the_page_pointer(chip: Ssd1306Chip) -> None:
    chip.receive(b"\x00\x22\x05\x07")
    chip.receive(b"\x00\x21\x40\x41")
    chip.receive(b"\x40\x09")
    assert places(chip) == {(5, 64): 9}


def test_page_pointers_are_for_page_mode_only(chip: Ssd1306Chip) -> None:
    chip.receive(b"\x00\xb4\x05\x12")
    chip.receive(b"\x40\x09")
    assert places(chip) == {(0, 0): 9}


def test_commands_may_be_cut_between_transactions(chip: Ssd1306Chip) -> None:
    for part in (b"\x00\x21", b"\x00\x20", b"\x00\x21\x22\x06", b"\x00\x06"):
        chip.receive(part)
    chip.receive(b"\x40\xff")
    assert places(chip) == {(6, 32): 0xFF}


def test_single_control_bytes_mix_commands_and_data(chip: Ssd1306Chip) -> None:
    chip.receive(b"\x80\x21\x80\x05\x80\x06\xc0\x77\x40\x88")
    assert places(chip) == {(0, 5): 0x77, (0, 6): 0x88}


@pytest.mark.parametrize(
    "command",
    [
        b"\x26\x00\x00\x00\x07\x00\xff",
        b"\x27\x00\x00\x00\x07\x00\xff",
        b"\x29\x00\x00\x00\x07\x01",
        b"\x2a\x00\x00\x00\x07\x01",
        b"\x2e",
        b"\x2f",
        b"\xa3\x00\x40",
        b"\xd5\x80",
        b"\xd9\xf1",
        b"\xda\x12",
        b"\xdb\x40",
        b"\xe3",
        b"\x81\xcf",
        b"\xa8\x3f",
        b"\xd3\x00",
    ],
    ids=bytes.hex,
)
def test_every_command_takes_exactly_its_arguments(chip: Ssd1306Chip, command: bytes) -> None:
    chip.receive(b"\x00" + command + b"\x21\x03\x04")
    chip.receive(b"\x40\x55")
    assert places(chip) == {(0, 3): 0x55}


def test_an_addressing_mode_that_there_is_not_changes_nothing(chip: Ssd1306Chip) -> None:
    chip.receive(b"\x00\x20\x00\x20\x03")
    chip.receive(b"\x40" + b"\xff" * 129)
    assert chip.ram[128] == 0xFF, "it goes on row by row"


def test_registers(chip: Ssd1306Chip) -> None:
    chip.receive(b"\x00\x81\x33\xa7\xaf")
    assert (chip.contrast, chip.inverted, chip.on) == (0x33, True, True)
    chip.receive(b"\x00\xa6\xae")
    assert (chip.inverted, chip.on) == (False, False)


@pytest.mark.parametrize("payload", [b"\x01\xaf", b"\x00\xfe"])
def test_what_is_no_traffic_is_an_error(chip: Ssd1306Chip, payload: bytes) -> None:
    with pytest.raises(ValueError, match="is no"):
        chip.receive(payload)


def test_the_viewer_sees_nothing_without_display_on_and_charge_pump(chip: Ssd1306Chip) -> None:
    chip.receive(b"\x40\x01")
    assert chip.picture().getbbox() is None
    chip.receive(b"\x00\xaf")
    assert chip.picture().getbbox() is None
    chip.receive(b"\x00\x8d\x14")
    assert chip.picture().getbbox() is not None


def test_the_viewer_sees_bit_0_of_page_0_on_top_left(chip: Ssd1306Chip) -> None:
    chip.receive(LIGHT)
    chip.receive(b"\x40\x01")
    assert chip.picture().getbbox() == (0, 0, 1, 1)
    chip.receive(b"\x00\xa0")
    assert chip.picture().getbbox() == (127, 0, 128, 1)
    chip.receive(b"\x00\xc0")
    assert chip.picture().getbbox() == (127, 63, 128, 64)
    chip.receive(b"\x00\xa7")
    assert chip.picture().histogram()[255] == 128 * 64 - 1
    chip.receive(b"\x00\xa5")
    assert chip.picture().histogram()[255] == 128 * 64


def test_the_start_line_comes_out_on_top(chip: Ssd1306Chip) -> None:
    chip.receive(LIGHT)
    chip.receive(b"\x00\x22\x01\x07")
    chip.receive(b"\x40\x10")
    chip.receive(b"\x00\x4c")
    assert chip.picture().getbbox() == (0, 0, 1, 1)


def test_a_low_module_shows_the_upper_pages() -> None:
    chip = Ssd1306Chip(height=32)
    chip.receive(HORIZONTAL)
    chip.receive(ZEROS)
    chip.receive(LIGHT + b"\xa8\x1f")
    chip.receive(b"\x00\x22\x03\x07")
    chip.receive(b"\x40\x80")
    assert len(chip.ram) == 512
    assert chip.picture().size == (128, 32)
    assert chip.picture().getbbox() == (0, 31, 1, 32)
