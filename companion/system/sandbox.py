"""Runs inside a worker: a process that gives up what it does not need, does one piece of work, and is gone."""

import os
import resource
import threading
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import msgspec

from companion.errors import WarglassError

LARGEST_ANSWER = 2 * 1024 * 1024
"""Limits the bytes of JSON."""
NO_MEMORY = os.EX_UNAVAILABLE
"""Its exit status when it has no memory left."""
SIZE_BYTES = 8
"""Counts the bytes of a request's own length, before it."""

Told = Callable[[float], None]
"""Takes the share of the work that is done, of 1."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Limits what a worker may use: seconds of processor time, bytes of address space."""

    cpu_s: int
    memory: int


class ProcessorShare(msgspec.Struct, frozen=True, tag="share"):
    """Says how much is done, of 1."""

    done: float


class WorkerRefusal(msgspec.Struct, frozen=True, tag="refusal"):
    """Says why the work was not done: a sentence for players."""

    message: str


class WorkerAnswer(msgspec.Struct, frozen=True, tag="answer"):
    """Holds the answer: the work is done."""

    answer: msgspec.Raw


Line = ProcessorShare | WorkerRefusal | WorkerAnswer
"""Lists what a worker writes, a line each; one of the last two ends it."""


def do(work: Callable[[bytes, Told], object], *, limits: Limits) -> NoReturn:
    """Does the work that comes in at standard input, whose answer goes out as JSON, and ends the process.

    Once standard input is over, its parent is gone, and so is this process.
    """
    _confine(limits)
    request = _read(int.from_bytes(_read(SIZE_BYTES)))
    threading.Thread(target=_leave_when_nobody_asks, daemon=True).start()
    try:
        said = msgspec.json.encode(work(request, _told_by_the_hundredth()))
        if len(said) > LARGEST_ANSWER:
            _say(WorkerRefusal("There is more in it than a table takes."))
        else:
            _say(WorkerAnswer(msgspec.Raw(said)))
    except WarglassError as refused:
        _say(WorkerRefusal(str(refused)))
    except MemoryError:
        os._exit(NO_MEMORY)
    os._exit(os.EX_OK)


def _confine(limits: Limits) -> None:
    """Lowers what this process may do: it reads what strangers send."""
    for what, most in (
        (resource.RLIMIT_CPU, limits.cpu_s),
        (resource.RLIMIT_AS, limits.memory),
        (resource.RLIMIT_NOFILE, 16),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(what, (most, most))
    os.nice(10)
    # Where memory runs out, the kernel takes this and leaves the table.
    Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")


def _told_by_the_hundredth() -> Told:
    before = -1

    def tell(share: float) -> None:
        nonlocal before
        if int(share * 100) != before:
            before = int(share * 100)
            _say(ProcessorShare(before / 100))

    return tell


def _say(line: Line) -> None:
    rest = memoryview(msgspec.json.encode(line) + b"\n")
    while rest:
        rest = rest[os.write(1, rest) :]


def _read(size: int) -> bytes:
    """Reads so many bytes from standard input. Not by sys.stdin, whose lock a thread that waits for its end
    would hold.
    """
    pieces = bytearray()
    while len(pieces) < size:
        piece = os.read(0, size - len(pieces))
        if not piece:
            os._exit(os.EX_IOERR)
        pieces += piece
    return bytes(pieces)


def _leave_when_nobody_asks() -> None:
    while os.read(0, 1):
        pass
    os._exit(os.EX_IOERR)
