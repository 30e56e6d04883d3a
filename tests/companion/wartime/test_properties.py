"""What holds for every way in which players can use the table."""

import tempfile
from pathlib import Path

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from companion.clock import MS
from companion.journal.journal import Journal
from companion.names import same
from companion.table.commands import Undo
from companion.table.errors import NotHere, Refused
from companion.table.history import Entry
from companion.table.match import Match
from companion.table.opening import Again, New, TakeOut
from companion.table.seats import Seat, Side
from companion.table.view import TableView, TimerState
from companion.wartime.match.game import WARTIME
from companion.wartime.match.state import Correction
from companion.wartime.match.views import CardState
from companion.wartime.referee.board import Feature, Terrain
from companion.wartime.report import WarTimeReport
from companion.wartime.scenario.library import BUILT_IN, Scenarios, scenario_of
from companion.wartime.scenario.parts import MOST_TOKENS
from companion.wartime.scenario.scenario import BOX, TimerKind
from tests.companion.wartime import acts as c
from tests.support import Players, evolved

timers = st.sampled_from([spec.id for spec in BOX])
names = st.none() | st.sampled_from(["Archer", "archer", "Orc", "Knight"])
cards = names | st.just("Fireball")
sides = st.none() | st.sampled_from(Side)
lists = st.lists(st.sampled_from(["Archer", "Orc", "Knight", "Fireball"]), max_size=2, unique=True).map(tuple)
hexes = st.sampled_from(["D6", "D7", "D8", "E7", "Z9"])
casters = st.none() | st.none() | names
flips = st.builds(c.Flip, timer=timers, unit=names, card=cards, caster=casters)
seats = st.none() | st.sampled_from([Seat.GOLD, Seat.RED])
corrections = st.one_of(
    st.builds(Correction, timer=timers, seconds=st.integers(-90, 90)),
    st.builds(
        Correction,
        timer=timers,
        free=st.booleans(),
        unit=names,
        side=sides,
        tokens=st.integers(-3, 3),
        hex=st.none() | st.sampled_from(["C5", "D6"]),
    ),
)
agreements = st.one_of(
    st.builds(c.Propose.of, corrections, seat=seats),
    st.builds(c.Agree, seat=seats),
    st.builds(c.Agree, seat=seats, number=st.integers(1, 3)),
    st.builds(c.Decline, seat=seats),
)
acts = st.one_of(
    flips,
    flips,
    flips,
    agreements,
    agreements,
    st.builds(c.Free, timer=timers, card=cards),
    st.builds(c.Turn, timer=timers),
    st.builds(c.Assign, timer=timers, unit=names, card=cards, caster=casters),
    st.builds(c.Eliminate, unit=st.sampled_from(["Archer", "Orc", "Goblin"]), side=st.sampled_from(Side)),
    st.builds(c.Damage, unit=st.sampled_from(["Archer", "orc"]), side=sides, tokens=st.integers(1, 4)),
    st.builds(c.Reinforce, unit=st.sampled_from(["Archer", "orc"]), side=sides, tokens=st.integers(1, 40)),
    st.builds(c.Revive, unit=st.sampled_from(["Archer", "Knight", "goblin"]), side=sides),
    st.builds(c.DamageFeature, hex=st.just("D6"), tokens=st.integers(1, 2)),
    st.builds(
        c.Act,
        timer=timers,
        unit=st.sampled_from(["Archer", "Orc", "Knight"]),
        card=st.none() | st.just("Fireball"),
        to=st.none() | hexes,
        target=st.none() | st.sampled_from(["Archer", "orc"]),
        feature=st.none() | st.just("D6"),
        tokens=st.none() | st.integers(0, 3),
    ),
    st.builds(c.PlaceUnit, unit=st.sampled_from(["Archer", "Orc", "Goblin"]), side=sides, hex=st.none() | hexes),
    st.builds(c.LayTile, hex=hexes, terrain=st.sampled_from(Terrain)),
    st.builds(c.PlaceFeature, hex=hexes, feature=st.sampled_from(Feature), tokens=st.integers(0, 3)),
    st.builds(c.DrawLine, one=hexes, other=hexes),
    st.builds(c.PlaceItem, item=st.sampled_from(["Rune Stone", "Orc"]), hex=st.none() | hexes),
    st.builds(c.Deal, side=st.sampled_from(Side), lot=st.integers(0, 9)),
    st.builds(c.Muster, side=st.sampled_from(Side), units=lists, cards=st.none() | lists),
    st.builds(c.Begin, seat=st.none() | st.sampled_from(Seat)),
    st.just(c.Pause()),
    st.just(c.Resume()),
    st.builds(c.End, winner=st.none() | st.sampled_from(Seat)),
)
passed_over = st.one_of(
    st.builds(c.Touch, side=st.sampled_from(Side)),
    *(
        st.builds(c.Tick, side=st.sampled_from(Side), **{way: st.sampled_from(["Archer", "Knight", "Fireball"])})
        for way in ("choose", "drop")
    ),
)
"""No acts that could be undone."""
commands = st.one_of(acts, acts, acts, acts, acts, acts, passed_over, st.just(Undo()), st.just(Undo()))
delays = st.integers(0, 3_000_000).map(lambda ms: 0 if ms < 600_000 else ms * MS // 50)
"""Nanoseconds between two acts: often none at all, up to a minute."""
BATTLE = scenario_of(
    {
        "id": "battle",
        "name": "Battle",
        "features": [{"hex": "D6", "terrain": "altar", "tokens": 3}],
        "units": [
            {"side": "gold", "name": "Archer", "health": 3, "keywords": ["hero"], "hex": "D8", "speed": 2},
            {"side": "gold", "name": "Knight", "hex": "E7", "charge": 2},
            {"side": "red", "name": "Orc", "health": 5, "keywords": ["magic"], "hex": "D7"},
        ],
        "items": [{"name": "Rune Stone", "hex": "D8"}],
        "cards": {
            side: {
                "actions": 1,
                "spells": 1,
                "dealt": dealt,
                "cards": [
                    {"name": "Archer", "kind": "standard", "only": ["hero"]},
                    {"name": "Knight", "kind": "heroic"},
                    {"name": "Fireball", "kind": "spell"},
                ],
            }
            for side, dealt in (("gold", 1), ("red", 0))
        },
    }
)
Game = tuple[bool, bool, list[tuple[int, object]]]
games: st.SearchStrategy[Game] = st.tuples(
    st.booleans(), st.sampled_from([True, True, False]), st.lists(st.tuples(delays, commands), max_size=25)
)
"""Whether a scenario with stacks and cards is played, whether the game has begun, and what is done."""


def play(players: Players, game: Game) -> None:
    battle, begun, done = game
    if battle:
        Scenarios(players.table).save(BATTLE)
        players.do(New(scenario="battle"))
        for side in Side:
            attempt(players, c.Deal(side=side, lot=5))
            attempt(players, c.Muster(side=side, cards=("Fireball",)))
    if begun:
        players.do(c.Begin())
    for delay, command in done:
        players.clock.advance(ns=delay)
        attempt(players, command)


def attempt(players: Players, command: object) -> bool:
    try:
        players.do(command)
    except (Refused, NotHere):
        return False
    return True


def own_part(view: TableView) -> TableView:
    """The match's own part of a view, without what counts up."""
    bare = msgspec.structs.replace(view, version=0, last=(), undo=None, undo_seq=None, undo_act=None, over=None)
    return msgspec.structs.replace(bare, timers=tuple(msgspec.structs.replace(t, refused=None) for t in bare.timers))


@given(game=games)
def test_no_sequence_of_commands_breaks_a_rule(game: Game) -> None:
    with tempfile.TemporaryDirectory() as folder:
        players = Players(Path(folder) / "t.sqlite")
        play(players, game)
        view, report = players.table.view(), players.table.report()
        players.table.close()
    assert isinstance(report, WarTimeReport)
    for told in report.sides:
        gone = [unit.name for unit in view.sides[told.side].units if unit.state == "eliminated"]  # type: ignore[attr-defined]
        assert sorted(told.eliminated) == sorted(gone), (
            "whatever eliminates a unit is told, and whatever brings it back"
        )
    for timer in view.timers:
        assert 0 <= timer.remaining_ms <= timer.seconds * 1000
        active = timer.state is TimerState.ACTIVE
        standing = view.paused or view.phase.value == "ended"
        assert (timer.ends_ms is not None) == (active and not standing)
        if not active:
            assert (timer.remaining_ms, timer.unit, timer.card, timer.off_board) == (0, None, None, False)
        if timer.kind is not TimerKind.COMMAND:
            assert timer.unit is None
        if timer.side == "neutral":
            assert timer.card is None
    stands: list[str | None] = [feature.hex for feature in view.features if feature.left]  # type: ignore[attr-defined]
    for side, force in view.sides.items():  # type: ignore[attr-defined]
        for unit in force.units:
            own = [
                t for t in view.timers if t.side == side and t.state is TimerState.ACTIVE and same(t.unit, unit.name)
            ]
            assert len(own) <= 1
            assert unit.state != "eliminated" or not own
            if unit.health is not None:
                assert 0 <= unit.left <= MOST_TOKENS
                assert (unit.left == 0) == (unit.state == "eliminated")
        for unit in force.units:
            stands.append(unit.hex)
            assert unit.state != "eliminated" or unit.hex is None
        assert len({card.name.casefold() for card in force.deck}) == len(force.deck)
        on_timer = [card.name for card in force.deck if card.state is CardState.ACTIVE]
        spells = [t.card for t in view.timers if t.side == side and t.kind is TimerKind.SPELL and t.card]
        assert on_timer == spells
    taken = [place for place in stands if place is not None]
    assert len(set(taken)) == len(taken), "two stacks stand in one hex"


@given(game=games, later=delays)
def test_the_journal_replayed_is_the_live_table(game: Game, later: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        players = Players(Path(folder) / "t.sqlite")
        opened = players.clock.now()
        play(players, game)
        players.clock.advance(ns=later)
        live = own_part(players.table.view())
        players.table.close()
        journal = Journal(players.path)
        row = journal.last_match()
        assert row is not None
        entries = [
            Entry(seq=r.seq, wall_ns=r.wall, mono_ns=r.mono, source=r.source, event=WARTIME.read_event(r.event))
            for r in journal.rows(row.id)
        ]
        journal.close()
        replayed = evolved(Match.start(WARTIME, row.setup, now=opened), entries).view(players.clock.now())
    assert own_part(replayed) == live


@given(game=games, act=acts, between=delays)
def test_undo_after_anything_equals_before_it_clocks_included(game: Game, act: object, between: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        players = Players(Path(folder) / "t.sqlite")
        play(players, game)
        before = own_part(players.table.view())
        if not attempt(players, act):
            players.table.close()
            return
        players.do(Undo())
        assert own_part(players.table.view()) == before

        # And with time between the act and its undo: as a table on which the act was never tried. Its clock stood
        # still for as long as the act had stopped the sand, and went back for as long as the act had let it fall.
        attempt(players, act)
        players.clock.advance(ns=between)
        players.do(Undo())
        after = own_part(players.table.view())
        players.table.close()
    moved = isinstance(act, c.Pause | c.Resume | c.End)
    with tempfile.TemporaryDirectory() as folder:
        twin = Players(Path(folder) / "t.sqlite")
        play(twin, game)
        if not moved:
            twin.clock.advance(ns=between)
        expected = own_part(twin.table.view())
        twin.table.close()
    assert still(after) == still(expected)


@given(game=games, later=delays, away=delays, then=delays, paused=st.booleans())
def test_put_away_at_any_instant_it_comes_back_to_the_nanosecond(
    game: Game, later: int, away: int, then: int, paused: bool
) -> None:
    """As if the sand had been stopped at that instant instead, and let fall again when the players resumed."""
    shown = []
    for leaves in (True, False):
        with tempfile.TemporaryDirectory() as folder:
            players = Players(Path(folder) / "t.sqlite")
            play(players, game)
            players.clock.advance(ns=later)
            players.table.settle()
            if paused:
                attempt(players, c.Pause())
            stood = players.table.view().paused
            before = still(players.table.view())[:3], grains(players), reported(players)
            if leaves and players.table.unfinished_now is not None:
                players.do(Again())
                players.clock.advance(ns=away)
                players.restart()
                players.do(TakeOut(match=players.table.unfinished()[0].match))
                assert (still(players.table.view())[:3], grains(players), reported(players)) == before
                if not stood:
                    attempt(players, c.Resume())
            players.clock.advance(ns=then)
            players.table.settle()
            shown.append((still(players.table.view())[:3], grains(players)))
            players.table.close()
    assert shown[0] == shown[1]


def reported(players: Players) -> msgspec.Struct:
    """But for refusals: those that were counted are told once the match is put away."""
    report = players.table.report()
    sides = tuple(msgspec.structs.replace(side, refusals=0) for side in report.sides)  # type: ignore[attr-defined]
    return msgspec.structs.replace(report, sides=sides)


def grains(players: Players) -> dict[str, int]:
    """The nanoseconds of sand that each running timer has left."""
    state = players.table.match.state
    now = state.sand(players.clock.now())
    return {name: glass.ends_ns - now for name, glass in state.timers.items() if glass.active}


def still(view: TableView) -> list[object]:
    """The view without its instants, which lie elsewhere on a clock that was stopped."""
    return [view.sides, view.features, view.board] + [  # type: ignore[attr-defined]
        (t.id, t.state, t.remaining_ms, t.unit, t.card, t.off_board, t.flip, view.phase, view.paused)
        for t in view.timers
    ]


@given(data=st.data())
def test_remaining_sand_equals_a_count_of_milliseconds(data: st.DataObject) -> None:
    """An oracle that knows no deadlines: it takes a grain from every running timer each millisecond."""
    left: dict[str, int] = {}
    running = True
    seconds = {spec.id: spec.seconds for spec in BOX if spec.side}
    with tempfile.TemporaryDirectory() as folder:
        players = Players(Path(folder) / "t.sqlite").begin()
        for _ in range(data.draw(st.integers(1, 12))):
            step = data.draw(st.integers(0, 40_000))
            players.wait(step / 1000)
            if running:
                for _ in range(step):
                    left = {timer: rest - 1 for timer, rest in left.items() if rest > 1}
            timer = data.draw(st.sampled_from(sorted(seconds)))
            match data.draw(st.sampled_from(["flip", "flip", "flip", "turn", "free", "pause"])):
                case "flip" if attempt(players, c.Flip(timer=timer)):
                    assert running
                    assert timer not in left
                    left[timer] = seconds[timer] * 1000
                case "turn" if attempt(players, c.Turn(timer=timer)):
                    left[timer] = seconds[timer] * 1000 - left[timer]
                    left = {each: rest for each, rest in left.items() if rest}
                    players.wait(0)
                case "free" if attempt(players, c.Free(timer=timer)):
                    del left[timer]
                case "pause":
                    players.do(c.Pause() if running else c.Resume())
                    running = not running
            shown = {t.id: t.remaining_ms for t in players.table.view().timers if t.state is TimerState.ACTIVE}
            assert shown == left
        players.table.close()


def test_every_scenario_has_timers_of_its_own_name() -> None:
    for key, scenario in BUILT_IN.items():
        assert scenario.id == key
        assert len({spec.id for spec in scenario.timers}) == len(scenario.timers)
