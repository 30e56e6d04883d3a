"""What processes take of the machine, as the kernel counts it."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path


def cpu_s(processes: Iterable[int]) -> float:
    """Of the processor that they have had. Raises OSError where one has ended."""
    return sum(sum(map(int, _fields(each)[11:13])) for each in processes) / os.sysconf("SC_CLK_TCK")


def memory_mb(processes: Iterable[int]) -> float:
    """Theirs alone, and of what they share their part. Raises OSError where one has ended."""
    said = (Path(f"/proc/{each}/smaps_rollup").read_text() for each in processes)
    return sum(int(each.partition("Pss:")[2].split()[0]) for each in said) / 1024


def below(process: int, *, named: str) -> list[int]:
    """Those that it has begun, and they in turn, whose names begin so."""
    parents = {}
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(place.name)] = int(_fields(int(place.name))[1])
    family = {process}
    while grown := {each for each, parent in parents.items() if parent in family} - family:
        family |= grown
    found = []
    for each in family - {process}:
        with suppress(OSError):
            if Path(f"/proc/{each}/comm").read_text().startswith(named):
                found.append(each)
    return found


def _fields(process: int) -> list[str]:
    """Of its stat, from its state on: its name, before that, may hold anything."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
