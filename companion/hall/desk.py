"""Keeps the hall as one table knows it: the one owner of what the hall sent, and of what its players ask of it."""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from threading import RLock
from types import MappingProxyType

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from companion import __version__
from companion.clock import MS, Clock
from companion.hall import calls
from companion.hall.calls import ID, KIND, TABLE, Remembered
from companion.hall.card import HallCard
from companion.hall.port import ASK_FIRST
from companion.hall.wire import messages as h
from companion.hall.wire.messages import Answer, Called, Done, Link, NotDone, Result, Time
from companion.hall.wire.topics import LONGEST_TEXT
from companion.table.commands import Pause
from companion.table.errors import NotHere, Refused
from companion.table.events import HALL, Announced, CallTakenBack, JudgeCalled, ResultAgreed, RoundTold, Source
from companion.table.table import Table
from companion.table.view import Announcement, AtHall, TableView

_logger = logging.getLogger(__name__)


FELT_MS = 50
"""A clock that is off by less is not corrected on screens: every phone and panel would wake for no gain."""

NOBODY: Mapping[str, str] = MappingProxyType({})

Rule = Callable[[h.HouseRule], None]
"""Keeps a house ruling of the event. Raises Refused."""
Restored = Callable[[h.Restore], Answer]
"""Takes a part of a match that another box has played."""


