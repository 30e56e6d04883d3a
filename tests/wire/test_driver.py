"""Every driver on every kind of module: what a viewer sees is what was to be shown, whatever the wires do."""

import msgspec
import pytest
from gpiozero import DigitalOutputDevice
from gpiozero.pins.mock import MockFactory
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

from companion.clock import ManualClock
from companion.panel.config import PanelConfig, ScreenConfig
from hardware.oled.addressing import ByPage, ByWindow
from hardware.oled.chips import ONE_BIT_CHIPS, driver_for
from hardware.oled.driver import ScreenDriver
from hardware.simulated.chips import Ssd1306Chip
from hardware.simulated.simulator import Simulator
from hardware.simulated.wires import SimulatedBus
from hardware.transport import OutOfReach, ResetLines
from tests.wire.films import Stroke, films, frames
from tests.wire.modules import PARTIAL, WHOLE, Fitted, every, partial, screen

pytestmark = pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning:luma")

FRAME = {ByWindow: 1026 + 8, ByPage: 8 * (5 + 130)}
"""Wire bytes of a whole frame of 128 by 64 over I2C, by how the chip is addressed."""


_READABLE = [each for each in (PARTIAL | WHOLE).values() if each.spi is None]
readable = pytest.mark.parametrize("config", _READABLE, ids=lambda each: f"{each.chip}-{each.width}x{each.height}")


def blob(size: tuple[int, int]) -> Image.Image:
    picture = Image.new("1", size)
    ImageDraw.Draw(picture).ellipse((10, 3, 90, size[1] - 4), fill=255)
    return picture


def lit(config: ScreenConfig) -> tuple[Fitted, Image.Image]:
    """A module that shows a blob."""
    fitted = Fitted.of(config)
    picture = blob(fitted.driver.size)
    fitted.driver.bring_up()
    fitted.driver.show(picture)
    assert fitted.sees(picture)
    return fitted, picture


@partial
@settings(max_examples=12)
@given(film=films, rotate=st.sampled_from([0, 90, 180, 270]))
def test_every_frame_is_seen_and_costs_what_is_said(
    config: ScreenConfig, film: list[tuple[list[Stroke], bool]], rotate: int
) -> None:
    fitted = Fitted.of(msgspec.structs.replace(config, rotate=rotate))
    fitted.driver.bring_up()
    for picture in frames(film, fitted.driver.size):
        before = fitted.wire_bytes
        assert fitted.driver.show(picture) == fitted.wire_bytes - before
        assert fitted.sees(picture)
        assert fitted.driver.show(picture) == 0


@partial
@settings(max_examples=12)
@given(film=films, giving=st.lists(st.booleans(), min_size=60, max_size=60))
def test_a_picture_that_gives_way_is_seen_as_far_as_it_was_sent(
    config: ScreenConfig, film: list[tuple[list[Stroke], bool]], giving: list[bool]
) -> None:
    fitted = Fitted.of(config)
    fitted.driver.bring_up()
    left = iter(giving)
    for picture in frames(film, fitted.driver.size):
        before = fitted.wire_bytes
        sent = fitted.driver.show(picture, gives_way=lambda: next(left, False))
        assert sent == fitted.wire_bytes - before
        assert fitted.chip.visible_bytes == fitted.driver.ram
        assert fitted.driver.is_behind == (not fitted.sees(picture))
        if fitted.driver.is_behind:
            fitted.driver.show(picture)
            assert fitted.sees(picture)


boxes = st.tuples(*[st.integers(0, 127)] * 4).map(
    lambda box: (*map(min, box[:2], box[2:]), *map(max, box[:2], box[2:]))
)


@partial
@settings(max_examples=12)
@given(
    film=films,
    first=boxes,
    rotate=st.sampled_from([0, 90, 180, 270]),
    giving=st.lists(st.booleans(), min_size=60, max_size=60),
)
def test_a_picture_whose_part_goes_first_is_seen_as_far_as_it_was_sent(
    config: ScreenConfig,
    film: list[tuple[list[Stroke], bool]],
    first: tuple[int, int, int, int],
    rotate: int,
    giving: list[bool],
) -> None:
    fitted = Fitted.of(msgspec.structs.replace(config, rotate=rotate))
    fitted.driver.bring_up()
    left = iter(giving)
    for picture in frames(film, fitted.driver.size):
        before = fitted.wire_bytes
        sent = fitted.driver.show(picture, first=first, gives_way=lambda: next(left, False))
        assert sent == fitted.wire_bytes - before
        assert fitted.chip.visible_bytes == fitted.driver.ram
        assert fitted.driver.is_behind == (not fitted.sees(picture))


