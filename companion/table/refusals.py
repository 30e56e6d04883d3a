"""Counts refusals, so that a button that bounces all night fills neither the journal nor a screen."""

from collections.abc import Iterator
from enum import Enum

import msgspec
from msgspec.structs import replace

from companion.clock import MS, SECOND, Allowance
from companion.table.events import SERVICE, Refusal, Source

QUIET_NS = 5 * SECOND
"""Says how soon a refusal must follow another of its kind to belong with it."""
LONGEST_NS = 60 * SECOND
"""Says how often at least refusals that belong together are written while they continue."""
MOST_KINDS = 32
"""Limits how many kinds are counted one by one at a time. The others are counted together."""
ROWS, ROWS_A_SECOND = 200, 0.2
"""Limits how many rows about refusals the journal takes at once, and in the long run: ten times those of a bouncing
button."""
SHOWN_AGAIN_NS = SECOND
SHOWN_ANEW_NS = 100 * MS
"""Says how soon the same reason is shown as a new one, and how soon another reason takes its place."""
OTHERS = "other reasons, too many to list."

_NO_DIGITS = str.maketrans("", "", "0123456789")


class RefusalHeard(Enum):
    """Says what a refusal calls for: a row of its own and a new view (NEW), a new view only (SHOWN), or neither
    (COUNTED)."""

    NEW = "new"
    SHOWN = "shown"
    COUNTED = "counted"


class _Count(msgspec.Struct):
    """Counts refusals of one kind that the journal does not have yet: how many, the latest of them, and since when."""

    latest: Refusal
    source: Source
    since: int
    times: int = 0


class Refusals:
    """Counts the refusals of one match that belong together, and journals them as one. Only what is being counted is
    lost with the process.

    The caller holds the table's lock. Instants are monotonic nanoseconds.
    """

    def __init__(self, rows: Allowance) -> None:
        """Takes the `rows` about refusals that the journal accepts, for whichever match is on the table: see
        `rows_taken`."""
        self._counts: dict[tuple[str, str, str | None, str], _Count] = {}
        self._others: _Count | None = None
        self._rows = rows
        self.shown: Refusal | None = None
        """Is the last refusal at the panel that everyone was shown."""

    def count_refusal(self, refusal: Refusal, source: Source) -> RefusalHeard:
        """Counts a refusal. The caller has to journal one that is NEW."""
        # The number of seconds left, and other numbers, do not make another kind of it.
        kind = (str(source), refusal.command, refusal.subject, refusal.reason.translate(_NO_DIGITS))
        count = self._counts.get(kind)
        now = refusal.mono_ns
        if count is not None:
            count.latest, count.times = refusal, count.times + 1
        elif len(self._counts) >= MOST_KINDS:
            self._count_other(refusal, 1, since=now)
        else:
            new = self._rows.take(now)
            self._counts[kind] = _Count(refusal, source, now, 0 if new else 1)
            if new:
                self.shown = refusal if refusal.at_panel else self.shown
                return RefusalHeard.NEW
        return RefusalHeard.SHOWN if self._shows(refusal) else RefusalHeard.COUNTED

    @property
    def waiting(self) -> bool:
        """Returns whether refusals are counted that `sums` will yield sooner or later."""
        return bool(self._counts) or self._others is not None

    def due(self, now: int) -> int | None:
        """Returns when to ask `sums` again; None where no refusals are counted."""
        return now + QUIET_NS if self.waiting else None

    def sums(self, now: int) -> Iterator[tuple[Refusal, Source]]:
        """Yields the refusals to be journaled by now, and who asked. Each kind comes once it was quiet for a while, and
        from time to time while it is not."""
        for kind, count in list(self._counts.items()):
            quiet = now - count.latest.mono_ns >= QUIET_NS
            if count.times and (quiet or now - count.since >= LONGEST_NS) and self._rows.take(now):
                yield _sum(count), count.source
                count.times, count.since = 0, now
            if quiet and not count.times:
                del self._counts[kind]
        if self._others is not None and now - self._others.since >= LONGEST_NS:
            yield _sum(self._others), self._others.source
            self._others = None

    def last_sums(self, now: int) -> Iterator[tuple[Refusal, Source]]:
        """Yields all that is counted, and empties the counts, because the match ends or leaves the table. Kinds for
        which no rows are left come as one."""
        counts, self._counts = self._counts, {}
        for count in counts.values():
            if count.times and self._rows.take(now):
                yield _sum(count), count.source
            elif count.times:
                self._count_other(count.latest, count.times, since=now)
        if self._others is not None:
            yield _sum(self._others), self._others.source
            self._others = None

    def _count_other(self, refusal: Refusal, times: int, *, since: int) -> None:
        other = replace(refusal, command="", subject=None, reason=OTHERS, at_panel=False)
        if self._others is None:
            self._others = _Count(other, SERVICE, since)
        self._others.latest, self._others.times = other, self._others.times + times

    def _shows(self, refusal: Refusal) -> bool:
        """Returns whether a refusal without a row is news to a screen. Twenty a second are not."""
        if not refusal.at_panel:
            return False
        shown = self.shown
        if shown is not None:
            same = (shown.subject, shown.reason) == (refusal.subject, refusal.reason)
            if refusal.mono_ns - shown.mono_ns < (SHOWN_AGAIN_NS if same else SHOWN_ANEW_NS):
                return False
        self.shown = refusal
        return True


def rows_taken(now: int) -> Allowance:
    """Returns how many rows about refusals a journal takes from the instant `now` on."""
    return Allowance(most=ROWS, a_second=ROWS_A_SECOND, now=now)


def _sum(count: _Count) -> Refusal:
    return replace(count.latest, times=count.times)
