"""Finds what is wrong with a panel that no single key shows.

Such as timers that do not exist, names, pins and addresses used twice, and more current than there is.
"""

import re
import time
from collections import Counter
from collections.abc import Iterator
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from companion.clock import SECOND
from companion.fields.invalid import FieldError
from companion.fields.words import clipped
from companion.panel.config import MOST_ADDRESS, PanelConfig, ScreenConfig
from companion.panel.power import budget
from companion.wartime.scenario.scenario import BOX

# Screens and multiplexers of a panel that would answer at one address.


def address_problems(panel: PanelConfig) -> Iterator[FieldError]:
    """Yields each problem, by the key below `[panel]` that is at fault."""
    places: dict[tuple[int, int | None, int | None, int], str] = {}
    on_i2c = [(index, screen) for index, screen in enumerate(panel.screens) if screen.spi is None]
    plain = {(each.bus, each.address): each.id for _, each in on_i2c if each.mux is None}
    muxes = {(each.bus, each.mux) for _, each in on_i2c}
    for index, screen in on_i2c:
        key = f"screens[{index}]"
        address = screen.address
        if address > MOST_ADDRESS:
            yield FieldError(
                f"{key}.address",
                f"{address:#x} is not an I2C address: write 0x3c or 0x3d, which modules print as 0x78 and 0x7a",
            )
        if (screen.mux is None) != (screen.channel is None):
            yield FieldError(key, "a multiplexer needs both mux and channel")
        place = (screen.bus, screen.mux, screen.channel, address)
        if place in places:
            yield FieldError(
                f"{key}.address", f"{address:#x} is taken by another screen, {places[place]!r}, on the same wires"
            )
        places.setdefault(place, screen.id)
        if screen.mux is not None and (screen.bus, address) in plain:
            yield FieldError(
                f"{key}.address",
                f"{address:#x} is taken by {plain[screen.bus, address]!r}, which hangs on the bus itself and so "
                "answers on every channel: give one of them another address",
            )
        if (screen.bus, address) in muxes:
            yield FieldError(f"{key}.address", f"{address:#x} is the multiplexer's own address on this bus")


# The display chips that a screen may have, by luma.oled's names for them, and the sizes of their modules.

_USUAL = ((128, 64), (128, 32))

SIZES = MappingProxyType(
    {
        "ssd1306": _USUAL,
        "ssd1309": _USUAL,
        "ssd1315": _USUAL,
        "sh1106": _USUAL,
        "ch1115": ((128, 64),),
        "sh1107": ((64, 128), (80, 128), (128, 128)),
        "ssd1305": _USUAL,
        "ssd1316": _USUAL,
        "ssd1322": ((256, 64), (256, 48), (256, 32), *_USUAL, (128, 48)),
        "ssd1322_nhd": ((128, 64),),
        "ssd1325": ((128, 64),),
        "ssd1327": ((128, 128),),
        "ssd1331": ((96, 64),),
        "ssd1351": ((128, 128), (96, 96), (128, 96)),
        "ssd1362": ((256, 64),),
        "ssd1363": ((256, 128),),
    }
)
"""Lists width and height in pixels of the modules that there are, the usual one first; faces need 96 by 32."""

SPI_ONLY = ("ssd1322", "ssd1322_nhd", "ssd1325", "ssd1331", "ssd1351", "ssd1363")
"""Lists chips without I2C, or for which luma separates commands from arguments by SPI's D/C wire."""

WIDER_RAM = ("sh1106",)
"""Lists chips with more columns than their screen has, of which modules show those from an `offset` on."""

# What is wrong with the screens of a panel that no single key shows: chips, sizes, and SPI devices.

LEAST = (96, 32)
"""Is the width and height in pixels that a face needs."""

_DEFAULT = ScreenConfig(id="", shows=("",))


def screen_problems(panel: PanelConfig) -> Iterator[FieldError]:
    """Yields each problem, by the key below `[panel]` that is at fault."""
    devices: set[tuple[int, int]] = set()
    for index, screen in enumerate(panel.screens):
        key = f"screens[{index}]"
        yield from _module(key, screen)
        if screen.reset is not None and screen.reset_pin is None:
            yield FieldError(f"{key}.reset", f'must be a pin from "GPIO2" to "GPIO27", got {screen.reset!r}')
        if screen.spi is None:
            continue
        for name in ("bus", "mux", "channel", "address", "reset"):
            if getattr(screen, name) != getattr(_DEFAULT, name):
                own = ", but the one in spi" if name == "reset" else ""
                yield FieldError(f"{key}.{name}", f"a screen on SPI has none{own}; leave it out, or leave out spi")
        device = (screen.spi.port, screen.spi.device)
        if device in devices:
            yield FieldError(
                f"{key}.spi", f"device {screen.spi.device} is taken by another screen; the other one is free"
            )
        devices.add(device)


