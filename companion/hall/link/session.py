"""Decides what goes out over one connection, and when: the slim view, rows and answers."""

import itertools
import logging
import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping

import msgspec
from msgspec.structs import replace

from companion.hall.card import HallCard
from companion.hall.desk import Desk
from companion.hall.link.connection import (
    HallConnection,
    Heard,
    LinkHeard,
    LinkInbox,
    NewerStart,
    NoBroker,
    lost,
    refused,
)
from companion.hall.wire.messages import (
    MOST_ROWS,
    MOST_SAND,
    Answer,
    Ask,
    Called,
    Done,
    Here,
    Link,
    Log,
    NotDone,
    Resend,
    Result,
    Round,
    Sand,
    State,
    TellResults,
    read,
    read_ask,
    written,
)
from companion.hall.wire.topics import LARGEST, LARGEST_STATE, LATEST, LONGEST_SHORT, TopicPart
from companion.table.seats import Seat
from companion.table.showing import Glance
from companion.table.view import TableView, Timer, TimerState

# The answers that have gone out, for an ask that comes again.

MOST = 256


class AnsweredAsks:
    """Keeps the last MOST answers as they went out, by the ask's id."""

    def __init__(self) -> None:
        self._said: OrderedDict[str, bytes] = OrderedDict()

    def get(self, id: str) -> bytes | None:
        return self._said.get(id)

    def put(self, id: str, answer: bytes) -> None:
        self._said[id] = answer
        while len(self._said) > MOST:
            self._said.popitem(last=False)


TableAsks = Callable[[str, Ask], Answer]
"""Does what the hall asks by that id, and returns the answer. It may take as long as the disk does."""

# Which rows of the journal go out next, while a connection lasts.

Logs = Callable[[int, int], Log]
"""Returns the journal's rows of a match (its number) behind a row: see Log. Raises sqlite3.Error."""


class RowsOut:
    """Finds new rows, from the moment at which the table first sent how far its journal is.

    The journal is the queue, so no row waits here. The hall asks for earlier rows.
    """

    def __init__(self, logs: Logs) -> None:
        self._logs = logs
        self._match: int | None = None
        self._after = 0

    def next(self, match: int, seq: int) -> Log | None:
        """Returns the next rows, now that the journal has `match` on the table, up to row `seq`; None without any.

        The last rows of a match that has left go before those of the next. Raises sqlite3.Error.
        """
        if self._match is None:
            self._match, self._after = match, seq
        if match != self._match:
            left = self._logs(self._match, self._after) if self._match else None
            if left is not None and left.rows:
                return self._out(left)
            # Of a resumed match the hall may have all but the newest: it asks for the rest.
            self._match, self._after = match, max(0, seq - MOST_ROWS)
        if not match or seq <= self._after:
            return None
        found = self._logs(match, self._after)
        return self._out(found) if found.rows else None

    def _out(self, log: Log) -> Log:
        self._after = log.rows[-1].seq
        return log


# The slim view: a short snapshot of the table for the hall, always small enough.

_SEATS = 4
_LONGEST_SEAT = 16
_WORDS, _NAME = 16, 12
"""Count the characters left of the end and of a name, where there is little room."""


class BesideMatch(msgspec.Struct, frozen=True, kw_only=True):
    """Holds what a state has beside the view: its place in the order, how far the journal is, and what the desk knows.

    `called` is the match's name and `standing` its score in words. `acted_ms` is when a player last did something, as
    far as that is known.
    """

    boot: int
    connection: int
    match: int = 0
    seq: int = 0
    called: str = ""
    standing: str = ""
    score: Mapping[Seat, int] = {}
    acted_ms: int | None = None
    call: Called | None = None
    round: int | None = None
    past: bool = False
    """True where the match was over before its round."""


