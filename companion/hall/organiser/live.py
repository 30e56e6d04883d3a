"""The live hall: what comes of each message, and of each moment that passes."""

import secrets
from collections import deque

from msgspec.structs import replace

from companion.hall.organiser import home_assistant
from companion.hall.organiser.archive import kept
from companion.hall.organiser.archive.archive import Archive
from companion.hall.organiser.archive.kept import Resumed
from companion.hall.organiser.archive.shelf import Shelf, in_sequence
from companion.hall.organiser.asks import Asks, Waiting
from companion.hall.organiser.calls import Calls
from companion.hall.organiser.hall_clock import HallClock
from companion.hall.organiser.inbox import Broker
from companion.hall.organiser.needs import Others, need
from companion.hall.organiser.reading import Heard, Said
from companion.hall.organiser.record import CLOCK_MS, CLOCKS_AT_ONCE, Record
from companion.hall.organiser.resends import Resends
from companion.hall.organiser.restoring import Restoring
from companion.hall.organiser.rounds import Publish, Rounds
from companion.hall.organiser.view import CallHere, ResultOf
from companion.hall.organiser.view import Said as Announced
from companion.hall.wire import codec
from companion.hall.wire import from_hall as h
from companion.hall.wire.from_table import Answer, CallDetail, Link, Log, NotDone, Result, State, Time
from companion.hall.wire.sizes import MOST_TABLES
from companion.hall.wire.topics import Name, Part, Place, round_topic, topic

SECOND_MS = 1_000
MINUTE_MS = 60 * SECOND_MS
TICK_MS = 100
SAVED_MS = 30 * SECOND_MS
"""So often is kept how far the hall's clock has come."""
CLOCK_LATE_MS = 10 * SECOND_MS
DETAIL_LATE_MS = 2 * MINUTE_MS
RULE_LATE_MS = 24 * 60 * MINUTE_MS
MOST_FAULTS = 20
NO_ANSWER = "It did not answer."
_KEPT = (h.Announce, h.HouseRule, h.Judge)
"""What is asked again after a restart of the organiser."""


