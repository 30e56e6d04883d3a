"""Whether a table is running on this machine, told without touching it."""

import re

from companion.fields.numbers import whole
from hardware.doctor.installation import Installation

CGROUP = "/sys/fs/cgroup/system.slice/warglass.service/cgroup.procs"
LOCKS = "/proc/locks"
STOP_IT = "sudo systemctl stop warglass"


def table_process(at: Installation) -> int | None:
    """The process of the service, or of a table that was started by hand with this state directory; None where neither
    is running.

    The first is in the service's cgroup. The second holds a lock on `lock` in its state directory,
    which the kernel lists (proc(5), /proc/locks): trying for the lock ourselves could turn away a table that is just
    starting.
    """
    if processes := _text(at, CGROUP).split():
        return whole(processes[0])
    inode = at.machine.inode(str(at.state / "lock"))
    lock = re.search(rf"FLOCK +ADVISORY +WRITE +([0-9]+) +\S+:{inode} ", _text(at, LOCKS))
    return whole(lock[1]) if lock is not None else None


def _text(at: Installation, path: str) -> str:
    try:
        return at.machine.read(path).decode()
    except OSError:
        return ""
