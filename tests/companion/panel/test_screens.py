"""Screens of every chip, on I2C and SPI: right, or refused with the key at fault and what to do."""

import pytest

from companion import config
from companion.config import ConfigError
from companion.panel.check import SIZES, SPI_ONLY
from companion.panel.config import PanelConfig, RestConfig, ScreenConfig, SpiConfig

PANEL = """\
[panel]
name = "mine"
sounder = 18

[panel.rest]
dim_s = 60

[[panel.screens]]
id = "one"
shows = ["gold-30"]
chip = "ssd1306"
rotate = 0
spi = {device = 0, dc = 24, reset = 25}

[[panel.screens]]
id = "two"
shows = ["red-30"]
spi = {device = 1, dc = 22, reset = 23}

[[panel.controls]]
id = "gold-30"
gpio = 5
"""


def read(text: str) -> PanelConfig:
    return config.read_config(text, name="warglass.toml").panel


def test_a_panel_on_spi() -> None:
    panel = read(PANEL)
    assert [screen.spi for screen in panel.screens] == [SpiConfig(), SpiConfig(device=1, dc=22, reset=23)]
    assert [screen.wires for screen in panel.screens] == ["SPI 0", "SPI 0"]
    assert panel.rest == RestConfig(dim_s=60)


def test_what_a_file_of_before_says_is_what_it_said() -> None:
    panel = read('[panel]\nname = "mine"\n[[panel.screens]]\nid = "one"\nshows = ["gold-30"]\n')
    assert panel.screens == (ScreenConfig(id="one", shows=("gold-30",)),)
    assert (panel.screens[0].chip, panel.screens[0].contrast, panel.screens[0].wires) == ("ssd1306", 0xCF, "bus 1")


@pytest.mark.parametrize("chip", SIZES)
def test_every_chip_is_taken_in_every_size_that_it_has(chip: str) -> None:
    for width, height in SIZES[chip]:
        rotate = 90 if width < 96 else 0
        size = f"width = {width}\nheight = {height}\nrotate = {rotate}"
        text = PANEL.replace('"ssd1306"\nrotate = 0', f'"{chip}"\n{size}')
        screen = read(text).screens[0]
        assert (screen.chip, screen.width, screen.height) == (chip, width, height)
        if chip in SPI_ONLY:
            with pytest.raises(ConfigError, match=r"screens\[0\].chip: an .* is for SPI"):
                read(text.replace("spi = {device = 0, dc = 24, reset = 25}\n", ""))


@pytest.mark.parametrize(
    ("old", "new", "key", "what"),
    [
        ('"ssd1306"', '"ssd1206"', "screens[0].chip", "there is no chip 'ssd1206': ssd1306, ssd1309, ssd1315, sh1106,"),
        ('"ssd1306"', '"ssd1327"', "screens[0].width", "has 128 by 128 pixels"),
        (
            "rotate = 0",
            "rotate = 90",
            "screens[0].rotate",
            "no face fits 64 by 128 pixels; lay the screen down",
        ),
        ("rotate = 0", "contrast = 256", "screens[0].contrast", "must be at most 255"),
        ("rotate = 0", "address = 0x3D", "screens[0].address", "a screen on SPI has none"),
        ("rotate = 0", "bus = 3", "screens[0].bus", "a screen on SPI has none"),
        ("rotate = 0", "reset = 17", "screens[0].reset", "a screen on SPI has none, but the one in spi"),
        ("rotate = 0", 'reset = "GPIO1"', "screens[0].reset", "must be a pin from"),
        ("device = 1", "device = 0", "screens[1].spi", "device 0 is taken"),
        ("dc = 22", "dc = 24", "screens[0].spi.dc", "GPIO 24 is used twice"),
        ("reset = 23", "reset = 22", "screens[1].spi.dc", "GPIO 22 is used twice"),
        ("reset = 23", "reset = 18", "screens[1].spi.reset", "GPIO 18 is used twice"),
        ("reset = 23", "reset = 7", "screens[1].spi.reset", "GPIO 7 is CE1 of the screens' SPI"),
        ("gpio = 5", "gpio = 10", "controls[0].gpio", "GPIO 10 is MOSI of the screens' SPI"),
        ("gpio = 5", "gpio = 8", "controls[0].gpio", "GPIO 8 is CE0 of the screens' SPI"),
        ("gpio = 5", "gpio = 24", "screens[0].spi.dc", "GPIO 24 is used twice"),
        ("sounder = 18", "sounder = 11", "sounder", "GPIO 11 is SCLK of the screens' SPI"),
        ("dim_s = 60", "dim_s = -1", "rest.dim_s", "must be at least 0"),
    ],
)
def test_what_cannot_be_wired_is_refused_by_its_key(old: str, new: str, key: str, what: str) -> None:
    with pytest.raises(ConfigError) as raised:
        read(PANEL.replace(old, new, 1))
    assert f"panel.{key}: " in str(raised.value)
    assert what in str(raised.value)


def test_pins_that_only_i2c_or_the_other_device_takes_are_free() -> None:
    alone = PANEL.split('[[panel.screens]]\nid = "two"', maxsplit=1)[0]
    control = '[[panel.controls]]\nid = "gold-30"\ngpio = {}\n'
    for gpio in (2, 3, 7):
        assert read(alone + control.format(gpio)).controls[0].gpio == gpio


def test_modules_on_i2c_may_share_a_reset_pin_and_others_may_not() -> None:
    screen = '[[panel.screens]]\nid = "{0}"\nshows = ["gold-30"]\naddress = {1}\nreset = {2}\n'
    both = screen.format("a", 0x3C, '"GPIO17"') + screen.format("b", 0x3D, 17)
    head = PANEL.split("[[panel.screens]]", maxsplit=1)[0]
    assert [each.reset_pin for each in read(head + both).screens] == [17, 17]
    with pytest.raises(ConfigError, match=r"GPIO 17 is used twice, by .*panel\.controls"):
        read(head + both + '[[panel.controls]]\nid = "gold-30"\ngpio = 17\n')
