"""Checks each multiplexer and screen of the panel: found, how well it answers, or what is there instead."""

import re
from collections.abc import Iterable, Iterator
from operator import attrgetter

from companion.panel.config import ScreenConfig
from companion.panel.notes import HEADER_BUS, MODULE_ADDRESSES, mux_line
from hardware.doctor.buses import firmware_settings, on_another_bus, on_i2c
from hardware.doctor.installation import Finding, Installation, fail, ok, skipped, warn
from hardware.doctor.scan import HEADER, Scan, ScannedWire, ScanRequest, scan, wire_of

# Each multiplexer of the panel: there, at its address, and known to the kernel.

_SUPPLY = f"Check its own wires: VIN on 3.3 V, GND, SDA and SCL ({HEADER}), and RST, which belongs on 3.3 V"
_DISCONNECTS = "-2"
"""`idle_state`: no channel stays on (Linux, Documentation/ABI/testing/sysfs-bus-i2c-devices-pca954x)."""


def multiplexers(at: Installation) -> list[tuple[int, int]]:
    """Returns bus and address of each."""
    return sorted({(screen.bus, screen.mux) for screen in on_i2c(at.panel) if screen.mux is not None})


def check_multiplexers(at: Installation, seen: Scan) -> Iterator[Finding]:
    for bus, mux in multiplexers(at):
        yield _checked(at, seen, bus, mux)
        yield from _stays_on(at, bus, mux)


def answers(seen: Scan, bus: int, mux: int) -> bool:
    return mux in seen.muxes.get(bus, ())


def channels_exist(at: Installation, bus: int, mux: int) -> bool:
    """Returns True where the kernel has made its channels."""
    try:
        at.machine.channel(bus, mux, 0)
    except OSError:
        return False
    return True


def nothing_behind(at: Installation, seen: Scan, bus: int, mux: int) -> bool:
    """Returns True where it has several screens behind it, and all are silent."""
    behind = _behind(at, bus, mux)
    return len(behind) > 1 and all(seen.silent(screen) for screen in behind)


def _behind(at: Installation, bus: int, mux: int) -> list[ScreenConfig]:
    return [screen for screen in on_i2c(at.panel) if (screen.bus, screen.mux) == (bus, mux)]


def _checked(at: Installation, seen: Scan, bus: int, mux: int) -> Finding:
    subject = f"{mux:#x}, bus {bus}"
    if bus not in seen.muxes:
        trouble = seen.troubles[ScannedWire(bus=bus)].strerror
        why = trouble if at.machine.glob(f"/dev/i2c-{bus}") else f"there is no /dev/i2c-{bus}"
        return skipped("mux", f"not asked: {why}", subject=subject)
    if not answers(seen, bus, mux):
        return _absent(at, seen, bus, mux, subject)
    if not channels_exist(at, bus, mux):
        return _unknown(at, bus, mux, subject)
    behind = _behind(at, bus, mux)
    silent = [screen for screen in behind if seen.silent(screen)]
    if nothing_behind(at, seen, bus, mux):
        return fail(
            "mux",
            f"it answers, but none of the {len(behind)} screens behind it does",
            "Check what they share first: the rails of their 3.3 V and ground. Then each channel's pair of wires.",
            subject=subject,
        )
    return ok("mux", f"{len(behind) - len(silent)} of {len(behind)} screens behind it answer", subject=subject)


def _absent(at: Installation, seen: Scan, bus: int, mux: int, subject: str) -> Finding:
    others = seen.muxes[bus] - {address for number, address in multiplexers(at) if number == bus}
    if others:
        return _moved(at, mux, min(others), subject)
    restart = "." if channels_exist(at, bus, mux) else "; then restart."
    return fail(
        "mux",
        "no multiplexer answers, at this address or another: it has no power, or a wire is off",
        _SUPPLY + restart,
        command="" if restart == "." else "sudo reboot",
        subject=subject,
    )


