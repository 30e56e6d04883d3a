"""Tries faults in scratch copies of a checkout: each against the tests that run its line, up to the first red one."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from py_compile import compile as write_bytecode

import pytest

from tests.faults.covered import Covered
from tests.faults.draw import ROOMS, Fault

FIRST_TESTS = 40
"""So many of the most specific tests are tried first: there most faults are caught, in seconds."""
MOST_TESTS = 400
MOST_SECONDS = 60.0
"""How long the later tests of a fault may have taken in the map's run; as long again for those in a browser."""
HANGS_S = 45.0
"""How much longer than in the map's run a test may take before it counts as hanging."""
BROWSER = ("tests/browser/",)
LAST_RESORT = ("tests/hall/", "tests/kernel/", "tests/attack/")
"""Tests that wait for brokers, machines and strangers: tried only where no other test runs the line."""
_HERE = Path(__file__).parent
_NOT_COPIED = shutil.ignore_patterns(
    ".git",
    ".venv",
    ".hall",
    ".faults",
    ".lighthouse",
    ".hypothesis",
    ".*_cache",
    "__pycache__",
    "dist",
    "build",
    "wheels",
)
_FINE = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)


@dataclass(frozen=True)
class Verdict:
    """What became of a fault."""

    outcome: str
    """caught, survived, not covered, or gone where its line is not there any more."""
    by: str = ""
    """The test that caught it."""
    hung: bool = False
    tests: int = 0
    seconds: float = 0.0
    changed: bool = False
    """Whether the file is not the one that the fault was drawn from."""


@dataclass(frozen=True)
class Plan:
    """The tests to try, in batches, and whether any of them runs the fault's line."""

    is_covered: bool
    batches: tuple[Sequence[str], ...]


@dataclass(frozen=True)
class Outcome:
    """What tests said: the first red one, or an empty string."""

    red: str
    hung: bool
    began: int


