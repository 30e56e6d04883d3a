"""What an organiser does with an event, and what is refused."""

from random import Random

import pytest
from msgspec.structs import replace

from companion.fields.invalid import Invalid
from companion.hall.event.at_hall import EventSeating, at_tables, pairing_notes, round_pairings
from companion.hall.event.commands import (
    a_result,
    add,
    ask_bye,
    back,
    drop,
    kept_results,
    pair_next,
    remove,
    rename,
    repair,
    set_up,
    unpair,
    with_result,
    without_result,
)
from companion.hall.event.event import (
    MOST_ROUNDS,
    Bye,
    EventPairing,
    EventResult,
    EventScoring,
    First,
    HallEvent,
    How,
    Tiebreak,
    of_json,
    to_json,
)
from companion.hall.event.standings import records
from companion.hall.organiser.view import ResultOf
from companion.table.errors import NotHere, Refused
from tests.companion.hall.event.playing import ended, event, played
from tests.support import Says


def chosen(**changes: object) -> HallEvent:
    choices: dict[str, object] = {
        "name": "Winter cup",
        "scoring": EventScoring(win=2),
        "tiebreaks": [Tiebreak.DIFFERENCE],
        "tables": ["oak ", "elm"],
        "first": First.LISTED,
        "apart_rounds": 1,
        "seed": 3,
    }
    return set_up(HallEvent(), **(choices | changes))  # type: ignore[arg-type]


def test_an_events_choices() -> None:
    now = chosen()
    assert now.tables == ("oak", "elm")
    assert (now.name, now.scoring.win, now.tiebreaks, now.seed) == ("Winter cup", 2, (Tiebreak.DIFFERENCE,), 3)
    with pytest.raises(Invalid, match="tables: must not have one twice"):
        chosen(tables=["oak", "OAK"])
    with pytest.raises(Invalid, match="tables: must not be empty"):
        chosen(tables=[" "])
    with pytest.raises(Invalid, match="tiebreaks: must not have one twice"):
        chosen(tiebreaks=[Tiebreak.DIFFERENCE] * 2)


def test_players_come_and_go() -> None:
    now = add(add(HallEvent(), " Anna  Lee", club="Oak"), "Bert")
    with pytest.raises(Invalid, match="name: anna lee plays already"):
        add(now, "anna lee")
    with pytest.raises(Invalid, match="name: must not be empty"):
        add(now, "  ")
    with pytest.raises(NotHere):
        drop(now, "Cy")
    now = drop(now, "ANNA LEE")
    assert [player.name for player in now.playing] == ["Bert"]
    with pytest.raises(Refused, match="A round needs two players, and there is 1"):
        pair_next(now)
    now = pair_next(back(now, "Anna Lee"))
    with pytest.raises(Refused, match="Bert has been paired: drop Bert instead"):
        remove(now, "Bert")
    assert remove(add(now, "Cy"), "cy") == now


def test_a_name_that_was_misspelt_is_so_in_every_round() -> None:
    now = played(5, 3, 1)
    renamed = rename(now, "c", "Cleo")
    assert renamed.player("Cleo").once == ("C",)
    assert "C" not in to_json(replace(renamed, players=())).decode().split('"')
    assert rename(renamed, "Cleo", "C").rounds == now.rounds
    assert rename(now, "C", "c").player("C").name == "c"
    with pytest.raises(Invalid, match="name: b plays already"):
        rename(now, "C", "b")


def test_the_next_round_waits_for_results() -> None:
    now = pair_next(event(6))
    with pytest.raises(Refused, match="Round 1 still lacks the result of table 1 and 2 more"):
        pair_next(now)
    now = with_result(with_result(now, 1, "1", 0), 1, "2", None, (4, 4))
    with pytest.raises(Refused, match="Round 1 still lacks the result of table 3"):
        pair_next(now)
    with pytest.raises(Refused, match="Round 1 has results"):
        unpair(now)
    now = with_result(now, 1, "3", 1)
    assert unpair(pair_next(now)) == now
    with pytest.raises(Refused, match="no round to take back"):
        unpair(HallEvent())


def test_no_more_rounds_than_there_may_be() -> None:
    now = played(4, MOST_ROUNDS, 1)
    with pytest.raises(Refused, match=f"at most {MOST_ROUNDS} rounds"):
        pair_next(now)


def test_a_result_may_be_corrected_and_taken_back() -> None:
    now = pair_next(event(2))
    assert with_result(with_result(now, 1, "1", 0, (5, 3)), 1, "1", None) == with_result(now, 1, "1", None)
    assert without_result(with_result(now, 1, "1", 0), 1, "1") == now
    with pytest.raises(NotHere):
        with_result(now, 1, "2", 0)
    with pytest.raises(NotHere):
        with_result(now, 2, "1", 0)
    with pytest.raises(Invalid, match="winner: must be 0, 1 or null, got 2"):
        with_result(now, 1, "1", 2)
    with pytest.raises(Invalid, match="score: must be -99999 to 99999, got 100000"):
        with_result(now, 1, "1", 0, (0, 100_000))
    with pytest.raises(Invalid, match="score: must have two numbers, got 1"):
        with_result(now, 1, "1", 0, (1,))


