"""Asks every address of every bus and channel that screens are on which chip is there."""

import errno
from collections.abc import Callable, Iterable
from operator import attrgetter

import msgspec

from companion.clock import SECOND, Clock
from companion.panel.config import ScreenConfig
from hardware.doctor.machine import Machine
from hardware.transport import NOT_ACKNOWLEDGED, I2cBus

# The wires that screens are on.

HEADER = "SDA belongs on pin 3 and SCL on pin 5"
"""Describes bus 1 of the 40-pin header (Raspberry Pi documentation, GPIO and the 40-pin header)."""


class ScannedWire(msgspec.Struct, frozen=True, kw_only=True):
    """Names a bus, or one channel of a multiplexer on it (then `mux` and `channel` are both there)."""

    bus: int
    mux: int | None = None
    channel: int | None = None

    def __str__(self) -> str:
        return f"bus {self.bus}" if self.channel is None else f"bus {self.bus}, channel {self.channel}"

    @property
    def place(self) -> tuple[int, int, int]:
        """Returns a key to sort by: a bus before the channels on it."""
        return self.bus, self.mux or 0, -1 if self.channel is None else self.channel

    @property
    def short(self) -> str:
        """Returns its name for a person in front of it."""
        return f"bus {self.bus}" if self.channel is None else f"channel {self.channel}"

    @property
    def pair(self) -> str:
        """Returns the two wires as they are printed on the board that they begin at."""
        return "SDA and SCL" if self.channel is None else f"SD{self.channel} and SC{self.channel}"


def wire_of(screen: ScreenConfig) -> ScannedWire:
    return ScannedWire(bus=screen.bus, mux=screen.mux, channel=screen.channel)


# A screen asked a hundred times: one that answers once may still fail every third time.

TIMES = 100
MOST_NS = SECOND
"""Limits how long one screen may be asked, in nanoseconds: on a very slow bus it is asked less often."""


class ScanRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Says how often a chip was asked, and how often it did not answer.

    `status` is what it reported, where it can be read and was always the same.
    """

    times: int
    missed: int
    status: int | None = None

    @property
    def silent(self) -> bool:
        return self.missed == self.times


def ask(bus: I2cBus, address: int, *, clock: Clock) -> ScanRequest:
    """Asks the chip for its status, which leaves it as it is and is one byte on the wire.

    A chip that cannot be read is only asked whether it is there. Raises OSError where the bus itself fails.
    """
    read = _scan_request(bus, address, clock, reading=True)
    return _scan_request(bus, address, clock, reading=False) if read.silent else read


def acknowledges(bus: I2cBus, address: int) -> bool:
    """Returns True where a chip can be read there, even one that a driver of the kernel's has.

    Raises OSError where the bus itself fails.
    """
    return _read(bus, address) is not None


def _scan_request(bus: I2cBus, address: int, clock: Clock, *, reading: bool) -> ScanRequest:
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
    return ScanRequest(times=times, missed=missed, status=statuses.pop() if len(statuses) == 1 else None)


def _read(bus: I2cBus, address: int) -> int | None:
    try:
        return bus.read(address)
    except OSError as error:
        if error.errno in NOT_ACKNOWLEDGED or error.errno == errno.EBUSY:
            return None
        raise


# Every address of every bus and channel that screens are on, asked for its chip.

ADDRESSES = range(0x08, 0x78)
"""Lists the 7-bit addresses that chips may have (I2C-bus specification, Reserved addresses)."""
MUXES = range(0x70, 0x78)
"""Lists those that A0, A1 and A2 choose between on a multiplexer (TCA9548A datasheet, Device Address)."""
MODULES = range(0x3C, 0x40)
"""Lists those at which a display module may be."""
CHANNELS = range(8)
_TRIES = 10
"""A multiplexer is asked this often before it counts as silent."""
_HANGS = 2
"""After this many wires of a bus that hang, the rest counts as hanging too: each time takes a second."""


class Scan(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the addresses that answered on each wire, and why others could not be asked.

    `muxes` are the addresses of multiplexers that answer on a bus, by its number. `screens` says how each of the
    configuration's screens answered, by its id.
    """

    answers: dict[ScannedWire, frozenset[int]]
    troubles: dict[ScannedWire, OSError]
    muxes: dict[int, frozenset[int]]
    screens: dict[str, ScanRequest]

    def silent(self, screen: ScreenConfig) -> bool:
        """Returns True where its wire could be asked, and it never answered."""
        return screen.id in self.screens and self.screens[screen.id].silent

    def strays(self, wire: ScannedWire, screens: Iterable[ScreenConfig]) -> frozenset[int]:
        """Returns what answers on the wire where a module may be, but is no screen of the configuration.

        A chip before a multiplexer answers on each of its channels, so its answer does not count for one of them. The
        channels without a screen show such answers.
        """
        theirs = tuple(screens)
        known = {screen.address for screen in theirs if wire_of(screen) == wire}
        used = {wire_of(screen) for screen in theirs}
        unused = [found for other, found in self.answers.items() if _beside(other, wire) and other not in used]
        before = frozenset.intersection(*unused) if unused else frozenset()
        return self.answers.get(wire, frozenset()) & frozenset(MODULES) - known - before


