"""What holds for every way in which players can use the table."""

import contextlib
import tempfile
from pathlib import Path

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.clock import SECOND
from companion.journal.journal import Journal
from companion.table.commands import Begin, End, Undo
from companion.table.errors import NotHere, Refused
from companion.table.events import Event, Undone
from companion.table.history import Entry as Row
from companion.table.history import History
from companion.table.match import Match
from companion.table.seats import Seat, Side
from companion.table.view import TableView
from companion.warzone.attacks.actions import Action
from companion.warzone.force.force import ForceEntry
from companion.warzone.match.declarations import Declare, Forgo, Spare
from companion.warzone.match.game import WARZONE, Setup
from companion.warzone.match.parts import BattlefieldPlace, Counter, Die, LeadershipRoll, Reaction
from companion.warzone.match.state import State, TurnPhase
from companion.warzone.match.views import WarzoneView
from companion.warzone.scenarios import DeploymentArea, Primary, Secondary, WarzoneScenario
from companion.warzone.sums.sight import Stand
from tests.companion.warzone import acts as c
from tests.companion.warzone.match.seats import seated
from tests.support import Players, entries, evolved
from web.table.log import described

sides = st.sampled_from(Side)
units = st.sampled_from(["1", "2", "3", "9"])
dice = st.builds(Die, value=st.integers(1, 20))
FREE = (Secondary.ESCORT, Secondary.FLANKING_MANEUVERS, Secondary.HOLD_GROUND, Secondary.INTERCEPT_TRANSMISSIONS)
picks = st.permutations(FREE).map(lambda each: (each[0], each[1]))
questions = st.sampled_from(["breakthrough", "breakthrough-clear", "key", "key-primary"]) | st.builds(
    lambda side, secondary: f"{side.value}-{secondary.value}", sides, st.sampled_from(FREE)
)
options = st.sampled_from(["yes", "no", "gold", "red", "neither", "both", "off"])
on_units = st.one_of(
    st.builds(c.React, side=sides, unit=units, reaction=st.sampled_from(Reaction)),
    st.builds(c.Mark, side=sides, unit=units, counter=st.sampled_from(Counter), on=st.booleans()),
    st.builds(c.Wound, side=sides, unit=units, count=st.integers(-2, 2), by=st.none() | units),
    st.builds(c.Remove, side=sides, unit=units),
    st.builds(c.Return, side=sides, unit=units),
    st.builds(c.Jam, side=sides, unit=units),
    st.builds(c.Reload, side=sides, unit=units),
    st.builds(Declare, side=sides, unit=units, action=st.sampled_from(Action), target=st.none() | units),
    st.builds(Forgo, side=sides),
    st.builds(Spare, side=sides, unit=units, die=dice),
    st.just(c.PlaceCloud()),
    st.builds(c.RollCloud, cloud=st.integers(1, 2), die=dice),
    st.builds(c.UseEffect, side=sides, effect=st.sampled_from(["Air Strike", "air strike", "Distort"])),
    st.builds(
        c.UseEffect,
        side=sides,
        effect=st.just("To the Last Warrior"),
        test=st.builds(LeadershipRoll, unit=units, ld=st.integers(1, 20), die=dice),
    ),
)
on_turns = st.one_of(
    st.builds(c.RollInitiative, side=sides, die=dice, misdirected=st.booleans()),
    st.builds(c.KeepInitiative, side=sides),
    st.builds(c.PassInitiative, side=sides),
    st.builds(c.GoFirst, side=sides),
    st.builds(c.Activate, side=sides, units=st.lists(units, max_size=2).map(tuple)),
    st.builds(c.EndActivation, side=sides),
    st.builds(c.EndActivation, side=sides),
    st.builds(c.UsePass, side=sides),
    st.builds(c.SetActive, side=sides),
    st.just(c.EndActivations()),
    st.just(c.EndTurn()),
    st.builds(c.Answer, turn=st.integers(2, 5), question=questions, option=options),
)
on_setup = st.one_of(
    st.builds(c.Muster, side=sides, entries=st.just((ForceEntry(name="Hound", count=3, group=2, wounds=2, dp=3),))),
    st.builds(c.Muster, side=sides, activations=st.integers(0, 5)),
    st.builds(c.SetScenario, die=dice),
    st.builds(c.SelectArea, side=sides, area=st.sampled_from(DeploymentArea)),
    st.builds(c.Seal, side=sides, owner=st.just("phone 1"), picks=picks),
    st.builds(c.SealPrimary, side=sides, owner=st.just("phone 2"), pick=st.sampled_from(Primary)),
    st.just(c.Reveal()),
    st.just(c.RevealPrimaries()),
    st.builds(c.NameCommander, side=sides, unit=units),
    st.builds(c.RollAllegiance, gold=dice, red=dice),
    st.just(Begin()),
    st.builds(End, winner=st.none() | st.sampled_from(Seat)),
)
counters = st.sampled_from(["left", "right", "b-left", "gold-escort", "red-intercept-1"])
stands = st.builds(Stand, distance=st.integers(0, 36), front=st.integers(0, 3), behind=st.integers(0, 3))
on_objectives = st.one_of(
    st.builds(c.Interact, side=sides, unit=units, counter=counters, success=st.booleans()),
    st.builds(c.SetControl, counter=counters, control=st.none() | sides),
    st.builds(c.SetDamage, side=sides, counter=counters, damage=st.integers(0, 3)),
    st.builds(c.PlaceObjective, counter=counters, place=st.sampled_from(BattlefieldPlace)),
    st.builds(c.SetConnection, counter=counters, unit=st.none() | units),
    st.builds(c.MeasureCommanders, gold=stands, red=stands),
    st.just(c.AnswerTracked()),
)
acts = st.one_of(on_turns, on_turns, on_turns, on_units, on_setup, on_objectives)
Game = tuple[tuple[int, int], list[object]]
games: st.SearchStrategy[Game] = st.tuples(
    st.tuples(st.integers(1, 3), st.integers(1, 6)), st.lists(st.one_of(acts, acts, acts, st.just(Undo())), max_size=40)
)
"""How many Units each side has, and what is done once the game has begun."""


