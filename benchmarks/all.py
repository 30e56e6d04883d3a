"""Every benchmark in turn, each in a process of its own, with the machine they ran on."""

import platform
import subprocess
import sys
from pathlib import Path

NAMES = (
    "press_to_frame",
    "press_to_streams",
    "wire_bytes",
    "chips",
    "bus_share",
    "idle",
    "first_faces",
    "startup",
    "first_page",
    "map_taps",
    "long_match",
    "shelf",
    "replay",
    "imports",
    "referee",
    "warzone",
    "duel_sheet",
    "battleline",
    "worst_questions",
    "hall_press",
    "hall_load",
)


def processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith(("model name", "Model")):
            return line.partition(":")[2].strip()
    return platform.machine()


if __name__ == "__main__":
    print(f"Python {platform.python_version()}, {processor()}", flush=True)
    for name in NAMES:
        print(f"\n{name}", flush=True)
        subprocess.run([sys.executable, str(Path(__file__).with_name(f"{name}.py"))], check=True)
