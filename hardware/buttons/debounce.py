"""One contact's bounces turned into presses and releases."""

from typing import NamedTuple

from companion.clock import MS

LOCKOUT_NS = 25 * MS
PATIENCE_NS = 250 * MS
"""How long an edge may be on its way while the contact has its level already. Then it was lost."""


class Change(NamedTuple):
    """The contact closed (`pressed`) or opened at the monotonic instant `at`, nanoseconds. Where no edge told of it it
    is `guessed`: then `at` is only when it was found so."""

    at: int
    pressed: bool
    guessed: bool = False


class Debounce:
    """Takes the leading edge at once, ignores the contact for the lockout, then goes by the last edge in it.

    The leading edge says when, but not always what: the kernel stamps an edge as it comes and asks for the level a
    moment later (gpiolib-cdev.c, edge_irq_thread), when the contact may have bounced back. Then the first edge to
    another level says it.

    A press is therefore never late, a press shorter than the lockout is still a press and a release, and a bounce is
    neither. What counts are the edges' own instants, never when they are read: however late they come, they make the
    same presses. Pure: time comes in with each call. Edges come in their order; one that is older than another that has
    come already is history.

    A lockout's end makes no edge, so a release that fell into it is looked for by the clock (`due`, `look`): told early
    where the contact is open and the edges say so, or where none has come for long. That is taken back where an edge
    that was on its way says otherwise. A press is only ever told by an edge: one that closed the contact in a lockout,
    for good, by the next.
    """

    def __init__(self, *, lockout_ns: int = LOCKOUT_NS) -> None:
        self._lockout_ns = lockout_ns
        self._newest: int | None = None
        self._seen = False
        """To what the newest edge was."""
        self._pressed = False
        """By the edges alone."""
        self._began = 0
        """The lockout's first edge."""
        self._until: int | None = None
        """The end of the lockout, where nothing has come after it."""
        self._quiet = False
        """Whether no edge in it has been to another level yet."""
        self._told = False
        self._told_early: int | None = None
        """The instant of a release that was told and that the edges have not confirmed."""
        self._due: int | None = None
        self._waited = False

    def edge(self, at: int, *, pressed: bool) -> list[Change]:
        """An edge to this level, at `at`. Up to two changes: one that the lockout had hidden, and this one."""
        if self._newest is not None and at < self._newest:
            return []
        changes = self._ended(at)
        if self._told_early is not None and at > self._told_early:
            self._pressed = self._told
        self._told_early = None
        self._newest, self._seen = at, pressed
        if self._until is None:
            self._began, self._until, self._quiet = at, at + self._lockout_ns, True
        if self._quiet and pressed != self._pressed:
            self._pressed, self._quiet = pressed, False
            changes.append(Change(self._began, pressed))
        self._due, self._waited = self._until, False
        return [change for change in changes if self._tells(change)]

    def due(self) -> int | None:
        """When `look` is to be called with the level; None for not at all."""
        return self._due

    def look(self, now: int, *, pressed: bool) -> list[Change]:
        """The contact has this level `now`. Nothing before it is due."""
        if self._due is None or self._until is None or now < self._due:
            return []
        self._due = None
        if pressed or not self._told:
            return []
        if self._seen and not self._waited:
            self.doubt(now)
            return []
        early = Change(now, False, guessed=True) if self._waited else Change(self._until, False)
        self._told, self._told_early = False, early.at
        return [early]

    def doubt(self, now: int) -> None:
        """The contact is open although no edge has told of it: it is looked at again when one has had its time."""
        if self._due is None:
            self._due, self._waited = now + PATIENCE_NS, True

    def _ended(self, at: int) -> list[Change]:
        """What the lockouts that were over by then had hidden."""
        changes = []
        while self._until is not None and at >= self._until:
            ended, self._until = self._until, None
            if self._seen != self._pressed:
                self._pressed, self._until, self._quiet = self._seen, ended + self._lockout_ns, False
                changes.append(Change(ended, self._seen))
        return changes

    def _tells(self, change: Change) -> bool:
        """Whether that is news; from here on it is not."""
        news = change.pressed != self._told
        self._told = change.pressed
        return news
