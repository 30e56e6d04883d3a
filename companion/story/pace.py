"""How long a story takes: as long as the match, but for the times when nothing happened and no sand fell."""

from companion.clock import SECOND
from companion.table.history import Entry
from companion.table.told.order import begins

LONGEST_LULL_NS = 5 * SECOND
"""So much of a pause, of a night between, or of players who think while no sand falls is told."""


class Pace:
    """The story's clock, from the first row on. It never goes back: a press that was heard late is told when it was
    heard."""

    def __init__(self) -> None:
        self._newest: Entry | None = None
        self.at_ns = 0

    def add(self, entry: Entry, *, falling: bool) -> int:
        """The match goes on with that row; `falling` says whether sand fell until then. Returns the instant of its
        boot's monotonic clock (ns) of which the row tells: no earlier than those before it."""
        newest, self._newest = self._newest, entry
        if newest is None:
            return entry.mono_ns
        if begins(entry, newest):
            self.at_ns += LONGEST_LULL_NS
            return entry.mono_ns
        if entry.mono_ns < newest.mono_ns:
            self._newest = newest
            return newest.mono_ns
        passed = entry.mono_ns - newest.mono_ns
        self.at_ns += passed if falling else min(passed, LONGEST_LULL_NS)
        return entry.mono_ns
