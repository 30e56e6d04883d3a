"""A small panel of any chip on a simulated wire, its writer driven by hand, with a game played on it."""

import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.clock import MS
from companion.panel.config import PanelConfig, RestConfig, ScreenConfig, SpiConfig
from companion.table.errors import Refused
from hardware.faces.face import placed
from hardware.games.registry import face_for
from hardware.oled.driver import packed
from hardware.screens.screen import Screen, shift_at
from hardware.screens.writer import BusWriter
from hardware.simulated.simulator import Simulator
from tests.companion.wartime import acts as c
from tests.hardware.rig import invitation_of
from tests.support import Players

RACK = ("red-30", "red-60a", "red-60b", "red-90", "red-spell")
TIMERS = ("gold-30", *RACK)


def panel(chip: str, *, height: int = 64, spi: bool = False, rest: RestConfig | None = None) -> PanelConfig:
    """One timer on one screen, a rack on the other."""
    screens = tuple(
        ScreenConfig(
            id=name,
            shows=shows,
            chip=chip,
            height=height,
            address=0x3C if spi else 0x3C + index,
            spi=SpiConfig(device=index, dc=24 + index, reset=22 + index) if spi else None,  # type: ignore[arg-type]
        )
        for index, (name, shows) in enumerate((("single", ("gold-30",)), ("rack", RACK)))
    )
    return PanelConfig(name=chip, screens=screens, rest=rest or RestConfig())


class BenchPanel:
    """Table, writer and modules. `turn` lets time pass and the writer do what it would."""

    def __init__(self, path: Path, config: PanelConfig) -> None:
        self.players = Players(path)
        self.config = config
        self.simulator = Simulator(config, clock=self.players.clock, khz=None)
        self.screens = {
            each.id: Screen(config=each, link=self.simulator.link(each), clock=self.players.clock)
            for each in config.screens
        }
        self.writer = BusWriter(
            screens=list(self.screens.values()),
            table=self.players.table,
            clock=self.players.clock,
            rest=config.rest,
            notices=(invitation_of(self.players, config),),
        )

    def turn(self, seconds: float = 0.1) -> None:
        self.players.wait(seconds)
        while not self.writer.round()[1]:
            pass

    def right(self, screen: str) -> bool:
        """Whether the module shows, pixel for pixel, what the table is."""
        now = self.players.clock.now()
        view = self.players.table.view()
        config = self.screens[screen].config
        size = (config.width, config.height)
        shift = shift_at(now, self.config.rest)
        picture = placed(face_for(config.shows, view, now // MS), size, shift=shift)
        return self.simulator.chips[screen].visible_bytes == packed(picture, rotate=0, size=size)

    def fails(self, chance: float, dice: random.Random) -> None:
        """Lets each transfer fail with that chance, half of those cut off midway, the others not begun."""

        def fails(length: int) -> int | None:
            if dice.random() >= chance:
                return None
            return dice.randrange(length + 1) if dice.random() < 0.5 else 0

        for screen in self.config.screens:
            (self.simulator.bus(screen) if screen.spi is None else self.simulator.spi(screen)).fail(fails)

    def somebody_plays(self, dice: random.Random) -> None:
        timer = dice.choice(TIMERS)
        with suppress(Refused):
            self.players.do(dice.choice((c.Flip(timer=timer, unit="Archer"), c.Free(timer=timer), c.Turn(timer=timer))))

    @contextmanager
    def unplugged(self, screen: str) -> Iterator[None]:
        self.simulator.unplug(self.screens[screen].config)
        yield
        self.simulator.plug(self.screens[screen].config)

    def close(self) -> None:
        self.simulator.close()
        self.players.table.close()