def test_pairings_by_hand_are_whole() -> None:
    now = pair_next(event(4))
    with pytest.raises(Invalid, match="pairings: table 1 is there twice"):
        repair(now, [EventPairing(table="1", players=("A", "B")), EventPairing(table="1", players=("C", "D"))])
    with pytest.raises(Invalid, match="pairings: A is there twice"):
        repair(now, [EventPairing(table="1", players=("A", "B")), EventPairing(table="2", players=("C", "A"))])
    with pytest.raises(NotHere):
        repair(now, [EventPairing(table="1", players=("A", "Zoe"))])
    with pytest.raises(Refused):
        repair(HallEvent(), [])
    gone = drop(now, "A")
    assert repair(gone, gone.rounds[0].pairings).rounds[0].pairings == now.rounds[0].pairings, "who plays plays on"
    two = repair(
        now, [EventPairing(table="", players=(name,)) for name in "AB"] + [EventPairing(table="9", players=("C", "D"))]
    )
    assert [each.bye for each in two.rounds[0].pairings] == [False, True, True]


SIDES = {"gold": "d", "green": "B (Green)"}
"""Who sits where at table elm."""


def test_a_halls_tables_are_told_who_plays_and_tell_who_won() -> None:
    now = pair_next(event(5, first=First.LISTED, tables=("oak", "elm")))
    paired = round_pairings(now)
    assert [table for table, _ in paired] == ["oak", "elm"]
    assert {name for _, players in paired for name in players} == set("ABCD")
    won = ResultOf(table="elm", round=1, winner="green", title="Won", score={"gold": 2, "green": 11}, people=SIDES)
    seating = EventSeating(now)
    second = dict(paired)["elm"]
    assert {*second} == {"B", "D"}
    score = (11, 2) if second[0] == "B" else (2, 11)
    assert seating.result(won) == EventResult(winner=second.index("B"), score=score, told=True)
    with pytest.raises(Invalid, match=r"winner: must be (gold or green|green or gold), got red"):
        seating.result(replace(won, winner="red"))
    with pytest.raises(Invalid, match="people: must be"):
        seating.result(replace(won, people={}))
    with pytest.raises(NotHere):
        seating.result(replace(won, table="ash"))
    with pytest.raises(NotHere):
        round_pairings(HallEvent())


@pytest.mark.parametrize(
    ("people", "winner", "found"),
    [
        ({"gold": "A", "red": "B"}, "gold", 0),
        ({"gold": "b", "red": "A"}, "gold", 1),
        ({"gold": "B (Gold)", "red": "A (Red)"}, "gold", 1),
    ],
)
def test_a_win_is_the_players_whichever_seat_was_taken(people: dict[str, str], winner: str, found: int) -> None:
    now = repair(
        pair_next(event(4)), [EventPairing(table="1", players=("A", "B")), EventPairing(table="2", players=("C", "D"))]
    )
    score = {winner: 7}
    won = ResultOf(table="1", round=1, winner=winner, title="Won", score=score, people=people)
    made = (7, 0) if found == 0 else (0, 7)
    assert EventSeating(now).result(won) == EventResult(winner=found, score=made, told=True)


@pytest.mark.parametrize(
    "people",
    [
        {"gold": "Firebrand", "red": "Tide"},
        {"gold": "Firebrand", "red": "A"},
        {"gold": "Bb", "red": "A"},
        {"gold": "", "red": ""},
        {},
        {"gold": "C", "red": "D"},
        {"gold": "A", "red": "D"},
        {"gold": "B", "red": "Guest", "azure": "A"},
        {"gold": "A", "red": "A"},
        {"gold": "A", "red": "Guest", "azure": "Guest"},
        {"gold": "A"},
    ],
)
def test_where_nobody_can_know_who_won_somebody_has_to_say_it(people: dict[str, str]) -> None:
    now = repair(
        pair_next(event(4)), [EventPairing(table="1", players=("A", "B")), EventPairing(table="2", players=("C", "D"))]
    )
    won = ResultOf(table="1", round=1, winner="gold", title="Won", score={}, people=people)
    with pytest.raises(Invalid, match="people: "):
        EventSeating(now).result(won)


def test_a_table_of_a_name_that_no_hall_has_is_told_before_anything_is_done() -> None:
    with pytest.raises(Invalid, match=r"tables: must be called as in the hall.*Front row is not"):
        at_tables(event(3, tables=("Front row",)), (), pair_next)


