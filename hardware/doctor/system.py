"""Checks the board, its system and its clock, the configuration, the state directory and the service."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from companion.clock import SECOND
from companion.fields.numbers import whole
from companion.panel.notes import claimed_pins
from hardware.doctor.installation import (
    SERVICE_STATE,
    Finding,
    Installation,
    fail,
    mount_of,
    ok,
    skipped,
    table_process,
    warn,
)

# The board, its system and its Python.

OLDEST, NEWEST = (3, 11), (3, 14)
"""Bound the Pythons that Warglass supports, as in pyproject.toml."""
TESTED = {"12", "13"}
"""Lists the releases of Debian and Raspberry Pi OS: Bookworm and Trixie."""
OLDEST_KERNEL = (5, 10)
"""Since then lines are asked for as libgpiod 2 and doctor do (the kernel's gpio.h, GPIO ABI v2)."""
_KERNEL = re.compile(r"([0-9]{1,3})[.]([0-9]{1,3})")
THROTTLED = "/sys/devices/platform/soc*/soc*:firmware/get_throttled"
_LOW_NOW, _LOW_SINCE_BOOT = 1 << 0, 1 << 16


def model(at: Installation) -> str:
    """Returns the board, from the device tree; "" where there is none."""
    try:
        return at.machine.read("/proc/device-tree/model").decode("utf-8", "replace").strip("\0\n ")
    except OSError:
        return ""


def is_pi(at: Installation) -> bool:
    return model(at).startswith("Raspberry Pi")


def check_board(at: Installation) -> Iterator[Finding]:
    if is_pi(at):
        yield ok("board", model(at))
    else:
        yield warn(
            "board",
            f"{model(at) or 'this machine'} is not a Raspberry Pi",
            "Buttons and screens need one; here the table runs with simulated ones.",
            command="warglass run --simulate",
        )


def check_system(at: Installation) -> Iterator[Finding]:
    """Checks the system, from os-release(5), and its kernel."""
    try:
        lines = at.machine.read("/etc/os-release").decode("utf-8", "replace").splitlines()
    except OSError:
        lines = []
    fields = dict(_assignment(line) for line in lines if "=" in line)
    name = fields.get("PRETTY_NAME", "an unknown system")
    found = f"{name}, kernel {at.machine.kernel}"
    numbers = _KERNEL.match(at.machine.kernel)
    if numbers is not None and tuple(map(whole, numbers.groups())) < OLDEST_KERNEL:
        yield warn(
            "system",
            f"kernel {numbers[0]} is older than {OLDEST_KERNEL[0]}.{OLDEST_KERNEL[1]}, which the pins' libraries need",
            "Bring the system up to date and restart.",
            command="sudo apt full-upgrade && sudo reboot",
        )
        return
    if fields.get("ID") in ("debian", "raspbian") and fields.get("VERSION_ID") in TESTED:
        yield ok("system", found)
    else:
        yield warn(
            "system",
            found,
            "Warglass is tested on Raspberry Pi OS 12 and 13. If something odd happens, put one of these on the card.",
        )


def check_python(at: Installation) -> Iterator[Finding]:
    version = at.machine.python
    found = f"Python {version[0]}.{version[1]}"
    if OLDEST <= version <= NEWEST:
        yield ok("python", found)
        return
    yield fail(
        "python",
        f"{found}, but Warglass needs 3.{OLDEST[1]} to 3.{NEWEST[1]}",
        "Install Warglass again with a Python that it supports; Raspberry Pi OS 12 and 13 come with one.",
        command="sudo apt install python3-venv",
    )


def check_power(at: Installation) -> Iterator[Finding]:
    """Checks for undervoltage, from the firmware's throttling word: bit 0 now, bit 16 at some time since the start.

    Source: Raspberry Pi documentation, vcgencmd, get_throttled.
    """
    word = None
    for path in at.machine.glob(THROTTLED):
        word = int(at.machine.read(path), 16)
    if word is None:
        yield skipped("power", "this machine does not tell whether its supply is strong enough")
    elif word & (_LOW_NOW | _LOW_SINCE_BOOT):
        when = "is" if word & _LOW_NOW else "was, since it started,"
        yield warn(
            "power",
            f"the supply voltage {when} too low",
            "Use the supply made for this Pi and a short, thick cable: low voltage makes screens and SD cards fail.",
        )
    else:
        yield ok("power", "the supply voltage has been good since the start")


def _assignment(line: str) -> tuple[str, str]:
    name, _, value = line.partition("=")
    return name.strip(), value.strip().strip("\"'")


# The machine's idea of what time it is.

EARLIEST_YEAR = 2024
"""A Pi without a battery starts in the past and stays there until the network corrects it."""


def check_clock(at: Installation) -> Iterator[Finding]:
    now = datetime.fromtimestamp(at.machine.clock.wall() / SECOND, UTC)
    found = f"{now:%Y-%m-%d %H:%M} UTC"
    if now.year < EARLIEST_YEAR:
        found += ", which cannot be"
    elif at.machine.synchronised():
        yield ok("clock", f"{found}, synchronised")
        return
    else:
        found += ", not synchronised"
    yield warn(
        "clock",
        found,
        "The sand is right all the same, only the log's times of day may be off: connect the Pi to the internet once.",
        command="sudo timedatectl set-ntp true",
    )


# The configuration, the state directory and the service.

_MB = 1_000_000
ENOUGH, TOO_LITTLE = 100 * _MB, 10 * _MB
"""Bytes of free disk below which a warning is due, and below which a game night may not fit any more."""

OVERLAY = "overlayroot"
"""The name of raspi-config's overlay file system where it is mounted."""


def check_config(at: Installation) -> Iterator[Finding]:
    """Checks the file, read as the service reads it: a fault is named by key and line."""
    if at.config is None:
        yield fail("config", at.trouble, at.advice, command=at.command)
        return
    panel = at.config.panel
    source = "what comes with Warglass" if at.source is None else str(at.source)
    parts = f"{len(panel.screens)} screens, {len(panel.controls)} buttons"
    yield ok("config", f"{source}: panel {panel.name!r} with {parts}")
    for key, note in claimed_pins(panel):
        yield warn(
            "config", note, "Or give it another pin there.", command=f"sudo nano {at.file}", subject=f"panel.{key}"
        )


def check_service(at: Installation) -> Iterator[Finding]:
    """Checks whether the table is running already, and holds pins and port."""
    process = table_process(at)
    if process is not None:
        yield ok("service", f"running (process {process}), so its pins and screens are left alone")
    elif at.installed:
        yield warn(
            "service",
            "installed, but not running",
            "Start it, and if it stops again, see why.",
            command="sudo systemctl start warglass; journalctl -eu warglass",
        )
    else:
        yield ok("service", "not running, so everything can be looked at")


def check_state(at: Installation) -> Iterator[Finding]:
    """Checks the state directory: the journal, the join code and lgpio's FIFO are in it."""
    folder = str(at.state)
    owner = at.machine.owner(folder)
    there = next((each for each in (at.state, *at.state.parents) if at.machine.owner(str(each))), at.state)
    mount = mount_of(at, folder)
    if mount is not None and mount.read_only:
        yield skipped("state", f"{folder} is on a disk that is read-only")
    elif at.machine.may_open(str(there)):
        yield ok("state", f"{folder} can be written" if owner else f"{folder} is made at the first start")
    elif folder == SERVICE_STATE and owner == "warglass":
        yield skipped("state", f"{folder} is the service's own, and not for {at.machine.user} to look into")
    else:
        yield fail(
            "state",
            f"{there} cannot be written by {at.machine.user}",
            "Choose another folder with --state, or make it yours.",
            command=f"sudo chown -R $USER {there}" if owner else "",
        )


def check_disk(at: Installation) -> Iterator[Finding]:
    """Checks whether tonight's games can be saved."""
    mount = mount_of(at, str(at.state))
    if mount is not None and mount.read_only:
        yield fail(
            "disk",
            f"read-only at {mount.place}, so no game can be saved in {at.state}",
            "The system makes a failing card read-only: restart, and if that comes back, copy the card to a new one.",
            command="dmesg | grep -iE 'mmc|ext4'; sudo reboot",
        )
        return
    if mount is not None and mount.source == OVERLAY:
        yield warn(
            "disk",
            f"what is saved in {at.state} is gone when the Pi is switched off: the overlay file system is on",
            "Switch it off and restart.",
            command="sudo raspi-config nonint disable_overlayfs && sudo reboot",
        )
        return
    free = at.machine.free_bytes(str(at.state))
    found = f"{free / _MB:,.0f} MB free for {at.state}"
    if free >= ENOUGH:
        yield ok("disk", found)
        return
    report, full = (fail, "full") if free < TOO_LITTLE else (warn, "almost full")
    yield report("disk", f"{full}, {found}", "Make room: the package manager's cache can go.", command="sudo apt clean")


# What a running table reports: it has pins, buses and journal in its hands, and knows what they do to it.


def check_told(at: Installation) -> Iterator[Finding]:
    """Checks its faults, each a line. A screen that is silent has its own line as well, which says more."""
    if table_process(at) is None or at.config is None:
        yield skipped("table", "no table is running that could be asked" if at.config else at.without("panel"))
        return
    faults = at.machine.table_faults(at.config.web.host, at.config.web.port)
    if faults is None:
        yield warn(
            "table",
            "it runs, but does not answer",
            "It may be starting: look again in a moment. If that stays so, see what it says.",
            command="journalctl -eu warglass",
        )
        return
    for fault in faults:
        yield warn(
            "table",
            fault.rstrip("."),
            "The table plays on without it and tries again by itself. What fails below says what to do.",
        )
    if not faults:
        yield ok("table", "it runs, and reports no fault")
