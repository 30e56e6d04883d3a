"""A screen asked a hundred times: one that answers once may still fail every third time."""

import errno

import msgspec

from companion.clock import SECOND, Clock
from hardware.transport.i2c import NOT_ACKNOWLEDGED, I2cBus

TIMES = 100
MOST_NS = SECOND
"""How long one screen may be asked, nanoseconds: on a very slow bus it is asked less often."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """How often a chip was asked, and how often it did not answer. `status` is what it said of itself, where it can be
    read and always said the same."""

    times: int
    missed: int
    status: int | None = None

    @property
    def silent(self) -> bool:
        return self.missed == self.times


def ask(bus: I2cBus, address: int, *, clock: Clock) -> Asked:
    """Asks the chip for its status, which changes nothing in it and is one byte on the wire; one that cannot be read,
    only whether it is there. Raises OSError where the bus itself fails."""
    read = _asked(bus, address, clock, reading=True)
    return _asked(bus, address, clock, reading=False) if read.silent else read


def acknowledges(bus: I2cBus, address: int) -> bool:
    """Whether something can be read there, even where a driver of the kernel's has it. Raises OSError where the bus
    itself fails."""
    return _read(bus, address) is not None


def _asked(bus: I2cBus, address: int, clock: Clock, *, reading: bool) -> Asked:
    began = clock.now()
    statuses: set[int] = set()
    times = missed = 0
    while times < TIMES and clock.now() - began < MOST_NS:
        times += 1
        if not reading:
            missed += not bus.answers(address)
        elif (status := _read(bus, address)) is None:
            missed += 1
        else:
            statuses.add(status)
    return Asked(times=times, missed=missed, status=statuses.pop() if len(statuses) == 1 else None)


def _read(bus: I2cBus, address: int) -> int | None:
    try:
        return bus.read(address)
    except OSError as error:
        if error.errno in NOT_ACKNOWLEDGED or error.errno == errno.EBUSY:
            return None
        raise
