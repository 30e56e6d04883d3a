"""Simulates an I2C wire and an SPI device in this process, with faults to order."""

import errno
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gpiozero.pins.mock import MockPin

from hardware.simulated.module import Module

# An I2C wire in this process, with chips, multiplexers, faults and the time that bytes take.

CLOCKS_PER_BYTE = 9
"""Counts eight bits and the acknowledge."""
CLOCKS_PER_TRANSACTION = 2
"""Counts start and stop."""


def bus_seconds(*, wire_bytes: int, transactions: int, khz: float) -> float:
    """Returns how long a bus at `khz` is busy with that much traffic, in seconds."""
    return (wire_bytes * CLOCKS_PER_BYTE + transactions * CLOCKS_PER_TRANSACTION) / (khz * 1000)


class _Wire:
    """Simulates the physical pair of wires: one transaction at a time, for any channel."""

    def __init__(self, *, khz: float | None, sleep: Callable[[float], None], closes: bool) -> None:
        self.lock = threading.Lock()
        self.closes = closes
        self.wire_bytes = 0
        self.transactions = 0
        self.selected: dict[int, int] = {}
        self._khz = khz
        self._sleep = sleep

    def mask(self, mux: int) -> int:
        """Returns what a multiplexer answers when it is read: a bit for each channel that it lets through."""
        channel = self.selected.get(mux)
        return 0 if channel is None else 1 << channel

    def carry(self, payload_bytes: int) -> None:
        """Counts one transaction and takes its time. With the lock held."""
        self.wire_bytes += 1 + payload_bytes
        self.transactions += 1
        if self._khz is not None:
            self._sleep(bus_seconds(wire_bytes=1 + payload_bytes, transactions=1, khz=self._khz))


class SimulatedBus:
    """Simulates an I2C bus whose devices are chips by address. Any thread may call any method.

    Without `khz` a write takes no time. With it, each write takes what a bus at that clock would, by `sleep`ing for so
    many seconds. Channels behind a multiplexer share the wire: its time, its counts and its one-at-a-time. A
    multiplexer keeps its channel open until it is switched; with `closes` the kernel closes it after every use.
    """

    def __init__(
        self, *, khz: float | None = None, sleep: Callable[[float], None] = time.sleep, closes: bool = False
    ) -> None:
        self._wire = _Wire(khz=khz, sleep=sleep, closes=closes)
        self._behind: tuple[SimulatedBus, int, int] | None = None
        self._chips: dict[int, Module] = {}
        self._channels: dict[tuple[int, int], SimulatedBus] = {}
        self._unplugged: set[int] = set()
        self._fails: Callable[[int], int | None] = _never

    def channel(self, mux: int, number: int) -> "SimulatedBus":
        """Returns the bus on channel `number` of the TCA9548A at address `mux`; the same one each time."""
        with self._wire.lock:
            bus = self._channels.get((mux, number))
            if bus is None:
                bus = self._channels[mux, number] = SimulatedBus()
                bus._wire = self._wire
                bus._behind = (self, mux, number)
            return bus

    def attach(self, address: int, chip: Module) -> None:
        """Wires a chip up."""
        with self._wire.lock:
            self._chips[address] = chip

    def unplug(self, address: int) -> None:
        """Pulls the plug of the chip or multiplexer at `address`, so that it does not answer any more."""
        with self._wire.lock:
            self._unplugged.add(address)

    def plug(self, address: int) -> None:
        """Puts it back. Without its supply a chip has forgotten everything."""
        with self._wire.lock:
            self._unplugged.discard(address)
            if address in self._chips:
                self._chips[address].power_cycle()

    def fail_next(self, count: int, *, delivered: int = 0) -> None:
        """Lets this bus's next `count` transactions fail, each after `delivered` bytes of payload have arrived."""
        left = iter(range(count))
        self.fail(lambda length: None if next(left, None) is None else min(length, delivered))

    def fail(self, fails: Callable[[int], int | None]) -> None:
        """Calls `fails` from now on with each transaction's length.

        It returns how many bytes of the payload still arrive, or None if all do and the transaction succeeds.
        """
        with self._wire.lock:
            self._fails = fails

    @property
    def wire_bytes(self) -> int:
        """Counts the bytes on the wire so far, the address byte of each transaction included, all channels together."""
        with self._wire.lock:
            return self._wire.wire_bytes

    @property
    def transactions(self) -> int:
        """Counts the transactions on the wire so far, all channels together."""
        with self._wire.lock:
            return self._wire.transactions

    def write(self, address: int, payload: bytes) -> None:
        with self._wire.lock, self._selected() as wires:
            arrives = self._fails(len(payload))
            chips = list(wires.hearing(address))
            arrived = payload[:arrives] if chips else b""
            self._wire.carry(len(arrived))
            for chip in chips:
                chip.receive(arrived)
            if arrives is not None or not chips:
                raise _no_answer()

    def read(self, address: int) -> int:
        with self._wire.lock, self._selected() as wires:
            failed = self._fails(1) is not None
            chips = list(wires.hearing(address))
            there = bool(chips) or wires.is_mux(address)
            self._wire.carry(1 if there and not failed else 0)
            if failed or not there:
                raise _no_answer()
            return chips[0].status if chips else self._wire.mask(address)

    def answers(self, address: int) -> bool:
        try:
            with self._wire.lock, self._selected() as wires:
                if wires.is_mux(address):
                    return True
            self.write(address, b"")
        except OSError:
            return False
        return True

    def close(self) -> None:
        """Does not act: there is no device to close."""

    def is_mux(self, address: int) -> bool:
        """Returns True where a multiplexer on these wires answers there."""
        return address not in self._unplugged and any(mux == address for mux, _ in self._channels)

    def hearing(self, address: int) -> Iterator[Module]:
        """Yields the chips at `address` that these wires lead to now, through open channels too. With the lock held."""
        if address in self._chips and address not in self._unplugged:
            yield self._chips[address]
        for (mux, number), behind in self._channels.items():
            if mux not in self._unplugged and self._wire.selected.get(mux) == number:
                yield from behind.hearing(address)

    @contextmanager
    def _selected(self) -> Iterator["SimulatedBus"]:
        """Yields the bus before the multiplexer, which lets this channel through meanwhile; without one, this bus."""
        if self._behind is None:
            yield self
            return
        parent, mux, number = self._behind
        with parent._selected() as wires:
            if mux in parent._unplugged:
                self._wire.carry(0)
                self._wire.selected.pop(mux, None)
                raise _no_answer()
            if self._wire.selected.get(mux) != number:
                self._wire.carry(1)
                self._wire.selected[mux] = number
            try:
                yield wires
            finally:
                if self._wire.closes:
                    self._wire.carry(1)
                    del self._wire.selected[mux]


