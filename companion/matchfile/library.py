"""Writes the matches of this table's journal as files, and imports files as matches."""

import math
from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Lock

import msgspec

from companion.clock import Allowance, Clock
from companion.fields.invalid import Invalid
from companion.matchfile.files import LARGEST_ROWS, MOST_ROWS, BroughtMatch, digest_of, read, written
from companion.story import Stories
from companion.table.errors import NotHere, Refused, Unread
from companion.table.game import AnyGame
from companion.table.table import Table

AT_ONCE, A_SECOND = 60, 1 / 10
"""Limit how many files are read in a row, and how many in the long run. Replaying a long one takes a while, whatever
comes of it."""
KEPT, KEPT_A_SECOND = 20 * LARGEST_ROWS, LARGEST_ROWS / 300
"""Limit the bytes of rows that are imported in a row, and in the long run: they stay in the journal."""
ROOM = 100_000_000
"""Is how many bytes stay free on the disk: the game on the table needs them more."""


class TakenFile(msgspec.Struct, frozen=True):
    """Says under which number the journal has the match, and whether it is `new`: the same file is imported once.

    `cards` counts those that this table did not have; `trouble` says why not all of them came.
    """

    match: int
    new: bool
    cards: int = 0
    trouble: str = ""


class MatchFiles:
    """Reads and writes match files, one at a time. Any thread may call any method, without the table's lock."""

    def __init__(
        self, table: Table, games: Mapping[str, AnyGame], clock: Clock, stories: Stories, free: Callable[[], int | None]
    ) -> None:
        """Takes `free`, which returns how many bytes the disk has room for; None where that is not known."""
        self._table = table
        self._games = games
        self._clock = clock
        self._stories = stories
        self._free = free
        self._one_at_a_time = Lock()
        self._reading = Allowance(most=AT_ONCE, a_second=A_SECOND, now=clock.now())
        self._keeping = Allowance(most=KEPT, a_second=KEPT_A_SECOND, now=clock.now())

    def file(self, match: int, *, cards: bool = False) -> bytes:
        """Returns the match's file. With `cards` it has those that the match refers to and this table has. Raises
        NotHere, Unread, and Refused where the match does not fit a file."""
        played = self._table.played(match, most=MOST_ROWS)
        if played.match.game not in self._games:
            raise NotHere("game", played.match.game)
        game = self._games[played.match.game]
        return written(played, game, cards=self._cards(match, game) if cards else ())

    def take_in(self, data: bytes) -> TakenFile:
        """Imports the match of a file. Raises NoMatchFile and Refused, and then leaves the table as it was."""
        with self._one_at_a_time:
            self._spend(self._reading)
            free = self._free()
            if free is not None and free < ROOM:
                raise Refused("The disk has hardly any room left: delete old games first.")
            brought = read(data, self._games)
            known = self._known(brought)
            if known is None:
                self._spend(self._keeping, sum(len(row.event) + len(row.source) for row in brought.played.rows))
            match = self._table.bring(brought.played) if known is None else known
            kept, trouble = self._keep(brought)
            return TakenFile(match, new=known is None, cards=kept, trouble=trouble)

    def _spend(self, allowance: Allowance, coins: int = 1) -> None:
        """Spends the coins. Raises Refused where there are not so many."""
        now = self._clock.now()
        if not allowance.take(now, coins):
            wait_s = math.ceil(allowance.wait_s(now, coins))
            wait = f"{wait_s} s" if wait_s < 100 else f"{math.ceil(wait_s / 60)} minutes"
            raise Refused(f"Not imported: too many matches at once. Try again in {wait}.")

    def _cards(self, match: int, game: AnyGame) -> list[bytes]:
        if game.cards is None:
            return []
        story = self._stories.of(match)
        bodies = self._table.kept(game.name, game.cards.kind)
        used = sorted(set(game.cards.used(story.view(len(story.moments)))) & bodies.keys())
        found = []
        for id in used:
            # A card that cannot be read any more counts as missing.
            with suppress(Invalid):
                found.append(game.cards.written(bodies[id]))
        return found

    def _keep(self, brought: BroughtMatch) -> tuple[int, str]:
        """Returns how many cards came to this table, and why not all. Its own stay: other matches refer to them."""
        game, kept = self._games[brought.played.match.game], 0
        for id, body in brought.cards.items():
            assert game.cards is not None
            if id in self._table.kept(game.name, game.cards.kind):
                continue
            try:
                self._table.keep(game.name, game.cards.kind, id, body)
            except Refused as refused:
                return kept, f"Not all of its cards were imported. {refused}"
            kept += 1
        return kept, ""

    def _known(self, brought: BroughtMatch) -> int | None:
        """Returns the same match of this table, if there is one. It was opened at the same instant, and each of its
        rows is the same as far as everyone may know it."""
        opened = brought.played.match
        for match in self._table.opened_at(opened.wall):
            try:
                played = self._table.played(match, most=MOST_ROWS)
            except (NotHere, Unread):
                continue
            same = (played.match.game, played.match.setup, len(played.rows)) == (
                opened.game,
                opened.setup,
                len(brought.played.rows),
            )
            if same and not played.more and digest_of(played, self._games[opened.game]) == brought.digest:
                return match
        return None
