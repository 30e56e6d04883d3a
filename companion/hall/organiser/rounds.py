"""Keeps what all tables get: the round, the event's rulings, and what became of calls."""

import itertools
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Protocol

import msgspec
from msgspec.structs import replace

from companion.hall.organiser import statements
from companion.hall.organiser.archive import Archive
from companion.hall.organiser.asks import Waiting
from companion.hall.organiser.clocks import HallClock, RoundClock
from companion.hall.organiser.record import Record
from companion.hall.organiser.statements import ResumedHall
from companion.hall.organiser.view import CallHere, ResultOf, RulingHere
from companion.hall.wire import messages as codec
from companion.hall.wire.messages import (
    Ask,
    CallDetail,
    Called,
    Here,
    HouseRule,
    LogRow,
    Opening,
    Pairing,
    Restore,
    Round,
)
from companion.hall.wire.topics import LARGEST, LARGEST_LOG, LARGEST_ROUND, LONGEST_SHORT, MOST_OWED
from companion.names import key
from companion.table.errors import NotHere, Refused

# The round as all tables get it, who plays where in it, and how that ended.

BESIDE = 1024
"""Keeps these bytes free for what else of the round may change."""

Publish = Callable[[str, bytes, bool], None]
"""Sends to the broker: topic, payload, whether it is retained."""


class Rounds:
    """Keeps the rounds, and writes them to the archive as they change. Not locked: its owner is."""

    def __init__(self, resumed: ResumedHall, archive: Archive, clock: HallClock) -> None:
        self.clock = resumed.clock
        self.pairings: Mapping[str, tuple[str, ...]] = resumed.pairings
        self.results = {(each.round, each.table, each.by_hand): each for each in resumed.results}
        self.version = resumed.round_version
        """Counts what is published: it grows with any change, past all that a lost archive has counted.

        Tables remember the greatest.
        """
        self._archive = archive
        self._clock = clock

    def become(self, clock: RoundClock) -> None:
        if clock.number != self.clock.number:
            self.pairings = {}
        self.clock = clock
        self._count()
        self._archive.keep(statements.round(clock))

    def pair(self, pairings: Mapping[str, tuple[str, ...]], *, old: Collection[str]) -> None:
        """Replaces the pairings of this round. Raises Refused where that is more than `old` tables take in: see
        `told`.
        """
        size = len(self._write_round(pairings, old))
        if size > LARGEST_ROUND - BESIDE:
            raise Refused(
                f"The names in this round come to {size // 1024} KB, and tables of an earlier Warglass take in "
                f"{LARGEST_ROUND // 1024}: shorten them, or pair fewer tables."
            )
        self.pairings = dict(pairings)
        self._count()
        self._archive.keep(statements.pairings(self.clock.number, self.pairings))

    def _count(self) -> None:
        self.version = max(self.version + 1, self._clock.now_ms())

    def settle(self, result: ResultOf, *, match: int | None) -> bool:
        """Sets a result. Returns True where that is news."""
        key = (result.round, result.table, result.by_hand)
        if self.results.get(key) == result:
            return False
        self.results[key] = result
        self._archive.keep(statements.result(result, match=match))
        return True

    def withdraw(self, round: int, table: str, *, by_hand: bool) -> bool:
        """Takes back what was written of that round by hand, or what the table sent. Returns True where there
        was any.
        """
        if self.results.pop((round, table, by_hand), None) is None:
            return False
        self._archive.keep(statements.no_result(round, table, by_hand=by_hand))
        return True

    def result(self, table: str) -> ResultOf | None:
        """Returns the table's result in this round: one written by hand goes before the table's own."""
        number = self.clock.number
        return self.results.get((number, table, True)) or self.results.get((number, table, False))

    def lacks(self, table: str) -> bool:
        """Returns True where the table has confirmed no result of an earlier round that it remembers."""
        number = self.clock.number
        earlier = range(max(1, number - MOST_OWED), number)
        return any((round, table, False) not in self.results for round in earlier)

    def all_results(self) -> tuple[ResultOf, ...]:
        """Returns the results of all rounds, one a table."""
        found = {(round, table): each for (round, table, by_hand), each in sorted(self.results.items())}
        return tuple(found.values())

    def write_round(self, old: Collection[str]) -> bytes:
        """Returns the round as it goes to tables. `old` are those of an earlier Warglass, which find their pairing
        here.
        """
        return self._write_round(self.pairings, old)

    def count(self) -> None:
        """Counts another version: it goes out with other contents, though the round is the same."""
        self._count()

    def here(self, table: str, version: int) -> Here:
        """Returns what one table gets: who plays there, and how its result stands."""
        number, result, players = self.clock.number, self.result(table), self.pairings.get(table, ())
        by_hand = result is not None and result.by_hand
        return Here(
            version=version,
            round=number,
            players=players,
            written=_winner_name(result) if result is not None and by_hand else "",
            waits=result is not None and not by_hand and not knows(players, result.people),
        )

    def _write_round(self, pairings: Mapping[str, tuple[str, ...]], old: Collection[str]) -> bytes:
        clock = self.clock
        return codec.written(
            Round(
                version=self.version,
                number=clock.number,
                title=clock.title,
                deadline_ms=clock.ends_ms,
                left_ms=clock.left_ms,
                pause=clock.pause,
                pairings=tuple(
                    Pairing(table=table, players=players) for table, players in pairings.items() if table in old
                ),
            )
        )

    def take_remembered(self, told: Round, now_ms: int) -> bool:
        """Takes a round that the broker remembers. Returns True where it is newer than the archive's, which has lost it
        then.

        It is taken over where there is no other round, and its version is passed in any case.
        """
        if told.version <= self.version:
            return False
        self.version = told.version
        if self.clock.number or not told.number:
            self.become(replace(self.clock, pause=max(self.clock.pause, told.pause)))
            return True
        left = told.left_ms if told.deadline_ms is None else max(0, told.deadline_ms - now_ms)
        self.become(
            RoundClock(
                number=told.number,
                title=told.title,
                length_ms=left,
                ends_ms=told.deadline_ms,
                left_ms=left,
                begun=told.deadline_ms is not None,
                pause=told.pause,
            )
        )
        self.pair({each.table: each.players for each in told.pairings}, old=())
        return True


