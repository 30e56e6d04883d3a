"""An undo that says which act it means takes back that one or nothing."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.commands import Command, Undo
from companion.table.errors import Refused
from companion.table.events import Source, SourceKind, Undone
from companion.table.game import ROOM, few_words
from companion.table.opening import New
from companion.table.seats import Seat, Side
from tests.companion.battleline import acts as b
from tests.companion.wartime import acts as c
from tests.companion.warzone import acts as z
from tests.support import BUTTON, PHONE, Players, Says, entries

FIREBRAND = Source(SourceKind.PHONE, "2", seat="red")
RED_30 = Source(SourceKind.BUTTON, "red-30")


def refused(players: Players, seq: int | None, source: Source = PHONE) -> str:
    with pytest.raises(Refused) as error:
        players.do(Undo(seq=seq), source)
    return str(error.value)


def test_the_view_says_which_act_it_would_be(players: Players) -> None:
    assert (players.table.view().undo_seq, players.table.view().undo_act) == (None, None)
    view = players.begin().flip("gold-30", unit="Knight")
    assert (view.undo_seq, view.undo_act, view.undo) == (2, "Knight's flip", "Knight flipped Valyance 30")
    view = players.do(Undo(seq=2))
    assert (view.undo_seq, view.undo_act) == (1, "the start")
    assert players.do(Undo(seq=1)).undo_seq is None


def test_it_is_there_still_after_a_restart(players: Players) -> None:
    before = players.begin().flip("gold-30")
    after = players.restart().table.view()
    assert (after.undo_seq, after.undo_act) == (before.undo_seq, before.undo_act)


@pytest.mark.parametrize(
    ("source", "who"),
    [
        (FIREBRAND, "Firebrand"),
        (Source(SourceKind.PHONE, "2", seat="red", player="Anna"), "Firebrand"),
        (RED_30, "Firebrand"),
        (Source(SourceKind.PHONE, "3", seat="look"), "Firebrand"),
    ],
)
def test_what_came_between_is_told_and_nothing_is_taken_back(players: Players, source: Source, who: str) -> None:
    meant = players.begin().flip("gold-30", unit="Knight").undo_seq
    players.do(c.Flip(timer="red-60a", unit="Goblin"), source)
    told = f"{who} has acted since: Goblin flipped Firebrand 60a. Not undone."
    assert refused(players, meant) == told
    assert players.timer("gold-30").unit == "Knight"
    assert players.timer("red-60a").unit == "Goblin"
    assert players.texts()[-1] == f"Refused: {told}"


@pytest.mark.parametrize(
    ("source", "who"),
    [
        (FIREBRAND, "Firebrand"),
        (Source(SourceKind.PHONE, "2", seat="both", player="Anna"), "Anna"),
        (Source(SourceKind.PHONE, "2", seat="both"), "Phone 2"),
        (Source(SourceKind.BUTTON, "pause"), "Button pause"),
    ],
)
def test_a_pause_is_neither_sides_but_somebodys(players: Players, source: Source, who: str) -> None:
    meant = players.begin().flip("gold-30").undo_seq
    players.do(c.Pause(), source)
    assert refused(players, meant) == f"{who} has acted since: Paused. Not undone."


def test_what_is_taken_back_already_is_not_taken_back_twice(players: Players) -> None:
    meant = players.begin().flip("gold-30").undo_seq
    players.do(Undo(seq=meant))
    assert refused(players, meant) == Says("taken back already")
    assert players.table.view().undo == "The game begins"
    players.do(Undo())
    assert refused(players, meant) == Says("taken back already")


def test_what_is_no_act_is_nothing_to_take_back(players: Players) -> None:
    players.begin().flip("gold-30")
    with pytest.raises(Refused):
        players.flip("gold-30")
    for seq in (3, 4, 999, 0, -1):
        assert refused(players, seq) == Says("cannot be taken back")
    assert players.timer("gold-30").flip == 1


def test_sand_that_ran_out_meanwhile_does_not_come_between(players: Players) -> None:
    meant = players.begin().flip("gold-30").undo_seq
    players.wait(31)
    assert players.do(Undo(seq=meant)).undo == "The game begins"


def test_without_saying_which_the_last_one_goes_as_ever(players: Players) -> None:
    players.begin().flip("gold-30")
    players.do(Undo(), BUTTON)
    players.do(Undo(), BUTTON)
    assert refused(players, None) == Says("no act")


@pytest.mark.parametrize(
    ("commands", "act"),
    [
        ([New(game="battleline"), b.Lay(side=Seat.GOLD, flag=3, piece="R10")], "Red 10 at flag 3"),
        ([b.Scout(side=Seat.RED)], "Team Red's Scout"),
        ([New(game="warzone"), z.Muster(side=Side.RED, name="Legion", activations=3)], "Legion’s Force"),
        ([z.SetSize(size=50)], "the Game Size"),
        ([z.Muster(side=Side.RED, name="The Brotherhood of the Old Lamp", activations=3)], "the Force"),
    ],
)
def test_an_act_is_named_in_few_words(players: Players, commands: list[Command], act: str) -> None:
    if not isinstance(commands[0], New):
        game = "battleline" if isinstance(commands[0], b.Scout) else "warzone"
        players.do(New(game=game))
        if game == "battleline":
            players.do(b.Lay(side=Seat.GOLD, flag=1, piece="R9"))
    for command in commands:
        view = players.do(command)
    assert view.undo_act == act


@given(ways=st.lists(st.text(max_size=40), min_size=1, max_size=4))
def test_the_first_way_to_say_it_that_has_room(ways: list[str]) -> None:
    said = few_words(*ways)
    fitting = [way for way in ways if len(way) <= ROOM]
    assert said == (fitting[0] if fitting else ways[-1])


acts: st.SearchStrategy[Command] = st.one_of(
    st.builds(c.Flip, timer=st.sampled_from(["gold-30", "gold-60a", "red-30", "red-90"])),
    st.builds(c.Free, timer=st.sampled_from(["gold-30", "red-30"])),
    st.sampled_from([c.Begin(), c.Pause(), c.Resume()]),
)
undos = st.builds(Undo, seq=st.none() | st.integers(-1, 25))


def asked(players: Players, command: Command) -> str | None:
    """Why it was refused, if it was."""
    try:
        players.do(command)
    except Refused as reason:
        return str(reason)
    return None


@given(did=st.lists(st.tuples(st.one_of(acts, acts, undos), st.sampled_from([0, 0, 1, 20])), max_size=30))
def test_it_never_takes_back_anything_else(did: list[tuple[Command, int]]) -> None:
    """Beside the table, the acts that stand: an undo that names one takes back that one, as the last, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        players = Players(Path(folder) / "t.sqlite")
        standing: list[int] = []
        for command, seconds in did:
            players.wait(seconds)
            reason = asked(players, command)
            if not isinstance(command, Undo):
                standing += [players.table.view().undo_seq or 0] if reason is None else []
            elif reason is None:
                entry, _ = entries(players.table)[-1]
                assert isinstance(entry.event, Undone)
                assert entry.event.seq == standing.pop()
                assert command.seq in (None, entry.event.seq)
            else:
                assert not standing or command.seq not in (None, standing[-1])
                assert (command.seq in standing) == ("has acted since" in reason)
            assert players.table.view().undo_seq == (standing[-1] if standing else None)
        players.table.close()
