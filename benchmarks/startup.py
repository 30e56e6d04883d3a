"""From `warglass run` to answering. Run it from the repository's root: python benchmarks/startup.py.

The rival is an interpreter that only imports the libraries that any such service needs.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from running import RunningService

ROUNDS = 9
IMPORTS = "import flask, waitress, gpiozero, luma.oled.device, PIL.Image"


def bare() -> float:
    start = time.monotonic()
    subprocess.run([sys.executable, "-c", IMPORTS], check=True)
    return time.monotonic() - start


def full() -> float:
    with tempfile.TemporaryDirectory() as folder, RunningService(Path(folder)) as service:
        return service.start_seconds


if __name__ == "__main__":
    pairs = [(full(), bare()) for _ in range(ROUNDS)]
    own, rival = ([pair[index] for pair in pairs] for index in (0, 1))
    median, bare_median = statistics.median(own), statistics.median(rival)
    print(
        f"start to first answer, median: {median:.2f} s (imports {bare_median:.2f}, ratio {median / bare_median:.1f})"
    )
    print(f"start to first answer, slowest of {ROUNDS}: {max(own):.2f} s (imports {max(rival):.2f})")
