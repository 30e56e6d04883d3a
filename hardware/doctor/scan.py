"""Every address of every bus and channel that screens are on, asked who is there."""

from collections.abc import Iterable

import msgspec

from companion.panel.config import ScreenConfig
from hardware.doctor.machine import Machine

ADDRESSES = range(0x08, 0x78)
"""The 7-bit addresses that chips may have (I2C-bus specification, Reserved addresses)."""
CHANNELS = range(8)


class Wire(msgspec.Struct, frozen=True, kw_only=True, order=True):
    """A bus, or one channel of a multiplexer on it (then `mux` and `channel` are both there)."""

    bus: int
    mux: int | None = None
    channel: int | None = None

    def __str__(self) -> str:
        return f"bus {self.bus}" if self.channel is None else f"bus {self.bus}, channel {self.channel}"


class Scan(msgspec.Struct, frozen=True, kw_only=True):
    """The addresses that answered on each wire, and why others could not be asked."""

    answers: dict[Wire, frozenset[int]]
    troubles: dict[Wire, str]

    def strays(self, wire: Wire, screens: Iterable[ScreenConfig]) -> frozenset[int]:
        """What answers on the wire, but is no screen of the configuration and no multiplexer.

        What sits before a multiplexer answers on each of its channels, so such an answer tells nothing of one of them.
        """
        known = {screen.address for screen in screens if wire_of(screen) == wire}
        known |= {screen.mux for screen in screens if screen.bus == wire.bus and screen.mux is not None}
        others = [found for other, found in self.answers.items() if _beside(other, wire)]
        before = frozenset.intersection(*others) if others else frozenset()
        return self.answers.get(wire, frozenset()) - known - before


def wire_of(screen: ScreenConfig) -> Wire:
    return Wire(bus=screen.bus, mux=screen.mux, channel=screen.channel)


def scan(machine: Machine, screens: Iterable[ScreenConfig]) -> Scan:
    """Asks every wire of these screens, and the other channels of their multiplexers, for a cable may be in the wrong
    one. Nothing is written to any chip."""
    wires = {wire_of(screen) for screen in screens}
    wires |= {
        Wire(bus=wire.bus, mux=wire.mux, channel=channel)
        for wire in wires
        if wire.mux is not None
        for channel in CHANNELS
    }
    answers: dict[Wire, frozenset[int]] = {}
    troubles: dict[Wire, str] = {}
    for wire in sorted(wires, key=_place):
        try:
            answers[wire] = _asked(machine, wire)
        except OSError as error:
            troubles[wire] = error.strerror or str(error)
    return Scan(answers=answers, troubles=troubles)


def _asked(machine: Machine, wire: Wire) -> frozenset[int]:
    number = wire.bus
    if wire.mux is not None and wire.channel is not None:
        number = machine.channel(wire.bus, wire.mux, wire.channel)
    bus = machine.bus(number)
    try:
        return frozenset(address for address in ADDRESSES if bus.answers(address))
    finally:
        bus.close()


def _beside(other: Wire, wire: Wire) -> bool:
    """Whether it is another channel of the same multiplexer."""
    return wire.mux is not None and (other.bus, other.mux) == (wire.bus, wire.mux) and other != wire


def _place(wire: Wire) -> tuple[int, int, int]:
    return wire.bus, wire.mux or 0, wire.channel or 0
