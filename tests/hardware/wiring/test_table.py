"""The table and the parts list say what the plan and the configuration say."""

import re
from collections import Counter

import pytest

from companion.config import WIRED, shipped_panel
from companion.panel.config import PanelConfig, ScreenConfig
from hardware.wiring.lists import shopping, table
from hardware.wiring.picture import picture
from hardware.wiring.plan import BY_GPIO, WireColour, plan
from tests.hardware.wiring.drawn import Drawn


@pytest.mark.parametrize("name", WIRED)
def test_the_table_says_what_the_picture_shows(name: str) -> None:
    """Wire by wire: the same header pins as often, and the same colours."""
    wired = plan(shipped_panel(name))
    rows = [line for line in table(wired).splitlines() if line.startswith("  ")]
    drawn = Drawn(picture(wired)).wires
    pins = Counter(match[1] for row in rows if (match := re.match(r"  pin (\d+) ", row)))
    assert pins == Counter(wire.source[7:] for wire in drawn if wire.source.startswith("header:"))
    colours = Counter(each for row in rows for each in WireColour if re.search(rf"  {each}( |$)", row))
    assert colours == Counter(wire.colour for wire in drawn)
    assert len(rows) == len(drawn)


def test_pins_are_said_by_both_their_numbers() -> None:
    rows = table(plan(shipped_panel("full"))).splitlines()
    buttons = {control.id: control.gpio for control in shipped_panel("full").controls}
    found = {}
    for row in rows:
        if match := re.match(r"  pin (\d+) \(GPIO (\d+)\) +button (.+), one leg +(\w+)$", row):
            found[match[3]] = (int(match[1]), int(match[2]))
    assert found == {name: (BY_GPIO[gpio].number, gpio) for name, gpio in buttons.items()}


def test_what_the_full_panel_takes() -> None:
    parts = {part.what: part.count for part in shopping(plan(shipped_panel("full")))}
    assert parts["OLED module, SSD1306, 128x64, I2C (4 pins)"] == 12
    assert parts["TCA9548A board"] == 1
    assert parts["push button, closes while pressed"] == 13
    assert parts["resistor, 330 Ω"] == parts["resistor, 1 kΩ"] == 1
    assert parts["diode, 1N4148 or 1N4001"] == parts["capacitor, 100 µF, 6.3 V or more"] == 1
    # 4 to the rails, 8 to the multiplexer, 4 a screen, 3 the sounder, 2 the light; 2 a button.
    short, long = 4 + 8 + 12 * 4 + 3 + 2, 13 * 2
    assert short + 5 <= parts["jumper wire, female to male, 20 cm"] < short + 15
    assert long + 5 <= parts["jumper wire, female to male, 30 cm"] < long + 15


def test_what_another_multiplexer_takes() -> None:
    one, two = (
        {part.what: part for part in shopping(plan(shipped_panel(name)))} for name in ("full", "full-2-multiplexers")
    )
    screen = "OLED module, SSD1306, 128x64, I2C (4 pins)"
    assert (one["TCA9548A board"].count, two["TCA9548A board"].count) == (1, 2)
    assert (one[screen].note, two[screen].note) == ("of all screens 6 set to 0x3d", "")


def test_what_is_not_there_is_not_bought() -> None:
    panel = PanelConfig(name="one", screens=(ScreenConfig(id="x", shows=("gold-30",), height=32),))
    assert [(part.count, part.what) for part in shopping(plan(panel))] == [
        (1, "OLED module, SSD1306, 128x32, I2C (4 pins)"),
        (1, "capacitor, 100 µF, 6.3 V or more"),
        (1, "breadboard with two rails, or perfboard"),
        (2, "jumper wire, male to male, 10 cm"),
        (20, "jumper wire, female to male, 20 cm"),
    ]
