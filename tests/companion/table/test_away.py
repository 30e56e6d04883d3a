"""An unfinished match that leaves the table is put away, and comes back as it was, on whichever night."""

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.clock import MS, SECOND, ManualClock
from companion.journal.journal import Journal, Row
from companion.journal.schema import MOST_LISTED
from companion.table.backlog import MOST_MATCHES
from companion.table.commands import Begin, Command, End, Pause, Resume, Undo
from companion.table.errors import NotHere, Refused
from companion.table.events import Source
from companion.table.opening import MOST_NEW, Again, New, TakeOut, ThrowAway, Unfinished
from companion.table.seats import Seat, Side
from companion.table.view import Phase, TableView, TimerState
from tests.companion.table.recorded_games import GAMES, Played
from tests.companion.wartime import acts as c
from tests.companion.warzone.match import seats as warzone
from tests.support import PHONE, Players, Says, ask_table, open_table

OTHERS = ("wartime", "warzone", "battleline")


class Enough(Exception):
    """So many commands have been given."""


class Stopped(Played):
    """Players who stop after so many commands."""

    def __init__(self, path: Path, *, after: int) -> None:
        super().__init__(path)
        self._left = after

    def do(self, command: Command, source: Source = PHONE) -> TableView:
        if not self._left:
            raise Enough
        self._left -= 1
        with suppress(Refused, NotHere):
            ask_table(self.table, command, source=source)
        self.clock.advance(seconds=1.5)
        return self.table.view()

    def act(self, command: Command) -> TableView:
        """One that is not counted, and has to be carried out."""
        return ask_table(self.table, command, source=PHONE)

    def restart(self, *, now: int = 7 * SECOND) -> Players:
        """On a machine whose monotonic clock begins elsewhere."""
        self.table.close()
        self.clock = ManualClock(now=now, wall=self.clock.wall() + 60 * SECOND)
        self.table = open_table(self.path, self.clock)
        return self


def stands(players: Players) -> object:
    """All that a page shows of the match but for its instants, which lie elsewhere on another clock, and but for what
    the panel refused last; and all that its report tells."""
    shown = msgspec.to_builtins(players.table.view())
    for name in ("version", "server_ms", "last", "refused", "phase", "paused"):
        shown.pop(name, None)
    for timer in shown["timers"]:
        for name in ("ends_ms", "ran_out_ms", "refused"):
            timer.pop(name, None)
    for side in shown.get("sides", {}).values():
        side.pop("refused", None)
    return shown, players.table.report()


def put_away(players: Players, *, game: str = "wartime") -> int:
    players.do(New(game=game))
    return players.table.unfinished()[0].match


@contextmanager
def stopped(game: str, after: int) -> Iterator[Stopped]:
    with tempfile.TemporaryDirectory() as folder:
        players = Stopped(Path(folder) / "t.sqlite", after=after)
        with suppress(Enough):
            GAMES[game](players)
        yield players
        players.table.close()


nights = st.integers(1, 10**15)
"""What the monotonic clock says in nanoseconds when the machine has booted anew: later than before, or earlier."""


@given(
    game=st.sampled_from(sorted(GAMES)),
    after=st.integers(1, 60),
    other=st.sampled_from(OTHERS),
    begun=st.booleans(),
    away_s=st.floats(0, 10_000),
    night=st.none() | nights,
)
@example(game="wartime", after=15, other="wartime", begun=True, away_s=500, night=1)
@example(game="warzone", after=40, other="battleline", begun=False, away_s=500, night=10**15)
@example(game="battleline", after=9, other="warzone", begun=False, away_s=0.0, night=None)
def test_what_is_put_away_comes_back_as_it_was(  # noqa: PLR0917
    game: str, after: int, other: str, begun: bool, away_s: float, night: int | None
) -> None:
    with stopped(game, after) as players:
        before, view, acts = stands(players), players.table.view(), players.table.view().undo
        if players.table.unfinished_now is None:
            players.act(New(game=other))
            assert players.table.unfinished() == []
            return
        players.act(New(game=other))
        (away,) = players.table.unfinished()
        assert away.game == view.game
        assert players.table.view().undo is None
        if begun and other != "warzone":
            players.act(Begin())
        players.clock.advance(seconds=away_s)
        if night is not None:
            players.restart(now=night)
            assert players.table.game == other, "a restart brings back what lay on the table, not the newest match"
        players.act(TakeOut(match=away.match))
        assert stands(players) == before
        back = players.table.view()
        assert back.undo == acts
        assert back.phase is (Phase.PAUSED if view.phase is Phase.RUNNING and back.paused else view.phase)
        assert back.paused or back.game != "wartime" or not any(t.ends_ms for t in back.timers)
        if back.paused:
            players.clock.advance(seconds=away_s)
            assert stands(players) == before, "the sand stands until the players resume"
        players.restart(now=night or 5 * SECOND)
        assert (players.table.game, stands(players)) == (view.game, before)


