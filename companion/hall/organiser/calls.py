"""The calls of judges, open and answered."""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from companion.hall.organiser.view import CallHere, RulingHere
from companion.hall.wire.from_table import CallDetail, Called
from companion.table.errors import NotHere

MOST_CLOSED = 100
"""Answered calls that are shown still, the newest."""
_OPEN = ("called", "coming")


class Calls:
    """By table and number, the oldest first. `journal` tells the calls of one box from those of its replacement. Not
    locked: its owner is."""

    def __init__(self, kept: Iterable[tuple[str, CallHere]], forget: Callable[[str, CallHere], None]) -> None:
        """`forget` is told, with its box's journal, of each call that is none any more, or too old to be shown."""
        self._forget = forget
        self._calls: dict[tuple[str, int], tuple[str, CallHere]] = {}
        for journal, call in sorted(kept, key=lambda each: each[1].since_ms):
            self._put(journal, call)

    def all(self) -> tuple[CallHere, ...]:
        """The open ones first, and of those the oldest; then the answered, the newest first."""
        calls = [call for _, call in self._calls.values()]
        closed = [call for call in calls if call.state not in _OPEN]
        return (*(call for call in calls if call.state in _OPEN), *reversed(closed))

    def open_at(self, table: str) -> CallHere | None:
        return next((call for _, call in self._calls.values() if call.table == table and call.state in _OPEN), None)

    def journal(self, call: CallHere) -> str:
        return self._calls[call.table, call.id][0]

    def find(self, table: str, id: int) -> CallHere:
        """Raises NotHere."""
        if (table, id) not in self._calls:
            raise NotHere("call", f"{table} {id}")
        return self._calls[table, id][1]

    def told(self, table: str, journal: str, called: Called | None, *, since_ms: int) -> tuple[bool, CallHere | None]:
        """The table says that this one is open, or none is: whether that is news, and the open one."""
        before = self.open_at(table)
        if called is None:
            if before is not None:
                self._drop(before)  # taken back, for an answered one is closed here before it is there
            return before is not None, None
        had = self._calls.get((table, called.id))
        if had is None or had[0] != journal:
            if before is not None:
                self._drop(before)
            call = CallHere(table=table, id=called.id, since_ms=since_ms, state="coming" if called.coming else "called")
            self._put(journal, call)
            return True, call
        return False, had[1] if had[1].state in _OPEN else None

    def become(self, call: CallHere) -> None:
        """In place of the one with its table and number. Raises KeyError where there is none."""
        self._put(self.journal(call), call)

    def detailed(self, table: str, detail: CallDetail) -> CallHere | None:
        """With what the table says of it; None where that call is gone."""
        if (table, detail.call) not in self._calls:
            return None
        call = replace(
            self.find(table, detail.call),
            by=detail.by,
            words=detail.words,
            lines=detail.lines,
            rulings=tuple(RulingHere(each.id, each.question, each.cite, each.answer) for each in detail.rulings),
        )
        self.become(call)
        return call

    def _put(self, journal: str, call: CallHere) -> None:
        self._calls[call.table, call.id] = (journal, call)
        closed = [key for key, (_, each) in self._calls.items() if each.state not in _OPEN]
        if len(closed) > MOST_CLOSED:
            self._drop(self._calls[closed[0]][1])

    def _drop(self, call: CallHere) -> None:
        journal, _ = self._calls.pop((call.table, call.id))
        self._forget(journal, call)
