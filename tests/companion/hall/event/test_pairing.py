"""Swiss pairings: what holds of every round, however large, and what an organiser is told of it."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.hall.event import swiss
from companion.hall.event.at_hall import pairing_notes
from companion.hall.event.commands import add, drop, pair_next, with_players, with_result, with_results
from companion.hall.event.event import EndWay, EventResult, EventScoring, First, HallEvent, Player, Quality
from companion.hall.event.standings import records
from companion.hall.event.swiss import POINTS_APART, best_pairs, field, rematches
from tests.companion.hall.event.playing import ended, event, played
from tests.support import examples


def holds(event: HallEvent) -> None:
    """Of the newest round, by the event's own rounds alone."""
    round = event.rounds[-1]
    names = [name for pairing in round.pairings for name in pairing.players]
    assert Counter(names) == Counter(player.name for player in event.playing)
    byes = [pairing for pairing in round.pairings if pairing.bye]
    assert len(byes) == len(names) % 2
    tables = [pairing.table for pairing in round.pairings if not pairing.bye]
    assert len(set(tables)) == len(tables)
    assert all(tables)
    points = {name: record.points for name, record in records(before(event)).items()}
    apart = {
        name
        for pairing in round.pairings
        if len({points[each] for each in pairing.players}) > 1
        for name in pairing.players
    }
    assert {each.player for each in round.floats} == apart
    for each in round.floats:
        assert points[each.player] == each.points
        assert points[each.opponent] == each.theirs
        assert (each.way is EndWay.DOWN) == (each.points > each.theirs)


def before(now: HallEvent) -> HallEvent:
    return HallEvent(players=now.players, rounds=now.rounds[:-1], scoring=now.scoring)


@settings(max_examples=examples(25))
@given(size=st.integers(2, 40), rounds=st.integers(1, 6), seed=st.integers(0, 10**6), drops=st.booleans())
def test_everybody_plays_once_and_floats_are_told(size: int, rounds: int, seed: int, drops: bool) -> None:
    now = played(size, rounds - 1, seed, drops=drops)
    now = pair_next(now)
    holds(now)
    if size > 2 * rounds + 2 and not drops:  # more have not been met than have: a round without always exists
        assert not rematches(now, rounds)
        byes = Counter(each.players[0] for round in now.rounds for each in round.pairings if each.bye)
        assert max(byes.values(), default=0) <= 1


@settings(max_examples=examples(15))
@given(size=st.integers(14, 40), rounds=st.integers(0, 4), seed=st.integers(0, 10**6), clubs=st.integers(0, 3))
def test_the_nearest_alone_are_as_good_as_is_said(size: int, rounds: int, seed: int, clubs: int) -> None:
    """What is done with many players, done with few, where all pairs can be weighed too."""
    now = played(size, rounds, seed, clubs=clubs)
    to_pair = field(now, records(now))
    best, quality = best_pairs(to_pair)
    assert quality is Quality.BEST
    pairs, quality = best_pairs(to_pair, exact=0, nearest=2, wider=4)
    assert sorted(place for pair in pairs for place in pair) == list(range(size))
    total, least = to_pair.total(pairs), to_pair.total(best)
    same = {Quality.BEST: len(total), Quality.CLOSEST: POINTS_APART, Quality.GOOD: 3}[quality]
    assert total[:same] == least[:same]
    assert total >= least


def test_three_hundred_play_three_rounds() -> None:
    now = event(301, seed=3)
    chance = Random(3)
    for number in range(1, 4):
        now = pair_next(now)
        holds(now)
        assert not rematches(now, number)
        assert now.rounds[-1].quality is Quality.CLOSEST
        now = ended(now, chance)


@pytest.mark.deep
def test_a_thousand_play_five_rounds() -> None:
    now = event(1000, seed=3)
    chance = Random(3)
    for number in range(1, 6):
        now = pair_next(now)
        holds(now)
        assert not rematches(now, number)
        now = ended(now, chance)


def test_the_same_seed_draws_the_same_and_another_another() -> None:
    one, same, other = (pair_next(event(30, seed=seed)) for seed in (5, 5, 6))
    assert one.rounds == same.rounds
    assert one.rounds != other.rounds
    turned = with_players(HallEvent(seed=5), reversed(one.players))
    assert {frozenset(each.players) for each in pair_next(turned).rounds[-1].pairings} == {
        frozenset(each.players) for each in one.rounds[-1].pairings
    }


def test_a_list_by_strength_has_its_upper_half_against_its_lower() -> None:
    round = pair_next(event(7, first=First.LISTED)).rounds[-1]
    assert {"".join(sorted(each.players)) for each in round.pairings} == {"AD", "BE", "CF", "G"}


