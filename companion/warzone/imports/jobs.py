"""Imports on their way: the only way in which files become cards."""

from collections.abc import Callable, Iterable

import msgspec

from companion.clock import SystemClock
from companion.fields.invalid import Invalid
from companion.system.confined import Told
from companion.system.jobs import Job, Jobs
from companion.system.worker import Worker
from companion.warzone.imports.files import MOST_FILES, CatalogueFile, Files, Found

MODULE = "companion.warzone.imports"
TIME_S = 60
"""By the clock on the wall, with other work of the machine's in between."""


class Imports:
    """Reads files in a worker. Any thread may call."""

    def __init__(self, *, stopped: Callable[[], bool]) -> None:
        """`stopped`: whether the table is, and with it all that is on its way."""
        clock = SystemClock()
        self._worker = Worker(MODULE, clock=clock, time_s=TIME_S)
        self._jobs: Jobs[Found] = Jobs(self._read, clock=clock, stopped=stopped)

    def begin(self, files: Iterable[CatalogueFile]) -> Job[Found]:
        """Raises Invalid, and Busy where others are waiting."""
        sent = tuple(files)
        if len(sent) > MOST_FILES:
            raise Invalid("files", f"choose no more than {MOST_FILES} at once")
        return self._jobs.begin(msgspec.json.encode(Files(sent)))

    def find(self, id: str) -> Job[Found] | None:
        """None where there is none of that id any more."""
        return self._jobs.find(id)

    def _read(self, request: bytes, told: Told, stopped: Callable[[], bool]) -> Found:
        return msgspec.json.decode(self._worker.work(request, told=told, stopped=stopped), type=Found)
