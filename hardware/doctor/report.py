"""Makes all checks, and writes what they found as a table to read and as one object for a bug report."""

import platform
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from importlib import metadata
from itertools import groupby
from typing import NamedTuple

import msgspec

from hardware.doctor.buses import check_i2c, check_speed, check_spi
from hardware.doctor.installation import CheckVerdict, Finding, Installation, fail
from hardware.doctor.network import check_address, check_hotspot, check_name, check_port
from hardware.doctor.pins import check_chip, check_fifo, check_held, check_libraries, check_lines
from hardware.doctor.screens import check_screens
from hardware.doctor.system import (
    check_board,
    check_clock,
    check_config,
    check_disk,
    check_power,
    check_python,
    check_service,
    check_state,
    check_system,
    check_told,
)

# All checks, in the order in which they are read, each on its own.

Check = Callable[[Installation], Iterator[Finding]]

CHECKS: dict[str, dict[str, Check]] = {
    "Machine": {
        "board": check_board,
        "system": check_system,
        "python": check_python,
        "power": check_power,
        "clock": check_clock,
    },
    "Table": {
        "config": check_config,
        "service": check_service,
        "table": check_told,
        "state": check_state,
        "disk": check_disk,
    },
    "Buttons": {
        "gpio": check_chip,
        "fifo": check_fifo,
        "library": check_libraries,
        "pins": check_lines,
        "buttons": check_held,
    },
    "Screens": {"i2c": check_i2c, "speed": check_speed, "screen": check_screens, "spi": check_spi},
    "Phones": {"address": check_address, "name": check_name, "port": check_port, "hotspot": check_hotspot},
}


class Section(NamedTuple):
    """Holds findings that belong together."""

    title: str
    findings: tuple[Finding, ...]


def examine(at: Installation) -> tuple[Section, ...]:
    """Makes every check. One that breaks is a finding of its own, and the others go on."""
    return tuple(
        Section(title, tuple(finding for name, check in checks.items() for finding in _findings(name, check, at)))
        for title, checks in CHECKS.items()
    )


def failed(sections: tuple[Section, ...]) -> bool:
    return any(finding.verdict is CheckVerdict.FAIL for section in sections for finding in section.findings)


def _findings(name: str, check: Check, at: Installation) -> Iterator[Finding]:
    try:
        yield from check(at)
    except Exception as error:  # noqa: BLE001 - a check that cannot deal with this machine must not hide the others
        yield fail(
            name,
            f"this check broke: {type(error).__name__}: {error}",
            "That is a fault in Warglass: please report it with what this prints.",
            command="warglass doctor --json",
        )


# The findings as a table to read, and as one object for a bug report.

COLUMNS = 80
_MARKS = {CheckVerdict.OK: "ok", CheckVerdict.WARN: "warn", CheckVerdict.FAIL: "FAIL", CheckVerdict.SKIPPED: "-"}
_NAME_AT = 8
_NAME_ROOM = range(9, 17)
"""Bounds the width of the column of names, by their lengths."""
_MANY = "screen"
"""A panel has so many of these that those skipped for the same reason share a line."""
_KNOWN_BY_SUBJECT = {"screen", "library", "pins", "buttons"}
LIBRARIES = (
    "gpiozero",
    "gpiod",
    "lgpio",
    "RPi.GPIO",
    "smbus2",
    "luma.oled",
    "pillow",
    "flask",
    "waitress",
    "msgspec",
    "click",
)

Paint = Callable[[str, CheckVerdict], str]


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """Holds `warglass doctor --json`. `libraries` maps each name to its version, null where it is not installed."""

    warglass: str
    python: str
    platform: str
    libraries: dict[str, str | None]
    findings: tuple[Finding, ...]


def as_json(sections: tuple[Section, ...]) -> bytes:
    """Writes one object, indented. There are no secrets in findings: neither join code nor cookies are ever read."""
    report = Report(
        warglass=_version("warglass") or "",
        python=platform.python_version(),
        platform=platform.platform(),
        libraries={name: _version(name) for name in LIBRARIES},
        findings=tuple(finding for section in sections for finding in section.findings),
    )
    return msgspec.json.format(msgspec.json.encode(report), indent=2)


