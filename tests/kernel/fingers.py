"""Runs in the guest: presses pins at given milliseconds, to the microsecond, and prints when that was.

    fingers.py [--frozen PID] GPIO@MS …

All are let go 80 ms after the last. With --frozen the process stands still meanwhile: it learns of the presses only
when all is over. Prints one JSON object: GPIO -> [before, after], CLOCK_MONOTONIC nanoseconds around the press.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path

HELD_NS = 80_000_000
LEAD_NS = 20_000_000
"""Time enough for a stop to have arrived before the first press."""


def main() -> None:
    arguments = sys.argv[1:]
    frozen = int(arguments[1]) if arguments[0] == "--frozen" else None
    presses = sorted((float(ms), int(gpio)) for gpio, ms in (each.split("@") for each in arguments if "@" in each))
    lines = {gpio: Path(f"/sys/devices/platform/gpio-sim.0/gpiochip0/sim_gpio{gpio}/pull") for _, gpio in presses}
    if frozen is not None:
        os.kill(frozen, signal.SIGSTOP)
    try:
        made = {}
        began = time.monotonic_ns() + LEAD_NS
        for ms, gpio in presses:
            wait_until(began + round(ms * 1_000_000))
            before = time.monotonic_ns()
            lines[gpio].write_text("hold-low")
            made[gpio] = [before, time.monotonic_ns()]
        wait_until(time.monotonic_ns() + HELD_NS)
        for line in lines.values():
            line.write_text("release")
    finally:
        if frozen is not None:
            os.kill(frozen, signal.SIGCONT)
    sys.stdout.write(json.dumps(made))


def wait_until(instant: int) -> None:
    while time.monotonic_ns() < instant:
        pass


main()
