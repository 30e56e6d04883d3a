"""Contacts that bounce while the machine has its hands full: every press counts once, at its own instant."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from companion.clock import MS
from hardware.buttons import LOCKOUT_NS
from tests.kernel.box import GPIO, ROOT, STAMPING_NS, Box

SHIPPED = (ROOT / "companion" / "panel" / "shipped" / "full.toml").read_text(encoding="utf-8")
PAUSES = "[web]\nport = 80\n" + re.sub(r"^timer = .*\n", "", SHIPPED, flags=re.MULTILINE).replace(
    "[panel]\n", "[panel]\nguard_ms = 0\n", 1
)
"""The full panel, but every button is a pause button: each press of one is one event, whatever others are doing. It has
no guard, for what each does changes with every press."""
CONTROL = {gpio: control for control, gpio in GPIO.items()}
RINGING_NS = 35 * MS
"""As long after the last release nobody presses."""
PRESSES = 510
"""In each run: four times that is more than 2,000."""


class Move(NamedTuple):
    """A contact begins to close or to open between two instants, and is at rest at `last`; monotonic nanoseconds."""

    control: str
    closed: bool
    before: int
    after: int
    last: int


class Count(NamedTuple):
    """What became of presses: how many there were, and how many of them the log has twice, not at all, in the wrong
    order or at another instant."""

    presses: int = 0
    twice: int = 0
    lost: int = 0
    out_of_order: int = 0
    at_other_instants: int = 0

    def plus(self, other: "Count") -> "Count":
        return Count(*map(sum, zip(self, other, strict=True)))


@pytest.fixture(scope="module")
def pauses(machine: Box) -> Iterator[Box]:
    with machine.configured(PAUSES):
        yield machine


@pytest.mark.parametrize(
    ("hogs", "phones"),
    [
        pytest.param(0, 0, id="at peace"),
        pytest.param(4, 0, id="busy loops"),
        pytest.param(0, 6, id="phones"),
        pytest.param(2, 4, id="busy loops and phones"),
    ],
)
def test_a_contact_that_bounces_is_one_press(pauses: Box, hogs: int, phones: int) -> None:
    box = pauses
    box.start()
    box.new_game()
    box.post("/api/table/begin")
    with box.crowded(hogs=hogs, phones=phones):
        pins = " ".join(map(str, GPIO.values()))
        made = json.loads(box.run(f"cd /root && python3 bursts.py {10 * hogs + phones} {PRESSES} {pins}"))
    rounds = [[Move(CONTROL[gpio], *rest) for gpio, *rest in each] for each in made["rounds"]]
    count = counted(rounds, box.log_until_now())
    box.tell(f"{made['bounces']} bounces beside {hogs} busy loops and {phones} phones: {count}")
    assert count.presses >= PRESSES, "the emulator stood still too often to say"
    # Which of two lines is heard first is up to the kernel's threads, one a line, when both wait for a processor. So is
    # when a release is sure. What a press does goes by the order in which they ran, its instant by the finger.
    assert count.twice == count.lost == count.at_other_instants == 0, count
    assert count.out_of_order <= PRESSES // 20, count


def counted(rounds: list[list[Move]], log: list[dict[str, Any]]) -> Count:
    """The presses of the rounds as they were made against the log."""
    acts = [event for event in log if event["type"] in ("begun", "paused", "resumed")]
    count = Count()
    for moves in rounds:
        # The log is in the order of instants. A release is sure only later, so another one may have acted last.
        before = sorted((act for act in acts if act["mono_ms"] * MS < moves[0].before), key=lambda act: int(act["seq"]))
        told = [act for act in acts if moves[0].before <= act["mono_ms"] * MS <= moves[-1].last + RINGING_NS]
        count = count.plus(compared(moves, told, paused=before[-1]["type"] == "paused"))
    return count


def compared(moves: list[Move], told: list[dict[str, Any]], *, paused: bool) -> Count:
    """Each press is one act, at the instant at which its contact closed, or opened again. Which of both it is goes by
    what others had done by then."""
    expected = dict(acts(moves, paused=paused))
    times = Counter(act["source"].removeprefix("button ") for act in told)
    lost = len(expected.keys() - times.keys())
    twice = len(told) + lost - len(expected)
    mixed_up = elsewhere = 0
    for act in told if not (twice or lost) else ():
        control, at = act["source"].removeprefix("button "), act["mono_ms"] * MS
        own = [move for move in moves if move.control == control and move.before <= at <= move.last + STAMPING_NS]
        elsewhere += not own
        mixed_up += bool(own) and expected[control] not in own
    return Count(len(expected), twice, lost, mixed_up, elsewhere)


def acts(moves: list[Move], *, paused: bool) -> Iterator[tuple[str, Move]]:
    """What the presses mean, one after the other: one stops the sand as it goes down; what else it does, it does as it
    is let go, once that is sure."""
    waiting = set()
    for move in sorted(moves, key=lambda each: each.before if each.closed else each.last + LOCKOUT_NS):
        if move.closed and paused:
            waiting.add(move.control)
        elif move.closed or move.control in waiting:
            waiting.discard(move.control)
            paused = not paused
            yield move.control, move
