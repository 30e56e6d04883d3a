"""Knows which tests run which lines, from one run of the suite under `coverage`.

The plugin that pytest loads is here too: with `FAULTS_MAP` it traces, with `FAULTS_EVENTS` it reports which tests begin
and which are red. It does not trace other processes that a test starts.
"""

import ast
import json
import os
import re
import sqlite3
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from multiprocessing import parent_process
from multiprocessing.util import Finalize, register_after_fork
from pathlib import Path
from typing import Any

import coverage
import pytest
from coverage.numbits import numbits_to_nums

from tests.faults.draw import ROOMS, Fault

_MAP = os.environ.get("FAULTS_MAP")
_EVENTS = os.environ.get("FAULTS_EVENTS")
_SHARED = "fixture "
_tracer: coverage.Coverage | None = None
if _MAP:
    # Begins before any code is imported: what only runs with the import belongs to no test.
    _tracer = coverage.Coverage(
        data_file=f"{_MAP}.traced",
        data_suffix=True,
        source=list(ROOMS),
        concurrency=["thread", "greenlet"],
        config_file=False,
    )
    _tracer.set_option("run:relative_files", True)
    _tracer.start()
    # Each process that runs tests writes what it has traced into a file of its own.
    register_after_fork(_tracer, lambda tracer: Finalize(None, _save, [tracer], exitpriority=0))


def _save(tracer: coverage.Coverage) -> None:
    tracer.stop()
    tracer.save()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: Any) -> Iterator[None]:
    if _EVENTS:
        _write(_EVENTS, begins=item.nodeid)
    if _tracer:
        fixtures = [each for same_name in item._fixtureinfo.name2fixturedefs.values() for each in same_name]
        shared = sorted({_name_fixture(each) for each in fixtures if each.scope != "function"})
        item.user_properties.append(("shared", shared))
        _tracer.switch_context(item.nodeid)
    yield
    if _tracer:
        _tracer.switch_context("")


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: Any) -> Iterator[Any]:
    """Traces a fixture that tests share apart from the first of them: its lines belong to all."""
    if not _tracer or fixturedef.scope == "function":
        return (yield)
    before = _tracer.switch_context(_name_fixture(fixturedef))
    try:
        return (yield)
    finally:
        _tracer.switch_context(before or "")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if _EVENTS and report.failed:
        _write(_EVENTS, red=report.nodeid)
    if _MAP and parent_process() is None:
        shared = dict(report.user_properties).get("shared", []) if report.when == "teardown" else []
        _write(f"{_MAP}.tests", id=report.nodeid, seconds=report.duration, shared=shared)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if _EVENTS and report.failed:
        _write(_EVENTS, red=report.nodeid)


def _name_fixture(fixture: Any) -> str:
    return f"{_SHARED}{fixture.baseid}::{fixture.argname}"


def _write(file: str, **event: object) -> None:
    with Path(file).open("a", encoding="utf-8") as opened:
        opened.write(json.dumps(event) + "\n")


def write_map(checkout: Path, file: Path, workers: int) -> None:
    """Runs the suite of the checkout and writes which tests run which lines.

    Raises RuntimeError if the suite did not come to its end: part of a map would pass for all of it.
    """
    part = Path(f"{file}.part")
    for old in (file, part, Path(f"{file}.tests"), *file.parent.glob(f"{file.name}.traced*")):
        old.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tests.faults.covered"]
    command += ["--processes", str(workers)]
    environment = os.environ | {"PYTHONPATH": str(checkout), "FAULTS_MAP": str(file)}
    ended = subprocess.run(command, cwd=checkout, env=environment, check=False).returncode
    if ended not in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}:
        raise RuntimeError(f"pytest ended with {ended}, and there is no map: run it again")
    traced = coverage.Coverage(data_file=part, config_file=False)
    traced.combine([str(each) for each in file.parent.glob(f"{file.name}.traced*")])
    traced.save()
    seconds: Counter[str] = Counter()
    shared: dict[str, list[str]] = {}
    with Path(f"{file}.tests").open(encoding="utf-8") as events:
        for event in map(json.loads, events):
            seconds[event["id"]] += event["seconds"]
            shared[event["id"]] = event["shared"]
    with sqlite3.connect(part) as database:
        database.execute("create table test (id text primary key, seconds real, shared text)")
        rows = [(id, seconds[id], json.dumps(shared[id])) for id in seconds]
        database.executemany("insert into test values (?, ?, ?)", rows)
    part.rename(file)


