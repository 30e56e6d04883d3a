"""Keeps what outlives the process, and says which start of the machine this is."""

import contextlib
import errno
import fcntl
import os
import stat
from collections.abc import Mapping
from pathlib import Path

from companion.errors import WarglassError

# Small files that are written whole or not at all, for their owner alone.


def replace(path: Path, data: bytes) -> None:
    """Replaces the file whole: a power cut leaves the old file or the new one, never half of one. Raises OSError.

    What root writes belongs to the owner of the folder, who must be able to read it.
    """
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        if os.geteuid() == 0:
            owner = path.parent.stat()
            os.fchown(file.fileno(), owner.st_uid, owner.st_gid)
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    draft.rename(path)
    to_disk(path.parent)


def remove(path: Path) -> None:
    """Deletes the file, where it is there. Raises OSError."""
    path.unlink(missing_ok=True)
    to_disk(path.parent)


def to_disk(folder: Path) -> None:
    """Brings what was renamed and removed in the folder to the disk. Raises OSError."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# Which start of the machine this is.

STARTED = "WARGLASS_STARTED"
"""systemd says so here (systemd.unit(5), %b): a service that it confines cannot read FILE."""
FILE = Path("/proc/sys/kernel/random/boot_id")
"""See random(4)."""


def started(environment: Mapping[str, str] = os.environ, *, file: Path = FILE) -> str:
    """Returns 32 hex digits that the kernel drew as it started; "" where they are unknown."""
    said = environment.get(STARTED, "")
    if not said:
        try:
            said = file.read_text(encoding="ascii")
        except (OSError, ValueError):
            return ""
    return said.strip().replace("-", "")


# Where the table keeps what outlives the process.

_FAILING = {errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EIO}


class StateError(WarglassError):
    """Reports that the state directory cannot be used. The message says what to do."""


def state_directory(chosen: Path | None) -> Path:
    """Returns the directory chosen, or systemd's STATE_DIRECTORY, or the user's state folder; absolute, not yet
    made.
    """
    if chosen is not None:
        return chosen.absolute()
    given = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    if given:
        return Path(given)
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "warglass"


def claim(directory: Path) -> int:
    """Makes the directory and takes it for this process alone: two tables on one journal would spoil it.

    Returns the lock's file descriptor, which holds until it is closed. Players can play on a disk that fails. What this
    process writes from now on, and what is there of an earlier one, is its owner's alone, with any umask. Raises
    StateError.
    """
    os.umask(0o077)
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
    _close(directory)
    return lock


def _close(directory: Path) -> None:
    for each in directory.iterdir():
        with contextlib.suppress(OSError):
            if each.is_file() and not each.is_symlink():
                each.chmod(stat.S_IMODE(each.stat().st_mode) & 0o700)


def scratch_directory(state: Path) -> Path:
    """Returns a folder for files that are of no use after the process: the state directory, or memory on a read-only
    disk.
    """
    return state if os.access(state, os.W_OK) else Path("/dev/shm")


def running(directory: Path) -> bool:
    """Returns True where a table runs with this directory. It leaves that as it is."""
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
    """Returns the lock of a disk that takes no writes: the one of an earlier start, or else one without an owner."""
    try:
        return os.open(directory / "lock", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return os.open("/dev/null", os.O_RDONLY | os.O_CLOEXEC)
