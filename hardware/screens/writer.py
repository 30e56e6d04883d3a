"""Keeps the screens of one bus up to date, with what they may show in place of their own face in any game."""

import logging
from collections.abc import Callable, Collection, Sequence
from functools import partial
from operator import itemgetter
from threading import Thread
from typing import Protocol

from companion.clock import MS, SECOND, Clock
from companion.panel.config import RestConfig, ScreenConfig
from companion.system.watchdog import Vital
from companion.table.table import Table
from companion.table.view import AtHall, TableView, TimerState
from hardware.faces.face import Face
from hardware.faces.hourglass import SaverFace
from hardware.faces.words import NO_TABLE, marked
from hardware.games.registry import face_for, moving, touch
from hardware.screens.screen import WANDER_NS, Rest, Screen, next_move_ns, next_rest_ns, rest_after, shift_at, stirs


class Notice(Protocol):
    """May take a screen's place. The writers of all buses ask it, each for its own screens."""

    @property
    def screens(self) -> Collection[str]:
        """Returns the screens that it may be on: writers ask it for no other."""

    def face(self, screen: str, view: TableView, now: int) -> Face | None:
        """Returns what the screen shows instead of its own face at the monotonic instant `now` (ns); None for
        its own.
        """

    def due(self, screen: str, view: TableView, now: int) -> int | None:
        """Returns when to look again although the table has not changed, None for not at all. Call it after `face`."""


# The thread that keeps the screens of one I2C bus up to date.

_logger = logging.getLogger(__name__)

FRAME_NS = 100 * MS
"""Draws ten frames a second while sand falls."""
LONGEST_NS = 3600 * SECOND