class Live:
    """Not locked: its owner is. It waits for nothing: what is kept goes to the archive, what is said to `publish`."""

    def __init__(
        self,
        *,
        hall: Name,
        clock: HallClock,
        archive: Archive,
        resumed: Resumed,
        shelves: dict[str, Shelf],
        publish: Publish,
        discovery: bool,
    ) -> None:
        self.clock = clock
        self.broker = "not connected yet"
        self.rounds = Rounds(resumed, archive)
        self.calls = Calls(resumed.calls)
        self.said = {id: Announced(id=id, text=t, ms=ms, asked=a, shown=s) for id, t, ms, a, s in resumed.said}
        self.rules = dict(resumed.rules)
        self.faults: deque[str] = deque(maxlen=MOST_FAULTS)
        self.records: dict[str, Record] = {}
        self.changed: set[str] = set()
        """Tables that look another way than they were drawn."""
        self.news = True
        """Whether anything beside tables does."""
        self.others = Others()
        self.restorings: dict[str, Restoring] = {}
        self.parts_due: set[str] = set()
        """Tables that the next part of a match has to be read from the archive for."""
        self._hall = hall
        self._archive = archive
        self.keep = archive.keep
        self._publish = publish
        self._discovery = discovery
        self._asks = Asks()
        self._done = set(resumed.done)
        self._resends = Resends(self.records, archive, self._asks, self.ask)
        self._run, self._count = secrets.token_hex(6), 0
        self._tick_ms = self._look_ms = self._saved_ms = 0
        for table in {*resumed.places, *shelves, *self.rounds.pairings}:
            name, journal = resumed.places.get(table, ("", ""))
            self._add(table, shelves.get(table) or Shelf(), name=name, journal=journal)
        for table, id, ask in resumed.asks:
            self._asks.add(id, table, ask, clock.now_ms())
        self.save()

    def hear(self, heard: Heard) -> None:
        now_ms = self.clock.now_ms()
        match heard:
            case Broker(trouble=trouble):
                self._connection(trouble, now_ms)
            case h.Round():
                if self.rounds.heard(heard, now_ms) or heard.version < self.rounds.version:
                    self.tell_round()
            case Said(place=place, what=what):
                if place.table in self.records or len(self.records) < MOST_TABLES:
                    record = self.record(place.table)
                    record.heard_ms = now_ms
                    self._heard_of(record, place, what, now_ms)

    def tick(self) -> None:
        """What is due."""
        now_ms = self.clock.now_ms()
        if 0 <= now_ms - self._tick_ms < TICK_MS:
            return
        self._tick_ms = now_ms
        if not self.broker:
            self._resends.due(now_ms)
            due, gone = self._asks.due(now_ms, self._hears)
            for waiting in due:
                self._publish(topic(self._hall, waiting.table, Part.ASK, waiting.id), codec.written(waiting.ask), False)
            for waiting in gone:
                self._came_of(self.records[waiting.table], waiting, NotDone(why=NO_ANSWER), now_ms)
        if now_ms - self._look_ms >= SECOND_MS:
            self._look_ms = now_ms
            self._look(now_ms)
        if now_ms - self._saved_ms >= SAVED_MS:
            self.save()

    def record(self, table: str) -> Record:
        """The table's, made where there is none yet."""
        if table not in self.records:
            self._add(table, Shelf())
        return self.records[table]

    def fresh_id(self) -> str:
        """Never used before, in no run of the organiser's."""
        self._count += 1
        return f"{self._run}n{self._count:x}"

    def ask(self, table: str, ask: h.Ask, *, id: str = "", again: bool = True) -> str:
        """Asks it of a table, now or as soon as it hears; returns the ask's id."""
        id = id or self.fresh_id()
        self._asks.add(id, table, ask, self.clock.now_ms(), again=again)
        if isinstance(ask, _KEPT):
            self.keep(kept.ask(table, id, ask))
        self._tick_ms = 0
        return id

    def fault(self, sentence: str) -> None:
        if sentence not in self.faults:
            self.faults.append(sentence)
            self.news = True

    def tell_round(self) -> None:
        """It has become another."""
        self.save()
        self._publish(round_topic(self._hall), self.rounds.told(), True)
        for table in self.rounds.pairings:
            self.record(table)
        for record in self.records.values():
            self._of_round(record)
        self.news = True

    def settle(self, result: ResultOf, *, names: dict[str, str], match: int | None = None) -> None:
        if self.rounds.settle(result, names=names, match=match):
            self._of_round(self.record(result.table))
            self.news = True

    def become_call(self, call: CallHere) -> None:
        """A call that is there already, as it is now."""
        self.calls.become(call)
        self.keep(kept.call(self.calls.journal(call), call))
        record = self.records[call.table]
        record.call = self.calls.open_at(call.table)
        self.changed.add(call.table)
        self.news = True

    def rule(self, rule: h.HouseRule) -> None:
        """Holds at every table, now and when it comes."""
        id = self.fresh_id()
        self.rules[id] = rule
        self.keep(kept.rule(id, rule))
        for table in self.records:
            self.ask(table, rule, id=id)

    def save(self) -> None:
        """How far the clock has come, and the round's count."""
        self._saved_ms = self.clock.now_ms()
        epoch_ms, version = self.clock.epoch_ms, self.rounds.version
        self.keep(kept.hall(epoch_ms=epoch_ms, last_ms=self._saved_ms, round_version=version))

    def _connection(self, trouble: str, now_ms: int) -> None:
        if trouble and trouble == self.broker:
            return
        self.broker, self.news = trouble, True
        if not trouble:
            if self.rounds.version:
                self._publish(round_topic(self._hall), self.rounds.told(), True)
            for record in self.records.values():
                if record.picture.online:
                    self._asks.here_again(record.table, now_ms)
            self._tick_ms = 0

    def _heard_of(self, record: Record, place: Place, what: object, now_ms: int) -> None:
        before = record.picture
        match what:
            case Link():
                record.picture = before.heard(what)
                if record.picture is not before:
                    self._linked(record, before.link, what, now_ms)
            case State():
                record.offsets = record.offsets.told(what.boot, table_ms=what.ms, now_ms=now_ms)
                record.picture = before.heard(what)
                if record.picture is not before:
                    self._played(record)
                    self._called(record, now_ms)
            case Result():
                record.picture = before.heard(what)
                if record.picture is not before:
                    self._resulted(record.table, what)
            case Log():
                self._logged(record, what)
            case _:
                waiting = self._asks.answered(record.table, place.id)
                if waiting is not None:
                    self._came_of(record, waiting, what, now_ms)  # type: ignore[arg-type]
        if record.picture is not before:
            self.changed.add(record.table)
            self._resends.look(record.table)

    def _linked(self, record: Record, before: Link | None, link: Link, now_ms: int) -> None:
        self._resends.ended(record, done=None)
        if not link.online:
            record.silent_ms = now_ms
            record.heard_last(link.journal, now_ms)
            return
        other_box = link.journal != record.journal
        if other_box or link.name != record.name:
            record.name, record.journal = link.name or record.table, link.journal
            self.keep(kept.place(record.table, record.name, link.journal))
        if self._discovery and (before is None or before.name != link.name):
            self._publish(*home_assistant.discovery(self._hall, record.table, link))
        record.clocks_left, record.clock_due_ms = CLOCKS_AT_ONCE, now_ms
        self._asks.answered(record.table, record.clock)
        record.clock = ""
        self._ask_clock(record, now_ms)
        for id, rule in self.rules.items():
            if other_box or (record.table, id) not in self._done:
                self.ask(record.table, replace(rule, until_ms=now_ms + RULE_LATE_MS), id=id)
        self._asks.here_again(record.table, now_ms)
        self._played(record)
        self._called(record, now_ms)

    def _played(self, record: Record) -> None:
        """A match that only its state has told of is one that the archive lacks."""
        state, journal = record.picture.state, record.picture.journal
        if state is not None and journal is not None and state.seq:
            record.refill.played(state.match)
            if not record.shelf.goes_to(state.match, journal, state.seq):
                self._logged(record, Log(journal=journal, match=state.match, last=state.seq))

    def _called(self, record: Record, now_ms: int) -> None:
        """What the state says of a call of a judge."""
        state, journal = record.picture.state, record.picture.journal
        if state is None or journal is None:
            return
        since = now_ms if state.call is None else (record.hall_ms(state.call.ms) or now_ms)
        new, call = self.calls.told(record.table, journal, state.call, since_ms=since)
        record.call = call
        self.news |= new
        if new and call is not None:
            self.keep(kept.call(journal, call))
            self.ask(record.table, h.TellCall(until_ms=now_ms + DETAIL_LATE_MS, call=call.id))

    def _resulted(self, table: str, told: Result) -> None:
        result = ResultOf(
            table=table,
            round=told.round,
            winner=told.winner,
            title=told.title,
            score=told.score,
            agreed=tuple(told.agreed),
        )
        self.settle(result, names=told.names, match=told.match)

    def _logged(self, record: Record, log: Log) -> None:
        if not log.last:
            record.refill.without(log.match)
        elif not in_sequence(log):
            self.fault(f"{record.name} has sent a page of its journal that is none.")
        elif self._archive.add(record.table, log):
            record.picture = record.picture.heard(log)
            record.shelf.add(log)
            self.changed.add(record.table)
            self._resends.look(record.table)

    def _came_of(self, record: Record, waiting: Waiting, answer: Answer, now_ms: int) -> None:
        """What was asked is done, is not, or was given up."""
        done = not isinstance(answer, NotDone)
        why = answer.why if isinstance(answer, NotDone) else ""
        match waiting.ask:
            case h.Clock(hall_ms=asked_ms):
                record.clock = ""
                if isinstance(answer, Time):
                    boot = record.clock_boot
                    record.offsets = record.offsets.measured(boot, asked_ms=asked_ms, table_ms=answer.ms, now_ms=now_ms)
                    self.changed.add(record.table)
                self._ask_clock(record, now_ms)
            case h.Resend():
                self._resends.ended(record, done=None if why == NO_ANSWER else done)
            case h.TellCall():
                call = self.calls.detailed(record.table, answer) if isinstance(answer, CallDetail) else None
                if call is not None:
                    self.become_call(call)
            case h.Announce() if (said := self.said.get(waiting.id)) is not None and done:
                self.said[waiting.id] = replace(said, shown=said.shown + 1)
                self.news = True
            case h.Restore():
                self._restored(record, why)
            case h.Judge() | h.HouseRule() | h.Pause() if not done:
                self.fault(f"{record.name}: {why}")
        if isinstance(waiting.ask, _KEPT):
            self._done.add((record.table, waiting.id))
            self.keep(kept.ask(record.table, waiting.id, waiting.ask, done=1 if done else 2))

    def _restored(self, record: Record, why: str) -> None:
        """The part of a match that was under way has come, or `why` not."""
        restoring = self.restorings.get(record.table)
        if restoring is None:
            return
        if why or restoring.after >= restoring.last:
            del self.restorings[record.table]
        if why:
            self.fault(f"{record.name} was not set up anew: {why}")
        elif restoring.after < restoring.last:
            self.parts_due.add(record.table)

    def _ask_clock(self, record: Record, now_ms: int) -> None:
        """What time it is there, again and again until it is well known; then once in a while."""
        link, best = record.picture.link, record.offsets.best
        if link is None or not link.online or record.clock or self.broker:
            return
        if not record.clocks_left and record.clock_due_ms > now_ms:
            return
        record.clocks_left = max(0, record.clocks_left - 1)
        record.clock_due_ms = now_ms + CLOCK_MS
        record.clock_boot = link.boot
        known = best if record.offsets.boot == link.boot else None
        ask = h.Clock(
            until_ms=now_ms + CLOCK_LATE_MS,
            hall_ms=now_ms,
            offset_ms=None if known is None else known.ms,
            error_ms=None if known is None else known.error(now_ms),
        )
        record.clock = self.ask(record.table, ask, again=False)

    def _of_round(self, record: Record) -> None:
        """Who plays there, and what came of it."""
        record.players = self.rounds.pairings.get(record.table, ())
        record.result = self.rounds.result(record.table)
        self.changed.add(record.table)

    def _add(self, table: str, shelf: Shelf, *, name: str = "", journal: str = "") -> None:
        record = Record(table, shelf, now_ms=self.clock.now_ms(), name=name, journal=journal)
        record.call = self.calls.open_at(table)
        self.records[table] = record
        self._of_round(record)

    def _look(self, now_ms: int) -> None:
        """How all tables stand to each other, and who is more urgent than when it was drawn."""
        round = self.rounds.clock.view()
        playing = {record.table: record.playing(round, now_ms) for record in self.records.values()}
        self.others = Others.of(playing.values())
        for table, each in playing.items():
            self._ask_clock(self.records[table], now_ms)
            here = self.records[table].here
            if here is None or (here.need, here.why) != need(each, self.others, round):
                self.changed.add(table)

    def _hears(self, table: str) -> bool:
        return table in self.records and self.records[table].picture.online
