"""Presses through the pin library that sleeps, on a real GPIO chip."""

from companion.clock import MS
from companion.table.view import TimerState
from tests.kernel.box import Box

STAMPING_NS = 2 * MS
"""How much later than the finger the emulated chip's interrupt may be, the emulator's own pauses included."""


def test_presses_flip_and_are_stamped_by_the_kernel_in_true_order(box: Box) -> None:
    """The service sleeps through both presses: only the kernel can know that red was first, and by how much."""
    box.post("/api/table/begin")
    made = box.press("red-30@0", "gold-30@1", frozen=True)
    box.until(lambda: len(box.flips()) == 2, within=10)

    first, second = box.flips()
    assert (first["source"], second["source"]) == ("button red-30", "button gold-30")
    for flip, control in ((first, "red-30"), (second, "gold-30")):
        before, after = made[control]
        assert before <= flip["mono_ms"] * MS <= after + STAMPING_NS
    assert first["gap"] == f"{(second['mono_ms'] - first['mono_ms']) / 1000:.3f} s before Valyance"
    active = {timer.id for timer in box.table().timers if timer.state is TimerState.ACTIVE}
    assert active == {"red-30", "gold-30"}


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
