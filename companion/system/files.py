"""Small files that are written whole or not at all, for their owner alone."""

import os
from pathlib import Path


def replace(path: Path, data: bytes) -> None:
    """All or nothing: a power cut leaves the old file or the new one, never half of one. Raises OSError.

    What root writes belongs to whoever the folder belongs to, who has to be able to read it.
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
    """Nothing where it is not there. Raises OSError."""
    path.unlink(missing_ok=True)
    to_disk(path.parent)


def to_disk(folder: Path) -> None:
    """What was renamed and removed in it is on the disk. Raises OSError."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
