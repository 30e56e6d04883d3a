"""Where the table keeps what outlives the process."""

import errno
import fcntl
import os
from pathlib import Path

from companion.errors import WarglassError

_FAILING = {errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EIO}


class StateError(WarglassError):
    """The state directory cannot be used. The message says what to do."""


def state_directory(chosen: Path | None) -> Path:
    """The directory chosen, or systemd's STATE_DIRECTORY, or the user's state folder; absolute, not yet made."""
    if chosen is not None:
        return chosen.absolute()
    given = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    if given:
        return Path(given)
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "warglass"


def claim(directory: Path) -> int:
    """Makes the directory and takes it for this process alone: two tables on one journal would spoil it.

    Returns the lock's file descriptor, which holds until it is closed. A disk that fails keeps nobody from playing.
    Raises StateError.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = os.open(directory / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        if error.errno not in _FAILING:
            raise StateError(
                f"{directory} cannot be written ({error.strerror}): choose another with --state."
            ) from error
        lock = _failing(directory)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        raise StateError(
            f"Warglass is running already with {directory}: stop it, or choose another --state."
        ) from error
    return lock


def scratch_directory(state: Path) -> Path:
    """Where files may be made that nobody needs after the process: the state directory, or memory where the disk is
    read-only."""
    return state if os.access(state, os.W_OK) else Path("/dev/shm")


def running(directory: Path) -> bool:
    """Whether a table runs with this directory. Changes nothing there."""
    try:
        lock = os.open(directory / "lock", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(lock)
    return False


def _failing(directory: Path) -> int:
    """The lock of a disk that takes nothing: the one of an earlier start, or else nobody's."""
    try:
        return os.open(directory / "lock", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return os.open("/dev/null", os.O_RDONLY | os.O_CLOEXEC)
