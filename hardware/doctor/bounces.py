"""One contact's presses, and how often it bounced in each."""

import msgspec

from hardware.buttons.debounce import LOCKOUT_NS, Change, Debounce

_CLEAN_EDGES = 2
"""A press that does not bounce: it closes and opens once."""


class Press(msgspec.Struct, frozen=True, kw_only=True):
    """A press that is over: held for `held_ns` nanoseconds. `bounces` counts how often the contact opened and closed
    once more than it had to, at either end; edges that the pin library lost are not counted."""

    held_ns: int
    bounces: int


class BounceCounter:
    """Follows a contact through the table's own debouncing (hardware.buttons.debounce). Pure: time comes in with
    each call, nanoseconds; edges in the order of their instants."""

    def __init__(self) -> None:
        self._debounce = Debounce()
        self._level = False
        self._pressed_at: int | None = None
        self._released_at: int | None = None
        self._edges = 0
        self.presses: list[Press] = []
        """Those that are over, lockout and all."""

    @property
    def down(self) -> bool:
        """Whether it counts as pressed now."""
        return self._pressed_at is not None and self._released_at is None

    def edge(self, at: int, *, pressed: bool) -> None:
        """The contact closed or opened at `at`."""
        while (due := self._debounce.due()) is not None and due <= at:
            self.look(due, pressed=self._level)
        self._end(at)
        self._level = pressed
        if self.down or self._released_at is not None or pressed:
            self._edges += 1
        self._take(self._debounce.edge(at, pressed=pressed))

    def look(self, now: int, *, pressed: bool) -> None:
        """Time has passed, and the contact has this level `now`."""
        self._take(self._debounce.look(now, pressed=pressed))
        self._end(now)

    def _end(self, now: int) -> None:
        """The press is over once its release has had the time to bounce."""
        if self._released_at is not None and now >= self._released_at + LOCKOUT_NS:
            self._finish()

    def _take(self, changes: list[Change]) -> None:
        for change in changes:
            if change.pressed:
                self._finish()
                self._pressed_at = change.at
            elif self._pressed_at is not None:
                self._released_at = change.at

    def _finish(self) -> None:
        if self._pressed_at is not None and self._released_at is not None:
            bounces = (max(0, self._edges - _CLEAN_EDGES) + 1) // 2
            self.presses.append(Press(held_ns=self._released_at - self._pressed_at, bounces=bounces))
            self._pressed_at = self._released_at = None
            self._edges = 0