def as_text(sections: tuple[Section, ...], *, paint: Paint) -> Iterator[str]:
    """Writes the worst finding as a sentence, with what to do about it, then the lines of a table.

    The table is 80 columns wide, but a longer command is never broken. `paint` puts a verdict's colour on its mark.
    """
    yield from _headline(sections, paint)
    names = [_name(finding) for section in sections for finding in section.findings]
    room = min(max(map(len, names), default=0), _NAME_ROOM[-1])
    for section in sections:
        yield section.title
        for finding in _gathered(section.findings):
            yield from _lines(finding, max(room, _NAME_ROOM[0]), paint)
        yield ""
    if worst(sections) is not None:
        yield _sum(sections)


def worst(sections: tuple[Section, ...]) -> Finding | None:
    """Returns the first failure, because a shared cause is checked before its parts; else the first warning;
    else None.
    """
    findings = [finding for section in sections for finding in section.findings]
    for verdict in (CheckVerdict.FAIL, CheckVerdict.WARN):
        for finding in findings:
            if finding.verdict is verdict:
                return finding
    return None


def _headline(sections: tuple[Section, ...], paint: Paint) -> Iterator[str]:
    finding = worst(sections)
    if finding is None:
        yield paint("All is well.", CheckVerdict.OK)
    else:
        name = _name(finding)
        sentence = finding.found if finding.found.startswith(name) else f"{name}: {finding.found}"
        yield from (paint(line, finding.verdict) for line in _wrapped(f"{sentence}.", COLUMNS))
        yield from _to_do(finding, "")
    yield ""


def _gathered(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Joins neighbouring screens that were skipped for the same reason, on one line."""
    for (check, verdict, found), alike in groupby(findings, key=lambda each: (each.check, each.verdict, each.found)):
        same = tuple(alike)
        if verdict is CheckVerdict.SKIPPED and check == _MANY and len(same) > 1:
            yield Finding(check=check, subject=f"{len(same)} {check}s", verdict=verdict, found=found)
        else:
            yield from same


def _lines(finding: Finding, room: int, paint: Paint) -> Iterator[str]:
    name = _name(finding)
    mark = _MARKS[finding.verdict]
    text_at = _NAME_AT + max(room, len(name)) + 2
    first, *rest = _wrapped(finding.found, COLUMNS - text_at)
    gap = " " * (_NAME_AT - 2 - len(mark))
    yield f"  {paint(mark, finding.verdict)}{gap}{name:{room}}  {first}"
    indent = " " * (_NAME_AT + room + 2)
    yield from (indent + line for line in rest)
    yield from _to_do(finding, indent)


def _to_do(finding: Finding, indent: str) -> Iterator[str]:
    arrow = "-> "
    for line in _wrapped(finding.advice, COLUMNS - len(indent) - len(arrow)):
        yield f"{indent}{arrow}{line}"
        arrow = "   "
    if finding.command:
        yield f"{indent}   $ {finding.command}"


def _name(finding: Finding) -> str:
    if finding.check in _KNOWN_BY_SUBJECT:
        return finding.subject or finding.check
    return f"{finding.check} {finding.subject}".strip()


def _wrapped(text: str, room: int) -> list[str]:
    return textwrap.wrap(text, room, break_long_words=False, break_on_hyphens=False)


def _sum(sections: tuple[Section, ...]) -> str:
    count = Counter(finding.verdict for section in sections for finding in section.findings)
    warnings = f"{count[CheckVerdict.WARN]} warning{'s' if count[CheckVerdict.WARN] != 1 else ''}"
    if not count[CheckVerdict.FAIL]:
        return f"{warnings}: the table works, but could do better."
    failures = f"{count[CheckVerdict.FAIL]} failure{'s' if count[CheckVerdict.FAIL] != 1 else ''}"
    return f"{failures}, {warnings}. Start at the top: others often go with it."


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None
