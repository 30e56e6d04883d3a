"""Finds and deletes the matches that this table's journal has."""

import shutil
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

import msgspec

from companion.shelf.index import EVERYTHING, NONE, Index, IndexSum, Search, Shelved
from companion.shelf.keeper import Keeper
from companion.table.errors import NotHere, Refused
from companion.table.events import Deleted, Source, ThrownAway
from companion.table.game import AnyGame
from companion.table.table import Table

_ROUND = 10_000_000
"""Rounds the disk's free room to so many bytes: they would show what a sealed row takes."""
_LONGEST = 160
"""Bounds the characters of a deleted match's name in the log. Every page of the game shows that line."""


class Storage(msgspec.Struct, frozen=True, kw_only=True):
    """Counts all matches, the bytes of their rows, and the bytes free on the disk, or None where they are not known.
    `untold` of them have no summary yet, and `going` are being deleted."""

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
    """Finds and deletes past games. Any thread may call: a call holds the table's lock only for a moment."""

    def __init__(self, *, table: Table, games: Mapping[str, AnyGame], path: Path | None) -> None:
        """Keeps the index in `path`, or in memory alone."""
        self._table = table
        self._games = games
        self._folder = None if path is None else path.parent
        self.keeper = Keeper(table=table, games=games, path=path)
        """Start it where a table plays, and stop it with the table."""

    def look(self, search: Search, *, skip: int, most: int) -> Looked:
        """Returns at most so many matches of a search, the one that was played last first."""

        def find_in(index: Index) -> Looked:
            found = index.find(search, skip=skip, most=most)
            return Looked(matches=tuple(found), found=index.sum(search).matches)

        return self.keeper.ask(find_in) or Looked(matches=(), found=0)

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
        """Counts the matches and their room now."""
        before_ms = self.keeper.going_before_ms

        def sum_up(index: Index) -> Storage:
            everything = index.sum()
            return Storage(
                matches=everything.matches,
                size=everything.size,
                free=free,
                untold=index.count_untold(),
                going=0 if before_ms is None else index.sum_older(before_ms).matches,
            )

        free = self.free()
        return self.keeper.glance(sum_up) or Storage(matches=0, size=0, free=free)

    def free(self) -> int | None:
        """Returns the bytes free on the disk, rounded, or None where there is no disk or it does not say."""
        try:
            return None if self._folder is None else shutil.disk_usage(self._folder).free // _ROUND * _ROUND
        except OSError:
            return None

    def older(self, before: datetime) -> IndexSum:
        """Returns what `delete_older` would delete."""
        return self.keeper.ask(lambda index: index.sum_older(_ms(before))) or NONE

    def delete(self, match: int, *, source: Source) -> None:
        """Deletes a match for good, and logs that in the match on the table. Raises NotHere, and Refused where the
        match is on the table or the disk fails."""
        was = self._named(self.find(match))
        self._table.delete(match)
        self._table.note(ThrownAway(match=match, was=was), source=source)
        self.keeper.drop(match)

    def delete_older(self, before: datetime, *, source: Source) -> None:
        """Deletes for good, one by one beside the table, all matches that were last played before that time. The match
        on the table stays. Raises Refused where there are none."""
        found = self.older(before).matches
        if not found:
            raise Refused("No game here is as old as that.")
        day = f"{before.day} {before:%B %Y}"
        kind = "game" if found == 1 else f"{found} games"
        self._table.note(Deleted(kind=kind, name=f"from before {day}"), source=source)
        self.keeper.delete_before(_ms(before))

    def _named(self, shelved: Shelved) -> str:
        """Returns the match's name for the log: "Battle Line, Anna against Ben, 3 March 2026"."""
        summary = shelved.summary
        game = self._games.get(summary.game)
        sides = " against ".join(each.person or each.name for each in summary.sides)
        played = datetime.fromtimestamp(summary.last_ms // 1000)
        day = f"{played.day} {played:%B %Y}"
        named = ", ".join(filter(None, (game.title if game else summary.game, summary.called, sides, day)))
        return named if len(named) <= _LONGEST else f"{named[: _LONGEST - 1]}…"


def _ms(when: datetime) -> int:
    return int(when.timestamp() * 1000)
