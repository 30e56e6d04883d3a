"""What goes wrong between the Pi and its screens behind a multiplexer, and what it leaves alone."""

import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from statistics import median, quantiles

import pytest

from tests.kernel.box import SCREENS, Box

BACK_S = 30.0
"""All twelve screens are right again in less. The emulator takes its time: what is measured is told."""
PULLS = 12
MOMENTS = 8
ACTS = 12


def named(box: Box) -> set[str]:
    """The screens that the table names as faulty, one by one or as all of their bus."""
    faults = box.table().faults
    if any(fault.startswith("Bus 1 hangs") for fault in faults):
        return set(SCREENS)
    return {screen for screen in SCREENS if any(f"Screen {screen} " in fault for fault in faults)}


def hangs(box: Box) -> bool:
    """Whether the table says that of the bus, and so nothing of single screens."""
    return any(fault.startswith("Bus 1 hangs") for fault in box.table().faults)


def play_on(box: Box) -> None:
    """Fingers and phones are served as ever; then the sand stands still, so that pictures can be compared."""
    had = len(box.flips())
    box.press("gold-90@0", "red-90@5")
    box.until(lambda: len(box.flips()) == had + 2, within=10)
    box.post("/api/table/pause")


def comes_back(box: Box, process: str) -> float:
    """Every screen answers and shows what it is to show, and it is still the same process. In seconds."""
    took = box.until(lambda: box.whole() and box.wrong() == [], within=BACK_S)
    box.until(lambda: box.table().faults == (), within=10)
    assert box.show("MainPID") == process
    return took


@contextmanager
def without_multiplexer(box: Box) -> Iterator[None]:
    """Its plug is pulled, and with it that of all screens; it comes back with every channel shut."""
    box.guest.bus_fault("mux_present", 0)
    try:
        with box.unplugged(*SCREENS):
            yield
    finally:
        box.guest.bus_fault("mux_mask", 0)
        box.guest.bus_fault("mux_present", 1)


@contextmanager
def hanging_channel(box: Box) -> Iterator[None]:
    """A module on it holds the wires low as soon as the multiplexer lets it, and from then on nobody can move them."""
    box.guest.bus_fault("hang_mask", 1 << 3)
    try:
        yield
    finally:
        box.guest.bus_fault("hang_mask", 0)


@pytest.mark.parametrize("trouble", [without_multiplexer, hanging_channel])
def test_what_takes_all_screens_takes_nothing_else(
    box: Box, trouble: Callable[[Box], AbstractContextManager[None]]
) -> None:
    process = box.show("MainPID")
    box.post("/api/table/begin")
    with trouble(box):
        missed = box.until(lambda: named(box) == set(SCREENS) or hangs(box), within=90)
        assert hangs(box) == (trouble is hanging_channel)
        play_on(box)
        box.until(lambda: box.show("StatusText").startswith(box.status(screens=0)), within=10)
    back = comes_back(box, process)
    box.tell(f"{trouble.__name__}: told after {missed:.1f} s, all screens right {back:.1f} s after its end")


def test_a_flaky_screen_is_right_in_the_end_and_costs_the_others_nothing(box: Box) -> None:
    """Three transfers in ten are not acknowledged."""
    process = box.show("MainPID")
    box.post("/api/table/begin")
    box.fault("flaky", 30, "gold-90")
    try:
        play_on(box)
        box.until(lambda: not set(box.wrong()) - {"gold-90"}, within=10)
        box.until(lambda: box.wrong() == [], within=20)
        assert named(box) <= {"gold-90"}
    finally:
        box.fault("flaky", 0, "gold-90")
    comes_back(box, process)


def test_two_modules_that_change_places_show_what_belongs_there(box: Box) -> None:
    """They are pulled, and each is plugged in where the other was."""
    process = box.show("MainPID")
    box.post("/api/table/begin")
    box.press("gold-30@0", "red-90@5")
    box.until(lambda: len(box.flips()) == 2, within=10)
    box.post("/api/table/pause")
    box.until(lambda: box.wrong() == [], within=10)
    try:
        change_places(box, "gold-30", "red-90")
        comes_back(box, process)
    finally:
        change_places(box, "gold-30", "red-90")
    comes_back(box, process)


def change_places(box: Box, one: str, other: str) -> None:
    with box.unplugged(one, other):
        for screen, place in ((one, SCREENS[other]), (other, SCREENS[one])):
            assert place.channel is not None
            box.fault("chan", place.channel, screen)
            box.fault("addr", place.address, screen)
        box.places[one], box.places[other] = box.places[other], box.places[one]


def test_pulled_screens_come_back_right(box: Box) -> None:
    dice = random.Random(17)
    box.post("/api/table/begin")
    sand = [screen for screen in SCREENS if screen != "neutral-120"]
    box.press(*(f"{screen}@{number}" for number, screen in enumerate(sand)))
    box.until(lambda: len(box.flips()) == len(sand), within=10)
    box.post("/api/table/pause")
    box.until(lambda: box.wrong() == [], within=10)
    took = []
    for _ in range(PULLS):
        pulled = dice.choice(list(SCREENS))
        with box.unplugged(pulled):
            box.until(lambda pulled=pulled: named(box) == {pulled}, within=10)  # type: ignore[misc]
        took.append(box.until(lambda pulled=pulled: box.shows(pulled), within=BACK_S))  # type: ignore[misc]
    *_, ninth = quantiles(took, n=10)
    box.tell(f"a pulled screen is right again: median {median(took):.2f} s, p90 {ninth:.2f} s of {len(took)}")


def test_after_an_evening_of_anything_every_picture_is_exact(box: Box) -> None:
    """Presses, pauses and what can happen to wires, in any order; now and then the sand stands still and everything is
    looked at."""
    dice = random.Random(18)
    process = box.show("MainPID")
    box.post("/api/table/begin")
    box.press("neutral-600@0")
    for _ in range(MOMENTS):
        flaky = dice.choice(list(SCREENS))
        box.fault("flaky", dice.choice((0, 0, 10)), flaky)
        with box.unplugged(*dice.sample(list(SCREENS), dice.choice((0, 0, 1, 3)))):
            controls = dice.choices(list(SCREENS), k=ACTS)
            box.press(*(f"{control}@{100 * number + dice.randrange(20)}" for number, control in enumerate(controls)))
        box.post("/api/table/pause")
        box.fault("flaky", 0, flaky)
        box.until(lambda: box.wrong() == [], within=20)
        box.post("/api/table/resume")
    box.tell(f"pictures exact after moments of a random evening: {MOMENTS * len(SCREENS)} of {MOMENTS * len(SCREENS)}")
    assert box.show("MainPID") == process
