"""What the end of set-up leaves off the board, what neutral timers mean in play, and what ends the game.

Named after the WarTime Rulebook's headings: Optional Rules (Set Up), Timers, Game End.
"""

import re

import pytest

from companion.fields.invalid import Invalid
from companion.table.commands import Undo
from companion.table.errors import NotYours, Refused
from companion.table.events import Source, SourceKind
from companion.table.opening import New
from companion.table.seats import Seat, Side
from companion.table.view import Phase
from companion.wartime.match.state import Correction
from companion.wartime.match.views import FinishView, WarTimeView
from companion.wartime.scenario.library import Scenarios, scenario_of
from tests.companion.wartime import acts as c
from tests.support import Players, Says

UNITS = [
    {"side": "gold", "name": "Archer"},
    {"side": "gold", "name": "Knight"},
    {"side": "red", "name": "Orc", "keywords": ["hero"]},
    {"side": "red", "name": "Goblin"},
]


def play(players: Players, **scenario: object) -> Players:
    """Sets the table up for a scenario of a test's own."""
    named = {"id": "own", "name": "Own", "units": UNITS} | scenario
    Scenarios(players.table).save(scenario_of(named))
    players.do(New(scenario="own"))
    return players


def view(players: Players) -> WarTimeView:
    found = players.table.view()
    assert isinstance(found, WarTimeView)
    return found


def asked(players: Players) -> str:
    """What the table asks about; empty where it asks nothing."""
    finish = view(players).finish
    return finish.how if isinstance(finish, FinishView) else ""


def place(players: Players, **hexes: str) -> None:
    for unit, hex in hexes.items():
        players.do(c.PlaceUnit(unit=unit, hex=hex))


def units(players: Players, side: str) -> list[str]:
    return [unit.name for unit in view(players).sides[side].units]


def refused(players: Players, command: c.Command, why: str) -> None:
    with pytest.raises(Refused, match=re.escape(why)):
        players.do(command)


def test_set_up_a_unit_that_is_not_on_the_board_takes_no_part(players: Players) -> None:
    play(players).flip("neutral-120")
    place(players, Archer="I13")
    players.wait(120)
    assert view(players).locked
    assert players.texts()[-1] == "2 minutes ran out: Valyance's Knight is left off the board"
    assert (units(players, "gold"), view(players).sides["gold"].left_off) == (["Archer"], ("Knight",))
    players.begin()
    refused(players, c.Flip(timer="gold-60a", unit="Knight"), "Knight is not on the board")
    refused(players, c.PlaceUnit(unit="Knight", hex="I12"), "Say whose Knight is.")
    refused(players, c.PlaceUnit(unit="Knight", side=Side.GOLD, hex="I12"), "Knight is not on the board")


def test_set_up_a_side_without_a_map_is_believed(players: Players) -> None:
    play(players).flip("neutral-120")
    place(players, Archer="I13")
    players.wait(120)
    players.begin().flip("red-60a", "Orc")
    assert units(players, "red") == ["Orc", "Goblin"]


def test_set_up_ends_with_the_signal_too(players: Players) -> None:
    play(players).flip("neutral-120")
    place(players, Archer="I13")
    players.begin()
    assert players.texts()[-1] == "The game begins: Valyance's Knight is left off the board"
    players.do(Undo())
    assert units(players, "gold") == ["Archer", "Knight"]


def test_without_the_two_minutes_every_unit_of_the_scenario_is_in_play(players: Players) -> None:
    play(players)
    place(players, Archer="I13")
    players.begin().flip("gold-60a", "Knight")


def test_both_sides_together_bring_a_unit_onto_the_board(players: Players) -> None:
    play(players).flip("neutral-120")
    place(players, Archer="I13")
    players.wait(120)
    players.begin()
    players.do(c.Propose.of(Correction(unit="knight", hex="i12"), seat=Seat.RED))
    players.do(c.Agree(seat=Seat.GOLD))
    assert units(players, "gold") == ["Archer", "Knight"]
    assert view(players).sides["gold"].units[1].hex == "I12"
    assert not view(players).sides["gold"].left_off
    players.flip("gold-60a", "Knight")


def test_timers_a_neutral_one_is_used_in_play_as_the_scenario_says(players: Players) -> None:
    play(players, neutral={"neutral-120": "The gate opens."})
    players.begin().flip("neutral-120")
    players.wait(120)
    assert players.texts()[-1] == "2 minutes ran out: The gate opens."
    players.flip("neutral-120")
    assert view(players).phase is Phase.RUNNING


def test_timers_a_scenario_without_a_word_keeps_the_two_minutes_for_set_up(players: Players) -> None:
    refused(play(players).begin(), c.Flip(timer="neutral-120"), "this scenario does not use them in play")


