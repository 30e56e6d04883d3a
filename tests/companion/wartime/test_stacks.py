"""Tokens that come off stacks. Named after the WarTime Rulebook's headings."""

import pytest

from companion.table.commands import Undo
from companion.table.errors import NotHere, Refused
from companion.table.opening import New
from companion.table.seats import Side
from companion.wartime.match.checks import MOST_NAMES
from companion.wartime.match.views import FeatureView, UnitView
from companion.wartime.scenario.library import Scenarios, scenario_of
from tests.companion.wartime import acts as c
from tests.support import Players, Says


@pytest.fixture
def battle(players: Players) -> Players:
    scenario = {
        "id": "battle",
        "name": "Battle",
        "units": [
            {"side": "red", "name": "Orc", "health": 6},
            {"side": "red", "name": "Goblin"},
            {"side": "gold", "name": "Orc", "health": 2},
        ],
        "features": [{"hex": "D6", "terrain": "altar", "tokens": 3}],
    }
    Scenarios(players.table).save(scenario_of(scenario))
    players.do(New(scenario="battle"))
    return players.begin()


def unit(players: Players, name: str, side: str = "red") -> UnitView:
    units = players.table.view().sides[side].units  # type: ignore[attr-defined]
    return next(each for each in units if each.name == name)


def hit(players: Players, name: str, tokens: int, side: Side | None = Side.RED) -> None:
    players.do(c.Damage(unit=name, side=side, tokens=tokens))


def test_damage_removes_tokens_from_the_stack(battle: Players) -> None:
    """Man-at-Arms attacks Orc for 4 damage, leaving 2 tokens of its 6."""
    hit(battle, "orc", 4)
    assert (unit(battle, "Orc").left, unit(battle, "Orc").health) == (2, 6)
    assert battle.texts()[-1] == "Firebrand's Orc loses 4 tokens: 2 left"
    assert unit(battle, "Orc", "gold").left == 2


def test_eliminated_units_have_no_tokens_left_and_their_timer_drains_on(battle: Players) -> None:
    battle.flip("red-60a", "Orc")
    hit(battle, "Orc", 4)
    hit(battle, "Orc", 4)
    assert (unit(battle, "Orc").state, unit(battle, "Orc").left) == ("eliminated", 0)
    assert (battle.timer("red-60a").unit, battle.timer("red-60a").off_board) == (None, True)
    assert battle.texts()[-1] == "Firebrand's Orc loses 2 tokens: eliminated"
    with pytest.raises(Refused, match="Orc is eliminated already"):
        hit(battle, "Orc", 1)


def test_undo_puts_the_tokens_and_the_unit_back(battle: Players) -> None:
    battle.flip("red-60a", "Orc")
    hit(battle, "Orc", 6)
    battle.do(Undo())
    assert (unit(battle, "Orc").state, unit(battle, "Orc").left) == ("active", 6)
    assert battle.timer("red-60a").unit == "Orc"


def test_tokens_go_onto_a_stack_and_bring_an_eliminated_unit_back(battle: Players) -> None:
    """Spell Cards: "or even bring a dead unit back into the game". Its old timer drains on beside the board."""
    battle.flip("red-60a", "Orc")
    hit(battle, "Orc", 4)
    battle.do(c.Reinforce(unit="orc", side=Side.RED, tokens=3))
    assert (unit(battle, "Orc").state, unit(battle, "Orc").left) == ("active", 5)
    assert battle.texts()[-1] == "Firebrand's Orc gains 3 tokens: 5 left"
    hit(battle, "Orc", 5)
    battle.do(c.Reinforce(unit="Orc", side=Side.RED, tokens=2))
    assert (unit(battle, "Orc").state, unit(battle, "Orc").left) == ("available", 2)
    assert battle.texts()[-1] == "Firebrand's Orc is back with 2 tokens"
    assert battle.timer("red-60a").off_board
    battle.flip("red-30", "Orc")
    battle.do(Undo())
    view = battle.do(Undo())
    assert (unit(battle, "Orc").state, view.undo_act) == ("eliminated", "Orc's loss of 5 tokens")


def test_no_stack_grows_beyond_40(battle: Players) -> None:
    battle.do(c.Reinforce(unit="Orc", side=Side.RED, tokens=40))
    assert unit(battle, "Orc").left == 40
    assert battle.texts()[-1] == "Firebrand's Orc gains 34 tokens: 40 left"
    with pytest.raises(Refused, match="Orc has 40 tokens already"):
        battle.do(c.Reinforce(unit="Orc", side=Side.RED, tokens=1))


