"""A panel without a Pi: mock pins and chips on a simulated wire, below the drivers, which do not know."""

from collections.abc import Callable
from threading import Lock, Timer

from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin

from companion.clock import Clock
from companion.invite import Invite
from companion.panel_config import PanelConfig, ScreenConfig
from companion.table.table import Table
from hardware.panel import Panel
from hardware.simulated_bus import SimulatedBus
from hardware.simulated_chip import Ssd1306Chip

LONGEST_PUSH_S = 10.0
"""A page that is closed while it pushes a button must not hold it down for ever."""


class Simulator:
    """The wires of a whole panel, in memory: a Backend whose buttons can be pushed and whose plugs can be pulled."""

    def __init__(self, config: PanelConfig, *, khz: float | None = 400) -> None:
        """`khz` is the clock that the buses keep time by; None for buses that take none."""
        self.pins = MockFactory(pin_class=MockPWMPin)
        self._khz = khz
        self._wires: dict[int, SimulatedBus] = {}
        self.chips: dict[str, Ssd1306Chip] = {}
        for screen in config.screens:
            self.chips[screen.id] = Ssd1306Chip(width=screen.width, height=screen.height)
            self.bus(screen).attach(screen.address, self.chips[screen.id])

    def bus(self, screen: ScreenConfig) -> SimulatedBus:
        wire = self._wires.setdefault(screen.bus, SimulatedBus(khz=self._khz))
        if screen.mux is None or screen.channel is None:
            return wire
        return wire.channel(screen.mux, screen.channel)

    def pin(self, gpio: int) -> MockPin:
        return self.pins.pin(gpio)

    def close(self) -> None:
        self.pins.close()


class SimulatedPanel(Panel):
    """The same panel over a simulator: its screens' RAM can be read from the chips, its buttons pushed from a page."""

    simulated = True

    def __init__(
        self, *, config: PanelConfig, simulator: Simulator, table: Table, clock: Clock, invite: Callable[[], Invite]
    ) -> None:
        super().__init__(config=config, backend=simulator, table=table, clock=clock, invite=invite)
        self._simulator = simulator
        self._releases: dict[str, Timer] = {}
        self._pushing = Lock()

    def ram(self, screen: str) -> bytes:
        self.screen(screen)
        return self._simulator.chips[screen].ram

    def press(self, control: str, *, ms: int) -> None:
        self._push(control, seconds=ms / 1000)

    def push(self, control: str) -> None:
        self._push(control, seconds=LONGEST_PUSH_S)

    def let_go(self, control: str) -> None:
        gpio = self.control(control).gpio
        with self._pushing:
            if release := self._releases.pop(control, None):
                release.cancel()
            self._simulator.pin(gpio).drive_high()

    def stop(self) -> None:
        with self._pushing:
            for release in self._releases.values():
                release.cancel()
        super().stop()

    def _push(self, control: str, *, seconds: float) -> None:
        gpio = self.control(control).gpio
        with self._pushing:
            if release := self._releases.pop(control, None):
                release.cancel()
            self._simulator.pin(gpio).drive_low()
            release = self._releases[control] = Timer(seconds, self.let_go, [control])
            release.daemon = True
            release.start()
