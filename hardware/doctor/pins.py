"""Checks the pins: the chip, who may open it, which library works, which pins are taken, and what is pressed."""

from collections.abc import Iterable, Iterator

from gpiozero import Factory, InputDevice

from companion.panel.check import I2C_PINS, SPI_PINS
from companion.panel.config import ControlConfig, PanelConfig
from companion.panel.notes import CONSOLE_PINS
from hardware.doctor.installation import Finding, Installation, fail, ok, skipped, table_process, warn
from hardware.doctor.system import is_pi
from hardware.pins.library import OURS, GpioChip, header_of

# Why this user may not open a device, and what to do about it.

_NOBODYS = ("root", None)


def barred(at: Installation, check: str, device: str, group: str, *, subject: str = "") -> Finding:
    """Explains it. `group` is the one to which such devices belong on Raspberry Pi OS."""
    user, owner = at.machine.user, at.machine.group(device)
    if owner in _NOBODYS:
        return fail(
            check,
            f"{user} may not open {device}: it is root's alone, and not of the group {group}",
            "The rules that give it to the group are missing: install them again and restart.",
            command="sudo apt install --reinstall raspberrypi-sys-mods && sudo reboot",
            subject=subject,
        )
    if user in _members(at, str(owner)):
        return fail(
            check,
            f"{user} may not open {device} yet: this login is older than its place in the group {owner}",
            "Log out and in again, or restart: a group counts from the next login.",
            command="sudo reboot",
            subject=subject,
        )
    return fail(
        check,
        f"{user} may not open {device}: {user} is not in the group {owner}",
        f"Join the {owner} group, then log out and in again.",
        command=f"sudo usermod -aG {owner} $USER",
        subject=subject,
    )


def _members(at: Installation, group: str) -> list[str]:
    """Returns the group's members, from group(5): its name, a password, its number, its members."""
    try:
        lines = at.machine.read("/etc/group").decode("utf-8", "replace").splitlines()
    except OSError:
        return []
    return next((line.rpartition(":")[2].split(",") for line in lines if line.startswith(f"{group}:")), [])


# The pins: the chip, who may open it, which library works, and which pins are taken.


def check_chip(at: Installation) -> Iterator[Finding]:
    """Checks the GPIO character device and whether this user may open it."""
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
    """Checks which pin library works, and why another does not. Only that none works is a failure."""
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
    """Checks whether another program has a pin of the panel already."""
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
    """Checks the folder of lgpio's FIFO: without it the library cannot even be imported."""
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
    """Returns what each GPIO of the panel is for."""
    pins = {control.gpio: control.id for control in panel.controls}
    for screen in panel.screens:
        if screen.reset_pin is not None:
            shared = pins.get(screen.reset_pin)
            pins[screen.reset_pin] = f"{screen.id}, reset" if shared is None else "reset of several screens"
        if screen.spi is not None:
            pins |= {screen.spi.dc: f"{screen.id}, D/C", screen.spi.reset: f"{screen.id}, reset"}
    if panel.sounder is not None:
        pins[panel.sounder] = "the buzzer"
    if panel.light is not None:
        pins[panel.light] = "the lamp"
    return pins


def _header(at: Installation) -> GpioChip | None:
    """Returns the chip that the 40-pin header is on."""
    chips = []
    for path in at.machine.glob("/dev/gpiochip*"):
        try:
            chips.append(at.machine.gpio_chip(path))
        except OSError:
            continue
    return header_of(chips)


def _restless(at: Installation, library: str) -> Finding:
    """Says what it costs that the library which sleeps is not there."""
    pip = "sudo /opt/warglass/bin/pip" if at.installed else "pip"
    return warn(
        "library",
        "works, and is used; it looks for presses 2,000 times a second, whether anybody plays or not",
        "Presses are right all the same. On a 64-bit system gpiod sleeps until there is one.",
        command=f"{pip} install --only-binary gpiod gpiod",
        subject=library,
    )


def _explained(at: Installation, library: str, reason: str) -> tuple[str, str, str]:
    """Returns a library's own words, and what to do about them: a sentence and a command."""
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


# Buttons that read pressed though all are let go.


def check_held(at: Installation) -> Iterator[Finding]:
    """Checks each button's contact now, with the pull-up that the table gives it; a running table has them itself."""
    controls = () if at.panel is None else at.panel.controls
    if not controls:
        yield skipped("buttons", at.without("buttons"))
        return
    if table_process(at) is not None:
        yield skipped("buttons", "left to the running table")
        return
    pins = next((attempt.pins for attempt in at.machine.pin_libraries() if attempt.pins is not None), None)
    if pins is None:
        yield skipped("buttons", "no pin library works that could ask them")
        return
    try:
        pressed = [control for control in controls if _pressed(pins, control)]
    finally:
        pins.close()
    for control in pressed:
        yield fail(
            "buttons",
            f"GPIO {control.gpio} ({control.id}) reads pressed, and should not while its button is let go",
            "Its wire sits on ground, or on two legs of the switch that are always connected: take the two across from "
            "each other. Then press it and see.",
            command="warglass doctor --buttons",
            subject=f"GPIO {control.gpio}",
        )
    if not pressed:
        yield ok("buttons", f"none of the {len(controls)} is pressed; press them with warglass doctor --buttons")


def _pressed(pins: Factory, control: ControlConfig) -> bool:
    """Returns True where it reads pressed. Where another program has the pin, False: that has a line of its own."""
    try:
        device = InputDevice(control.gpio, pull_up=True, pin_factory=pins)
    except Exception:  # noqa: BLE001 - each pin library has its own
        return False
    try:
        return bool(device.value)
    finally:
        device.close()


# The pins that no part of the panel has: a button that is pressed there has its wire in the wrong place.

_HEADER = range(2, 28)


def spare_pins(panel: PanelConfig) -> list[int]:
    """Returns the free pins of the header: without the panel's, I2C's, SPI's and the console's."""
    taken = {*used_pins(panel), *I2C_PINS, *SPI_PINS, *CONSOLE_PINS}
    return [gpio for gpio in _HEADER if gpio not in taken]


class SparePins:
    """Watches them while buttons are tried. One thread."""

    def __init__(self, *, gpios: Iterable[int], pins: Factory) -> None:
        self._devices: dict[int, InputDevice] = {}
        for gpio in gpios:
            try:
                device = InputDevice(gpio, pull_up=True, pin_factory=pins)
            except Exception:  # noqa: BLE001 - each pin library has its own; what somebody else has is no spare one
                continue
            # What is closed before anybody presses is wired to something else.
            if device.value:
                device.close()
            else:
                self._devices[gpio] = device

    def pressed(self) -> list[int]:
        """Returns the pins that have been closed since; each comes once."""
        closed = [gpio for gpio, device in self._devices.items() if device.value]
        for gpio in closed:
            self._devices.pop(gpio).close()
        return closed

    def close(self) -> None:
        for device in self._devices.values():
            device.close()
