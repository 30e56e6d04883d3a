"""What a check has found."""

from enum import Enum

import msgspec


class Verdict(Enum):
    """`WARN`: the table works, but not as well as it could. `SKIPPED`: there was nothing to look at, or no way to."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"
    SKIPPED = "skipped"


class Finding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of the report. Its fields are those of `warglass doctor --json`, and stay as they are.

    `check` says what was looked at, `subject` which one of several, `found` what was seen there. `advice` is what to do
    about it, in a sentence; `command` what to type for it, where that is a command.
    """

    check: str
    subject: str = ""
    verdict: Verdict
    found: str
    advice: str = ""
    command: str = ""


def ok(check: str, found: str, *, subject: str = "") -> Finding:
    return Finding(check=check, subject=subject, verdict=Verdict.OK, found=found)


def warn(check: str, found: str, advice: str, *, command: str = "", subject: str = "") -> Finding:
    return Finding(check=check, subject=subject, verdict=Verdict.WARN, found=found, advice=advice, command=command)


def fail(check: str, found: str, advice: str, *, command: str = "", subject: str = "") -> Finding:
    return Finding(check=check, subject=subject, verdict=Verdict.FAIL, found=found, advice=advice, command=command)


def skipped(check: str, found: str, *, subject: str = "") -> Finding:
    return Finding(check=check, subject=subject, verdict=Verdict.SKIPPED, found=found)