def test_game_end_when_the_last_unit_is_lost_both_sides_are_asked(players: Players) -> None:
    play(players).begin().do(c.Eliminate(unit="Orc"))
    assert asked(players) == ""
    refused(players, c.AgreeEnd(seat=Seat.GOLD), "table is not asking")
    players.do(c.Eliminate(unit="Goblin"))
    assert asked(players) == "Valyance has destroyed every unit"
    players.do(c.AgreeEnd(seat=Seat.RED))
    with pytest.raises(NotYours):
        players.do(c.AgreeEnd(seat=Seat.RED))
    assert view(players).phase is Phase.RUNNING
    players.do(c.AgreeEnd(seat=Seat.GOLD))
    over = view(players).over
    assert over is not None
    assert (over.title, over.how) == ("Valyance wins", "Valyance has destroyed every unit.")


def test_game_end_who_sits_for_both_ends_it_with_one_tap(players: Players) -> None:
    play(players).begin()
    for unit in ("Archer", "Knight"):
        players.do(c.Eliminate(unit=unit))
    players.do(c.AgreeEnd())
    assert (view(players).phase, view(players).winner) == (Phase.ENDED, "red")


def test_an_answer_belongs_to_the_end_that_was_asked_about(players: Players) -> None:
    play(players, conditions=[{"side": "red", "destroy": 1}]).begin()
    for unit in ("Orc", "Goblin", "Archer"):
        players.do(c.Eliminate(unit=unit))
    assert asked(players) == "Firebrand has destroyed 1 unit"
    refused(players, c.AgreeEnd(winner=Side.GOLD, seat=Seat.GOLD), "asks about another end")
    players.do(c.AgreeEnd(winner=Side.RED, seat=Seat.RED))
    players.do(c.PlayOn(winner=Side.RED))
    assert asked(players) == "Valyance has destroyed every unit"
    players.do(c.AgreeEnd(seat=Seat.RED))
    assert view(players).phase is Phase.RUNNING, "Red agreed to another end before"


def test_who_played_on_is_asked_again_when_it_comes_true_again(players: Players) -> None:
    play(players).begin()
    for unit in ("Orc", "Goblin"):
        players.do(c.Eliminate(unit=unit))
    players.do(c.AgreeEnd(seat=Seat.GOLD))
    players.do(c.PlayOn())
    assert asked(players) == ""
    players.restart()
    players.do(c.Resume())
    assert asked(players) == ""
    players.do(c.Revive(unit="Orc"))
    players.do(c.Eliminate(unit="Orc"))
    assert asked(players) == "Valyance has destroyed every unit"
    players.do(c.AgreeEnd(seat=Seat.RED))
    assert view(players).phase is Phase.RUNNING


def test_game_end_by_what_a_scenario_counts(players: Players) -> None:
    play(
        players,
        features=[{"hex": "D6", "terrain": "altar", "tokens": 2}],
        conditions=[
            {"side": "gold", "destroy": 1, "of": ["Hero"], "hold": ["E5"]},
            {"side": "red", "raze": ["D6"]},
        ],
    ).begin()
    players.do(c.Eliminate(unit="Goblin"))
    place(players, Archer="E5")
    assert asked(players) == "", "a Goblin is not a Hero"
    players.do(c.DamageFeature(hex="D6", tokens=1))
    assert asked(players) == ""
    players.do(c.DamageFeature(hex="D6", tokens=1))
    assert asked(players) == "Firebrand has razed D6"
    players.do(c.Eliminate(unit="Orc"))
    assert asked(players) == "Valyance has destroyed 1 Hero unit and holds E5"
    place(players, Archer="E6")
    assert asked(players) == "Firebrand has razed D6"


@pytest.mark.parametrize(
    ("part", "why"),
    [
        ({"conditions": [{"side": "gold"}]}, "conditions[0].destroy"),
        ({"conditions": [{"side": "gold", "destroy": 3}]}, "conditions[0].destroy"),
        ({"conditions": [{"side": "gold", "destroy": 1, "of": ["Dragon"]}]}, "conditions[0].destroy"),
        ({"conditions": [{"side": "gold", "of": ["Orc"], "hold": ["E5"]}]}, "conditions[0].of"),
        ({"conditions": [{"side": "gold", "hold": ["Z9"]}]}, "conditions[0].hold"),
        ({"conditions": [{"side": "gold", "raze": ["E5"]}]}, "conditions[0].raze"),
        ({"neutral": {"gold-30": "?"}}, "neutral.gold-30"),
        ({"neutral": {"neutral-120": " "}}, "neutral.neutral-120"),
        ({"neutral": {"neutral-600": "The end."}, "time_limit": True}, "neutral.neutral-600"),
    ],
)
def test_what_a_scenario_cannot_say_is_named(players: Players, part: dict[str, object], why: str) -> None:
    with pytest.raises(Invalid, match=f"^{re.escape(why)}"):
        play(players, **part)


def test_a_panel_button_is_told_why_it_casts_nothing(players: Players) -> None:
    """The screen answers, for a button has no page."""
    play(players, cards={"red": {"spells": 1, "cards": [{"name": "Control", "kind": "spell"}]}}).begin()
    with pytest.raises(Refused, match="no Spell card to play"):
        players.do(c.Flip(timer="red-spell"), Source(SourceKind.BUTTON, "red-spell"))
    assert players.texts()[-1] == Says("Refused", "Firebrand", "no Spell card")
