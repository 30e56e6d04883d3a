"""Acknowledged events lost when the service is killed. Run it from the repository's root: python benchmarks/kills.py.

First 200 kills of a process that does nothing but flip timers, then 20 of the whole service with a phone that taps as
fast as it is answered. There is no rival: anything but 0 is a defect.
"""

import http.client
import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from running import RunningService

SCRIPT = Path(__file__).parent.parent / "tests" / "companion" / "table" / "kill_minus_nine.py"
ROUNDS = 20


def tap_until_killed(service: RunningService, acknowledged: list[int]) -> None:
    try:
        while True:
            for act in ("flip", "free"):
                answer = service.post(f"/api/timers/gold-30/{act}")
                if answer:
                    acknowledged.append(answer["last"][-1]["seq"])
    except (OSError, http.client.HTTPException):
        return


def whole_service(folder: Path, chance: random.Random) -> tuple[int, int]:
    acknowledged: list[int] = []
    lost = 0
    for number in range(ROUNDS):
        state = folder / str(number)
        service = RunningService(state)
        service.join()
        service.post("/api/table/begin")
        seen: list[int] = []
        tapping = threading.Thread(target=tap_until_killed, args=(service, seen))
        tapping.start()
        time.sleep(0.1 + chance.random() * 0.3)
        service.kill()
        tapping.join()
        with RunningService(state) as again:
            kept = again.get("/api/log?limit=1")["last"]
        lost += sum(seq > kept for seq in seen)
        acknowledged += seen
    return len(acknowledged), lost


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, str(SCRIPT), folder, "200", "1"]
        counted = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    print(f"table killed {counted['rounds']} times: {counted['lost']} of {counted['acknowledged']} events lost")
    with tempfile.TemporaryDirectory() as folder:
        events, lost = whole_service(Path(folder), random.Random(1))
    print(f"service killed {ROUNDS} times: {lost} of {events} events lost")
