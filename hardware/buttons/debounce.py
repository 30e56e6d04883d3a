"""One contact's bounces turned into presses and releases."""

from typing import NamedTuple

from companion.clock import MS

LOCKOUT_NS = 25 * MS
PATIENCE_NS = 250 * MS
"""How long the edge of a release may be on its way while the contact is open already. Then it was lost."""


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

    A lockout's end makes no edge, so the contact is looked at then (`due`, `look`). What the edges say of it too is
    told early, and so is a release that no edge tells of for long; an edge that comes late is not told again. A level
    also stands for edges that the kernel lost: where none comes between a look and the next, it stayed so.
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
        self._looked: tuple[int, bool] | None = None
        """When the contact was looked at after the newest edge, and its level then."""
        self._due: int | None = None
        self._waited = False

    def edge(self, at: int, *, pressed: bool) -> list[Change]:
        """An edge to this level, at `at`. Up to two changes: one that the lockout had hidden, and this one."""
        if self._newest is not None and at < self._newest:
            return []
        if self._looked is not None and self._looked[0] < at:
            self._seen, self._looked = self._looked[1], None
        changes = self._ended(at)
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
        """The contact has this level: it was asked for before `now` was. Nothing before it is due."""
        if self._due is None or self._until is None or now < self._due:
            return []
        self._due, self._looked = None, (now, pressed)
        if pressed == self._told:
            return []
        if self._quiet:
            early = Change(self._began, pressed)
        elif pressed:
            # The next press, whose edge knows better when.
            return []
        elif self._waited:
            early = Change(now, pressed, guessed=True)
        elif self._seen:
            self.doubt(now)
            return []
        else:
            early = Change(self._until, pressed)
        return [early] if self._tells(early) else []

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
