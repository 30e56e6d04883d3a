"""Simulates a panel without a Pi: mock pins and chips on a simulated wire, below drivers that do not know."""

from collections.abc import Callable
from threading import Lock, Timer

from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin
from gpiozero.pins.pi import PiPin

from companion.clock import SECOND, Clock
from companion.hall.port import HallPort
from companion.panel.config import PanelConfig, ScreenConfig
from companion.panel.notes import closes_channels
from companion.people import Invite
from companion.table.table import Table
from hardware.panel import Panel
from hardware.simulated.chips import module_for
from hardware.simulated.module import Module, OpaqueModule
from hardware.simulated.wires import SimulatedBus, SimulatedSpi
from hardware.transport import ResetLines, ScreenLink, SpiLink

SPI_FASTER = 20
"""Sets 8 MHz beside 400 kHz."""
LONGEST_PUSH_S = 10.0
"""A page that is closed while it pushes a button must not hold it down for ever."""


MOST_STATES = 64
"""A pin remembers this many of its states, for tests. gpiozero's remembers all: a simulated panel may run for
months.
"""


class Pin(MockPWMPin):  # type: ignore[misc]
    """Simulates a pin that forgets, and whose edges its factory stamps. Modules may have their reset wires on it."""

    def __init__(self, *given: object) -> None:
        super().__init__(*given)
        self.modules: list[Module] = []

    def _change_state(self, value: float) -> bool:
        changed = bool(super()._change_state(value))
        del self.states[:-MOST_STATES]
        if changed and not value:
            for module in self.modules:
                module.reset()
        return changed

    def _call_when_changed(self) -> None:
        PiPin._call_when_changed(self, self.factory.ticks(), self._state)


class SimulatedPins(MockFactory):  # type: ignore[misc]
    """Makes mock pins whose edges are stamped by the table's clock, as the kernel's are by the machine's."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(pin_class=Pin)
        self._clock = clock

    def ticks(self) -> float:
        return self._clock.now() / SECOND


class Simulator:
    """Simulates the wires of a whole panel: a Backend whose buttons can be pushed and whose plugs can be pulled."""

    def __init__(self, config: PanelConfig, *, clock: Clock, khz: float | None = 400) -> None:
        """`clock` stamps the edges. `khz` is the clock of the I2C buses, SPI being SPI_FASTER; None for wires without
        delay.
        """
        self.pins = SimulatedPins(clock)
        self._config = config
        self._khz = khz
        self._wires: dict[int, SimulatedBus] = {}
        self._spi: dict[str, SimulatedSpi] = {}
        self._links: list[SpiLink] = []
        self._resets = ResetLines(lambda: self.pins)
        self.chips: dict[str, Module] = {}
        for screen in config.screens:
            self.chips[screen.id] = module_for(screen)
            if screen.spi is None:
                self.bus(screen).attach(screen.address, self.chips[screen.id])
                if screen.reset_pin is not None:
                    self.pin(screen.reset_pin).modules.append(self.chips[screen.id])
            else:
                self._spi[screen.id] = SimulatedSpi(
                    self.chips[screen.id],
                    dc=self.pin(screen.spi.dc),
                    reset=self.pin(screen.spi.reset),
                    mhz=None if khz is None else khz * SPI_FASTER / 1000,
                )

    def bus(self, screen: ScreenConfig) -> SimulatedBus:
        wire = self._wires.get(screen.bus)
        if wire is None:
            closes = closes_channels(self._config, screen.bus)
            wire = self._wires[screen.bus] = SimulatedBus(khz=self._khz, closes=closes)
        if screen.mux is None or screen.channel is None:
            return wire
        return wire.channel(screen.mux, screen.channel)

    def link(self, screen: ScreenConfig) -> ScreenLink:
        if screen.spi is None:
            return self._resets.link(self.bus(screen), screen)
        link = SpiLink(device=self._spi[screen.id], pins=lambda: self.pins, dc=screen.spi.dc, reset=screen.spi.reset)
        self._links.append(link)
        return link

    def spi(self, screen: ScreenConfig) -> SimulatedSpi:
        """Returns the device of a screen with `spi`."""
        return self._spi[screen.id]

    def unplug(self, screen: ScreenConfig) -> None:
        """Pulls a screen's plug."""
        if screen.spi is None:
            self.bus(screen).unplug(screen.address)
        else:
            self._spi[screen.id].unplug()

    def plug(self, screen: ScreenConfig) -> None:
        """Puts it back: the module has forgotten everything."""
        if screen.spi is None:
            self.bus(screen).plug(screen.address)
        else:
            self._spi[screen.id].plug()

    def pin(self, gpio: int) -> MockPin:
        return self.pins.pin(gpio)

    def renew_pins(self) -> None:
        """Does not act: mock pins do not wear out."""

    def close(self) -> None:
        for link in self._links:
            link.close()
        self._resets.close()
        self.pins.close()


class SimulatedPanel(Panel):
    """Runs the same panel over a simulator: its chips' RAM can be read, its buttons can be pushed from a page."""

    simulated = True

    def __init__(
        self,
        *,
        config: PanelConfig,
        simulator: Simulator,
        table: Table,
        clock: Clock,
        invite: Callable[[], Invite | None],
        judge: str | None = None,
        hall: Callable[[], HallPort | None] = lambda: None,
    ) -> None:
        super().__init__(
            config=config, backend=simulator, table=table, clock=clock, invite=invite, judge=judge, hall=hall
        )
        self._simulator = simulator
        self._releases: dict[str, Timer] = {}
        self._pushing = Lock()

    def ram(self, screen: str) -> bytes:
        known = super().ram(screen)
        chip = self._simulator.chips[screen]
        return known if isinstance(chip, OpaqueModule) else chip.visible_bytes

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
