"""Which start of the machine this is."""

import os
from collections.abc import Mapping
from pathlib import Path

STARTED = "WARGLASS_STARTED"
"""Where systemd says so (systemd.unit(5), %b): a service that it shuts in cannot read FILE."""
FILE = Path("/proc/sys/kernel/random/boot_id")
"""See random(4)."""


def started(environment: Mapping[str, str] = os.environ, *, file: Path = FILE) -> str:
    """32 hex digits that the kernel drew as it started; "" where nobody says."""
    said = environment.get(STARTED, "")
    if not said:
        try:
            said = file.read_text(encoding="ascii")
        except (OSError, ValueError):
            return ""
    return said.strip().replace("-", "")
