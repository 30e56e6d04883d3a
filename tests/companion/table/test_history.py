"""A match's history costs what happens, not what has happened: told beside the naive one, and counted."""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import all_games
from companion.journal.journal import Journal, MatchRow
from companion.table.errors import Refused
from companion.table.events import Event
from companion.table.history import PAGE, Entry, History
from companion.table.match import Match
from companion.table.standing import SPAN, stands
from tests.companion.table.evenings import GAMES, Evening
from tests.companion.table.naive import NaiveHistory, bare


def journaled(path: Path) -> Iterator[tuple[MatchRow, list[Entry]]]:
    """Every match of a journal that is closed."""
    journal = Journal(path)
    with sqlite3.connect(path) as db:
        matches = db.execute("SELECT id, game, setup FROM match").fetchall()
    db.close()
    for id, game, setup in matches:
        read_event = all_games()[game].read_event
        yield MatchRow(id, game, setup), [Entry.of(row, read_event) for row in journal.rows(id)]
    journal.close()


def opened(row: MatchRow) -> Match[Any]:
    return Match.opened(all_games()[row.game], row.setup, now=7)


def read_from(entries: list[Entry]) -> Any:
    return lambda after, most: entries[after : after + most]


@pytest.mark.parametrize("span", [3, SPAN])
@pytest.mark.parametrize("game", GAMES)
@given(seed=st.integers(0, 10_000), undos=st.sampled_from([10, 30, 60]), breaks=st.sampled_from([0, 6, 20]))
def test_every_evening_goes_as_the_naive_history_has_it(
    game: str, span: int, seed: int, undos: int, breaks: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    evening = Evening(tmp_path_factory.mktemp("t") / "t.sqlite", game, seed=seed, undos=undos, breaks=breaks)
    evening.play(60).table.close()
    for row, entries in journaled(evening.path):
        with patch("companion.table.standing.SPAN", span), patch("companion.table.history.PAGE", span):
            naive, history = NaiveHistory(opened(row)), History(opened(row), read_from(entries))
            for entry in entries:
                naive.append(entry)
                history.append(entry)
                history.saved()
                assert bare(history.match) == bare(naive.match)
                assert history.last_act == (naive.acts[-1] if naive.acts else None)
        acts = {act.seq for act in naive.acts}
        assert [history.stands(entry.seq) for entry in entries] == [entry.seq in acts for entry in entries]
        assert [entry for entry in entries if stands(history.marks, entry.seq)] == naive.standing()
