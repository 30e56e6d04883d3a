"""Knows which tests run which lines, from one run of the suite under `coverage`.

This module is also pytest's plugin: in that run (`FAULTS_MAP` names the file), and in each trial of a fault
(`FAULTS_EVENTS` does). Code that a test starts as another process is not traced: see `Covered.find_near`.
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
if _MAP and (_worker := os.environ.get("PYTEST_XDIST_WORKER")):
    # From before the house is imported, so that what runs then belongs to no test.
    _tracer = coverage.Coverage(
        data_file=f"{_MAP}.{_worker}", source=list(ROOMS), concurrency=["thread", "greenlet"], config_file=False
    )
    _tracer.set_option("run:relative_files", True)
    _tracer.start()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: Any) -> Iterator[None]:
    if _EVENTS:
        _write(_EVENTS, begins=item.nodeid)
    if _tracer:
        fixtures = [each for found in item._fixtureinfo.name2fixturedefs.values() for each in found]
        shared = sorted({_name_fixture(each) for each in fixtures if each.scope != "function"})
        item.user_properties.append(("shared", shared))
        _tracer.switch_context(item.nodeid)
    yield
    if _tracer:
        _tracer.switch_context("")


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: Any) -> Iterator[Any]:
    """Traces what is set up once for many tests apart: it belongs to each of them, not to the first."""
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
    if _MAP and not _tracer:
        shared = dict(report.user_properties).get("shared", []) if report.when == "teardown" else []
        _write(f"{_MAP}.tests", id=report.nodeid, seconds=report.duration, shared=shared)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if _EVENTS and report.failed:
        _write(_EVENTS, red=report.nodeid)


def pytest_sessionfinish() -> None:
    if _tracer:
        _tracer.stop()
        _tracer.save()


def _name_fixture(fixture: Any) -> str:
    return f"{_SHARED}{fixture.baseid}::{fixture.argname}"


def _write(file: str, **event: object) -> None:
    with Path(file).open("a", encoding="utf-8") as opened:
        opened.write(json.dumps(event) + "\n")


def write_map(checkout: Path, file: Path, workers: int) -> None:
    """Runs the suite of the checkout, and writes which tests run which lines."""
    for old in file.parent.glob(f"{file.name}*"):
        old.unlink()
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tests.faults.covered"]
    command += ["-n", str(workers), "--dist", "worksteal"]
    surroundings = os.environ | {"PYTHONPATH": str(checkout), "FAULTS_MAP": str(file)}
    subprocess.run(command, cwd=checkout, env=surroundings, check=False)
    traced = coverage.Coverage(data_file=file, config_file=False)
    traced.combine([str(each) for each in file.parent.glob(f"{file.name}.gw*")])
    traced.save()
    seconds: Counter[str] = Counter()
    shared: dict[str, list[str]] = {}
    with Path(f"{file}.tests").open(encoding="utf-8") as events:
        for event in map(json.loads, events):
            seconds[event["id"]] += event["seconds"]
            shared[event["id"]] = event["shared"]
    with sqlite3.connect(file) as database:
        database.execute("create table test (id text primary key, seconds real, shared text)")
        rows = [(id, seconds[id], json.dumps(shared[id])) for id in seconds]
        database.executemany("insert into test values (?, ?, ?)", rows)


class Covered:
    """The map that `write_map` wrote, and the sources of the checkout that it is of."""

    def __init__(self, file: Path, checkout: Path) -> None:
        self._database = sqlite3.connect(file)
        self._texts = {
            path.relative_to(checkout).as_posix(): path.read_text(encoding="utf-8")
            for folder in (*ROOMS, "tests")
            for path in sorted((checkout / folder).rglob("*.py"))
        }
        self.seconds: dict[str, float] = {}
        """How long each test took, in that run."""
        self._users: dict[str, list[str]] = defaultdict(list)
        for id, seconds, shared in self._database.execute("select * from test"):
            self.seconds[id] = seconds
            for fixture in json.loads(shared):
                self._users[fixture].append(id)
        self._sizes: Counter[str] = Counter()
        rows = self._database.execute("select context, numbits from line_bits join context on context.id = context_id")
        for context, bits in rows:
            for test in self._tests_of(context):
                self._sizes[test] += int.from_bytes(bits, "little").bit_count()

    def find_covering(self, fault: Fault) -> list[str]:
        """Returns the tests that run the fault's statement, the most specific and cheapest first. What runs with the
        import alone is covered by the tests that run a line with its name, and a default by those that run its
        function."""
        place = _Place(self._texts[fault.path], fault)
        found = self._running(fault.path, place.lines)
        if place.names:
            mentioned = re.compile(rf"\b({'|'.join(map(re.escape, place.names))})\b")
            for path in [fault.path, *self._importers(fault.path, ROOMS)]:
                lines = {at for at, line in enumerate(self._texts[path].splitlines(), 1) if mentioned.search(line)}
                found |= self._running(path, lines)
        return self._ranked(found)

    def find_near(self, fault: Fault) -> list[str]:
        """Returns the tests that run other lines of the file, import it, or are in the folder that mirrors its own: for
        lines that run once for many tests, or in another process."""
        files = {*self._importers(fault.path, ["tests"])}
        folder = f"tests/{Path(fault.path).parent.as_posix()}/"
        near = {test for test in self.seconds if test.partition("::")[0] in files or test.startswith(folder)}
        return self._ranked(Counter(dict.fromkeys(near, 1)) | self._running(fault.path, None))

    def _tests_of(self, context: str) -> list[str]:
        return self._users[context] if context.startswith(_SHARED) else [context] if context in self.seconds else []

    def _running(self, path: str, lines: set[int] | None) -> Counter[str]:
        """The tests that run one of the lines, or any line at all, each with how many lines of the file it runs."""
        found: Counter[str] = Counter()
        query = """select context, numbits from line_bits join file on file.id = file_id
            join context on context.id = context_id where path = ?"""
        hit = set()
        for context, bits in self._database.execute(query, (path,)):
            numbers = numbits_to_nums(bits)
            for test in self._tests_of(context):
                found[test] += len(numbers)
                if lines is None or not lines.isdisjoint(numbers):
                    hit.add(test)
        return Counter({test: found[test] for test in hit})

    def _ranked(self, found: Counter[str]) -> list[str]:
        """By how much of what a test runs is here, and how long it takes; then each function's first case before
        the second of any."""
        scores = {test: count / max(self._sizes[test], 1) / (0.2 + self.seconds[test]) for test, count in found.items()}
        cases: Counter[str] = Counter()
        for test in sorted(scores, key=lambda test: (-scores[test], test)):
            function = test.partition("[")[0]
            cases[function] += 1
            scores[test] /= cases[function]
        return sorted(scores, key=lambda test: (-scores[test], test))

    def _importers(self, path: str, folders: Iterable[str]) -> list[str]:
        package, _, module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".").rpartition(".")
        names = rf"(\([^)]*|[^\n]*)\b{module}\b"
        imported = re.compile(
            rf"(from|import) {re.escape(package)}\.{module}\b|from {re.escape(package)} import {names}"
        )
        return [
            other for other, text in self._texts.items() if other.split("/")[0] in folders and imported.search(text)
        ]


class _Place:
    """Where a fault is in its file: the lines that run with it, and the names by which others use what it is in. It has
    names only if it runs with the import."""

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