def test_a_unit_that_nobody_counts_comes_back_by_word_alone(battle: Players) -> None:
    with pytest.raises(Refused, match="Goblin is not eliminated"):
        battle.do(c.Revive(unit="Goblin"))
    with pytest.raises(Refused, match="does not say how many tokens Goblin has"):
        battle.do(c.Reinforce(unit="Goblin", tokens=1))
    battle.do(c.Eliminate(unit="Goblin"))
    battle.do(c.Revive(unit="goblin"))
    assert unit(battle, "Goblin").state == "available"
    assert battle.texts()[-1] == Says("Firebrand", "Goblin", "back")
    battle.flip("red-30", "Goblin")
    battle.do(c.Eliminate(unit="Orc", side=Side.RED))
    assert unit(battle, "Orc").left == 0
    with pytest.raises(Refused, match="with how many tokens Orc comes back"):
        battle.do(c.Revive(unit="Orc", side=Side.RED))
    for command in (c.Revive(unit="Giant"), c.Reinforce(unit="Giant", tokens=1)):
        with pytest.raises(NotHere):
            battle.do(command)


def test_a_unit_that_was_known_by_its_loss_alone_is_known_when_it_is_back(players: Players) -> None:
    players.begin().do(c.Eliminate(unit="Half Orc/Troll", side=Side.GOLD))
    players.do(c.Revive(unit="Half Orc/Troll"))
    assert unit(players, "Half Orc/Troll", "gold").state == "available"


def test_a_unit_that_is_not_on_the_board_is_not_eliminated_either(battle: Players) -> None:
    """Optional Rules, Set Up: "Any units not on the board by the end of that time may not take part in the battle"."""
    with pytest.raises(Refused, match="Giant is not on the board"):
        battle.do(c.Eliminate(unit="Giant", side=Side.RED))


def test_no_more_names_come_up_by_eliminating_than_by_acting(players: Players) -> None:
    players.begin()
    for number in range(MOST_NAMES):
        players.do(c.Eliminate(unit=f"Orc {number}", side=Side.RED))
    with pytest.raises(Refused, match="has 100 units already"):
        players.do(c.Eliminate(unit="One more", side=Side.RED))
    players.do(c.Revive(unit="Orc 7"))
    players.do(c.Eliminate(unit="Orc 7"))


def test_nothing_is_put_back_before_the_game_or_after_it(battle: Players) -> None:
    battle.do(c.Damage(unit="Orc", side=Side.RED, tokens=1))
    battle.do(c.End())
    for command in (c.Reinforce(unit="Orc", side=Side.RED, tokens=1), c.Revive(unit="Goblin")):
        with pytest.raises(Refused, match="The game is over"):
            battle.do(command)
    battle.do(New(scenario="battle"))
    with pytest.raises(Refused, match="not begun"):
        battle.do(c.Reinforce(unit="Orc", side=Side.RED, tokens=1))


def test_a_name_on_both_sides_needs_its_side(battle: Players) -> None:
    with pytest.raises(Refused, match="say whose"):
        hit(battle, "Orc", 1, side=None)


def test_a_stack_that_nobody_counted_is_not_counted_down(battle: Players) -> None:
    with pytest.raises(Refused, match="does not say how many tokens Goblin has"):
        hit(battle, "Goblin", 1)
    with pytest.raises(NotHere):
        hit(battle, "Giant", 1)
    assert unit(battle, "Goblin").left is None


def test_terrain_features_lose_tokens_and_become_plains(battle: Players) -> None:
    def feature() -> FeatureView:
        (only,) = battle.table.view().features  # type: ignore[attr-defined]
        return only  # type: ignore[no-any-return]

    battle.do(c.DamageFeature(hex="d6", tokens=2))
    assert feature() == FeatureView("D6", "altar", 1, 3)
    battle.do(c.DamageFeature(hex="D6", tokens=2))
    assert feature().left == 0
    assert battle.texts()[-1] == "D6 loses 1 token: it is plains now"
    with pytest.raises(Refused, match=r"^D6 is plains already\.$"):
        battle.do(c.DamageFeature(hex="D6", tokens=1))
    with pytest.raises(NotHere, match="no terrain feature called D7"):
        battle.do(c.DamageFeature(hex="D7", tokens=1))
    battle.do(Undo())
    assert feature().left == 1


def test_nothing_is_damaged_before_the_signal(battle: Players) -> None:
    battle.do(New(scenario="battle"))
    for command in (c.Damage(unit="Goblin", tokens=1), c.DamageFeature(hex="D6", tokens=1)):
        with pytest.raises(Refused, match="not begun"):
            battle.do(command)


def test_the_units_of_a_scenario_are_there_to_be_named(battle: Players) -> None:
    assert [each.name for each in battle.table.view().sides["red"].units] == ["Orc", "Goblin"]  # type: ignore[attr-defined]
    with pytest.raises(Refused, match="Giant is not on the board"):
        battle.flip("red-30", "Giant")


def test_stacks_survive_a_restart(battle: Players) -> None:
    hit(battle, "Orc", 1)
    assert unit(battle.restart(), "Orc").left == 5
