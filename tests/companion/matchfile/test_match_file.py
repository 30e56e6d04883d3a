"""A match file: at every row the same table as the journal shows, and nothing of what is not everyone's."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import all_games
from companion.journal.journal import MatchRow, Row
from companion.journal.reader import Played
from companion.matchfile.files import read, written
from companion.story import Story
from companion.table.events import Upkeep
from tests.companion.story.matches import ten_minutes
from tests.companion.story.test_story import ALL, shown
from tests.companion.table.evenings import GAMES, Evening
from tests.companion.table.test_recorded import NAMES, recorded

EVERY = all_games()


def file_of(played: Played) -> bytes:
    return written(played, EVERY[played.match.game])


def told_alike(played: Played) -> None:
    """What comes out of the file shows at each row what the journal shows."""
    game = EVERY[played.match.game]
    ours, theirs = Story(played, game), Story(read(file_of(played), EVERY).played, game)
    assert len(ours.moments) == len(theirs.moments)
    for one, other in zip(ours.moments, theirs.moments, strict=True):
        if not isinstance(one.event, Upkeep):
            assert (one.event, one.stands, one.at_ms, one.played_ms) == (
                other.event,
                other.stands,
                other.at_ms,
                other.played_ms,
            )
        mine, yours = shown(ours.view(one.seq)), shown(theirs.view(one.seq))
        for each in (mine, yours):
            # Which phone it was, and what was done about the table, stays there.
            each["last"] = [line["seq"] for line in each["last"]]
            for side in each.get("sides", {}).values():
                _forget_the_sealed(side)
        assert mine == yours
    assert ours.report() == theirs.report()


def _forget_the_sealed(side: dict[str, Any]) -> None:
    """That a side had sealed something, before it was revealed: no page draws it, and no file says it."""
    for name in ("sealed", "primary_sealed", "down", "closed"):
        side.pop(name, None)
    if side.get("choice"):
        side["choice"].pop("is_dealt")


def stored(name: str) -> Played:
    """A recorded match as a journal has it."""
    opened, rows, _ = recorded(name)
    stored = tuple(Row(row.seq, row.wall, row.mono, row.source, bytes(row.event)) for row in rows)
    return Played(match=MatchRow(7, opened.game, bytes(opened.setup), 1), rows=stored)


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_match(name: str) -> None:
    told_alike(stored(name))


@pytest.mark.parametrize("game", GAMES)
@given(seed=st.integers(0, 100_000))
def test_an_evening_by_chance(game: str, seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    evening = Evening(tmp_path_factory.mktemp("t") / "t.sqlite", game, seed=seed).play(60)
    number = evening.table.glance().number
    if evening.table.last_row(number):
        told_alike(evening.table.played(number, most=ALL))


def test_ten_minutes_of_six_hundred_rows_are_a_small_file(tmp_path: Path) -> None:
    table = ten_minutes(tmp_path / "t.sqlite")
    played = table.played(table.glance().number, most=ALL)
    assert len(played.rows) >= 600
    data = file_of(played)
    assert data == file_of(played)
    assert len(data) < 40 * 1024
    told_alike(played)
    table.close()
