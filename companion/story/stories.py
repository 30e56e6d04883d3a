"""Stories that somebody is looking at, made one at a time and kept for a while."""

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock

from companion.story.story import MOST, Story
from companion.table.errors import NotHere
from companion.table.game import AnyGame
from companion.table.table import Table

KEPT = 2
"""A story of MOST rows takes some ten megabytes."""


class Stories:
    """Any thread may ask; who does while another story is being made waits for that. Nobody who plays does."""

    def __init__(self, table: Table, games: Mapping[str, AnyGame]) -> None:
        self._table = table
        self._games = games
        self._one_at_a_time = Lock()
        self._kept: OrderedDict[tuple[int, int], Story] = OrderedDict()

    def of(self, match: int) -> Story:
        """As the journal has the match by now. Raises NotHere, also of a game that this Warglass does not know, and
        Unread."""
        with self._one_at_a_time:
            key = match, self._table.last_row(match)
            story = self._kept.pop(key, None)
            if story is None:
                story = self._made(match)
            self._kept[key] = story
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return story

    def _made(self, match: int) -> Story:
        played = self._table.played(match, most=MOST)
        if played.match.game not in self._games:
            raise NotHere("game", played.match.game)
        return Story(played, self._games[played.match.game])
