"""Runs the benchmarks, each in a process of its own, and ends with one table of all figures beside the published ones:
`python -m benchmarks.all [--short] [--write] [NAME ...]`. One that fails is named there. The others still run.

The published figures are the rows of the table in docs/measured.md. `--write` replaces them with this run's.
"""

import argparse
import os
import platform
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.figures import Figure, has_moved

ROOT = Path(__file__).parents[1]
MEASURED = ROOT / "docs" / "measured.md"
NAMES = (
    "press_to_frame",
    "press_to_streams",
    "wire",
    "idle",
    "warzone",
    "battleline",
    "referee",
    "starts",
    "first_page",
    "map_taps",
    "hall_press",
    "hall_load",
    "hall_steps",
    "long_match",
    "shelf",
    "replay",
    "imports",
    "worst_questions",
)
MACHINE = "Measured on: "
"""How the line above the table begins."""


def published() -> dict[str, Figure]:
    """Returns the published figures by name: the rows of the table whose second column is headed Warglass."""
    rows = MEASURED.read_text(encoding="utf-8").partition("| | Warglass | Rival |")[2].partition("\n\n")[0]
    return {figure.name: figure for line in rows.splitlines() if (figure := Figure.read(line))}


def machine() -> str:
    named = (
        line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith(("model name", "Model"))
    )
    processor = next(named, platform.machine()).rpartition(":")[2].strip()
    return f"{os.cpu_count()} cores, {processor}, CPython {platform.python_version()}."


def measured(name: str, *, short: bool) -> tuple[list[Figure], str]:
    """Returns a benchmark's figures, and whether it failed or was skipped, in words. Prints what it prints."""
    print(f"\n{name}", flush=True)
    code = f"from benchmarks.figures import run; run({name!r}, short={short})"
    said = [""]
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            said.append(line.strip())
    figures = [figure for line in said if (figure := Figure.read(line))]
    if process.returncode:
        return figures, f"{name} FAILED"
    return figures, said[-1] if said[-1].startswith(f"{name} was skipped") else ""


def table(now: Mapping[str, Figure], before: Mapping[str, Figure]) -> None:
    """Prints each figure beside the published one, and its rival below it."""
    lines = [("now", "published", "", "")]
    for name, figure in now.items():
        known = before.get(name, Figure(name, ""))
        rival, _, theirs = figure.rival.rpartition(": ")
        lines.append((figure.own, known.own, "moved" * has_moved(figure.own, known.own), name))
        if rival:
            moved = "moved" * has_moved(theirs, known.rival)
            lines.append((theirs, known.rival.rpartition(": ")[2], moved, f"    {rival}"))
    widths = [max(len(line[column]) for line in lines) for column in range(2)]
    print()
    for own, published, mark, name in lines:
        print(f"{own:>{widths[0]}}  {published:>{widths[1]}}  {mark:5}  {name}")


def write(now: Mapping[str, Figure], before: Mapping[str, Figure]) -> None:
    text = MEASURED.read_text(encoding="utf-8")
    for name, figure in before.items():
        text = text.replace(figure.row, now[name].row)
    old = next(line for line in text.splitlines() if line.startswith(MACHINE))
    MEASURED.write_text(text.replace(old, MACHINE + machine()), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns 1 where a benchmark failed, or where docs/measured.md was to be written and was not."""
    options = argparse.ArgumentParser(prog="make bench", description="The figures of docs/measured.md.")
    options.add_argument("names", nargs="*", metavar="NAME", help=f"some of them: {', '.join(NAMES)}")
    options.add_argument("--short", action="store_true", help="a few seconds each; the figures mean nothing")
    options.add_argument("--write", action="store_true", help="replace the published figures with those of this run")
    asked = options.parse_args(arguments)
    if unknown := [name for name in asked.names if name not in NAMES]:
        options.error(f"there is no benchmark {unknown[0]!r}: choose from {', '.join(NAMES)}")
    print(machine(), flush=True)
    now: dict[str, Figure] = {}
    remarks = []
    for name in asked.names or NAMES:
        figures, remark = measured(name, short=asked.short)
        now |= {figure.name: figure for figure in figures}
        remarks += [remark] if remark else []
    before = published()
    table(now, before)
    unmeasured = [] if asked.names else [f"not measured: {name}" for name in before if name not in now]
    for line in (*remarks, *unmeasured):
        print(line)
    failed = any(each.endswith("FAILED") for each in remarks)
    if asked.write:
        if asked.short or failed or not before.keys() <= now.keys():
            print("docs/measured.md was not written: that takes a whole run which measures every published figure.")
            return 1
        write(now, before)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
