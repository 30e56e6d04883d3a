"""Stories that are kept: each is what it would be if it were made anew, at little cost while a match goes on."""

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import story as stories
from companion.games import all_games
from companion.journal.reader import Played
from companion.story import Stories, Story
from companion.table.commands import Begin, Pause, Resume
from companion.table.errors import NotHere
from companion.table.opening import New
from companion.table.table import Table
from tests.companion.story.matches import ten_minutes
from tests.companion.story.test_story import ALL
from tests.companion.table.evenings import GAMES, Evening
from tests.support import PHONE, ask_table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = ten_minutes(tmp_path / "t.sqlite", rows=60)
    yield table
    table.close()


def alike(one: Story, other: Story) -> None:
    assert one.moments == other.moments
    assert (one.more, one.length_ms, one.match) == (other.more, other.length_ms, other.match)
    assert [one.view(seq) for seq in range(len(one.moments) + 2)] == [
        other.view(seq) for seq in range(len(other.moments) + 2)
    ]
    assert one.report() == other.report()


@pytest.mark.parametrize("game", GAMES)
@given(seed=st.integers(0, 100_000), cuts=st.lists(st.integers(1, 60), max_size=4))
def test_one_that_was_told_on_is_the_one_that_is_told_anew(
    game: str, seed: int, cuts: list[int], tmp_path_factory: pytest.TempPathFactory
) -> None:
    table = Evening(tmp_path_factory.mktemp("t") / "t.sqlite", game, seed=seed).play(40).table
    number = table.glance().number
    if not table.last_row(number):
        return
    whole = table.played(number, most=ALL)
    story: Story | None = None
    for cut in sorted({*(each for each in cuts if each < len(whole.rows)), len(whole.rows)}):
        rows, before = whole.rows[:cut], story
        told = Story(Played(match=whole.match, rows=rows), all_games()[whole.match.game])
        story = told if before is None else before.longer(rows[len(before.moments) :], more=False)
        alike(story, told)
        if before is not None:
            alike(before, Story(Played(match=whole.match, rows=whole.rows[: len(before.moments)]), before.game))


def test_a_match_that_goes_on_is_not_told_from_its_beginning_again(table: Table) -> None:
    kept, number = Stories(table, all_games()), table.glance().number
    first = kept.of(number)
    with patch.object(kept, "_made", side_effect=AssertionError("told anew")):
        assert kept.of(number) is first
        for command in (Pause(), Resume()) if table.view().phase.value == "running" else (Resume(), Pause()):
            ask_table(table, command, source=PHONE)
            assert kept.of(number).moments[-1].seq == table.last_row(number)
    alike(kept.of(number), Stories(table, all_games()).of(number))


def test_behind_the_last_row_of_a_story_nothing_is_told_again(table: Table) -> None:
    number = table.glance().number
    with patch.object(stories, "MOST", 30), patch("companion.story.MOST", 30):
        kept = Stories(table, all_games())
        long = kept.of(number)
        assert (len(long.moments), long.more) == (30, True)
        table.dispatch(Pause() if table.view().phase.value == "running" else Resume(), source=PHONE)
        assert kept.of(number) is long


def test_phones_that_look_at_several_matches_do_not_have_them_told_in_turn(table: Table) -> None:
    numbers = [table.glance().number]
    for _ in range(2):
        table.exchange(New(game="wartime"), source=PHONE)
        table.dispatch(Begin(), source=PHONE)
        numbers.append(table.glance().number)
    kept = Stories(table, all_games())
    found = [kept.of(number) for number in numbers]
    assert [kept.of(number) for number in numbers] == found
    with patch.object(stories, "KEPT_ROWS", 1):
        assert kept.of(numbers[0]).moments == found[0].moments
    assert len(kept._kept) <= 1
    with pytest.raises(NotHere):
        kept.of(99)
