"""The file system that a folder is on, as the kernel lists it."""

import re

import msgspec

from hardware.doctor.installation import Installation

_ESCAPED = re.compile(r"\\040")


class Mount(msgspec.Struct, frozen=True, kw_only=True):
    """`source` is what is mounted, `place` where."""

    source: str
    place: str
    options: tuple[str, ...]

    @property
    def read_only(self) -> bool:
        return "ro" in self.options


def mount_of(at: Installation, folder: str) -> Mount | None:
    """The nearest above the folder (proc(5), /proc/mounts); None where the kernel does not list any."""
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
