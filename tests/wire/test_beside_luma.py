"""The drivers that send what changed against luma's own whole frames, chip against chip."""

import pytest
from hypothesis import given, settings
from luma.core.interface.serial import i2c
from luma.oled import device

from companion.panel.check import SIZES
from hardware.oled.chips import ONE_BIT_CHIPS, LumaDriver, TransferRecorder
from hardware.simulated.chips import module_for
from hardware.simulated.wires import SimulatedBus
from hardware.transport import I2cLink
from tests.wire.films import Stroke, films, frames
from tests.wire.modules import Fitted, screen

pytestmark = pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning:luma")

_FOREIGN = ((0x20, 0x10), (0x8D, 0x14))
"""What luma sends an SH1106 on its start although no SH1106 knows it."""


class Smbus:
    """What luma's i2c link calls on the bus it is given."""

    def __init__(self, bus: SimulatedBus, chip: str) -> None:
        self._bus = bus
        self._foreign = _FOREIGN if chip == "sh1106" else ()

    def write_i2c_block_data(self, address: int, command: int, data: list[int]) -> None:
        payload = bytes((command, *data))
        if command == 0 and payload[1] == 0xAE and len(payload) > 2:
            for pair in self._foreign:
                payload = payload.replace(bytes(pair), b"", 1)
        self._bus.write(address, payload)


@pytest.mark.parametrize(("chip", "size"), [(chip, size) for chip in ONE_BIT_CHIPS for size in SIZES[chip]])
@pytest.mark.parametrize("rotate", [0, 180])
@settings(max_examples=6)
@given(film=films)
def test_every_frame_is_what_luma_shows(
    chip: str, size: tuple[int, int], rotate: int, film: list[tuple[list[Stroke], bool]]
) -> None:
    width, height = size
    fitted = Fitted.of(screen(chip, width=width, height=height, rotate=rotate))
    bus, expected = SimulatedBus(), module_for(fitted.config)
    bus.attach(0x3C, expected)
    reference = getattr(device, chip)(
        i2c(bus=Smbus(bus, chip), address=0x3C), width=width, height=height, rotate=rotate // 90
    )
    fitted.driver.bring_up()
    for picture in frames(film, size):
        reference.display(picture)
        fitted.driver.show(picture)
        assert fitted.chip.picture().tobytes() == expected.picture().tobytes()
        assert fitted.chip.visible_bytes == expected.visible_bytes


@pytest.mark.parametrize(("chip", "size"), [(chip, size) for chip, sizes in SIZES.items() for size in sizes])
def test_luma_has_every_chip_in_every_size(chip: str, size: tuple[int, int]) -> None:
    made = getattr(device, chip)(TransferRecorder(), width=size[0], height=size[1])
    assert made.size == size
    driver = LumaDriver(link=I2cLink(bus=SimulatedBus(), address=0x3C), chip=chip, width=size[0], height=size[1])
    assert driver.size == size
