"""Presses through the pin library that sleeps, on a real GPIO chip."""

from companion.clock import MS
from companion.table.view import TimerState
from tests.kernel.box import STAMPING_NS, Box


def test_presses_flip_and_are_stamped_by_the_kernel_in_true_order(box: Box) -> None:
    """The service sleeps through both presses: only the kernel can know that red was first, and by how much."""
    box.post("/api/table/begin")
    made = box.press("red-30@0", "gold-30@1", frozen_ms=0)
    box.until(lambda: len(box.flips()) == 2, within=10)

    first, second = box.flips()
    assert (first["source"], second["source"]) == ("button red-30", "button gold-30")
    for flip, control in ((first, "red-30"), (second, "gold-30")):
        before, after = made[control]
        assert before <= flip["mono_ms"] * MS <= after + STAMPING_NS
    assert first["gap"] == f"{(second['mono_ms'] - first['mono_ms']) / 1000:.3f} s before Valyance"
    active = {timer.id for timer in box.table().timers if timer.state is TimerState.ACTIVE}
    assert active == {"red-30", "gold-30"}


def test_presses_during_a_stall_are_told_as_they_were_however_late(box: Box) -> None:
    """The service stands still for three seconds. What it finds then are six presses, each long over."""
    box.post("/api/table/begin")
    pressed = {"red-60a": 0, "gold-60a": 1, "gold-30": 400, "red-30": 900, "red-90": 2200, "gold-90": 2203}
    made = box.press(*(f"{control}@{ms}" for control, ms in pressed.items()), frozen_ms=3000)
    box.until(lambda: len(box.flips()) == len(pressed), within=10)

    flips = box.flips()
    assert [flip["source"] for flip in flips] == [f"button {control}" for control in pressed]
    late = [flip["mono_ms"] * MS - made[control][0] for flip, control in zip(flips, pressed, strict=True)]
    box.tell(f"presses during a stall of 3 s: {len(flips)}, told up to {max(late) / MS:.3f} ms after the finger")
    for flip, control in zip(flips, pressed, strict=True):
        before, after = made[control]
        assert before <= flip["mono_ms"] * MS <= after + STAMPING_NS, control


def test_a_refused_press_says_why_where_it_was_pressed(box: Box) -> None:
    box.post("/api/table/begin")
    box.press("gold-60a@0")
    box.press("gold-60a@0")

    def refused() -> bool:
        shown = next(timer for timer in box.table().timers if timer.id == "gold-60a")
        return shown.refused is not None and "Valyance 60a is still running" in shown.refused.text

    box.until(refused, within=10)


def test_the_pause_button_pauses_and_resumes(box: Box) -> None:
    box.post("/api/table/begin")
    box.press("pause@0")
    box.until(lambda: box.table().paused, within=10)
    box.press("pause@0")
    box.until(lambda: not box.table().paused, within=10)
