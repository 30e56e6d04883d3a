"""Screens on real I2C buses: what is in the chips, what somebody in front of them sees, and a pulled cable."""

import pytest

from tests.kernel.box import SCREENS, Box

BACK_S = 3.0
"""A screen that is plugged in again is right again in less."""


def test_every_chip_holds_what_was_drawn(box: Box) -> None:
    """After sand has fallen, for then the picture has come together from many windows."""
    box.post("/api/table/begin")
    box.press("gold-30@0", "red-30@5")
    box.until(lambda: box.table().server_ms - box.flips()[0]["mono_ms"] > 2000, within=20)
    box.post("/api/table/pause")
    for screen in SCREENS:
        box.until(lambda screen=screen: box.shows(screen), within=10)  # type: ignore[misc]
        box.run(f"curl -sS -o /root/ram http://localhost/api/panel/screens/{screen}")
        assert bytes(box.guest.get("/root/ram")) == box.ram(screen)


def test_a_pulled_screen_is_missed_and_comes_back_right(box: Box) -> None:
    box.post("/api/table/begin")
    with box.unplugged("gold-30"):
        box.press("gold-30@0", "red-30@5")
        fault = "Screen gold-30 does not answer (bus 1, address 0x3c)."
        box.until(lambda: box.table().faults == (fault,), within=10)
        assert {screen["id"]: screen["online"] for screen in box.get("/api/panel")["screens"]} == {
            screen: screen != "gold-30" for screen in SCREENS
        }
        box.until(lambda: box.show("StatusText") == "3 of 4 screens", within=10)

        fallen = box.ram("red-30")
        box.until(lambda: box.ram("red-30") != fallen, within=5)
        box.press("gold-60a@0")
        box.until(lambda: len(box.flips()) == 3, within=10)
        box.post("/api/table/pause")
        box.until(lambda: box.shows("gold-60a"), within=10)
        expected = box.picture_now("gold-30")
        assert box.sees("gold-30") != expected

    assert box.until(lambda: box.lit("gold-30") and box.sees("gold-30") == expected, within=10) < BACK_S
    box.until(lambda: box.table().faults == (), within=5)


def test_a_bus_that_is_not_there_is_no_more_than_its_screens(box: Box, request: pytest.FixtureRequest) -> None:
    box.run("systemctl stop warglass; mv /dev/i2c-10 /root/i2c-10")
    request.addfinalizer(lambda: box.run("test -e /dev/i2c-10 || mv /root/i2c-10 /dev/i2c-10"))
    box.run("systemctl start warglass")
    box.until(lambda: len(box.table().faults) == 2, within=60)
    box.until(lambda: box.lit("gold-30"), within=10)
    box.run("mv /root/i2c-10 /dev/i2c-10")
    box.until(box.whole, within=10)


def test_a_bus_on_which_every_transfer_fails_costs_its_screens_and_nothing_else(box: Box) -> None:
    process = box.show("MainPID")
    box.post("/api/table/begin")
    with box.failing("gold-30", "gold-60a"):
        box.press("gold-30@0", "gold-60a@5", "red-30@10")
        box.until(lambda: len(box.flips()) == 3, within=10)
        box.until(lambda: box.show("StatusText") == "2 of 4 screens", within=10)
        box.post("/api/table/pause")
        box.until(lambda: box.shows("red-30"), within=10)
    box.until(box.whole, within=10)
    box.until(lambda: box.shows("gold-30") and box.shows("gold-60a"), within=10)
    assert box.show("MainPID") == process


def test_a_bus_that_hardly_moves_holds_up_neither_fingers_nor_the_other_bus(box: Box) -> None:
    """One kilohertz: a whole picture takes nine seconds, with the thread inside the kernel all the while."""
    process = box.show("MainPID")
    box.run("echo 1 > /sys/kernel/debug/ssd1306/bus1-khz")
    try:
        box.post("/api/table/begin")
        box.press("gold-30@0", "red-30@5")
        box.until(lambda: len(box.flips()) == 2, within=5)
        fallen = box.ram("red-30")
        box.until(lambda: box.ram("red-30") != fallen, within=5)
        box.post("/api/table/pause")
        box.until(lambda: box.shows("red-30"), within=5)
    finally:
        box.run("echo 400 > /sys/kernel/debug/ssd1306/bus1-khz")
    box.until(lambda: box.shows("gold-30"), within=20)
    assert box.show("MainPID") == process
