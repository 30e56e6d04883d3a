"""The broker that runs with a hall's folder, wherever it was started from."""

import os
import signal
from pathlib import Path

from companion.fields.numbers import whole

_PROC = Path("/proc")
_MOST_PROCESSES = 2**22


def reload(conf: Path) -> bool:
    """Has every Mosquitto that runs with that file read passwords, rights and certificate anew. False where none does.
    Raises PermissionError where it is somebody else's."""
    found = _running(conf)
    for process in found:
        os.kill(process, signal.SIGHUP)
    return bool(found)


def _running(conf: Path) -> list[int]:
    """Looked for by what it was started with: a number in a file may be another process's by now."""
    found, wanted = [], conf.resolve()
    for place in _PROC.glob("[0-9]*"):
        try:
            words = (place / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        program, *arguments = (Path(os.fsdecode(word)) for word in words)
        # Only what has its name is looked up: others' arguments may be any text.
        if program.name == "mosquitto" and any(
            each.name == conf.name and each.resolve() == wanted for each in arguments
        ):
            found.append(place.name)
    return [number for name in found if (number := whole(name, least=1, most=_MOST_PROCESSES)) is not None]
