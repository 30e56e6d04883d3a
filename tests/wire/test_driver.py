"""The windowed driver against luma's own full frames, chip against chip."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from luma.core.interface.serial import i2c
from luma.oled import device
from PIL import Image, ImageDraw

from hardware.simulated_bus import SimulatedBus
from hardware.simulated_chip import Ssd1306Chip
from hardware.ssd1306 import Ssd1306

ADDRESS = 0x3C

pytestmark = pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning:luma")


class Smbus:
    """What luma's i2c link calls on the bus it is given."""

    def __init__(self, bus: SimulatedBus) -> None:
        self._bus = bus

    def write_i2c_block_data(self, address: int, command: int, data: list[int]) -> None:
        self._bus.write(address, bytes((command, *data)))


def luma_screen(*, height: int, rotate: int) -> tuple[device.ssd1306, Ssd1306Chip]:
    bus, chip = SimulatedBus(), Ssd1306Chip(height=height)
    bus.attach(ADDRESS, chip)
    return device.ssd1306(i2c(bus=Smbus(bus), address=ADDRESS), height=height, rotate=rotate // 90), chip


def own_screen(*, height: int = 64, rotate: int = 0) -> tuple[Ssd1306, Ssd1306Chip, SimulatedBus]:
    bus, chip = SimulatedBus(), Ssd1306Chip(height=height)
    bus.attach(ADDRESS, chip)
    return Ssd1306(bus=bus, address=ADDRESS, height=height, rotate=rotate), chip, bus


boxes = st.tuples(st.integers(0, 127), st.integers(0, 63), st.integers(1, 128), st.integers(1, 64), st.booleans())
strokes = st.lists(
    boxes | st.tuples(st.integers(0, 127), st.integers(0, 63), st.just(1), st.just(1), st.booleans()), max_size=12
)
films = st.lists(strokes, min_size=1, max_size=8)


def frames(film: list[list[tuple[int, int, int, int, bool]]], height: int) -> list[Image.Image]:
    """Each picture is the one before with some boxes and points drawn over."""
    picture, pictures = Image.new("1", (128, height)), []
    for drawn in film:
        picture = picture.copy()
        draw = ImageDraw.Draw(picture)
        for x, y, width, deep, ink in drawn:
            draw.rectangle((x, y, x + width - 1, y + deep - 1), fill=int(ink))
        pictures.append(picture)
    return pictures


@given(film=films, height=st.sampled_from([64, 32]), rotate=st.sampled_from([0, 180]))
def test_every_frame_leaves_the_ram_that_luma_leaves(
    film: list[list[tuple[int, int, int, int, bool]]], height: int, rotate: int
) -> None:
    reference, expected = luma_screen(height=height, rotate=rotate)
    screen, chip, bus = own_screen(height=height, rotate=rotate)
    screen.bring_up()
    for picture in frames(film, height):
        reference.display(picture)
        before = bus.wire_bytes
        sent = screen.show(picture)
        assert sent == bus.wire_bytes - before
        assert chip.ram == expected.ram == screen.ram
        assert chip.picture().tobytes() == expected.picture().tobytes()
        assert screen.show(picture) == 0


faults = st.none() | st.tuples(st.integers(0, 6), st.integers(0, 12))


@given(film=films, failing=st.lists(faults, min_size=8, max_size=8))
def test_a_failure_anywhere_is_mended_by_bringing_it_up_again(
    film: list[list[tuple[int, int, int, int, bool]]], failing: list[tuple[int, int] | None]
) -> None:
    """`failing`: for each frame, after how many transactions one fails, and how much of it still arrives."""
    reference, expected = luma_screen(height=64, rotate=0)
    screen, chip, bus = own_screen()
    screen.bring_up()
    for picture, fault in zip(frames(film, 64), failing, strict=False):
        reference.display(picture)
        flaky = Flaky(bus, fault)
        screen._bus = flaky
        try:
            screen.show(picture)
        except OSError:
            screen._bus = bus
            screen.bring_up()
            screen.show(picture)
        assert chip.ram == expected.ram
        assert chip.picture().tobytes() == expected.picture().tobytes()


class Flaky:
    """Passes some transactions on, then lets one fail with a part of it delivered."""

    def __init__(self, bus: SimulatedBus, fault: tuple[int, int] | None) -> None:
        self._bus = bus
        self._left, self._delivered = fault if fault is not None else (10**9, 0)

    def write(self, address: int, payload: bytes) -> None:
        if self._left == 0:
            self._bus.fail_next(1, delivered=self._delivered)
        self._left -= 1
        self._bus.write(address, payload)

    def close(self) -> None:
        raise AssertionError("the driver does not own the bus")


def test_making_one_sends_nothing() -> None:
    _, chip, bus = own_screen()
    assert bus.transactions == 0
    assert not chip.on


def test_noise_is_never_seen() -> None:
    """A chip fresh from its supply is lit only once all of its RAM has been sent."""
    screen, chip, _ = own_screen()
    screen.bring_up()
    assert chip.picture().getbbox() is None
    screen.show(Image.new("1", (128, 64)))
    assert chip.on
    assert chip.ram == bytes(1024)
    assert chip.picture().getbbox() is None


def test_a_screen_that_lost_its_supply_comes_back_on_the_same_object() -> None:
    screen, chip, bus = own_screen()
    picture = Image.new("1", (128, 64))
    ImageDraw.Draw(picture).ellipse((10, 10, 90, 60), fill=1)
    screen.bring_up()
    screen.show(picture)
    bus.unplug(ADDRESS)
    with pytest.raises(OSError, match="I/O"):
        screen.show(Image.new("1", (128, 64)))
    with pytest.raises(OSError, match="I/O"):
        screen.bring_up()
    assert screen.ram != bytes(1024)
    bus.plug(ADDRESS)
    screen.bring_up()
    screen.show(picture)
    assert chip.picture().tobytes() == picture.tobytes()


def test_dark_keeps_the_picture_and_show_lights_it_again() -> None:
    screen, chip, _ = own_screen()
    picture = Image.new("1", (128, 64), 1)
    screen.bring_up()
    screen.show(picture)
    screen.dark()
    assert not chip.on
    assert screen.show(picture) == 3
    assert chip.picture().tobytes() == picture.tobytes()


def test_a_window_that_stays_needs_no_commands() -> None:
    screen, _, _ = own_screen()
    screen.bring_up()
    picture = Image.new("1", (128, 64))
    screen.show(picture)
    costs = []
    for ink in (1, 0, 1):
        picture.paste(ink, (20, 32, 21, 64))
        costs.append(screen.show(picture))
    assert costs == [2 + 6 + 2 + 4, 2 + 4, 2 + 4]


def test_a_whole_new_picture_costs_no_more_than_a_frame() -> None:
    screen, _, _ = own_screen()
    screen.bring_up()
    screen.show(Image.new("1", (128, 64)))
    assert screen.show(Image.new("1", (128, 64), 1)) == 1034 - 8


def test_pictures_of_another_size_or_mode_are_refused() -> None:
    screen, _, _ = own_screen()
    for picture in (Image.new("1", (128, 32)), Image.new("L", (128, 64))):
        with pytest.raises(ValueError, match="a picture of mode"):
            screen.show(picture)


def test_after_an_error_nothing_is_taken_for_sent() -> None:
    """Even without bringing it up again, the next picture is sent whole."""
    screen, chip, bus = own_screen()
    screen.bring_up()
    screen.show(Image.new("1", (128, 64)))
    picture = Image.new("1", (128, 64))
    picture.paste(1, (30, 20, 60, 30))
    bus.fail_next(1)
    with pytest.raises(OSError, match="I/O"):
        screen.show(picture)
    assert screen.show(picture) > 1024
    assert chip.picture().tobytes() == picture.tobytes()