def scan(machine: Machine, screens: Iterable[ScreenConfig]) -> Scan:
    """Asks every wire of these screens, and each screen a hundred times. It writes to no chip.

    Where one is silent, it also asks the other channels of their multiplexers, because a cable may be in the wrong one.
    """
    return _Round(machine, tuple(screens)).made()


class _Round:
    """Makes one scan."""

    def __init__(self, machine: Machine, screens: tuple[ScreenConfig, ...]) -> None:
        self._machine = machine
        self._screens = screens
        self._answers: dict[ScannedWire, frozenset[int]] = {}
        self._troubles: dict[ScannedWire, OSError] = {}
        self._muxes: dict[int, frozenset[int]] = {}
        self._asked: dict[str, ScanRequest] = {}

    def made(self) -> Scan:
        for number in sorted({screen.bus for screen in self._screens if screen.mux is not None}):
            self._look(ScannedWire(bus=number), number, self._at_multiplexers)
        used = {wire_of(screen) for screen in self._screens}
        self._ask_all(used)
        if any(each.silent for each in self._asked.values()):
            # Only then: a channel without screens that hangs would take the table's own along.
            self._ask_all(_channels(used) - used)
        return Scan(answers=self._answers, troubles=self._troubles, muxes=self._muxes, screens=self._asked)

    def _ask_all(self, wires: Iterable[ScannedWire]) -> None:
        for wire in sorted(wires, key=attrgetter("place")):
            if (trouble := self._hanging(wire)) is not None:
                self._troubles.setdefault(wire, trouble)
                continue
            try:
                number = self._number(wire)
            except OSError as error:
                self._troubles[wire] = error
            else:
                self._look(wire, number, self._at_modules)

    def _number(self, wire: ScannedWire) -> int:
        if wire.mux is None or wire.channel is None:
            return wire.bus
        return self._machine.channel(wire.bus, wire.mux, wire.channel)

    def _look(self, wire: ScannedWire, number: int, look: Callable[[ScannedWire, I2cBus], None]) -> None:
        bus = self._machine.bus(number)
        try:
            look(wire, bus)
        except OSError as error:
            self._troubles[wire] = error
        finally:
            bus.close()

    def _at_multiplexers(self, wire: ScannedWire, bus: I2cBus) -> None:
        found = (each for each in MUXES if any(acknowledges(bus, each) for _ in range(_TRIES)))
        self._muxes[wire.bus] = frozenset(found)

    def _at_modules(self, wire: ScannedWire, bus: I2cBus) -> None:
        found = {address for address in ADDRESSES if bus.answers(address)}
        for screen in self._screens:
            if wire_of(screen) == wire:
                asked = self._asked[screen.id] = ask(bus, screen.address, clock=self._machine.clock)
                (found.discard if asked.silent else found.add)(screen.address)
        self._answers[wire] = frozenset(found)

    def _hanging(self, wire: ScannedWire) -> OSError | None:
        """Returns what keeps a wire from being asked at all: the bus before it hangs, or so much of it that this one
        will.
        """
        hanging = {
            other: each
            for other, each in self._troubles.items()
            if other.bus == wire.bus and isinstance(each, TimeoutError)
        }
        trunk = ScannedWire(bus=wire.bus)
        if trunk in hanging or len(hanging) >= _HANGS:
            return hanging.get(trunk, next(iter(hanging.values())))
        return None


def _channels(wires: Iterable[ScannedWire]) -> set[ScannedWire]:
    """Returns all channels of the multiplexers that these wires are behind."""
    return {
        ScannedWire(bus=wire.bus, mux=wire.mux, channel=channel)
        for wire in wires
        if wire.mux is not None
        for channel in CHANNELS
    }


def _beside(other: ScannedWire, wire: ScannedWire) -> bool:
    """Returns True for another channel of the same multiplexer."""
    return wire.mux is not None and (other.bus, other.mux) == (wire.bus, wire.mux) and other != wire