@given(game=st.sampled_from(sorted(GAMES)), after=st.integers(1, 60), undos=st.integers(1, 9), night=nights)
@example(game="wartime_in_secret", after=29, undos=7, night=1)
def test_undo_goes_on_over_it_as_over_a_pause(game: str, after: int, undos: int, night: int) -> None:
    """As many acts can be taken back as before, and no timer has more or less sand than on a table that was only
    stopped and started anew at that instant."""
    with stopped(game, after) as players:
        if players.table.unfinished_now is None:
            return
        players.act(New())
        away = players.table.unfinished()[0].match
        players.restart(now=night)
        players.act(TakeOut(match=away))
        taken_back = [players.act(Undo()).undo for _ in range(undos) if _undoable(players)]
        taken = players.table.view()
    with stopped(game, after) as twin:
        expected = [twin.act(Undo()).undo for _ in range(undos) if _undoable(twin)]
        never = twin.table.view()
    assert taken_back == expected
    assert [_sand(timer) for timer in taken.timers] == [_sand(timer) for timer in never.timers]


def _undoable(players: Players) -> bool:
    return players.table.view().undo is not None


def _sand(timer: object) -> tuple[object, ...]:
    """Without its state where it has no sand left: on a table that stands, it runs out once the players resume."""
    left = timer.remaining_ms  # type: ignore[attr-defined]
    return timer.id, left and timer.state, left  # type: ignore[attr-defined]


def test_the_sand_stands_to_the_nanosecond(players: Players) -> None:
    players.begin().flip("gold-60a", "Archer")
    players.clock.advance(ns=12_345_678_901)
    away = put_away(players)
    players.clock.advance(seconds=86_400)
    players.restart()
    view = players.do(TakeOut(match=away))
    assert (view.phase, view.paused) == (Phase.PAUSED, True)
    glass = players.table.match.state.timers["gold-60a"]
    assert glass.ends_ns - players.table.match.state.clock.sand_ns == 60 * SECOND - 12_345_678_901
    assert players.texts()[-2:] == ["Saved for later", Says("Resumed")]
    players.do(Resume())
    players.wait(1)
    assert players.timer("gold-60a").remaining_ms == 46_654


