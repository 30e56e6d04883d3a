"""Keeps the table in its hall: connects, sends, receives and connects again, while players never wait for it."""

import logging
import random
from collections.abc import Callable
from threading import Event, Thread
from typing import Self

import msgspec
from msgspec.structs import replace

from companion.clock import SECOND, Clock
from companion.hall.card import HallCard
from companion.hall.desk import Desk
from companion.hall.link.connection import RIVAL, HallConnection, LinkInbox, NewerStart, NoBroker, Protocol
from companion.hall.link.session import AnsweredAsks, Logs, Newest, Session, TableAsks, acted, by_seat
from companion.hall.wire.messages import written
from companion.hall.wire.topics import AGAIN_S
from companion.table.table import Table

# How long to wait before the next try.

MOST_S = 30.0
_QUICK = 600
"""This many tries in a row come every second: a broker that is back within five minutes has its tables at once."""

MANY = _QUICK + 10
"""After this many failures the wait is the longest."""


def wait_s(failures: int, *, chance: Callable[[], float]) -> float:
    """Returns the seconds to wait after so many failures in a row: one at first, then doubled each time, up to MOST_S.

    `chance` is from 0 to below 1, so that a hall's tables do not all come back in the same instant.
    """
    whole = min(MOST_S, AGAIN_S * 2.0 ** max(0, min(failures - _QUICK, 10)))
    return whole * (0.5 + chance() / 2)


# How long a link waits for what.

FIRST_S = 1.0


class Patience(msgspec.Struct, frozen=True, kw_only=True):
    """Says how long a link waits, in seconds. `connect_s`: for each step of connecting.

    `greeting_s`: for the broker's first answer; a broker that pauses for a while finds the table still waiting.
    `settle_s`: for the broker's own last message about this table, after subscribing.
    After `silent_s` without a receipt, the table says so.
    """

    connect_s: float = 10.0
    greeting_s: float = 20.0
    settle_s: float = 0.2
    silent_s: float = 5.0

    def after(self, silences: int) -> Self:
        """Returns the patience left after so many tries in a row that the broker did not answer.

        Connecting and the first answer get FIRST_S, then twice as much each time, up to all of it.
        So an answer lost on its way costs little, and a broker with a thousand tables to answer gets its time.
        """
        most = FIRST_S * 2.0 ** min(silences, 10)
        return replace(self, connect_s=min(most, self.connect_s), greeting_s=min(most, self.greeting_s))


_logger = logging.getLogger(__name__)

_NEWS_S = 0.5
_AFTER_YOU_S = 0.005
"""The news waits this long for the screens: players see their act before the hall does.

Acts that come together go out together.
"""
_JOIN_S = 0.45
_AGAIN_S = 0.05


