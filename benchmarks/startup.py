"""From `warglass run` to answering. Run it from the repository's root: python benchmarks/startup.py.

The rival is an interpreter that only imports the libraries that any such service needs. Each round measures both, one
after the other, so that a machine that is busy with something else is busy for both.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from running import RunningService

ROUNDS = 9
IMPORTS = "import flask, waitress, gpiozero, luma.oled.device, PIL.Image"


class Start(NamedTuple):
    """Seconds from the command: to the first answer, to the first page, and to one that the first does not need."""

    answer: float
    page: float
    rest: float


def bare() -> float:
    start = time.monotonic()
    subprocess.run([sys.executable, "-c", IMPORTS], check=True)
    return time.monotonic() - start


def full() -> Start:
    with tempfile.TemporaryDirectory() as folder, RunningService(Path(folder)) as service:
        found = [service.start_seconds]
        for path in ("/", "/warzone/shoot"):
            service.read(path)
            found.append(time.monotonic() - service.started)
        return Start(*found)


if __name__ == "__main__":
    pairs = [(full(), bare()) for _ in range(ROUNDS)]
    rival = statistics.median(each for _, each in pairs)
    for name, of in (("answer", "first answer"), ("page", "first page"), ("rest", "a page of another game")):
        own = [getattr(each, name) for each, _ in pairs]
        ratio = statistics.median(getattr(each, name) / imports for each, imports in pairs)
        goal = ", goal 2.0 and 0.7 s" if name == "answer" else ""
        print(
            f"start to {of}, median: {statistics.median(own):.2f} s (imports {rival:.2f}, ratio {ratio:.1f}{goal}), "
            f"slowest of {ROUNDS}: {max(own):.2f} s"
        )
