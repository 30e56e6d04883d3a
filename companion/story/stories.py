"""Stories that somebody is looking at, made one at a time and kept for a while."""

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock

from companion.story.story import MOST, Story
from companion.table.errors import NotHere, readable
from companion.table.game import AnyGame
from companion.table.table import Table

KEPT, KEPT_ROWS = 8, 3 * MOST
"""So many stories, and so many rows in all of them: a row takes some 2.5 KB, so they take forty megabytes at the
most."""


class Stories:
    """Any thread may ask; who does while another story is being made waits for that. Nobody who plays does."""

    def __init__(self, table: Table, games: Mapping[str, AnyGame]) -> None:
        self._table = table
        self._games = games
        self._one_at_a_time = Lock()
        self._kept: OrderedDict[int, Story] = OrderedDict()

    def of(self, match: int) -> Story:
        """As the journal has the match by now. Raises NotHere, also of a game that this Warglass does not know, and
        Unread."""
        with self._one_at_a_time:
            known = self._kept.pop(match, None)
            last = self._table.last_row(match)
            self._kept[match] = story = self._made(match) if known is None else self._brought_up(known, last)
            while len(self._kept) > KEPT or sum(len(each.moments) for each in self._kept.values()) > KEPT_ROWS:
                self._kept.popitem(last=False)
            return story

    def _brought_up(self, story: Story, last: int) -> Story:
        """The story of a match that has so many rows by now."""
        rows, match = len(story.moments), story.match.id
        if min(last, MOST) == rows and story.more == (last > MOST):
            return story
        if not 0 < rows <= last:
            return self._made(match)
        with readable():
            news = self._table.reader.rows(match, after=rows, most=MOST - rows)
        return story.longer(news, more=last > MOST)

    def _made(self, match: int) -> Story:
        played = self._table.played(match, most=MOST)
        if played.match.game not in self._games:
            raise NotHere("game", played.match.game)
        return Story(played, self._games[played.match.game])
