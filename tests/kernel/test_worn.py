"""Worn switches while the machine has its hands full: a press is one press, and no hold ends early."""

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.clock import MS
from companion.panel.config import GUARD_MS
from hardware.buttons import HOLD_NS, LOCKOUT_NS
from tests.kernel.box import GPIO, STAMPING_NS, Box

PRESSES = int(os.environ.get("WORN_PRESSES", "400"))
"""In each run."""
ROUNDS = 4
"""In each game."""
PRESSED = [control for control in GPIO if control.startswith(("gold", "red")) and not control.endswith("spell")]
DOUBT_NS = 2 * STAMPING_NS
"""An opening that is so close to the lockout may be a release or none, for the emulator's stamps are late."""


class Span(NamedTuple):
    """When something happened: between two instants, monotonic nanoseconds."""

    before: int
    after: int

    def since(self, other: "Span") -> "Span":
        return Span(self.before - other.after, self.after - other.before)

    def sooner(self, ns: int) -> bool | None:
        """Whether it is less than that; None where the emulator leaves that open."""
        if self.after < ns - DOUBT_NS:
            return True
        return False if self.before > ns + DOUBT_NS else None


NEVER = Span(sys.maxsize, sys.maxsize)


class Move(NamedTuple):
    """A contact has closed or opened.

    The kernel stamps an edge before it reads the level. Where the emulator stands still in between, or before, `when`
    lasts until the reading. The contact may have moved on by then: that level was never `read`, by the kernel or by
    anything above it.
    """

    closed: bool
    when: Span
    read: bool


class Press(NamedTuple):
    """One press of a contact, its short openings left out."""

    closed: Span
    opened: Span
    openings: int


class Doubtful(Exception):
    """From that press on nobody can say what a button was asked, for the emulator stood still at that moment."""


def moves_of(gpio: int, made: Mapping[str, Any]) -> list[Move]:
    """What worn.py tells of one contact."""
    moves = [(closed, Span(*span)) for pin, closed, *span in made["moves"] if pin == gpio]
    read = [(closed, at) for pin, closed, at in made["readings"] if pin == gpio]
    found = []
    for (closed, span), (_, then) in pairwise([*moves, (False, NEVER)]):
        at = next((at for level, at in read if level == closed and span.before <= at <= then.after), None)
        found.append(Move(closed, Span(span.before, max(span.after, at or 0)), at is not None))
    return found


def presses(moves: Sequence[Move]) -> Iterator[Press]:
    closed, openings, read = moves[0].when, 0, moves[0].read
    for opened, again in zip(moves[1::2], [*moves[2::2], None], strict=True):
        bridged = False if again is None else again.when.since(opened.when).sooner(LOCKOUT_NS)
        if bridged is None or not read or not (bridged or opened.read):
            raise Doubtful(closed.before)
        openings += bridged
        read = again is None or again.read
        if not bridged:
            yield Press(closed, opened.when, openings)
            closed, openings = (again or opened).when, 0


def meant(moves: Sequence[Move]) -> Iterator[tuple[str, Span]]:
    """What the presses of one timer's button do, by docs/building.md: flip, take back, or nothing."""
    running, acted = False, Span(0, 0)
    for press in presses(moves):
        guarded = press.closed.since(acted).sooner(GUARD_MS * MS)
        held = press.opened.since(press.closed).sooner(HOLD_NS)
        if guarded is None or held is None:
            raise Doubtful(press.closed.before)
        if guarded:
            continue
        if not running:
            running, acted = True, press.closed
            yield "flipped", acted
        elif not held:
            running, acted = False, Span(press.closed.before + HOLD_NS, press.closed.after + HOLD_NS)
            yield "freed", acted


def judged(moves: Sequence[Move]) -> tuple[list[tuple[str, Span]], int | None]:
    """What is certain of one button, and from when on nothing is."""
    found = []
    try:
        for each in meant(moves):
            found.append(each)
    except Doubtful as doubt:
        return [each for each in found if each[1].after < doubt.args[0]], doubt.args[0]
    return found, None


@pytest.mark.parametrize("hogs", [pytest.param(0, id="at peace"), pytest.param(4, id="busy loops")])
def test_a_press_of_a_worn_switch_is_one_and_a_hold_is_whole(box: Box, tmp_path: Path, hogs: int) -> None:
    pins = " ".join(str(GPIO[control]) for control in PRESSED)
    acts = openings = again = part = 0
    wrong = []
    while acts < PRESSES:
        part += 1
        assert part <= 3 * PRESSES // (2 * ROUNDS * len(PRESSED)) + 3, "the emulator stood still too often to say"
        box.new_game()
        box.post("/api/table/begin")
        with box.crowded(hogs=hogs, phones=0):
            made = json.loads(box.run(f"cd /root && python3 worn.py {10 * part + hogs} {ROUNDS} {pins}"))
        log = box.log_until_now()
        for control in PRESSED:
            moves = moves_of(GPIO[control], made)
            expected, until = judged(moves)
            told = [
                (act["type"], act["mono_ms"] * MS)
                for act in log
                if act["source"] == f"button {control}" and act["type"] in ("flipped", "freed")
                if until is None or act["mono_ms"] * MS < until
            ]
            acts += len(expected)
            again += sum(act["type"] == "refusal" and control in act["source"] for act in log)
            openings += len(moves) // 2 - len(expected)
            fits = [kind for kind, _ in told] == [kind for kind, _ in expected] and all(
                span.before <= at <= span.after + STAMPING_NS for (_, at), (_, span) in zip(told, expected, strict=True)
            )
            if not fits:
                wrong.append((part, control, expected, told))
                (tmp_path / f"{part}-{control}.json").write_text(json.dumps({**made, "log": log, "expected": expected}))
    box.tell(
        f"{acts} presses of worn switches beside {hogs} busy loops, {openings} openings and second closings in them: "
        f"{len(wrong)} wrong, {again} rows of guarded ones"
    )
    assert not wrong, "none twice, none lost, none ended early"