def slim(view: TableView, beside: BesideMatch) -> State:
    """Returns the view in at most LARGEST_STATE bytes of JSON. What does not fit is left out, the least needed first.

    First go the match's name and its score in words. Then go the timers, the one that runs out last first, until one is
    left. Then go the words of its end but for the first, the last timer, when a player last acted, and the score.
    Of the names, all but the first letters go, then the names.
    Whether a judge is called, the order, and how far the journal is always stay.
    """
    state = _whole(view, beside)
    for less in _STEPS:
        if _fits(state):
            break
        state = less(state)
    return state


def acted(view: TableView) -> int | None:
    """Returns when a player last acted, as far as the view's last lines say (ms of the table's clock)."""
    return max((line.mono_ms for line in view.last if line.side is not None), default=None)


def by_seat(score: Mapping[Seat, int]) -> dict[str, int]:
    return {seat.value: points for seat, points in score.items()}


def _whole(view: TableView, beside: BesideMatch) -> State:
    over = view.over
    return State(
        boot=beside.boot,
        connection=beside.connection,
        version=view.version,
        ms=view.server_ms,
        match=beside.match,
        seq=beside.seq,
        game=_short(view.game, _WORDS),
        phase=view.phase.value,
        paused=view.paused,
        acted_ms=beside.acted_ms,
        names={_seat(seat): _short(name) for seat, name in itertools.islice(view.names.items(), _SEATS)},
        score=by_seat(beside.score),
        standing=_short(beside.standing),
        called=_short(beside.called),
        sand=_sand(view.timers),
        over=None if over is None else _short(over.title),
        winner=None if over is None or over.winner is None else _seat(over.winner),
        call=beside.call,
        round=beside.round,
        past=beside.past,
        faults=len(view.faults),
    )


def _sand(timers: Iterable[Timer]) -> tuple[Sand, ...]:
    """Returns the timers in play, the one that runs out first before all others."""
    in_play = sorted((each for each in timers if each.state is TimerState.ACTIVE), key=lambda each: each.remaining_ms)
    return tuple(
        Sand(timer=_short(each.id), side=_seat(each.side), ends_ms=each.ends_ms, left_ms=each.remaining_ms)
        for each in in_play[:MOST_SAND]
    )


def _without_sand(state: State) -> State:
    return replace(state, sand=state.sand[:-1] if len(state.sand) > 1 else state.sand)


_STEPS: tuple[Callable[[State], State], ...] = (
    lambda state: replace(state, called=""),
    lambda state: replace(state, standing=""),
    *[_without_sand] * (MOST_SAND - 1),
    lambda state: replace(state, over=state.over and _short(state.over, _WORDS)),
    lambda state: replace(state, sand=()),
    lambda state: replace(state, acted_ms=None),
    lambda state: replace(state, score={}),
    lambda state: replace(state, names={seat: _short(name, _NAME) for seat, name in state.names.items()}),
    lambda state: replace(state, names={}),
    lambda state: replace(state, over=state.over and "over"),
)


def _fits(state: State) -> bool:
    return len(msgspec.json.encode(state)) <= LARGEST_STATE


def _short(text: str, most: int = LONGEST_SHORT) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _seat(text: str) -> str:
    return text[:_LONGEST_SEAT]


# What goes out over one connection, and when: one of a kind on its way at most, and an empty queue.

_logger = logging.getLogger(__name__)

MOST_ANSWERS = 8
"""Limits the answers on their way at a time."""


