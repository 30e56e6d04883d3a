"""Describes what the checks look at: a machine, its configuration for Warglass, and what a check has found there."""

import re
from enum import Enum
from pathlib import Path

import msgspec

from companion.config import Config, ConfigError, FileTrouble, load_config
from companion.fields.numbers import whole
from companion.panel.config import PanelConfig
from hardware.doctor.machine import Machine

# What a check has found.


class CheckVerdict(Enum):
    """Rates a finding. `WARN`: the table works, but not as well as it could. `SKIPPED`: there was no way to check it,
    or no part.
    """

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"
    SKIPPED = "skipped"


class Finding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Describes one line of the report. Its fields are those of `warglass doctor --json`, and stay as they are.

    `check` says what was checked, `subject` which one of several, `found` what was found. `advice` is what to do about
    it, in a sentence; `command` what to type for it, where that is a command.
    """

    check: str
    subject: str = ""
    verdict: CheckVerdict
    found: str
    advice: str = ""
    command: str = ""


def ok(check: str, found: str, *, subject: str = "") -> Finding:
    return Finding(check=check, subject=subject, verdict=CheckVerdict.OK, found=found)


def warn(check: str, found: str, advice: str, *, command: str = "", subject: str = "") -> Finding:
    return Finding(check=check, subject=subject, verdict=CheckVerdict.WARN, found=found, advice=advice, command=command)


def fail(check: str, found: str, advice: str, *, command: str = "", subject: str = "") -> Finding:
    return Finding(check=check, subject=subject, verdict=CheckVerdict.FAIL, found=found, advice=advice, command=command)


def skipped(check: str, found: str, *, subject: str = "") -> Finding:
    return Finding(check=check, subject=subject, verdict=CheckVerdict.SKIPPED, found=found)


# What the checks look at: a machine, and what it is to be for Warglass.

SERVICE_STATE = "/var/lib/warglass"
"""The service's own state directory (`StateDirectory=` of its unit)."""
UNIT = "/etc/systemd/system/warglass.service"


class Installation(msgspec.Struct, frozen=True, kw_only=True):
    """Describes an installation. `source` is the file of the configuration, None for the one that comes with Warglass.

    `config` is None where it cannot be used. Then `trouble` says why, `advice` what to do, `command` what to type.
    """

    machine: Machine
    source: Path | None
    config: Config | None
    trouble: str
    advice: str = ""
    command: str = ""
    state: Path

    @property
    def panel(self) -> PanelConfig | None:
        return None if self.config is None else self.config.panel

    def without(self, parts: str) -> str:
        """Returns why there are no such parts of the panel to check."""
        return "the configuration cannot be read" if self.config is None else f"the panel has no {parts}"

    @property
    def file(self) -> str:
        """Returns the file in which to change the configuration."""
        return "/etc/warglass.toml" if self.source is None else str(self.source)

    @property
    def installed(self) -> bool:
        """Returns True where systemd knows the service."""
        return bool(self.machine.glob(UNIT))


def installation(*, machine: Machine, source: Path | None, state: Path) -> Installation:
    """Reads the configuration. It does not raise: a fault in it is a finding."""
    config, trouble, advice, command = None, "", "", ""
    try:
        config = load_config(source)
    except FileTrouble as error:
        trouble, advice, command = error.what, error.advice, error.command
    except ConfigError as error:
        trouble, advice, command = str(error), "Correct that line.", f"sudo nano {_at_line(error)}"
    return Installation(
        machine=machine, source=source, config=config, trouble=trouble, advice=advice, command=command, state=state
    )


def _at_line(error: ConfigError) -> str:
    return f"+{error.line} {error.file}" if error.line else error.file


# The file system that a folder is on, as the kernel lists it.

_ESCAPED = re.compile(r"\\040")


class Mount(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a mount: `source` is what is mounted, `place` where."""

    source: str
    place: str
    options: tuple[str, ...]

    @property
    def read_only(self) -> bool:
        return "ro" in self.options


def mount_of(at: Installation, folder: str) -> Mount | None:
    """Returns the nearest mount above the folder (proc(5), /proc/mounts); None where the kernel does not list any."""
    try:
        lines = at.machine.read("/proc/mounts").decode("utf-8", "replace").splitlines()
    except OSError:
        return None
    found: Mount | None = None
    for line in lines:
        source, place, _, options, *_ = [*line.split(" "), "", "", "", ""]
        place = _ESCAPED.sub(" ", place)
        inside = place in ("/", folder) or folder.startswith(f"{place}/")
        if place and inside and (found is None or len(place) >= len(found.place)):
            found = Mount(source=source, place=place, options=tuple(options.split(",")))
    return found


# Whether a table is running on this machine, found without touching it.

CGROUP = "/sys/fs/cgroup/system.slice/warglass.service/cgroup.procs"
LOCKS = "/proc/locks"
STOP_IT = "sudo systemctl stop warglass"


def table_process(at: Installation) -> int | None:
    """Returns the process of the service, or of a table that was started by hand with this state directory, else None.

    The first is in the service's cgroup. The second holds a lock on `lock` in its state directory, which the kernel
    lists (proc(5), /proc/locks). Trying for the lock ourselves could turn away a table that is just starting.
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
