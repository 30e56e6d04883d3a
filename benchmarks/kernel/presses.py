"""Runs in the guest: how long a press takes from the contact to the thread that dispatches it, through one pin library.

    presses.py LIBRARY GPIO …

A process of its own moves the contacts. Prints JSON: how many presses it made, and of each that was heard how many
nanoseconds after the kernel's stamp the input thread had it. Where the machine stands still for longer than a press,
the kernel itself reads two edges as the same.
"""

import json
import subprocess
import sys
from contextlib import suppress
from importlib import import_module
from queue import Empty

from companion.clock import SystemClock
from companion.panel.config import ControlConfig
from hardware.buttons import Buttons
from hardware.pins.library import BACKENDS

PRESSES = 400
APART_S = 0.05
QUIET_S = 5
FINGER = """
import sys, time
lines = [open(f"/sys/devices/platform/gpio-sim.0/gpiochip0/sim_gpio{gpio}/pull", "w") for gpio in sys.argv[3:]]
for number in range(int(sys.argv[1])):
    line = lines[number % len(lines)]
    for level in ("hold-low", "release"):
        time.sleep(float(sys.argv[2]))
        if level == "hold-low":
            print(time.monotonic_ns(), flush=True)
        line.write(level)
        line.flush()
        line.seek(0)
"""


def main() -> None:
    library, *gpios = sys.argv[1:]
    module, _, name = BACKENDS[library].partition(":")
    clock = SystemClock()
    controls = [ControlConfig(id=f"button {gpio}", gpio=int(gpio)) for gpio in gpios]
    with getattr(import_module(module), name)() as pins:
        buttons = Buttons(controls=controls, pins=pins, clock=clock)
        command = [sys.executable, "-c", FINGER, str(PRESSES), str(APART_S), *gpios]
        finger = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        had = []
        with suppress(Empty):
            while True:
                edge = buttons.edges.get(timeout=QUIET_S)
                if edge.pressed:
                    had.append((edge.at, clock.now()))
        moved = [int(line) for line in finger.communicate()[0].splitlines()]
        buttons.close()
    sys.stdout.write(json.dumps({"made": len(moved), "late": [now - stamp for stamp, now in had]}))


main()
