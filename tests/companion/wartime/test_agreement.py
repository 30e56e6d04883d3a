"""What both sides put right by agreement."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.table.commands import Undo
from companion.table.errors import NotYours, Refused
from companion.table.events import Source, SourceKind
from companion.table.opening import New
from companion.table.seats import Seat, Side
from companion.table.view import TimerState
from companion.wartime.match.state import Correction
from companion.wartime.match.views import CardState, ProposalView, UnitView, WarTimeView
from companion.wartime.scenario.library import Scenarios, scenario_of
from tests.companion.wartime import acts as c
from tests.support import Players

GOLD = Source(SourceKind.PHONE, "1", "gold")
RED = Source(SourceKind.PHONE, "2", "red")
SCENARIO = {
    "id": "vale",
    "name": "Vale",
    "time_limit": True,
    "units": [
        {"side": "gold", "name": "Knight", "health": 3, "hex": "C5"},
        {"side": "red", "name": "Goblin", "health": 2, "hex": "E6"},
    ],
    "features": [{"hex": "D7", "terrain": "altar", "tokens": 3}],
}


@pytest.fixture
def players(tmp_path: Path) -> Players:
    players = Players(tmp_path / "t.sqlite")
    Scenarios(players.table).save(scenario_of(SCENARIO))
    players.do(New(scenario="vale"))
    return players.begin()


def propose(players: Players, seat: Seat | None = Seat.GOLD, **correction: object) -> WarTimeView:
    return view_of(players, c.Propose.of(Correction(**correction), seat=seat))  # type: ignore[arg-type]


def agree(players: Players, seat: Seat | None = Seat.RED, number: int | None = None) -> WarTimeView:
    return view_of(players, c.Agree(seat=seat, number=number))


def view_of(players: Players, command: object) -> WarTimeView:
    view = players.do(command)  # type: ignore[arg-type]
    assert isinstance(view, WarTimeView)
    return view


def proposal(players: Players) -> ProposalView | None:
    view = players.table.view()
    assert isinstance(view, WarTimeView)
    return view.proposal


def unit(players: Players, side: str, name: str) -> UnitView:
    view = players.table.view()
    assert isinstance(view, WarTimeView)
    return next(each for each in view.sides[side].units if each.name == name)


def left(players: Players, timer: str) -> tuple[str, int]:
    found = players.timer(timer)
    return found.state.value, found.remaining_ms


# One proposes, the other agrees


def test_what_one_side_proposes_happens_once_the_other_agrees(players: Players) -> None:
    players.flip("gold-60a", "Knight")
    players.wait(20)
    view = propose(players, Seat.RED, timer="gold-60a", seconds=12)
    assert view.proposal == ProposalView(1, "red", "12 s given back to Valyance 60a", None)
    assert left(players, "gold-60a") == ("active", 40_000)
    view = agree(players, Seat.GOLD)
    assert view.proposal is None
    assert left(players, "gold-60a") == ("active", 52_000)
    assert players.texts()[-2:] == [
        "Firebrand proposes: 12 s given back to Valyance 60a",
        "Agreed: 12 s given back to Valyance 60a",
    ]


def test_who_proposed_cannot_agree_for_the_other_side(players: Players) -> None:
    players.flip("gold-60a", "Knight")
    propose(players, Seat.GOLD, timer="gold-60a", free=True)
    with pytest.raises(NotYours, match=r"That is Firebrand's answer. Take that seat first"):
        agree(players, Seat.GOLD)
    assert left(players, "gold-60a")[0] == "active"


def test_a_phone_that_sits_for_both_agrees_with_itself_at_once(players: Players) -> None:
    players.flip("gold-60a", "Knight")
    view = propose(players, None, timer="gold-60a", free=True)
    assert view.proposal is None
    assert left(players, "gold-60a")[0] == "available"
    assert players.texts()[-1] == "Agreed: Valyance 60a taken back"


def test_a_third_seat_has_no_say(players: Players) -> None:
    with pytest.raises(Refused, match="only two sides"):
        propose(players, Seat.AZURE, timer="gold-60a", seconds=5)


@pytest.mark.parametrize(
    ("seat", "text"),
    [(Seat.GOLD, "Taken back: 2 tokens taken off Valyance's Knight"), (Seat.RED, "Not agreed: 2 tokens taken off")],
)
def test_either_side_may_decline(players: Players, seat: Seat, text: str) -> None:
    propose(players, unit="knight", tokens=-2)
    players.do(c.Decline(seat=seat))
    assert proposal(players) is None
    assert players.texts()[-1].startswith(text)
    with pytest.raises(Refused, match="There is no proposal"):
        agree(players)


def test_a_newer_proposal_takes_the_place_of_the_last_and_nobody_agrees_to_it_unread(players: Players) -> None:
    propose(players, unit="Knight", tokens=-1)
    propose(players, Seat.RED, unit="Knight", tokens=-2)
    with pytest.raises(Refused, match="There is another proposal now"):
        agree(players, Seat.GOLD, number=1)
    with pytest.raises(NotYours):
        agree(players, Seat.RED, number=2)
    agree(players, Seat.GOLD, number=2)
    assert unit(players, "gold", "Knight").left == 1


def test_undo_takes_back_what_was_agreed_all_at_once(players: Players) -> None:
    players.do(c.Act(timer="gold-60a", unit="Knight", target="Goblin", tokens=2))
    assert unit(players, "red", "Goblin").state == "eliminated"
    propose(players, Seat.RED, timer="gold-60a", free=True, unit="Goblin", tokens=2, hex="E6")
    agree(players, Seat.GOLD)
    assert left(players, "gold-60a")[0] == "available"
    assert (unit(players, "red", "Goblin").left, unit(players, "red", "Goblin").hex) == (2, "E6")
    assert players.texts()[-1] == (
        "Agreed: Valyance 60a taken back, 2 tokens put back onto Firebrand's Goblin, Firebrand's Goblin put into E6"
    )
    players.do(Undo())
    assert left(players, "gold-60a")[0] == "active"
    assert unit(players, "red", "Goblin").state == "eliminated"
    again = proposal(players)
    assert again is not None
    assert again.lapsed is None


# Seconds


def test_seconds_are_bounded_by_the_whole_run_and_by_nothing_left(players: Players) -> None:
    players.flip("gold-60a", "Knight")
    players.wait(5)
    propose(players, None, timer="gold-60a", seconds=50)
    assert left(players, "gold-60a") == ("active", 60_000)
    with pytest.raises(Refused, match="Valyance 60a has all its sand already"):
        propose(players, None, timer="gold-60a", seconds=1)
    propose(players, None, timer="gold-60a", seconds=-61)
    assert left(players, "gold-60a") == ("available", 0)
    assert unit(players, "gold", "Knight").state == "available"
    assert players.timer("gold-60a").ran_out_ms is not None
    assert players.texts()[-1] == "Agreed: 61 s taken from Valyance 60a, which ran out"


def test_a_timer_that_is_free_runs_again_with_what_it_is_given(players: Players) -> None:
    players.flip("gold-30", "Knight")
    players.wait(31)
    assert left(players, "gold-30") == ("available", 0)
    propose(players, None, timer="gold-30", seconds=12)
    assert left(players, "gold-30") == ("active", 12_000)
    assert players.wait(11.9).timers[0].state is TimerState.ACTIVE
    players.wait(0.2)
    assert left(players, "gold-30") == ("available", 0)
    with pytest.raises(Refused, match="Valyance 30 is not running"):
        propose(players, None, timer="gold-30", seconds=-5)


def test_agreeing_while_paused_moves_the_sand_that_stands(players: Players) -> None:
    players.flip("gold-60a", "Knight")
    players.flip("red-30", "Goblin")
    players.wait(20)
    players.do(c.Pause())
    propose(players, timer="gold-60a", seconds=-10)
    agree(players)
    propose(players, timer="red-30", seconds=-30)
    agree(players)
    assert (left(players, "gold-60a"), left(players, "red-30")) == (("active", 30_000), ("available", 0))
    players.wait(100)
    assert left(players, "gold-60a") == ("active", 30_000)
    players.do(c.Resume())
    players.wait(29.9)
    assert left(players, "gold-60a")[0] == "active"
    players.wait(0.1)
    assert left(players, "gold-60a")[0] == "available"


def test_seconds_taken_from_the_games_own_timer_can_end_it(players: Players) -> None:
    players.wait(10)
    propose(players, None, timer="neutral-600", seconds=-600)
    assert players.table.view().phase.value == "ended"
    players.do(Undo())
    assert left(players, "neutral-600") == ("active", 590_000)


# The card of a flip that is taken back


@pytest.mark.parametrize(("spent", "used"), [(False, ()), (True, ("Oath",))])
def test_its_card_goes_back_with_the_flip_unless_it_stays_played(
    players: Players, spent: bool, used: tuple[str, ...]
) -> None:
    players.flip("gold-60a", "Knight", "Oath")
    propose(players, timer="gold-60a", free=True, spent=spent)
    agree(players)
    view = players.table.view()
    assert isinstance(view, WarTimeView)
    assert tuple(card.name for card in view.sides["gold"].deck if card.state is CardState.DISCARDED) == used


def test_only_a_card_that_was_played_can_stay_played(players: Players) -> None:
    players.flip("gold-60a", "Knight")
    with pytest.raises(Refused, match="No card is played with it"):
        propose(players, timer="gold-60a", free=True, spent=True)


# Lapsing


def test_a_proposal_lapses_when_its_timer_was_flipped_anew(players: Players) -> None:
    players.flip("gold-30", "Knight")
    propose(players, timer="gold-30", seconds=-10)
    players.do(c.Free(timer="gold-30"))
    players.flip("gold-30", "Knight")
    found = proposal(players)
    assert found is not None
    assert found.lapsed == "Valyance 30 was flipped again."
    with pytest.raises(Refused, match="That has lapsed: Valyance 30 was flipped again"):
        agree(players)
    players.do(c.Decline(seat=Seat.RED))
    assert proposal(players) is None


@pytest.mark.parametrize(
    ("correction", "then", "why"),
    [
        ({"timer": "gold-60a", "free": True}, c.Free(timer="gold-60a"), "Valyance 60a is not running."),
        ({"unit": "Goblin", "tokens": 1}, c.Eliminate(unit="Goblin"), "Goblin is eliminated."),
        ({"unit": "Goblin", "hex": "D6"}, c.PlaceUnit(unit="Knight", hex="D6"), "Valyance's Knight stands in D6."),
        ({"unit": "Goblin", "hex": "D6"}, c.PlaceUnit(unit="Goblin", hex="D6"), "Goblin stands in D6 already."),
    ],
)
def test_a_proposal_lapses_when_what_it_is_about_is_gone(
    players: Players, correction: dict[str, object], then: object, why: str
) -> None:
    players.flip("gold-60a", "Knight")
    propose(players, **correction)
    found = proposal(players)
    assert found is not None
    assert found.lapsed is None
    players.do(then)  # type: ignore[arg-type]
    found = proposal(players)
    assert found is not None
    assert found.lapsed == why
    players.do(Undo())
    assert proposal(players) == replace(found, lapsed=None)


def test_nothing_is_proposed_any_more_once_the_game_is_over(players: Players) -> None:
    propose(players, unit="Knight", tokens=-1)
    players.do(c.End())
    assert proposal(players) is None
    with pytest.raises(Refused, match="The game is over"):
        agree(players)


@pytest.mark.parametrize(
    ("correction", "why"),
    [
        ({}, "Choose what to correct"),
        ({"timer": "gold-60a"}, "Choose what to correct"),
        ({"unit": "Knight"}, "Choose what to correct"),
        ({"timer": "gold-60a", "seconds": 5, "free": True}, "Either take the timer back"),
        ({"unit": "Knight", "hex": "E6"}, "Firebrand's Goblin stands in E6"),
        ({"feature": "D7"}, "Choose what to correct"),
        ({"feature": "D7", "tokens": 1}, "D7 has all its tokens already"),
        ({"feature": "D7", "unit": "Knight", "tokens": -1}, "Either a unit or a feature"),
        ({"unit": "Knight", "tokens": 40}, None),
    ],
)
def test_what_cannot_be_done_cannot_be_proposed(players: Players, correction: dict[str, object], why: str) -> None:
    if why is None:
        propose(players, **correction)
        return
    with pytest.raises(Refused, match=why):
        propose(players, **correction)
    assert proposal(players) is None


def said(players: Players) -> str:
    found = proposal(players)
    assert found is not None
    return found.text


def feature(players: Players) -> int:
    view = players.table.view()
    assert isinstance(view, WarTimeView)
    return next(each.left for each in view.features if each.hex == "D7")


def test_an_attack_on_a_terrain_feature_is_put_right_with_its_timer(players: Players) -> None:
    players.do(c.Act(timer="gold-60a", unit="Knight", feature="D7", tokens=3))
    assert feature(players) == 0
    propose(players, timer="gold-60a", free=True, feature="d7", tokens=2)
    assert (feature(players), said(players)) == (0, "Valyance 60a taken back, 2 tokens put back onto D7")
    agree(players)
    assert (feature(players), players.timer("gold-60a").state) == (2, TimerState.AVAILABLE)
    assert players.texts()[-1] == "Agreed: Valyance 60a taken back, 2 tokens put back onto D7"
    players.do(Undo())
    assert (feature(players), players.timer("gold-60a").state) == (0, TimerState.ACTIVE)
    propose(players, None, feature="D7", tokens=9)
    assert feature(players) == 3, "no more than it had"
    propose(players, None, feature="D7", tokens=-1)
    assert feature(players) == 2
    assert players.texts()[-1] == "Agreed: 1 token taken off D7"
    players.restart()
    assert feature(players) == 2


def test_a_feature_comes_back_only_where_its_hex_is_free(players: Players) -> None:
    players.do(c.DamageFeature(hex="D7", tokens=3))
    propose(players, feature="D7", tokens=1)
    players.do(c.PlaceUnit(unit="Goblin", side=Side.RED, hex="D7"))
    with pytest.raises(Refused, match="That has lapsed: Firebrand's Goblin stands in D7"):
        agree(players)


def test_no_timer_runs_before_the_game_by_agreement(tmp_path: Path) -> None:
    players = Players(tmp_path / "t.sqlite")
    with pytest.raises(Refused, match=r"^Valyance 30 is not running\.$"):
        propose(players, timer="gold-30", seconds=12)


def test_a_unit_whose_tokens_nobody_counts_comes_back_too(tmp_path: Path) -> None:
    players = Players(tmp_path / "t.sqlite").begin()
    players.flip("gold-60a", "Knight")
    players.do(c.Eliminate(unit="Knight", side=Side.GOLD))
    propose(players, Seat.RED, unit="Knight", tokens=1)
    agree(players, Seat.GOLD)
    assert unit(players, "gold", "Knight").state == "available"


def test_a_proposal_outlives_a_restart(players: Players) -> None:
    propose(players, unit="Knight", tokens=-1)
    players.restart()
    agree(players)
    assert unit(players, "gold", "Knight").left == 2


def test_the_report_counts_what_ran_out_by_agreement_as_run_out(players: Players) -> None:
    players.flip("gold-60a", "Knight")
    players.wait(5)
    propose(players, None, timer="gold-60a", seconds=-60)
    report = players.table.report()
    runs = [run for each in report.timers for run in each.runs]  # type: ignore[attr-defined]
    assert [(run.timer, run.how.value, run.end_ms) for run in runs] == [("gold-60a", "ran_out", 5000)]
