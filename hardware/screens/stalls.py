"""All buses of a panel, and what is said while one hangs."""

from collections.abc import Callable, Sequence
from functools import partial
from threading import Lock

from companion.clock import Clock
from companion.panel.config import ScreenConfig
from hardware.screens.stall import Stall, WatchedLink
from hardware.transport.link import Link


class Stalls:
    """One watch a physical bus. A bus that hangs is one trouble, which stands for those of all its screens."""

    def __init__(
        self, *, screens: Sequence[ScreenConfig], clock: Clock, say: Callable[[str, str | None], None]
    ) -> None:
        """`say` is told what is wrong, by a key, and None once it is not."""
        self._say = say
        self._telling = Lock()
        self._screens: dict[str, list[str]] = {}
        for screen in screens:
            self._screens.setdefault(screen.wires, []).append(screen.id)
        self._stalls = {bus: Stall(bus=bus, clock=clock, news=partial(self._tell, bus)) for bus in self._screens}

    def start(self) -> None:
        for stall in self._stalls.values():
            stall.start()

    def stop(self) -> None:
        for stall in self._stalls.values():
            stall.stop()

    def watched(self, screen: ScreenConfig, link: Link) -> Link:
        """The screen's link, watched."""
        return WatchedLink(link, self._stalls[screen.wires])

    def hangs(self, bus: str) -> bool:
        """Whether that bus hangs. Any thread may ask."""
        return self._stalls[bus].hangs

    @property
    def troubles(self) -> tuple[str, ...]:
        """A sentence for each bus that hangs. Any thread may ask."""
        return tuple(self._words(bus) for bus in self._stalls if self.hangs(bus))

    def _tell(self, bus: str) -> None:
        # One at a time: two threads may have news, and what is said last is to be how it is.
        with self._telling:
            hangs = self.hangs(bus)
            self._say(bus, self._words(bus) if hangs else None)
            for screen in self._screens[bus] if hangs else ():
                self._say(f"screen {screen}", None)

    def _words(self, bus: str) -> str:
        first, *others = self._screens[bus]
        still = f"{first} and {len(others)} more stand still" if others else f"{first} stands still"
        return f"{bus[0].upper()}{bus[1:]} hangs: {still}."
