"""The board, its system and its Python."""

import re
from collections.abc import Iterator

from companion.fields.numbers import whole
from hardware.doctor.finding import Finding, fail, ok, skipped, warn
from hardware.doctor.installation import Installation

OLDEST, NEWEST = (3, 11), (3, 13)
"""The Pythons that Warglass supports, as in pyproject.toml."""
TESTED = {"12", "13"}
"""Debian and Raspberry Pi OS: Bookworm and Trixie."""
OLDEST_KERNEL = (5, 10)
"""Since then lines are asked for as libgpiod 2 and doctor do (the kernel's gpio.h, GPIO ABI v2)."""
_KERNEL = re.compile(r"([0-9]{1,3})[.]([0-9]{1,3})")
THROTTLED = "/sys/devices/platform/soc*/soc*:firmware/get_throttled"
_LOW_NOW, _LOW_SINCE_BOOT = 1 << 0, 1 << 16


def model(at: Installation) -> str:
    """The board, from the device tree; "" where there is none."""
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
    """The system, from os-release(5), and its kernel."""
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
            "Warglass is tested on Raspberry Pi OS 12 and 13: if something odd happens, put one of these on the card.",
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
    """Undervoltage, from the firmware's throttling word: bit 0 now, bit 16 at some time since the start
    (Raspberry Pi documentation, vcgencmd, get_throttled)."""
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