def test_an_event_is_played_at_the_halls_tables_unless_it_names_its_own() -> None:
    hall = ["table-10", "table-2", "oak", "table-02b"]
    now = at_tables(event(8), hall, pair_next)
    assert [each.table for each in now.rounds[0].pairings] == ["oak", "table-2", "table-02b", "table-10"]
    assert now.tables == ()
    with pytest.raises(Refused, match="Round 1 needs 5 tables, and there are 4"):
        at_tables(event(10), hall, pair_next)
    with pytest.raises(Refused, match="No table is here yet"):
        at_tables(event(2), [], pair_next)
    own = at_tables(event(4, tables=("front", "back")), hall, pair_next)
    assert [each.table for each in own.rounds[0].pairings] == ["front", "back"]


def test_an_event_is_kept_as_json() -> None:
    now = played(9, 4, 3, clubs=2, drops=True)
    assert of_json(to_json(now)) == now
    assert of_json(to_json(HallEvent())) == HallEvent()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ((b'"players":["A","B"]', b'"players":["A","Z"]'), r"rounds\[0\].pairings: there is no player called Z"),
        ((b'"players":["A","B"]', b'"players":["A","A"]'), r"rounds\[0\].pairings: must not have a player twice"),
        ((b'{"name":"B"}', b'{"name":"a"}'), "players: must not have a name twice"),
        ((b'"seed":0', b'"seed":-1'), "seed: must be"),
        ((b"{", b"["), "body: must be JSON"),
    ],
)
def test_what_is_kept_is_looked_at(change: tuple[bytes, bytes], words: str) -> None:
    data = to_json(pair_next(event(2)))
    data = data.replace(b'"players":["B","A"]', b'"players":["A","B"]')
    assert change[0] in data
    with pytest.raises(Invalid, match=words):
        of_json(data.replace(*change))


def test_a_result_corrected_later_is_told_and_leaves_the_pairings_alone() -> None:
    now = ended(pair_next(event(4)), Random(1), draws=False)
    now = ended(pair_next(now), Random(2), draws=False)
    first = now.rounds[0].pairings[0]
    assert first.result is not None
    after = with_result(now, 1, first.table, 1 - (first.result.winner or 0), (1, 2))
    assert after.rounds[1].corrected == (1,)
    assert after.rounds[1].pairings == now.rounds[1].pairings
    assert pairing_notes(after, 2)[0] == (Says("result of round 1", "corrected", "pairings stay"))
    assert with_result(now, 1, first.table, first.result.winner, first.result.score) == now
    assert pair_next(after).rounds[2].corrected == ()


def test_who_asked_for_a_bye_sits_out_and_has_its_points() -> None:
    now = ask_bye(event(6), "a", 1, Bye.HALF)
    now = ask_bye(ask_bye(now, "B", 1, Bye.ZERO), "C", 2, Bye.FULL)
    now = ended(pair_next(now), Random(1))
    byes = {each.players[0]: each.kind for each in now.rounds[0].pairings if each.bye}
    assert byes == {"A": Bye.HALF, "B": Bye.ZERO}
    assert pairing_notes(now, 1)[:2] == [Says("A", "bye", "a draw"), "B asked for a bye: no points."]
    assert [records(now)[name].points for name in "AB"] == [1, 0]
    with pytest.raises(Refused, match="Round 1 is paired already"):
        ask_bye(now, "A", 1, None)
    assert ask_bye(now, "C", 2, None).player("C").away == ()
    now = pair_next(now)
    assert {each.players[0]: each.kind for each in now.rounds[1].pairings if each.bye} == {
        "C": Bye.FULL,
        **{each.players[0]: Bye.ALLOCATED for each in now.rounds[1].pairings if each.bye and each.players[0] != "C"},
    }
    assert records(now)["C"].byes == 1


def test_a_step_that_would_lose_a_result_is_refused() -> None:
    now = pair_next(event(4))
    one = now.rounds[0].pairings[0].table
    after = with_result(now, 1, one, 0)
    with pytest.raises(Refused, match=f"Round 1 has results: take back that of table {one} first"):
        kept_results(after, event(4))
    kept_results(rename(after, "A", "Zoe"), after)
    kept_results(after, now)


def test_how_a_match_ended_goes_with_who_won() -> None:
    with pytest.raises(Invalid, match="winner: must be null where both lose"):
        a_result(0, (0, 0), how=How.BOTH_LOST)
    with pytest.raises(Invalid, match="winner: must be who did not give up"):
        a_result(None, (0, 0), how=How.FORFEIT)
    now = pair_next(event(2))
    for how, points in ((How.BOTH_LOST, (0, 0)), (How.NO_SHOW, (0, 0)), (None, (1, 1))):
        found = records(with_result(now, 1, "1", None, how=how))
        assert tuple(found[name].points for name in "AB") == points


def test_a_player_or_table_that_looks_like_another_is_refused() -> None:
    now = add(add(add(event(0), "Anna Lee"), "Bert"), "Cy")
    for act in (lambda: add(now, "𝐀nna Lee"), lambda: rename(now, "Cy", "𝐁ert")):
        with pytest.raises(Invalid, match=r"name: .* looks like (Anna Lee|Bert): add a word that tells them apart"):
            act()
    with pytest.raises(Invalid, match="tables: 𝐨ak looks like oak"):
        chosen(tables=["oak", "𝐨ak"])