def knows(players: Sequence[str], people: Mapping[str, str]) -> bool:
    """Returns True where `people` says of both players which seat they have, or where there are not two players."""
    said = {key(person.removesuffix(f" ({seat.title()})")) for seat, person in people.items()}
    return len(players) != 2 or said == {key(player) for player in players}


def _winner_name(result: ResultOf) -> str:
    name = result.people.get(result.winner or "", "")
    return (f"{name} won" if name else result.title.rstrip("."))[:LONGEST_SHORT]


# The event's rulings, which hold at every table, at once and for tables that come later.

MOST = 200
"""Limits the rulings of one event."""
AT_ONCE = 8
"""One table gets this many at a time: they leave room for other asks."""
LATE_MS = 24 * 3_600_000


class Asking(Protocol):
    """Asks it of a table under that id, unless it is under way already."""

    def __call__(self, table: str, ask: Ask, *, id: str) -> str: ...


class Rulings:
    """Keeps the event's rulings, and which table has answered which. Not locked: its owner is."""

    def __init__(self, resumed: ResumedHall, archive: Archive, clock: HallClock, ask: Asking) -> None:
        self.all = dict(resumed.rules)
        """By the id that tables are asked with."""
        self._answered = set(resumed.ruled)
        self._archive = archive
        self._clock = clock
        self._ask = ask

    @property
    def full(self) -> bool:
        return len(self.all) >= MOST

    def add(self, id: str, rule: HouseRule, records: Iterable[Record]) -> None:
        """Adds a ruling, for all of these tables."""
        self.all[id] = rule
        self._archive.keep(statements.rule(id, rule))
        for record in records:
            self._tell(record)

    def came(self, record: Record, *, other_box: bool) -> None:
        """Sends the rulings to a table that has come back. Another box gets all of them."""
        if other_box:
            self._answered.difference_update([(record.table, id) for id in self.all])
            self._archive.keep(statements.not_ruled(record.table))
        self._tell(record)

    def answered(self, record: Record, waiting: Waiting, *, done: bool) -> None:
        """Notes the table's own answer, and sends it the next ruling."""
        self._answered.add((record.table, waiting.id))
        self._archive.keep(statements.ask(record.table, waiting.id, waiting.ask, done=1 if done else 2))
        self._tell(record)

    def _tell(self, record: Record) -> None:
        """Sends the first that it has not answered, if it is online."""
        if record.picture.online:
            until_ms = self._clock.now_ms() + LATE_MS
            lacking = (id for id in self.all if (record.table, id) not in self._answered)
            for id in itertools.islice(lacking, AT_ONCE):
                self._ask(record.table, replace(self.all[id], until_ms=until_ms), id=id)


# The calls of judges, open and answered.

MOST_CLOSED = 100
"""Limits the answered calls that are still shown to the newest."""
_OPEN = ("called", "coming")