@pytest.mark.parametrize("config", [screen("ssd1306"), screen("sh1106")], ids=lambda config: config.chip)
@pytest.mark.parametrize("right", [False, True], ids=["left", "right"])
def test_that_part_is_whole_before_any_of_the_rest(config: ScreenConfig, right: bool) -> None:
    fitted, before = lit(config)
    picture = before.copy()
    for x in (4, 70):
        ImageDraw.Draw(picture).rectangle((x, 5, x + 45, 58), fill=0)
        ImageDraw.Draw(picture).text((x, 8), "30", fill=255, font_size=40)
    first = (64, 0, 128, 64) if right else (0, 0, 64, 64)
    part = before.copy()
    part.paste(picture.crop(first), first)
    seen: list[bytes] = []
    fitted.driver.show(picture, first=first, gives_way=lambda: bool(seen.append(fitted.chip.picture().tobytes())))
    assert part.tobytes() in seen
    assert fitted.sees(picture)


faults = st.tuples(st.integers(1, 5), st.integers(0, 12))


@partial
@settings(max_examples=12)
@given(film=films, failing=st.lists(faults, min_size=6, max_size=6))
def test_transfers_that_fail_midway_are_mended_at_once_or_by_bringing_it_up(
    config: ScreenConfig, film: list[tuple[list[Stroke], bool]], failing: list[tuple[int, int]]
) -> None:
    """`failing`: for each frame, how many transfers in a row fail, and how much of each still arrives."""
    fitted = Fitted.of(config)
    fitted.driver.bring_up()
    for picture, (count, delivered) in zip(frames(film, fitted.driver.size), failing, strict=False):
        fitted.fail_next(count, delivered=delivered)
        try:
            fitted.driver.show(picture)
        except OSError:
            fitted.fail_next(0)
            fitted.driver.bring_up()
            fitted.driver.show(picture)
        assert fitted.sees(picture)


@pytest.mark.parametrize("config", WHOLE.values(), ids=WHOLE)
def test_lumas_frames_are_seen_too_and_mended(config: ScreenConfig) -> None:
    fitted, picture = lit(config)
    for box, failing in (((3, 3, 9, 90), 0), ((60, 60, 70, 70), 1), ((0, 0, 128, 128), 2), ((64, 1, 65, 2), 0)):
        picture = picture.copy()
        picture.paste(ImageChops.invert(picture.crop(box)), box)
        fitted.fail_next(failing, delivered=3)
        before = fitted.wire_bytes
        assert 0 < fitted.driver.show(picture) <= fitted.wire_bytes - before
        assert fitted.sees(picture)
        assert fitted.driver.show(picture) == 0


@every
def test_making_one_sends_nothing(config: ScreenConfig) -> None:
    fitted = Fitted.of(config)
    assert fitted.wire_bytes == 0
    assert not fitted.chip.on


@every
def test_noise_is_never_seen(config: ScreenConfig) -> None:
    """A chip fresh from its supply is lit only once all of its RAM has been sent."""
    fitted = Fitted.of(config)
    fitted.driver.bring_up()
    assert not fitted.chip.on
    nothing = Image.new("1", fitted.driver.size)
    fitted.driver.show(nothing)
    assert fitted.chip.on
    assert fitted.sees(nothing)


@every
def test_a_module_that_lost_its_supply_comes_back_on_the_same_object(config: ScreenConfig) -> None:
    fitted, picture = lit(config)
    fitted.unplug()
    if config.spi is None:
        for attempt in (lambda: fitted.driver.show(ImageChops.invert(picture)), fitted.driver.bring_up):
            with pytest.raises(OSError, match="I/O"):
                attempt()
    fitted.plug()
    assert not fitted.chip.on
    fitted.driver.bring_up()
    fitted.driver.show(picture)
    assert fitted.sees(picture)


