"""What takes several screens along: a bus or a channel that hangs, is silent, or loses transfers."""

from collections.abc import Iterable, Iterator
from operator import attrgetter

from companion.panel.boot import HEADER_BUS
from companion.panel.config import ScreenConfig
from hardware.doctor.buses.elsewhere import on_another_bus
from hardware.doctor.buses.i2c import on_i2c
from hardware.doctor.buses.multiplexers import answers, nothing_behind
from hardware.doctor.buses.scan import Scan
from hardware.doctor.buses.wires import HEADER, Wire, wire_of
from hardware.doctor.finding import Finding, fail
from hardware.doctor.installation import Installation

OF_A_BUS = 3
"""Screens that lose transfers, all of them, from which on it is no longer each one's own plug."""

Fault = tuple[Wire, Finding]
"""With the wire that is at fault: a bus stands for all of its channels."""


def check_wires(at: Installation, seen: Scan) -> Iterator[Fault]:
    """Each fault that several screens share."""
    for bus in sorted({screen.bus for screen in on_i2c(at.panel)}):
        here = [screen for screen in on_i2c(at.panel) if screen.bus == bus]
        trunk = Wire(bus=bus)
        troubles = {wire: each for wire, each in seen.troubles.items() if wire.bus == bus}
        hanging = sorted(
            (wire for wire, each in troubles.items() if isinstance(each, TimeoutError)), key=attrgetter("place")
        )
        if trunk in hanging:
            yield trunk, _holds(trunk)
        elif hanging:
            yield from ((wire, _holds(wire)) for wire in _guilty(seen, hanging))
        elif len(here) >= OF_A_BUS and _all_lose(seen, here):
            yield trunk, _loses(seen, here, trunk)
        else:
            for wire in sorted({wire_of(screen) for screen in here}, key=attrgetter("place")):
                yield from _shared(at, seen, wire, [screen for screen in here if wire_of(screen) == wire])


def at_multiplexer(at: Installation, seen: Scan, wire: Wire) -> bool:
    """Whether it is the multiplexer's line that says why nothing answers here."""
    if wire.mux is None or wire.bus not in seen.muxes:
        return False
    return not answers(seen, wire.bus, wire.mux) or nothing_behind(at, seen, wire.bus, wire.mux)


def _guilty(seen: Scan, hanging: list[Wire]) -> list[Wire]:
    """The first that hangs. It takes along what is asked after it, for the multiplexer cannot be told any more; where
    something did answer after it, each that hangs does so by itself."""
    answered_after = any(wire.bus == hanging[0].bus and wire.place > hanging[0].place for wire in seen.answers)
    return hanging if answered_after else hanging[:1]


def _holds(wire: Wire) -> Finding:
    return fail(
        "wires",
        f"hangs: {wire.pair.replace('and', 'or')} is held to ground by a short, or by a module without power",
        "Pull the screens' plugs one after the other and look again each time: what was pulled last when it answers is "
        "at fault."
        if wire.channel is None
        else f"Pull the plugs of channel {wire.channel}, switch the Pi off and on, then plug them in one by one: what "
        "makes it hang is at fault.",
        subject=str(wire),
    )


def _all_lose(seen: Scan, screens: Iterable[ScreenConfig]) -> bool:
    return all(
        screen.id in seen.screens and seen.screens[screen.id].missed and not seen.silent(screen) for screen in screens
    )


def _loses(seen: Scan, screens: list[ScreenConfig], wire: Wire) -> Finding:
    missed = sum(seen.screens[screen.id].missed for screen in screens)
    times = sum(seen.screens[screen.id].times for screen in screens)
    return fail(
        "wires",
        f"{missed} of {times} transfers fail, on all of its {len(screens)} screens",
        f"What they share is at fault: {wire.pair} and ground, loose, too long, or pulled up too weakly; or the "
        "supply. Then see whether dtparam=i2c_arm_baudrate=100000 in config.txt makes it go away.",
        subject=str(wire),
    )


def _shared(at: Installation, seen: Scan, wire: Wire, screens: list[ScreenConfig]) -> Iterator[Fault]:
    """What all screens of one wire have: only where there are two, for one may be silent by itself."""
    if len(screens) < 2 or at_multiplexer(at, seen, wire):
        return
    if _all_lose(seen, screens):
        yield wire, _loses(seen, screens, wire)
    if not all(seen.silent(screen) for screen in screens) or seen.strays(wire, on_i2c(at.panel)):
        return
    names = " nor ".join(screen.id for screen in screens)
    if wire.channel is not None:
        found = f"neither {names} answers, though the multiplexer does"
        advice = (
            f"Check the pair {wire.pair} of the multiplexer, at both ends: loose, or swapped? Then 3.3 V and ground of "
            "these screens."
        )
    else:
        found = f"neither {names} answers"
        advice = (
            f"Check what they share: {HEADER} of the Pi, and swapped nothing answers. Then 3.3 V and ground."
            if wire.bus == HEADER_BUS
            else f"Check SDA and SCL of bus {wire.bus}, swapped nothing answers; then 3.3 V and ground."
        )
        there = on_another_bus(at, {screen.address for screen in screens}, wire.bus)
        if there is not None:
            found += f", but something does on bus {there}"
            advice = f"Write bus = {there} for these screens in {at.file}, or move their wires. {advice}"
    yield wire, fail("wires", found, advice, subject=str(wire))
