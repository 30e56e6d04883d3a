"""A match's history costs what happens, not what has happened: told beside the naive one, and counted."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.battleline.match.flags import Pointed
from companion.clock import MS
from companion.games import all_games
from companion.journal.journal import Journal, MatchRow
from companion.table.commands import Begin, Command, Undo
from companion.table.events import Event, Refusal, Undone
from companion.table.game import AnyGame
from companion.table.history import MOST_BY_ITSELF, SPAN, Entry, History, stands
from companion.table.match import Match
from companion.table.seats import Seat
from companion.table.state import Stage
from tests.companion.battleline import acts as b
from tests.companion.table.evenings import GAMES, Evening
from tests.companion.table.naive import NaiveHistory, bare
from tests.companion.wartime import acts as w


def journaled(path: Path) -> Iterator[tuple[MatchRow, list[Entry]]]:
    """Every match of a journal that is closed in which anything happened."""
    journal = Journal(path)
    with sqlite3.connect(path) as db:
        matches = db.execute("SELECT id, game, setup FROM match WHERE setup != x''").fetchall()
    db.close()
    for id, game, setup in matches:
        read_event = all_games()[game].read_event
        yield MatchRow(id, game, setup), [Entry.of(row, read_event) for row in journal.rows(id)]
    journal.close()


def opened(row: MatchRow) -> Match[Any]:
    return Match.start(all_games()[row.game], row.setup, now=7)


def read_from(entries: list[Entry]) -> Any:
    return lambda after, most: entries[after : after + most]


@pytest.mark.parametrize("span", [3, SPAN])
@pytest.mark.parametrize("game", GAMES)
@given(seed=st.integers(0, 10_000), often=st.sampled_from([(10, 6), (30, 0), (30, 20), (60, 6)]))
def test_every_evening_goes_as_the_naive_history_has_it(
    game: str, span: int, seed: int, often: tuple[int, int], tmp_path_factory: pytest.TempPathFactory
) -> None:
    undos, breaks = often
    evening = Evening(tmp_path_factory.mktemp("t") / "t.sqlite", game, seed=seed, undos=undos, breaks=breaks)
    evening.play(60).table.close()
    for row, entries in journaled(evening.path):
        with patch("companion.table.history.SPAN", span), patch("companion.table.history.PAGE", span):
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


class Counted:
    """A game whose evolutions are counted, and a long match of it in memory: `journal` has its entries."""

    def __init__(self, game: str) -> None:
        self.evolved = 0
        self.game = copy(all_games()[game])
        self.game.evolve = self._evolve(all_games()[game])  # type: ignore[method-assign]
        self.journal: list[Entry] = []
        self.history = self.reopened()
        self.now = 10

    def _evolve(self, game: AnyGame) -> Callable[[Any, Any], Any]:
        def counting(state: Any, event: Any) -> Any:
            self.evolved += 1
            return game.evolve(state, event)

        return counting

    def reopened(self) -> History:
        setup = msgspec.json.encode(self.game.setup(None))
        history = History(Match.start(self.game, setup, now=7), read_from(self.journal))
        for entry in self.journal:
            history.append(entry)
            history.saved()
        return history

    def do(self, command: Command) -> None:
        """Puts down what the command brings about, and what happened by itself until then."""
        self.now += 20 * MS
        match = self.history.match
        act = self.history.last_act
        while (due := match.due()) is not None and due <= self.now:
            self.take(match.lapse(due))
            match = self.history.match
        if isinstance(command, Undo) and act is not None:
            self.take([Undone(sand_ns=match.sand(self.now), seq=act.seq, mono_ns=self.now)])
        elif not isinstance(command, Undo):
            self.take(match.decide(command, self.now))

    def take(self, events: Sequence[Event]) -> None:
        for event in events:
            seq = self.history.next_seq
            self.journal.append(Entry(seq=seq, wall_ns=self.now, mono_ns=self.now, source="phone 1", event=event))
            self.history.append(self.journal[-1])
            self.history.saved()

    def cost(self, do: Callable[[], object]) -> int:
        """How many evolutions that takes."""
        before = self.evolved
        do()
        return self.evolved - before


def flipping(moves: int, *, undo_every: int) -> Counted:
    """A game of WarTime in which timers are flipped and taken back, and every so often that is undone."""
    match = Counted("wartime")
    match.do(Begin())
    for move in range(moves // 2):
        match.do(w.Flip(timer=("gold-30", "red-90")[move % 2]))
        if move % undo_every:
            match.do(w.Free(timer=("gold-30", "red-90")[move % 2]))
        else:
            match.do(Undo())
    return match


@pytest.mark.parametrize("undo_every", [2, 10, 10_000])
def test_a_start_costs_what_has_happened_however_much_was_undone(undo_every: int) -> None:
    match = flipping(6000, undo_every=undo_every)
    assert match.cost(match.reopened) <= 3 * len(match.journal)
    again = match.reopened()
    assert (again.match.state, again.marks) == (match.history.match.state, match.history.marks)


def test_an_undo_costs_the_same_in_a_long_match_as_in_a_short_one() -> None:
    match = flipping(6000, undo_every=10)
    assert match.cost(lambda: match.do(Undo())) <= 4


def test_who_undoes_everything_never_waits_long_for_one() -> None:
    match = flipping(6000, undo_every=7)
    costs = []
    while match.history.last_act:
        costs.append(match.cost(lambda: match.do(Undo())))
    assert len(costs) > 4000
    assert max(costs) <= 3 * SPAN
    assert sum(costs) <= 2 * MOST_BY_ITSELF * len(costs)


def test_a_button_that_bounced_all_night_costs_an_undo_nothing() -> None:
    match = Counted("battleline")
    match.do(Begin())
    match.do(b.Lay(side=Seat.GOLD, flag=1, piece="R10"))
    for bounce in range(3000):
        match.take([Pointed(sand_ns=match.now, side=(Seat.GOLD, Seat.RED)[bounce % 2], flag=1 + bounce % 9)])
    assert match.cost(lambda: match.do(Undo())) <= 4
    assert match.history.match.state.pointed == {Seat.GOLD: 1 + 2998 % 9, Seat.RED: 1 + 2999 % 9}
    assert match.cost(match.reopened) <= 2 * len(match.journal)


def test_a_press_refused_all_night_costs_an_undo_nothing() -> None:
    match = Counted("wartime")
    match.do(Begin())
    match.do(w.Flip(timer="gold-30"))
    for _ in range(3000):
        match.take(
            [Refusal(sand_ns=match.now, mono_ns=match.now, command="flip", subject=None, reason="No.", at_panel=True)]
        )
    marks = match.history.marks
    assert marks.count(marks[-1:]) == 1, "of all these an undo goes through the last one only"
    match.do(Undo())
    state = match.history.match.state
    assert (state.stage, state.timers["gold-30"].ends_ns) == (Stage.PLAY, None)
