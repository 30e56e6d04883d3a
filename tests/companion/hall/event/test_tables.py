"""Who sits where."""

from itertools import islice, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.hall.event.at_hall import pairing_notes
from companion.hall.event.commands import ask_bye, cut, drop, pair_next, with_players
from companion.hall.event.event import Bye, HallEvent, Player
from companion.hall.event.standings import ScoreRecord, records
from companion.hall.event.swiss import MORE, lacking_tables, names_of, seated
from companion.table.errors import Refused
from tests.companion.hall.event.playing import ended, event, letter, played
from tests.support import Says, examples


def test_tables_have_the_events_names_or_are_numbered() -> None:
    assert list(names_of(HallEvent(tables=("oak", "2")))) == ["oak", "2"]
    assert list(islice(names_of(HallEvent()), 3)) == ["1", "2", "3"]


def test_nobody_plays_at_a_table_that_is_not_there() -> None:
    now = event(7, tables=("oak", "elm"))
    assert lacking_tables(now) == Says("Round 1", "3 tables", "2", f"{MORE}")
    with pytest.raises(Refused, match=rf"Round 1 .* 3 tables.* 2: {MORE}"):
        pair_next(now)
    assert pair_next(ask_bye(drop(now, "A"), "B", 1, Bye.HALF)).number == 1
    lost = with_players(now, [Player(name="C", table="balcony")])
    with pytest.raises(Refused, match=r"^C always sits at table balcony, and there is no such table here\.$"):
        pair_next(drop(drop(lost, "A"), "B"))
    four = replace(played(8, 1, 3), tables=("oak",))
    with pytest.raises(Refused, match=r"^Round 2 needs 2 tables, and there is 1: name more"):
        cut(four, 4)


def test_the_top_tables_have_the_most_points() -> None:
    now = pair_next(played(20, 3, 7))
    points = {name: record.points for name, record in records(replace(now, rounds=now.rounds[:-1])).items()}
    best = [max(points[name] for name in each.players) for each in now.rounds[-1].pairings]
    assert best == sorted(best, reverse=True)
    assert [each.table for each in now.rounds[-1].pairings] == [str(number) for number in range(1, 11)]


def test_who_has_a_table_sits_there_whatever_the_points() -> None:
    now = event(12)
    now = with_players(now, [Player(name="C", table="4"), Player(name="F", table="balcony")])
    chance = Random(1)
    for number in range(1, 6):
        now = pair_next(now)
        at = {name: each.table for each in now.rounds[-1].pairings for name in each.players}
        if any({"C", "F"} == set(each.players) for each in now.rounds[-1].pairings):
            assert at["C"] == at["F"] in ("4", "balcony")
            assert len([line for line in pairing_notes(now, number) if " sits at table " in line]) == 1
        else:
            assert (at["C"], at["F"]) == ("4", "balcony")
        now = ended(now, chance)


@settings(max_examples=examples(40))
@given(pairs=st.integers(1, 5), seed=st.integers(0, 10**6))
def test_as_few_as_can_be_sit_at_a_table_again(pairs: int, seed: int) -> None:
    chance = Random(seed)
    names = [letter(number) for number in range(2 * pairs)]
    tables = [str(number) for number in range(1, pairs + 1)]
    sat = {name: ScoreRecord(tables=frozenset(chance.sample(tables, chance.randint(0, pairs)))) for name in names}
    couples = list(zip(names[::2], names[1::2], strict=True))
    at = seated(HallEvent(), couples, sat)

    def again(order: tuple[str, ...]) -> int:
        return sum(
            table in sat[one].tables | sat[other].tables for (one, other), table in zip(couples, order, strict=True)
        )

    assert sorted(at.values()) == sorted(tables)
    assert again(tuple(at[couple] for couple in couples)) == min(map(again, permutations(tables)))
