"""Runs in the guest: one library's behaviours on the real chip. Prints a JSON object: behaviour -> what went wrong.

    pins_in_guest.py LIBRARY [BEHAVIOUR]

Each has a process of its own: lgpio's thread does not survive what a closed factory leaves in it.
"""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from behaviours import A, B, behaviours_of
from gpiozero import Factory

from hardware.pins.library import BACKENDS, user_of_line

CHIP = "/dev/gpiochip0"
LINE = "/sys/devices/platform/gpio-sim.0/gpiochip0/sim_gpio{}/{}"
HEARD_S = 0.2
SETTLING_S = 0.02
SOMEBODY = """
import sys, gpiod
held = gpiod.request_lines(sys.argv[1], {int(sys.argv[2]): None}, "somebody")
print("has it", flush=True)
sys.stdin.read()
"""


class KernelWires:
    """See `behaviours.Wires`."""

    def __init__(self, pins: Factory) -> None:
        self.pins = pins

    def drive(self, gpio: int, *, high: bool) -> None:
        Path(LINE.format(gpio, "pull")).write_text("release" if high else "hold-low")
        # The simulated chip's interrupt comes a little later.
        time.sleep(SETTLING_S)

    def level(self, gpio: int) -> bool:
        return Path(LINE.format(gpio, "value")).read_text().strip() == "1"

    def sounds(self, gpio: int) -> bool:
        levels = set()
        end = time.monotonic() + HEARD_S
        while time.monotonic() < end:
            levels.add(self.level(gpio))
        return len(levels) == 2

    def free(self, gpio: int) -> bool:
        return user_of_line(CHIP, gpio) is None

    @contextmanager
    def taken(self, gpio: int) -> Iterator[str]:
        holder = subprocess.Popen(
            [sys.executable, "-c", SOMEBODY, CHIP, str(gpio)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert holder.stdout is not None
        assert holder.stdout.readline() == "has it\n"
        try:
            yield "somebody"
        finally:
            holder.communicate()


def main() -> None:
    library, *behaviour = sys.argv[1:]
    if behaviour:
        _try(library, *behaviour)
        return
    wrong = {}
    for each in behaviours_of(library):
        command = [sys.executable, __file__, library, each]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        wrong[each] = done.stderr if done.returncode else ""
    sys.stdout.write(json.dumps(wrong))


def _try(library: str, behaviour: str) -> None:
    module, _, name = BACKENDS[library].partition(":")
    with getattr(import_module(module), name)() as pins:
        wires = KernelWires(pins)
        for gpio in (A, B):
            wires.drive(gpio, high=True)
        behaviours_of(library)[behaviour](wires)


main()
