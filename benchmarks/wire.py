"""What a sand timer costs on each chip's wires, and what twelve take of one bus, beside luma.oled's own driver.

Sixty seconds of one timer, decoded or at least counted by simulated modules. Bytes are the same everywhere. A rate
is what one screen alone could have of the wire, without software. The twelve screens are behind a TCA9548A, whose
channel switches count too, and are drawn ten times a second. Their rival sends whole frames.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from luma.core.interface.serial import i2c
from luma.oled import device
from PIL import Image

from benchmarks.figures import Figure, median_p99
from companion.config import shipped_panel
from companion.panel.config import ScreenConfig
from companion.table.view import Phase, TableView, TimerState
from companion.wartime.match.views import TimerView
from companion.wartime.scenario.scenario import BOX, TimerKind
from hardware.faces.face import draw, face_size
from hardware.games.registry import face_for
from hardware.oled.chips import driver_for
from hardware.simulated.chips import Ssd1306Chip, module_for
from hardware.simulated.module import OpaqueModule
from hardware.simulated.wires import SimulatedBus, bus_seconds
from hardware.transport import I2cLink

SHORT = {"seconds": 2}
KHZ = (100, 400, 1000)
SPI_MHZ = 8
FPS = 10
FRAME_BYTES = 1034


def _screen(chip: str, width: int, height: int) -> ScreenConfig:
    return ScreenConfig(id="gold-60a", shows=("gold-60a",), chip=chip, width=width, height=height)


SCREENS = {
    "SSD1306": _screen("ssd1306", 128, 64),
    "SH1106": _screen("sh1106", 128, 64),
    "SSD1306 of 128 x 32": _screen("ssd1306", 128, 32),
    "SH1106 of 128 x 32": _screen("sh1106", 128, 32),
    "SSD1327 of 128 x 128": _screen("ssd1327", 128, 128),
}
Show = Callable[[Image.Image], object]
Maker = Callable[[ScreenConfig, Any], Show]


class Traffic(NamedTuple):
    """An average redraw's."""

    wire_bytes: float
    transactions: float

    def rate(self, khz: float) -> float:
        """Redraws a second on an I2C bus at that clock."""
        return 1 / bus_seconds(wire_bytes=self.wire_bytes, transactions=self.transactions, khz=khz)

    @property
    def rates(self) -> Sequence[float]:
        """Those of KHZ, and over SPI, where address and control byte do not exist."""
        spi = SPI_MHZ * 1e6 / 8 / (self.wire_bytes - 2 * self.transactions)
        return [*(self.rate(khz) for khz in KHZ), spi]


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

    def attach(self, address: int, module: object) -> None:
        pass

    def write(self, address: int, payload: bytes) -> None:
        pass

    def read(self, address: int) -> int:  # noqa: ARG002
        return 0


def own(config: ScreenConfig, bus: Any) -> Show:
    bus.attach(config.address, module_for(config))
    driver = driver_for(config, I2cLink(bus=bus, address=config.address))
    driver.bring_up()
    return driver.show


def luma(config: ScreenConfig, bus: Any) -> Show:
    bus.attach(config.address, OpaqueModule(config.width, config.height))
    link = i2c(bus=Kernel(bus), address=config.address)
    link._managed, link._i2c_msg_write = True, lambda address, data: (address, data)
    screen = getattr(device, config.chip)(link, width=config.width, height=config.height)
    screen.persist = True
    return lambda picture: screen.display(picture.convert(screen.mode))


def flipped() -> TableView:
    """Every timer of the box, just flipped."""
    timers = tuple(
        TimerView(
            id=spec.id,
            label=spec.label,
            name=spec.name,
            tag=spec.tag,
            side=spec.side.value if spec.side else "neutral",
            kind=spec.kind,
            seconds=spec.seconds,
            state=TimerState.ACTIVE,
            remaining_ms=spec.seconds * 1000,
            ends_ms=spec.seconds * 1000,
            unit="Archer" if spec.kind is TimerKind.COMMAND else None,
        )
        for spec in BOX
    )
    return TableView(server_ms=0, game="wartime", phase=Phase.RUNNING, paused=False, timers=timers)


