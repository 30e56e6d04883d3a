"""Owns the live state of the organiser's hall."""

import contextlib
import logging
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from companion.clock import Clock, News
from companion.hall.organiser import acts
from companion.hall.organiser.archive import Archive
from companion.hall.organiser.clocks import resumed as clock_resumed
from companion.hall.organiser.hearing import Broker, ClientFactory, Heard, Hearing, Inbox, Message, read
from companion.hall.organiser.live import MINUTE_MS, TICK_MS, Live
from companion.hall.organiser.outgoing import Due
from companion.hall.organiser.rounds import MOST_ROWS, part
from companion.hall.organiser.view import Archived, ByHand, HallView, Place, TableHere, place
from companion.hall.wire.topics import LONGEST_SHORT, Name
from companion.table.errors import Refused

_logger = logging.getLogger(__name__)

FILE = "hall.sqlite"
AT_ONCE = 200
"""Limits the messages handled before another caller has a turn."""
UNFORESEEN = "The hall had a fault: its log has the details. The event goes on."
RESTORE_MS = 2 * MINUTE_MS


class Hall:
    """Runs the hall. Any thread may call. A refusal raises Refused or NotHere, in words.

    A thread of its own takes what comes through the client, and asks for what is lacking. Another one writes the
    archive. What an organiser does is in the archive before it returns.
    """

    def __init__(
        self,
        folder: Path,
        *,
        hall: Name,
        name: str,
        clock: Clock,
        client: ClientFactory,
        tables: Mapping[str, str],
        machine: str = "",
        discovery: bool = False,
    ) -> None:
        """`tables`: see `enrolled`. `machine` distinguishes its starts, "" where it cannot.

        `discovery`: Home Assistant gets them too. It takes no messages before `start`.
        """
        self._hall, self._name = hall, name
        self._lock = threading.Lock()
        self._news = News()
        self._inbox = Inbox()
        self._client = client(self._inbox)
        self._odd: list[str] = []
        self._archive = Archive(folder / FILE, odd=self._odd.append)
        resumed, shelves = self._archive.open()
        ran_on = machine == resumed.machine if machine and resumed.machine else None
        self._live = Live(
            hall=hall,
            clock=clock_resumed(clock, epoch_ms=resumed.epoch_ms, last_ms=resumed.last_ms, ran_on=ran_on),
            machine=machine,
            archive=self._archive,
            resumed=resumed,
            shelves=shelves,
            tables=tables,
            publish=lambda topic, payload, retain: self._client.publish(topic, payload, retain=retain),
            discovery=discovery,
        )
        self._hearing = Hearing(self._live)
        self._trouble = ""
        self._drawn: dict[str, TableHere] = {}
        self._places: dict[str, Place] = {}
        self._rest: HallView | None = None
        self._view: HallView | None = None
        self._thread: threading.Thread | None = None
        self._news.version = self._live.clock.now_ms()
        self._tell()

    def start(self) -> None:
        # An archive that knows of no round may be lost: the broker knows who plays where then, until a round is made.
        self._client.hear_here(wanted=not self._live.rounds.clock.number)
        self._archive.start()
        self._client.start()
        self._thread = threading.Thread(target=self._run, name="hall", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Hangs up, and keeps what there is to be kept. Each is tried, even if the other fails."""
        with contextlib.ExitStack() as closing:
            closing.callback(self._archive.close)
            closing.callback(self._ended)
            closing.callback(self._client.stop)
            self._news.end()
            self._inbox.close()

    def settle(self, timeout: float = 0) -> None:
        """Takes what has come, waiting up to `timeout` seconds for it, and does what is due. For one thread."""
        messages = self._inbox.take(AT_ONCE, timeout)
        heard = [found for message in messages if (found := self._read(message)) is not None]
        with self._lock:
            for each in heard:
                self._hear(each)
            while self._odd:
                self._live.fault(self._odd.pop(0))
            self._hearing.tick()
            parts, self._live.parts_due = self._live.parts_due, set()
            due = self._live.telling.due()
            self._tell()
        if due:
            self._write(due)
        for table in parts:
            self._send_part(table)

    def enrolled(self, tables: Mapping[str, str]) -> None:
        """Notes that these have a card now, by name with what each is called on it: they are expected, seen or not."""
        with self._lock:
            self._live.enrolled(tables)
            self._tell()

    # What pages read

    @property
    def version(self) -> int:
        return self._news.version

    @property
    def stopped(self) -> bool:
        return self._news.over

    def wait(self, version: int | None, timeout: float) -> int | None:
        """Waits up to `timeout` seconds until the version is another than `version`; returns it, or None."""
        return self._news.wait(version, timeout)

    def stir(self) -> None:
        """Wakes all waits: something beside the hall has changed."""
        with self._lock:
            self._news.tell()

    def view(self) -> HallView:
        """Returns the view, made once a version. A table that has not changed is the very same object."""
        with self._lock:
            if self._view is None or self._view.version != self._news.version:
                tables = tuple(self._drawn[table] for table in sorted(self._places, key=self._places.__getitem__))
                self._rest = self._rest or self._drawn_beside()
                self._view = replace(self._rest, version=self._news.version, tables=tables)
            return replace(self._view, now_ms=self._live.clock.now_ms())

    def archived(self, table: str) -> Sequence[Archived]:
        """Returns the table's matches, the newest first."""
        with self._lock:
            return self._live.records[acts.known(self._live, table)].shelf.archived()

    # What organisers do

    def announce(self, text: str, *, tables: Sequence[str] = ()) -> None:
        """Announces the text on every phone and panel of these tables, or of all."""
        with self._doing() as live:
            acts.announce(live, text, tables)

    def new_round(self, *, title: str, minutes: int) -> None:
        """Makes the next round, its clock not begun, without pairings."""
        with self._doing() as live:
            acts.become(live, live.rounds.clock.next(title=title.strip()[:LONGEST_SHORT], minutes=minutes))

    def start_clock(self) -> None:
        with self._doing() as live:
            acts.become(live, live.rounds.clock.started(live.clock.now_ms()))

    def pause_clock(self) -> None:
        """Pauses the clock everywhere at once, and every game with it."""
        with self._doing() as live:
            acts.become(live, live.rounds.clock.paused(live.clock.now_ms()))

    def extend(self, minutes: int) -> None:
        """Gives the round more time, or less."""
        with self._doing() as live:
            acts.become(live, live.rounds.clock.extended(minutes, live.clock.now_ms()))

    def pair(self, pairings: Sequence[tuple[str, Sequence[str]]]) -> None:
        """Sets who plays at which table in this round, in place of earlier pairings: (table, players)."""
        with self._doing() as live:
            acts.pair(live, pairings)

    def pause_table(self, table: str) -> None:
        with self._doing() as live:
            acts.pause_table(live, table)

    def coming(self, table: str, call: int, *, who: str) -> None:
        with self._doing() as live:
            acts.coming(live, table, call, who=who)

    def answer(self, table: str, call: int, *, who: str, text: str, everywhere: str = "") -> None:
        """Answers a call. `everywhere`: the question of a house ruling of the event, which the answer becomes at every
        table.
        """
        with self._doing() as live:
            acts.answer(live, table, call, who=who, text=text, everywhere=everywhere)

    def set_results(self, results: Mapping[str, ByHand | None]) -> None:
        """Sets the results of these tables in this round, by hand: they go before what the tables send.

        None takes back what was written, and the table's own counts again.
        """
        with self._doing() as live:
            acts.set_results(live, results)

    def set_up_anew(self, table: str, *, journal: str, match: int) -> None:
        """Has the box that answers as this table now continue that match. Returns at once.

        The outcome is in the view's `faults` and the table's state.
        """
        with self._doing() as live:
            acts.set_up_anew(live, table, journal=journal, match=match)

    # Within

    @contextlib.contextmanager
    def _doing(self) -> Iterator[Live]:
        """Brackets what an organiser does: when it ends, that is in the archive, as far as the disk takes it."""
        with self._lock:
            yield self._live
            due = self._live.telling.due()
            has_round = bool(self._live.rounds.clock.number)
            self._tell()
        if has_round:
            self._client.hear_here(wanted=False)
        self._write(due)
        self._inbox.call()

    def _write(self, due: Due) -> None:
        """Writes the archive first and publishes after it.

        An organiser that is killed in between still knows every round that a table has seen."""
        self._archive.write()
        if due:
            with self._lock:
                self._live.publish_due(due)

    def _ended(self) -> None:
        if self._thread is not None:
            self._thread.join()
        with self._lock:
            self._live.save()

    def _run(self) -> None:
        while not self._news.over:
            try:
                self.settle(TICK_MS / 1000)
            except Exception:
                _logger.exception("what was due could not be dealt with")
                with self._lock:
                    self._live.fault(UNFORESEEN)

    def _read(self, message: Message | Broker) -> Heard | None:
        """Reads a message. One that breaks the code is dropped alone, here and in `_hear`; the others still count."""
        try:
            return read(self._hall, message)
        except Exception:
            _logger.exception("a message could not be read")
            self._odd.append(UNFORESEEN)
            return None

    def _hear(self, heard: Heard) -> None:
        try:
            self._hearing.hear(heard)
        except Exception:
            _logger.exception("a message could not be dealt with")
            self._live.fault(UNFORESEEN)

    def _tell(self) -> None:
        """Draws what has changed, and wakes all that wait for it."""
        live = self._live
        if self._archive.trouble != self._trouble:
            self._trouble, live.news = self._archive.trouble, True
        if not live.changed and not live.news:
            return
        now_ms, round = live.clock.now_ms(), live.rounds.clock.view()
        for table in live.changed:
            if (record := live.records.get(table)) is None:
                self._drawn.pop(table, None)
                self._places.pop(table, None)
                continue
            before = record.here
            here = record.draw(live.others, round, now_ms)
            if here != before:
                self._drawn[table], self._places[table] = here, place(here)
        live.changed.clear()
        if live.news:
            self._rest, live.news = None, False
        self._news.tell()

    def _drawn_beside(self) -> HallView:
        """Returns all but the tables."""
        live = self._live
        faults = (f"The archive is not written: {self._trouble}.",) if self._trouble else ()
        return HallView(
            version=self._news.version,
            now_ms=live.clock.now_ms(),
            hall=self._hall,
            name=self._name,
            broker=live.broker,
            round=live.rounds.clock.view(),
            calls=live.calls.all(),
            said=tuple(reversed(live.said.values())),
            results=live.rounds.all_results(),
            faults=(*faults, *reversed(live.faults)),
        )

    def _send_part(self, table: str) -> None:
        """Reads the next part of the match that is on its way there, and asks the table to take it."""
        restoring = self._live.restorings.get(table)
        if restoring is None:
            return
        key = (restoring.table, restoring.journal, restoring.match)
        try:
            with self._archive.reading() as journals:
                rows = journals.rows(*key, after=restoring.after, most=MOST_ROWS)
                opening = None if restoring.after else journals.opening(*key)
                chain = journals.chain(*key, restoring.last)
            with self._lock:
                until = self._live.clock.now_ms() + RESTORE_MS
                ask = part(restoring, rows, opening, chain=chain, until_ms=until)
                self._live.restorings[table] = replace(restoring, after=ask.rows[-1].seq)
                self._live.ask(table, ask)
        except (sqlite3.Error, Refused) as error:
            with self._lock:
                self._live.restorings.pop(table, None)
                self._live.fault(f"{table} was not set up again: {error}")
                self._tell()
        self._inbox.call()
