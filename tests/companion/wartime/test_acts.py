"""Whole actions on the live board: tokens off, unit moved, timer flipped, in one."""

import re

import pytest

from companion.table.commands import Undo
from companion.table.errors import NotHere, Refused
from companion.table.opening import New
from companion.table.seats import Side
from companion.table.view import TableView
from companion.wartime.match.checks import MOST_NAMES
from companion.wartime.match.views import UnitView, WarTimeView
from companion.wartime.referee.board import AttackKind, Feature, Terrain
from companion.wartime.scenario.library import Scenarios
from companion.wartime.scenario.parts import PlacedFeature as Pile
from companion.wartime.scenario.parts import ScenarioHit, UnitSpec
from companion.wartime.scenario.scenario import Scenario
from tests.companion.wartime import acts as c
from tests.support import Players

MELEE, FAR = ScenarioHit(kind=AttackKind.MELEE, value=4), ScenarioHit(kind=AttackKind.DISTANCE, value=2)
FORD = Scenario(
    id="ford",
    name="At the ford",
    terrain={"E4": Terrain.WOODS, "C9": Terrain.RIVER},
    features=(Pile(hex="E9", terrain=Feature.ALTAR, tokens=3),),
    units=(
        UnitSpec(side=Side.GOLD, name="Archer", hex="E5", speed=3, health=4, damage={"1": MELEE, "2": FAR}),
        UnitSpec(side=Side.GOLD, name="Knight", hex="A1", speed=4, health=4, charge=3, keywords=("mounted",)),
        UnitSpec(side=Side.RED, name="Goblin", hex="E7", speed=2, health=3, damage={"1": MELEE}),
        UnitSpec(side=Side.RED, name="Orc", hex="I13"),
    ),
)


@pytest.fixture
def ford(players: Players) -> Players:
    """Set up, not begun."""
    Scenarios(players.table).save(FORD)
    players.do(New(scenario="ford"))
    return players


@pytest.fixture
def playing(ford: Players) -> Players:
    return ford.begin()


def refused(players: Players, command: c.Command, reason: str) -> None:
    before = players.table.view()
    with pytest.raises(Refused, match=re.escape(reason)):
        players.do(command)
    assert isinstance(before, WarTimeView)
    after = players.table.view()
    assert isinstance(after, WarTimeView)
    assert (after.sides, after.board, after.features) == (before.sides, before.board, before.features)


def unit(view: TableView, name: str) -> UnitView:
    assert isinstance(view, WarTimeView)
    return next(unit for force in view.sides.values() for unit in force.units if unit.name == name)


def hexes(view: TableView) -> dict[str, str | None]:
    assert isinstance(view, WarTimeView)
    return {unit.name: unit.hex for force in view.sides.values() for unit in force.units}


def test_an_attack_takes_tokens_off_and_flips_the_timer_with_its_unit(playing: Players) -> None:
    view = playing.do(c.Act(timer="gold-30", unit="archer", target="Goblin"))
    assert (unit(view, "Goblin").left, unit(view, "Goblin").state) == (1, "available")
    assert playing.timer("gold-30").unit == "Archer"
    assert playing.texts()[-1] == "Archer attacks Goblin for 2 damage, with Valyance 30: 1 left"


def test_the_last_token_eliminates_and_the_board_forgets_the_unit(playing: Players) -> None:
    playing.do(c.Damage(unit="Goblin", tokens=1))
    view = playing.do(c.Act(timer="gold-30", unit="Archer", target="Goblin"))
    assert hexes(view)["Goblin"] is None
    assert unit(view, "Goblin").state == "eliminated"


def test_undo_takes_the_whole_action_back(playing: Players) -> None:
    before = playing.table.view()
    playing.do(c.Act(timer="gold-30", unit="Archer", target="Goblin"))
    after = playing.do(Undo())
    assert isinstance(before, WarTimeView)
    assert isinstance(after, WarTimeView)
    assert (after.sides, after.timers) == (before.sides, before.timers)


def test_a_move_is_measured_with_the_units_speed_and_the_terrains_cost(playing: Players) -> None:
    refused(playing, c.Act(timer="gold-30", unit="Archer", to="E1"), "Speed 3 does not reach E1.")
    view = playing.do(c.Act(timer="gold-30", unit="Archer", to="d3"))
    assert hexes(view)["Archer"] == "D3"
    assert playing.texts()[-1] == "Archer moves to D3, with Valyance 30"


def test_a_unit_that_is_put_back_has_used_its_timer(playing: Players) -> None:
    view = playing.do(c.Act(timer="gold-30", unit="Archer", to="E5"))
    assert hexes(view)["Archer"] == "E5"
    assert playing.timer("gold-30").unit == "Archer"


def test_what_the_board_forbids_a_card_may_allow(playing: Players) -> None:
    refused(playing, c.Act(timer="gold-60a", unit="Archer", target="Goblin", tokens=5), "That is 2 damage, not 5.")
    refused(playing, c.Act(timer="red-60a", unit="Goblin", target="Archer"), "The range is 2, and your token")
    playing.do(c.Act(timer="gold-60a", unit="Archer", card="Critical Hit", target="Goblin", tokens=3))
    assert "Archer with Critical Hit attacks Goblin for 3 damage" in playing.texts()[-1]


def test_a_charge_moves_and_strikes(playing: Players) -> None:
    playing.do(c.PlaceUnit(unit="Knight", hex="C5"))
    from_d5 = c.Act(timer="gold-30", unit="Knight", to="D5", target="Goblin")
    refused(playing, from_d5, "Knight cannot charge Goblin from D5.")
    view = playing.do(c.Act(timer="gold-30", unit="Knight", to="D6", target="Goblin"))
    assert hexes(view)["Knight"] == "D6"
    assert hexes(view)["Goblin"] is None