class Desk:
    """Serves players as a HallPort, and the link to the broker.

    Any thread may call. No method waits for the broker, and each refusal is a sentence. Its lock goes before the
    table's.
    """

    def __init__(self, *, table: Table, clock: Clock, card: HallCard) -> None:
        """Counts another start of the journal."""
        self._table = table
        self._clock = clock
        self._card = card
        self._lock = RLock()
        self._known = Remembered.read(table.kept(TABLE, KIND).get(ID)).at(card).started(clock.now() // MS)
        self._offset: tuple[int, int] | None = None
        """Holds what to add to the table's clock for the hall's, and how much it may be off, in ms; None while
        unknown.
        """
        self._online, self._trouble, self._aside = False, "not connected yet", False
        self._left = False
        """Once True, it changes no table: the table may have another desk."""
        self._save()
        self._show()

    # What players want

    def call_judge(self, *, source: Source, words: str = "", at: int | None = None) -> None:
        with self._in_hall():
            known = calls.called(self._known, ms=self._ms(at))
            self._table.note(JudgeCalled(call=known.calls, words=words[:LONGEST_TEXT]), source=source)
            self._become(known)

    def take_back(self, *, source: Source) -> None:
        with self._in_hall():
            known = calls.taken_back(self._known)
            self._table.note(CallTakenBack(call=self._known.calls), source=source)
            self._become(known)

    def take_place(self, *, source: Source) -> None:  # noqa: ARG002
        """Raises Refused unless another box has the place: the next start of the desk takes it back."""
        with self._in_hall():
            if not self._aside:
                raise Refused("No other box has taken this table’s place.")

    def seen(self, announcement: str, *, source: Source) -> None:  # noqa: ARG002
        with self._in_hall():
            if self._known.said is None or self._known.said.id != announcement:
                raise Refused("That announcement is gone already.")
            self._become(replace(self._known, said=None))

    def sit(self, seat: str, player: str, *, source: Source) -> None:
        names = self._table.view().names
        if not any(source.keeps_secrets_of(each) for each in names):
            raise Refused("Only players of this game can say that.")
        with self._in_hall():
            result = self._known.result
            names = names if result is None else result.names
            known = calls.remember_seat(self._known, tuple(names), seat, player)
            told = " and ".join(f"{who} plays {names[where]}" for where, who in known.sitting.items())
            self._table.note(RoundTold(text=told), source=source)
            self._become(known)

    def agree(self, seat: str, *, agreed: bool, source: Source) -> None:
        if not source.keeps_secrets_of(seat):
            raise Refused("Only the player of that side can confirm that.")
        with self._in_hall():
            known = calls.agreed(self._known, seat, agreed=agreed, source=source, match=self._table.glance().number)
            told = known.result.title if known.result is not None else ""
            self._table.note(ResultAgreed(seat=seat, result=told, agreed=agreed), source=source)
            self._become(known)

    # What the link tells

    def connected(self) -> None:
        with self._lock:
            self._online, self._trouble, self._aside = True, "", False
            self._show()

    def offline(self, why: str, *, aside: bool = False) -> None:
        """Records that the table is offline.

        `why` is for players, such as "the broker does not answer". `aside`: it stays so until a player here changes it.
        """
        with self._lock:
            self._online, self._trouble, self._aside = False, why, aside
            self._show()

    def raise_boot(self, above: int) -> None:
        """Raises this box's boot, where it can still rise: another box has had that one under this table's name."""
        with self._lock:
            self._become(self._known.above(above))

    def heard_round(self, told: h.Round) -> None:
        """Takes the round, each time it comes. An older one than the last changes no field."""
        with self._lock:
            known = self._known
            before, already = known.round, known.begun
            if self._left or (before is not None and told.version <= before.version):
                return
            players = calls.players_at(self._card.table, told, known.here)
            if before is None or before.number != told.number:
                glance = self._table.glance()
                known = calls.in_new_round(known, told.number, over=0 if glance.view.over is None else glance.number)
            if words := calls.news(before, told, already=already):
                self._table.note(RoundTold(text=words), source=HALL)
            begun = calls.begun(before, told, already=already)
            self._become(replace(known, round=replace(told, pairings=()), begun=begun, players=players))
            if calls.pauses(before, told):
                with suppress(Refused):
                    self._table.dispatch(Pause(), source=HALL)

    def heard_here(self, told: h.Here) -> None:
        """Takes who plays here, each time it comes. An older message than the last changes no field."""
        with self._lock:
            known = self._known
            if self._left or (known.here is not None and told.version <= known.here.version):
                return
            players = known.players
            if known.round is not None and known.round.number == told.round:
                players = told.players
            self._become(replace(known, here=told, players=players))

    def do_ask(self, id: str, ask: h.Ask, *, rulings: calls.Rulings, rule: Rule, restored: Restored) -> Answer:
        """Does what the hall asks of this table, and answers whether it was done."""
        if self._late(ask):
            return NotDone(why="It came too late.")
        try:
            self._check()
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
                with self._in_hall():
                    self._table.dispatch(Pause(), source=HALL)
            case h.Announce(text=text):
                with self._in_hall():
                    if self._known.said is not None and self._known.said.id == id:
                        return Done()
                    self._table.note(Announced(text=text), source=HALL)
                    self._become(replace(self._known, said=Announcement(id=id, text=text, ms=self._ms())))
            case h.Judge():
                with self._in_hall():
                    known, event = calls.judged(self._known, ask, ms=self._ms())
                    if event is not None:
                        self._table.note(event, source=HALL)
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

    def follow(self, view: TableView, *, match: int, score: dict[str, int], people: Mapping[str, str] = NOBODY) -> None:
        """Follows the table to that view, of the match of that number in the journal; `people` play it, by seat."""
        with self._lock:
            known = calls.followed(self._known, view, match, score, people=people)
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
        return calls.slim_call(self._known.call)

    @property
    def round_number(self) -> int | None:
        round = self._known.round
        return None if round is None else round.number

    @property
    def over_before(self) -> int:
        """Returns the match on the table that was over as the round began, 0 for none."""
        return self._known.over_before

    def link(self, connection: int, *, online: bool) -> Link:
        return Link(
            boot=self.boot,
            connection=connection,
            online=online,
            journal=self.journal,
            name=self._card.called,
            software=__version__,
            here=True,
        )

    def results(self, connection: int, *, again: bool = False) -> Sequence[Result]:
        """Returns the results to send, the oldest first: this round's, and those of earlier rounds still owed.

        Each is what all seats have confirmed, or says that they no longer do. `again` asks for all of earlier rounds.
        """
        view = self._table.view()
        with self._lock:
            return calls.to_send(self._known, connection=connection, version=view.version, again=again)

    def arrived(self, told: Result) -> None:
        """Records that the broker has taken that result."""
        with self._lock:
            known = calls.arrived(self._known, told)
            if known != self._known:
                self._become(known)

    def leave(self) -> None:
        """Takes the table out of its hall."""
        with self._lock:
            if not self._left:
                self._left = True
                self._table.stands_in(None)

    def _check(self) -> None:
        """Raises Refused once the table has left."""
        if self._left:
            raise Refused(ASK_FIRST)

    @contextmanager
    def _in_hall(self) -> Iterator[None]:
        """Holds the lock. Raises Refused once the table has left."""
        with self._lock:
            self._check()
            yield

    def _late(self, ask: h.Ask) -> bool:
        return self._offset is not None and self._ms() + self._offset[0] > ask.until_ms

    def _set_clock(self, offset: int, error: int) -> None:
        with self._lock:
            before, self._offset = self._offset, (offset, error)
            if before is None or abs(before[0] - offset) >= FELT_MS or abs(before[1] - error) >= FELT_MS:
                self._show()

    def _ms(self, at: int | None = None) -> int:
        return (self._clock.now() if at is None else at) // MS

    def _become(self, known: Remembered) -> None:
        if self._left:
            return
        self._known = known
        self._save()
        self._show()

    def _save(self) -> None:
        """Keeps what the table knows. A disk that takes no writes is reported by the table itself."""
        try:
            self._table.keep(TABLE, KIND, ID, msgspec.json.encode(self._known))
        except Refused:
            _logger.exception("what the hall said cannot be kept")

    def _show(self) -> None:
        if self._left:
            return
        known, offset = self._known, self._offset
        offset_ms, error_ms = offset or (None, None)
        round = known.round
        told = None if round is None else calls.here(known, round, offset_ms=offset_ms, error_ms=error_ms)
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
                arrived=known.arrived,
                aside=self._aside or UNSET,
            )
        )
