"""`warglass doctor --screens`: every screen shows its own name and place, so that wires can be matched."""

from collections.abc import Callable, Sequence

from companion.panel.config import ScreenConfig
from hardware.doctor.machine import Machine
from hardware.faces.nameplate import NameplateFace
from hardware.screens.screen import Screen

TURN_S = 0.5
"""How long each screen is lit up before the next one is."""


class ScreenTrial:
    """Drives the screens as the table does, one after the other."""

    def __init__(self, *, machine: Machine, screens: Sequence[ScreenConfig], say: Callable[[str], None]) -> None:
        """`say` is given text as it is to appear, line ends included."""
        self._machine = machine
        self._say = say
        self._screens = [Screen(config=screen, link=machine.link(screen), clock=machine.clock) for screen in screens]
        self._online: dict[str, bool] = {}

    def run(self) -> bool:
        """Shows names until the user stops, then leaves all dark; whether each screen answered at last."""
        self._say("Each screen shows its name and is lit up in turn. Stop with Ctrl-C.\n")
        lit = 0
        try:
            while True:
                for index, screen in enumerate(self._screens):
                    self._show(screen, lit=index == lit)
                lit = (lit + 1) % len(self._screens)
                self._machine.wait(TURN_S)
        except KeyboardInterrupt:
            self._say("\n")
        finally:
            for screen in self._screens:
                screen.switch_off()
        return self._sum()

    def _show(self, screen: Screen, *, lit: bool) -> None:
        name = screen.config.id
        screen.show(nameplate(screen.config, lit=lit))
        if self._online.get(name) != screen.online:
            self._online[name] = screen.online
            self._say(f"  {name} ({screen.place}): {screen.trouble or 'shows its name'}\n")

    def _sum(self) -> bool:
        missing = [name for name, online in self._online.items() if not online]
        if missing:
            self._say(f"Still silent: {', '.join(missing)}. `warglass doctor` tells what to check.\n")
        return not missing


def nameplate(screen: ScreenConfig, *, lit: bool) -> NameplateFace:
    """A screen's name and place."""
    if screen.spi is not None:
        where = f"device {screen.spi.device}"
        return NameplateFace(name=screen.id, bus=f"SPI {screen.spi.port}", where=where, lit=lit)
    bus = f"bus {screen.bus}" if screen.mux is None else f"bus {screen.bus}, mux {screen.mux:#x}"
    where = f"{screen.address:#x}" if screen.channel is None else f"channel {screen.channel}, {screen.address:#x}"
    return NameplateFace(name=screen.id, bus=bus, where=where, lit=lit)
