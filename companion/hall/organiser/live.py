"""Keeps the live hall: all that is known of it, and what it sends by itself."""

import functools
import secrets
from collections import deque
from collections.abc import Mapping

from companion.hall.organiser import outgoing as home_assistant
from companion.hall.organiser import statements
from companion.hall.organiser.archive import Archive, ArchiveFiles
from companion.hall.organiser.asks import Asks, Clocks, Resends, Waiting
from companion.hall.organiser.clocks import HallClock
from companion.hall.organiser.outgoing import Due, Published, Telling
from companion.hall.organiser.record import Record
from companion.hall.organiser.rounds import Calls, Publish, Restoring, Rounds, Rulings
from companion.hall.organiser.statements import ResumedHall
from companion.hall.organiser.view import CallHere, Others, Playing, ResultOf, SaidToTables, need
from companion.hall.wire import messages as codec
from companion.hall.wire import messages as h
from companion.hall.wire.topics import Name, TopicPart, topic

SECOND_MS = 1_000
MINUTE_MS = 60 * SECOND_MS
TICK_MS = 100
LOOK_MS = 100
FEWEST_LOOKED_AT = 100
"""Tables are checked this often even if they sent no message: a part of them, and at least so many."""
SAVED_MS = 30 * SECOND_MS
"""The archive keeps this often how far the hall's clock has come."""
JUDGE_MS = 10 * MINUTE_MS
"""A judge's message is still done at a table that comes this late. It is sent again until the table has it."""
FELT_MS = 500
"""A clock that is off by less is not corrected for Home Assistant, which would record each time again."""
MOST_FAULTS = 20
MOST_SAID = 50
"""Limits the announcements that are shown to the newest."""
_KEPT = (h.Announce, h.Judge)
"""Lists what is asked again after a restart of the organiser."""


