"""All that the organiser holds of one table, and how its pages see that."""

from typing import Any

from companion.hall.organiser.archive.shelf import Shelf
from companion.hall.organiser.needs import Others, Playing, need
from companion.hall.organiser.offsets import Offsets
from companion.hall.organiser.picture import Picture
from companion.hall.organiser.refill import Refill
from companion.hall.organiser.view import Archived, CallHere, ResultOf, RoundView, SandHere, TableHere
from companion.hall.wire.from_table import Link, Sand

UNANSWERED = 2
"""So many questions in a row has a box to leave unanswered, and to say nothing else, until it counts as silent though
the broker has not said that it is gone: that may have died with it."""


MOST_BOXES = 16
"""Of one table, of which is known until when they were heard."""


class Record:
    """One table's. Not locked: its owner is. Every `…ms` is on the hall's clock."""

    def __init__(self, table: str, shelf: Shelf, *, now_ms: int, name: str = "", journal: str = "") -> None:
        self.table = table
        self.name = name or table
        self.journal = journal
        """Of the box that was last heard; "" before any was."""
        self.enrolled = True
        self.picture = Picture()
        self.offsets = Offsets()
        self.refill = Refill()
        self.shelf = shelf
        self.resend = ""
        """The asks for a part of its journal, and for what time it is, that are under way."""
        self.clock = ""
        self.clock_boot = -1
        self.unanswered = 0
        self.clocks_left = 0
        self.clock_due_ms = now_ms
        self.heard_ms = 0
        self.silent_ms = min(now_ms, max((each.wall_ms for each in shelf.volumes.values()), default=now_ms))
        self.heard_until: dict[str, int] = {}
        """By journal, how far its box's clock was when that fell silent."""
        self.discovered: tuple[Link, int | None] | None = None
        """What Home Assistant was last told of it: by which link, and what makes a time of day of its clock."""
        self.players: tuple[str, ...] = ()
        self.call: CallHere | None = None
        self.result: ResultOf | None = None
        self.here: TableHere | None = None

    @property
    def seen(self) -> bool:
        """Whether a box of its has ever been heard, or has left something in the archive."""
        return bool(self.journal or self.shelf.volumes)

    @property
    def online(self) -> bool:
        return self.picture.online and self.unanswered < UNANSWERED

    @property
    def silent_since_ms(self) -> int:
        """Where it is not online."""
        return max(self.silent_ms, self.heard_ms) if self.picture.online else self.silent_ms

    def heard_last(self, journal: str, now_ms: int) -> None:
        """The box with that journal has fallen silent."""
        boot, offset_ms = self.offsets.boot, self.offsets.hall_ms(self.offsets.boot, 0)
        if offset_ms is not None and self.picture.link is not None and self.picture.link.boot == boot:
            self.heard_until[journal] = now_ms - offset_ms
            if len(self.heard_until) > MOST_BOXES:
                del self.heard_until[next(iter(self.heard_until))]

    def playing(self, round: RoundView, now_ms: int) -> Playing:
        """What its need is judged by."""
        state, acted_ms = self.picture.state, self._acted_ms()
        settled = self.result is not None and self.result.round == round.number
        return Playing(
            game="" if state is None else state.game,
            enrolled=self.enrolled,
            seen=self.seen,
            online=self.online,
            silent_for_ms=now_ms - self.silent_since_ms,
            expected=bool(self.players),
            begun=acted_ms is not None,
            paused=state is not None and state.paused,
            quiet_ms=0 if acted_ms is None else max(0, now_ms - acted_ms),
            seq=0 if state is None else state.seq,
            over=(state and state.over) or (self.result.title if self.result is not None and settled else None),
            settled=settled,
            call=self.call,
        )

    def draw(self, others: Others, round: RoundView, now_ms: int) -> TableHere:
        """As pages see it."""
        urgency, why = need(self.playing(round, now_ms), others, round)
        state, best = self.picture.state, self.offsets.best
        told = self.offsets.boot == (state.boot if state else -1)
        here = TableHere(
            table=self.table,
            name=self.name,
            need=urgency,
            why=why,
            online=self.online,
            absent=self.enrolled and not self.seen,
            enrolled=self.enrolled,
            silent_ms=None if self.online or not self.seen else self.silent_since_ms,
            heard_ms=self.heard_ms,
            error_ms=best.error(now_ms) if best is not None and told else None,
            behind_rows=self.refill.lacks(self.picture, self.shelf.have),
            anew=self._anew(),
            players=self.players,
            call=self.call,
            result=self.result,
            **self._game(),
        )
        self.here = here
        return here

    def _game(self) -> dict[str, Any]:
        state = self.picture.state
        if state is None:
            return {}
        return {
            "game": state.game,
            "called": state.called,
            "phase": state.phase,
            "paused": state.paused,
            "standing": state.standing,
            "names": state.names,
            "score": state.score,
            "sand": tuple(self._sand(each) for each in state.sand),
            "over": state.over,
            "acted_ms": self._acted_ms(),
            "faults": state.faults,
        }

    def _sand(self, sand: Sand) -> SandHere:
        ends = None if sand.ends_ms is None else self.hall_ms(sand.ends_ms)
        return SandHere(timer=sand.timer, side=sand.side, ends_ms=ends, left_ms=sand.left_ms)

    def hall_ms(self, table_ms: int) -> int | None:
        """The hall's clock when the state's clock says so."""
        state = self.picture.state
        return None if state is None else self.offsets.hall_ms(state.boot, table_ms)

    def _acted_ms(self) -> int | None:
        state = self.picture.state
        return None if state is None or state.acted_ms is None else self.hall_ms(state.acted_ms)

    def _anew(self) -> Archived | None:
        """The newest match of another box, while nobody has done anything on this one."""
        state, link = self.picture.state, self.picture.link
        if (
            link is None
            or not link.online
            or (state is not None and self.picture.journal and state.acted_ms is not None)
        ):
            return None
        return next((each for each in self.shelf.archived() if each.rows and each.journal != link.journal), None)
