"""All matches that this table's journal has: looked for, and deleted."""

import shutil
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

import msgspec

from companion.shelf.index import EVERYTHING, NONE, Index, Search, Shelved, Sum
from companion.shelf.keeper import Keeper
from companion.table.errors import NotHere, Refused
from companion.table.events import Deleted, ThrownAway
from companion.table.game import AnyGame
from companion.table.history import Source
from companion.table.table import Table

_ROUND = 10_000_000
"""The disk's room is told in so many bytes: what a row takes of it is nobody's business."""
_LONGEST = 160
"""Characters of what the log says of a match that is gone: every page of the game on the table shows it."""


class Storage(msgspec.Struct, frozen=True, kw_only=True):
    """Says how many matches there are, the bytes of their rows, and those that the disk has left; None where nobody
    knows. `untold` of them are still being read, and `going` are being deleted."""

    matches: int
    size: int
    free: int | None
    untold: int = 0
    going: int = 0


class Looked(msgspec.Struct, frozen=True, kw_only=True):
    """Says what was looked for: `found` in all, and a page of them."""

    matches: tuple[Shelved, ...]
    found: int


class Matches:
    """The shelf. Any thread may call: nobody holds the table's lock for longer than a glance."""

    def __init__(self, *, table: Table, games: Mapping[str, AnyGame], path: Path | None) -> None:
        """The index lies in `path`, or in memory alone."""
        self._table = table
        self._games = games
        self._folder = None if path is None else path.parent
        self.keeper = Keeper(table=table, games=games, path=path)
        """To be started where somebody plays, and stopped."""

    def look(self, search: Search, *, skip: int, most: int) -> Looked:
        """At most so many of what is looked for, the one that was played last first."""

        def asked(index: Index) -> Looked:
            found = index.find(search, skip=skip, most=most)
            return Looked(matches=tuple(found), found=index.sum(search).matches)

        return self.keeper.ask(asked) or Looked(matches=(), found=0)

    def find(self, match: int) -> Shelved:
        """Returns that match. Raises NotHere."""
        found = self.keeper.ask(lambda index: index.get(match))
        if found is None:
            raise NotHere("game", str(match))
        return found

    def every(self) -> Sequence[Shelved]:
        """Returns all of them as of one moment, the one that was played last first."""
        return self.keeper.ask(lambda index: index.find(EVERYTHING)) or ()

    def storage(self) -> Storage:
        """As of now."""
        before_ms = self.keeper.going_before_ms

        def asked(index: Index) -> Storage:
            everything = index.sum()
            return Storage(
                matches=everything.matches,
                size=everything.size,
                free=free,
                untold=index.count_untold(),
                going=0 if before_ms is None else index.sum_older(before_ms).matches,
            )

        free = self.free()
        return self.keeper.glance(asked) or Storage(matches=0, size=0, free=free)

    def free(self) -> int | None:
        """Bytes that the disk has room for, roughly; None where nothing is kept on one, or it does not say."""
        try:
            return None if self._folder is None else shutil.disk_usage(self._folder).free // _ROUND * _ROUND
        except OSError:
            return None

    def older(self, before: datetime) -> Sum:
        """Returns what `delete_older` would delete."""
        return self.keeper.ask(lambda index: index.sum_older(_ms(before))) or NONE

    def delete(self, match: int, *, source: Source) -> None:
        """That match is gone for good, and the log of the one on the table says so. Raises NotHere, and Refused where
        it lies on the table or the disk does not forget it."""
        was = self._named(self.find(match))
        self._table.delete(match)
        self._table.note(ThrownAway(match=match, was=was), source=source)
        self.keeper.drop(match)

    def delete_older(self, before: datetime, *, source: Source) -> None:
        """All that were last played before that, and do not lie on the table, go for good, one by one beside the table.
        Raises Refused where there is none."""
        found = self.older(before).matches
        if not found:
            raise Refused("No game here is as old as that.")
        day = f"{before.day} {before:%B %Y}"
        kind = "game" if found == 1 else f"{found} games"
        self._table.note(Deleted(kind=kind, name=f"from before {day}"), source=source)
        self.keeper.delete_before(_ms(before))

    def _named(self, shelved: Shelved) -> str:
        """As the log says which one it was: "Battle Line, Anna against Ben, 3 March 2026"."""
        summary = shelved.summary
        game = self._games.get(summary.game)
        sides = " against ".join(each.person or each.name for each in summary.sides)
        played = datetime.fromtimestamp(summary.last_ms // 1000)
        day = f"{played.day} {played:%B %Y}"
        named = ", ".join(filter(None, (game.title if game else summary.game, summary.called, sides, day)))
        return named if len(named) <= _LONGEST else f"{named[: _LONGEST - 1]}…"


def _ms(when: datetime) -> int:
    return int(when.timestamp() * 1000)