class HallLink:
    """Runs two threads, beside the connection's own. `hall news` waits for the table and takes its snapshot.

    `hall` talks to the broker, and does what it asks. Neither holds a lock while it waits for the other, for the table
    or for the broker. So one that hangs holds up no other, and what waits to go out is the newest snapshot.
    """

    def __init__(
        self,
        *,
        card: HallCard,
        table: Table,
        desk: Desk,
        asked: TableAsks,
        logs: Logs,
        clock: Clock,
        protocol: Protocol = Protocol.V5,
        patience: Patience = Patience(),  # noqa: B008 - frozen
        chance: Callable[[], float] = random.random,
    ) -> None:
        """`asked` does what the hall asks, except for rows of the journal, which `logs` reads. Call `start` to
        begin.
        """
        self._card = card
        self._table = table
        self._desk = desk
        self._asked = asked
        self._logs = logs
        self._clock = clock
        self._protocol = self._wanted = protocol
        self._patience = patience
        self._chance = chance
        self._answered = AnsweredAsks()
        self._connection = 0
        self._failures = 0
        """Counts them in a row."""
        self._silences = 0
        """Counts the tries in a row that the broker did not answer."""
        self._rivals = 0
        """Counts how often it has met another box with its card."""
        self._raised = False
        """True where it has counted on from a start that was there before: it is the newer one of two boxes."""
        self._stood = False
        """True once the hall has had a message of it, and it has not given way since."""
        self._newest: Newest | None = None
        self._wake = Event()
        self._over = Event()
        self._threads = (
            Thread(target=self._follow, name="hall news", daemon=True),
            Thread(target=self._run, name="hall", daemon=True),
        )

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Leaves the hall, within a second: a broker that does not answer has to find out by itself."""
        self._over.set()
        self._wake.set()
        for thread in self._threads:
            if thread.ident is not None:
                thread.join(_JOIN_S)

    # Beside the table

    def _follow(self) -> None:
        while not (self._over.is_set() or self._table.stopped):
            version = self._table.version
            self._over.wait(_AFTER_YOU_S)
            try:
                glance = self._table.glance()
                version = glance.view.version
                people = glance.match.state.people
                score = by_seat(glance.match.score)
                self._desk.follow(glance.view, match=glance.number, score=score, people=people)
                before = self._newest.acted_ms if self._newest is not None else None
                self._newest = Newest(glance=glance, acted_ms=acted(glance.view) or before)
                self._wake.set()
            except Exception:
                _logger.exception("the hall's news")
            while not (self._over.is_set() or self._table.stopped) and self._table.wait(version, _NEWS_S) is None:
                pass

    # Beside the broker

    def _run(self) -> None:
        while not self._over.is_set():
            begun, stood = self._clock.now(), self._stood
            try:
                self._stand()
            except NewerStart as newer:
                if stood and newer.found:
                    # Another box has started since, and has this one's place.
                    self._stand_aside()
                else:
                    self._desk.raise_boot(newer.boot)
                    self._raised = True
                    self._come_back(_AGAIN_S)
            except NoBroker as trouble:
                if trouble.rival and not self._raised:
                    self._stand_aside()
                    continue
                if trouble.rival:
                    # An older box has only looked who is there, or a newer one has the place: the next try shows which.
                    self._desk.offline(str(trouble))
                    self._come_back(AGAIN_S / 2)
                    continue
                self._silences = self._silences + 1 if trouble.silent else 0
                # A wait for an answer counts towards the wait for the next try.
                waited_s = (self._clock.now() - begun) / SECOND if trouble.silent else 0.0
                self._fail(str(trouble), long=trouble.long, waited_s=waited_s)
                if trouble.old and self._wanted is Protocol.V5:
                    self._protocol = Protocol.V311 if self._protocol is Protocol.V5 else Protocol.V5
            except Exception:
                _logger.exception("the hall's link")
                self._fail("this table's link to its hall failed; see the service's log")

    def _fail(self, why: str, *, long: bool = False, waited_s: float = 0.0) -> None:
        if self._over.is_set():
            return
        self._desk.offline(why)
        self._failures += 1
        self._stood &= not long
        self._over.wait(max(0.0, wait_s(MANY if long else self._failures, chance=self._chance) - waited_s))

    def _come_back(self, soon_s: float) -> None:
        """Tries once more, each time later, so that two boxes do not meet for ever."""
        self._rivals += 1
        self._over.wait(min(MOST_S, soon_s * 2.0 ** min(self._rivals, 10)) * (1 + self._chance()))

    def _stand_aside(self) -> None:
        """Leaves the place to the newer box until a player at this table wants it back, which makes another link."""
        self._desk.offline(RIVAL, aside=True)
        self._over.wait()

    def _stand(self) -> None:
        """Stands in the hall, as long as it lasts. Raises NoBroker, and Newer."""
        self._connection += 1
        inbox = LinkInbox(self._wake)
        patience = self._patience.after(self._silences)
        will = written(self._desk.link(self._connection, online=False))
        connection = HallConnection(
            self._card, will=will, protocol=self._protocol, inbox=inbox, patience_s=patience.connect_s
        )
        session = Session(
            card=self._card,
            desk=self._desk,
            asked=self._asked,
            logs=self._logs,
            answered=self._answered,
            wire=connection,
            connection=self._connection,
        )
        last, quietly = None, False
        try:
            connection.open()
            self._greeted(session, inbox, lambda: inbox.greeted, patience.greeting_s)
            connection.subscribe()
            self._greeted(session, inbox, lambda: inbox.subscribed, patience.greeting_s)
            self._until(session, inbox, lambda: False, patience.settle_s)
            session.begin()
            self._serve(session, inbox)
            last = session.last()
        except NewerStart:
            quietly = True
            raise
        finally:
            connection.close(last, quietly=quietly)

    def _greeted(self, session: Session, inbox: LinkInbox, come: Callable[[], bool], seconds: float) -> None:
        if not self._until(session, inbox, come, seconds):
            raise NoBroker(self._silent, silent=True)

    def _until(self, session: Session, inbox: LinkInbox, come: Callable[[], bool], seconds: float) -> bool:
        """Returns True where it came within so many seconds."""
        until = self._clock.now() + round(seconds * SECOND)
        while not self._over.is_set():
            self._wake.clear()
            session.take(inbox)
            if come():
                return True
            left = (until - self._clock.now()) / SECOND
            if left <= 0:
                return False
            self._wake.wait(left)
        return True

    def _serve(self, session: Session, inbox: LinkInbox) -> None:
        """Sends, receives and does what is asked, until the table leaves."""
        arrived, since, heard = 0, self._clock.now(), None
        while not self._over.is_set():
            self._wake.clear()
            session.take(inbox)
            more = session.go_on(self._newest, inbox)
            now = self._clock.now()
            if session.arrived != arrived or not session.waiting:
                arrived, since = session.arrived, now
            hears = now - since < self._patience.silent_s * SECOND
            if hears is not heard and (arrived or not hears):
                heard = hears
                self._say(hears=hears)
            if not more:
                self._wake.wait(self._patience.silent_s if session.waiting else None)

    def _say(self, *, hears: bool) -> None:
        if hears:
            self._failures, self._stood = 0, True
            self._desk.connected()
        else:
            self._desk.offline(self._silent)

    @property
    def _silent(self) -> str:
        return f"the broker at {self._card.host} does not answer"
