"""What the shelf tells of a match."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.clock import MS
from companion.games import all_games
from companion.journal.journal import Journal
from companion.journal.reader import Reader
from companion.shelf.keeper import retold
from companion.shelf.summary import PULSE, Summary, summary
from companion.table.commands import Begin, End, Undo
from companion.table.events import CallTakenBack, HouseRuled, JudgeCalled, Named, SatDown, Source, SourceKind
from companion.table.opening import New
from companion.table.seats import Seat, Side
from companion.table.table import Table
from companion.wartime.match.state import Correction
from companion.warzone.scenarios import DeploymentArea
from tests.companion.battleline import acts as b
from tests.companion.table.evenings import GAMES, Evening
from tests.companion.wartime import acts as w
from tests.companion.warzone import acts as z
from tests.support import PHONE, Players

ANNA = Source(SourceKind.PHONE, "2", seat="gold", player="Anna")
BEN = Source(SourceKind.PHONE, "3", seat="red", player="Ben")


@pytest.fixture
def players(tmp_path: Path) -> Iterator[Players]:
    players = Players(tmp_path / "t.sqlite")
    yield players
    players.leave()


def told(table: Table) -> Summary:
    """Of the match on the table, as the journal has it."""
    journal = table._journal
    row, reader = journal.last_match(), Reader(journal)
    assert row is not None
    past = retold(row, lambda after, most: reader.rows(row.id, after=after, most=most), all_games()[row.game])
    found = summary(past, row, reader.extent(row))
    reader.close()
    return found


def test_a_game_of_wartime(players: Players) -> None:
    opened = players.clock.wall()
    players.do(New(game="wartime"), source=PHONE)
    players.do(Begin())
    players.do(w.Flip(timer="gold-30"), source=ANNA)
    players.wait(30)
    players.do(w.Flip(timer="red-30"), source=BEN)
    players.wait(15)
    players.do(w.Flip(timer="red-60a"), source=BEN)
    players.do(Undo(), source=BEN)
    players.wait(15)
    players.do(End(winner=Seat.GOLD), source=ANNA)
    found = told(players.table)
    assert (found.game, found.over, found.winner, found.how) == ("wartime", True, "gold", "Valyance wins")
    assert (found.opened_ms, found.last_ms, found.played_ms) == (opened // MS, opened // MS + 60_000, 60_000)
    gold, red = found.sides
    assert (gold.seat, gold.name, gold.person, gold.won, gold.actions) == ("gold", "Valyance", "Anna", True, 1)
    assert (red.seat, red.name, red.person, red.won, red.actions) == ("red", "Firebrand", "Ben", False, 1)
    assert gold.idle == pytest.approx((0.5 + 1 + 1 + 1) / 4)
    assert gold.idle == red.idle


def test_a_battle_goes_by_its_people(players: Players) -> None:
    players.do(New(game="battleline"))
    players.table.note(Named(seat="gold", name="Anna"), source=PHONE)
    players.do(Begin())
    players.do(b.Lay(side=Seat.GOLD, flag=1, piece="R10"), source=PHONE)
    gold, red = told(players.table).sides
    assert (gold.name, gold.person, gold.actions, gold.idle) == ("Anna", "Anna", 1, None)
    assert (red.name, red.person, red.actions, red.idle) == ("Team Red", None, 0, None)


def test_a_game_of_warzone(players: Players) -> None:
    players.do(New(game="warzone"))
    players.do(z.Muster(side=Side.GOLD, name="Order", activations=2))
    players.do(z.Muster(side=Side.RED, name="Horde", activations=3))
    players.do(z.SelectArea(side=Side.GOLD, area=DeploymentArea.A))
    before = told(players.table)
    assert (before.standing, before.over, before.how, before.played_ms) == ("not begun", False, "", 0)
    players.do(Begin())
    players.wait(10)
    players.do(End(winner=Seat.RED), source=PHONE)
    found = told(players.table)
    assert [side.name for side in found.sides] == ["Order", "Horde"]
    assert (found.winner, found.played_ms, found.over) == ("red", 10_000, True)


@pytest.mark.parametrize("game", all_games())
def test_it_counts_who_asked_for_a_ruling(game: str, players: Players) -> None:
    players.do(New(game=game))
    both = Source(SourceKind.PHONE, "4", seat="both", player="Ben")
    ruled = HouseRuled(change="added", id="house-1", question="May I?")
    players.table.note(Named(seat="red", name="Ben"), source=BEN)
    for event, source in (
        (JudgeCalled(call=1), ANNA),
        (JudgeCalled(call=2), ANNA),
        (CallTakenBack(call=2), ANNA),
        (JudgeCalled(call=3), both),
        (ruled, BEN),
        (ruled, PHONE),
    ):
        players.table.note(event, source=source)
    gold, red = told(players.table).sides
    assert (gold.person, gold.rulings) == ("Anna", 1)
    assert (red.person, red.rulings) == ("Ben", 2)


def test_a_dispute_that_is_put_to_the_other_side_asks_for_a_ruling(players: Players) -> None:
    players.do(New(game="wartime"))
    players.do(Begin(), source=BEN)
    players.do(w.Flip(timer="gold-30"), source=ANNA)
    players.wait(10)
    give_back = Correction(timer="gold-30", seconds=5)
    players.do(w.Propose.of(give_back, seat=Seat.GOLD), source=ANNA)
    players.do(w.Decline(seat=Seat.RED), source=BEN)
    players.do(w.Propose.of(give_back, seat=Seat.RED), source=BEN)
    players.do(w.Agree(seat=Seat.GOLD), source=ANNA)
    players.do(w.Propose.of(give_back, seat=Seat.GOLD), source=ANNA)
    assert [side.rulings for side in told(players.table).sides] == [2, 1]


def test_who_sits_down_when_it_is_over_has_not_played(players: Players) -> None:
    """For the next one, while this one lies there still."""
    for game in all_games():
        players.do(New(game=game))
        players.table.note(Named(seat="gold", name="Anna"), source=ANNA)
        if game == "warzone":
            for side in Side:
                players.do(z.Muster(side=side, activations=2))
            players.do(z.SelectArea(side=Side.GOLD, area=DeploymentArea.A))
        players.do(Begin())
        players.do(End(winner=Seat.GOLD), source=PHONE)
        cleo = Source(SourceKind.PHONE, "9", seat="red", player="Cleo")
        players.table.note(SatDown(seat="red"), source=cleo)
        players.table.note(Named(seat="gold", name="Dora"), source=PHONE)
        assert [side.person for side in told(players.table).sides][:2] == ["Anna", None], game


def test_its_size_is_what_its_rows_and_its_setup_take(players: Players) -> None:
    players.do(New(game="battleline"))
    players.do(Begin())
    journal: Journal = players.table._journal
    row = journal.last_match()
    assert row is not None
    found, rows = told(players.table), journal.rows(row.id)
    assert (found.rows, found.size) == (len(rows), len(row.setup) + sum(len(each.event) for each in rows))


@pytest.mark.parametrize("game", GAMES)
@given(seed=st.integers(0, 10_000))
def test_a_pulse_counts_every_act_that_stands(game: str, seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    evening = Evening(tmp_path_factory.mktemp("t") / "t.sqlite", game, seed=seed).play(40)
    number, table = evening.table.glance().number, evening.table
    row, last = table.reader.row(number), table.last_row(number)
    assert row is not None
    past = retold(row, lambda after, most: table.reader.rows(number, after=after, most=most), all_games()[game])
    pulse = summary(past, row, table.reader.extent(row)).pulse
    acts = [past.match.side(each) for each in past.standing() if past.match.undoable(each)]
    assert {seat: sum(parts) for seat, parts in pulse.items()} == Counter(filter(None, acts))
    assert all(len(parts) == PULSE for parts in pulse.values())
    assert last >= sum(map(sum, pulse.values()))
