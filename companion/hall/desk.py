"""The hall as one table stands in it: the one owner of what it was told, and of what its players want of it."""

import logging
from collections.abc import Callable
from contextlib import suppress
from threading import RLock

import msgspec
from msgspec.structs import replace

from companion import __version__
from companion.clock import MS, Clock
from companion.hall import calls, results, rounds
from companion.hall.card import Card
from companion.hall.remembered import ID, KIND, TABLE, Remembered
from companion.hall.wire import from_hall as h
from companion.hall.wire.from_table import Answer, Called, Done, Link, NotDone, Result, Time
from companion.hall.wire.sizes import LONGEST_TEXT
from companion.table.at_hall import Announcement, AtHall
from companion.table.commands import Pause
from companion.table.errors import NotHere, Refused
from companion.table.events import Announced, CallTakenBack, JudgeCalled, ResultAgreed, RoundTold, Upkeep
from companion.table.history import HALL, Source
from companion.table.table import Table
from companion.table.view import TableView

_logger = logging.getLogger(__name__)


FELT_MS = 50
"""By less a clock is not put right where people see it: every phone and screen would wake for nothing."""

Rule = Callable[[h.HouseRule], None]
"""Keeps a house ruling of the event's. Raises Refused."""
Restored = Callable[[h.Restore], Answer]
"""Takes a part of a match that another box has played."""


