"""Does work that could take long in a process of its own: one piece at a time for the whole table."""

import logging
import os
import secrets
import selectors
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO, Generic, TypeVar

import msgspec

import companion
from companion.clock import SECOND, Clock
from companion.errors import WarglassError
from companion.fields.decode import decoder_of
from companion.system.sandbox import (
    LARGEST_ANSWER,
    NO_MEMORY,
    SIZE_BYTES,
    Line,
    ProcessorShare,
    Told,
    WorkerAnswer,
    WorkerRefusal,
)

# Work that could take long, or more memory than there is, in a process beside the table's.
#
# A fresh interpreter, not a fork: a pin library's threads and handles do not survive one.

ROOT = Path(companion.__file__).parents[1]
"""Our own packages are here: a worker runs what the table runs."""
TICK_S = 0.1
_LEAVES_WITHIN_S = 2.0
_PIECE = 64 * 1024
_LINES: msgspec.json.Decoder[Line] = decoder_of(Line)
_TOO_MUCH = (NO_MEMORY, -signal.SIGKILL, -signal.SIGXCPU)


class Failed(WarglassError):
    """Reports that the work was not done. The message is a sentence for the player who asked for it."""


class Worker:
    """Runs one module of ours (`python -m`, see companion.system.sandbox), a process for each piece of work."""

    def __init__(self, module: str, *, clock: Clock, time_s: float) -> None:
        """`time_s`: how long a piece may take, by the clock on the wall."""
        self._module = module
        self._clock = clock
        self._time_ns = round(time_s * SECOND)

    def work(self, request: bytes, *, told: Told, stopped: Callable[[], bool]) -> bytes:
        """Returns the answer to the request, as JSON. Raises Failed; the process is gone either way.

        It calls `stopped` now and then.
        """
        try:
            process = subprocess.Popen(
                # The interpreter's own path, and ours: no modules from the working directory or the user's.
                [sys.executable, "-s", "-P", "-m", self._module],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                # One arena: each further one would take address space that it never uses.
                env={"PYTHONPATH": str(ROOT), "MALLOC_ARENA_MAX": "1"},
            )
        except OSError as error:
            raise Failed(f"The table has no room for this now ({error.strerror}): try again in a moment.") from error
        with process:
            try:
                return self._listen(process, request, told, stopped)
            finally:
                process.kill()

    def _listen(
        self, process: "subprocess.Popen[bytes]", request: bytes, told: Told, stopped: Callable[[], bool]
    ) -> bytes:
        assert process.stdin is not None
        assert process.stdout is not None
        asking = _Asking(process.stdin, request)
        heard = b""
        late = self._clock.now() + self._time_ns
        with selectors.DefaultSelector() as ready:
            ready.register(process.stdin, selectors.EVENT_WRITE)
            ready.register(process.stdout, selectors.EVENT_READ)
            while True:
                if stopped():
                    raise Failed("It was stopped.")
                if self._clock.now() >= late:
                    raise _too_much()
                for key, _ in ready.select(TICK_S):
                    if key.fileobj is process.stdin:
                        if asking.done():
                            ready.unregister(process.stdin)
                        continue
                    piece = os.read(process.stdout.fileno(), _PIECE)
                    heard += piece
                    if len(heard) > LARGEST_ANSWER + _PIECE:
                        raise _too_much()
                    if not piece:
                        raise _ended(process)
                    *lines, heard = heard.split(b"\n")
                    for line in lines:
                        match _line(line):
                            case ProcessorShare(done):
                                told(done)
                            case WorkerRefusal(message):
                                raise Failed(message)
                            case WorkerAnswer(answer):
                                return bytes(answer)


class _Asking:
    """Sends a request into a worker, which may read it slowly or not at all."""

    def __init__(self, pipe: IO[bytes], request: bytes) -> None:
        self._pipe = pipe.fileno()
        self._rest = memoryview(len(request).to_bytes(SIZE_BYTES) + request)
        os.set_blocking(self._pipe, False)

    def done(self) -> bool:
        """Sends what the pipe takes. Returns True where that was all, or the worker no longer reads."""
        try:
            self._rest = self._rest[os.write(self._pipe, self._rest[:_PIECE]) :]
        except BlockingIOError:
            return False
        except BrokenPipeError:
            return True
        return not self._rest


def _line(text: bytes) -> Line:
    try:
        return _LINES.decode(text)
    except msgspec.DecodeError as error:
        raise _broken() from error


