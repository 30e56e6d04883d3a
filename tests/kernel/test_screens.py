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
    box.until(lambda: box.wrong() == [], within=10)
    for screen in SCREENS:
        # Not once: every minute the picture moves.
        box.until(lambda screen=screen: box.told(screen) == box.ram(screen), within=10)  # type: ignore[misc]


def test_a_pulled_screen_is_missed_and_comes_back_right(box: Box) -> None:
    box.post("/api/table/begin")
    with box.unplugged("gold-30"):
        box.press("gold-30@0", "red-30@5")
        fault = "Screen gold-30 does not answer (bus 1, channel 0, address 0x3c)."
        box.until(lambda: box.table().faults == (fault,), within=10)
        assert {screen["id"]: screen["online"] for screen in box.get("/api/panel")["screens"]} == {
            screen: screen != "gold-30" for screen in SCREENS
        }
        box.until(lambda: box.show("StatusText") == box.status(screens=11), within=10)

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


def test_a_channel_that_is_not_there_is_no_more_than_its_screens(box: Box, request: pytest.FixtureRequest) -> None:
    channel = box.run("readlink -f /sys/bus/i2c/devices/1-0070/channel-3").strip().rpartition("/")[2]
    box.run(f"systemctl stop warglass; mv /dev/{channel} /root")
    request.addfinalizer(lambda: box.run(f"test -e /dev/{channel} || mv /root/{channel} /dev"))
    box.run("systemctl start warglass")
    box.until(lambda: len(box.table().faults) == 2, within=60)
    assert all("channel 3" in fault for fault in box.table().faults)
    box.until(lambda: box.wrong() == ["red-60a", "red-60b"], within=10)
    box.run(f"mv /root/{channel} /dev")
    box.until(box.whole, within=10)


def test_screens_to_which_every_transfer_fails_cost_themselves_and_nothing_else(box: Box) -> None:
    process = box.show("MainPID")
    box.post("/api/table/begin")
    with box.failing("gold-30", "gold-60a"):
        box.press("gold-30@0", "gold-60a@5", "red-30@10")
        box.until(lambda: len(box.flips()) == 3, within=10)
        box.until(lambda: box.show("StatusText") == box.status(screens=10), within=10)
        box.post("/api/table/pause")
        box.until(lambda: box.wrong() == ["gold-30", "gold-60a"], within=10)
    box.until(box.whole, within=10)
    box.until(lambda: box.wrong() == [], within=10)
    assert box.show("MainPID") == process
