"""Notices a bus that hangs, from a thread that does not hang with it."""

from collections.abc import Callable, Sequence
from functools import partial
from threading import Lock, Thread

from companion.clock import MS, Clock
from companion.panel.config import ScreenConfig
from companion.system.watchdog import Alarm
from hardware.transport import ScreenLink

STALL_NS = 1300 * MS
"""A bus may be without a sign of life for this long while it is wanted. At 100 kHz a picture takes a tenth of a
second.
"""
PROMPT_NS = 500 * MS
"""A transfer that fails sooner was refused, by a bus that is alive. A later one the kernel gave up, after a second."""


class Stall:
    """Watches the transfers of one bus, one at a time, in a thread that wakes at most once every STALL_NS.

    The first of many transfers sets the alarm, which then checks the one that goes on.
    """

    def __init__(self, *, bus: str, clock: Clock, news: Callable[[], None]) -> None:
        """`news` is called, in any thread, whenever the bus begins or ends to hang."""
        self._clock = clock
        self._news = news
        self._lock = Lock()
        self._alarm = Alarm()
        self._dead_since: int | None = None
        self._began = 0
        self._busy = self._stopping = self._set = False
        self.hangs = False
        """May be read from any thread."""
        self._thread = Thread(target=self._run, name=f"{bus} watch", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        with self._lock:
            self._stopping = True
            self._alarm.set(1)
        self._thread.join(timeout=1)
        if not self._thread.is_alive():
            self._alarm.close()

    def __enter__(self) -> None:
        """Begins a transfer."""
        self._began = began = self._clock.now()
        with self._lock:
            self._busy = True
            self._dead_since = began if self._dead_since is None else self._dead_since
            if not self._set:
                self._set_alarm(began)

    def __exit__(self, failure: type[BaseException] | None, *_: object) -> None:
        alive = failure is None or self._clock.now() - self._began < PROMPT_NS
        with self._lock:
            self._busy = False
            if alive:
                self._dead_since = None
            news, self.hangs = self.hangs and alive, self.hangs and not alive
        if news:
            self._news()

    def look(self) -> None:
        """Checks whether the transfer that is going on takes too long by now; if it may yet, sets the alarm again."""
        now = self._clock.now()
        with self._lock:
            self._set = False
            late = self._busy and self._dead_since is not None and now - self._dead_since >= STALL_NS
            news, self.hangs = late and not self.hangs, self.hangs or late
            if self._busy and not late:
                self._set_alarm(now)
        if news:
            self._news()

    def _set_alarm(self, now: int) -> None:
        """Has it go off once the transfer that is going on takes too long. With the lock held."""
        if not self._stopping and self._dead_since is not None:
            self._set = True
            self._alarm.set(max(1, self._dead_since + STALL_NS - now))

    def _run(self) -> None:
        while self._alarm.wait() and not self._stopping:
            self.look()


class WatchedLink:
    """Serves as a Link whose every transfer is watched."""

    def __init__(self, link: ScreenLink, stall: Stall) -> None:
        self._link = link
        self._stall = stall

    @property
    def acknowledges(self) -> bool:
        return self._link.acknowledges

    def commands(self, commands: bytes) -> int:
        with self._stall:
            return self._link.commands(commands)

    def data(self, data: bytes) -> int:
        with self._stall:
            return self._link.data(data)

    def status(self) -> int:
        with self._stall:
            return self._link.status()

    def reset(self) -> None:
        """Resets the chip. That is not a transfer, so it is not watched."""
        self._link.reset()


# All buses of a panel, and the fault while one hangs.


class Stalls:
    """Keeps one watch a physical bus. A bus that hangs is one trouble, which stands for those of all its screens."""

    def __init__(
        self, *, screens: Sequence[ScreenConfig], clock: Clock, say: Callable[[str, str | None], None]
    ) -> None:
        """`say` takes what is wrong, by a key, and None once it is not."""
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

    def watched(self, screen: ScreenConfig, link: ScreenLink) -> ScreenLink:
        """Returns the screen's link, watched."""
        return WatchedLink(link, self._stalls[screen.wires])

    def hangs(self, bus: str) -> bool:
        """Returns True where that bus hangs. Any thread may ask."""
        return self._stalls[bus].hangs

    @property
    def troubles(self) -> tuple[str, ...]:
        """Returns a sentence for each bus that hangs. Any thread may ask."""
        return tuple(self._words(bus) for bus in self._stalls if self.hangs(bus))

    def _tell(self, bus: str) -> None:
        # One at a time: two threads may have news, and the last one must be how it is.
        with self._telling:
            hangs = self.hangs(bus)
            self._say(bus, self._words(bus) if hangs else None)
            for screen in self._screens[bus] if hangs else ():
                self._say(f"screen {screen}", None)

    def _words(self, bus: str) -> str:
        first, *others = self._screens[bus]
        still = f"{first} and {len(others)} more stand still" if others else f"{first} stands still"
        return f"{bus[0].upper()}{bus[1:]} hangs: {still}."
