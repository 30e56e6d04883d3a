"""The I2C buses that the panel's screens are on: there, and open to us."""

import re
from collections.abc import Iterator

from companion.panel.boot import HEADER_BUS
from companion.panel.config import PanelConfig, ScreenConfig
from hardware.doctor.access import barred
from hardware.doctor.board import is_pi
from hardware.doctor.buses.elsewhere import on_another_bus
from hardware.doctor.finding import Finding, fail, ok, skipped
from hardware.doctor.installation import Installation

CONFIG_TXT = ("/boot/firmware/config.txt", "/boot/config.txt")
"""Where the firmware's settings are since Bookworm, and where they were before."""


def on_i2c(panel: PanelConfig | None) -> tuple[ScreenConfig, ...]:
    """The screens that are on I2C."""
    return () if panel is None else tuple(screen for screen in panel.screens if screen.spi is None)


def buses(panel: PanelConfig | None) -> list[int]:
    """The N of each /dev/i2c-N that screens, or their multiplexers, are wired to."""
    return sorted({screen.bus for screen in on_i2c(panel)})


def check_i2c(at: Installation) -> Iterator[Finding]:
    """Each bus: switched on, with its device file, and open to this user."""
    if not buses(at.panel):
        yield skipped("i2c", at.without("screens on I2C"))
    for number in buses(at.panel):
        device, subject = f"/dev/i2c-{number}", f"bus {number}"
        if not at.machine.glob(device):
            yield _missing(at, number, subject)
        elif not at.machine.may_open(device):
            yield barred(at, "i2c", device, "i2c", subject=subject)
        else:
            yield ok("i2c", f"{device} can be opened", subject=subject)


def firmware_settings(at: Installation) -> tuple[str, str]:
    """config.txt: its path and its lines that count; the path alone where it cannot be read."""
    for path in CONFIG_TXT:
        try:
            text = at.machine.read(path).decode("utf-8", "replace")
        except OSError:
            continue
        return path, "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    return CONFIG_TXT[0], ""


def _missing(at: Installation, number: int, subject: str) -> Finding:
    """Why there is no device file: the driver of such files, the setting, or the restart is missing."""
    found = f"there is no /dev/i2c-{number}"
    path, settings = firmware_settings(at)
    if at.machine.glob(f"/sys/bus/i2c/devices/i2c-{number}"):
        return fail(
            "i2c",
            f"{found}, though the bus is on: the kernel module i2c-dev is not loaded",
            "Load it, now and at every start.",
            command="echo i2c-dev | sudo tee -a /etc/modules; sudo modprobe i2c-dev",
            subject=subject,
        )
    if not is_pi(at):
        return fail(
            "i2c",
            found,
            "Put the panel on a Raspberry Pi, or use simulated screens here.",
            command="warglass run --simulate",
            subject=subject,
        )
    if number != HEADER_BUS:
        wanted = {screen.mux or screen.address for screen in on_i2c(at.panel) if screen.bus == number}
        there = on_another_bus(at, wanted, number)
        if there is not None:
            return fail(
                "i2c",
                f"{found}, but what the panel has on it answers on bus {there}",
                f"Write bus = {there} for these screens in {at.file}.",
                command=f"sudo nano {at.file}",
                subject=subject,
            )
        return fail(
            "i2c",
            found,
            f"Switch this bus on with its dtoverlay line in {path} and restart, or wire the screens to bus 1.",
            command=f"sudo nano {path}",
            subject=subject,
        )
    if re.search(r"^[ \t]*dtparam=(?:\S*,)?(i2c|i2c_arm)=on", settings, re.MULTILINE):
        return fail(
            "i2c",
            f"{found}, though {path} switches I2C on",
            "Restart the Pi: the setting counts from then on.",
            command="sudo reboot",
            subject=subject,
        )
    return fail(
        "i2c",
        f"{found}: I2C is not switched on",
        "Switch it on and restart.",
        command="sudo raspi-config nonint do_i2c 0 && sudo reboot",
        subject=subject,
    )
