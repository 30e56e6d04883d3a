"""Worn switches while the machine has its hands full: a press is one press, and no hold ends early."""

import json
import os
from collections import Counter

import pytest

from tests.kernel.box import GPIO, Box

PRESSES = int(os.environ.get("WORN_PRESSES", "400"))
"""In each run. The figure in the docs is of five times that."""
A_TIME = 200
FLIPPED = [control for control in GPIO if control.startswith(("gold", "red")) and not control.endswith("spell")]


@pytest.mark.parametrize("hogs", [pytest.param(0, id="at peace"), pytest.param(4, id="busy loops")])
def test_a_press_of_a_worn_switch_is_one_and_a_hold_is_whole(box: Box, hogs: int) -> None:
    box.post("/api/table/begin")
    with box.crowded(hogs=hogs, phones=0):
        pins = " ".join(str(GPIO[control]) for control in FLIPPED)
        parts = (f"cd /root && python3 worn.py {10 * part + hogs} {A_TIME} {pins}" for part in range(PRESSES // A_TIME))
        made = [each for part in parts for each in json.loads(box.run(part))]
    last = box.press("pause@0")["pause"][0] // 1_000_000
    box.until(lambda: any(act["source"] == "button pause" and act["mono_ms"] >= last for act in box.log()), within=99)

    told = Counter((act["source"].removeprefix("button "), act["type"]) for act in box.log())
    rounds = len(made)
    guarded = sum(number for (_, kind), number in told.items() if kind == "refusal")
    pressed = 2 * rounds * len(FLIPPED)
    box.tell(f"{pressed} presses of worn switches beside {hogs} busy loops: {guarded} rows of guarded ones")
    wrong = {
        (control, kind): told[control, kind] - rounds
        for control in FLIPPED
        for kind in ("flipped", "freed")
        if told[control, kind] != rounds
    }
    assert not wrong, "none twice, none lost, none ended early"