def _never(length: int) -> int | None:  # noqa: ARG001
    return None


def _no_answer() -> OSError:
    return OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))


# An SPI device in this process: a module with its D/C and reset wires on simulated pins.


class SimulatedSpi:
    """Simulates one module on SPI. Any thread may call any method.

    Without `mhz` a write takes no time; with it, what eight clocks a byte take, by `sleep`ing. There is no acknowledge:
    a write to an unplugged module succeeds all the same.
    """

    def __init__(
        self,
        module: Module,
        *,
        dc: MockPin,
        reset: MockPin,
        mhz: float | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._lock = threading.Lock()
        self._module = module
        self._dc = dc
        self._reset = reset
        self._mhz = mhz
        self._sleep = sleep
        self._plugged = True
        self._fails: Callable[[int], int | None] = lambda length: None  # noqa: ARG005
        self.wire_bytes = 0

    def unplug(self) -> None:
        with self._lock:
            self._plugged = False

    def plug(self) -> None:
        with self._lock:
            self._plugged = True
            self._module.power_cycle()

    def fail(self, fails: Callable[[int], int | None]) -> None:
        """Calls `fails` from now on with each write's length.

        It returns how many of its bytes still arrive, or None if all do and the write succeeds.
        """
        with self._lock:
            self._fails = fails

    def write(self, payload: bytes) -> None:
        with self._lock:
            arrives = self._fails(len(payload))
            arrived = payload if arrives is None else payload[:arrives]
            self.wire_bytes += len(arrived)
            if self._mhz is not None:
                self._sleep(len(arrived) * 8 / (self._mhz * 1e6))
            if self._was_reset():
                self._module.reset()
            # Pins remember each change until these are cleared.
            self._dc.clear_states()
            if self._plugged:
                self._module.transfer(arrived, data=bool(self._dc.state))
            if arrives is not None:
                raise OSError(errno.EIO, os.strerror(errno.EIO))

    def close(self) -> None:
        """Does not act: there is no device to close."""

    def _was_reset(self) -> bool:
        low = any(not state.state for state in self._reset.states)
        self._reset.clear_states()
        return low