@every
def test_a_beat_is_cheap_where_the_link_answers_and_mends_where_it_does_not(config: ScreenConfig) -> None:
    fitted, picture = lit(config)
    before = fitted.wire_bytes
    sent = fitted.driver.heartbeat()
    assert sent == fitted.wire_bytes - before
    assert fitted.sees(picture)
    if config.spi is None:
        assert sent <= 3
        fitted.unplug()
        with pytest.raises(OSError, match=r"I/O|power"):
            fitted.driver.heartbeat()
    else:
        fitted.unplug()
        fitted.driver.heartbeat()
        fitted.plug()
        fitted.driver.heartbeat()
        assert fitted.sees(picture)


@readable
def test_a_supply_that_was_gone_unnoticed_is_told_by_the_chips_status(config: ScreenConfig) -> None:
    fitted, picture = lit(config)
    fitted.unplug()
    fitted.plug()
    with pytest.raises(OSError, match="power"):
        fitted.driver.heartbeat()
    fitted.driver.bring_up()
    fitted.driver.show(picture)
    assert fitted.sees(picture)


@every
def test_showing_anew_mends_noise_without_going_dark(config: ScreenConfig) -> None:
    fitted, picture = lit(config)
    fitted.chip._ram[20] ^= 0xFF  # type: ignore[attr-defined]
    assert not fitted.sees(picture)
    dark = []
    take = fitted.chip.take_command

    def watched(byte: int) -> None:
        take(byte)
        dark.append(not fitted.chip.on)

    fitted.chip.take_command = watched  # type: ignore[method-assign]
    fitted.driver.show(picture, full_refresh=True)
    assert fitted.sees(picture)
    assert dark
    assert not any(dark)


@every
def test_dark_keeps_the_picture_and_show_lights_it_again(config: ScreenConfig) -> None:
    fitted, picture = lit(config)
    fitted.driver.switch_off()
    assert not fitted.chip.on
    assert fitted.chip.visible_bytes == bytes(len(fitted.chip.visible_bytes))
    fitted.driver.show(picture)
    assert fitted.sees(picture)


@every
def test_contrast_is_set_now_and_after_every_bring_up(config: ScreenConfig) -> None:
    fitted = Fitted.of(msgspec.structs.replace(config, contrast=0x41))
    assert fitted.driver.contrast(0x42) == 0
    fitted.driver.bring_up()
    assert fitted.chip.contrast == 0x42  # type: ignore[attr-defined]
    fitted.driver.show(blob(fitted.driver.size))
    fitted.driver.contrast(0x08)
    assert fitted.chip.contrast == 0x08  # type: ignore[attr-defined]
    fitted.unplug()
    fitted.plug()
    fitted.driver.bring_up()
    assert fitted.chip.contrast == 0x08  # type: ignore[attr-defined]
    fitted.driver.contrast(0xCF)
    assert fitted.chip.contrast == 0xCF  # type: ignore[attr-defined]


@every
def test_pictures_of_another_size_or_mode_are_refused(config: ScreenConfig) -> None:
    driver = Fitted.of(config).driver
    for picture in (Image.new("1", (64, 64)), Image.new("L", driver.size)):
        with pytest.raises(ValueError, match="a picture of mode"):
            driver.show(picture)


@partial
def test_inverting_all_of_it_is_one_command(config: ScreenConfig) -> None:
    fitted, picture = lit(config)
    for inverted in (ImageChops.invert(picture), picture):
        assert fitted.driver.show(inverted) == (1 if config.spi else 3)
        assert fitted.sees(inverted)


@partial
def test_a_small_change_on_an_inverted_display_stays_small(config: ScreenConfig) -> None:
    fitted, picture = lit(config)
    inverted = ImageChops.invert(picture)
    inverted.paste(0, (100, 10, 104, 12))
    fitted.driver.show(inverted)
    assert fitted.sees(inverted)
    inverted.paste(255, (100, 10, 101, 11))
    assert fitted.driver.show(inverted) <= 9
    assert fitted.sees(inverted)


@pytest.mark.parametrize("chip", ONE_BIT_CHIPS)
def test_no_picture_costs_more_than_a_frame(chip: str) -> None:
    fitted, picture = lit(screen(chip))
    checks = Image.new("1", (128, 64))
    for row in range(64):
        for column in range(row % 2, 128, 2):
            checks.putpixel((column, row), 255)
    frame = FRAME[type(ONE_BIT_CHIPS[chip].addressing)]
    assert fitted.driver.show(checks) <= frame
    assert fitted.sees(checks)
    assert fitted.driver.show(picture, full_refresh=True) <= frame + 2 + 40