class Live:
    """Keeps it. Not locked: its owner is. It never waits: the archive and `publish` take what goes out."""

    def __init__(
        self,
        *,
        hall: Name,
        clock: HallClock,
        machine: str,
        archive: Archive,
        resumed: ResumedHall,
        shelves: dict[str, ArchiveFiles],
        tables: Mapping[str, str],
        publish: Publish,
        discovery: bool,
    ) -> None:
        self.clock = clock
        self._machine = machine
        self.broker = "not connected yet"
        self.rounds = Rounds(resumed, archive, clock)
        self.calls = Calls(resumed.calls, lambda journal, call: archive.keep(statements.no_call(journal, call)))
        self.said = {each.id: each for each in resumed.said}
        self.faults: deque[str] = deque(maxlen=MOST_FAULTS)
        self.records: dict[str, Record] = {}
        self.changed: set[str] = set()
        """Tables that look another way than they were drawn, or are here no more."""
        self.news = True
        """True where anything beside tables has changed."""
        self.others = Others()
        self.restorings: dict[str, Restoring] = {}
        self.parts_due: set[str] = set()
        """Tables that the next part of a match has to be read from the archive for."""
        self.telling = Telling(hall, self.rounds, clock)
        self._published = Published()
        self.hall = hall
        self.archive = archive
        self.keep = archive.keep
        self.publish = publish
        self.discovery = discovery
        self.asks = Asks()
        self.clocks = Clocks(self.asks, functools.partial(self.ask, again=False))
        self.resends = Resends(self.records, archive, self.asks, self.ask)
        self.rulings = Rulings(resumed, archive, clock, self.ask)
        self._run, self._count = secrets.token_hex(6), 0
        self._tick_ms = self._look_ms = self._saved_ms = 0
        self._to_look_at: list[Record] = []
        self._looked_at: list[Playing] = []
        for table in {*resumed.places, *shelves, *self.rounds.pairings}:
            name, journal, over = resumed.places.get(table, ("", "", 0))
            self._add(table, shelves.get(table) or ArchiveFiles(), name=name, journal=journal, over_before=over)
        self.enrolled(tables)
        for table, id, ask in resumed.asks:
            if isinstance(ask, _KEPT):
                self.asks.add(id, table, ask, clock.now_ms())
        self._unsay()
        self.keep(statements.tidied())
        self.save()

    def tick(self) -> list[Waiting]:
        """Does what is due. Returns what was asked in vain."""
        gone: list[Waiting] = []
        now_ms = self.clock.now_ms()
        if 0 <= now_ms - self._tick_ms < TICK_MS:
            return []
        self._tick_ms = now_ms
        if not self.broker:
            self.resends.due(now_ms)
            due, gone = self.asks.due(now_ms, self._hears)
            for waiting in due:
                self.publish(
                    topic(self.hall, waiting.table, TopicPart.ASK, waiting.id), codec.written(waiting.ask), False
                )
        if now_ms - self._look_ms >= LOOK_MS:
            self._look_ms = now_ms
            self._look(now_ms)
        if now_ms - self._saved_ms >= SAVED_MS:
            self.save()
        self._catch_up()
        return gone

    def record(self, table: str) -> Record:
        """Returns the table's record, and makes it where there is none yet."""
        if table not in self.records:
            self._add(table, ArchiveFiles())
        return self.records[table]

    def enrolled(self, tables: Mapping[str, str]) -> None:
        """Sets the tables that have a card now: by name, what each is called on it, until its box says so itself."""
        for table, called in tables.items():
            record = self.record(table)
            if not record.seen and record.name != called:
                record.name = called
                self.changed.add(table)
        for table, record in self.records.items():
            if record.enrolled != (table in tables):
                record.enrolled = table in tables
                self._undiscover(record)
                self.changed.add(table)
        self._forget()

    def fresh_id(self) -> str:
        """Returns an id never used before, in any run of the organiser."""
        self._count += 1
        return f"{self._run}n{self._count:x}"

    def ask(self, table: str, ask: h.Ask, *, id: str = "", again: bool = True) -> str:
        """Sends the ask to a table, now or as soon as it is connected. Returns the ask's id."""
        id = id or self.fresh_id()
        self.asks.add(id, table, ask, self.clock.now_ms(), again=again)
        if isinstance(ask, _KEPT):
            self.keep(statements.ask(table, id, ask))
        self._tick_ms = 0
        return id

    def end_ask(self, table: str, waiting: Waiting, *, done: bool) -> None:
        """Ends an ask: no caller waits for its answer any more."""
        match waiting.ask:
            case h.Announce() if waiting.id in self.said:
                self.keep(statements.ask(table, waiting.id, waiting.ask, done=1 if done else 2))
            case h.Announce() | h.Judge():
                self.keep(statements.no_ask(table, waiting.id))

    def say(self, said: SaidToTables) -> None:
        """Adds an announcement. The oldest is shown no longer."""
        self.said[said.id] = said
        self.keep(statements.keep_announcement(said))
        self._unsay()
        self.news = True

    def fault(self, sentence: str) -> None:
        if sentence not in self.faults:
            self.faults.append(sentence)
            self.news = True

    def tell_round(self) -> None:
        """Sends the round that has changed."""
        self.save()
        self.telling.round(self.old())
        for table in self.rounds.pairings:
            self.record(table)
        for record in self.records.values():
            self._of_round(record)
        self._forget()
        self.news = True

    def publish_due(self, due: Due) -> None:
        """Publishes what has become due, once the archive has it."""
        for place, payload in self._published.newest(due).items():
            self.publish(place, payload, True)

    def old(self) -> frozenset[str]:
        """Returns the tables of an earlier Warglass, which get their players in the round alone."""
        links = ((table, record.picture.link) for table, record in self.records.items())
        return frozenset(table for table, link in links if link is not None and not link.here)

    def linked(self, record: Record) -> None:
        """Takes how a table gets its players, from its link."""
        link = record.picture.link
        if link is not None and not link.here and record.players:
            self.telling.linked(record.table)

    def ask_for_results(self, record: Record) -> None:
        """Asks for those of earlier rounds, where some lack: a broker keeps the newest alone."""
        link = record.picture.link
        asked = any(isinstance(waiting.ask, h.TellResults) for waiting in self.asks.of(record.table))
        if link is not None and link.here and self.rounds.lacks(record.table) and not asked:
            self.ask(record.table, h.TellResults(until_ms=self.clock.now_ms() + MINUTE_MS))

    def _catch_up(self) -> None:
        """Takes over who plays where from an organiser before this one, and sends old tables what they lack."""
        left, players = self.telling.take_over()
        if players:
            self.rounds.pair({**players, **self.rounds.pairings}, old=())
            self.tell_round()
        for table in left & self.records.keys():
            self.telling.here(table)
        if self.telling.old_due:
            self.rounds.count()
            self.telling.round(self.old())

    def settle(self, result: ResultOf, *, match: int | None = None) -> None:
        if self.rounds.settle(result, match=match):
            self._of_round(self.record(result.table))
            self.news = True

    def withdraw(self, round: int, table: str, *, by_hand: bool = False) -> None:
        """Takes back what was written by hand, or what the table sent: the other stays."""
        if self.rounds.withdraw(round, table, by_hand=by_hand):
            self._of_round(self.record(table))
            self.news = True

    def become_call(self, call: CallHere) -> None:
        """Changes a call that is there already."""
        self.calls.become(call)
        self.keep(statements.call(self.calls.journal(call), call))
        record = self.records[call.table]
        record.call = self.calls.open_at(call.table)
        self.changed.add(call.table)
        self.news = True

    def judge(self, call: CallHere) -> None:
        """Applies what a judge says of a call, and sends it to the table."""
        self.become_call(call)
        self._tell_judge(call)

    def remind(self, call: CallHere, *, coming: bool) -> None:
        """Sends the table again what it missed: it still takes that call for open, and says whether a judge is
        coming.
        """
        told = call.state == "called" or (call.state == "coming" and coming)
        asked = (waiting.ask for waiting in self.asks.of(call.table))
        if not told and not any(isinstance(ask, h.Judge) and ask.call == call.id for ask in asked):
            self._tell_judge(call)

    def discover(self, record: Record) -> None:
        """Announces a table that is here to Home Assistant, if that is wanted and has not been done yet."""
        link, before = record.picture.link, record.discovered
        if not (self.discovery and record.enrolled and link is not None and link.online):
            return
        offset_ms = record.offsets.hall_ms(link.boot, self.clock.wall_ahead_ms())
        if before is not None and before[0] == link and (offset_ms is None or not _moved(before[1], offset_ms)):
            return
        record.discovered = link, offset_ms
        self.publish(*home_assistant.discovery(self.hall, record.table, link, offset_ms=offset_ms))

    def _undiscover(self, record: Record) -> None:
        if self.discovery and not record.enrolled:
            record.discovered = None
            self.publish(*home_assistant.forgotten(self.hall, record.table))

    def save(self) -> None:
        """Keeps how far the clock has come, and the round's count."""
        self._saved_ms = self.clock.now_ms()
        epoch_ms, version = self.clock.epoch_ms, self.rounds.version
        self.keep(
            statements.hall(epoch_ms=epoch_ms, last_ms=self._saved_ms, round_version=version, machine=self._machine)
        )

    def connection(self, trouble: str, now_ms: int) -> None:
        if trouble and trouble == self.broker:
            return
        self.broker, self.news = trouble, True
        if not trouble:
            if self.rounds.version:
                self.telling.round(self.old())
            self.telling.forgotten()
            for record in self.records.values():
                self.telling.here(record.table, even_nobody=bool(self.rounds.pairings))
                record.refill.listens_anew()
                self._undiscover(record)
                if record.picture.online:
                    self.asks.here_again(record.table, now_ms)
                    self.clocks.check(record, now_ms)
                    self.ask_for_results(record)
            self._tick_ms = 0

    def _tell_judge(self, call: CallHere) -> None:
        judging = h.Judging.ANSWERED if call.state == "answered" else h.Judging.COMING
        until_ms = self.clock.now_ms() + JUDGE_MS
        ask = h.Judge(until_ms=until_ms, call=call.id, judging=judging, who=call.who, text=call.answer)
        self.ask(call.table, ask)

    def in_round(self, record: Record) -> None:
        """Keeps which match was over before the round."""
        if record.in_round(self.rounds.clock.number):
            self.keep_place(record)

    def keep_place(self, record: Record) -> None:
        self.keep(statements.place(record.table, record.name, record.journal, record.over_before))

    def _of_round(self, record: Record) -> None:
        """Sets who plays there, and how that ended."""
        self.in_round(record)
        record.players = self.rounds.pairings.get(record.table, ())
        record.result = self.rounds.result(record.table)
        self.telling.here(record.table)
        self.changed.add(record.table)

    def _add(self, table: str, shelf: ArchiveFiles, *, name: str = "", journal: str = "", over_before: int = 0) -> None:
        now_ms = self.clock.now_ms()
        record = Record(table, shelf, now_ms=now_ms, name=name, journal=journal, over_before=over_before)
        record.call = self.calls.open_at(table)
        self.records[table] = record
        self._of_round(record)

    def _forget(self) -> None:
        """Drops tables that were never here, and have no players any more.

        A table that was here before, even if only by a will that the broker has kept, stays by its name.
        """
        for table, record in [*self.records.items()]:
            if not (record.enrolled or record.seen or record.heard_ms or record.players):
                for waiting in self.asks.of(table):
                    self.asks.answered(table, waiting.id)
                    self.end_ask(table, waiting, done=False)
                del self.records[table]
                self.changed.add(table)

    def _look(self, now_ms: int) -> None:
        """Checks which tables have become more urgent since they were drawn: some at a time, all of them once a second.

        How they compare with each other is known when all have been checked.
        """
        round = self.rounds.clock.view()
        if not self._to_look_at:
            self.others = Others.of(self._looked_at)
            self._looked_at, self._to_look_at = [], list(self.records.values())
        at_once = max(FEWEST_LOOKED_AT, len(self.records) * LOOK_MS // SECOND_MS)
        for _ in range(min(at_once, len(self._to_look_at))):
            record = self._to_look_at.pop()
            if record.table not in self.records:
                continue
            if not self.broker:
                self.clocks.due(record, now_ms)
            playing = record.playing(round, now_ms)
            self._looked_at.append(playing)
            here = record.here
            if here is None or (here.need, here.why) != need(playing, self.others, round):
                self.changed.add(record.table)

    def _unsay(self) -> None:
        while len(self.said) > MOST_SAID:
            id = next(iter(self.said))
            del self.said[id]
            self.keep(statements.unsaid(id))

    def _hears(self, table: str) -> bool:
        return table in self.records and self.records[table].picture.online


def _moved(before_ms: int | None, now_ms: int) -> bool:
    return before_ms is None or abs(now_ms - before_ms) >= FELT_MS
