"""Asks the real index what the installer's pins step would get: `python -m tests.systemd.index`. Needs a network.

Prints a line for each machine and Python, and fails where the stand-in of these tests (`pi.WHEELS`) answers otherwise.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from tests.systemd.pi import MACHINES, PYTHONS, WHEELS

BOUNDS = {"gpiod": "gpiod>=2.3,<3", "lgpio": "lgpio>=0.2.2,<0.3"}
GLIBC = ("manylinux2014", "manylinux_2_17", "manylinux_2_28", "manylinux_2_34", "manylinux_2_36", "linux")
"""Bookworm has glibc 2.36; a linux_armv7l is what piwheels and some projects call theirs."""


def found(wanted: str, machine: str, python: str) -> str:
    """The version of the wheel that pip would take; "" for none."""
    platforms = [part for each in GLIBC for part in ("--platform", f"{each}_{machine}")]
    with tempfile.TemporaryDirectory() as folder:
        asked = ["download", "--quiet", "--no-deps", "--only-binary", ":all:", *platforms, "--python-version", python]
        command = [sys.executable, "-m", "pip", *asked, "--dest", folder, wanted]
        subprocess.run(command, check=False, capture_output=True, timeout=120)
        return next((file.name.split("-")[1] for file in Path(folder).iterdir()), "")


def main() -> None:
    wrong = []
    for machine in MACHINES:
        for python in PYTHONS:
            named = {
                name: (found(bound, machine, python), found(name, machine, python)) for name, bound in BOUNDS.items()
            }
            serves = next((f"{name} {within}" for name, (within, _) in named.items() if within), "the system's own")
            print(f"{machine:8} {python}: {serves}; without bounds: {[anything for _, anything in named.values()]}")
            for name, (within, anything) in named.items():
                stood_in = WHEELS[machine, python][name]
                if bool(within) != (len(stood_in) > 1) or (not within and anything not in stood_in):
                    wrong.append(f"{name} on {machine}, Python {python}: {within or anything}, not of {stood_in}")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
