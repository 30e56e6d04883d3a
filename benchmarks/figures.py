"""A figure is a row of one table: in docs/measured.md, in what a benchmark prints, and at the end of `make bench`.

A benchmark is a module of this folder whose `measure` yields its figures. The parameters of `measure` are what it needs
(`folder`, `service`, `browser`) and, with their defaults, how much it does. `SHORT` replaces those defaults in the
short form, which ends in seconds and whose figures mean nothing.
"""

import inspect
import re
import statistics
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Self

MOVED = 1 / 3
_NUMBER = re.compile(r"\d[\d,]*\.?\d*")


class Missing(Exception):
    """This machine lacks a program that the benchmark needs."""


class Figure(NamedTuple):
    """What was measured."""

    name: str
    own: str
    """The values with their unit: "3.3 / 8.8 ms"."""
    rival: str = ""
    """What does the same work in the same run, and its values: "luma.oled, 12 whole frames: 29 ms"."""

    @classmethod
    def of(
        cls, name: str, values: Sequence[float], unit: str = "", *, rival: str = "", rivals: Sequence[float] = ()
    ) -> Self:
        return cls(name, _shown(values, unit), f"{rival}: {_shown(rivals, unit)}" if rival else "")

    @classmethod
    def read(cls, line: str) -> Self | None:
        """Returns the figure of a row, or None where the line is something else."""
        cells = [each.strip() for each in line.strip().split("|")]
        return cls(*cells[1:4]) if len(cells) == 5 and _NUMBER.search(cells[2]) else None

    @property
    def row(self) -> str:
        return f"| {self.name} | {self.own} |{f' {self.rival}' if self.rival else ''} |"


def has_moved(now: str, before: str) -> bool:
    """Returns whether a value differs from the published one by more than a third. What was not published stays."""
    pairs = zip(_numbers(now), _numbers(before), strict=False)
    return any(abs(new - old) > MOVED * old for new, old in pairs)


def median_p99(values: Sequence[float]) -> tuple[float, float]:
    return statistics.median(values), statistics.quantiles(values, n=100, method="inclusive")[98]


def quickest_ms(jobs: Sequence[Callable[[], object]], tries: int = 5) -> list[float]:
    """Returns each job's milliseconds of processor time. Of its tries the quickest counts: whatever else the machine
    does is not part of an answer."""
    rounds = [[_spent_ms(job) for job in jobs] for _ in range(tries)]
    return [min(times) for times in zip(*rounds, strict=True)]


def _spent_ms(job: Callable[[], object]) -> float:
    start = time.thread_time_ns()
    job()
    return (time.thread_time_ns() - start) / 1e6


@contextmanager
def provided(measure: Callable[..., Iterator[Figure]]) -> Iterator[Mapping[str, Any]]:
    """What `measure` needs, for as long as the block runs. Raises Missing without a browser for one that needs it."""
    wanted = inspect.signature(measure).parameters
    given: dict[str, Any] = {}
    with ExitStack() as ends:
        folder = Path(ends.enter_context(tempfile.TemporaryDirectory()))
        if "folder" in wanted:
            given["folder"] = folder
        if "service" in wanted:
            from benchmarks.running import RunningService  # noqa: PLC0415 - most benchmarks need none of these

            given["service"] = service = ends.enter_context(RunningService(folder))
            service.join()
        if "browser" in wanted:
            from playwright.sync_api import sync_playwright  # noqa: PLC0415

            from tests.browser.venue import ARGUMENTS, CHROMIUM  # noqa: PLC0415

            if CHROMIUM is None:
                raise Missing("Chromium")
            chromium = ends.enter_context(sync_playwright()).chromium
            given["browser"] = browser = chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            ends.callback(browser.close)
        yield given


def run(name: str, *, short: bool) -> None:
    """Prints the figures of one benchmark, each as soon as it is known."""
    benchmark = import_module(f"benchmarks.{name}")
    warnings.filterwarnings("ignore", message=".*getdata", category=DeprecationWarning)
    try:
        with provided(benchmark.measure) as given:
            for figure in benchmark.measure(**given, **(benchmark.SHORT if short else {})):
                print(figure.row, flush=True)
    except Missing as missing:
        print(f"{name} was skipped: {missing} is not installed", flush=True)


def _numbers(cell: str) -> list[float]:
    return [float(each.replace(",", "")) for each in _NUMBER.findall(cell.rpartition(": ")[2])]


def _shown(values: Sequence[float], unit: str) -> str:
    """Three digits of each, or all of a whole number."""
    shown = (f"{each:,.0f}" if isinstance(each, int) or each >= 100 else f"{round(each, 4):.3g}" for each in values)
    return f"{' / '.join(shown)} {unit}".rstrip()
