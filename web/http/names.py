"""What the people at the table are called: as their phones say, and kept from match to match."""

import logging
from collections.abc import Callable, Mapping
from threading import Lock

import msgspec

from companion import people as sitters
from companion.clock import SECOND, Clock
from companion.people import SITTERS, TABLE, Sitter, Sitters
from companion.table.errors import Refused
from companion.table.events import Named
from companion.table.history import Source
from companion.table.seats import Seat
from companion.table.state import Stage
from companion.table.table import Table
from web.http.seating import Seating

OFTEN_NS = 900 * SECOND
"""So often it is kept that a phone is there still: an SD card wears out."""
MOST = 200
"""Phones. Of more, whoever was first heard of longest ago counts as new."""
_logger = logging.getLogger(__name__)


class Names:
    """Any thread may call. A match is told of each name while it is played; one whose sides go by their people's names
    of each that changes.

    Whoever was here before the service started is not taken to be here now, but by each phone that asks for something.
    """

    def __init__(self, table: Table, clock: Clock) -> None:
        self.table = table
        self._clock = clock
        self._lock = Lock()
        self._heard: dict[int, int] = {}
        """By phone, the one that was heard last behind all others: when that was last kept."""
        self._keep(self._sitting(), ())

    @property
    def wanted(self) -> bool:
        """Whether the sides of the match on the table go by the names of whoever plays."""
        return self.table.match.game.seated is not None

    def sat_down(self, seating: Seating, *, source: Source) -> None:
        """That phone sits there from now on, or is called otherwise."""
        seat, name, now = seating.seat.value, seating.name if seating.seat.side else None, self._clock.now()
        self._change(
            lambda there: sitters.sat_down(there, seating.phone, seat=seat, name=name, now=now),
            seat=seat,
            source=source,
        )

    def heard(self, seating: Seating, *, source: Source) -> None:
        """That phone asks for something: whoever sits there with it is here."""
        now, phone, last = self._clock.now(), seating.phone, self._heard.get(seating.phone)
        if seating.name is None or seating.seat.side is None or (last is not None and 0 <= now - last < OFTEN_NS):
            return
        with self._lock:
            self._heard.pop(phone, None)
            self._heard[phone] = now
            if len(self._heard) > MOST:
                del self._heard[next(iter(self._heard))]
        found = Sitter(seating.seat.value, seating.name, phone)
        self._change(
            lambda there: sitters.heard(there, found, new=last is None, now=now),
            seat=found.seat,
            source=source,
            fills=True,
        )

    def left(self, phone: int, *, source: Source) -> None:
        """Nobody sits anywhere with that phone any more."""
        now = self._clock.now()
        self._change(lambda there: sitters.sat_down(there, phone, seat="", name=None, now=now), seat="", source=source)

    def call(self, seat: Seat, name: str | None, *, source: Source) -> None:
        """Whoever sits there is called so, or by no name. Raises Refused where the game has names of its own."""
        game, now = self.table.match.game, self._clock.now()
        if game.seated is None:
            raise Refused(f"{game.title} calls its sides by names of their own.")
        self._change(lambda there: sitters.called(there, seat.value, name, now=now), seat=seat.value, source=source)

    def _change(self, change: Callable[[Sitters], Sitters], *, seat: str, source: Source, fills: bool = False) -> None:
        """`fills`: where the match knows a name already, that stays."""
        with self._lock:
            before = self._sitting()
            after = change(before)
            self._keep(before, after)
            seats = {seat, *(each.seat for each in {*before} ^ {*after})}
            self._tell(seats, sitters.people(after, now=self._clock.now()), source, fills=fills)

    def _sitting(self) -> Sitters:
        return sitters.read_sitters(self.table.kept(TABLE, SITTERS).get(SITTERS))

    def _keep(self, before: Sitters, after: Sitters) -> None:
        if after != before:
            try:
                self.table.keep(TABLE, SITTERS, SITTERS, msgspec.json.encode(after))
            except Refused:
                _logger.exception("the next match will not know who sits where")

    def _tell(self, seats: set[str], people: Mapping[str, str], source: Source, *, fills: bool) -> None:
        match = self.table.match
        known, own_names = match.state.people, match.game.seated is None
        for seat in match.sides:
            name = people.get(seat)
            if seat not in seats or known.get(seat) == name or (fills and seat in known):
                continue
            # What it is told of who plays is whoever does: nobody who sits down before or after it, or stands up.
            if not own_names or (name is not None and match.state.stage is Stage.PLAY):
                self.table.note(Named(seat=seat, name=name), source=source)
