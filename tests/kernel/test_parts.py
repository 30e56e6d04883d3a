"""A part of the panel that cannot be had: what it costs, who is told, and that it comes back by itself."""

from collections.abc import Iterator
from contextlib import contextmanager

from companion.table.view import TimerState
from tests.kernel.box import GPIO, Box

BUTTON = "red-spell"
FAULT = f"Button {BUTTON} does not work: GPIO 22 (pin 15) is held by gpioset."
NOTHING = "13 buttons, the buzzer and the lamp do not work: there is no /dev/gpiochip0."


@contextmanager
def held(box: Box, gpio: int) -> Iterator[None]:
    """Another program has that pin."""
    second = " v2" in box.run("gpioset --version")
    box.run(f"systemd-run --unit=holder gpioset {'-c' if second else '--mode=signal'} gpiochip0 {gpio}=1")
    try:
        yield
    finally:
        box.run("systemctl stop holder")


def flipped(box: Box, timer: str) -> bool:
    return any(each.id == timer and each.state is TimerState.ACTIVE for each in box.table().timers)


def test_a_pin_of_another_program_costs_its_button_and_comes_back_without_a_restart(box: Box) -> None:
    box.run("systemctl stop warglass")
    with held(box, GPIO[BUTTON]):
        box.start()
        process = box.show("MainPID")
        assert box.table().faults == (FAULT,)
        box.until(lambda: box.show("StatusText") == box.status(buttons=12), within=10)
        controls = box.get("/api/panel")["controls"]
        assert [each["id"] for each in controls if each["trouble"]] == [BUTTON]
        box.post("/api/table/begin")
        box.press("gold-30@0")
        box.until(lambda: flipped(box, "gold-30"), within=10)
    box.until(lambda: box.table().faults == (), within=15)
    box.press(f"{BUTTON}@0")
    box.until(lambda: flipped(box, BUTTON), within=10)
    assert box.show("StatusText") == box.status()
    assert box.show("MainPID") == process


def test_without_pins_it_serves_phones_and_screens_and_takes_them_when_they_come(box: Box) -> None:
    box.run("systemctl stop warglass")
    mark = box.cursor()
    with box.without_pins():
        box.start()
        process = box.show("MainPID")
        assert box.table().faults == (NOTHING,)
        box.until(lambda: box.show("StatusText") == f"{box.status(buttons=0)}, no buzzer, no lamp", within=10)
        said = box.said(mark)
        assert "No GPIO pins here." in said
        assert "There is no /dev/gpiochip0" in said
        assert "Traceback" not in said
        box.post("/api/table/begin")
        box.post("/api/timers/gold-90/flip")
    box.until(lambda: box.table().faults == (), within=30)
    box.press("gold-30@0")
    box.until(lambda: flipped(box, "gold-30"), within=10)
    assert box.show("MainPID") == process


def test_a_bus_that_hangs_is_said_of_the_bus_and_ends_with_it(box: Box) -> None:
    """The kernel gives each transfer up after a second."""
    box.post("/api/table/begin")
    box.guest.bus_fault("hang", 1)
    try:
        took = box.until(lambda: box.table().faults == ("Bus 1 hangs: gold-30 and 11 more stand still.",), within=30)
        assert not any(screen["online"] for screen in box.get("/api/panel")["screens"])
        box.until(lambda: box.show("StatusText") == f"{box.status(screens=0)}, bus 1 hangs", within=10)
        box.press("gold-30@0")
        box.until(lambda: flipped(box, "gold-30"), within=10)
    finally:
        box.guest.bus_fault("hang", 0)
    box.until(lambda: box.table().faults == (), within=30)
    box.until(box.whole, within=30)
    box.tell(f"a bus that hangs is said after {took:.1f} s, asked from outside the emulator")


def test_a_transfer_that_does_not_come_back_at_all_is_said_too(box: Box) -> None:
    box.post("/api/table/begin")
    box.guest.bus_fault("hang_ms", 15_000)
    box.guest.bus_fault("hang_next", 1)
    try:
        box.until(lambda: any("Bus 1 hangs" in fault for fault in box.table().faults), within=12)
        box.press("red-30@0")
        box.until(lambda: flipped(box, "red-30"), within=10)
    finally:
        box.guest.bus_fault("hang_ms", 1000)
    box.until(lambda: box.table().faults == () and box.whole(), within=30)
