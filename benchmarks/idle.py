"""What a table at which nothing happens costs: processor time and storage writes of the whole service, seen from
outside, with ten phones watching. The rival is the same service while every timer runs.
"""

import time
from collections.abc import Iterator

from benchmarks.figures import Figure
from benchmarks.press_to_streams import Streams
from benchmarks.running import RunningService, at_rest, spent, wait_until

SHORT = {"seconds": 0.5}
PHONES = 10
TIMERS = [f"{side}-{name}" for side in ("gold", "red") for name in ("90", "60a", "60b", "30", "spell")]


def measured(service: RunningService, seconds: float) -> tuple[float, int]:
    """Returns the share of a core, and the bytes written."""
    written = service.written_bytes()
    return spent(service, seconds), service.written_bytes() - written


def measure(service: RunningService, *, seconds: float = 20) -> Iterator[Figure]:
    with Streams(service, PHONES):
        wait_until(lambda: at_rest(service))
        idle, idle_bytes = measured(service, seconds)
        service.post("/api/table/begin")
        for timer in TIMERS:
            service.post(f"/api/timers/{timer}/flip")
        time.sleep(1.5)
        busy, busy_bytes = measured(service, seconds)
    rival = "every timer running"
    yield Figure.of(
        "an idle table with ten phones watching, share of a core", [100 * idle], "%", rival=rival, rivals=[100 * busy]
    )
    yield Figure.of("what an idle table writes in 20 seconds", [idle_bytes], "bytes", rival=rival, rivals=[busy_bytes])
