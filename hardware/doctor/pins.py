"""The pins: the chip, who may open it, which library works, and who has a pin already."""

from collections.abc import Iterator

from companion.panel.config import PanelConfig
from hardware.doctor.access import barred
from hardware.doctor.board import is_pi
from hardware.doctor.finding import Finding, fail, ok, skipped, warn
from hardware.doctor.installation import Installation
from hardware.doctor.running_table import table_process
from hardware.pins.gpio_chip import GpioChip, header_of
from hardware.pins.library import OURS


def check_chip(at: Installation) -> Iterator[Finding]:
    """The GPIO character device and whether this user may open it."""
    devices = at.machine.glob("/dev/gpiochip*")
    if at.panel is not None and not used_pins(at.panel):
        yield skipped("gpio", at.without("pins"))
    elif not devices and is_pi(at):
        yield fail(
            "gpio",
            "there is no /dev/gpiochip0: this kernel has no GPIO driver",
            "Bring the system up to date and start it again.",
            command="sudo apt full-upgrade && sudo reboot",
        )
    elif not devices:
        yield fail(
            "gpio",
            "there is no /dev/gpiochip0: this machine has no pins",
            "Put the panel on a Raspberry Pi, or use simulated buttons here.",
            command="warglass run --simulate",
        )
    elif not any(at.machine.may_open(device) for device in devices):
        yield barred(at, "gpio", devices[0], "gpio")
    else:
        yield ok("gpio", f"{', '.join(devices)} can be opened")


def check_libraries(at: Installation) -> Iterator[Finding]:
    """Which pin library works, and why another does not. Only that none works is a failure."""
    if at.panel is not None and not used_pins(at.panel):
        yield skipped("library", at.without("pins"))
        return
    if not at.machine.glob("/dev/gpiochip*"):
        yield skipped("library", "not tried: there is no /dev/gpiochip0")
        return
    attempts = []
    for attempt in at.machine.pin_libraries():
        attempts.append(attempt)
        if attempt.pins is not None:
            attempt.pins.close()
    used = next((attempt.library for attempt in attempts if attempt.pins is not None), None)
    for attempt in attempts:
        subject = attempt.library
        if subject == used == "lgpio":
            yield _restless(at, subject)
            continue
        if attempt.pins is not None:
            yield ok("library", "works, and is used" if subject == used else "works too", subject=subject)
            continue
        found, advice, command = _explained(at, subject, attempt.reason)
        if used is not None:
            yield skipped("library", f"{found}; not needed, for {used} works", subject=subject)
        elif attempt is attempts[0]:
            yield fail("library", found, advice, command=command, subject=subject)
        else:
            yield skipped("library", f"{found}; not needed once {attempts[0].library} works", subject=subject)


def check_lines(at: Installation) -> Iterator[Finding]:
    """Whether somebody has a pin of the panel already."""
    pins = {} if at.panel is None else used_pins(at.panel)
    chip = _header(at) if pins else None
    if chip is None:
        yield skipped("pins", "no GPIO chip that could be asked who has a pin" if pins else at.without("pins"))
        return
    taken = 0
    ours = table_process(at) is not None
    for gpio, part in sorted(pins.items()):
        user = at.machine.line_user(chip.path, gpio)
        if user is None or (ours and user.name in OURS):
            continue
        taken += 1
        name = user.name or "the kernel"
        advice, command = (
            ("Switch SPI off, or give the button another pin.", "sudo raspi-config nonint do_spi 1")
            if name.startswith("spi")
            else (f"Stop what has it, or give {part} another gpio in {at.file}.", "")
        )
        yield fail("pins", f"GPIO {gpio} ({part}) is taken by {name}", advice, command=command, subject=f"GPIO {gpio}")
    if not taken:
        holder = "held by the running table" if ours else "all free"
        yield ok("pins", f"{len(pins)} pins of {chip.label}: {holder}")


def check_fifo(at: Installation) -> Iterator[Finding]:
    """The folder of lgpio's FIFO: without it the library cannot even be imported."""
    chosen = at.machine.environment("LG_WD")
    if chosen is None:
        yield ok("fifo", "lgpio's FIFO goes into the state directory")
    elif at.machine.may_open(chosen):
        yield ok("fifo", f"lgpio's FIFO goes into {chosen} (LG_WD)")
    else:
        yield warn(
            "fifo",
            f"lgpio's FIFO is to go into {chosen} (LG_WD), which {at.machine.user} cannot write",
            "Let Warglass choose the folder.",
            command="unset LG_WD",
        )


def used_pins(panel: PanelConfig) -> dict[int, str]:
    """What each GPIO of the panel is for."""
    pins = {control.gpio: control.id for control in panel.controls}
    for screen in panel.screens:
        if screen.spi is not None:
            pins |= {screen.spi.dc: f"{screen.id}, D/C", screen.spi.reset: f"{screen.id}, reset"}
    if panel.sounder is not None:
        pins[panel.sounder] = "the sounder"
    if panel.light is not None:
        pins[panel.light] = "the light"
    return pins


def _header(at: Installation) -> GpioChip | None:
    """The chip that the 40-pin header is on."""
    chips = []
    for path in at.machine.glob("/dev/gpiochip*"):
        try:
            chips.append(at.machine.gpio_chip(path))
        except OSError:
            continue
    return header_of(chips)


def _restless(at: Installation, library: str) -> Finding:
    """What it costs that the library which sleeps is not there."""
    pip = "sudo /opt/warglass/bin/pip" if at.installed else "pip"
    return warn(
        "library",
        "works, and is used; it looks for presses 2,000 times a second, whether anybody plays or not",
        "Presses are right all the same. On a 64-bit system gpiod sleeps until there is one.",
        command=f"{pip} install --only-binary gpiod gpiod",
        subject=library,
    )


def _explained(at: Installation, library: str, reason: str) -> tuple[str, str, str]:
    """A library's own words, and what to do about them: a sentence and a command."""
    if "not installed" in reason:
        pip = "sudo /opt/warglass/bin/pip" if at.installed else "pip"
        return "not installed", "Install it beside Warglass.", f"{pip} install {library}"
    if ".lgd-nfy" in reason:
        folder = at.machine.environment("LG_WD") or str(at.state)
        return f"its FIFO cannot be made in {folder}", "Let Warglass choose the folder.", "unset LG_WD"
    if "SOC peripheral base" in reason:
        return "it cannot work on a Raspberry Pi 5", "Use gpiod.", ""
    if "Pi revision" in reason or "board revision" in reason:
        return f"no Raspberry Pi: {reason}", "Use simulated buttons here.", "warglass run --simulate"
    if "permission" in reason.lower() or "can not open gpiochip" in reason or "/dev/gpiomem" in reason:
        return (
            f"it may not open the pins: {reason}",
            "Join the gpio group, then log out and in again.",
            ("sudo usermod -aG gpio $USER"),
        )
    return reason, "Ask with this report.", "warglass doctor --json"