def _ended(process: "subprocess.Popen[bytes]") -> Failed:
    """Returns why one that has ended, or is silent, has not answered."""
    try:
        return _too_much() if process.wait(_LEAVES_WITHIN_S) in _TOO_MUCH else _broken()
    except subprocess.TimeoutExpired:
        return _broken()


def _too_much() -> Failed:
    return Failed("That takes more time or memory than the table can spare: choose fewer or smaller files.")


def _broken() -> Failed:
    return Failed("It could not be read to its end; the table goes on. The service's log says what happened.")


# Work that players wait for, one piece at a time for the whole table; a few more wait their turn.

_logger = logging.getLogger(__name__)
R = TypeVar("R")

MOST_WAITING = 4
"""Limits the pieces of work that are not over; each may hold a thread of the server's, of which 16 are for taps."""
MOST_KEPT = 4
KEPT_S = 600
"""Their outcomes are kept for so long, and so many at most."""


class Busy(WarglassError):
    """Refuses work, because too much is waiting already."""

    def __init__(self) -> None:
        super().__init__("Others are waiting for the same. Try again in a moment.")


class Job(Generic[R]):
    """Holds one piece of work. Any thread may read it."""

    def __init__(self) -> None:
        self.id = secrets.token_urlsafe(9)
        self.begun = False
        self.share = 0.0
        """Holds the share that is done, of 1."""
        self._over = threading.Event()
        self._stopped = threading.Event()
        self._came_of_it: R | Failed | None = None
        self.over_at: int | None = None
        """Holds the monotonic instant (ns) since which it is over."""

    @property
    def over(self) -> bool:
        return self._over.is_set()

    def wait(self, timeout_s: float) -> None:
        """Waits until it is over, or for that long."""
        self._over.wait(timeout_s)

    def result(self) -> R:
        """Returns its outcome, as soon as it is over. Raises Failed."""
        self._over.wait()
        assert self._came_of_it is not None
        if isinstance(self._came_of_it, Failed):
            raise self._came_of_it
        return self._came_of_it

    def stop(self) -> None:
        """Has it fail within moments, unless it is over."""
        self._stopped.set()

    @property
    def stopped(self) -> bool:
        return self._stopped.is_set()

    def end(self, came_of_it: R | Failed, *, at: int) -> None:
        self._came_of_it = came_of_it
        self.over_at = at
        self._over.set()


class Jobs(Generic[R]):
    """Begins work and remembers it for a while. Any thread may call."""

    def __init__(
        self, do: Callable[[bytes, Told, Callable[[], bool]], R], *, clock: Clock, stopped: Callable[[], bool]
    ) -> None:
        """`do` takes a request, a function for its progress, and one that says whether to stop; it may raise Failed.

        `stopped`: the table has stopped.
        """
        self._do = do
        self._clock = clock
        self._stopped = stopped
        self._jobs: dict[str, Job[R]] = {}
        self._lock = threading.Lock()
        self._turn = threading.Lock()

    def begin(self, request: bytes) -> Job[R]:
        """Begins the work. Raises Busy."""
        with self._lock:
            self._forget()
            if sum(1 for job in self._jobs.values() if job.over_at is None) >= MOST_WAITING:
                raise Busy
            job: Job[R] = Job()
            self._jobs[job.id] = job
        threading.Thread(target=self._run, args=(job, request), name="job", daemon=True).start()
        return job

    def find(self, id: str) -> Job[R] | None:
        """Returns the job of that id; None where there is none, or none any more."""
        with self._lock:
            self._forget()
            return self._jobs.get(id)

    def _run(self, job: Job[R], request: bytes) -> None:
        def stopped() -> bool:
            return job.stopped or self._stopped()

        with self._turn:
            job.begun = True
            came_of_it: R | Failed
            try:
                if stopped():
                    raise Failed("It was stopped.")
                came_of_it = self._do(request, lambda share: setattr(job, "share", share), stopped)
            except Failed as failed:
                came_of_it = failed
            except Exception:
                _logger.exception("a job broke")
                came_of_it = Failed("Something is broken here; the table goes on. The service's log says what.")
            job.end(came_of_it, at=self._clock.now())

    def _forget(self) -> None:
        """Drops what has been over for long, and the oldest of what is more than there is room for."""
        over = {id: job.over_at for id, job in self._jobs.items() if job.over_at is not None}
        since = self._clock.now() - KEPT_S * SECOND
        for number, (id, at) in enumerate(sorted(over.items(), key=lambda each: -each[1])):
            if at <= since or number >= MOST_KEPT:
                del self._jobs[id]
