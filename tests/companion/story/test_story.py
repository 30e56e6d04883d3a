"""A story shows at every row of a match what the live table showed just then."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.clock import MS
from companion.games import all_games
from companion.story import Story
from companion.table.commands import Command
from companion.table.table import Table
from companion.table.view import TableView
from tests.companion.table.evenings import GAMES, Evening

ALL = 10_000


class Watched(Evening):
    """An evening of which somebody wrote down all that the table showed: by match and row, with the instant (ns)."""

    def __init__(self, path: Path, game: str, *, seed: int) -> None:
        self.seen: dict[tuple[int, int], tuple[int, TableView]] = {}
        super().__init__(path, game, seed=seed)

    def attempt(self, command: Command) -> None:
        self._let_fall()
        super().attempt(command)
        self._look()

    def restart(self) -> None:
        super().restart()
        self._look()

    def _let_fall(self) -> None:
        """What was due meanwhile happens one by one."""
        now = self.clock.now()
        while (due := self.table.match.due()) is not None and due <= now:
            self.clock.advance(ns=due - self.clock.now())
            self._look()
        self.clock.advance(ns=now - self.clock.now())

    def _look(self) -> None:
        glance = self.table.glance()
        # As it was first seen: after a restart the same row may be there in another boot.
        self.seen.setdefault((glance.number, glance.seq), (self.clock.now(), glance.view))


def story_of(table: Table, match: int) -> Story:
    played = table.played(match, most=ALL)
    return Story(played, all_games()[played.match.game])


def shown(view: TableView) -> Any:
    """All of it, but for what is not of the match: which version it is, and what a button that goes on bouncing was
    told meanwhile."""
    said: dict[str, Any] = msgspec.to_builtins(msgspec.structs.replace(view, version=0))
    return _without(said, "refused")


def _without(said: Any, name: str) -> Any:
    if isinstance(said, dict):
        return {key: _without(value, name) for key, value in said.items() if key != name}
    return [_without(each, name) for each in said] if isinstance(said, list | tuple) else said


@pytest.mark.parametrize("game", GAMES)
@given(seed=st.integers(0, 100_000))
@example(seed=99)  # in WarTime the match's first row is a press that is older than the match
def test_it_shows_what_the_live_table_showed(game: str, seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Undos, pauses, presses heard late, restarts, games put away and taken out again included."""
    evening = Watched(tmp_path_factory.mktemp("t") / "t.sqlite", game, seed=seed)
    evening.play(60)
    matches = {match for match, seq in evening.seen if seq}
    stories = {match: story_of(evening.table, match) for match in matches}
    for (match, seq), (now, view) in evening.seen.items():
        if seq:
            story = stories[match]
            assert shown(story.view(seq, later_ms=(now - story.instant_ns(seq)) // MS)) == shown(view)