class Board:
    """A match without a table: what the table does with commands, but nothing on a disk."""

    def __init__(self, game: Game, *before: object) -> None:
        (gold, red), _ = game
        self._now = 0
        self.history = History(Match(WARZONE, WARZONE.start(Setup(), 0)))
        for command in opening(gold, red, *before):
            self.do(command)

    @property
    def seen(self) -> WarzoneView:
        return view_of(self.history.match)

    def do(self, command: object) -> Event | None:
        """The event that came of it; None where it was refused."""
        self._now += SECOND
        match, act = self.history.match, self.history.last_act
        try:
            if isinstance(command, Undo):
                if act is None:
                    return None
                (event,) = [Undone(sand_ns=match.sand(self._now), seq=act.seq, mono_ns=self._now)]
            else:
                (event,) = match.decide(command, self._now)
        except (Refused, NotHere):
            return None
        seq = self.history.next_seq
        self.history.append(Row(seq=seq, wall_ns=0, mono_ns=self._now, source="phone 1", event=event))
        return event


def opening(gold: int, red: int, *before: object) -> list[object]:
    return [
        c.Muster(side=Side.GOLD, entries=(ForceEntry(name="Hound", count=gold, group=2, wounds=2, dp=3),)),
        c.Muster(side=Side.RED, activations=red),
        c.SetScenario(scenario=WarzoneScenario.KEY_POSITIONS),
        c.SelectArea(side=Side.GOLD, area=DeploymentArea.A),
        *before,
        Begin(),
    ]


def at_table(folder: str, game: Game, *before: object) -> Players:
    """`before` is said before it begins."""
    players = seated(Path(folder) / "t.sqlite")
    for command in opening(*game[0], *before):
        players.do(command)
    return players


def attempt(players: Players, command: object) -> None:
    with contextlib.suppress(Refused, NotHere):
        players.do(command)


def view_of(match: Match[State]) -> WarzoneView:
    found = match.view(0)
    assert isinstance(found, WarzoneView)
    return found


