"""Battles of three players, command by command."""

from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.battleline.choices import BattleLineChoices
from companion.battleline.choices import Players as Count
from companion.battleline.line import Victory
from companion.battleline.match.acts import evolve
from companion.battleline.match.game import BATTLE_LINE
from companion.battleline.match.report import BattleReport
from companion.battleline.match.state import LAYOUTS, NUMBERS, Series, State
from companion.table.commands import End, Undo
from companion.table.errors import NotHere
from companion.table.match import Match
from companion.table.opening import Again
from companion.table.seats import Seat
from companion.table.state import Stage
from companion.table.view import Phase
from tests.companion.battleline import acts as c
from tests.companion.battleline import acts as e
from tests.companion.battleline.match.seats import AZURE, GOLD, RED, flag, hold, lay, refused, seated, view
from tests.support import Players, Says

THREE = LAYOUTS[Count.THREE]
TOUCHING = {frozenset(pair) for pair in ((1, 2), (2, 3), (4, 5), (5, 6), (7, 8), (8, 9), (1, 4), (4, 7), (7, 1))}
"""The flags that stand next to one another on the table: three lines that meet in the middle."""


@pytest.fixture
def players(tmp_path: Path) -> Players:
    return seated(tmp_path / "t.sqlite", players=Count.THREE)


def in_row(flags: tuple[int, ...]) -> bool:
    """Whether three flags stand in one row: two pairs of them touch, and not all three round the middle."""
    return sum(frozenset(pair) in TOUCHING for pair in combinations(flags, 2)) == 2


def victors(claimed: dict[int, Seat]) -> dict[Seat, Victory]:
    """Who has won, by trying all three of a player's flags."""
    found = {}
    for seat in THREE.seats:
        own = [number for number, holder in claimed.items() if holder is seat]
        if any(in_row(flags) for flags in combinations(own, 3)):
            found[seat] = Victory.BREAKTHROUGH
        elif len(own) >= 4:
            found[seat] = Victory.ENVELOPMENT
    return found


TAKEN = st.permutations(NUMBERS).flatmap(
    lambda order: st.tuples(*(st.sampled_from(THREE.pair(number)) for number in order)).map(
        lambda seats: dict(zip(order, seats, strict=True))
    )
)
"""Who takes all nine flags, in some order."""


@settings(max_examples=60)
@given(taken=TAKEN, count=st.integers(0, 9))
def test_victors_of_three_by_the_flags_on_the_table(taken: dict[int, Seat], count: int) -> None:
    claimed = dict(list(taken.items())[:count])
    assert THREE.victors(claimed) == victors(claimed)


@settings(max_examples=60)
@given(TAKEN)
def test_a_battle_ends_with_the_first_victor_or_in_a_tie_of_all_three(taken: dict[int, Seat]) -> None:
    state = State.start(choices=BattleLineChoices(), players=Count.THREE, series=Series(), now=0)
    for number, seat in taken.items():
        if state.stage is Stage.OVER:
            break
        state = evolve(state, e.Claimed(sand_ns=1, side=seat, flag=number))
        assert state.victory == victors(state.claimed).get(seat)
        assert state.winner == (seat if state.victory else None)
    assert state.stage is Stage.OVER
    assert state.tied is (state.winner is None)
    if state.tied:
        assert [state.held(seat) for seat in THREE.seats] == [3, 3, 3]
        assert [state.series_after.score(seat) for seat in THREE.seats] == [3, 3, 3]


def test_no_flag_is_claimed_from_outside_its_pair(players: Players) -> None:
    lay(players, "3:R10 4:Y10 9:P10 3:R9 4:Y9 9:P9 3:R8 4:Y8 9:P8")
    for number in NUMBERS:
        outside = next(seat for seat in THREE.seats if seat not in THREE.pair(number))
        assert "lies between" in refused(players, c.Claim(side=outside, flag=number))
        assert outside.value not in flag(players, number).claims


def test_every_player_faces_both_neighbours_over_three_flags() -> None:
    for seat in THREE.seats:
        assert sorted(THREE.rows[seat]) == [number for number in NUMBERS if seat in THREE.pair(number)]
        left, right = ([THREE.across(number, seat) for number in half] for half in halves(THREE.rows[seat]))
        assert set(left) == {THREE.after(seat)}, "who is next sits to the left"
        assert set(right) == {THREE.after(THREE.after(seat))}


