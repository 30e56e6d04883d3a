"""The header, held against gpiozero's own data of every board that has one."""

import gpiozero
import pytest

from hardware.wiring.plan import HEADER


@pytest.mark.parametrize("revision", ["10", "a02082", "902120", "c03112", "c04170"])
def test_every_pin_is_where_gpiozero_has_it(revision: str) -> None:
    """On a B+, 3B, Zero 2 W, 4B and 5B."""
    theirs = gpiozero.pi_info(revision).headers["J8"].pins
    assert len(theirs) == 40
    for pin in HEADER:
        name = theirs[pin.number].name
        assert (pin.name.replace("3.3 V", "3V3").replace(" ", ""), pin.gpio is not None) == (name, "GPIO" in name)
        assert pin.gpio is None or pin.gpio in theirs[pin.number].names
        assert (pin.row + 1, 1 if pin.odd else 2) == (theirs[pin.number].row, theirs[pin.number].col)


def test_every_pin_is_there_once() -> None:
    assert [pin.number for pin in HEADER] == list(range(1, 41))
