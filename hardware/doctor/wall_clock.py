"""The machine's idea of what time it is."""

from collections.abc import Iterator
from datetime import UTC, datetime

from companion.clock import SECOND
from hardware.doctor.finding import Finding, ok, warn
from hardware.doctor.installation import Installation

EARLIEST_YEAR = 2024
"""A Pi without a battery starts in the past and stays there until the network tells it better."""


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
