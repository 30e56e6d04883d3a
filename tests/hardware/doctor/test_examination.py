"""Whatever one thing on the machine goes wrong, every other check is still made and the report can be printed."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.config import load_config
from hardware.doctor.installation import CGROUP, CheckVerdict, Finding, Installation
from hardware.doctor.report import CHECKS, COLUMNS, as_json, as_text, examine
from tests.hardware.doctor.fake_machine import FakeMachine
from tests.hardware.doctor.faults import FAULTS

QUESTIONS = [
    *("clock", "read", "glob", "may_open", "owner", "inode", "free_bytes", "user", "environment", "python", "kernel"),
    *(
        "synchronised",
        "hostname",
        "lan_address",
        "network",
        "port",
        "pin_libraries",
        "gpio_chip",
        "line_user",
        "channel",
        "bus",
    ),
]
TROUBLES = [
    OSError(5, "Input/output error"),
    PermissionError(13, "Permission denied"),
    RuntimeError("!"),
    KeyError("x"),
]
EVERY_CHECK = {name for checks in CHECKS.values() for name in checks}


class Faulty:
    """A machine of which one question cannot be asked."""

    def __init__(self, machine: FakeMachine, question: str, trouble: Exception) -> None:
        self._machine = machine
        self._question = question
        self._trouble = trouble

    def __getattr__(self, name: str) -> Any:
        if name == self._question:
            raise self._trouble
        return getattr(self._machine, name)


def looked_at(machine: Any) -> Installation:
    return Installation(
        machine=machine, source=None, config=load_config(None), trouble="", state=Path("/home/pi/.local/state/warglass")
    )


def findings(machine: Any) -> list[Finding]:
    sections = examine(looked_at(machine))
    lines = list(as_text(sections, paint=lambda mark, _: mark))
    assert all(len(line) <= COLUMNS for line in lines if "$ " not in line), lines
    assert as_json(sections)
    return [finding for section in sections for finding in section.findings]


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_that_cannot_be_asked_is_one_lines_trouble(question: str) -> None:
    for trouble in TROUBLES:
        found = findings(Faulty(FakeMachine(), question, trouble))
        assert {finding.check for finding in found} >= EVERY_CHECK
        broken = [finding for finding in found if "this check broke" in finding.found]
        for finding in broken:
            assert finding.verdict is CheckVerdict.FAIL
            assert type(trouble).__name__ in finding.found
            assert finding.command == "warglass doctor --json"


@settings(max_examples=15)
@given(st.lists(st.sampled_from(sorted(FAULTS)), min_size=2, max_size=5, unique=True))
def test_faults_together_break_no_check(names: list[str]) -> None:
    machine = FakeMachine()
    for name in names:
        try:
            FAULTS[name][0](machine)
        except KeyError:
            # What one fault takes away, another cannot take away again.
            continue
    found = findings(machine)
    assert {finding.check for finding in found} >= EVERY_CHECK
    assert not [finding for finding in found if "this check broke" in finding.found]
    assert all(finding.advice for finding in found if finding.verdict in (CheckVerdict.WARN, CheckVerdict.FAIL))


@pytest.mark.parametrize("locks", [b"garbage\n", b"1: FLOCK\n", b"1: FLOCK ADVISORY WRITE x y:1\n", b"\n\n"])
def test_locks_that_cannot_be_read_are_nobodys(locks: bytes) -> None:
    machine = FakeMachine()
    machine.inodes["/home/pi/.local/state/warglass/lock"] = 1
    machine.files["/proc/locks"] = locks
    service = next(finding for finding in findings(machine) if finding.check == "service")
    assert service.found.startswith("not running")


def test_a_service_that_has_just_ended_is_not_running() -> None:
    machine = FakeMachine()
    machine.files[CGROUP] = b""
    service = next(finding for finding in findings(machine) if finding.check == "service")
    assert service.found.startswith("not running")


def test_a_report_has_no_secret_in_it(tmp_path: Path) -> None:
    """The join code lies in the state directory; no check so much as opens a file there."""
    asked: list[str] = []

    class Watched(FakeMachine):
        def read(self, path: str) -> bytes:
            asked.append(path)
            return super().read(path)

    findings(Watched())
    assert asked
    assert not [path for path in asked if "warglass" in path and path != CGROUP]
