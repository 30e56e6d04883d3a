"""Turns a contact into what a player means by it: edges, presses, gestures."""

import logging
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from queue import SimpleQueue
from typing import NamedTuple

from gpiozero import Factory, InputDevice

from companion.clock import MS, SECOND, Clock
from companion.panel.config import LOCKOUT_MS, ControlConfig
from hardware.pins.edges import EdgeThread

# One contact's bounces turned into presses and releases.

LOCKOUT_NS = LOCKOUT_MS * MS
PATIENCE_NS = 250 * MS
"""An edge may be on its way this long while the contact is open, or closed again, already. Then it was lost."""
LATE_NS = 20 * MS
"""What is read so much later has been held up, and edges with it."""


class Change(NamedTuple):
    """Says that the contact closed (`pressed`) or opened at the monotonic instant `at`, in nanoseconds.

    Without an edge it is `guessed`: then `at` is only when the level was read.
    """

    at: int
    pressed: bool
    guessed: bool = False


class Debounce:
    """Takes a press at its leading edge, and a release once the contact has been open for the lockout.

    A press is therefore never late, and a contact that opens for less while it is held is still held. A release is
    late, but carries the instant at which the contact began to open. A press shorter than the lockout is still a press
    and a release.

    The leading edge says when, but not always what. The kernel stamps an edge as it comes, and reads the level a moment
    later (gpiolib-cdev.c, edge_irq_thread): the contact may have bounced back by then. The first edge to another level
    within the lockout decides then.

    The edges' own instants count, never when they are read: even if they come late, they make the same presses. It is
    pure: time comes in with each call. Edges come in their order; one that is older than another that has come already
    is history.

    A lockout's end makes no edge, so the level is read then (`due`, `look`). A change that the edges will report too
    comes early by that, and so does a release without an edge for long. A late edge does not report it again. A level
    also stands in for edges that the kernel lost: where none comes between one look and the next, it stayed so.
    """

    def __init__(self, *, lockout_ns: int = LOCKOUT_NS) -> None:
        self._lockout_ns = lockout_ns
        self._newest: int | None = None
        self._seen = False
        """Holds the level of the newest edge."""
        self._pressed = False
        """Holds the level by the edges alone."""
        self._pressed_at = 0
        self._began = 0
        """Holds the first of the edges that belong together, all within one lockout."""
        self._opened: int | None = None
        """Holds when it was let go, if one of these edges did: the first of them.

        In the press's own lockout, it is the last edge that opened the contact.
        """
        self._told = False
        self.is_unsure = False
        """True where the contact has opened, and it is not known yet whether it closed again within the lockout."""
        self._looked: tuple[int, bool] | None = None
        """Holds when the level was read after the newest edge, and the level."""
        self._due: int | None = None
        self._waited = False

    def edge(self, at: int, *, pressed: bool) -> list[Change]:
        """Takes an edge to this level, at `at`. Returns up to two changes: a release before it, and its own press."""
        if self._newest is not None and at < self._newest:
            return []
        found_at = at
        if self._looked is not None and self._looked[0] < at:
            (found_at, self._seen), self._looked = self._looked, None
            self._opened = None if self._seen else self._opened
        changes = []
        if self._pressed and not self._seen and at >= (self._newest or 0) + self._lockout_ns:
            self._pressed = False
            changes.append(Change(found_at if self._opened is None else self._opened, pressed=False))
        if self._newest is None or at >= self._began + self._lockout_ns:
            self._began, self._opened = at, None
        self._newest, self._seen, self.is_unsure = at, pressed, not pressed
        if pressed and not self._pressed:
            self._pressed, self._pressed_at = True, self._began
            changes.append(Change(self._began, pressed))
        elif not pressed:
            self._opened = self._began if self._began > self._pressed_at else at
        self._due, self._waited = at + self._lockout_ns, False
        return [change for change in changes if self._tells(change)]

    def due(self) -> int | None:
        """Returns when `look` is to be called with the level; None for not at all."""
        return self._due

    def has_opened_by(self, at: int) -> bool:
        """Returns True where the edges until `at` say that the contact has been open for the lockout."""
        return self._told and not self._seen and self._due is not None and self._due <= at and not self._waited

    def look(self, now: int, *, pressed: bool) -> list[Change]:
        """Takes the contact's level, read before `now`. Before the due time it returns no change."""
        if self._due is None or now < self._due:
            return []
        opened = None if self._looked is not None and self._looked[1] else self._opened
        late, self._due, self._looked = now - self._due > LATE_NS, None, (now, pressed)
        if pressed and self.is_unsure:
            # Closed again, but for how long? Its edge may be on its way.
            self.is_unsure = late and not self._waited
            if self.is_unsure:
                self.doubt(now)
        if pressed == self._told:
            return []
        if pressed and self._pressed:
            # The next press, whose edge knows better when.
            return []
        if pressed:
            self._pressed, self._pressed_at = True, self._began
            early = Change(self._began, pressed)
        elif self._seen and not self._waited:
            self.doubt(now)
            return []
        elif opened is not None:
            early = Change(opened, pressed)
        else:
            early = Change(now, pressed, guessed=True)
        return [early] if self._tells(early) else []

    def doubt(self, now: int) -> None:
        """Notes a level that no edge explains: it is read again when an edge has had its time."""
        if self._due is None:
            self._due, self._waited = now + PATIENCE_NS, True

    def _tells(self, change: Change) -> bool:
        """Returns True where that is news; from here on it is not."""
        news = change.pressed != self._told
        self._told = change.pressed
        return news


