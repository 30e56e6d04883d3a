"""Each screen of the panel: found, how well it answers, or what is there instead."""

from collections.abc import Iterator

from companion.panel.config import ScreenConfig
from companion.panel.notes import MODULE_ADDRESSES
from hardware.doctor.buses.dead_wires import at_multiplexer, check_wires
from hardware.doctor.buses.hundred import Asked
from hardware.doctor.buses.i2c import on_i2c
from hardware.doctor.buses.multiplexers import channels_exist, check_multiplexers
from hardware.doctor.buses.scan import Scan, scan
from hardware.doctor.buses.wires import Wire, wire_of
from hardware.doctor.finding import Finding, fail, ok, skipped, warn
from hardware.doctor.installation import Installation

SOME = 5
"""Of a hundred transfers that fail: below, each is repeated and nobody sees it."""
_SH1106_STATUS = 0x08
"""What an SH1106 answers when its status is read, "display off" left out. Its datasheet does not promise it; an SSD1306
says 3, 6 or 7, and libraries tell the two apart by that (Larry Bank, ss_oled, oledInit)."""
_IS_OFF = 0x40
_WITHOUT_ITS_OFFSET = ("ssd1306", "ssd1309", "ssd1315")


def check_screens(at: Installation) -> Iterator[Finding]:
    """What takes most screens along comes first: multiplexers, then wires, then screens."""
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


def _screen(at: Installation, seen: Scan, screen: ScreenConfig, faulty: dict[Wire, Finding]) -> Finding:
    wire = wire_of(screen)
    if wire in seen.troubles:
        return skipped("screen", f"not asked: {_reason(at, wire, seen.troubles[wire])}", subject=screen.id)
    asked = seen.screens[screen.id]
    if not asked.missed:
        return _there(at, screen, asked)
    if at_multiplexer(at, seen, wire):
        return skipped("screen", "silent, as all behind its multiplexer", subject=screen.id)
    at_fault = next((each for each in (wire, Wire(bus=wire.bus)) if each in faulty), None)
    if at_fault is not None:
        return skipped("screen", f"as {at_fault}, above", subject=screen.id)
    if not asked.silent:
        return _lossy(screen, asked)
    found, advice = _instead(at, seen, screen)
    return fail("screen", found, advice, subject=screen.id)


def _there(at: Installation, screen: ScreenConfig, asked: Asked) -> Finding:
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


def _lossy(screen: ScreenConfig, asked: Asked) -> Finding:
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
    """What is wrong with a silent screen, as far as what else answers tells, and what to do then."""
    wire, address = wire_of(screen), screen.address
    screens = on_i2c(at.panel)
    nothing = f"nothing at {address:#x} on {wire}"
    strays = sorted(seen.strays(wire, screens), key=lambda other: abs(other - address))
    if strays:
        there = f"{strays[0]:#x}"
        return (
            f"{nothing}, but something answers at {there} there",
            f"Write address = {there} for {screen.id} in {at.file}, or move the address resistor on the module.",
        )
    for other in seen.answers:
        if other != wire and address in seen.strays(other, screens):
            return (
                f"{nothing}, but something answers there on {other}",
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
        f"Check its four wires: 3.3 V (not 5 V), ground, and {wire.pair} (loose, or swapped?).",
    )


def _modules(screens: tuple[ScreenConfig, ...], wire: Wire) -> frozenset[int]:
    return frozenset(each.address for each in screens if wire_of(each) == wire)


def _reason(at: Installation, wire: Wire, trouble: OSError) -> str:
    """Why a wire could not be asked, where a line above does not say it better."""
    if not at.machine.glob(f"/dev/i2c-{wire.bus}"):
        return f"there is no /dev/i2c-{wire.bus}"
    if isinstance(trouble, PermissionError):
        return f"{at.machine.user} may not open the bus"
    if wire.mux is not None and not channels_exist(at, wire.bus, wire.mux):
        return "the kernel has no channels of its multiplexer"
    return f"{wire}: {trouble.strerror or trouble}"