def _module(key: str, screen: ScreenConfig) -> Iterator[FieldError]:
    if screen.chip not in SIZES:
        yield FieldError(f"{key}.chip", f"there is no chip {screen.chip!r}: {', '.join(SIZES)}")
        return
    sizes = SIZES[screen.chip]
    if (screen.width, screen.height) not in sizes:
        known = ", ".join(f"{width} by {height}" for width, height in sizes)
        yield FieldError(f"{key}.width", f"an {screen.chip} has {known} pixels, not {screen.width} by {screen.height}")
        return
    if screen.chip in SPI_ONLY and screen.spi is None:
        yield FieldError(f"{key}.chip", f"an {screen.chip} is for SPI: give the screen an spi")
    if screen.offset is not None and screen.chip not in WIDER_RAM:
        yield FieldError(
            f"{key}.offset", f"an {screen.chip} has no columns beside its glass: leave it out, or say which chip it is"
        )
    upright = screen.rotate in (90, 270)
    width, height = (screen.height, screen.width) if upright else (screen.width, screen.height)
    if width < LEAST[0] or height < LEAST[1]:
        other = "0 or 180" if upright else "90 or 270"
        yield FieldError(
            f"{key}.rotate", f"no face fits {width} by {height} pixels; lay the screen down: rotate {other}"
        )


# The hours of the day in which a panel makes no sound.

_HOURS = re.compile(r"([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)")


