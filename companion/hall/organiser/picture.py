"""What is known of one table, from whatever it has said, in whatever order that came."""

from collections.abc import Callable
from typing import Any, Self, TypeVar

import msgspec

from companion.hall.wire.from_table import Link, Log, Result, State

MOST_MATCHES = 64
MOST_ROUNDS = 32
"""Of each, the newest are remembered: what came before lies in the archive."""
V = TypeVar("V")


class Known(msgspec.Struct, frozen=True):
    """How far a match goes in the table's journal, and the number of the match after it, 0 while it is the last."""

    last: int = 0
    next: int = 0


class Picture(msgspec.Struct, frozen=True, kw_only=True):
    """Each field is the newest of its kind by the table's own count. So the same messages make the same picture,
    however often and in whatever order they come: a late will, or an old retained message, changes nothing.

    `matches` by the match's number and its journal; `results` by round.
    """

    link: Link | None = None
    state: State | None = None
    results: dict[int, Result] = {}
    matches: dict[tuple[int, str], Known] = {}

    def heard(self, said: Link | State | Result | Log) -> Self:
        """The picture with that: itself, the same object, where it changes nothing."""
        match said:
            case Link():
                newer = self.link is None or _newer(said, self.link, _of_link)
                return msgspec.structs.replace(self, link=said) if newer else self
            case State():
                newer = self.state is None or _newer(said, self.state, _of_order)
                return msgspec.structs.replace(self, state=said) if newer else self
            case Result():
                had = self.results.get(said.round)
                if had is not None and not _newer(said, had, _of_order):
                    return self
                return msgspec.structs.replace(self, results=_newest(self.results, said.round, said, MOST_ROUNDS))
            case Log():
                return self._logged(said)

    @property
    def online(self) -> bool:
        return self.link is not None and self.link.online

    @property
    def journal(self) -> str | None:
        """The journal that the state is of; None where the state is of an earlier box, or none has come."""
        if self.link is None or self.state is None or self.state.boot != self.link.boot:
            return None
        return self.link.journal

    def known(self, journal: str, match: int) -> Known:
        """How far that match goes, as the state and the log have said."""
        known = self.matches.get((match, journal), Known())
        if self.state is not None and match == self.state.match and journal == self.journal:
            return Known(max(known.last, self.state.seq), known.next)
        return known

    def _logged(self, said: Log) -> Self:
        key = (said.match, said.journal)
        had = self.matches.get(key, Known())
        known = Known(max(had.last, said.last), max(had.next, said.next or 0))
        if known == had:
            return self
        return msgspec.structs.replace(self, matches=_newest(self.matches, key, known, MOST_MATCHES))


def _newer(said: Any, had: Any, count: Callable[[Any], tuple[int, ...]]) -> bool:
    """Of two that count themselves alike, the same one is taken, whichever came first."""
    mine, theirs = count(said), count(had)
    return mine > theirs or (mine == theirs and _bytes(said) > _bytes(had))


def _of_link(link: Link) -> tuple[int, ...]:
    return link.boot, link.connection, not link.online


def _of_order(said: State | Result) -> tuple[int, ...]:
    return said.boot, said.connection, said.version


def _bytes(said: msgspec.Struct) -> bytes:
    return msgspec.json.encode(said, order="sorted")


def _newest(had: dict[Any, V], key: Any, value: V, most: int) -> dict[Any, V]:
    """With one more, and of all those with the greatest keys."""
    grown = {**had, key: value}
    if len(grown) > most:
        del grown[min(grown)]
    return grown