def test_a_window_that_stays_needs_no_commands() -> None:
    fitted = Fitted.of(screen())
    fitted.driver.bring_up()
    picture = Image.new("1", (128, 64))
    fitted.driver.show(picture)
    costs = []
    for ink in (1, 0, 1):
        picture.paste(ink, (20, 32, 21, 64))
        costs.append(fitted.driver.show(picture))
    assert costs == [2 + 6 + 2 + 4, 2 + 4, 2 + 4]


def test_a_run_of_an_sh1106_is_addressed_by_what_is_new_of_it() -> None:
    fitted = Fitted.of(screen("sh1106"))
    fitted.driver.bring_up()
    picture = Image.new("1", (128, 64))
    fitted.driver.show(picture)
    costs = []
    for column in (16, 17, 40, 40):
        picture.putpixel((column, 60), 255 - int(picture.getpixel((column, 60)) or 0))
        costs.append(fitted.driver.show(picture))
    # The frame ended in the last page, at a column with the same lower half; then the pointer is there already.
    assert costs == [2 + 1 + 2 + 1, 2 + 1, 2 + 2 + 2 + 1, 2 + 1 + 2 + 1]


def test_a_bus_that_hangs_is_not_asked_again() -> None:
    """Each time takes the kernel a second, in which no other screen of the bus is written."""
    fitted, picture = lit(screen())
    asked = []

    def hangs(address: int, payload: bytes) -> None:
        asked.append(address)
        raise TimeoutError(110, "timed out")

    fitted.simulator.bus(fitted.config).write = hangs  # type: ignore[method-assign]
    with pytest.raises(TimeoutError):
        fitted.driver.show(ImageChops.invert(picture))
    assert len(asked) == 1


class Asleep(Ssd1306Chip):
    """A module that has to be reset before it takes anything."""

    def power_cycle(self) -> None:
        super().power_cycle()
        self._asleep = True

    def reset(self) -> None:
        super().reset()
        self._asleep = False

    def receive(self, payload: bytes) -> None:
        if self._asleep:
            raise OSError("does not answer")
        super().receive(payload)


def on_one_reset_wire(
    count: int,
) -> tuple[tuple[ScreenConfig, ...], Simulator, list[ScreenDriver], list[Asleep]]:
    config = PanelConfig(
        name="reset",
        screens=tuple(
            ScreenConfig(id=f"r{at}", shows=("gold-30",), address=at, reset="GPIO17")
            for at in range(0x3C, 0x3C + count)
        ),
    )
    simulator = Simulator(config, clock=ManualClock(), khz=None)
    chips = [Asleep() for _ in config.screens]
    for each, chip in zip(config.screens, chips, strict=True):
        simulator.bus(each).attach(each.address, chip)
    simulator.pin(17).modules[:] = chips
    return config.screens, simulator, [driver_for(each, simulator.link(each)) for each in config.screens], chips


def test_one_reset_wire_starts_all_of_its_modules_and_then_leaves_those_that_run_alone() -> None:
    screens, simulator, drivers, chips = on_one_reset_wire(3)
    picture = blob(drivers[0].size)
    for driver in drivers:
        driver.bring_up()
        driver.show(picture)
    assert all(chip.picture().tobytes() == picture.tobytes() for chip in chips)

    simulator.unplug(screens[0])
    with pytest.raises(OSError, match="I/O"):
        drivers[0].show(ImageChops.invert(picture))
    for _ in range(2):
        with pytest.raises(OSError, match="I/O"):
            drivers[0].bring_up()
        assert all(chip.on for chip in chips[1:]), "a module that is gone makes no other flicker"

    for each in screens:
        simulator.unplug(each)
    for driver in drivers[1:]:
        with pytest.raises(OSError, match=r"I/O|power"):
            driver.heartbeat()
    for each in screens:
        simulator.plug(each)
    for driver in drivers:
        driver.bring_up()
        driver.show(picture)
    assert all(chip.picture().tobytes() == picture.tobytes() for chip in chips)
    simulator.close()


def test_a_reset_wire_whose_pin_is_taken_says_so() -> None:
    pins = MockFactory()
    link = ResetLines(lambda: pins).link(SimulatedBus(), ScreenConfig(id="it", shows=("gold-30",), reset=17))
    with (
        DigitalOutputDevice(17, pin_factory=pins),
        pytest.raises(OutOfReach, match=r"reset wire, GPIO 17 \(pin 11\)"),
    ):
        link.reset()
    pins.close()
