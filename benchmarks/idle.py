"""What a table at which nothing happens costs. Run it from the repository's root: python benchmarks/idle.py.

Processor time and storage writes of the whole service, from outside, with ten phones watching. The rival is the same
service while every timer runs.
"""

import socket
import tempfile
import time
from pathlib import Path

from running import RunningService

SECONDS = 20
PHONES = 10
TIMERS = [f"{side}-{name}" for side in ("gold", "red") for name in ("90", "60a", "60b", "30", "spell")]


def watch(service: RunningService) -> socket.socket:
    phone = socket.create_connection(("127.0.0.1", service.port))
    phone.sendall(f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{service.port}\r\n\r\n".encode())
    return phone


def measured(service: RunningService) -> tuple[float, int]:
    """Share of a core, and bytes written."""
    cpu, written, start = service.cpu_seconds(), service.written_bytes(), time.monotonic()
    time.sleep(SECONDS)
    spent = service.cpu_seconds() - cpu
    return spent / (time.monotonic() - start), service.written_bytes() - written


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, RunningService(Path(folder)) as service:
        service.join()
        phones = [watch(service) for _ in range(PHONES)]
        time.sleep(3)
        idle, idle_written = measured(service)
        service.post("/api/table/begin")
        for timer in TIMERS:
            service.post(f"/api/timers/{timer}/flip")
        time.sleep(1.5)
        busy, busy_written = measured(service)
        for phone in phones:
            phone.close()
    print(f"idle table, share of a core: {100 * idle:.2f} % (every timer running {100 * busy:.1f} %)")
    print(f"idle table, written in {SECONDS} s: {idle_written} bytes (every timer running {busy_written})")