def _moved(at: Installation, mux: int, there: int, subject: str) -> Finding:
    """Says how to set its address: 0x70 and what A2, A1 and A0 add to it, each 1 on 3.3 V and 0 on ground."""
    pins = [pin for pin in range(3) if (mux ^ there) >> pin & 1]
    up = [f"A{pin}" for pin in pins if there >> pin & 1]
    down = [f"A{pin}" for pin in pins if mux >> pin & 1]
    ways = [f"{' and '.join(up)} to ground"] * bool(up) + [f"{' and '.join(down)} to 3.3 V"] * bool(down)
    path, _ = firmware_settings(at)
    return fail(
        "mux",
        f"it answers at {there:#x}, and {at.file} has {mux:#x}",
        f"Put {', and '.join(ways)} on its board (a solder bridge sets it too). Or write mux = {there:#x} for its "
        f"screens in {at.file} and addr={there:#x} in its line of {path}. Then restart.",
        command=f"sudo nano {at.file} {path}; sudo reboot",
        subject=subject,
    )


def _unknown(at: Installation, bus: int, mux: int, subject: str) -> Finding:
    """Explains one that is there, but for which the kernel has made no channels."""
    path, settings = firmware_settings(at)
    theirs = [other for number, other in multiplexers(at) if number == bus and other != mux]
    lines = [
        line
        for line in re.findall(r"^[ \t]*(dtoverlay=i2c-mux\b\S*)", settings, re.MULTILINE)
        if not any(_is_for(line, other) for other in theirs)
    ]
    line = mux_line(at.panel, mux) if at.panel is not None else ""
    if any(_is_for(each, mux) for each in lines):
        return fail(
            "mux",
            "it answers now, but did not when the Pi was started",
            "Restart. If that comes back, its supply comes up too late or its RST wire is loose.",
            command="sudo reboot",
            subject=subject,
        )
    return fail(
        "mux",
        f"the kernel looks for {'another' if lines else 'none'}: {path} has {lines[0] if lines else 'no line for it'}",
        f"Make that {line} and restart." if lines else f"Add the line {line} at the end of {path} and restart.",
        command=f"sudo nano {path}",
        subject=subject,
    )


def _is_for(line: str, mux: int) -> bool:
    """Returns True where the line sets up that multiplexer: 0x70 is the overlay's default (overlays/README,
    i2c-mux).
    """
    return f"addr={mux:#x}" in line.lower() or ("addr=" not in line and f"{mux:#x}" == "0x70")


def _stays_on(at: Installation, bus: int, mux: int) -> Iterator[Finding]:
    """Checks that of two on one bus each lets go, or screens behind both answer at once."""
    if len([number for number, _ in multiplexers(at) if number == bus]) < 2:
        return
    try:
        idle = at.machine.read(f"/sys/bus/i2c/devices/{bus}-{mux:04x}/idle_state").decode().strip()
    except OSError:
        return
    if idle != _DISCONNECTS:
        path, settings = firmware_settings(at)
        told = any(_is_for(line, mux) and "disconnect_on_idle" in line for line in settings.splitlines())
        yield warn(
            "mux",
            "it keeps its last channel on, and there is another on this bus: two screens may answer at once",
            f"{path} says disconnect_on_idle, which firmware from before spring 2024 does not obey: update it."
            if told
            else f"Add ,disconnect_on_idle to each i2c-mux line of {path} and restart.",
            command="sudo apt update && sudo apt full-upgrade && sudo reboot" if told else f"sudo nano {path}",
            subject=f"{mux:#x}, bus {bus}",
        )


# Faults that several screens share: a bus or a channel that hangs, is silent, or loses transfers.

OF_A_BUS = 3
"""Where this many screens all lose transfers, it is no longer each one's own plug."""

Fault = tuple[ScannedWire, Finding]
"""Holds a finding with the wire that is at fault: a bus stands for all of its channels."""


def check_wires(at: Installation, seen: Scan) -> Iterator[Fault]:
    """Yields each fault that several screens share."""
    for bus in sorted({screen.bus for screen in on_i2c(at.panel)}):
        here = [screen for screen in on_i2c(at.panel) if screen.bus == bus]
        trunk = ScannedWire(bus=bus)
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


def at_multiplexer(at: Installation, seen: Scan, wire: ScannedWire) -> bool:
    """Returns True where the multiplexer's own line says why all are silent here."""
    if wire.mux is None or wire.bus not in seen.muxes:
        return False
    return not answers(seen, wire.bus, wire.mux) or nothing_behind(at, seen, wire.bus, wire.mux)


def _guilty(seen: Scan, hanging: list[ScannedWire]) -> list[ScannedWire]:
    """Returns the wires at fault: the first that hangs.

    The multiplexer cannot be switched after that, so later wires hang with it. Where a later wire did answer, each that
    hangs does so by itself.
    """
    answered_after = any(wire.bus == hanging[0].bus and wire.place > hanging[0].place for wire in seen.answers)
    return hanging if answered_after else hanging[:1]


