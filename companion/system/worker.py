"""Work that could take long, or more memory than there is, in a process beside the table's.

A fresh interpreter, not a fork: a pin library's threads and handles do not survive one.
"""

import os
import selectors
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO

import msgspec

import companion
from companion.clock import SECOND, Clock
from companion.errors import WarglassError
from companion.system.confined import LARGEST_ANSWER, NO_MEMORY, SIZE_BYTES, Answer, Line, Refusal, Share, Told

ROOT = Path(companion.__file__).parents[1]
"""Where our own packages lie: a worker runs what the table runs."""
TICK_S = 0.1
_LEAVES_WITHIN_S = 2.0
_PIECE = 64 * 1024
_LINES: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)
_TOO_MUCH = (NO_MEMORY, -signal.SIGKILL, -signal.SIGXCPU)


class Failed(WarglassError):
    """The work was not done. The message is a sentence for whoever asked for it."""


class Worker:
    """Runs one module of ours (`python -m`, see companion.system.confined), a process for each piece of work."""

    def __init__(self, module: str, *, clock: Clock, time_s: float) -> None:
        """`time_s`: how long a piece may take, by the clock on the wall."""
        self._module = module
        self._clock = clock
        self._time_ns = round(time_s * SECOND)

    def work(self, request: bytes, *, told: Told, stopped: Callable[[], bool]) -> bytes:
        """The answer to the request, as JSON. `stopped` is asked now and then. Raises Failed; the process is gone
        either way."""
        try:
            process = subprocess.Popen(
                # The interpreter's own path, and ours: nothing from the working directory or the user's.
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
                return self._heard(process, request, told, stopped)
            finally:
                process.kill()

    def _heard(
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
                            case Share(done):
                                told(done)
                            case Refusal(message):
                                raise Failed(message)
                            case Answer(answer):
                                return bytes(answer)


class _Asking:
    """A request on its way into a worker, which may read it slowly or not at all."""

    def __init__(self, pipe: IO[bytes], request: bytes) -> None:
        self._pipe = pipe.fileno()
        self._rest = memoryview(len(request).to_bytes(SIZE_BYTES) + request)
        os.set_blocking(self._pipe, False)

    def done(self) -> bool:
        """Sends what the pipe takes; whether that was all, or nobody reads any more."""
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
    """Why one that says nothing more has not answered."""
    try:
        return _too_much() if process.wait(_LEAVES_WITHIN_S) in _TOO_MUCH else _broken()
    except subprocess.TimeoutExpired:
        return _broken()


def _too_much() -> Failed:
    return Failed("That takes more time or memory than the table can spare: choose fewer or smaller files.")


def _broken() -> Failed:
    return Failed("It could not be read to its end; the table goes on. The service's log says what happened.")
