"""Screens that are not on the bus that the configuration names, but on another."""

import re
from collections.abc import Iterable

from companion.fields.numbers import whole
from hardware.doctor.buses.hundred import acknowledges
from hardware.doctor.installation import Installation

_NUMBER = re.compile(r"/dev/i2c-([0-9]{1,3})$")


def on_another_bus(at: Installation, addresses: Iterable[int], but: int) -> int | None:
    """The N of another /dev/i2c-N on which one of these addresses answers; None where none does."""
    wanted = sorted(addresses)
    for path in at.machine.glob("/dev/i2c-*"):
        found = _NUMBER.search(path)
        number = None if found is None else whole(found[1])
        if number is None or number == but:
            continue
        bus = at.machine.bus(number)
        try:
            if any(acknowledges(bus, address) for address in wanted):
                return number
        except OSError:
            continue
        finally:
            bus.close()
    return None