def timer_frames(per_second: int, glass: tuple[int, int] = (128, 64), seconds: int = 60) -> list[Image.Image]:
    """Returns the timer's frames as a module of that size shows them."""
    view, (wide, high), film = flipped(), face_size(glass), []
    for now_ms in range(0, seconds * 1000 + 1, 1000 // per_second):
        whole = Image.new("1", glass)
        picture = draw(face_for(("gold-60a",), view, now_ms), wide, high)
        whole.paste(picture, ((glass[0] - wide) // 2, (glass[1] - high) // 2))
        film.append(whole)
    return film


def traffic(make: Maker, config: ScreenConfig, film: list[Image.Image]) -> Traffic:
    """Returns an average redraw's. The first picture is not counted: it is the same full frame for everyone."""
    bus = SimulatedBus()
    show = make(config, bus)
    show(film[0])
    before = bus.wire_bytes, bus.transactions
    for picture in film[1:]:
        show(picture)
    redraws = len(film) - 1
    return Traffic((bus.wire_bytes - before[0]) / redraws, (bus.transactions - before[1]) / redraws)


def times_us(make: Maker, config: ScreenConfig, film: list[Image.Image]) -> list[float]:
    """Returns each redraw's own time in microseconds."""
    show, times = make(config, Silent()), []
    for picture in film:
        start = time.perf_counter_ns()
        show(picture)
        times.append((time.perf_counter_ns() - start) / 1000)
    return times[1:]


def twelve(seconds: int) -> tuple[float, float, float]:
    """Returns the share of a 400 kHz bus that twelve screens take, that of whole frames, and the busiest round's
    milliseconds."""
    wire, screens = SimulatedBus(), []
    for config in shipped_panel("full").screens:
        assert config.mux is not None
        assert config.channel is not None
        bus = wire.channel(config.mux, config.channel)
        bus.attach(config.address, Ssd1306Chip())
        screens.append((driver_for(config, I2cLink(bus=bus, address=config.address)), config.shows))
    for screen, _ in screens:
        screen.bring_up()
    view, rounds = flipped(), []
    for frame in range(seconds * FPS + 1):
        before = wire.wire_bytes, wire.transactions
        for screen, shows in screens:
            screen.show(draw(face_for(shows, view, frame * 1000 // FPS), 128, 64))
        wire_bytes, transactions = wire.wire_bytes - before[0], wire.transactions - before[1]
        rounds.append(bus_seconds(wire_bytes=wire_bytes, transactions=transactions, khz=400))
    whole = len(screens) * FPS * bus_seconds(wire_bytes=FRAME_BYTES, transactions=2, khz=400)
    return 100 * sum(rounds[1:]) / seconds, 100 * whole, 1000 * max(rounds[1:])


def measure(*, seconds: int = 60) -> Iterator[Figure]:
    mine, rivals = {}, {}
    for name, config in SCREENS.items():
        film = timer_frames(FPS, (config.width, config.height), seconds)
        mine[name], rivals[name] = traffic(own, config, film), traffic(luma, config, film)
    chips = ("SSD1306", "SH1106")
    yield Figure.of(
        "a redraw of a 60-second timer, ten a second, SSD1306 and its kin / SH1106",
        [mine[chip].wire_bytes for chip in chips],
        "bytes",
        rival="luma.oled",
        rivals=[rivals[chip].wire_bytes for chip in chips],
    )
    yield Figure.of(
        "redraws a second that a 400 kHz bus could carry, SSD1306 / SH1106",
        [mine[chip].rate(400) for chip in chips],
        rival="luma.oled",
        rivals=[rivals[chip].rate(400) for chip in chips],
    )
    share, whole, busiest = twelve(seconds // 2)
    yield Figure.of(
        "twelve such screens behind a multiplexer, share of a 400 kHz bus",
        [share],
        "%",
        rival="whole frames",
        rivals=[whole],
    )
    yield Figure.of("their busiest round of redraws", [busiest], "ms", rival="whole frames", rivals=[10 * whole / FPS])
    for name in SCREENS:
        values = mine[name].wire_bytes, rivals[name].wire_bytes
        yield Figure.of(f"{name}: a redraw", values[:1], "bytes", rival="luma.oled", rivals=values[1:])
        carried = f"{name}: redraws a second at {' / '.join(map(str, KHZ))} kHz / over SPI at {SPI_MHZ} MHz"
        yield Figure.of(carried, mine[name].rates, rival="luma.oled", rivals=rivals[name].rates)
    for per_second in (FPS, 1):
        screen, film = SCREENS["SSD1306"], timer_frames(per_second, seconds=seconds)
        yield Figure.of(
            f"the SSD1306 driver's own time a redraw, {per_second} a second, median / p99",
            median_p99(times_us(own, screen, film)),
            "µs",
            rival="luma.oled",
            rivals=median_p99(times_us(luma, screen, film)),
        )