class Desk:
    """A HallPort, and what the link to the broker asks and tells. Any thread may call; none of its methods waits for
    the broker, and what is refused is refused in words."""

    def __init__(self, *, table: Table, clock: Clock, card: Card) -> None:
        """Counts another start of the journal."""
        self._table = table
        self._clock = clock
        self._card = card
        self._lock = RLock()
        self._known = Remembered.read(table.kept(TABLE, KIND).get(ID)).started(clock.now() // MS)
        self._offset: tuple[int, int] | None = None
        """What to add to the table's clock for the hall's, and how much it may be off, in ms; None while unknown."""
        self._online, self._trouble = False, "not connected yet"
        self._match = 0
        self._save()
        self._show()

    # What players want

    def call_judge(self, *, source: Source, words: str = "", at: int | None = None) -> None:
        with self._lock:
            known = calls.called(self._known, ms=self._ms(at))
            self._note(JudgeCalled(call=known.calls, words=words[:LONGEST_TEXT]), source=source)
            self._become(known)

    def take_back(self, *, source: Source) -> None:
        with self._lock:
            known = calls.taken_back(self._known)
            self._note(CallTakenBack(call=self._known.calls), source=source)
            self._become(known)

    def seen(self, announcement: str, *, source: Source) -> None:  # noqa: ARG002
        with self._lock:
            if self._known.said is None or self._known.said.id != announcement:
                raise Refused("That announcement is gone already.")
            self._become(replace(self._known, said=None))

    def agree(self, seat: str, *, agreed: bool, source: Source) -> None:
        if not source.keeps_secrets_of(seat):
            raise Refused("That is for whoever sits there to confirm.")
        with self._lock:
            seats = self._table.view().names
            known = results.agreed(self._known, seat, agreed=agreed, seats=seats, who=str(source))
            told = known.result.title if known.result is not None else ""
            self._note(ResultAgreed(seat=seat, result=told, agreed=agreed), source=source)
            self._become(known)

    # What the link tells

    def connected(self) -> None:
        with self._lock:
            self._online, self._trouble = True, ""
            self._show()

    def offline(self, why: str) -> None:
        """`why`: to be read by players, such as "the broker does not answer"."""
        with self._lock:
            self._online, self._trouble = False, why
            self._show()

    def raise_boot(self, above: int) -> None:
        """Another box has had that boot under this table's name: what this one says is newer."""
        with self._lock:
            self._become(replace(self._known, boot=max(self._known.boot, above + 1)))

    def heard_round(self, told: h.Round) -> None:
        """The round, each time it comes; an older one than the last changes nothing."""
        with self._lock:
            before = self._known.round
            if before is not None and told.version <= before.version:
                return
            players = rounds.players_at(self._card.table, told)
            known = self._known
            if before is None or before.number != told.number:
                view = self._table.view()
                known = results.in_new_round(known, over=self._match if view.over is not None else 0)
            if words := rounds.news(before, told):
                self._note(RoundTold(text=words), source=HALL)
            self._become(replace(known, round=replace(told, pairings=()), players=players))
            if told.pause > (0 if before is None else before.pause):
                with suppress(Refused):
                    self._table.dispatch(Pause(), source=HALL)

    def asked(self, id: str, ask: h.Ask, *, rulings: calls.Rulings, rule: Rule, restored: Restored) -> Answer:
        """Does what the hall asks of this table, and says what came of it."""
        if self._late(ask):
            return NotDone(why="It came too late.")
        try:
            return self._done(id, ask, rulings=rulings, rule=rule, restored=restored)
        except (Refused, NotHere) as refused:
            return NotDone(why=str(refused)[:LONGEST_TEXT])

    def _done(self, id: str, ask: h.Ask, *, rulings: calls.Rulings, rule: Rule, restored: Restored) -> Answer:
        match ask:
            case h.Clock(offset_ms=offset, error_ms=error):
                if offset is not None and error is not None:
                    self._set_clock(offset, error)
                return Time(ms=self._ms())
            case h.Pause():
                self._table.dispatch(Pause(), source=HALL)
            case h.Announce(text=text):
                with self._lock:
                    if self._known.said is not None and self._known.said.id == id:
                        return Done()
                    self._note(Announced(text=text), source=HALL)
                    self._become(replace(self._known, said=Announcement(id=id, text=text, ms=self._ms())))
            case h.Judge():
                with self._lock:
                    known, event = calls.judged(self._known, ask, ms=self._ms())
                    if event is not None:
                        self._note(event, source=HALL)
                        self._become(known)
            case h.TellCall(call=number):
                call = self._known.call
                if call is None or call.id != number:
                    raise Refused("That call was taken back.")
                return calls.detail(self._table, call, rulings=rulings)
            case h.HouseRule():
                rule(ask)
            case h.Restore():
                return restored(ask)
            case _:
                raise Refused("This table does not know how.")
        return Done()

    def follow(self, view: TableView, *, match: int, score: dict[str, int]) -> None:
        """The table has become that view, of the match of that number in the journal."""
        with self._lock:
            self._match = match
            known = results.followed(self._known, view, match, score)
            if known != self._known:
                self._become(known)

    # What the link says

    @property
    def journal(self) -> str:
        return self._known.journal

    @property
    def boot(self) -> int:
        return self._known.boot

    @property
    def call(self) -> Called | None:
        return calls.told(self._known.call)

    @property
    def round_number(self) -> int | None:
        round = self._known.round
        return None if round is None else round.number

    def link(self, connection: int, *, online: bool) -> Link:
        return Link(
            boot=self.boot,
            connection=connection,
            online=online,
            journal=self.journal,
            name=self._card.called,
            software=__version__,
        )

    def result(self, connection: int) -> Result | None:
        """What all seats have confirmed; None before."""
        view = self._table.view()
        with self._lock:
            return results.to_send(self._known, connection=connection, version=view.version, names=view.names)

    def leave(self) -> None:
        """The table stands in no hall any more."""
        with self._lock:
            self._table.stands_in(None)

    def _late(self, ask: h.Ask) -> bool:
        return self._offset is not None and self._ms() + self._offset[0] > ask.until_ms

    def _set_clock(self, offset: int, error: int) -> None:
        with self._lock:
            before, self._offset = self._offset, (offset, error)
            if before is None or abs(before[0] - offset) >= FELT_MS or abs(before[1] - error) >= FELT_MS:
                self._show()

    def _ms(self, at: int | None = None) -> int:
        return (self._clock.now() if at is None else at) // MS

    def _note(self, event: Upkeep, *, source: Source) -> None:
        self._table.note(event, source=source)

    def _become(self, known: Remembered) -> None:
        self._known = known
        self._save()
        self._show()

    def _save(self) -> None:
        """A disk that takes nothing is the table's own fault to tell."""
        try:
            self._table.keep(TABLE, KIND, ID, msgspec.json.encode(self._known))
        except Refused:
            _logger.exception("what the hall said cannot be kept")

    def _show(self) -> None:
        known, offset = self._known, self._offset
        offset_ms, error_ms = offset or (None, None)
        told = None
        if known.round is not None:
            told = rounds.here(known.round, known.players, offset_ms=offset_ms, error_ms=error_ms)
        self._table.stands_in(
            AtHall(
                hall=self._card.hall,
                table=self._card.called,
                online=self._online,
                trouble=self._trouble,
                round=told,
                said=known.said,
                call=known.call,
                result=known.result,
            )
        )
