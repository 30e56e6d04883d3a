"""Each multiplexer and each screen of the panel: found, or what is there instead."""

from collections.abc import Iterator

from companion.panel.config import ScreenConfig
from hardware.doctor.finding import Finding, fail, ok, skipped, warn
from hardware.doctor.i2c import firmware_settings, on_i2c
from hardware.doctor.installation import Installation
from hardware.doctor.scan import Scan, Wire, scan, wire_of


def check_screens(at: Installation) -> Iterator[Finding]:
    """Multiplexers first: one that fails takes all its screens with it."""
    screens = on_i2c(at.panel)
    if not screens:
        yield skipped("screen", at.without("screens on I2C"))
        return
    seen = scan(at.machine, screens)
    for bus, mux in sorted({(screen.bus, screen.mux) for screen in screens if screen.mux is not None}):
        yield _mux(at, seen, bus, mux)
    for screen in screens:
        yield _screen(at, seen, screen)


def _mux(at: Installation, seen: Scan, bus: int, mux: int) -> Finding:
    subject = f"{mux:#x}, bus {bus}"
    behind = [screen for screen in on_i2c(at.panel) if (screen.bus, screen.mux) == (bus, mux)]
    reached = [screen for screen in behind if wire_of(screen) in seen.answers]
    if not at.machine.glob(f"/dev/i2c-{bus}"):
        return skipped("mux", f"not asked: there is no /dev/i2c-{bus}", subject=subject)
    if not reached:
        return _no_channels(at, seen, bus, mux, subject)
    missing = [screen for screen in reached if screen.address not in seen.answers[wire_of(screen)]]
    wires = "Check its own wires first: 3.3 V, ground, SDA, SCL, and its reset pin, which belongs on 3.3 V."
    if len(missing) > 1 and len(missing) == len(reached):
        return fail("mux", f"none of the {len(reached)} screens behind it answers", wires, subject=subject)
    if len(missing) > 1:
        return warn(
            "mux", f"{len(missing)} of the {len(reached)} screens behind it are missing", wires, subject=subject
        )
    return ok("mux", f"{len(reached) - len(missing)} of {len(reached)} screens behind it answer", subject=subject)


def _no_channels(at: Installation, seen: Scan, bus: int, mux: int, subject: str) -> Finding:
    """The kernel has made no channels: it was not told to, or found nothing there when it started; or they hang."""
    troubles = {trouble for wire, trouble in seen.troubles.items() if (wire.bus, wire.mux) == (bus, mux)}
    path, settings = firmware_settings(at)
    line = f"dtoverlay=i2c-mux,pca9548,addr={mux:#x}"
    if _channels_exist(at, bus, mux):
        return fail(
            "mux",
            f"its channels cannot be asked: {', '.join(sorted(troubles))}",
            "Unplug the screens one after the other: one of them, or a wire, holds the bus.",
            subject=subject,
        )
    if "i2c-mux" not in settings:
        return fail(
            "mux",
            "the kernel does not know of it",
            f"Add the line {line} at the end of {path} and restart.",
            command=f"sudo nano {path}",
            subject=subject,
        )
    return fail(
        "mux",
        f"{path} has it, but the kernel did not find it there when it started",
        "Check its wires (3.3 V, ground, SDA, SCL; A0, A1 and A2 set its address), then restart.",
        command="sudo reboot",
        subject=subject,
    )


def _screen(at: Installation, seen: Scan, screen: ScreenConfig) -> Finding:
    wire, address = wire_of(screen), screen.address
    if wire in seen.troubles:
        return skipped("screen", f"not asked: {_reason(at, wire, seen.troubles[wire])}", subject=screen.id)
    if address in seen.answers[wire]:
        return ok("screen", f"answers at {address:#x} on {wire}", subject=screen.id)
    found, advice = _instead(at, seen, screen)
    return fail("screen", f"nothing at {address:#x} on {wire}{found}", advice, subject=screen.id)


def _instead(at: Installation, seen: Scan, screen: ScreenConfig) -> tuple[str, str]:
    """What else answers that could be this screen, and what to do then."""
    wire, address = wire_of(screen), screen.address
    screens = on_i2c(at.panel)
    strays = sorted(seen.strays(wire, screens), key=lambda other: abs(other - address))
    if strays:
        there = f"{strays[0]:#x}"
        return (
            f", but something answers at {there} there",
            f"Write address = {there} for {screen.id} in {at.file}, or move the address resistor on the module.",
        )
    for other in seen.answers:
        if other != wire and address in seen.strays(other, screens):
            return (
                f", but something answers there on {other}",
                f"Move its plug to {wire}, or change bus, mux and channel of {screen.id} in {at.file}.",
            )
    if not seen.answers[wire]:
        return ", nor at any other address", "Check its four wires: 3.3 V, ground, SDA and SCL (not swapped?)."
    return "", f"Check the four wires of {screen.id}: 3.3 V, ground, SDA and SCL."


def _channels_exist(at: Installation, bus: int, mux: int) -> bool:
    try:
        at.machine.channel(bus, mux, 0)
    except OSError:
        return False
    return True


def _reason(at: Installation, wire: Wire, trouble: str) -> str:
    """Why a wire could not be asked, where a line above does not say it better."""
    if not at.machine.glob(f"/dev/i2c-{wire.bus}"):
        return f"there is no /dev/i2c-{wire.bus}"
    if wire.mux is not None and not _channels_exist(at, wire.bus, wire.mux):
        return "the kernel has no channels of its multiplexer"
    return f"{wire}: {trouble}"
