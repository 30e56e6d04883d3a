"""What a sand timer costs on the wire and in time: the windowed driver against luma.oled's own display().

Run it from the repository's root: python benchmarks/wire_bytes.py. Bytes are the same on every machine, times are not.
"""

import statistics
import time
import warnings
from collections.abc import Callable
from typing import Any

from luma.core.interface.serial import i2c
from luma.oled import device
from PIL import Image

from companion.panel.config import ScreenConfig
from companion.table.view import Phase, TableView, TimerState
from companion.wartime.match.timers import TimerView
from companion.wartime.scenario.scenario import TimerKind
from hardware.faces.face import draw
from hardware.games.faces import face_for
from hardware.oled.chips import driver_for
from hardware.simulated.i2c import SimulatedBus
from hardware.simulated.ssd1306 import Ssd1306Chip
from hardware.transport.link import I2cLink

SECONDS = 60
ADDRESS = 0x3C
SCREEN = ScreenConfig(id="gold-60a", shows=("gold-60a",))


class Kernel:
    """The parts of smbus2 that luma drives when it has opened a bus itself: whole frames in one transaction."""

    def __init__(self, bus: SimulatedBus) -> None:
        self._bus = bus

    def write_i2c_block_data(self, address: int, command: int, data: list[int]) -> None:
        self._bus.write(address, bytes((command, *data)))

    def i2c_rdwr(self, message: tuple[int, list[int]]) -> None:
        self._bus.write(message[0], bytes(message[1]))


class Silent:
    """A bus that takes everything at once, so that times are the driver's alone."""

    def write(self, address: int, payload: bytes) -> None:
        pass

    def read(self, address: int) -> int:  # noqa: ARG002
        return 0

    def close(self) -> None:
        pass


def luma(bus: Any) -> Callable[[Image.Image], object]:
    link = i2c(bus=Kernel(bus), address=ADDRESS)
    link._managed, link._i2c_msg_write = True, lambda address, data: (address, data)
    screen = device.ssd1306(link)
    screen.persist = True
    show: Callable[[Image.Image], object] = screen.display
    return show


def windowed(bus: Any) -> Callable[[Image.Image], object]:
    screen = driver_for(SCREEN, I2cLink(bus=bus, address=ADDRESS))
    screen.bring_up()
    return screen.show


def frames(per_second: int, size: tuple[int, int] = (128, 64)) -> list[Image.Image]:
    """Every frame of a timer that has been flipped for the Archer, from the first to the last."""
    timer = TimerView(
        id="gold-60a",
        label="Gold 60a",
        name="Valyance 60a",
        tag="60a",
        side="gold",
        kind=TimerKind.COMMAND,
        seconds=SECONDS,
        state=TimerState.ACTIVE,
        remaining_ms=SECONDS * 1000,
        ends_ms=SECONDS * 1000,
        unit="Archer",
    )
    view = TableView(server_ms=0, game="wartime", phase=Phase.RUNNING, paused=False, timers=(timer,))
    instants = range(0, SECONDS * 1000 + 1, 1000 // per_second)
    return [draw(face_for((timer.id,), view, now_ms), *size) for now_ms in instants]


def wire_bytes(make: Callable[[Any], Callable[[Image.Image], object]], pictures: list[Image.Image]) -> float:
    """Bytes a redraw, the first picture not counted: it is the same full frame for everyone."""
    bus = SimulatedBus()
    bus.attach(ADDRESS, Ssd1306Chip())
    show = make(bus)
    show(pictures[0])
    before = bus.wire_bytes
    for picture in pictures[1:]:
        show(picture)
    return (bus.wire_bytes - before) / (len(pictures) - 1)


def times_us(
    make: Callable[[Any], Callable[[Image.Image], object]], pictures: list[Image.Image]
) -> tuple[float, float]:
    """Median and 99th percentile of one redraw's own time, in microseconds."""
    show = make(Silent())
    show(pictures[0])
    times = []
    for picture in pictures[1:]:
        start = time.perf_counter_ns()
        show(picture)
        times.append((time.perf_counter_ns() - start) / 1000)
    return statistics.median(times), statistics.quantiles(times, n=100)[98]


def line(name: str, value: float, unit: str, rival: float) -> None:
    print(f"{name}: {value:.1f} {unit} (luma {rival:.1f}, ratio {rival / value:.1f})")


if __name__ == "__main__":
    warnings.filterwarnings("ignore", message=".*getdata", category=DeprecationWarning)
    for per_second in (10, 1):
        pictures = frames(per_second)
        name = f"60-s timer at {per_second} fps"
        line(f"{name}, wire", wire_bytes(windowed, pictures), "bytes/redraw", wire_bytes(luma, pictures))
        own, rival = times_us(windowed, pictures), times_us(luma, pictures)
        line(f"{name}, driver median", own[0], "us/redraw", rival[0])
        line(f"{name}, driver p99", own[1], "us/redraw", rival[1])