class Bench:
    """A scratch copy of a checkout."""

    def __init__(self, root: Path, folder: Path, seconds: dict[str, float]) -> None:
        self.checkout = folder / "house"
        self._seconds = seconds
        self._scratch = folder / "tmp"
        self._events = folder / "events"
        shutil.copytree(root, self.checkout, ignore=_NOT_COPIED)
        shutil.copytree(_HERE, self.checkout / "tests" / "faults", ignore=_NOT_COPIED, dirs_exist_ok=True)
        subprocess.run([sys.executable, "-m", "compileall", "-q", *ROOMS], cwd=self.checkout, check=True)

    def read(self, path: str) -> bytes:
        return (self.checkout / path).read_bytes()

    def write(self, path: str, source: bytes, *, with_bytecode: bool) -> None:
        """Writes a module. Its old bytecode goes: it would stand for every text of the same size and second."""
        file = self.checkout / path
        (file.parent / "__pycache__" / f"{file.stem}.{sys.implementation.cache_tag}.pyc").unlink(missing_ok=True)
        file.write_bytes(source)
        if with_bytecode:
            write_bytecode(str(file), doraise=True)

    def run(self, tests: Sequence[str]) -> Outcome:
        """Runs tests up to the first red one."""
        said = self._run(tests)
        if said is None:
            # A fault can change the cases of a test, and pytest refuses to run any where one is not there.
            said = self._run(list(dict.fromkeys(map(_function_of, tests))))
        return said or Outcome(tests[0], False, 0)

    def _run(self, tests: Sequence[str]) -> Outcome | None:
        shutil.rmtree(self._scratch, ignore_errors=True)
        self._scratch.mkdir()
        self._events.write_bytes(b"")
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "tests.faults.covered"]
        own = {"PYTHONPATH": str(self.checkout), "PYTHONDONTWRITEBYTECODE": "1", "FAULTS_EVENTS": str(self._events)}
        own |= dict.fromkeys(("TMPDIR", "PYTEST_DEBUG_TEMPROOT"), str(self._scratch))
        process = subprocess.Popen(
            [*command, *tests], cwd=self.checkout, env=os.environ | own, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            hung = self._wait_or_hang(process)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        began, red = self._read_events()
        if not red and not hung and process.returncode == pytest.ExitCode.USAGE_ERROR:
            return None
        if not red and (hung or process.returncode not in _FINE):
            red = began[-1] if began else tests[0]
        if red and "::" not in red:
            # A file that cannot be collected stands for the first of its tests.
            red = next((each for each in tests if each.startswith(red)), tests[0])
        return Outcome(red, hung, len(began))

    def _wait_or_hang(self, process: "subprocess.Popen[bytes]") -> bool:
        """Returns whether one test took too long."""
        size, since = 0, time.monotonic()
        while True:
            with suppress(subprocess.TimeoutExpired):
                process.wait(0.1)
                return False
            if (now := self._events.stat().st_size) != size:
                size, since = now, time.monotonic()
            elif time.monotonic() - since > HANGS_S:
                began, _ = self._read_events()
                if time.monotonic() - since > HANGS_S + 2 * self._seconds.get(began[-1] if began else "", HANGS_S):
                    return True

    def _read_events(self) -> tuple[list[str], str]:
        """Returns the tests that began, and the first red one."""
        events = [json.loads(line) for line in self._events.read_text(encoding="utf-8").splitlines()]
        red = [each["red"] for each in events if "red" in each]
        return [each["begins"] for each in events if "begins" in each], red[0] if red else ""


class Trials:
    """What tells which tests to try, and what is known of them."""

    def __init__(self, covered: Covered) -> None:
        self._covered = covered
        self._green: dict[str, bool] = {}
        """Whether a test is green without a fault, for those that were red with one."""

    def plan(self, fault: Fault) -> Plan:
        """Returns the tests to try: the most specific, the other quick ones, and those in a browser."""
        covering = self._covered.find_covering(fault)
        tests = covering
        if len(covering) < FIRST_TESTS:
            tests = list(dict.fromkeys([*covering, *self._covered.find_near(fault)]))
        slow = (*BROWSER, *LAST_RESORT)
        quick = [each for each in tests if not each.startswith(slow)]
        batches = [self._bound(quick[:FIRST_TESTS]), self._bound(quick[FIRST_TESTS:])]
        batches.append(self._bound([each for each in tests if each.startswith(BROWSER)]))
        if all(each.startswith(LAST_RESORT) for each in covering):
            batches.append(self._bound([each for each in tests if each.startswith(LAST_RESORT)]))
        return Plan(bool(covering), tuple(batches))

    def _bound(self, tests: Sequence[str]) -> list[str]:
        left, fitting = MOST_SECONDS, []
        for test in tests:
            if (seconds := self._covered.seconds[test]) <= left and len(fitting) < MOST_TESTS:
                left -= seconds
                fitting.append(test)
        return fitting

    def try_out(self, bench: Bench, fault: Fault, plan: Plan) -> Verdict:
        """Puts the fault into the bench's checkout, runs the tests, and takes it out again."""
        began, count = time.monotonic(), 0
        source = bench.read(fault.path)
        try:
            for batch in plan.batches:
                tests = [each for each in batch if self._green.get(each, True)]
                while tests:
                    bench.write(fault.path, fault.apply(source), with_bytecode=False)
                    said = bench.run(tests)
                    count += said.began
                    if not said.red:
                        break
                    is_red_alone = bool(bench.run([said.red]).red)
                    bench.write(fault.path, source, with_bytecode=True)
                    if is_red_alone and self._is_green(bench, said.red):
                        return Verdict("caught", said.red, said.hung, count, round(time.monotonic() - began, 1))
                    tests = [each for each in tests if _function_of(each) != _function_of(said.red)]
        finally:
            bench.write(fault.path, source, with_bytecode=True)
        outcome = "survived" if plan.is_covered else "not covered"
        return Verdict(outcome, tests=count, seconds=round(time.monotonic() - began, 1))

    def _is_green(self, bench: Bench, test: str) -> bool:
        if test not in self._green:
            self._green[test] = not bench.run([test]).red
        return self._green[test]


def _function_of(test: str) -> str:
    return test.partition("[")[0]
