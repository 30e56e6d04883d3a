"""All checks, in the order in which they are read, each on its own."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from hardware.doctor.board import check_board, check_power, check_python, check_system
from hardware.doctor.buses.i2c import check_i2c
from hardware.doctor.buses.screens import check_screens
from hardware.doctor.buses.speed import check_speed
from hardware.doctor.buses.spi import check_spi
from hardware.doctor.finding import Finding, Verdict, fail
from hardware.doctor.held import check_held
from hardware.doctor.hotspot import check_hotspot
from hardware.doctor.installation import Installation
from hardware.doctor.network import check_address, check_name, check_port
from hardware.doctor.pins import check_chip, check_fifo, check_libraries, check_lines
from hardware.doctor.settings import check_config, check_disk, check_service, check_state
from hardware.doctor.told import check_told
from hardware.doctor.wall_clock import check_clock

Check = Callable[[Installation], Iterator[Finding]]

CHECKS: dict[str, dict[str, Check]] = {
    "Machine": {
        "board": check_board,
        "system": check_system,
        "python": check_python,
        "power": check_power,
        "clock": check_clock,
    },
    "Table": {
        "config": check_config,
        "service": check_service,
        "table": check_told,
        "state": check_state,
        "disk": check_disk,
    },
    "Buttons": {
        "gpio": check_chip,
        "fifo": check_fifo,
        "library": check_libraries,
        "pins": check_lines,
        "buttons": check_held,
    },
    "Screens": {"i2c": check_i2c, "speed": check_speed, "screen": check_screens, "spi": check_spi},
    "Phones": {"address": check_address, "name": check_name, "port": check_port, "hotspot": check_hotspot},
}


class Section(NamedTuple):
    """Findings that belong together."""

    title: str
    findings: tuple[Finding, ...]


def examine(at: Installation) -> tuple[Section, ...]:
    """Makes every check. One that breaks is a finding of its own, and the others go on."""
    return tuple(
        Section(title, tuple(finding for name, check in checks.items() for finding in _findings(name, check, at)))
        for title, checks in CHECKS.items()
    )


def failed(sections: tuple[Section, ...]) -> bool:
    return any(finding.verdict is Verdict.FAIL for section in sections for finding in section.findings)


def _findings(name: str, check: Check, at: Installation) -> Iterator[Finding]:
    try:
        yield from check(at)
    except Exception as error:  # noqa: BLE001 - a check that cannot deal with this machine must not hide the others
        yield fail(
            name,
            f"this check broke: {type(error).__name__}: {error}",
            "That is a fault in Warglass: please report it with what this prints.",
            command="warglass doctor --json",
        )
