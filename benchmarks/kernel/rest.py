"""Runs in the guest: what a process that rests costs, by the kernel's own account.

    rest.py PID SECONDS

Prints JSON: share of a core, and wake-ups a second of the process and of each thread that woke.
"""

import json
import re
import sys
import time
from pathlib import Path


def counted(tasks: Path) -> dict[str, tuple[int, int]]:
    """Of each thread, how often it went to sleep and the nanoseconds that it ran."""
    found = {}
    for task in tasks.iterdir():
        try:
            slept = re.search(r"^voluntary_ctxt_switches:\s+(\d+)", (task / "status").read_text(), re.MULTILINE)
            ran = int((task / "schedstat").read_text().split()[0])
        except OSError:
            continue
        if slept is not None:
            found[task.name] = (int(slept[1]), ran)
    return found


def main() -> None:
    tasks, seconds = Path(f"/proc/{sys.argv[1]}/task"), float(sys.argv[2])
    before, began = counted(tasks), time.monotonic()
    time.sleep(seconds)
    after, took = counted(tasks), time.monotonic() - began
    woken = {name: (slept - before.get(name, (slept, 0))[0]) / took for name, (slept, _) in after.items()}
    ran = sum(ran - before.get(name, (0, ran))[1] for name, (_, ran) in after.items())
    threads = sorted((rate for rate in woken.values() if rate), reverse=True)
    sys.stdout.write(json.dumps({"core": ran / took / 1e9, "wakes": sum(woken.values()), "threads": threads}))


main()