class Newest(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the last snapshot of the table, and when a player last acted (ms), as far as that is known."""

    glance: Glance
    acted_ms: int | None = None


class Session:
    """Serves one connection, from the moment at which the broker has accepted the table.

    For the link's thread alone: it waits only for the disk, in `go_on`.
    """

    def __init__(
        self,
        *,
        card: HallCard,
        desk: Desk,
        asked: TableAsks,
        logs: Logs,
        answered: AnsweredAsks,
        wire: HallConnection,
        connection: int,
    ) -> None:
        self._card = card
        self._desk = desk
        self._asked = asked
        self._answered = answered
        self._logs = logs
        self._wire = wire
        self._connection = connection
        self._boot = desk.boot
        self._rows = RowsOut(logs)
        self._out: dict[int, TopicPart] = {}
        self._link_due = False
        self._resend: tuple[str, Resend] | None = None
        self._resent: str | None = None
        self._version: int | None = None
        self._results: dict[int, Result] = {}
        """Holds them by round, as they last went out."""
        self._again = False
        """Holds True where the hall lacks some that the broker has taken."""
        self._result: Result | None = None
        """Holds the one on its way."""
        self._looked_at: int | None = None
        """Holds the version in which it last looked for a result."""
        self.begun = False
        self.arrived = 0
        """Counts what has arrived of what went out."""

    @property
    def waiting(self) -> bool:
        """Returns True while a message is on its way."""
        return bool(self._out)

    def begin(self) -> None:
        """Begins: the table stands in the hall from now on."""
        self.begun = self._link_due = True

    def take(self, inbox: LinkInbox) -> None:
        """Takes what came. Raises NoBroker where the connection has ended or is of no use.

        Raises Newer where another start has been here under this table's name.
        """
        while (link := inbox.next_link()) is not None:
            self._heard_link(link)
        while (ack := inbox.next_ack()) is not None:
            self._heard_ack(*ack)
        if inbox.refused is not None:
            raise refused(inbox.refused, host=self._card.host)
        if inbox.lost is not None:
            raise lost(inbox.lost, host=self._card.host, greeted=inbox.greeted)
        if (round := inbox.next_round()) is not None and (told := read(round, Round)) is not None:
            self._desk.heard_round(told)
        if (here := inbox.next_here()) is not None and (found := read(here, Here)) is not None:
            self._desk.heard_here(found)

    def go_on(self, newest: Newest | None, inbox: LinkInbox) -> bool:
        """Publishes what there is room for, and does one thing that was asked. Returns True while there is more
        to do.
        """
        if not self.begun:
            return False
        if self._link_due and not self._on_its_way(TopicPart.LINK):
            self._link_due = False
            self._publish(TopicPart.LINK, written(self._desk.link(self._connection, online=True)), retain=True)
        if newest is not None:
            self._tell_state(newest)
            self._tell_result(newest)
        more = self._do(inbox)
        if newest is not None and not self._on_its_way(TopicPart.LOG):
            self._tell_rows(newest.glance)
        return more

    def last(self) -> bytes:
        """Returns what the hall is to keep of the link once the connection has ended in peace."""
        return written(self._desk.link(self._connection, online=False))

    # What came

    def _heard_link(self, heard: LinkHeard) -> None:
        """Reads this table's own link, as the broker has it: it may be an older start's, or a will that came late."""
        if not heard.payload:
            # Another client has cleared it away.
            self._link_due = self.begun
            return
        link = read(heard.payload, Link)
        if link is None:
            # Not corrected before the next connection begins: its author might answer, and so on for ever.
            return
        theirs, mine = (link.boot, link.connection), (self._boot, self._connection)
        if link.journal == self._desk.journal:
            # One as new as this that was there before this connection is of a start that the journal lost.
            newer = theirs > mine or (theirs == mine and heard.retained)
        else:
            newer = link.boot >= self._boot
        if newer:
            if link.boot < LATEST:
                # Whether this has begun does not count: what is retained may come late.
                raise NewerStart(link.boot, found=heard.retained)
            # Beyond it there is no number to count on: no box has started so often.
            return
        if theirs == mine and not link.online:
            # Of one connection the end is what counts: only another one helps.
            raise NoBroker(f"the broker at {self._card.host} took this table for gone")
        if theirs < mine:
            self._link_due = self.begun

    def _heard_ack(self, number: int, reason: str) -> None:
        out = self._out.pop(number, None)
        if reason and out is not TopicPart.ANSWER:
            raise NoBroker(f"the broker at {self._card.host} does not let this table say anything: {reason}")
        if out is TopicPart.RESULT and self._result is not None:
            self._desk.arrived(self._result)
            self._result = None
        self.arrived += 1
        if out is TopicPart.LOG and self._resent is not None:
            self._answer(self._resent, Done())
            self._resent = None

    # What goes out

    def _tell_state(self, newest: Newest) -> None:
        glance, view = newest.glance, newest.glance.view
        if view.version == self._version or self._on_its_way(TopicPart.STATE):
            return
        self._version = view.version
        beside = BesideMatch(
            boot=self._boot,
            connection=self._connection,
            match=glance.number,
            seq=glance.seq,
            called=glance.match.game.called(glance.match.state),
            standing=glance.match.standing,
            score=glance.match.score,
            acted_ms=newest.acted_ms,
            call=self._desk.call,
            round=self._desk.round_number,
            past=view.over is not None and glance.number == self._desk.over_before,
        )
        self._publish(TopicPart.STATE, written(slim(view, beside)), retain=True)

    def _tell_result(self, newest: Newest) -> None:
        view = newest.glance.view
        if view.version == self._looked_at or self._on_its_way(TopicPart.RESULT):
            return
        results = self._desk.results(self._connection, again=self._again)
        self._results = {each.round: self._results[each.round] for each in results if each.round in self._results}
        for result in results:
            said = self._results.get(result.round)
            if said is None or replace(result, version=said.version) != said:
                self._results[result.round] = self._result = result
                self._publish(TopicPart.RESULT, written(result), retain=True)
                return
        self._looked_at = view.version

    def _tell_rows(self, glance: Glance) -> None:
        try:
            if self._resend is not None:
                (self._resent, wanted), self._resend = self._resend, None
                log = self._logs(wanted.match, wanted.after)
            else:
                found = self._rows.next(glance.number, glance.seq)
                if found is None:
                    return
                log = found
        except sqlite3.Error:
            _logger.exception("journal")
            self._resent = None
            return
        self._publish(TopicPart.LOG, written(log))

    def _do(self, inbox: LinkInbox) -> bool:
        """Does the next thing that was asked. Returns True where there may be another."""
        if sum(out is TopicPart.ANSWER for out in self._out.values()) >= MOST_ANSWERS:
            return False
        heard = inbox.next_ask()
        if heard is None:
            return False
        before = self._answered.get(heard.id)
        if before is not None:
            self._publish(TopicPart.ANSWER, before, id=heard.id)
        else:
            self._heard_ask(heard)
        return inbox.has_asks

    def _heard_ask(self, heard: Heard) -> None:
        ask = read_ask(heard.payload)
        if ask is None:
            return
        if isinstance(ask, Resend):
            # Answered once the rows are there. Of two the newer one counts: the hall asks again.
            if self._resent != heard.id:
                self._resend = (heard.id, ask)
            return
        if isinstance(ask, TellResults):
            self._again, self._looked_at = True, None
            self._results.clear()
            self._answer(heard.id, Done())
            return
        try:
            answer = self._asked(heard.id, ask)
        except Exception:
            _logger.exception("what the hall asked")
            answer = NotDone(why="Something went wrong at the table; its log says what.")
        # Rows and results are not kept: the first ones may be lost, so they go out again whenever they are asked for.
        self._answered.put(heard.id, self._answer(heard.id, answer))

    def _answer(self, id: str, answer: Answer) -> bytes:
        payload = written(answer)
        if len(payload) > LARGEST:
            payload = written(NotDone(why="There is more to say than goes into one message."))
        self._publish(TopicPart.ANSWER, payload, id=id)
        return payload

    def _on_its_way(self, part: TopicPart) -> bool:
        return part in self._out.values()

    def _publish(self, part: TopicPart, payload: bytes, *, id: str = "", retain: bool = False) -> None:
        self._out[self._wire.publish(part, payload, id=id, retain=retain)] = part
