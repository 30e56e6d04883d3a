"""The slim view fits, whatever the table is called, and says first what a hall needs first."""

from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.hall.link.session import BesideMatch, acted, slim
from companion.hall.wire.messages import MOST_SAND, Called, State, read, written
from companion.hall.wire.topics import LARGEST_STATE, LATEST, LONGEST_SHORT
from companion.table.seats import Seat
from companion.table.showing import Glance
from companion.table.view import LogLine, Over, Phase, TableView, Timer, TimerState
from tests.companion.table.recorded_games import GAMES, Played
from tests.support import Players, examples

COUNTS = st.integers(0, LATEST)
TEXTS = st.one_of(st.text(max_size=90), st.text(alphabet='"\\\x00\x1f🂡', max_size=90))
TIMERS = st.builds(
    Timer,
    id=TEXTS,
    label=TEXTS,
    side=TEXTS,
    kind=TEXTS,
    seconds=st.integers(1, 600),
    state=st.sampled_from(TimerState),
    remaining_ms=st.integers(0, LATEST),
    ends_ms=st.none() | st.integers(-LATEST, LATEST),
)
VIEWS = st.builds(
    TableView,
    version=COUNTS,
    server_ms=st.integers(-LATEST, LATEST),
    game=TEXTS,
    phase=st.sampled_from(Phase),
    paused=st.booleans(),
    names=st.dictionaries(TEXTS, TEXTS, max_size=6),
    timers=st.lists(TIMERS, max_size=12).map(tuple),
    over=st.none() | st.builds(Over, winner=st.none() | TEXTS, title=TEXTS),
    faults=st.lists(st.just("broken"), max_size=5).map(tuple),
)
CALLS = st.builds(Called, id=COUNTS, ms=st.integers(-LATEST, LATEST), coming=st.booleans())
BESIDE = st.builds(
    BesideMatch,
    boot=COUNTS,
    connection=COUNTS,
    match=COUNTS,
    seq=COUNTS,
    called=TEXTS,
    standing=TEXTS,
    score=st.dictionaries(st.sampled_from(Seat), st.integers(-LATEST, LATEST)),
    acted_ms=st.none() | st.integers(0, LATEST),
    call=st.none() | CALLS,
    round=st.none() | COUNTS,
)


def beside(glance: Glance) -> BesideMatch:
    match = glance.match
    return BesideMatch(
        boot=1,
        connection=1,
        match=glance.number,
        seq=glance.seq,
        called=match.game.called(match.state),
        standing=match.standing,
        score=match.score,
        acted_ms=acted(glance.view),
    )


class Glancing(Played):
    """Players whose table is looked at after each act."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.glances: list[Glance] = []

    def do(self, *args: object, **more: object) -> TableView:
        view = super().do(*args, **more)  # type: ignore[arg-type]
        self.glances.append(self.table.glance())
        return view


@pytest.fixture(scope="module")
def glances(tmp_path_factory: pytest.TempPathFactory) -> list[Glance]:
    found = []
    for name in ("wartime", "wartime_by_hand", "warzone", "warzone_fought", "battleline_of_three"):
        players = Glancing(tmp_path_factory.mktemp("slim") / f"{name}.sqlite")
        GAMES[name](players)
        found += players.glances
    Players.leave()
    return found


def test_every_table_that_was_ever_played_fits_with_all_that_a_hall_shows(glances: list[Glance]) -> None:
    assert {glance.view.game for glance in glances} == {"wartime", "warzone", "battleline"}
    for glance in glances:
        state = slim(glance.view, beside(glance))
        assert read(written(state), State) == state
        assert state.names == glance.view.names
        assert state.score == {seat.value: points for seat, points in glance.match.score.items()}
        assert (state.over is None) == (glance.view.over is None)
        active = [timer for timer in glance.view.timers if timer.state is TimerState.ACTIVE]
        assert bool(state.sand) == bool(active)


@given(VIEWS, BESIDE)
@settings(max_examples=examples(120))
def test_it_fits_and_is_read_whatever_anything_is_called(view: TableView, beside: BesideMatch) -> None:
    state = slim(view, beside)
    assert len(written(state)) <= LARGEST_STATE
    assert read(written(state), State) == state
    assert (state.boot, state.connection, state.version) == (beside.boot, beside.connection, view.version)
    assert (state.match, state.seq) == (beside.match, beside.seq)
    assert (state.call, state.round, state.faults) == (beside.call, beside.round, len(view.faults))
    assert (state.phase, state.paused) == (view.phase.value, view.paused)
    assert (state.over is None) == (view.over is None)


@given(VIEWS, BESIDE)
@settings(max_examples=examples(120))
def test_what_is_needed_more_is_left_out_later(view: TableView, beside: BesideMatch) -> None:
    state = slim(view, beside)
    if beside.called and not state.called:
        whole = msgspec.structs.replace(state, called=beside.called[:LONGEST_SHORT])
        assert state.standing == "" or len(written(whole)) > LARGEST_STATE
    if state.called:
        assert bool(state.standing) == bool(beside.standing)
    if state.standing:
        active = sum(timer.state is TimerState.ACTIVE for timer in view.timers)
        assert len(state.sand) == min(active, MOST_SAND)
    if view.names and not state.names:
        assert (state.called, state.standing, state.sand, state.score) == ("", "", (), {})


def test_the_timer_that_runs_out_first_stays_longest() -> None:
    timers = tuple(
        Timer(
            id=f"{'é' * 35}-{left}",
            label="",
            side="gold",
            kind="",
            seconds=90,
            state=TimerState.ACTIVE,
            remaining_ms=left,
            ends_ms=left,
        )
        for left in (900, 300, 700, 500, 100, 800, 200)
    )
    view = TableView(server_ms=1, game="wartime", phase=Phase.RUNNING, paused=False, timers=timers)
    kept = [sand.left_ms for sand in slim(view, BesideMatch(boot=1, connection=1)).sand]
    assert kept == sorted(kept)
    assert kept == [100, 200, 300, 500, 700, 800][: len(kept)]
    assert 1 < len(kept) < MOST_SAND


def test_whoever_acted_last_is_a_player() -> None:
    def line(seq: int, side: str | None) -> LogLine:
        return LogLine(seq=seq, mono_ms=100 * seq, source="", who="", text="", side=side)

    view = TableView(server_ms=1, game="wartime", phase=Phase.RUNNING, paused=False)
    assert acted(view) is None
    assert acted(msgspec.structs.replace(view, last=(line(1, "gold"), line(2, None)))) == 100