def test_the_log_keeps_its_order_whatever_the_clock_says_on_the_next_night(players: Players) -> None:
    players.begin().flip("gold-30")
    players.clock.advance(seconds=1)
    away = put_away(players)
    now = players.clock.now()
    players.restart()
    players.table.close()
    players.clock = ManualClock(now=now - SECOND // 2)
    players.table = open_table(players.path, players.clock)
    players.do(TakeOut(match=away))
    assert players.texts()[-2:] == ["Saved for later", Says("Resumed")]


def test_what_is_on_the_table_is_put_away_in_the_same_breath(players: Players) -> None:
    players.begin().flip("gold-30")
    first = put_away(players)
    players.begin().flip("red-90", "Orc")
    players.wait(20)
    players.do(TakeOut(match=first))
    (second,) = players.table.unfinished()
    assert second.match != first
    players.do(TakeOut(match=second.match))
    assert players.timer("red-90").remaining_ms == 70_000
    assert [each.match for each in players.table.unfinished()] == [first]


def test_a_pause_that_was_there_before_is_undone_into_a_table_that_waits(players: Players) -> None:
    players.begin().flip("gold-60a")
    players.wait(10)
    players.do(Pause())
    away = put_away(players)
    players.wait(100)
    players.do(TakeOut(match=away))
    view = players.do(Undo())
    assert view.paused
    assert players.timer("gold-60a").remaining_ms == 50_000
    players.do(Undo())
    assert players.timer("gold-60a").state is TimerState.AVAILABLE


def test_a_resumption_from_before_is_undone_to_the_sand_of_its_pause(players: Players) -> None:
    players.begin().flip("gold-30")
    players.wait(10)
    players.do(Pause())
    players.do(Resume())
    players.wait(25)
    away = put_away(players)
    players.restart()
    players.do(TakeOut(match=away))
    assert players.timer("gold-30").state is TimerState.AVAILABLE
    players.do(Undo())
    assert players.timer("gold-30").remaining_ms == 20_000
    players.wait(100)
    assert players.timer("gold-30").remaining_ms == 20_000
    players.do(Resume())
    players.wait(1)
    assert players.timer("gold-30").remaining_ms == 19_000


def test_a_table_being_set_up_goes_on(players: Players) -> None:
    players.do(c.Muster(side=Side.GOLD, units=("Archer",)))
    away = put_away(players)
    players.restart()
    view = players.do(TakeOut(match=away))
    assert (view.phase, view.paused) == (Phase.SETUP, False)
    players.begin().flip("gold-30")
    players.wait(30)
    assert players.timer("gold-30").state is TimerState.AVAILABLE


def test_what_nobody_has_acted_in_is_left_and_what_is_over_too(players: Players) -> None:
    players.do(New(game="battleline"))
    players.do(New(game="wartime"))
    assert players.table.unfinished_now is None
    players.begin()
    players.do(Undo())
    players.do(Again())
    players.begin()
    players.do(End())
    assert players.table.unfinished_now is None
    players.do(Again())
    assert players.table.unfinished() == []
    players.table.close()
    with sqlite3.connect(players.path) as db:
        assert db.execute("SELECT count(*) FROM event WHERE CAST(event AS TEXT) LIKE '%putaway%'").fetchone() == (0,)
    db.close()
    players.table = open_table(players.path, players.clock)


def test_ticked_cards_are_put_away_though_undo_passes_over_them(players: Players) -> None:
    players.do(c.Tick(side=Side.GOLD, choose="Advance"))
    assert players.table.unfinished_now == "WarTime is being set up"
    with pytest.raises(Refused, match=r"Save it for later first, or stay\.$"):
        players.do(New(game="battleline", away=False))
    with pytest.raises(Refused, match="no act to undo"):
        players.do(Undo())
    players.restart()
    away = put_away(players, game="battleline")
    players.do(TakeOut(match=away))
    assert players.table.match.state.forces[Side.GOLD].cards == ("Advance",)
    assert players.table.unfinished_now == "WarTime is being set up"


def test_no_undo_takes_a_ticked_card_nor_the_sand_along(players: Players) -> None:
    players.do(c.Flip(timer="neutral-120"))
    for command in (Pause(), Resume()):
        players.wait(3)
        players.do(command)
    players.wait(5)
    players.do(c.Tick(side=Side.GOLD, choose="Advance"))
    for left in (117, 117, 0):
        view = players.do(Undo())
        assert players.table.match.state.forces[Side.GOLD].cards == ("Advance",)
        assert next(each.remaining_ms for each in view.timers if each.id == "neutral-120") == left * 1000
    players.restart()
    assert players.table.match.state.forces[Side.GOLD].cards == ("Advance",)


def test_what_happens_by_itself_is_nothing_to_put_away(players: Players) -> None:
    players.do(c.Flip(timer="neutral-120"))
    players.wait(121)
    players.do(Undo())
    assert players.table.unfinished_now is None


@pytest.mark.parametrize("command", [New(game="battleline", away=False), Again(away=False)])
def test_what_was_asked_for_while_nothing_ran_puts_nothing_away(players: Players, command: Command) -> None:
    """A page that was drawn before the game began offers another one without asking."""
    players.begin().flip("gold-30")
    with pytest.raises(Refused, match=r"^WarTime is running, 1 timer\. Save it for later first, or stay\.$"):
        players.do(command)
    assert players.timer("gold-30").state is TimerState.ACTIVE
    assert players.table.unfinished() == []


def test_the_list_tells_how_each_stood_and_when(players: Players) -> None:
    opened = players.clock.wall() // MS
    players.begin().flip("gold-30", "Archer")
    players.flip("red-90", "Orc")
    players.do(c.Eliminate(unit="Orc"))
    players.wait(5)
    put_away(players, game="warzone")
    warzone.begin(players)
    assert players.table.unfinished_now == "Warzone is running, Turn 1, 0–0"
    put_away(players, game="battleline")
    assert players.table.unfinished_now is None
    players.do(Begin())
    assert players.table.unfinished_now == "Battle Line is running, Flags 0–0"
    put_away(players)
    players.do(c.Muster(side=Side.GOLD, units=("Archer",)))
    assert players.table.unfinished_now == "WarTime is being set up"
    put_away(players)
    told = [(each.game, each.called, each.standing) for each in players.table.unfinished()]
    assert told[0] == ("wartime", "Open game", "not begun")
    assert told[1:3] == [
        ("battleline", "", "Flags 0–0"),
        ("warzone", players.table.unfinished()[2].called, "Turn 1, 0–0"),
    ]
    assert players.table.unfinished()[3] == Unfinished(
        match=1,
        game="wartime",
        title="WarTime",
        called="Open game",
        standing="2 timers, 1 unit lost",
        opened_ms=opened,
        put_away_ms=opened + 5000,
    )


def test_the_list_ends_somewhere_and_nothing_falls_off_it(players: Players) -> None:
    for _ in range(MOST_LISTED):
        players.begin()
        put_away(players)
    players.begin()
    with pytest.raises(Refused, match=r"^50 games are saved already. Delete one first, or end this one\.$"):
        put_away(players)
    assert [each.match for each in players.table.unfinished()] == list(range(MOST_LISTED, 0, -1))
    players.do(TakeOut(match=1))
    assert [each.match for each in players.table.unfinished()] == [51, *range(MOST_LISTED, 1, -1)]
    players.do(ThrowAway(match=2))
    put_away(players)


def test_a_match_in_which_nothing_happened_leaves_nothing_behind(players: Players) -> None:
    for _ in range(3):
        players.do(New())
    players.restart()
    with closing(sqlite3.connect(players.path)) as db:
        assert db.execute("SELECT id FROM match WHERE setup != x''").fetchall() == [(4,)]


def test_so_many_new_games_at_once_are_no_playing_any_more(players: Players) -> None:
    for _ in range(MOST_NEW - 1):
        players.do(New())
    with pytest.raises(Refused, match=r"^Not begun: too many new games at once. Wait 60 s\.$"):
        players.do(New())
    players.wait(60)
    players.do(New())


def test_what_is_thrown_away_is_gone(players: Players) -> None:
    players.begin().flip("gold-30")
    away = put_away(players)
    version = players.table.version
    players.do(ThrowAway(match=away))
    assert players.table.version > version
    assert players.table.unfinished() == []
    for command in (TakeOut(match=away), ThrowAway(match=away)):
        with pytest.raises(Refused, match="resumed or deleted"):
            players.do(command)
    with pytest.raises(Refused, match="no longer saved"):
        players.do(ThrowAway(match=2))
    players.restart()
    players.begin()
    assert put_away(players) == 2, "no later match goes by its number"
    players.table.close()
    with sqlite3.connect(players.path) as db:
        assert db.execute("SELECT count(*) FROM event WHERE match = ?", (away,)).fetchone() == (0,)
    db.close()
    players.table = open_table(players.path, players.clock)


@contextmanager
def failing_disk(path: Path) -> Iterator[None]:
    """Nothing can be written meanwhile."""
    blocker = sqlite3.connect(path, isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    yield
    blocker.execute("ROLLBACK")
    blocker.close()


@pytest.mark.parametrize("command", [TakeOut(match=1), ThrowAway(match=1)], ids=lambda command: type(command).__name__)
def test_a_disk_that_fails_leaves_what_was_put_away_where_it_is(players: Players, command: Command) -> None:
    players.begin().flip("red-30")
    put_away(players)
    players.begin().flip("gold-60a")
    players.wait(10)
    before, away = players.table.view(), players.table.unfinished()
    with failing_disk(players.path):
        with pytest.raises(Refused, match=r"^Not (saved|deleted).*: another program keeps the journal for itself\.$"):
            players.do(command)
        assert players.table.view() == before
        assert players.table.unfinished() == away
        players.flip("gold-30")
        assert "Not saving" in players.table.view().faults[0]
    if isinstance(command, TakeOut):
        players.do(command)
        assert players.table.view().faults == ()
        players.do(TakeOut(match=players.table.unfinished()[0].match))
        assert players.timer("gold-30").remaining_ms == 30_000, "what was not saved is written before it is put away"


@pytest.mark.parametrize("command", [New(game="battleline"), Again()], ids=lambda command: type(command).__name__)
def test_another_game_comes_whatever_the_disk_does_and_all_is_written_once_it_can_be(
    players: Players, command: Command
) -> None:
    players.begin().flip("gold-60a")
    with failing_disk(players.path):
        players.flip("gold-30")
        players.wait(10)
        for _ in range(3):
            players.do(command)
        players.do(Begin())
        assert players.table.view().faults == ("Not saving: another program keeps the journal for itself.",)
        players.do(New())
        players.begin().flip("red-90")
        assert players.table.unfinished() == []
    assert players.table.disk.unsynced
    players.table.disk.sync()
    assert players.table.view().faults == ()
    assert [each.game for each in players.table.unfinished()] == [getattr(command, "game", "wartime"), "wartime"]
    players.restart()
    assert players.timer("red-90").state is TimerState.ACTIVE
    players.do(TakeOut(match=players.table.unfinished()[-1].match))
    assert [players.timer(each).remaining_ms for each in ("gold-60a", "gold-30")] == [50_000, 20_000]


def test_so_many_games_wait_for_the_disk_and_no_more(players: Players) -> None:
    with failing_disk(players.path):
        for _ in range(MOST_MATCHES - 1):
            players.begin()
            players.do(Again())
        players.begin()
        with pytest.raises(Refused, match="so this game stays on the table"):
            players.do(Again())
        assert players.table.unfinished_now is not None
    players.flip("gold-30")
    assert len(players.table.unfinished()) == MOST_MATCHES - 1


def sneeze(players: Players, *, match: int) -> None:
    """Has something happen in a match that no Warglass knows of."""
    players.table.close()
    journal = Journal(players.path)
    seq = len(journal.rows(match)) + 1
    table = journal.last_match()
    journal.away.lay(match)
    journal.append(match, [Row(seq, 0, 0, "phone 1", b'{"type": "sneezed", "sand_ns": 1}')])
    assert table is not None
    journal.away.lay(table.id)
    journal.away.put(match, wall_ns=0, called="", standing="1 timer") if table.id != match else None
    journal.close()
    players.table = open_table(players.path, players.clock)


def test_a_match_that_cannot_be_read_back_stays_away(players: Players) -> None:
    players.begin()
    away = put_away(players)
    players.begin().flip("gold-30")
    sneeze(players, match=away)
    with pytest.raises(Refused, match="that game cannot be read, so this one stays on the table"):
        players.do(TakeOut(match=away))
    assert players.timer("gold-30").state is TimerState.ACTIVE
    assert [each.match for each in players.table.unfinished()] == [away]


def test_a_scenario_that_there_is_not_puts_nothing_away(players: Players) -> None:
    players.begin().flip("gold-30")
    with pytest.raises(NotHere):
        players.do(New(scenario="nowhere"))
    assert players.timer("gold-30").state is TimerState.ACTIVE
    assert players.table.unfinished() == []


def test_a_series_of_battles_goes_on_from_the_one_that_was_taken_out(players: Players) -> None:
    players.do(New(game="battleline"))
    players.do(End(winner=Seat.GOLD))
    second = players.do(Again())
    players.do(Begin())
    away = put_away(players)
    players.restart()
    players.do(TakeOut(match=away))
    assert players.table.view().battle == second.battle == 2  # type: ignore[attr-defined]
