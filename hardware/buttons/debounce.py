"""One contact's bounces turned into presses and releases."""

from typing import NamedTuple

from companion.clock import MS

LOCKOUT_NS = 25 * MS


class Change(NamedTuple):
    """The contact closed (`pressed`) or opened at the monotonic instant `at`, nanoseconds."""

    at: int
    pressed: bool


class Debounce:
    """Takes the leading edge at once, ignores the contact for the lockout, then goes by its level.

    A press is therefore never late, a press shorter than the lockout is still a press and a release, and a bounce is
    neither. Pure: time comes in with each call. Edges must come in the order of their instants.
    """

    def __init__(self, *, lockout_ns: int = LOCKOUT_NS) -> None:
        self._lockout_ns = lockout_ns
        self._pressed = False
        self._seen = False
        self._until: int | None = None

    def edge(self, at: int, *, pressed: bool) -> list[Change]:
        """An edge to this level, at `at`. Up to two changes: one that the lockout had hidden, and this one."""
        changes = []
        while self._until is not None and at >= self._until:
            changes += self.reread(self._until, pressed=self._seen)
        self._seen = pressed
        if self._until is None and pressed != self._pressed:
            changes.append(self._change(at, pressed))
        return changes

    def due(self) -> int | None:
        """When the lockout ends and `reread` is to be called with the level; None outside it."""
        return self._until

    def reread(self, now: int, *, pressed: bool) -> list[Change]:
        """The lockout is over and the contact has this level `now`.

        A level that an edge in the lockout told of was there when the lockout ended; one that no edge told of (it was
        lost, or is on its way) is as old as this look at it.
        """
        ended, self._until = self._until, None
        if ended is None or pressed == self._pressed:
            return []
        return [self._change(ended if pressed == self._seen else now, pressed)]

    def _change(self, at: int, pressed: bool) -> Change:
        self._pressed = self._seen = pressed
        self._until = at + self._lockout_ns
        return Change(at, pressed)
