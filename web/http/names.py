"""What the people at the table are called: as their phones say, and kept from match to match."""

import logging
from collections.abc import Callable, Mapping
from threading import Lock

import msgspec

from companion import sitters
from companion.sitters import SITTERS, TABLE, Sitters
from companion.table.errors import Refused
from companion.table.events import Named
from companion.table.history import Source
from companion.table.seats import Seat
from companion.table.table import Table
from web.http.seating import Seating

_logger = logging.getLogger(__name__)


class Names:
    """Any thread may call. A match whose sides go by its people's names is told of each that changes."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._lock = Lock()

    @property
    def wanted(self) -> bool:
        """Whether the sides of the match on the table go by the names of whoever plays."""
        return self.table.match.game.seated is not None

    def sat_down(self, seating: Seating, *, source: Source) -> None:
        """That phone sits there from now on, or is called otherwise."""
        seat, name = seating.seat.value, seating.name if seating.seat.side else None
        self._change(lambda now: sitters.sat_down(now, seating.phone, seat=seat, name=name), seat=seat, source=source)

    def left(self, phone: int, *, source: Source) -> None:
        """Nobody sits anywhere with that phone any more."""
        self._change(lambda now: sitters.sat_down(now, phone, seat="", name=None), seat="", source=source)

    def call(self, seat: Seat, name: str | None, *, source: Source) -> None:
        """Whoever sits there is called so, or by no name. Raises Refused where the game has names of its own."""
        game = self.table.match.game
        if game.seated is None:
            raise Refused(f"{game.title} calls its sides by names of their own.")
        self._change(lambda now: sitters.called(now, seat.value, name), seat=seat.value, source=source)

    def _change(self, change: Callable[[Sitters], Sitters], *, seat: str, source: Source) -> None:
        with self._lock:
            before = sitters.read_sitters(self.table.kept(TABLE, SITTERS).get(SITTERS))
            after = change(before)
            if after != before:
                try:
                    self.table.keep(TABLE, SITTERS, SITTERS, msgspec.json.encode(after))
                except Refused:
                    _logger.exception("the next match will not know who sits where")
            self._tell({seat, *(each.seat for each in {*before} ^ {*after})}, sitters.people(after), source)

    def _tell(self, seats: set[str], people: Mapping[str, str], source: Source) -> None:
        match = self.table.match
        for seat in match.sides if match.game.seated is not None else ():
            if seat in seats and match.state.people.get(seat) != people.get(seat):
                self.table.note(Named(seat=seat, name=people.get(seat)), source=source)
