"""Keeps what has come from the broker, in the order it came, and says what a client of the broker has to do."""

import threading
from collections import deque
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Protocol

import msgspec
from msgspec.structs import replace

from companion.hall.organiser import statements
from companion.hall.organiser.archive import in_sequence
from companion.hall.organiser.asks import Waiting
from companion.hall.organiser.live import MINUTE_MS, Live
from companion.hall.organiser.record import Record
from companion.hall.organiser.view import ResultOf
from companion.hall.wire import messages as codec
from companion.hall.wire import messages as h
from companion.hall.wire.messages import Answer, CallDetail, Here, Link, Log, NotDone, Result, Round, State
from companion.hall.wire.topics import MOST_TABLES, Name, TopicPart, TopicPlace, placed, round_topic, topic
from companion.table.events import Source

MOST = 5_000
MOST_BYTES = 16 * 1024 * 1024
"""With more than that, the client waits: the broker keeps messages meanwhile, or hangs up and sends all again later."""


class Message(msgspec.Struct, frozen=True):
    """Holds a published message."""

    topic: str
    payload: bytes


class Broker(msgspec.Struct, frozen=True):
    """Says that the broker is there from now on, or is not: `trouble` says why, "" where it is."""

    trouble: str


class Inbox:
    """Queues messages. Any thread may call."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._messages: deque[Message | Broker] = deque()
        self._bytes = 0
        self._called = False
        self._closed = False

    def put(self, message: Message | Broker) -> None:
        """Adds a message, and waits while there is no room. After `close` it drops the message."""
        with self._changed:
            self._changed.wait_for(self._room)
            if not self._closed:
                self._messages.append(message)
                self._bytes += _size(message)
                self._changed.notify_all()

    def waiting(self) -> int:
        """Counts the messages that have not been taken yet."""
        return len(self._messages)

    def call(self) -> None:
        """Ends a running `take` without a message."""
        with self._changed:
            self._called = True
            self._changed.notify_all()

    def take(self, most: int, timeout: float) -> list[Message | Broker]:
        """Takes up to so many, once there is one; none after `timeout` seconds or a call."""
        with self._changed:
            self._changed.wait_for(lambda: self._messages or self._called or self._closed, timeout)
            self._called = False
            taken = [self._messages.popleft() for _ in range(min(most, len(self._messages)))]
            self._bytes -= sum(map(_size, taken))
            self._changed.notify_all()
        return taken

    def close(self) -> None:
        """Ends all waits, for good."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _room(self) -> bool:
        return self._closed or (len(self._messages) < MOST and self._bytes < MOST_BYTES)