def _holds(wire: ScannedWire) -> Finding:
    return fail(
        "wires",
        f"hangs: {wire.pair.replace('and', 'or')} is held to ground by a short, or by a module without power",
        "Pull the screens' plugs one after the other and look again each time: what was pulled last when it answers is "
        "at fault."
        if wire.channel is None
        else f"Pull the plugs of channel {wire.channel}, and switch the Pi off and on. Then plug them in one by one: "
        "what makes it hang is at fault.",
        subject=str(wire),
    )


def _all_lose(seen: Scan, screens: Iterable[ScreenConfig]) -> bool:
    return all(
        screen.id in seen.screens and seen.screens[screen.id].missed and not seen.silent(screen) for screen in screens
    )


def _loses(seen: Scan, screens: list[ScreenConfig], wire: ScannedWire) -> Finding:
    missed = sum(seen.screens[screen.id].missed for screen in screens)
    times = sum(seen.screens[screen.id].times for screen in screens)
    return fail(
        "wires",
        f"{missed} of {times} transfers fail, on all of its {len(screens)} screens",
        f"What they share is at fault: {wire.pair} and ground, loose, too long, or pulled up too weakly; or the "
        "supply. Then see whether dtparam=i2c_arm_baudrate=100000 in config.txt makes it go away.",
        subject=str(wire),
    )


def _shared(at: Installation, seen: Scan, wire: ScannedWire, screens: list[ScreenConfig]) -> Iterator[Fault]:
    """Yields what all screens of one wire have: only where there are two, because one may be silent by itself."""
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
            f"Check what they share: {HEADER} of the Pi; swapped, no screen answers. Then 3.3 V and ground."
            if wire.bus == HEADER_BUS
            else f"Check SDA and SCL of bus {wire.bus}: swapped, no screen answers. Then 3.3 V and ground."
        )
        there = on_another_bus(at, {screen.address for screen in screens}, wire.bus)
        if there is not None:
            found += f", but something does on bus {there}"
            advice = f"Write bus = {there} for these screens in {at.file}, or move their wires. {advice}"
    yield wire, fail("wires", found, advice, subject=str(wire))


# Each screen of the panel: found, how well it answers, or what is there instead.

SOME = 5
"""Of a hundred transfers, this many may fail: below, each is repeated and players do not notice."""
_SH1106_STATUS = 0x08
"""An SH1106 answers this when its status is read, "display off" left out, though its datasheet does not promise it.

An SSD1306 says 3, 6 or 7, and libraries distinguish the two by that (Larry Bank, ss_oled, oledInit).
"""
_IS_OFF = 0x40
_WITHOUT_ITS_OFFSET = ("ssd1306", "ssd1309", "ssd1315")


def check_screens(at: Installation) -> Iterator[Finding]:
    """Checks what most screens depend on first: multiplexers, then wires, then screens."""
    screens = on_i2c(at.panel)
    if not screens:
        yield skipped("screen", at.without("screens on I2C"))
        return
    seen = scan(at.machine, screens)
    yield from check_multiplexers(at, seen)
    faulty = dict(check_wires(at, seen))
    yield from faulty.values()
    for screen in screens:
        yield _screen(at, seen, screen, faulty)


def _screen(at: Installation, seen: Scan, screen: ScreenConfig, faulty: dict[ScannedWire, Finding]) -> Finding:
    wire = wire_of(screen)
    if wire in seen.troubles:
        return skipped("screen", f"not asked: {_reason(at, wire, seen.troubles[wire])}", subject=screen.id)
    asked = seen.screens[screen.id]
    if not asked.missed:
        return _there(at, screen, asked)
    if at_multiplexer(at, seen, wire):
        return skipped("screen", "silent, as all behind its multiplexer", subject=screen.id)
    at_fault = next((each for each in (wire, ScannedWire(bus=wire.bus)) if each in faulty), None)
    if at_fault is not None:
        return skipped("screen", f"as {at_fault}, above", subject=screen.id)
    if not asked.silent:
        return _lossy(screen, asked)
    found, advice = _instead(at, seen, screen)
    return fail("screen", found, advice, subject=screen.id)