def test_a_feature_is_attacked_by_its_hex(playing: Players) -> None:
    playing.do(c.PlaceUnit(unit="Archer", hex="E8"))
    view = playing.do(c.Act(timer="gold-30", unit="Archer", feature="E9"))
    assert isinstance(view, WarTimeView)
    assert view.features[0].left == 0
    assert hexes(playing.do(c.PlaceUnit(unit="Orc", hex="E9")))["Orc"] == "E9"


def test_positions_are_optional(playing: Players) -> None:
    playing.do(c.PlaceUnit(unit="Goblin", hex=None))
    refused(playing, c.Act(timer="gold-30", unit="Archer", target="Goblin"), "how many tokens")
    view = playing.do(c.Act(timer="gold-30", unit="Archer", target="Goblin", tokens=1))
    assert unit(view, "Goblin").left == 2


def test_a_busy_unit_a_busy_timer_and_a_taken_hex_are_refused(playing: Players) -> None:
    playing.do(c.Act(timer="gold-30", unit="Archer", to="E6"))
    refused(playing, c.Act(timer="gold-60a", unit="Archer", to="E5"), "Archer")
    refused(playing, c.Act(timer="gold-30", unit="Knight", to="A2"), "Valyance 30 is still running")
    refused(playing, c.Act(timer="gold-spell", unit="Knight", to="A2"), "spell")
    refused(playing, c.Act(timer="red-30", unit="Goblin", to="E6"), "Valyance's Archer stands in E6.")
    with pytest.raises(NotHere):
        playing.do(c.Act(timer="red-30", unit="Goblin", to="Z9"))


def test_the_units_are_locked_between_the_two_minutes_and_the_signal(ford: Players) -> None:
    ford.do(c.PlaceUnit(unit="Orc", hex="I12"))
    ford.flip("neutral-120")
    ford.wait(120)
    refused(ford, c.PlaceUnit(unit="Orc", hex="I13"), "locked in place")
    ford.begin()
    assert hexes(ford.do(c.PlaceUnit(unit="Orc", hex="I13")))["Orc"] == "I13"


def test_a_table_without_a_scenario_keeps_what_was_put_on_its_map(players: Players) -> None:
    playing = players.begin()
    playing.do(c.LayTile(hex="c5", terrain=Terrain.WOODS))
    playing.do(c.PlaceFeature(hex="D6", feature=Feature.ALTAR, tokens=3))
    playing.do(c.DrawLine(one="E5", other="E6"))
    playing.do(c.PlaceUnit(unit="Wolf Rider", side=Side.RED, hex="F4"))
    view = playing.restart().table.view()
    assert isinstance(view, WarTimeView)
    assert view.board.terrain == {"C5": "woods"}
    assert view.board.lines == (("E5", "E6"),)
    assert [(each.hex, each.left) for each in view.features] == [("D6", 3)]
    assert hexes(view) == {"Wolf Rider": "F4"}
    playing.do(c.DrawLine(one="E6", other="E5"))
    view = playing.do(c.LayTile(hex="D6", terrain=Terrain.PLAINS))
    assert isinstance(view, WarTimeView)
    assert (view.board.lines, view.features) == ((), ())


def test_a_unit_that_is_left_out_stands_in_nobodys_way(ford: Players) -> None:
    ford.do(c.Muster(side=Side.RED, units=("Orc",)))
    refused(ford, c.PlaceUnit(unit="Goblin", side=Side.RED, hex="F3"), "Goblin is not among")
    view = ford.do(c.PlaceUnit(unit="Orc", hex="E7"))
    assert hexes(view) == {"Archer": "E5", "Knight": "A1", "Orc": "E7"}
    ford.do(c.PlaceUnit(unit="Orc", hex="I13"))
    assert hexes(ford.do(c.Muster(side=Side.RED, units=("Orc", "Goblin"))))["Goblin"] is None


def test_a_unit_stands_in_one_hex_however_it_is_spelt(players: Players) -> None:
    players.do(c.PlaceUnit(unit="knight", side=Side.GOLD, hex="C5"))
    players.do(c.Muster(side=Side.GOLD, units=("Knight",)))
    players.do(c.PlaceUnit(unit="Knight", hex="C7"))
    assert hexes(players.do(c.PlaceUnit(unit="Orc", side=Side.RED, hex="C5"))) == {"Knight": "C7", "Orc": "C5"}


def test_who_attacks_names_no_more_enemies_than_a_side_may_have(players: Players) -> None:
    playing = players.begin()
    for number in range(MOST_NAMES):
        playing.do(c.Act(timer="gold-30", unit="Archer", target=f"Orc {number}", tokens=1))
        playing.do(c.Free(timer="gold-30"))
    refused(playing, c.Act(timer="gold-30", unit="Archer", target="Giant", tokens=1), "has 100 units already")
    playing.do(c.Act(timer="gold-30", unit="Archer", target="orc 7", tokens=1))


def test_attack_the_target_is_an_enemy_unit(playing: Players) -> None:
    """Attack, step 3: "which enemy unit will be targeted"."""
    own = c.Act(timer="gold-60a", unit="Archer", target="knight")
    refused(playing, own, "Knight is the Valyance's")
    with pytest.raises(NotHere):
        playing.do(c.Act(timer="gold-60a", unit="Archer", target="Dragon"))
