"""A match that another box has played is gone on with here: same match, same sand, same log, same undo."""

import contextlib
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import astuple

from companion.clock import SECOND, ManualClock
from companion.hall.rows import Where, sealed_link
from companion.journal import store as chain
from companion.journal.journal import Row
from companion.table.commands import Command, Undo
from companion.table.events import Source
from companion.table.opening import CHOICES, SCENARIO
from companion.table.view import TableView
from tests.companion.hall.archive import JOURNAL, Kept, set_up, state
from tests.companion.hall.boxes import OpenBox
from tests.companion.table.recorded_games import GAMES, Played
from tests.companion.table.test_away import stands
from tests.companion.table.test_recorded import NAMES, recorded
from tests.support import PHONE, Players, entries, open_table, write_journal

NIGHTS = st.integers(1, 10**15)
"""What the monotonic clock of the other box says in nanoseconds."""


class Moving(Played):
    """Players whose box dies before their command of that number: they go on at another one, or, the twins to compare
    them with, at the same one after a restart."""

    def __init__(self, path: Path, *, at: int, elsewhere: bool, night: int = 7 * SECOND, size: int = 100) -> None:
        super().__init__(path)
        self._at, self._elsewhere, self._night, self._size = at, elsewhere, night, size
        self._done = 0
        self.moved: Callable[[], None] = lambda: None

    def do(self, command: Command, source: Source = PHONE) -> TableView:
        if self._done == self._at:
            self._move()
            self.moved()
        self._done += 1
        return super().do(command, source)

    def _move(self) -> None:
        clock = ManualClock(now=self._night, wall=self.clock.wall() + 60 * SECOND)
        kept = Kept(self.table, self.table.glance().number)
        known = {
            (game, kind): self.table.kept(game, kind) for game in ("wartime", "warzone") for kind in (SCENARIO, CHOICES)
        }
        self.table.close()
        if self._elsewhere:
            self.path = self.path.with_name("other.sqlite")
        self.clock = clock
        self.table = open_table(self.path, clock)
        if self._elsewhere:
            for (game, kind), bodies in known.items():
                for id, body in bodies.items():
                    self.table.keep(game, kind, id, body)
            set_up(self, kept.cut(self._size, seed=self._night, twice=3))


class Enough(Exception):
    """The box has died, and that was to be seen."""


@contextlib.contextmanager
def moved(game: str, at: int, **how: object) -> Iterator[Moving]:
    """As it lies there right after, before anybody goes on."""
    with tempfile.TemporaryDirectory() as folder:
        players = Moving(Path(folder) / "t.sqlite", at=at, **how)  # type: ignore[arg-type]

        def enough() -> None:
            raise Enough

        players.moved = enough
        with contextlib.suppress(Enough):
            GAMES[game](players)
            players._move()
        yield players
        players.table.close()


def numberless(players: Players) -> object:
    """It but for the number of what an undo takes back: one row more says that it was set up anew."""
    shown, report = stands(players)  # type: ignore[misc]
    shown.pop("undo_seq")
    return shown, report


def lines(players: Players) -> list[tuple[object, ...]]:
    return [(entry.source, line.who, line.text, line.side, line.gap) for entry, line in entries(players.table)]


def undoing(players: Players, times: int) -> list[object]:
    """What each undo takes back, and the sand of every timer after it."""
    found: list[object] = []
    for _ in range(times):
        if players.table.view().undo is None:
            break
        view = players.table.dispatch(Undo(), source=PHONE)
        found.append((view.undo, view.undo_act, [(timer.id, timer.remaining_ms) for timer in view.timers]))
    return found


@given(
    game=st.sampled_from(sorted(GAMES)),
    at=st.integers(1, 60),
    size=st.integers(1, 30),
    night=NIGHTS,
    undos=st.integers(0, 9),
)
@example(game="wartime_in_secret", at=29, size=3, night=1, undos=7)
@example(game="wartime", at=14, size=1, night=10**15, undos=3)
@example(game="warzone", at=40, size=7, night=5, undos=2)
@example(game="battleline", at=25, size=100, night=7, undos=9)
def test_it_is_the_same_match_as_the_other_box_would_have_after_a_restart(
    game: str, at: int, size: int, night: int, undos: int
) -> None:
    with (
        moved(game, at, elsewhere=False, night=night) as same,
        moved(game, at, elsewhere=True, night=night, size=size) as other,
    ):
        assert state(other) == state(same)
        assert stands(other) == stands(same)
        (there, here), anew = (lines(same), lines(other)), "Set up again from the hall's archive of Table 3"
        (told,) = (line for line in here if str(line[2]).startswith(anew))
        assert [line for line in here if line is not told] == there
        assert undoing(other, undos) == undoing(same, undos)
        assert stands(other) == stands(same)
        for players in (same, other):
            players.restart()
        assert stands(other) == stands(same)


@given(game=st.sampled_from(sorted(GAMES)), at=st.integers(1, 60))
@example(game="wartime_put_right", at=9)
@example(game="warzone_objectives", at=20)
@example(game="battleline_of_three", at=7)
def test_playing_on_goes_on_as_it_would_have_there(game: str, at: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        twins = []
        for elsewhere in (False, True):
            players = Moving(Path(folder) / f"{elsewhere}.sqlite", at=at, elsewhere=elsewhere)
            GAMES[game](players)
            if players._done <= at:
                players._move()
            twins.append(players)
        same, other = twins
        assert state(other) == state(same)
        assert numberless(other) == numberless(same)
        assert [line for line in lines(other) if not str(line[2]).startswith("Set up again")] == lines(same)
        assert undoing(other, 9) == undoing(same, 9)
        for players in twins:
            players.table.close()


@given(name=st.sampled_from(NAMES), share=st.floats(0, 1), size=st.integers(1, 40), undos=st.integers(0, 5))
@example(name="battleline_passed", share=1, size=40, undos=5)
def test_every_beginning_of_what_was_ever_recorded_is_set_up_as_a_start_reads_it_back(
    name: str, share: float, size: int, undos: int
) -> None:
    opened, recorded_rows, _ = recorded(name)
    stored = [Row(row.seq, row.wall, row.mono, row.source, bytes(row.event)) for row in recorded_rows]
    rows = stored[: round(share * len(stored))]
    with tempfile.TemporaryDirectory() as folder:
        write_journal(Path(folder) / "same.sqlite", opened.game, bytes(opened.setup), rows)
        archived = Players(Path(folder) / "same.sqlite")
        kept = Kept(archived.table, 1)
        same, other = archived, Players(Path(folder) / "other.sqlite")
        match = (1, opened.game, bytes(opened.setup), 0)
        end, where = chain.end(match, map(astuple, rows)), Where(JOURNAL, 1)
        kept.rows, kept.chain = kept.rows[: len(rows)], sealed_link(end, where, box=OpenBox())
        set_up(other, kept.cut(size, seed=undos, twice=2))
        written = other.table.written(other.table.glance().number, after=0, most=len(rows) + 1, size=10**9)
        assert list(written.rows[:-1]) == rows
        assert state(other) == state(same)
        assert stands(other) == stands(same)
        assert undoing(other, undos) == undoing(same, undos)
        assert state(other) == state(same)
        for players in (same, other):
            players.table.close()