class Client(Protocol):
    """Puts what the tables send, and whether the broker is there, into the inbox that it was made for."""

    def start(self) -> None:
        """Returns at once, whatever the broker does."""

    def hear_here(self, *, wanted: bool) -> None:
        """Has it bring Part.HERE too, or not: this organiser's own messages come back then."""

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Sends it at least once, if the broker is there. Any thread may call, and none waits."""

    def stop(self) -> None: ...


ClientFactory = Callable[[Inbox], Client]


def _size(message: Message | Broker) -> int:
    return len(message.payload) if isinstance(message, Message) else 0


# What the organiser receives, read.

What = Link | State | Result | Log | Answer


class SaidByTable(msgspec.Struct, frozen=True):
    """Holds what a table sent; or what this organiser, or the one before it, sent of one."""

    place: TopicPlace
    what: What | Here


Heard = Broker | Round | SaidByTable
_SHOWN: Mapping[TopicPart, type[Link | State | Result | Here]] = MappingProxyType(
    {TopicPart.LINK: Link, TopicPart.STATE: State, TopicPart.RESULT: Result, TopicPart.HERE: Here}
)
"""Holds what each part is read as that pages show."""


def read(hall: Name, message: Message | Broker) -> Heard | None:
    """Reads a message. Returns None where it is not of a table in this hall, is empty, or cannot be read."""
    if isinstance(message, Broker):
        return message
    if message.topic == round_topic(hall):
        return codec.read(message.payload, Round)
    place = placed(hall, message.topic)
    if place is None or not message.payload:
        return None
    what: What | Here | None = None
    if place.part is TopicPart.LOG:
        # What a side has sealed is in the journal's rows, which no page shows.
        what = codec.read(message.payload, Log)
    elif place.part is TopicPart.ANSWER:
        what = codec.read_answer(codec.without_directions(message.payload))
    elif (kind := _SHOWN.get(place.part)) is not None:
        what = codec.read(codec.without_directions(message.payload), kind)
    return None if what is None else SaidByTable(place, what)


# Handles each message that the hall receives, and each ask that stays without an answer.

DETAIL_LATE_MS = 2 * MINUTE_MS
NO_ANSWER = "It did not answer."


class Hearing:
    """Applies messages to the live hall. Not locked: its owner is."""

    def __init__(self, live: Live) -> None:
        self._live = live

    def hear(self, heard: Heard) -> None:
        now_ms = self._live.clock.now_ms()
        match heard:
            case Broker(trouble=trouble):
                self._live.connection(trouble, now_ms)
            case h.Round():
                newer = self._live.rounds.take_remembered(heard, now_ms)
                self._live.telling.lost |= newer
                for record in self._live.records.values() if newer else ():
                    for result in record.picture.results.values():
                        self._resulted(record.table, result)
                if newer or heard.version < self._live.rounds.version:
                    self._live.tell_round()
            case SaidByTable(place=place, what=what):
                if isinstance(what, h.Here):
                    self._live.telling.take_remembered(place.table, what)
                elif place.table in self._live.records or len(self._live.records) < MOST_TABLES:
                    record = self._live.record(place.table)
                    record.heard_ms, record.unanswered = now_ms, 0
                    self._heard_of(record, place, what, now_ms)

    def tick(self) -> None:
        """Does what is due."""
        now_ms = self._live.clock.now_ms()
        for waiting in self._live.tick():
            if (record := self._live.records.get(waiting.table)) is not None:
                self._came_of(record, waiting, NotDone(why=NO_ANSWER), now_ms)

    def _heard_of(self, record: Record, place: TopicPlace, what: What, now_ms: int) -> None:
        before = record.picture
        match what:
            case Link():
                record.picture = before.take_message(what)
                if record.picture is not before:
                    self._linked(record, before.link, what, now_ms)
                elif before.link is not None and before.link.journal != what.journal:
                    # A box that stands in could not read here that it has to count on from the one before: the broker
                    # was restarted meanwhile, and forgot.
                    place_of = topic(self._live.hall, record.table, TopicPart.LINK)
                    self._live.publish(place_of, codec.written(before.link), True)
            case State():
                record.offsets = record.offsets.bounded_by(what.boot, table_ms=what.ms, now_ms=now_ms)
                record.picture = before.take_message(what)
                record.refill.take_state(what, record.picture.link)
                if record.picture is not before:
                    self._played(record)
                    self._called(record, now_ms)
                    if what.call is not None and record.picture.journal is not None:
                        self._live.remind(self._live.calls.find(record.table, what.call.id), coming=what.call.coming)
            case Result():
                record.picture = before.take_message(what)
                if record.picture is not before:
                    self._resulted(record.table, what)
            case Log():
                if self._logged(record, what):
                    record.refill.came(what.match)
            case _:
                waiting = self._live.asks.answered(record.table, place.id)
                if waiting is not None:
                    self._came_of(record, waiting, what, now_ms)
        if record.picture is not before:
            self._live.changed.add(record.table)
            self._live.resends.look(record.table)

    def _linked(self, record: Record, before: Link | None, link: Link, now_ms: int) -> None:
        self._live.resends.ended(record, done=None)
        if not link.online:
            if before is not None and before.online:
                record.silent_ms = now_ms
            record.heard_last(link.journal, now_ms)
            return
        other_box = link.journal != record.journal
        if other_box or link.name != record.name:
            record.name, record.journal = link.name or record.table, link.journal
            record.over_before = 0 if other_box else record.over_before
            self._live.keep_place(record)
        self._live.discover(record)
        self._live.linked(record)
        record.refill.listens_anew()
        if record.picture.state is not None:
            # It may have come before the link that followed it: what is retained comes in any order.
            record.refill.take_state(record.picture.state, link)
        self._live.clocks.came(record, now_ms)
        self._live.rulings.came(record, other_box=other_box)
        self._live.asks.here_again(record.table, now_ms)
        self._live.ask_for_results(record)
        self._played(record)
        self._called(record, now_ms)

    def _played(self, record: Record) -> None:
        """Adds a match that is known from its state alone: the archive lacks it."""
        state, journal = record.picture.state, record.picture.journal
        if journal is not None:
            self._live.in_round(record)
        if state is not None and journal is not None and state.seq:
            record.refill.played(state.match)
            if not record.shelf.goes_to(state.match, journal, state.seq):
                self._logged(record, Log(journal=journal, match=state.match, last=state.seq))

    def _called(self, record: Record, now_ms: int) -> None:
        """Takes what the state says of a call of a judge."""
        state, journal = record.picture.state, record.picture.journal
        if state is None or journal is None:
            return
        since = now_ms if state.call is None else (record.hall_ms(state.call.ms) or now_ms)
        new, call = self._live.calls.take_call(record.table, journal, state.call, since_ms=since)
        record.call = call
        self._live.news |= new
        if new and call is not None:
            self._live.keep(statements.call(journal, call))
            self._live.ask(record.table, h.TellCall(until_ms=now_ms + DETAIL_LATE_MS, call=call.id))

    def _resulted(self, table: str, told: Result) -> None:
        if not 1 <= told.round <= self._live.rounds.clock.number:
            return
        if told.withdrawn:
            self._live.withdraw(told.round, table)
            return
        result = ResultOf(
            table=table,
            round=told.round,
            winner=told.winner,
            title=told.title,
            score=told.score,
            people=_people(told),
            agreed=tuple(told.agreed),
        )
        self._live.settle(result, match=told.match)

    def _logged(self, record: Record, log: Log) -> bool:
        """Returns False where there is no room for the rows now: they are asked for again."""
        if not log.last:
            record.refill.without(log.match)
        elif not in_sequence(log):
            self._live.fault(f"{record.name} has sent a page of its journal that is none.")
        elif record.shelf.full(log.match, log.journal):
            self._live.fault(f"{record.name} has played more matches than the archive keeps of one table.")
        elif self._live.archive.add(record.table, log):
            record.picture = record.picture.take_message(log)
            record.shelf.add(log)
            self._live.changed.add(record.table)
            self._live.resends.look(record.table)
        else:
            return False
        return True

    def _came_of(self, record: Record, waiting: Waiting, answer: Answer, now_ms: int) -> None:
        """Handles an answer: what was asked is done, is not, or was given up."""
        done = not isinstance(answer, NotDone)
        why = answer.why if isinstance(answer, NotDone) else ""
        match waiting.ask:
            case h.Clock():
                self._live.clocks.take_answer(record, waiting.ask, answer, now_ms)
                self._live.discover(record)
                self._live.changed.add(record.table)
            case h.Resend():
                self._live.resends.ended(record, done=None if why == NO_ANSWER else done)
            case h.TellCall():
                call = self._live.calls.detailed(record.table, answer) if isinstance(answer, CallDetail) else None
                if call is not None:
                    self._live.become_call(call)
            case h.Announce() if (said := self._live.said.get(waiting.id)) is not None and done:
                self._live.said[waiting.id] = replace(said, shown=said.shown + 1)
                self._live.news = True
            case h.Restore():
                self._restored(record, why)
            case h.Judge() | h.HouseRule() | h.Pause() if not done:
                self._live.fault(f"{record.name}: {why}")
        if isinstance(waiting.ask, h.HouseRule) and why != NO_ANSWER:
            self._live.rulings.answered(record, waiting, done=done)
        self._live.end_ask(record.table, waiting, done=done)

    def _restored(self, record: Record, why: str) -> None:
        """Ends a part of a match that was under way: it has come, or `why` not."""
        restoring = self._live.restorings.get(record.table)
        if restoring is None:
            return
        if why or restoring.after >= restoring.last:
            del self._live.restorings[record.table]
        if why:
            self._live.fault(f"{record.name} was not set up again: {why}")
        elif restoring.after < restoring.last:
            self._live.parts_due.add(record.table)


def _people(told: Result) -> dict[str, str]:
    """Returns the players by seat. Where sides have names of their own, the player's phone has said who has which."""
    if told.players:
        return dict(told.players)
    sources = {seat: Source.read(text) for seat, text in told.agreed.items()}
    said = {seat: source.player for seat, source in sources.items() if source.seat == seat and source.player}
    return {seat: said.get(seat, name) for seat, name in told.names.items()}
