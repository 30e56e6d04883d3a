"""An SPI device in this process: a module with its D/C and reset wires on simulated pins."""

import errno
import os
import threading
import time
from collections.abc import Callable

from gpiozero.pins.mock import MockPin

from hardware.simulated.module import Module


class SimulatedSpi:
    """One module on SPI. Any thread may call any method.

    Without `mhz` a write takes no time; with it, what eight clocks a byte take, by `sleep`ing. Nothing acknowledges: a
    write to an unplugged module succeeds all the same.
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
        """From now on `fails` is asked with each write's length: how many of its bytes still arrive, or None if all do
        and the write succeeds."""
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
            # Pins remember each change until they are told not to.
            self._dc.clear_states()
            if self._plugged:
                self._module.transfer(arrived, data=bool(self._dc.state))
            if arrives is not None:
                raise OSError(errno.EIO, os.strerror(errno.EIO))

    def close(self) -> None:
        """Nothing is held open here."""

    def _was_reset(self) -> bool:
        low = any(not state.state for state in self._reset.states)
        self._reset.clear_states()
        return low