class QuietHours(msgspec.Struct, frozen=True):
    """Holds the hours from `start` up to `end`, in minutes since midnight; across midnight where the end is earlier."""

    start: int
    end: int

    def cover(self, wall_ns: int) -> bool:
        """Returns True where they cover an instant of the wall clock, Unix nanoseconds, by this machine's time zone.

        A Pi has no clock of its own: until it has the time from the network, its hours are not the room's.
        """
        # The C library looks only when it is asked to whether the machine is in another time zone by now.
        time.tzset()
        local = time.localtime(wall_ns // SECOND)
        minute = 60 * local.tm_hour + local.tm_min
        if self.start < self.end:
            return self.start <= minute < self.end
        return minute >= self.start or minute < self.end


def quiet_hours(text: str) -> QuietHours:
    """Returns the hours as they are written, such as "22:00-07:00". Raises ValueError, which says how."""
    found = _HOURS.fullmatch(text)
    if found is None:
        raise ValueError(f'must be two times of day such as "22:00-07:00", got {text!r}')
    first, second, third, fourth = map(int, found.groups())
    hours = QuietHours(60 * first + second, 60 * third + fourth)
    if hours.start == hours.end:
        raise ValueError(f"begins when it ends, got {text!r}: leave out the buzzer for no sound at all")
    return hours


# Pins of a panel that are used twice, or have another owner.

I2C_PINS = MappingProxyType({2: "SDA", 3: "SCL"})
"""Names GPIO 2 and 3 as the wires of bus 1 (Raspberry Pi documentation, GPIO and the 40-pin header)."""

SPI_PINS = MappingProxyType({7: "CE1", 8: "CE0", 9: "MISO", 10: "MOSI", 11: "SCLK"})
"""Names GPIO 7 to 11 as the wires of SPI 0 (the same heading)."""

SPI_SELECT = MappingProxyType({0: 8, 1: 7})
"""Holds the chip select of each of SPI 0's devices."""


_RESET = re.compile(r"screens\[\d+\](?=\.reset$)")


def pins(panel: PanelConfig) -> Iterator[tuple[str, int]]:
    """Yields every pin that the configuration chooses, as its key below `[panel]` and its BCM number."""
    for index, screen in enumerate(panel.screens):
        if screen.spi is not None:
            yield f"screens[{index}].spi.dc", screen.spi.dc
            yield f"screens[{index}].spi.reset", screen.spi.reset
        elif screen.reset_pin is not None:
            yield f"screens[{index}].reset", screen.reset_pin
    for index, control in enumerate(panel.controls):
        yield f"controls[{index}].gpio", control.gpio
    if panel.sounder is not None:
        yield "sounder", panel.sounder
    if panel.light is not None:
        yield "light", panel.light


def reserved(panel: PanelConfig) -> dict[int, str]:
    """Returns the pins that the panel's buses have, and what they are to them."""
    found: dict[int, str] = {}
    if any(screen.spi is None and screen.bus == 1 for screen in panel.screens):
        found |= {pin: f"{name} of the screens' I2C bus" for pin, name in I2C_PINS.items()}
    devices = {screen.spi.device for screen in panel.screens if screen.spi is not None}
    if devices:
        mine = {9, 10, 11, *(SPI_SELECT[device] for device in devices)}
        found |= {pin: f"{name} of the screens' SPI" for pin, name in SPI_PINS.items() if pin in mine}
    return found


def pin_problems(panel: PanelConfig) -> Iterator[FieldError]:
    """Yields each problem, by the key below `[panel]` that is at fault."""
    used = list(pins(panel))
    # Low resets all modules on one wire, which is as good as a wire each.
    counts = Counter(pin for _, pin in {(_RESET.sub("screens", key), pin) for key, pin in used})
    buses = reserved(panel)
    for key, pin in used:
        if pin in buses:
            yield FieldError(key, f"GPIO {pin} is {buses[pin]}: take another pin")
        if counts[pin] > 1:
            others = " and ".join(f"panel.{other}" for other, same in used if same == pin and other != key)
            yield FieldError(key, f"GPIO {pin} is used twice, by {others} too: give each a pin of its own")


def panel_problems(panel: PanelConfig) -> Iterator[FieldError]:
    """Yields each problem, by the key below `[panel]` that is at fault."""
    timers = {spec.id for spec in BOX}
    for index, screen in enumerate(panel.screens):
        for timer in screen.shows:
            if timer not in timers:
                yield FieldError(f"screens[{index}].shows", f"there is no timer {timer!r}")
    for index, control in enumerate(panel.controls):
        if control.timer is not None and control.timer not in timers:
            yield FieldError(f"controls[{index}].timer", f"there is no timer {control.timer!r}")
        if control.timer is not None and control.hand is not None:
            yield FieldError(f"controls[{index}].hand", "a button is a timer's or a hand: leave one of the two out")
    yield from _named_twice("screens", [screen.id for screen in panel.screens])
    yield from _named_twice("controls", [control.id for control in panel.controls])
    yield from screen_problems(panel)
    yield from address_problems(panel)
    yield from pin_problems(panel)
    yield from _power_problems(panel)
    if panel.sound.quiet is not None:
        try:
            quiet_hours(panel.sound.quiet)
        except ValueError as error:
            yield FieldError("sound.quiet", str(error))


def judge_problems(panel: PanelConfig, judge: str | None) -> Iterator[FieldError]:
    """Yields what is wrong with that button on this panel, the `judge` of `[hall]`: held, it calls one of the
    hall's.
    """
    if judge is None:
        return
    free = [control.id for control in panel.controls if not control.pauses]
    choose = f"choose one of {', '.join(free)}" if free else f"the panel {panel.name} has none to choose from"
    chosen = next((control for control in panel.controls if control.id == judge), None)
    if chosen is None:
        yield FieldError("judge", f"there is no button {clipped(repr(judge))}: {choose}")
    elif chosen.pauses:
        yield FieldError("judge", f"the pause button, held, shows the join code: {choose}")


def _named_twice(key: str, ids: list[str]) -> Iterator[FieldError]:
    for index, name in enumerate(ids):
        if name in ids[:index]:
            yield FieldError(f"{key}[{index}].id", f"{name!r} is there twice")


def _power_problems(panel: PanelConfig) -> Iterator[FieldError]:
    whole = budget(panel)
    if whole.margin_ma >= 0:
        return
    upto = (replace(panel, screens=panel.screens[: count + 1]) for count in range(len(panel.screens)))
    key = next((f"screens[{index}]" for index, part in enumerate(upto) if budget(part).margin_ma < 0), "rail_ma")
    yield FieldError(
        key,
        f"the panel draws up to {whole.most_ma:.0f} mA and the 3.3 V rail gives {whole.rail_ma:.0f} mA. Leave screens "
        "out, or feed them from a 3.3 V regulator of their own and say in rail_ma what that gives",
    )