def own_part(seen: TableView) -> TableView:
    """The match's own part of a view, without what counts up."""
    assert isinstance(seen, WarzoneView)
    return msgspec.structs.replace(
        seen, version=0, server_ms=0, last=(), undo=None, undo_seq=None, undo_act=None, refused={}, over=None
    )


def rules_hold(seen: WarzoneView) -> None:
    assert 0 <= seen.turn <= 5
    activating = seen.phase.value == "running" and seen.turn_phase is TurnPhase.ACTIVATION
    assert (seen.active is not None) == activating
    assert not seen.acting or activating
    if activating and not seen.acting:
        assert seen.active is not None
        active = seen.sides[seen.active]
        assert active.activations or active.passes
    for side, force in seen.sides.items():
        assert force.passes >= 0
        assert sum(line.value for line in force.vps.lines) == force.vps.value
        secondary = {each.title: 0 for each in Secondary}
        last = ""
        for line in force.vps.lines:
            last = last if line.source == "Select Secondary Objectives" else line.source
            if last in secondary:
                secondary[last] += line.value
        assert all(0 <= vps <= 2 for vps in secondary.values())
        acting = [each for each in force.units if each.acting]
        assert not acting or side == seen.active
        assert all(each.wounds >= 0 for each in force.units)


@settings(max_examples=150)
@given(game=games)
def test_no_sequence_of_commands_breaks_a_rule(game: Game) -> None:
    """And Activations alternate while the other side can act."""
    board = Board(game)
    for command in game[1]:
        was = board.seen
        event = board.do(command)
        seen = board.seen
        rules_hold(seen)
        if isinstance(event, c.ActivationEnded | c.Passed):
            own, other = event.side.value, event.side.other.value
            can = bool(seen.sides[other].activations or seen.sides[other].passes)
            assert was.active == own
            assert seen.active == other if can else seen.active in (own, None)


@settings(max_examples=15)
@given(game=games)
def test_the_journal_replayed_is_the_live_table(game: Game) -> None:
    with tempfile.TemporaryDirectory() as folder:
        players = at_table(folder, game)
        for command in game[1]:
            attempt(players, command)
        live = own_part(players.table.view())
        players.table.close()
        journal = Journal(players.path)
        row = journal.last_match()
        assert row is not None
        rows = [
            Row(seq=r.seq, wall_ns=r.wall, mono_ns=r.mono, source=r.source, event=WARZONE.read_event(r.event))
            for r in journal.rows(row.id)
        ]
        journal.close()
        replayed = evolved(Match.start(WARZONE, row.setup, now=0), rows).view(players.clock.now())
    assert own_part(replayed) == live


@settings(max_examples=150)
@given(game=games, act=acts)
def test_undo_after_anything_equals_before_it(game: Game, act: object) -> None:
    board = Board(game)
    for command in game[1]:
        board.do(command)
    before = board.seen
    if board.do(act) is not None:
        board.do(Undo())
    assert board.seen == before


@settings(max_examples=12)
@given(game=games, red=picks, gold=picks, primary=st.sampled_from(Primary))
def test_sealed_picks_leave_the_table_only_by_the_reveal(
    game: Game, red: tuple[Secondary, Secondary], gold: tuple[Secondary, Secondary], primary: Primary
) -> None:
    """A twin table on which other picks were sealed tells everyone exactly the same."""
    quiet = [
        act for act in game[1] if not isinstance(act, c.Reveal | c.RevealPrimaries | c.Seal | c.SealPrimary | Undo)
    ]

    def told(secondaries: tuple[Secondary, Secondary], pick: Primary, owner: str) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            players = at_table(
                folder,
                game,
                c.Seal(side=Side.RED, owner=owner, picks=secondaries),
                c.SealPrimary(side=Side.RED, owner=owner, pick=pick),
            )
            for act in quiet:
                attempt(players, act)
            players.restart()
            state = players.table.match.state
            assert isinstance(state, State)
            assert state.forces[Side.RED].sealed == secondaries
            log = [described(entry, line) for entry, line in entries(players.table)]
            out = msgspec.json.encode([players.table.view(), log, players.table.report()])
            players.table.close()
        return out

    assert told(red, primary, "phone 1") == told(gold, Primary.CENTER, "phone 7")
