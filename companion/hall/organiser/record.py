"""Keeps what is known of one table, and what the archive lacks of its journal."""

from collections.abc import Iterator, Mapping
from typing import Any, Self, TypeVar

import msgspec
from msgspec.structs import replace

from companion.hall.organiser.archive import ArchiveFiles
from companion.hall.organiser.clocks import Offsets
from companion.hall.organiser.view import (
    Archived,
    CallHere,
    Others,
    Playing,
    ResultOf,
    RoundView,
    SandHere,
    TableHere,
    need,
)
from companion.hall.wire.messages import Link, Log, Result, Sand, State

# What is known of one table, from all that it has sent, in any order.

MOST_MATCHES = 512
"""Limits the newest matches of a table that are filled up. A long event has some dozens, and each of them may have lost
rows on the way."""
MOST_ROUNDS = 32
"""The newest are remembered: earlier ones are in the archive."""
V = TypeVar("V")
Ordered = TypeVar("Ordered", Link, State, Result)


class Known(msgspec.Struct, frozen=True):
    """Says how far a match goes in the table's journal, and the number of the match after it, 0 while it is the
    last.
    """

    last: int = 0
    next: int = 0


class Picture(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the newest of each kind by the table's own count.

    So the same messages make the same picture, in any order and any number of times.
    A late will, or an old retained message, leaves it as it is.

    `matches` by the match's number and its journal; `results` by round.
    """

    link: Link | None = None
    state: State | None = None
    results: dict[int, Result] = {}
    matches: dict[tuple[int, str], Known] = {}

    def take_message(self, said: Link | State | Result | Log) -> Self:
        """Returns the picture with that message: itself, the same object, where the message is not news."""
        match said:
            case Link():
                return replace(self, link=said) if _newer(said, self.link) else self
            case State():
                return replace(self, state=said) if _newer(said, self.state) else self
            case Result():
                if not _newer(said, self.results.get(said.round)):
                    return self
                return replace(self, results=_newest(self.results, said.round, said, MOST_ROUNDS))
            case Log():
                return self._logged(said)

    @property
    def online(self) -> bool:
        return self.link is not None and self.link.online

    @property
    def journal(self) -> str | None:
        """Returns the journal that the state is of; None where the state is of an earlier box, or none has come."""
        if self.link is None or self.state is None or self.state.boot != self.link.boot:
            return None
        return self.link.journal

    def known(self, journal: str, match: int) -> Known:
        """Returns how far that match goes, as the state and the log have said."""
        known = self.matches.get((match, journal), Known())
        if self.state is not None and match == self.state.match and journal == self.journal:
            return Known(max(known.last, self.state.seq), known.next)
        return known

    def _logged(self, said: Log) -> Self:
        key = (said.match, said.journal)
        had = self.matches.get(key, Known())
        known = Known(max(had.last, said.last), max(had.next, said.next or 0))
        if known == had:
            return self
        return replace(self, matches=_newest(self.matches, key, known, MOST_MATCHES))


def _newer(said: Ordered, had: Ordered | None) -> bool:
    """Returns True for the newer one. Of two with the same count it always takes the same, in any order."""
    return had is None or said.order > had.order or (said.order == had.order and _bytes(said) > _bytes(had))


def _bytes(said: msgspec.Struct) -> bytes:
    return msgspec.json.encode(said, order="sorted")


def _newest(had: dict[Any, V], key: Any, value: V, most: int) -> dict[Any, V]:
    """Returns the dictionary with one more, cut to those with the greatest keys."""
    grown = {**had, key: value}
    if len(grown) > most:
        del grown[min(grown)]
    return grown


# What the archive lacks of a table's journal, and which part of it to ask for.

GRACE_MS = 1_500
"""Rows may be on their way this long before they are asked for, or asked for once more."""
Have = Mapping[tuple[int, str], int]
"""Holds, by a match's number and its journal, the row up to which all are there."""


class RecordPart(msgspec.Struct, frozen=True):
    """Names a part of a match of the table's journal: what follows the row `after`."""

    match: int
    after: int


class Refill:
    """Decides what to ask one table for. Not locked: its owner is.

    The state says how far the match on the table goes. Every other one of that journal, from the first known one on, is
    asked after once a connection. It may have been played on in the meantime. One part is asked for at a time:
    the match on the table first, then the newest.
    """

    def __init__(self) -> None:
        self._connection: tuple[int, int] | None = None
        self._asked: RecordPart | None = None
        self._sure: dict[int, None] = {}
        self._without: dict[int, None] = {}
        self._seen: RecordPart | None = None
        self._since_ms = 0
        self._again = self._anew = self._came = False

    @property
    def waits(self) -> bool:
        """Returns True where something is lacking that has not been asked for yet: call `next` again soon."""
        return self._seen is not None and self._asked is None

    def lacks(self, picture: Picture, have: Have) -> int:
        """Counts the lacking rows of the box that is there now."""
        journal = picture.journal
        return 0 if journal is None else sum(self._lacks(picture, have, journal, m) for m in _known(picture, have))

    def next(self, picture: Picture, have: Have, now_ms: int) -> RecordPart | None:
        """Returns what to ask for now, if anything. It is under way from then on, until `answered`."""
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
        self._asked, self._since_ms, self._came = part, now_ms, False
        return part

    def listens_anew(self) -> None:
        """Notes that the table has connected again, or the hall has."""
        self._anew = True

    def take_state(self, state: State, link: Link | None) -> None:
        """Takes how far the table is. What the first state over a connection shows was not sent to this organiser.

        So that is asked for at once, even where some of it was known to lack before.
        """
        if self._anew and link is not None and (state.boot, state.connection) == (link.boot, link.connection):
            self._anew, self._again, self._seen = False, True, None

    def came(self, match: int) -> None:
        """Notes that what the table has of that match has arrived, and need not be asked for again."""
        self._came |= self._asked is not None and self._asked.match == match

    def answered(self, *, done: bool) -> None:
        """Ends an ask: its rows have been sent, or the table has no such match.

        A connection may end between the rows and this answer, which a table of an earlier Warglass repeats without
        them. Then the rows are asked for again.
        """
        if self._asked is not None:
            if self._came or not done:
                _add(self._sure if done else self._without, self._asked.match)
            self._again = done and self._came
        self._asked = None

    def played(self, match: int) -> None:
        """Notes that it is on the table, and may go on at any time."""
        self._sure.pop(match, None)
        self._without.pop(match, None)

    def without(self, match: int) -> None:
        """Notes that the table's journal does not have that match, or no longer has it."""
        _add(self._without, match)

    def lost(self) -> None:
        """Ends an ask without an answer."""
        self._asked = None

    def _first(self, picture: Picture, have: Have, journal: str, current: int) -> RecordPart | None:
        for match in _known(picture, have):
            lacks = self._lacks(picture, have, journal, match)
            if match not in self._without and (lacks or (match != current and match not in self._sure)):
                return RecordPart(match, have.get((match, journal), 0))
        return None

    def _lacks(self, picture: Picture, have: Have, journal: str, match: int) -> int:
        if match in self._without:
            return 0
        return max(0, picture.known(journal, match).last - have.get((match, journal), 0))


def _add(matches: dict[int, None], match: int) -> None:
    """Adds a match. Beyond the limit, the first one added goes: there are never as many still to be asked after."""
    matches.pop(match, None)
    matches[match] = None
    if len(matches) > 2 * MOST_MATCHES:
        del matches[next(iter(matches))]


def _known(picture: Picture, have: Have) -> Iterator[int]:
    """Yields the numbers of the journal's matches, the one on the table first, then the newest first."""
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


# All that the organiser holds of one table, and how its pages see that.

UNANSWERED = 2
"""A box that leaves this many questions in a row without an answer, and sends no other message, counts as silent.

The broker may not have reported that it is gone, because it may have died with it.
"""


MOST_BOXES = 16
"""Limits the boxes of one table of which it is known how long they were there."""


class Record:
    """Keeps one table's record. Not locked: its owner is. Every `…ms` is on the hall's clock."""

    def __init__(
        self, table: str, shelf: ArchiveFiles, *, now_ms: int, name: str = "", journal: str = "", over_before: int = 0
    ) -> None:
        self.table = table
        self.name = name or table
        self.journal = journal
        """Holds the journal of the last box that was here; "" before any was."""
        self.over_before = over_before
        """Holds the match that was over as the round began, which is not one of the round's; 0 for none."""
        self.enrolled = True
        self.picture = Picture()
        self.offsets = Offsets()
        self.refill = Refill()
        self.shelf = shelf
        self.resend = ""
        """Hold the asks under way for a part of its journal, and for its clock."""
        self.clock = ""
        self.clock_boot = -1
        self.unanswered = 0
        self.clocks_left = 0
        self.clock_due_ms = now_ms
        self.heard_ms = 0
        self.silent_ms = min(now_ms, max((each.wall_ms for each in shelf.volumes.values()), default=now_ms))
        self.heard_until: dict[str, int] = {}
        """Holds, by journal, how far its box's clock was when that fell silent."""
        self.discovered: tuple[Link, int | None] | None = None
        """Holds what Home Assistant last got of it: by which link, and what makes a time of day of its clock."""
        self.players: tuple[str, ...] = ()
        self.call: CallHere | None = None
        self.result: ResultOf | None = None
        self.here: TableHere | None = None

    @property
    def seen(self) -> bool:
        """Returns True where a box of this table has ever been here, or has rows in the archive."""
        return bool(self.journal or self.shelf.volumes)

    @property
    def online(self) -> bool:
        return self.picture.online and self.unanswered < UNANSWERED

    @property
    def silent_since_ms(self) -> int:
        """Returns since when it is not online."""
        return max(self.silent_ms, self.heard_ms) if self.picture.online else self.silent_ms

    def in_round(self, number: int) -> bool:
        """Notes a match that was over before the round of that number; returns True where that is news. Tables of an
        earlier Warglass do not say so, and other tables not before they have heard of the round."""
        state, link, before = self.picture.state, self.picture.link, self.over_before
        if state is None or state.over is None:
            self.over_before = 0 if state is not None else before
        elif (state.round or 0) < number or state.past:
            self.over_before = state.match
        elif state.match != before or (link is not None and link.here):
            self.over_before = 0
        return self.over_before != before

    @property
    def _past(self) -> bool:
        """Returns True where the match on the table was over before the round."""
        state = self.picture.state
        return state is not None and (state.past or (state.over is not None and state.match == self.over_before))

    def heard_last(self, journal: str, now_ms: int) -> None:
        """Notes that the box with that journal has fallen silent."""
        boot, offset_ms = self.offsets.boot, self.offsets.hall_ms(self.offsets.boot, 0)
        if offset_ms is not None and self.picture.link is not None and self.picture.link.boot == boot:
            self.heard_until[journal] = now_ms - offset_ms
            if len(self.heard_until) > MOST_BOXES:
                del self.heard_until[next(iter(self.heard_until))]

    def playing(self, round: RoundView, now_ms: int) -> Playing:
        """Returns what its need is judged by."""
        state, acted_ms = self.picture.state, self._acted_ms()
        settled = self.result is not None and self.result.round == round.number
        past = self._past
        over = None if state is None or past else state.over
        return Playing(
            game="" if state is None else state.game,
            enrolled=self.enrolled,
            seen=self.seen,
            online=self.online,
            silent_for_ms=now_ms - self.silent_since_ms,
            expected=bool(self.players),
            begun=acted_ms is not None and not past,
            paused=state is not None and state.paused,
            quiet_ms=0 if acted_ms is None else max(0, now_ms - acted_ms),
            seq=0 if state is None else state.seq,
            over=over or (self.result.title if self.result is not None and settled else None),
            settled=settled,
            call=self.call,
        )

    def draw(self, others: Others, round: RoundView, now_ms: int) -> TableHere:
        """Returns the table as pages see it."""
        urgency, why = need(self.playing(round, now_ms), others, round)
        state, best = self.picture.state, self.offsets.best
        told = self.offsets.boot == (state.boot if state else -1)
        here = TableHere(
            table=self.table,
            name=self.name,
            need=urgency,
            why=why,
            online=self.online,
            absent=self.enrolled and not self.seen,
            enrolled=self.enrolled,
            silent_ms=None if self.online or not self.seen else self.silent_since_ms,
            heard_ms=self.heard_ms,
            error_ms=best.error(now_ms) if best is not None and told else None,
            behind_rows=self.refill.lacks(self.picture, self.shelf.have),
            anew=self._anew(),
            players=self.players,
            call=self.call,
            result=self.result,
            **self._game(),
        )
        self.here = here
        return here

    def _game(self) -> dict[str, Any]:
        state = self.picture.state
        if state is None:
            return {}
        return {
            "game": state.game,
            "called": state.called,
            "phase": state.phase,
            "paused": state.paused,
            "standing": state.standing,
            "names": state.names,
            "score": state.score,
            "sand": tuple(self._sand(each) for each in state.sand),
            "over": None if self._past else state.over,
            "acted_ms": self._acted_ms(),
            "faults": state.faults,
        }

    def _sand(self, sand: Sand) -> SandHere:
        ends = None if sand.ends_ms is None else self.hall_ms(sand.ends_ms)
        return SandHere(timer=sand.timer, side=sand.side, ends_ms=ends, left_ms=sand.left_ms)

    def hall_ms(self, table_ms: int) -> int | None:
        """Returns the hall's clock at that instant of the state's clock."""
        state = self.picture.state
        return None if state is None else self.offsets.hall_ms(state.boot, table_ms)

    def _acted_ms(self) -> int | None:
        state = self.picture.state
        return None if state is None or state.acted_ms is None else self.hall_ms(state.acted_ms)

    def _anew(self) -> Archived | None:
        """Returns the newest match of another box, until a player acts on this one."""
        state, link = self.picture.state, self.picture.link
        if (
            link is None
            or not link.online
            or (state is not None and self.picture.journal and state.acted_ms is not None)
        ):
            return None
        return next((each for each in self.shelf.archived() if each.rows and each.journal != link.journal), None)
