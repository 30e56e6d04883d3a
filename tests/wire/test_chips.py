"""The lists of chips agree: what a configuration may name, what is driven, and what is decoded to see that it works."""

import pytest
from luma.oled import device

from companion.panel.check import SIZES, SPI_ONLY
from hardware.oled.chips import ONE_BIT_CHIPS, LumaDriver, OneBitDriver
from hardware.simulated.chips import DECODED
from hardware.simulated.module import OpaqueModule
from tests.wire.modules import PARTIAL, WHOLE, Fitted, of_every_size

pytestmark = pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning:luma")


def test_luma_has_no_chip_that_is_not_offered() -> None:
    """But those for characters, which are not on a serial bus."""
    assert set(device.__all__) - {"ws0010", "winstar_weh"} == set(SIZES)
    assert set(SPI_ONLY) < set(SIZES)


@pytest.mark.parametrize("chip", SIZES)
def test_every_chip_that_a_configuration_may_name_has_a_driver(chip: str) -> None:
    for config in of_every_size([chip]).values():
        fitted = Fitted.of(config)
        assert type(fitted.driver) is (OneBitDriver if chip in ONE_BIT_CHIPS else LumaDriver)
        assert isinstance(fitted.chip, OpaqueModule) is (chip not in DECODED)
        assert (fitted.chip.width, fitted.chip.height) == (config.width, config.height)
        fitted.driver.bring_up()


def test_every_chip_that_our_own_driver_drives_is_decoded_in_this_suite() -> None:
    assert set(ONE_BIT_CHIPS) <= set(DECODED) <= set(SIZES)
    assert {config.chip for config in (PARTIAL | WHOLE).values()} == set(DECODED)
    assert not set(ONE_BIT_CHIPS) & set(SPI_ONLY)
