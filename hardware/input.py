"""Runs the one thread that reads the buttons."""

import logging
from collections import deque
from collections.abc import Iterable
from queue import Empty
from threading import Event, Thread

from companion.clock import SECOND, Clock
from companion.system.watchdog import Vital
from companion.table.table import Table
from hardware.buttons import LATE_NS, LOCKOUT_NS, PATIENCE_NS, Buttons, Change, Debounce, Edge, GestureReader
from hardware.games.controls import Controls

_logger = logging.getLogger(__name__)

GATHER_S = 0.005
MOST_GATHERED = 4096
"""Limits what is gathered at once; a contact that never stops must not keep the others waiting."""


class InputThread:
    """Takes edges from the queue, debounces them, reads gestures and dispatches these, in the order of their instants.

    An edge is served at once. A late one has been held up together with others. The thread waits some milliseconds for
    each of those, and puts all in order over all lines: pin libraries hand them over line by line.

    An exception on the way does not end the thread: it is logged, shown as a fault, and the next press is served.
    """

    def __init__(
        self,
        *,
        buttons: Buttons,
        controls: Controls,
        ids: Iterable[str],
        table: Table,
        clock: Clock,
        lockout_ns: int = LOCKOUT_NS,
    ) -> None:
        self._buttons = buttons
        self._controls = controls
        self._table = table
        self._clock = clock
        self._contacts = {control: Debounce(lockout_ns=lockout_ns) for control in ids}
        self._gestures = GestureReader()
        self._edges: deque[Edge] = deque()
        self._thread = Thread(target=self._run, name="input", daemon=True)
        self._stopping = Event()

    def start(self) -> None:
        self._thread.start()

    @property
    def vital(self) -> Vital:
        """Returns what the watchdog asks of the thread: whether it lives. It waits for a button without a limit."""
        return Vital(name=self._thread.name, alive=self._thread.is_alive())

    def stop(self) -> None:
        self._stopping.set()
        self._buttons.edges.put(Edge("", self._clock.now(), pressed=False))
        self._thread.join(timeout=1)

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self.step(timeout=self._patience())
            except Exception:
                _logger.exception("input")
                self._table.fault("input", "A button press went wrong; see the service's log.")
                # A pin that cannot be read stays due: do not spin on it.
                self._stopping.wait(0.1)
            else:
                self._table.fault("input", None)

    def _patience(self) -> float | None:
        """Returns the seconds until something is due without an edge; None for no limit."""
        due = self._due()
        return None if due is None else max(0.0, (due - self._clock.now()) / SECOND)

    def _due(self) -> int | None:
        """Returns the monotonic instant (ns) at which something is due without an edge; None if never."""
        due = [contact.due() for contact in self._contacts.values()]
        return min((at for at in (*due, self._gestures.due()) if at is not None), default=None)

    def step(self, *, timeout: float | None) -> None:
        """Waits up to `timeout` seconds for an edge and carries out what has come about."""
        self._gather(0 if self._edges else timeout)
        if not self._edges and self._is_ahead():
            self._gather(GATHER_S)
        while self._edges:
            edge = self._edges[0]
            try:
                self._catch_up(edge.at)
            finally:
                # One by one: if this one goes wrong, the others are still to come.
                self._edges.popleft()
            if edge.control in self._contacts:
                for change in self._contacts[edge.control].edge(edge.at, pressed=edge.pressed):
                    self._change(edge.control, change)
                if edge.pressed:
                    self._gestures.closed(edge.control)
        now = self._clock.now()
        if not self._has_unread(now) and self._buttons.edges.empty():
            self._look(now)
            self._complete_holds(now)

    def _is_ahead(self) -> bool:
        """Returns True where edges may come that are older than what is due.

        The pin library has some, or was held up with this thread.
        """
        now, due = self._clock.now(), self._due()
        return due is not None and (now - due > LATE_NS or self._has_unread(now))

    def _has_unread(self, now: int) -> bool:
        """Returns True where something is due, and edges on their way may be older. They are not waited for long."""
        due = self._due()
        return due is not None and 0 <= now - due <= PATIENCE_NS and self._buttons.has_unread

    def _gather(self, timeout: float | None) -> None:
        """Takes the next edge and all that have come with it, in their order."""
        patience, late = timeout, False
        while len(self._edges) < MOST_GATHERED:
            try:
                edge = self._buttons.edges.get(timeout=patience)
            except Empty:
                break
            self._edges.append(edge)
            late = late or self._clock.now() - edge.at > LATE_NS
            patience = GATHER_S if late else 0
        self._edges = deque(sorted(self._edges, key=lambda edge: edge.at))

    def _catch_up(self, until: int) -> None:
        """Carries out what was due before the edge at that instant, as if all of it had come in time."""
        for due, control in self._dues(until):
            contact = self._contacts[control]
            if contact.has_opened_by(until) and (self._has_next(control) or self._is_open(control)):
                self._complete_holds(due)
                for change in contact.look(due, pressed=False):
                    self._change(control, change)
        self._complete_holds(until)

    def _look(self, now: int) -> None:
        for _, control in self._dues(now):
            contact = self._contacts[control]
            # In this order: an edge that comes in between is not older than the level.
            pressed = self._buttons.pressed(control)
            for change in contact.look(self._clock.now(), pressed=pressed):
                self._change(control, change)
            if pressed and not contact.is_unsure:
                self._gestures.closed(control)

    def _dues(self, until: int) -> list[tuple[int, str]]:
        """Returns the contacts whose level is to be read by then, the first to be read first, and when that is."""
        dues = ((contact.due(), control) for control, contact in self._contacts.items())
        return sorted((due, control) for due, control in dues if due is not None and due <= until)

    def _has_next(self, control: str) -> bool:
        """Returns True where the contact's next edge is here. Until then it is as the one before says: lines keep their
        order.
        """
        return any(edge.control == control for edge in self._edges)

    def _is_open(self, control: str) -> bool:
        """Returns True where the contact is open. `_look` reports one that cannot be read."""
        try:
            return not self._buttons.pressed(control)
        except OSError:
            return False

    def _change(self, control: str, change: Change) -> None:
        for gesture in self._gestures.change(control, change):
            self._controls.handle(gesture, held=self._gestures.held)

    def _complete_holds(self, now: int) -> None:
        for gesture in self._gestures.complete_holds(now, closed=self._is_closed):
            self._controls.handle(gesture, held=self._gestures.held)

    def _is_closed(self, control: str) -> bool:
        contact = self._contacts[control]
        if (self._has_next(control) or self._buttons.pressed(control)) and not contact.is_unsure:
            return True
        contact.doubt(self._clock.now())
        return False
