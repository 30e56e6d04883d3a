"""Two buses on their own wires: what is wrong with one is nothing to the other. Behind the one multiplexer of `full`
all screens share the wires before it, so this is another panel."""

from collections.abc import Iterator

import pytest

from tests.kernel.box import Box

PANEL = """
[web]
port = 80

[panel]
name = "two buses"

[[panel.screens]]
id = "gold-30"
shows = ["gold-30"]
bus = 1

[[panel.screens]]
id = "red-30"
shows = ["red-30"]
bus = 10

[[panel.controls]]
id = "gold-30"
gpio = 5
timer = "gold-30"

[[panel.controls]]
id = "red-30"
gpio = 12
timer = "red-30"
"""


@pytest.fixture
def two_buses(machine: Box) -> Iterator[Box]:
    with machine.configured(PANEL):
        machine.run("modprobe -r i2c-panel-sim && modprobe i2c-ssd1306-sim bus=1,10 addr=0x3c")
        full, machine.places = machine.places, {"gold-30": (1, 0x3C), "red-30": (10, 0x3C)}
        try:
            machine.start()
            machine.new_game()
            yield machine
        finally:
            machine.run("systemctl stop warglass; modprobe -r i2c-ssd1306-sim")
            machine.places = full
            machine.plug_panel()


def test_a_bus_that_hardly_moves_holds_up_neither_fingers_nor_the_other_bus(two_buses: Box) -> None:
    """One kilohertz: a whole picture takes nine seconds, with the thread inside the kernel all the while."""
    box = two_buses
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
