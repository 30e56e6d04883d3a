"""Restores a backup into a journal: all of it, or none."""

import itertools
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress

import msgspec

from companion.backup.files import TAKEN_KINDS, AwayLine, EventLine, KeptLine, MatchLine, ShelfFile, TableLine
from companion.journal.journal import Journal, MatchRow, Row
from companion.matchfile.files import unsealed
from companion.shelf.keeper import retold
from companion.table.game import AnyGame
from companion.table.state import Stage

_PAGE, _PAGE_BYTES = 512, 4 * 1024 * 1024
"""Bounds the rows held at a time, and their bytes: one may be as large as a line."""


class Brought(msgspec.Struct, kw_only=True):
    """Says what a restore did. `known` matches were here already, and `unfinished` ones can be resumed. `kept` counts
    restored things by kind. `differing` names what this table kept although the backup's differs. `replaced` names what
    the backup replaced. `passed` things are not for a running table."""

    matches: int = 0
    events: int = 0
    known: int = 0
    unfinished: int = 0
    kept: Counter[str] = msgspec.field(default_factory=Counter)
    differing: list[str] = []
    replaced: list[str] = []
    passed: int = 0


def bring_back(
    file: ShelfFile,
    journal: Journal,
    *,
    games: Mapping[str, AnyGame],
    replace: bool,
    wall_ns: int,
    beside: bool = False,
) -> Brought:
    """Restores a backup into a journal that no table has open. An empty journal gets everything, number by number.
    Another gets what it lacks, behind its own, and its match stays on the table. `replace`: the backup's kept things
    win over those with the same name. `beside`: a table has the journal open, and its lock is held. Then no match comes
    onto the table, and only what a running table may take is kept. Raises NoShelfFile and sqlite3.Error, and then the
    disk has not changed."""
    with journal.together():
        return _Bringing(journal, games=games, replace=replace, wall_ns=wall_ns, beside=beside).all(file)


class _Bringing:
    def __init__(
        self, journal: Journal, *, games: Mapping[str, AnyGame], replace: bool, wall_ns: int, beside: bool
    ) -> None:
        self._journal = journal
        self._games = games
        self._replace = replace
        self._wall_ns = wall_ns
        self._beside = beside
        self._keeps_numbers = journal.last_number == 0
        self._untouched = journal.untouched
        self._done = Brought()
        self._new: dict[int, MatchRow] = {}
        self._match: MatchLine | None = None
        self._rows: list[Row] = []
        self._bytes = 0
        self._ends: list[int] = []
        """Lists the last row of each page of this match, as read."""
        self._here: list[int] = []
        """Lists the matches here that equal this one so far, or were even continued."""
        self._read = 0

    def all(self, file: ShelfFile) -> Brought:
        for line in file.lines():
            match line:
                case EventLine():
                    self._event(line)
                    continue
                case MatchLine():
                    self._end()
                    self._begin(line)
                    continue
                case _:
                    self._end()
            match line:
                case KeptLine():
                    self._keep(line)
                case AwayLine():
                    if (new := self._new.get(line.match)) is not None:
                        self._put_away(new.id, wall_ns=line.wall, called=line.called, standing=line.standing)
                case TableLine():
                    self._lay(line)
        self._end()
        return self._done

    def _keep(self, line: KeptLine) -> None:
        here = self._journal.library.get(line.game, line.kind, line.id)
        if self._beside and line.kind not in TAKEN_KINDS:
            self._done.passed += 1
            return
        if here == line.body:
            return
        if here is not None:
            (self._done.replaced if self._replace else self._done.differing).append(f"{line.kind} {line.id}".strip())
            if not self._replace:
                return
        self._journal.library.put(line.game, line.kind, line.id, line.body)
        self._done.kept[line.kind] += 1

    def _begin(self, line: MatchLine) -> None:
        self._match, self._read, self._ends = line, 0, []
        alike = (self._journal.match(each) for each in self._journal.opened_at(line.wall))
        self._here = [row.id for row in alike if row and (row.game, row.setup) == (line.game, line.setup)]

    def _event(self, line: EventLine) -> None:
        self._rows.append(Row(seq=line.seq, wall=line.wall, mono=line.mono, source=line.source, event=line.event))
        self._bytes += len(line.event)
        if len(self._rows) == _PAGE or self._bytes >= _PAGE_BYTES:
            self._page()

    def _page(self) -> None:
        """Adds the rows that were read. Compares them with the matches that are here."""
        assert self._match is not None
        rows, self._rows, self._bytes = self._rows, [], 0
        before, self._read = list(self._ends), self._read + len(rows)
        self._ends.append(self._read)
        held, self._here = self._here, [each for each in self._here if self._has(each, rows)]
        if held and not self._here:
            self._open(self._match)
            for after, end in itertools.pairwise((0, *before)):
                self._append(self._journal.rows(held[0], after=after, most=end - after))
        elif not held and self._match.match not in self._new:
            self._open(self._match)
        if not self._here:
            self._append(rows)

    def _has(self, match: int, rows: list[Row]) -> bool:
        """Returns whether those rows of the match are here, with or without sealed cards."""
        here = self._journal.rows(match, after=rows[0].seq - 1, most=len(rows)) if rows else []
        if here == rows or len(here) != len(rows):
            return here == rows
        assert self._match is not None
        with suppress(KeyError, msgspec.DecodeError):
            return [unsealed(each, self._games[self._match.game]) for each in here] == rows
        return False

    def _open(self, line: MatchLine) -> None:
        number = line.match if self._keeps_numbers else None
        self._new[line.match] = self._journal.open_match(line.game, line.setup, wall_ns=line.wall, id=number)
        self._done.matches += 1

    def _append(self, rows: list[Row]) -> None:
        assert self._match is not None
        self._journal.append(self._new[self._match.match].id, rows)
        self._done.events += len(rows)

    def _end(self) -> None:
        """Ends the match that was read last."""
        if self._match is None:
            return
        self._page()
        if self._here:
            self._done.known += 1
        else:
            self._journal.away.seal(self._new[self._match.match].id)
        self._match = None

    def _lay(self, line: TableLine) -> None:
        new = self._new.get(line.match)
        if new is None:
            return
        if not self._beside and (self._keeps_numbers or self._untouched):
            self._journal.away.lay(new.id)
        elif (how := self._standing(new)) is not None:
            self._put_away(new.id, wall_ns=self._wall_ns, called=how[0], standing=how[1])

    def _put_away(self, match: int, *, wall_ns: int, called: str, standing: str) -> None:
        self._journal.away.put(match, wall_ns=wall_ns, called=called, standing=standing)
        self._done.unfinished += 1

    def _standing(self, row: MatchRow) -> tuple[str, str] | None:
        """Returns the name and the standing of a match that was on another table, for the list of saved games. Returns
        None for a past game: it is over, has no acts, or this Warglass cannot read it."""
        if row.game not in self._games:
            return None
        # The match is kept even if its game fails on its rows: its page says why.
        with suppress(Exception):
            game, rows = self._games[row.game], self._journal.rows
            past = retold(row, lambda after, most: rows(row.id, after=after, most=most), game)
            match = past.match
            if past.last and match.state.stage is not Stage.OVER:
                return match.game.called(match.state), match.standing
        return None
