"""Gathers a match that another box has played under this table's name from the parts that the hall sends."""

import logging
from collections.abc import Callable, Mapping
from threading import Lock

from msgspec.structs import replace

from companion.clock import MS, SECOND, Clock
from companion.errors import WarglassError
from companion.hall.rows import Strongbox, Where, link_of, may_hide, row_of
from companion.hall.wire.messages import Answer, Done, LogRow, NotDone, Opening, Restore
from companion.hall.wire.topics import LONGEST_TEXT
from companion.journal.journal import Row
from companion.table.errors import Refused
from companion.table.game import AnyGame
from companion.table.opening import Adopt

MOST_ROWS = 100_000
MOST_BYTES = 64 * 1024 * 1024
"""Limit what a match that is set up here may have: some sixty evenings' worth."""
EXPIRES_NS = 60 * SECOND
"""Where no part has come for this long, none comes any more."""

_logger = logging.getLogger(__name__)


def _match_of(part: Restore) -> tuple[str, str, int, int]:
    """Returns what is the same in all parts of one match."""
    return part.restoring, part.journal, part.was, part.last


class _Gathered:
    """Holds what has come of one match, in any order, and when the last part came."""

    def __init__(self, first: Restore) -> None:
        self.of = replace(first, rows=(), opening=None)
        self.heard_ns = 0
        self._rows: dict[int, Row] = {}
        self._sealed: set[int] = set()
        self._opening: Opening | None = None
        self._chain: bytes | None = None
        self._lacks = self._unheard_ms = 0
        self._bytes = 0

    def take(self, part: Restore, *, box: Strongbox) -> None:
        """Takes that part. Raises WarglassError, in words, where it is not a part of this match."""
        if _match_of(part) != _match_of(self.of):
            raise Refused("The parts of that match are of two matches.")
        where = Where(part.journal, part.was)
        link = link_of(part.chain, where, box=box) if part.chain else None
        if link is not None and self._chain not in (None, link):
            raise Refused("The parts of that match end in two ways.")
        self._chain = link or self._chain
        self._lacks, self._unheard_ms = max(self._lacks, part.lacks), max(self._unheard_ms, part.unheard_ms)
        if part.opening is not None and self._opening is None:
            self._opening = part.opening
            self._bytes += len(bytes(part.opening.setup))
        elif part.opening not in (None, self._opening):
            raise Refused("The parts of that match begin in two ways.")
        for told in part.rows:
            if not 0 < told.seq <= part.last:
                raise Refused(f"Row {told.seq} is none of that match's {part.last}.")
            self._keep(row_of(told, where, box=box), told)
        if self._bytes > MOST_BYTES:
            raise Refused(f"That match is larger than {MOST_BYTES // 1024**2} MB, which is too large for a table.")

    def _keep(self, row: Row, told: LogRow) -> None:
        """Keeps the row. Of a row that came both sealed and openly, the sender learns the row's number alone.

        The open one may be a guess, so its answer says neither whether both are equal nor how long the sealed one is.
        """
        before, sealed = self._rows.setdefault(row.seq, row), told.sealed is not None
        if before is row:
            self._bytes += len(bytes(told.event)) + len(told.sealed or "") + len(told.source)
            if sealed:
                self._sealed.add(row.seq)
        elif before != row or sealed != (row.seq in self._sealed):
            raise Refused(f"Row {row.seq} has come twice, and was another one.")

    def whole(self, *, table: str, games: Mapping[str, AnyGame]) -> Adopt | None:
        """Returns the match, once all of it is here. Raises Refused where no table would have sent it like this."""
        of, opening = self.of, self._opening
        if opening is None or len(self._rows) < of.last:
            return None
        self._check(games.get(opening.game))
        return Adopt(
            game=opening.game,
            setup=bytes(opening.setup),
            wall_ns=opening.wall,
            rows=tuple(self._rows[seq] for seq in range(1, of.last + 1)),
            was=of.was,
            table=table,
            chain=self._chain,
            lacks=self._lacks,
            unheard_ns=self._unheard_ms * MS,
        )

    def _check(self, game: AnyGame | None) -> None:
        """Checks it before it uses what players sealed. Raises Refused.

        Else an archive could have a guess read in its place, or the sealed rows read in a match of its own making.
        The table's answer would then show the archive what was sealed.
        """
        if self._sealed and self._chain is None:
            raise Refused(
                "Players sealed something in that match, and this table's card cannot open the seal of its end. "
                "The match may have been changed, so it is not set up here."
            )
        if game is None:
            return
        for seq, row in self._rows.items():
            if seq not in self._sealed and may_hide(row.event, game.read_event):
                raise Refused(
                    f"Row {seq} came openly, and is of a kind that players seal, or that this Warglass does not know. "
                    "Update it."
                )


class Adopting:
    """Gathers one match at a time. Any thread may call.

    The part that makes a match whole also sets it up on the table, which takes a while for a long one.
    """

    def __init__(
        self,
        *,
        adopt: Callable[[Adopt], object],
        games: Mapping[str, AnyGame],
        box: Strongbox,
        clock: Clock,
        table: str,
    ) -> None:
        """`adopt` has the table set it up, and raises Refused; `table` is what the log calls the table in its hall."""
        self._adopt = adopt
        self._games = games
        self._box = box
        self._clock = clock
        self._table = table
        self._lock = Lock()
        self._gathered: _Gathered | None = None
        self._ended: tuple[str, Answer] | None = None

    def take(self, part: Restore) -> Answer:
        """Returns Done where the part is kept, or where the last part has set up the match on the table.

        Else it returns why not: the table has not changed then, and all parts are dropped.
        """
        with self._lock:
            if self._ended is not None and self._ended[0] == part.restoring:
                return self._ended[1]
            self._forget_old()
            if self._gathered is not None and self._gathered.of.restoring != part.restoring:
                return NotDone(why="Another match is being set up here at this moment.")
            try:
                ended = self._taken(part)
            except WarglassError as error:
                return self._end(part, NotDone(why=str(error)[:LONGEST_TEXT]))
            except Exception:
                self._gathered = None
                raise
            return self._end(part, Done()) if ended else Done()

    def expire(self) -> None:
        """Drops a match whose last part came too long ago. To be called now and then."""
        with self._lock:
            self._forget_old()

    def _taken(self, part: Restore) -> bool:
        """Returns True where the match is on the table now."""
        if part.last > MOST_ROWS:
            raise Refused(f"That match has more than {MOST_ROWS} rows, which is too many for a table.")
        gathered = self._gathered = self._gathered or _Gathered(part)
        gathered.heard_ns = self._clock.now()
        gathered.take(part, box=self._box)
        whole = gathered.whole(table=self._table, games=self._games)
        if whole is not None:
            self._adopt(whole)
        return whole is not None

    def _end(self, part: Restore, answer: Answer) -> Answer:
        self._gathered, self._ended = None, (part.restoring, answer)
        return answer

    def _forget_old(self) -> None:
        if self._gathered is not None and self._clock.now() - self._gathered.heard_ns > EXPIRES_NS:
            _logger.warning("a match that was to be set up here never came whole")
            self._gathered = None