class BusWriter:
    """Draws one screen at a time, each finished before the next: a multiplexer's channels are costly to switch.

    Screens whose timer was touched come first, the newest touch before all; then the one that has waited longest. A
    touch that comes in between is served before the rest, and interrupts a picture between two of its parts. A screen
    that fails, or a face that cannot be drawn, is that screen's own trouble.

    Screens are spared as `rest` says while the table is idle and no sand falls. Any command ends that.
    """

    def __init__(
        self,
        *,
        screens: Sequence[Screen],
        table: Table,
        clock: Clock,
        rest: RestConfig,
        notices: Sequence[Notice],
        hangs: Callable[[], bool] = lambda: False,
        mark: Callable[[ScreenConfig], str] = lambda screen: "",  # noqa: ARG005
    ) -> None:
        """`notices` come before a screen's own face, the first before all.

        `hangs` says whether the bus hangs, which is then the bus's fault and not its screens'. `mark` is what a screen
        shows of the buttons that belong to it, "" where all work.
        """
        self._screens = screens
        self._table = table
        self._clock = clock
        self._notices = {
            each.config.id: [notice for notice in notices if each.config.id in notice.screens] for each in screens
        }
        self._looks: dict[str, int | None] = {}
        """Holds when to look again at what each screen shows, or may show, in place of its own face."""
        self._sparing = rest
        self._hangs = hangs
        self._mark = mark
        self._rest = Rest.AWAKE
        self._seen: int | None = None
        self._hall: AtHall | None = None
        self._busy_at = clock.now()
        self._touched: dict[str, object] = {}
        self._broken: set[str] = set()
        self._busy_since: int | None = None
        self._thread = Thread(target=self._run, name=screens[0].config.wires, daemon=True)

    def start(self) -> None:
        self._thread.start()

    @property
    def vital(self) -> Vital:
        """Returns what the watchdog asks of the thread: whether it lives, and since when it has been at one screen."""
        return Vital(name=self._thread.name, alive=self._thread.is_alive(), busy_since=self._busy_since)

    def join(self, *, until: int) -> None:
        """Waits for the thread, which ends, its screens dark, when the table stops.

        It waits at most until that monotonic instant (ns), because a bus may hang.
        """
        self._thread.join(timeout=max(0, until - self._clock.now()) / SECOND)

    def _run(self) -> None:
        while not self._table.stopped:
            try:
                version, patience = self.round()
            except Exception:
                _logger.exception("%s", self._thread.name)
                version, patience = self._table.version, 1.0
            self._busy_since = None
            if patience:
                self._table.wait(version, patience)
        for screen in self._screens:
            screen.switch_off()

    def round(self) -> tuple[int, float]:
        """Draws what has changed. Returns the version of the table that it saw, and for how many seconds there is no
        more to draw unless that changes.
        """
        started = self._clock.now()
        version = self._table.version
        try:
            view: TableView | None = self._table.view(words=False)
        except Exception:
            if self._is_news("the table"):
                _logger.exception("the table cannot be read")
            view = None
        else:
            self._broken.discard("the table")
        if self._stirred(version, view) or (view is not None and _falling(view)):
            self._busy_at = started
        self._seen = version
        self._hall = None if view is None else view.hall
        self._rest = rest_after(started - self._busy_at, self._sparing)
        for is_old, screen in self._in_order(view):
            if self._table.version != version:
                return version, 0
            self._busy_since = self._clock.now()
            self._draw(screen, view, started, gives_way=partial(self._gives_way, version) if is_old else None)
        return version, self._patience(view, started)

    def _gives_way(self, version: int) -> bool:
        """Returns True where the table has changed since, which may want another screen."""
        return self._table.version != version

    def _stirred(self, version: int, view: TableView | None) -> bool:
        """Returns True where the table has changed; of the hall's news, only what players look up for counts."""
        if version == self._seen:
            return False
        hall = None if view is None else view.hall
        alone = self._seen is not None and version == self._seen + 1 and hall != self._hall
        return not alone or stirs(self._hall, hall)

    def _draw(self, screen: Screen, view: TableView | None, now: int, *, gives_way: Callable[[], bool] | None) -> None:
        part = f"screen {screen.config.id}"
        try:
            answered = screen.show(
                self._face(screen, view, now),
                rest=self._rest,
                dim=self._sparing.dim,
                shift=shift_at(now, self._sparing),
                gives_way=gives_way,
            )
        except Exception:
            if self._is_news(part):
                _logger.exception("%s", part)
            self._table.fault(part, f"Screen {screen.config.id} cannot be drawn; see the service's log.")
            return
        self._broken.discard(part)
        trouble = None if answered or self._hangs() else f"Screen {screen.config.id} {screen.trouble} ({screen.place})."
        self._table.fault(part, trouble)
        if view is not None:
            self._touched[screen.config.id] = touch(screen.config.shows, view).value

    def _face(self, screen: Screen, view: TableView | None, now: int) -> Face:
        if self._rest is Rest.SAVER:
            return SaverFace(now // WANDER_NS)
        if view is None:
            return NO_TABLE
        face = self._noticed(screen.config.id, view, now) or face_for(screen.config.shows, view, now // MS)
        # A way in has no line to spare.
        return face if face.shows_code else marked(face, self._mark(screen.config))

    def _noticed(self, screen: str, view: TableView, now: int) -> Face | None:
        """Returns what is shown in place of its own face; those that come after it are not asked when they want
        to be.
        """
        face, first = None, None
        for notice in self._notices[screen]:
            face = notice.face(screen, view, now)
            due = notice.due(screen, view, now)
            if due is not None and (first is None or due < first):
                first = due
            if face is not None:
                break
        self._looks[screen] = first
        return face

    def _is_news(self, part: str) -> bool:
        """Returns True for the first failure of a part that worked before: ten log entries a second would bury it."""
        known = part in self._broken
        self._broken.add(part)
        return not known

    def _in_order(self, view: TableView | None) -> list[tuple[bool, Screen]]:
        """Returns the screens that were touched since they were drawn, the newest touch first; then the others, with
        True."""

        def key(screen: Screen) -> tuple[bool, int]:
            touched = touch(screen.config.shows, view) if view is not None else None
            if touched is None or self._touched.get(screen.config.id) == touched.value:
                return True, screen.drawn_at
            return False, -touched.ms

        ordered = sorted(((key(screen), screen) for screen in self._screens), key=itemgetter(0))
        return [(is_old, screen) for (is_old, _), screen in ordered]

    def _patience(self, view: TableView | None, started: int) -> float:
        """Returns the seconds until something is to be drawn although the table has not changed.

        It is never sooner than the next frame, even after a fault.
        """
        now = self._clock.now()
        if view is None or any(moving(screen.config.shows, view, now // MS) for screen in self._screens):
            return max(0, started + FRAME_NS - now) / SECOND
        waits = [screen.due_at - now for screen in self._screens if screen.due_at is not None]
        if self._rest is not Rest.OFF:
            waits += [wait for wait in (next_move_ns(now, self._sparing),) if wait is not None]
        if self._rest is Rest.SAVER:
            waits.append(WANDER_NS - now % WANDER_NS)
        elif self._rest is not Rest.OFF:
            waits += [look - now for look in self._looks.values() if look is not None]
        rest = next_rest_ns(now - self._busy_at, self._sparing)
        waits += [] if rest is None else [rest]
        return max(min(waits, default=LONGEST_NS), started + FRAME_NS - now, 0) / SECOND


def _falling(view: TableView) -> bool:
    return any(timer.state is TimerState.ACTIVE and timer.ends_ms is not None for timer in view.timers)