def test_clubs_are_kept_apart_in_the_first_rounds_as_far_as_points_go() -> None:
    def of_one_club(now: HallEvent) -> int:
        club = {player.name: player.club for player in now.players}
        return sum(club[one] == club[other] for one, other in (each.players for each in now.rounds[-1].pairings))

    mixed = pair_next(event(20, clubs=2, first=First.LISTED))
    assert of_one_club(mixed) == 10
    now = pair_next(event(20, clubs=2, apart_rounds=2, first=First.LISTED))
    assert of_one_club(now) == 0
    now = ended(now, Random(4), draws=False)
    won = [each.players[each.result.winner] for each in now.rounds[0].pairings]  # type: ignore[union-attr,index]
    odd = sum(int(now.player(name).club == "club 0") for name in won)
    now = pair_next(now)
    assert not now.rounds[-1].floats, "points come first"
    assert of_one_club(now) == 2 * (abs(10 - 2 * odd) // 2), "and among equal ones no more than have to"


def test_the_bye_goes_down_the_table_and_to_nobody_twice() -> None:
    chance = Random(9)
    now = event(7)
    had: list[str] = []
    for _ in range(7):
        points = {name: record.points for name, record in records(now).items()}
        now = pair_next(now)
        (bye,) = (each.players[0] for each in now.rounds[-1].pairings if each.bye)
        if not had:
            assert points[bye] == min(points.values())
        assert bye not in had
        had.append(bye)
        now = ended(now, chance)
    now = pair_next(now)
    (again,) = (each.players[0] for each in now.rounds[-1].pairings if each.bye)
    assert f"{again} has the bye, and had one before." in pairing_notes(now, 8)


def test_nobody_is_floated_twice_running_where_somebody_else_can_be() -> None:
    """Three with 3 points, three with none: one of each is floated, and in the next round others are, if any can."""
    floated_again = rounds = 0
    for seed in range(examples(20)):
        now = played(14, 2, seed, draws=False)
        last = {each.player for each in now.rounds[-1].floats}
        now = pair_next(now)
        rounds += 1
        floated_again += len(last & {each.player for each in now.rounds[-1].floats})
    assert floated_again == 0, f"in {rounds} rounds"


def test_who_drops_out_is_paired_no_more_and_who_comes_late_has_nothing() -> None:
    now = ended(pair_next(event(6)), Random(1))
    now = add(drop(now, "c"), "Late")
    now = pair_next(now)
    names = {name for each in now.rounds[-1].pairings for name in each.players}
    assert names == {"A", "B", "D", "E", "F", "Late"}
    assert records(now)["Late"].points == 0


def test_a_float_says_who_and_to_whom() -> None:
    now = event(4, first=First.LISTED)
    now = pair_next(now)
    one, other = now.rounds[0].pairings
    now = with_results(now, {(1, one.table): EventResult(winner=0), (1, other.table): EventResult(winner=None)})
    now = pair_next(now)
    said = sorted(map(str, now.rounds[-1].floats))
    assert len(said) == 4
    high = one.players[0]
    assert any(line.startswith(f"{high} (3) was floated down to ") for line in said)


def test_points_are_the_events_own() -> None:
    now = pair_next(event(3, scoring=EventScoring(win=2, draw=1, loss=0, bye=1)))
    (match,) = (each for each in now.rounds[0].pairings if not each.bye)
    now = with_result(now, 1, match.table, 1)
    by_name = records(now)
    assert by_name[match.players[1]].points == 2
    assert by_name[match.players[0]].points == 0
    assert sorted(record.points for record in by_name.values()) == [0, 1, 2]


def test_whoever_has_been_first_less_often_is_first() -> None:
    now = played(12, 4, 2)
    balance = {name: record.balance for name, record in records(now).items()}
    now = pair_next(now)
    for each in now.rounds[-1].pairings:
        assert balance[each.players[0]] <= balance[each.players[1]]


def test_a_player_of_another_spelling_of_club_is_of_the_same() -> None:
    players = [Player(name=name, club=club) for name, club in zip("ABCD", ("Oak", "oak", "Elm", "ELM"), strict=True)]
    now = pair_next(with_players(HallEvent(apart_rounds=1), players))
    clubs = {player.name: player.club.casefold() for player in now.players}
    assert all(clubs[one] != clubs[other] for one, other in (each.players for each in now.rounds[-1].pairings))


@settings(max_examples=examples(10))
@given(size=st.integers(21, 45), first=st.sampled_from(First), seed=st.integers(0, 10**6))
def test_a_large_field_is_paired_in_blocks_and_nobody_is_left_out(size: int, first: First, seed: int) -> None:
    chance = Random(seed)
    now = event(size, first=first, seed=seed)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(swiss, "LARGE", 20)
        patched.setattr(swiss, "BLOCK", 8)
        patched.setattr(swiss, "EXACT", 4)
        patched.setattr(swiss.best_pairs, "__kwdefaults__", {"exact": 4, "nearest": 2, "wider": 4})
        for number in (1, 2, 3):
            now = pair_next(now)
            there = [name for each in now.rounds[-1].pairings for name in each.players]
            assert sorted(there) == sorted(player.name for player in now.players)
            assert rematches(now, number) == []
            assert sum(each.bye for each in now.rounds[-1].pairings) == size % 2
            if number == 1 and first is First.LISTED:
                place = {player.name: at for at, player in enumerate(now.players)}
                pairs = (
                    sorted(place[name] for name in each.players) for each in now.rounds[0].pairings if not each.bye
                )
                assert all(low < size // 2 <= high for low, high in pairs)
            now = ended(now, chance)