# Presses and releases turned into what players mean by them.

HOLD_NS = SECOND


class GestureKind(Enum):
    PRESS = "press"
    """Down, at once."""
    HOLD = "hold"
    """Down for a second."""
    TAP = "tap"
    """Let go before it was a hold."""


class Gesture(NamedTuple):
    """Describes a gesture on a control, at the monotonic instant `at`, in nanoseconds."""

    kind: GestureKind
    control: str
    at: int


class GestureReader:
    """Distinguishes presses, taps and holds of all controls. It is pure: time comes in with each call."""

    def __init__(self) -> None:
        self._down: dict[str, int] = {}
        self._held: set[str] = set()
        self._doubtful: set[str] = set()

    def change(self, control: str, change: Change) -> Iterator[Gesture]:
        """Takes a control that closed or opened. One that was only found open was let go before it could count
        as held.
        """
        self._doubtful.discard(control)
        if change.pressed:
            self._down[control] = change.at
            yield Gesture(GestureKind.PRESS, control, change.at)
            return
        pressed_at = self._down.pop(control, None)
        if pressed_at is None:
            return
        if control in self._held:
            self._held.discard(control)
        elif change.guessed or change.at - pressed_at < HOLD_NS:
            yield Gesture(GestureKind.TAP, control, change.at)
        else:
            yield Gesture(GestureKind.HOLD, control, pressed_at + HOLD_NS)

    def due(self) -> int | None:
        """Returns when the next hold is complete, if all stay down."""
        return min((at for at, _ in self._open()), default=None)

    def closed(self, control: str) -> None:
        """Notes that the contact is closed again: it had opened, but was not let go."""
        self._doubtful.discard(control)

    def complete_holds(self, now: int, *, closed: Callable[[str], bool]) -> Iterator[Gesture]:
        """Yields the holds that are complete by now, in order. One whose contact is not `closed` is not complete yet.

        Either it closes again at once, or the edge that says when it was let go is on its way.
        """
        for at, control in sorted(self._open()):
            if at > now:
                return
            if closed(control):
                self._held.add(control)
                yield Gesture(GestureKind.HOLD, control, at)
            else:
                self._doubtful.add(control)

    def _open(self) -> list[tuple[int, str]]:
        """Returns what is down and may become a hold: when, and which."""
        over = self._held | self._doubtful
        return [(at + HOLD_NS, control) for control, at in self._down.items() if control not in over]

    @property
    def held(self) -> frozenset[str]:
        """Returns the controls that have been down for a second and still are."""
        return frozenset(self._held)


# The buttons on their pins: edges in, with the kernel's time, onto a queue.

_logger = logging.getLogger(__name__)


class Edge(NamedTuple):
    """Says that a button's contact closed (`pressed`) or opened, with bounces, at the monotonic `at`, in
    nanoseconds.
    """

    control: str
    at: int
    pressed: bool


class Button:
    """Reads one button between its pin and ground, with the Pi's own pull-up.

    gpiozero gives us the pin. The debouncing is ours, because its `bounce_time` means something else on every backend.
    """

    def __init__(self, *, control: ControlConfig, pins: Factory, clock: Clock, edges: "SimpleQueue[Edge]") -> None:
        self._id = control.id
        self._clock = clock
        self._edges = edges
        self._reader = getattr(pins, "edges", None)
        self._device = InputDevice(control.gpio, pull_up=True, pin_factory=pins)
        self._opened = clock.now()
        self._device.pin.edges = "both"
        self._device.pin.when_changed = self._changed

    def _changed(self, ticks: float, state: int) -> None:
        """Runs in the pin library's thread. An exception here would end that thread, and every button with it."""
        try:
            now = self._clock.now()
            at = round(ticks * SECOND)
            # However late it is read, the kernel knows when it was. A backend that stamps by another clock, or not at
            # all, says what cannot be.
            if not self._opened <= at <= now:
                at = now
            self._edges.put(Edge(self._id, at, pressed=not state))
        except Exception:
            _logger.exception("button %s", self._id)

    @property
    def pressed(self) -> bool:
        """Returns the level of the contact now."""
        return bool(self._device.value)

    @property
    def has_unread(self) -> bool:
        """Returns True where the pin library is known to hold edges that have not come yet, of any button."""
        return isinstance(self._reader, EdgeThread) and self._reader.has_unread

    def close(self) -> None:
        self._device.close()


class Buttons:
    """Holds all buttons of a panel and the queue of their edges."""

    def __init__(self, *, controls: Iterable[ControlConfig], pins: Factory, clock: Clock) -> None:
        self.edges: SimpleQueue[Edge] = SimpleQueue()
        self._buttons: dict[str, Button] = {}
        try:
            for control in controls:
                self._buttons[control.id] = Button(control=control, pins=pins, clock=clock, edges=self.edges)
        except BaseException:
            self.close()
            raise

    def pressed(self, control: str) -> bool:
        return self._buttons[control].pressed

    @property
    def has_unread(self) -> bool:
        """Returns True where edges are known to be on their way."""
        return any(button.has_unread for button in self._buttons.values())

    def close(self) -> None:
        for button in self._buttons.values():
            button.close()
