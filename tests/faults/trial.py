"""Tries faults in scratch copies of a checkout. For each fault the tests of its line run, up to the first red one."""

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
"""How many of the most specific tests run first: most faults are caught by one of them, in seconds."""
MOST_TESTS = 400
MOST_SECONDS = 60.0
"""The sum of what a batch of tests took while they were traced."""
HANGS_S = 45.0
"""A test hangs once it takes this and twice as long as it took while it was traced."""
BROWSER = ("tests/browser/",)
LAST_RESORT = ("tests/hall/", "tests/kernel/", "tests/attack/")
"""These wait for brokers, machines and strangers. They run only for lines that no other test runs."""
_HERE = Path(__file__).parent
_NOT_COPIED = shutil.ignore_patterns(".git", ".venv", ".h*", ".faults", ".lighthouse", ".*_cache", "__pycache__")
_FINE = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)


@dataclass(frozen=True)
class Verdict:
    """What became of a fault."""

    outcome: str
    """caught, survived, not covered, or gone: the file does not have its line any more."""
    by: str = ""
    """The test that caught it, and whether that test hung."""
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
    """The first red test or an empty string, whether it hung, and how many tests began."""

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
        """Writes a module and removes its bytecode, which Python takes for any text of the same size and second."""
        file = self.checkout / path
        (file.parent / "__pycache__" / f"{file.stem}.{sys.implementation.cache_tag}.pyc").unlink(missing_ok=True)
        file.write_bytes(source)
        if with_bytecode:
            write_bytecode(str(file), doraise=True)

    def run(self, tests: Sequence[str]) -> Outcome:
        """Runs tests up to the first red one."""
        outcome = self._run(tests)
        if outcome is None:
            # The fault changes the cases of a test. pytest refuses to run any test if it cannot find one of them.
            outcome = self._run(list(dict.fromkeys(map(_function_of, tests))))
        return outcome or Outcome(tests[0], False, 0)

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
            # pytest could not import the file of this test.
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
    """Plans and runs trials. It remembers which tests are green without a fault: only those can catch one."""

    def __init__(self, covered: Covered) -> None:
        self._covered = covered
        self._green: dict[str, bool] = {}

    def plan(self, fault: Fault) -> Plan:
        """Returns the most specific tests, then other quick ones, then those in a browser."""
        covering = self._covered.find_covering(fault)
        tests = covering
        if len(covering) < FIRST_TESTS:
            tests = list(dict.fromkeys([*covering, *self._covered.find_near(fault)]))
        slow = (*BROWSER, *LAST_RESORT)
        quick = [each for each in tests if not each.startswith(slow)]
        batches = [self._fit(quick[:FIRST_TESTS]), self._fit(quick[FIRST_TESTS:])]
        batches.append(self._fit([each for each in tests if each.startswith(BROWSER)]))
        if all(each.startswith(LAST_RESORT) for each in covering):
            batches.append(self._fit([each for each in tests if each.startswith(LAST_RESORT)]))
        return Plan(bool(covering), tuple(batches))

    def _fit(self, tests: Sequence[str]) -> list[str]:
        left, fitting = MOST_SECONDS, []
        for test in tests:
            if (seconds := self._covered.seconds[test]) <= left and len(fitting) < MOST_TESTS:
                left -= seconds
                fitting.append(test)
        return fitting

    def try_out(self, bench: Bench, fault: Fault, plan: Plan) -> Verdict:
        """Writes the fault into the bench's checkout, runs the tests, and restores the file."""
        began, count = time.monotonic(), 0
        source = bench.read(fault.path)
        try:
            for batch in plan.batches:
                tests = [each for each in batch if self._green.get(each, True)]
                while tests:
                    bench.write(fault.path, fault.apply(source), with_bytecode=False)
                    outcome = bench.run(tests)
                    count += outcome.began
                    if not outcome.red:
                        break
                    is_red_alone = bool(bench.run([outcome.red]).red)
                    bench.write(fault.path, source, with_bytecode=True)
                    if is_red_alone and self._is_green(bench, outcome.red):
                        return Verdict("caught", outcome.red, outcome.hung, count, round(time.monotonic() - began, 1))
                    tests = [each for each in tests if _function_of(each) != _function_of(outcome.red)]
        finally:
            bench.write(fault.path, source, with_bytecode=True)
        return Verdict(
            "survived" if plan.is_covered else "not covered", tests=count, seconds=round(time.monotonic() - began, 1)
        )

    def _is_green(self, bench: Bench, test: str) -> bool:
        if test not in self._green:
            self._green[test] = not bench.run([test]).red
        return self._green[test]


def _function_of(test: str) -> str:
    return test.partition("[")[0]