class Covered:
    """A map that `write_map` wrote, beside the code of its checkout."""

    def __init__(self, file: Path, checkout: Path) -> None:
        self._database = sqlite3.connect(file)
        self._texts = {
            path.relative_to(checkout).as_posix(): path.read_text(encoding="utf-8")
            for folder in (*ROOMS, "tests")
            for path in sorted((checkout / folder).rglob("*.py"))
        }
        self.seconds: dict[str, float] = {}
        """How long each test took while it was traced."""
        self._users: dict[str, list[str]] = defaultdict(list)
        for id, seconds, shared in self._database.execute("select * from test"):
            self.seconds[id] = seconds
            for fixture in json.loads(shared):
                self._users[fixture].append(id)
        self._sizes: Counter[str] = Counter()
        rows = self._database.execute("select context, numbits from line_bits join context on context.id = context_id")
        for context, bits in rows:
            for test in self._list_tests(context):
                self._sizes[test] += int.from_bytes(bits, "little").bit_count()

    def find_covering(self, fault: Fault) -> list[str]:
        """Returns the tests that run the fault's statement, the most specific and cheapest first.

        A default runs with the import: the tests of its function count. So do, for other code that runs with the
        import, the tests that run a line with its name.
        """
        place = _Place(self._texts[fault.path], fault)
        tests = self._count_lines(fault.path, place.lines)
        if place.names:
            name = re.compile(rf"\b({'|'.join(map(re.escape, place.names))})\b")
            for path in [fault.path, *self._find_importers(fault.path, ROOMS)]:
                lines = {at for at, line in enumerate(self._texts[path].split("\n"), 1) if name.search(line)}
                tests |= self._count_lines(path, lines)
        return self._rank(tests)

    def find_near(self, fault: Fault) -> list[str]:
        """Returns the tests that run any line of the file, import it, or are in the folder that mirrors its own.

        They are for lines that run once for many tests, or in another process.
        """
        files = self._find_importers(fault.path, ["tests"])
        folder = f"tests/{Path(fault.path).parent.as_posix()}/"
        near = {test for test in self.seconds if test.partition("::")[0] in files or test.startswith(folder)}
        return self._rank(Counter(dict.fromkeys(near, 1)) | self._count_lines(fault.path, None))

    def _list_tests(self, context: str) -> list[str]:
        return self._users[context] if context.startswith(_SHARED) else [context] if context in self.seconds else []

    def _count_lines(self, path: str, lines: set[int] | None) -> Counter[str]:
        """Returns the tests that run one of the lines, or any line, each with how many lines of the file it runs."""
        counts: Counter[str] = Counter()
        tests = set()
        query = """select context, numbits from line_bits join file on file.id = file_id
            join context on context.id = context_id where path = ?"""
        for context, bits in self._database.execute(query, (path,)):
            numbers = numbits_to_nums(bits)
            for test in self._list_tests(context):
                counts[test] += len(numbers)
                if lines is None or not lines.isdisjoint(numbers):
                    tests.add(test)
        return Counter({test: counts[test] for test in tests})

    def _rank(self, counts: Counter[str]) -> list[str]:
        """Puts tests first that run little else and take little time, and of each test one case before the next."""
        scores = {
            test: count / max(self._sizes[test], 1) / (0.2 + self.seconds[test]) for test, count in counts.items()
        }
        cases: Counter[str] = Counter()
        for test in sorted(scores, key=lambda test: (-scores[test], test)):
            function = test.partition("[")[0]
            cases[function] += 1
            scores[test] /= cases[function]
        return sorted(scores, key=lambda test: (-scores[test], test))

    def _find_importers(self, path: str, folders: Iterable[str]) -> set[str]:
        package, _, module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".").rpartition(".")
        dotted = rf"(from|import) {re.escape(package)}\.{module}\b"
        imports = re.compile(rf"{dotted}|from {re.escape(package)} import (\([^)]*|[^\n]*)\b{module}\b")
        return {other for other, text in self._texts.items() if other.split("/")[0] in folders and imports.search(text)}


class _Place:
    """The lines that run with a fault. If those run with the import, also the names of what it is in."""

    def __init__(self, source: str, fault: Fault) -> None:
        self.lines = {fault.line}
        self.names: set[str] = set()
        in_function = False
        for node in ast.walk(ast.parse(source)):
            if not isinstance(node, ast.stmt) or not node.lineno <= fault.line <= (node.end_lineno or 0):
                continue
            body = getattr(node, "body", None)
            is_above = bool(body) and fault.line < body[0].lineno
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                in_function = in_function or not is_above
                if is_above:
                    self.lines |= set(range(node.lineno, (node.end_lineno or 0) + 1))
            elif not body:
                self.lines |= set(range(node.lineno, (node.end_lineno or 0) + 1))
            elif is_above:
                self.lines |= set(range(node.lineno, body[0].lineno))
            if isinstance(node, ast.ClassDef):
                self.names.add(node.name)
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                self.names |= {each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)}
        if in_function:
            self.names = set()