def _there(at: Installation, screen: ScreenConfig, asked: ScanRequest) -> Finding:
    place = f"{screen.address:#x} on {wire_of(screen)}"
    driver = f"/sys/bus/i2c/devices/{screen.bus}-{screen.address:04x}/driver"
    if screen.mux is None and at.machine.glob(driver):
        return warn(
            "screen",
            f"a driver of the kernel's own draws on it too ({place})",
            "Take the dtoverlay line for it, such as ssd1306, out of config.txt and restart.",
            subject=screen.id,
        )
    if screen.chip in _WITHOUT_ITS_OFFSET and asked.status is not None and asked.status & ~_IS_OFF == _SH1106_STATUS:
        return warn(
            "screen",
            f"most likely its chip is an SH1106, and {at.file} has {screen.chip}",
            f'If its picture is two columns off and its edge is noise, write chip = "sh1106" for {screen.id}.',
            command=f"sudo nano {at.file}",
            subject=screen.id,
        )
    return ok("screen", f"answers at {place}, {asked.times} of {asked.times} times", subject=screen.id)


def _lossy(screen: ScreenConfig, asked: ScanRequest) -> Finding:
    wire = wire_of(screen)
    report = fail if asked.missed * 100 >= SOME * asked.times else warn
    return report(
        "screen",
        f"{asked.missed} of {asked.times} transfers to {screen.address:#x} on {wire} fail",
        "A plug or a wire of this screen is loose, or its wires are too long. Press its plug home, then take shorter "
        "wires; and see whether dtparam=i2c_arm_baudrate=100000 in config.txt makes it go away.",
        subject=screen.id,
    )


def _instead(at: Installation, seen: Scan, screen: ScreenConfig) -> tuple[str, str]:
    """Says what is wrong with a silent screen, as far as other answers show that, and what to do then."""
    wire, address = wire_of(screen), screen.address
    screens = on_i2c(at.panel)
    nothing = f"no answer at {address:#x} on {wire}"
    strays = sorted(seen.strays(wire, screens), key=lambda other: abs(other - address))
    if strays:
        there = f"{strays[0]:#x}"
        return (
            f"{nothing}, but a chip answers at {there} there",
            f"Write address = {there} for {screen.id} in {at.file}, or move the address resistor on the module.",
        )
    for other in seen.answers:
        if other != wire and address in seen.strays(other, screens):
            return (
                f"{nothing}, but a chip answers there on {other}",
                f"Move its plug to {wire}, or change bus, mux and channel of {screen.id} in {at.file}.",
            )
    mate = next((each for each in screens if wire_of(each) == wire and each.id != screen.id), None)
    if mate is not None and {address, mate.address} == set(MODULE_ADDRESSES):
        return (
            f"most likely both modules on {wire.short} are set to {mate.address:#x}, none to {address:#x}",
            f"Move the address resistor on {screen.id}'s module, to {address:#x}. To be sure, unplug each of the two "
            f"in turn: {mate.address:#x} answers both times. If not, no resistor is wrong: {screen.id} has a loose "
            "wire or no power.",
        )
    return (
        f"{nothing}" + ("" if seen.answers[wire] & _modules(screens, wire) else ", nor any other screen"),
        f"Check its four wires: 3.3 V (not 5 V), ground, and {wire.pair} (loose, or swapped?)." + _reset_too(screen),
    )


def _reset_too(screen: ScreenConfig) -> str:
    """Returns what else a module with a reset wire wants."""
    if screen.reset_pin is None:
        return ""
    return (
        f" Then RES: GPIO {screen.reset_pin} has to reset it first, so start the table or `warglass doctor --screens`."
    )


def _modules(screens: tuple[ScreenConfig, ...], wire: ScannedWire) -> frozenset[int]:
    return frozenset(each.address for each in screens if wire_of(each) == wire)


def _reason(at: Installation, wire: ScannedWire, trouble: OSError) -> str:
    """Says why a wire could not be asked, where a line above does not say it better."""
    if not at.machine.glob(f"/dev/i2c-{wire.bus}"):
        return f"there is no /dev/i2c-{wire.bus}"
    if isinstance(trouble, PermissionError):
        return f"{at.machine.user} may not open the bus"
    if wire.mux is not None and not channels_exist(at, wire.bus, wire.mux):
        return "the kernel has no channels of its multiplexer"
    return f"{wire}: {trouble.strerror or trouble}"
