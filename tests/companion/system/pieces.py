"""Pieces of work for test_worker: python -m tests.companion.system.pieces, and what to do comes in as the request."""

import os
import signal
import tempfile
import threading
import time
from pathlib import Path

from companion.errors import FileError
from companion.system.sandbox import Limits, Told, do


def work(request: bytes, told: Told) -> object:
    what = request.decode()
    match what:
        case "count":
            for number in range(5000):
                told(number / 5000)
            return {"counted": 5000}
        case "limits":
            return Path("/proc/self/limits").read_text(encoding="ascii")
        case "who":
            return [
                os.getpid(),
                os.getsid(0),
                os.nice(0),
                sorted(os.environ),
                [each.name for each in Path("/proc/self/fd").iterdir()],
            ]
        case "refuse":
            raise FileError("lamps.cat", "is too dark")
        case "hang":
            threading.Event().wait()
        case "spin":
            while True:
                pass
        case "eat":
            return len([bytearray(1 << 20) for _ in range(4000)])
        case "die":
            os.kill(os.getpid(), signal.SIGKILL)
        case "break":
            raise KeyError(what)
        case "write":
            with tempfile.TemporaryFile() as file:
                file.write(b"x" * 100_000)
        case "answer too much":
            return "x" * (3 << 20)
        case "talk on":
            while True:
                os.write(1, b"x" * 65536)
        case "talk nonsense":
            os.write(1, b'{"type":"share","done":"all"}\n')
        case "leave":
            os._exit(0)
        case _:
            return len(request)
    time.sleep(1)
    return None


if __name__ == "__main__":
    do(work, limits=Limits(cpu_s=1, memory=256 << 20))
