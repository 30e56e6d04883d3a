"""Players, pairings, results and standings as CSV: what goes out comes back, and strangers' files are understood or
refused by line and column."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.fields.invalid import Invalid
from companion.hall.event.at_hall import pairing_notes
from companion.hall.event.commands import add, ask_bye, drop, pair_next, with_players
from companion.hall.event.csv_files import (
    pairings_csv,
    players_csv,
    results_csv,
    standings_csv,
    with_pairings_csv,
    with_players_csv,
    with_results_csv,
)
from companion.hall.event.event import MOST_PLAYERS, Bye, EventResult, First, HallEvent, Player, Quality
from companion.table.errors import Refused
from tests.companion.hall.event.playing import ended, event, played
from tests.support import examples


def four() -> HallEvent:
    """A plays C at table 1, B plays D at table 2, in whichever order, and E has the bye."""
    return pair_next(event(5, first=First.LISTED))


def test_a_strangers_players() -> None:
    now = with_players_csv(
        HallEvent(),
        b"Player Name;Faction;E-Mail;Dropped Out;Fixed Table\r\n"
        b" Anna  Lee ;Oak;a@b.c;;\r\n=Bert;;;YES;Balcony\r\n\r\nCy;Elm;;0;\r\n",
    )
    assert now.players == (
        Player(name="Anna Lee", club="Oak"),
        Player(name="=Bert", dropped=True, table="Balcony"),
        Player(name="Cy", club="Elm"),
    )
    assert with_players_csv(HallEvent(), players_csv(now)) == now
    assert with_players_csv(now, players_csv(now)) == now


def test_a_file_changes_what_it_has_columns_for() -> None:
    now = with_players(HallEvent(), [Player(name="Anna", club="Oak", table="3", dropped=True)])
    now = with_players_csv(now, b"name,club\nANNA,Elm\nBert,Elm\n")
    assert now.players == (Player(name="Anna", club="Elm", table="3", dropped=True), Player(name="Bert", club="Elm"))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("name,dropped\nA,maybe", "line 2: dropped: must be yes or no, got maybe"),
        ("club,Player\nx,A\ny,B\nz,a", "line 4: Player: a is in line 2 already"),
        ("name,club\n,x", "line 2: name: must not be empty"),
        ("name\n" + "x" * 41, "line 2: name: must be at most 40 characters, got 41"),
        ("name,Faction\nA," + "x" * 41, "line 2: Faction: must be at most 40 characters, got 41"),
        ("name\nBYE", "line 2: name: cannot be BYE: that word describes a result"),
        ("name\n" + "\n".join(f"p{n}" for n in range(MOST_PLAYERS + 1)), "players: must be at most 20000, got 20001"),
    ],
)
def test_wrong_players(data: str, words: str) -> None:
    with pytest.raises(Invalid, match=f"^{re.escape(words)}$"):
        with_players_csv(HallEvent(), data.encode())


def test_pairings_go_out_and_come_back() -> None:
    now = four()
    text = pairings_csv(now, 1).decode("utf-8-sig")
    assert text.splitlines()[0] == "round,table,player 1,player 2"
    assert "1,,E,bye" in text.splitlines()
    assert with_pairings_csv(now, text.encode()).rounds[0].pairings == now.rounds[0].pairings


def test_pairings_of_a_strangers() -> None:
    now = with_pairings_csv(four(), b"Player\tPlayer\tBoard\na\te\t\nD\tC\tbalcony\nB\t\t\n")
    round = now.rounds[0]
    assert [(each.table, each.players) for each in round.pairings] == [
        ("1", ("A", "E")),
        ("balcony", ("D", "C")),
        ("", ("B",)),
    ]
    assert round.quality is Quality.BY_HAND
    assert pairing_notes(now, 1) == ["B has the bye.", "Paired by hand."]


def test_rematches_and_floats_by_hand_are_told() -> None:
    now = pair_next(ended(four(), Random(1), draws=False))
    one, other = now.rounds[0].pairings[0].players
    rest = [name for name in "ABCDE" if name not in (one, other)]
    now = with_pairings_csv(now, f"player 1,player 2\n{one},{other}\n{rest[0]},{rest[1]}\n{rest[2]},bye".encode())
    assert f"{one} and {other} meet again: they played in round 1." in pairing_notes(now, 2)
    assert {one, other} <= {each.player for each in now.rounds[1].floats}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("player 1,player 2\nA,B\nC,D\nE,a", "line 4: player 2: A is in line 2 already"),
        ("player 1,player 2\nA,A", "line 2: player 1: A is in line 2 already"),
        ("player 1,player 2\nA,Zoe", "line 2: player 2: there is no player called Zoe"),
        ("player 1,player 2\n,B", "line 2: player 1: is missing"),
        ("player 1,player 2\nA,B\nC,D", "pairings: E is missing: pair or drop E"),
        ("table,player 1,player 2\n7,A,B\n7,C,D\n,E,", "line 3: table: 7 is in line 2 already"),
        ("Rd,player 1,player 2\n2,A,B", "line 2: Rd: must be 1, got 2"),
        ("Rd,player 1,player 2\n9,A,B", "line 2: Rd: must be 1, got 9"),
        ("player 1\nA", "line 1: player 2: is missing among the columns that the first line names"),
        ("table,player 1,player 2\n" + "x" * 41 + ",A,B", "line 2: table: must be at most 40 characters, got 41"),
    ],
)
def test_wrong_pairings(data: str, words: str) -> None:
    with pytest.raises(Invalid, match=f"^{re.escape(words)}$"):
        with_pairings_csv(four(), data.encode())


def test_pairings_with_a_result_stay_and_dropped_players_do_not_come_back() -> None:
    now = with_results_csv(four(), b"player 1,player 2,winner\nA,C,A")
    with pytest.raises(Refused, match="have played already"):
        with_pairings_csv(now, b"player 1,player 2\nA,B\nC,D\nE,")
    after = with_pairings_csv(now, b"player 1,player 2\nC,A\nE,D\nB,")
    assert sum(each.result is not None for each in after.rounds[0].pairings) == 1
    with pytest.raises(Invalid, match="pairings: Zoe has dropped out"):
        with_pairings_csv(drop(add(now, "Zoe"), "Zoe"), b"player 1,player 2\nA,C\nE,D\nB,Zoe")
    with pytest.raises(Refused, match="pair the first one"):
        with_pairings_csv(HallEvent(), b"")


def test_results_of_a_strangers() -> None:
    now = with_results_csv(
        four(),
        "Winner;Player;Opponent;Points;Points;Notes\r\nc;A;c;3;12;close\r\nDraw;D;B;-4;7;\r\ne;E;bye;;;\r\n".encode(
            "utf-16"
        ),
    )
    by = {frozenset(each.players): each for each in now.rounds[0].pairings}
    first, second = by[frozenset("AC")], by[frozenset("BD")]
    assert first.result == EventResult(
        winner=first.players.index("C"), score=(3, 12) if first.players[0] == "A" else (12, 3)
    )
    assert second.result == EventResult(winner=None, score=(7, -4) if second.players[0] == "B" else (-4, 7))


def test_a_winner_may_be_a_number_and_nobody_takes_a_result_back() -> None:
    now = with_results_csv(four(), b"table,player 1,player 2,winner\n1,C,A,2")
    (pairing,) = (each for each in now.rounds[0].pairings if each.result)
    assert pairing.players[pairing.result.winner] == "A"  # type: ignore[union-attr,index]
    assert with_results_csv(now, b"player 1,player 2,winner\nC,A,") == four()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("A,C,B,,,", "line 2: Result: must be A, C or draw, got B"),
        ("A,B,A,,,", "line 2: player 1: A and B do not play each other in round 1"),
        ("A,C,,3,,", "line 2: Result: is missing: a player of the two, or draw"),
        ("A,C,A,3.5,,", "line 2: Score 1: must be a whole number up to 99999, got 3.5"),
        ("A,C,A,,100000,", "line 2: Score 2: must be a whole number up to 99999, got 100000"),
        ("A,C,A,,,9", "line 2: table: must be 1, where these two play, got 9"),
        ("A,C,A,,,\nC,A,draw,,,", "line 3: player 1: C and A are there twice in round 1"),
    ],
)
def test_wrong_results(data: str, words: str) -> None:
    now = four()
    with pytest.raises(Invalid, match=f"^{re.escape(words)}$"):
        with_results_csv(now, f"player 1,player 2,Result,Score 1,Score 2,table\n{data}".encode())


NAMES = st.lists(
    st.one_of(st.sampled_from(["1", "2", "-", "Tie", "both lost", "=1", "'x", "no", "A, B", 'Q"'])),
    min_size=2,
    max_size=10,
    unique_by=str.casefold,
)


@settings(max_examples=examples(40))
@given(names=NAMES, rounds=st.integers(1, 4), seed=st.integers(0, 10**6))
def test_what_goes_out_comes_back_whatever_players_are_called(names: list[str], rounds: int, seed: int) -> None:
    chance = Random(seed)
    now = with_players(HallEvent(seed=seed), [Player(name=name, club=chance.choice(names)) for name in names])
    now = ask_bye(now, names[0], rounds, Bye.HALF) if len(names) > 2 else now
    for _ in range(rounds):
        now = ended(pair_next(now), chance, odd=True)
    comes_back(now)


@settings(max_examples=examples(15))
@given(size=st.integers(2, 14), rounds=st.integers(1, 4), seed=st.integers(0, 10**6))
def test_an_event_comes_back_from_its_files(size: int, rounds: int, seed: int) -> None:
    comes_back(played(size, rounds, seed, drops=True, odd=True))


def comes_back(now: HallEvent) -> None:
    bare = replace(
        now,
        rounds=tuple(
            replace(round, pairings=tuple(replace(each, result=None) for each in round.pairings))
            for round in now.rounds
        ),
    )
    assert with_results_csv(bare, results_csv(now)) == now
    assert with_results_csv(now, results_csv(now)) == now
    assert with_results_csv(now, results_csv(now, now.number)) == now
    assert with_players_csv(HallEvent(), players_csv(now)).players == now.players
    assert with_players_csv(now, players_csv(now)) == now
    (again,) = with_pairings_csv(now, pairings_csv(now, now.number)).rounds[-1:]
    assert again.pairings == now.rounds[-1].pairings


def test_the_winner_is_a_name_before_it_is_a_place() -> None:
    now = pair_next(with_players(HallEvent(first=First.LISTED), [Player(name="2"), Player(name="1")]))
    one, other = now.rounds[0].pairings[0].players
    after = with_results_csv(now, f"player 1,player 2,winner\n{one},{other},{other}".encode())
    assert after.rounds[0].pairings[0].result == EventResult(winner=1)
    assert with_results_csv(now, results_csv(after)) == after


def test_a_file_that_counts_winners_beside_a_player_called_so_is_refused_by_line() -> None:
    names = ["1", "2", "Ana", "Ben"]
    now = pair_next(with_players(HallEvent(first=First.LISTED), [Player(name=name) for name in names]))
    now = with_pairings_csv(now, b"player 1,player 2\n2,1\nAna,Ben")
    with pytest.raises(Invalid, match=r"^line 3: winner: 1 is a player, and a place as in line 2: write names"):
        with_results_csv(now, b"player 1,player 2,winner\nAna,Ben,2\n2,1,1")
    with pytest.raises(Invalid, match=r"^line 2: winner: 2 is a player"):
        with_results_csv(now, b"player 1,player 2,winner\n2,1,2\nAna,Ben,2")
    after = with_results_csv(now, b"player 1,player 2,winner\n1,2,1\nAna,Ben,2")
    assert [each.result and each.players[each.result.winner or 0] for each in after.rounds[0].pairings] == ["1", "Ben"]


@pytest.mark.parametrize(
    ("data", "players"),
    [
        ("name,team,faction\nAna,Oak,Undead", {"Ana": "Oak"}),
        ("First name,Last name,Faction\nAna,Lee,Undead\nBo,,", {"Ana Lee": "Undead", "Bo": ""}),
        ("Player,Faction,Name,List\n7,Undead,Ana," + "x" * 900, {"Ana": "Undead"}),
        ("Surname;Forename;Country;Team\nLee;Ana;UK;", {"Ana Lee": ""}),
        ("#,Army,Club,Player Name,Checked in\n1,Undead,Oak,Ana,TRUE", {"Ana": "Oak"}),
        ("\tRank\tFull Name\tGroup\n\t1\tAna\tA", {"Ana": "A"}),
    ],
)
def test_players_as_other_programs_write_them(data: str, players: dict[str, str]) -> None:
    found = with_players_csv(HallEvent(), data.encode())
    assert {each.name: each.club for each in found.players} == players


def test_standings_go_out() -> None:
    now = with_results_csv(four(), b"player 1,player 2,winner,points,points\nA,C,A,10,3\nB,D,draw,5,5")
    lines = standings_csv(now).decode("utf-8-sig").splitlines()
    assert lines == [
        "rank,name,club,points,won,drawn,lost,byes,buchholz,sonneborn-berger,difference",
        "1,A,,3,1,0,0,0,0,0,7",
        "2,E,,3,0,0,0,1,0,0,0",
        "3,B,,1,0,1,0,0,1,0.500,0",
        "3,D,,1,0,1,0,0,1,0.500,0",
        "5,C,,0,0,0,1,0,3,0,-7",
    ]
