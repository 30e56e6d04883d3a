"""What the archive lacks of a table's journal, and which part of it to ask for."""

from collections.abc import Iterator, Mapping

import msgspec

from companion.hall.organiser.picture import MOST_MATCHES, Picture
from companion.hall.wire.from_table import Link, State

GRACE_MS = 1_500
"""So long may rows be on their way before they are asked for, or asked for once more."""
Have = Mapping[tuple[int, str], int]
"""By a match's number and its journal, the row up to which all are there."""


class Part(msgspec.Struct, frozen=True):
    """Of a match of the table's journal, what follows the row `after`."""

    match: int
    after: int


class Refill:
    """For one table. Not locked: its owner is.

    How far the match on the table goes its state says. Every other one of that journal, from the first that was heard
    of, is asked after once a connection: it may have been played on while nobody listened. One part is asked for at a
    time, the match on the table first, then the newest.
    """

    def __init__(self) -> None:
        self._connection: tuple[int, int] | None = None
        self._asked: Part | None = None
        self._sure: dict[int, None] = {}
        self._without: dict[int, None] = {}
        self._seen: Part | None = None
        self._since_ms = 0
        self._again = self._anew = False

    @property
    def waits(self) -> bool:
        """Whether something is lacking that has not been asked for yet: `next` is to be called again soon."""
        return self._seen is not None and self._asked is None

    def lacks(self, picture: Picture, have: Have) -> int:
        """How many rows of the box that stands there now."""
        journal = picture.journal
        return 0 if journal is None else sum(self._lacks(picture, have, journal, m) for m in _known(picture, have))

    def next(self, picture: Picture, have: Have, now_ms: int) -> Part | None:
        """What to ask for now, if anything. It is under way from then on, until `answered`."""
        link, journal, state = picture.link, picture.journal, picture.state
        if link is None or state is None or journal is None or not link.online:
            return None
        if self._connection != (link.boot, link.connection):
            self._connection = (link.boot, link.connection)
            self._asked, self._sure, self._without = None, {}, {}
        self._sure.pop(state.match, None)
        if self._asked is not None:
            return None
        part = self._first(picture, have, journal, state.match)
        if part is None:
            self._again, self._seen = False, None
            return None
        if part != self._seen:
            self._seen, self._since_ms = part, now_ms
            if not self._again:
                return None
        elif now_ms - self._since_ms < GRACE_MS:
            return None
        self._asked, self._since_ms = part, now_ms
        return part

    def listens_anew(self) -> None:
        """The table has connected anew, or the hall has."""
        self._anew = True

    def told(self, state: State, link: Link | None) -> None:
        """How far the table is. What the first one to be heard over a connection tells of was said to nobody here: it
        is asked for at once, also where some of it was known to lack before."""
        if self._anew and link is not None and (state.boot, state.connection) == (link.boot, link.connection):
            self._anew, self._again, self._seen = False, True, None

    def answered(self, *, done: bool) -> None:
        """What was asked for has been sent, or the table has no such match."""
        if self._asked is not None:
            _add(self._sure if done else self._without, self._asked.match)
            self._again = done
        self._asked = None

    def played(self, match: int) -> None:
        """It is on the table, and may go on whether anybody hears that or not."""
        self._sure.pop(match, None)
        self._without.pop(match, None)

    def without(self, match: int) -> None:
        """The table's journal has nothing of that match, or no more."""
        _add(self._without, match)

    def lost(self) -> None:
        """Nothing came of it."""
        self._asked = None

    def _first(self, picture: Picture, have: Have, journal: str, current: int) -> Part | None:
        for match in _known(picture, have):
            lacks = self._lacks(picture, have, journal, match)
            if match not in self._without and (lacks or (match != current and match not in self._sure)):
                return Part(match, have.get((match, journal), 0))
        return None

    def _lacks(self, picture: Picture, have: Have, journal: str, match: int) -> int:
        if match in self._without:
            return 0
        return max(0, picture.known(journal, match).last - have.get((match, journal), 0))


def _add(matches: dict[int, None], match: int) -> None:
    """For one more, the one that was added first goes: there are never as many that are still asked after."""
    matches.pop(match, None)
    matches[match] = None
    if len(matches) > 2 * MOST_MATCHES:
        del matches[next(iter(matches))]


def _known(picture: Picture, have: Have) -> Iterator[int]:
    """The numbers of the journal's matches, the one on the table first, then the newest first."""
    state, journal = picture.state, picture.journal
    if state is None or journal is None:
        return
    yield state.match
    heard = {match for match, of in (*have, *picture.matches) if of == journal} | {state.match}
    after = (known.next for (_, of), known in picture.matches.items() if of == journal)
    last = max((*heard, *after))
    for match in range(last, max(min(heard), last - MOST_MATCHES, 1) - 1, -1):
        if match != state.match:
            yield match
