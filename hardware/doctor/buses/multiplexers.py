"""Each multiplexer of the panel: there, at its address, and known to the kernel."""

import re
from collections.abc import Iterator

from companion.panel.boot import mux_line
from companion.panel.config import ScreenConfig
from hardware.doctor.buses.i2c import firmware_settings, on_i2c
from hardware.doctor.buses.scan import Scan
from hardware.doctor.buses.wires import HEADER, Wire
from hardware.doctor.finding import Finding, fail, ok, skipped, warn
from hardware.doctor.installation import Installation

_SUPPLY = f"Check its own wires: VIN on 3.3 V, GND, SDA and SCL ({HEADER}), and RST, which belongs on 3.3 V"
_DISCONNECTS = "-2"
"""`idle_state`: no channel stays on (Linux, Documentation/ABI/testing/sysfs-bus-i2c-devices-pca954x)."""


def multiplexers(at: Installation) -> list[tuple[int, int]]:
    """Bus and address of each."""
    return sorted({(screen.bus, screen.mux) for screen in on_i2c(at.panel) if screen.mux is not None})


def check_multiplexers(at: Installation, seen: Scan) -> Iterator[Finding]:
    for bus, mux in multiplexers(at):
        yield _checked(at, seen, bus, mux)
        yield from _stays_on(at, bus, mux)


def answers(seen: Scan, bus: int, mux: int) -> bool:
    return mux in seen.muxes.get(bus, ())


def channels_exist(at: Installation, bus: int, mux: int) -> bool:
    """Whether the kernel has made its channels."""
    try:
        at.machine.channel(bus, mux, 0)
    except OSError:
        return False
    return True


def nothing_behind(at: Installation, seen: Scan, bus: int, mux: int) -> bool:
    """Whether it stands before several screens, and none of them answers."""
    behind = _behind(at, bus, mux)
    return len(behind) > 1 and all(seen.silent(screen) for screen in behind)


def _behind(at: Installation, bus: int, mux: int) -> list[ScreenConfig]:
    return [screen for screen in on_i2c(at.panel) if (screen.bus, screen.mux) == (bus, mux)]


def _checked(at: Installation, seen: Scan, bus: int, mux: int) -> Finding:
    subject = f"{mux:#x}, bus {bus}"
    if bus not in seen.muxes:
        trouble = seen.troubles[Wire(bus=bus)].strerror
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
    """Its address is 0x70 and what A2, A1 and A0 add to it, each 1 on 3.3 V and 0 on ground."""
    pins = [pin for pin in range(3) if (mux ^ there) >> pin & 1]
    up = [f"A{pin}" for pin in pins if there >> pin & 1]
    down = [f"A{pin}" for pin in pins if mux >> pin & 1]
    ways = [f"{' and '.join(up)} to ground"] * bool(up) + [f"{' and '.join(down)} to 3.3 V"] * bool(down)
    path, _ = firmware_settings(at)
    return fail(
        "mux",
        f"it answers at {there:#x}, and {at.file} has {mux:#x}",
        f"Put {', and '.join(ways)} on its board (a solder bridge sets it too); or write mux = {there:#x} for its "
        f"screens in {at.file} and addr={there:#x} in its line of {path}. Then restart.",
        command=f"sudo nano {at.file} {path}; sudo reboot",
        subject=subject,
    )


def _unknown(at: Installation, bus: int, mux: int, subject: str) -> Finding:
    """It is there, and the kernel has made no channels for it."""
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
    """0x70 is the overlay's own default (the firmware's overlays/README, i2c-mux)."""
    return f"addr={mux:#x}" in line.lower() or ("addr=" not in line and f"{mux:#x}" == "0x70")


def _stays_on(at: Installation, bus: int, mux: int) -> Iterator[Finding]:
    """Of two on one bus each must let go, or screens behind both answer at once."""
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
            f"{path} says disconnect_on_idle, which firmware from before spring 2024 does not heed: update it."
            if told
            else f"Add ,disconnect_on_idle to each i2c-mux line of {path} and restart.",
            command="sudo apt update && sudo apt full-upgrade && sudo reboot" if told else f"sudo nano {path}",
            subject=f"{mux:#x}, bus {bus}",
        )