def halves(row: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return row[:3], row[3:]


def test_the_turn_goes_round_the_table(players: Players) -> None:
    lay(players, "1:R1 1:R2 7:R3 3:R4")
    assert (view(players).turn, view(players).next) == ("gold", "red")
    assert refused(players, c.Lay(side=AZURE, flag=7, piece="B1")) == "It is Team Red's turn."
    assert refused(players, c.Lay(side=GOLD, flag=7, piece="B1")) == "You have played. It is Team Red's turn."


def test_nobody_lays_at_the_line_of_the_two_others(players: Players) -> None:
    reason = Says("Flag 5", "Team Red", "Team Azure", "not", "Team Gold")
    assert refused(players, c.Lay(side=GOLD, flag=5, piece="R1")) == reason
    assert refused(players, c.Lay(side=GOLD, flag=5, piece="FOG")) == reason
    lay(players, "1:R1")
    assert refused(players, c.Claim(side=GOLD, flag=5)) == reason
    assert refused(players, c.Shift(piece="R1", flag=5, side=GOLD)) == reason


def test_what_lies_on_all_three_lines_is_seen(players: Players) -> None:
    lay(players, "1:R7 1:B8 7:O1 1:R8 1:B9 7:O2 1:R9")
    assert flag(players, 1).claims["gold"].needs == ("B10",)
    assert "Blue 10" in refused(players, c.Claim(side=GOLD, flag=1))
    lay(players, "5:G1 5:B10")
    assert flag(players, 1).claims["gold"].claimable
    players.do(c.Claim(side=GOLD, flag=1))
    assert flag(players, 1).holder == "gold"
    assert set(flag(players, 5).claims) == {"red", "azure"}


def test_a_break_through_spans_both_neighbours(players: Players) -> None:
    hold(players, {2: GOLD, 7: GOLD})
    assert view(players).winner is None
    hold(players, {1: GOLD})
    assert (view(players).phase, view(players).winner, view(players).victory) == (Phase.ENDED, "gold", "breakthrough")
    players.do(Undo())
    assert (view(players).phase, flag(players, 1).holder) == (Phase.RUNNING, None)


def test_the_two_outer_ends_of_a_row_are_not_adjacent(players: Players) -> None:
    hold(players, {3: GOLD, 9: GOLD, 8: GOLD})
    assert view(players).winner is None


def test_four_flags_in_all_win_and_the_series_counts_all_three(players: Players) -> None:
    hold(players, {4: RED, 9: AZURE, 8: AZURE, 6: AZURE, 1: GOLD, 5: AZURE})
    assert (view(players).winner, view(players).victory) == ("azure", "envelopment")
    report = players.table.report()
    assert isinstance(report, BattleReport)
    assert [(each.side, each.claims, each.points) for each in report.sides] == [
        ("gold", 1, 1),
        ("red", 1, 1),
        ("azure", 4, 5),
    ]
    players.do(Again())
    after = view(players)
    assert {side: own.points for side, own in after.sides.items()} == {"gold": 1, "red": 1, "azure": 5}
    assert (after.next, after.battle) == ("azure", 2)
    lay(players, "9:R1")
    assert view(players.restart()).next == "gold"


def test_three_flags_each_and_none_in_a_row_is_a_tie(players: Players) -> None:
    hold(players, {3: GOLD, 1: GOLD, 2: RED, 6: RED, 4: RED, 5: AZURE, 9: AZURE, 7: AZURE, 8: GOLD})
    over = view(players)
    assert (over.phase, over.winner, over.victory, over.tied) == (Phase.ENDED, None, None, True)
    assert {own.points for own in over.sides.values()} == {3}
    players.do(Again())
    assert (view(players).battle, view(players).next) == (2, None)


def test_a_deserter_takes_what_faces_you(players: Players) -> None:
    lay(players, "1:R1 6:R2 6:R3")
    assert refused(players, c.Desert(side=GOLD, piece="R2")) == Says(
        "Flag 6", "Team Red", "Team Azure", "not", "Team Gold"
    )
    assert "not on Team Red's or Team Azure's side" in refused(players, c.Desert(side=GOLD, piece="R1"))
    lay(players, "- -")
    players.do(c.Desert(side=AZURE, piece="R2"))
    assert view(players).sides["red"].beside == ("R2",)
    assert view(players).sides["azure"].beside == ("DESERTER",)


def test_a_traitor_and_a_redeployed_card_may_change_lines(players: Players) -> None:
    lay(players, "1:R1 1:R2 7:R3")
    players.do(c.Betray(side=GOLD, piece="R2", to=8))
    assert flag(players, 8).cards == {"azure": (), "gold": ("R2",)}
    lay(players, "6:R4")
    players.do(c.Scout(side=AZURE))
    lay(players, "-")
    assert refused(players, c.Redeploy(side=RED, piece="R4", to=9)).startswith(
        "Flag 9 lies between Team Azure and Team Gold"
    )
    players.do(c.Redeploy(side=RED, piece="R4", to=3))
    assert flag(players, 3).cards["red"] == ("R4",)


def test_nobody_is_more_than_one_tactics_card_ahead_of_either_other(players: Players) -> None:
    lay(players, "1:FOG 1:R2 7:R3")
    assert refused(players, c.Scout(side=GOLD)) == (Says("one Tactics card ahead", "Team Red", "Team Azure"))
    lay(players, "- 1:CC -")
    assert refused(players, c.Scout(side=GOLD)).endswith("Team Azure has to play one first.")
    lay(players, "- - 7:MUD")
    players.do(c.Scout(side=GOLD))
    assert refused(players, c.TakeUp(piece="MUD")).startswith("That would leave Team Gold two Tactics cards")


def test_who_sits_at_the_table(players: Players, tmp_path: Path) -> None:
    with pytest.raises(NotHere):
        seated(tmp_path / "two.sqlite").do(c.Lay(side=AZURE, flag=1, piece="R1"))
    players.do(End(winner=AZURE))
    assert view(players).sides["azure"].points == 5
    wartime = Players(tmp_path / "wartime.sqlite").begin()
    assert refused(wartime, End(winner=AZURE)) == Says("Azure", "not", "two sides")


def test_a_battle_kept_from_before_three_could_play_is_one_of_two() -> None:
    kept = b'{"choices":{"players":"three"},"series":{"battles":1,"gold":5,"red":2,"starts":"gold"}}'
    opened = Match.start(BATTLE_LINE, kept, now=0).state
    assert opened.layout is LAYOUTS[Count.TWO]
    assert [opened.series.score(seat) for seat in Seat] == [5, 2, 0]
    claimed = BATTLE_LINE.read_event(b'{"type":"claimed","sand_ns":1,"side":"red","flag":5}')
    assert Match.start(BATTLE_LINE, kept, now=0).evolve(claimed).state.claimed == {5: RED}