class Calls:
    """Keeps calls by table and number, the oldest first. Not locked: its owner is.

    `journal` distinguishes the calls of one box from those of its replacement.
    """

    def __init__(self, kept: Iterable[tuple[str, CallHere]], forget: Callable[[str, CallHere], None]) -> None:
        """`forget` gets, with its box's journal, each call that no longer exists, or is too old to be shown."""
        self._forget = forget
        self._calls: dict[tuple[str, int], tuple[str, CallHere]] = {}
        for journal, call in sorted(kept, key=lambda each: each[1].since_ms):
            self._put(journal, call)

    def all(self) -> tuple[CallHere, ...]:
        """Returns the open ones first, the oldest before the others; then the answered, the newest first."""
        calls = [call for _, call in self._calls.values()]
        closed = [call for call in calls if call.state not in _OPEN]
        return (*(call for call in calls if call.state in _OPEN), *reversed(closed))

    def open_at(self, table: str) -> CallHere | None:
        return next((call for _, call in self._calls.values() if call.table == table and call.state in _OPEN), None)

    def journal(self, call: CallHere) -> str:
        return self._calls[call.table, call.id][0]

    def find(self, table: str, id: int) -> CallHere:
        """Returns that call. Raises NotHere."""
        if (table, id) not in self._calls:
            raise NotHere("call", f"{table} {id}")
        return self._calls[table, id][1]

    def take_call(
        self, table: str, journal: str, called: Called | None, *, since_ms: int
    ) -> tuple[bool, CallHere | None]:
        """Takes the table's open call, or that it has none. Returns whether that is news, and the open one."""
        before = self.open_at(table)
        if called is None:
            if before is not None:
                self._drop(before)  # taken back, for an answered one is closed here before it is there
            return before is not None, None
        had = self._calls.get((table, called.id))
        if had is None or had[0] != journal:
            if before is not None:
                self._drop(before)
            call = CallHere(table=table, id=called.id, since_ms=since_ms, state="coming" if called.coming else "called")
            self._put(journal, call)
            return True, call
        return False, had[1] if had[1].state in _OPEN else None

    def become(self, call: CallHere) -> None:
        """Replaces the call with its table and number. Raises KeyError where there is none."""
        self._put(self.journal(call), call)

    def detailed(self, table: str, detail: CallDetail) -> CallHere | None:
        """Adds what the table says of it. Returns None where that call is gone."""
        if (table, detail.call) not in self._calls:
            return None
        call = replace(
            self.find(table, detail.call),
            by=detail.by,
            words=detail.words,
            lines=detail.lines,
            rulings=tuple(RulingHere(each.id, each.question, each.cite, each.answer) for each in detail.rulings),
        )
        self.become(call)
        return call

    def _put(self, journal: str, call: CallHere) -> None:
        self._calls[call.table, call.id] = (journal, call)
        closed = [key for key, (_, each) in self._calls.items() if each.state not in _OPEN]
        if len(closed) > MOST_CLOSED:
            self._drop(self._calls[closed[0]][1])

    def _drop(self, call: CallHere) -> None:
        journal, _ = self._calls.pop((call.table, call.id))
        self._forget(journal, call)


# A match of the archive on its way to another box.

MOST_ROWS = 100
_HEAD_BYTES = 1024
"""Counts the bytes of an ask beside its rows and its opening."""


class Restoring(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a match on its way. Rows up to `after` are under way or there; `last` is the archive's last one.

    The box had `lacks` more, and was last here at `heard_until_ms` on its own clock, where that is known.
    """

    id: str
    table: str
    journal: str
    match: int
    last: int
    lacks: int = 0
    heard_until_ms: int | None = None
    after: int = 0


def part(
    restoring: Restoring, rows: Sequence[LogRow], opening: Opening | None, *, chain: str, until_ms: int
) -> Restore:
    """Returns as many of these rows, which follow `after`, as one message usually takes, or one.

    `chain` is the link behind the last row of all. Raises Refused where not even one row fits.
    """
    size = _HEAD_BYTES + (len(bytes(opening.setup)) if opening is not None else 0)
    fitting: list[LogRow] = []
    for row in rows[:MOST_ROWS]:
        more = size + len(codec.written(row)) + 1
        if more > (LARGEST if fitting else LARGEST_LOG):
            break
        size = more
        fitting.append(row)
    if not fitting:
        raise Refused(f"Entry {restoring.after + 1} of that match does not fit into a message.")
    at_end = fitting[-1].seq == restoring.last
    heard_until_ms = restoring.heard_until_ms if at_end else None
    return Restore(
        until_ms=until_ms,
        restoring=restoring.id,
        after=restoring.after,
        last=restoring.last,
        journal=restoring.journal,
        was=restoring.match,
        rows=tuple(fitting),
        opening=opening,
        chain=chain if at_end else "",
        lacks=restoring.lacks,
        unheard_ms=0 if heard_until_ms is None else max(0, heard_until_ms - fitting[-1].mono // 1_000_000),
    )
