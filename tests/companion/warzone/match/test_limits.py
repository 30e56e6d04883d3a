"""Limits of the book at the table: said, kept until the players agree, and dice that nobody can fish for."""

from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from companion.table.commands import Undo
from companion.table.errors import AgainstTheBook, NotHere, Refused
from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.resolution import Rolls
from companion.warzone.attacks.target import Area as Threat
from companion.warzone.force.force import ForceEntry
from companion.warzone.match.actions import Assist, Do
from companion.warzone.match.declarations import Declare, Forgo, Roll, Rolled
from companion.warzone.match.fight import AttackDealt, Blow, Fight
from companion.warzone.match.parts import (
    Assistance,
    AttackWay,
    CloudZone,
    Counter,
    Declaration,
    Die,
    Reaction,
    TableDice,
    Told,
)
from tests.companion.warzone import acts as c
from tests.companion.warzone.match.seats import GOLD, RED, acting, unit, view
from tests.support import Players, Says, entries

LAMPS = (
    ForceEntry(name="Lamp", count=2, wounds=2),
    ForceEntry(name="Wick", wounds=3, leader=True, abilities=("Command", "Inspire", "First Aid (12)", "Gruesome (4)")),
    ForceEntry(name="Zombie", wounds=2, abilities=("Zombie", "Volatile End")),
)


@pytest.fixture
def players(tmp_path: Path) -> Players:
    return begun(tmp_path / "t")


def begun(path: Path) -> Players:
    """Red's Lamp 1 acts; the dice of declared attacks wait ten seconds."""
    return acting(path, LAMPS, assets=("Air Strike",))


def refused(players: Players, command: Any) -> str:
    with pytest.raises(Refused) as reason:
        players.do(command)
    assert isinstance(reason.value, AgainstTheBook) == hasattr(command, "agreed")
    return str(reason.value)


def log(players: Players) -> str:
    return entries(players.table)[-1][1].text


def how(weapon: str = "Rifle", action: Action = Action.SHOOT, **more: Any) -> Declaration:
    told = {name: more.pop(name) for name in ("aim", "reaction", "primary") if name in more}
    return Declaration(way=AttackWay(action=action, weapon=weapon), told=Told(**told), **more)


def roll(
    said: Declaration, *, target: str = "1", side: Any = RED, unit: str = "1", faces: tuple[int, ...] = (9,)
) -> Roll:
    return Roll(side=side, unit=unit, dice=TableDice(target=target, how=said, lot=1, rolls=faces))


def fight(said: Declaration, *, target: str = "1", **more: Any) -> Fight:
    blow = Blow(
        action=said.way.action, target=target, weapon=said.way.weapon, how=said, **({"dealt": AttackDealt()} | more)
    )
    return Fight(side=RED, unit="1", blow=blow)


def move(unit: str = "1", action: Action = Action.MOVE, **more: Any) -> Declare:
    return Declare(side=RED, unit=unit, action=action, **more)


def test_a_third_action_is_the_players_word_and_the_log_says_so(players: Players) -> None:
    players.do(Do(side=RED, unit="1", action=Action.AIM))
    players.do(move())
    third = fight(how())
    assert refused(players, third) == "Lamp 1: 2 of 2 actions used."
    players.do(replace(third, agreed=True))
    assert log(players).endswith("a miss (we play it: Lamp 1: 2 of 2 actions used)")


def test_an_aim_that_is_said_with_the_shot_is_an_action_too(players: Players) -> None:
    players.do(move())
    assert refused(players, fight(how(aim=True))) == "Lamp 1: 1 of 2 actions used, and this takes 2."
    players.do(fight(how()))


def test_who_is_not_active_acts_by_a_reaction_or_by_agreement(players: Players) -> None:
    other = replace(fight(how()), unit="2")
    assert refused(players, other) == "Lamp 2 cannot act now: Lamp 1 must finish first."
    players.do(replace(other, agreed=True))
    assert unit(players, RED, "2").blows == 1
    players.do(c.EndActivation(side=RED))
    players.do(c.EndActivation(side=GOLD))
    assert refused(players, fight(how())) == "Lamp 1 finished its Activation."


def test_a_pinned_unit_does_not_charge_and_nobody_charges_whom_it_is_engaged_with(players: Players) -> None:
    players.do(fight(how("Blade", Action.STRIKE), target="2"))
    charge = fight(how("Blade", Action.CHARGE), target="2")
    assert "Strike Lamp 2 while Engaged" in refused(players, charge)
    players.do(c.Mark(side=RED, unit="1", counter=Counter.PINNED))
    assert "Rally before a Charge" in refused(players, move(action=Action.CHARGE))


def test_a_charge_goes_on_whatever_pins_the_unit_in_its_midst(players: Players) -> None:
    """A Pinned Counter of an Ambush or a Parting Blow limits the next action."""
    players.do(move(action=Action.CHARGE, target="1"))
    players.do(c.Mark(side=RED, unit="1", counter=Counter.PINNED))
    players.do(fight(how("", Action.CHARGE)))
    assert "Rally before a Charge" in refused(players, fight(how("", Action.CHARGE), target="2"))


def test_a_reposition_takes_no_action_comes_once_and_can_be_ambushed(players: Players) -> None:
    players.do(move(action=Action.REPOSITION))
    assert not any(each.why_not for each in view(players).reactions["1"] if each.reaction is Reaction.AMBUSH)
    players.do(Do(side=RED, unit="1", action=Action.AIM))
    players.do(fight(how()))
    assert "once an Activation" in refused(players, move(action=Action.REPOSITION))
    assert unit(players, RED, "1").actions == (Action.REPOSITION, Action.AIM, Action.SHOOT)


def test_any_unit_of_the_active_side_may_have_to_move_and_be_struck_in_parting(players: Players) -> None:
    players.do(replace(fight(how("Blade", Action.STRIKE), target="2"), unit="2", agreed=True))
    players.do(move("2", Action.COMPULSORY, forced="4” away from the fire"))
    assert log(players) == "Red’s Lamp 2 declared a Compulsory Movement: 4” away from the fire"
    assert Reaction.PARTING_BLOW in {each.reaction for each in view(players).reactions["2"] if not each.why_not}
    players.do(c.EndActivation(side=RED))
    assert unit(players, RED, "2").engaged == ()


def test_an_asset_has_its_moment(players: Players) -> None:
    strike = c.UseEffect(side=RED, effect="Air Strike")
    assert refused(players, strike) == Says("Air Strike", "Activation of a Leader")
    players.do(c.EndActivation(side=RED))
    players.do(c.Activate(side=GOLD, units=("3",)))
    players.do(replace(strike, side=GOLD))
    players.do(replace(strike, agreed=True))
    assert "we play it" in log(players)


def test_command_gives_an_action_inspire_a_counter_back_and_first_aid_a_wound(players: Players) -> None:
    players.do(c.EndActivation(side=RED))
    players.do(c.Activate(side=GOLD, units=("3",)))
    helps = Assist(side=GOLD, unit="3", ability=Assistance.COMMAND, other="1", needed=12, die=Die(value=12))
    players.do(helps)
    players.do(Do(side=GOLD, unit="1", action=Action.MOVE))
    assert "1 of 1 actions used" in refused(players, Do(side=GOLD, unit="1", action=Action.MOVE))
    with pytest.raises(Refused, match="No Wound Counters"):
        players.do(replace(helps, ability=Assistance.FIRST_AID))
    players.do(c.Wound(side=GOLD, unit="1"))
    players.do(replace(helps, ability=Assistance.FIRST_AID, needed=12))
    assert unit(players, GOLD, "1").wounds == 0
    players.do(replace(helps, ability=Assistance.INSPIRE, needed=None, die=None, agreed=True))
    assert not unit(players, GOLD, "1").pinned


def test_the_log_says_what_a_gruesome_kill_and_a_volatile_end_do(players: Players) -> None:
    players.do(replace(fight(how(), dealt=AttackDealt(hits=1, wounds=2, pinned=True)), unit="3", agreed=True))
    assert "Gruesome (4): a kill makes enemies within 4 inches test LD" in log(players)
    for ends in (c.Remove(side=GOLD, unit="4", by="3"), c.Wound(side=GOLD, unit="4", count=2, by="3")):
        players.do(ends)
        assert "Casualty" in log(players)
        assert "Gruesome (4): a kill makes" in log(players)
        assert "Volatile End: its end hits all that are near" in log(players)
        players.do(c.Return(side=GOLD, unit="4"))


# Reactions to what is declared


def test_dice_wait_for_those_who_may_react_and_no_longer(players: Players) -> None:
    asked = roll(how())
    players.do(asked)
    going = view(players).declared
    assert going is not None
    assert going.targets == ("1",)
    assert unit(players, RED, "1").dice is None
    with pytest.raises(Refused, match="Gold may still react: 10 s"):
        players.do(asked)
    players.do(Forgo(side=GOLD))
    players.do(asked)
    assert unit(players, RED, "1").dice is not None
    players.do(Undo())
    players.do(Undo())
    players.clock.advance(seconds=11)
    players.do(asked)
    assert view(players).reactions == {}, "too late to dive"


def test_nobody_is_asked_where_no_reaction_is_legal(players: Players) -> None:
    players.do(roll(how(), target="4"))
    assert unit(players, RED, "1").dice is not None, "a Zombie never dives"
    players.do(fight(how(), target="4", thrown=Rolls(attack=(9,), armor=()), rolls=(9,)))
    legal = [each for may in view(players).reactions.values() for each in may if not each.why_not]
    assert legal == [], "bystanders of a rifle shot answer nothing"


def test_whoever_an_area_may_have_caught_may_answer(players: Players) -> None:
    players.do(fight(how(area=Threat.EXPLOSIVE), target="4"))
    assert {id for id, may in view(players).reactions.items() if not may[0].why_not} == {"1", "2", "3"}


# Dice


@given(taps=st.lists(st.sampled_from(["roll", "again", "other", "chip", "apply", "undo", "do", "forgo"]), max_size=14))
def test_each_roll_of_the_table_is_in_the_log_once_whatever_is_tapped(
    tmp_path_factory: pytest.TempPathFactory, taps: list[str]
) -> None:
    """Rolled again is a row of its own; whatever else is tapped is refused, or leaves the dice where they lie."""
    players = begun(tmp_path_factory.mktemp("dice") / "t")
    lots = count(1)
    rolled: list[int] = []
    for tap in taps:
        lot = next(lots)
        asked = roll(how(), faces=(lot % 20 + 1,), target="4")
        dice = replace(asked.dice, lot=lot)
        lies = unit(players, RED, "1").dice
        command: Any = {
            "roll": replace(asked, dice=dice),
            "again": replace(asked, dice=dice, again=True),
            "other": replace(asked, dice=replace(dice, how=how("Pistol"))),
            "chip": replace(asked, dice=replace(dice, how=how(aim=True))),
            "apply": fight(how(), target="4", thrown=lies.faces if lies else UNSET, rolls=lies.rolls if lies else ()),
            "undo": Undo(),
            "do": Do(side=RED, unit="1", action=Action.AIM),
            "forgo": Forgo(side=GOLD),
        }[tap]
        try:
            players.do(command)
        except (Refused, NotHere):
            assert unit(players, RED, "1").dice == lies
            continue
        if isinstance(command, Roll):
            rolled.append(lot)
        if tap != "undo" and not isinstance(command, Roll | Fight):
            assert unit(players, RED, "1").dice == lies
    rows = [each.dice.lot for each in written(players) if isinstance(each, Rolled)]
    assert rows == rolled
    texts = [line.text for _, line in entries(players.table)]
    for lot in rolled:
        assert sum(f"[{lot % 20 + 1}]" in text and "rolled" in text for text in texts) >= 1


def written(players: Players) -> list[object]:
    """Every event of the journal, also of what was taken back."""
    return [entry.event for entry, _ in entries(players.table)]


def test_a_cloud_stays_asks_and_is_answered(players: Players) -> None:
    gas = how("Gas", area=Threat.CLOUD)
    players.do(fight(gas, dealt=AttackDealt(hits=1), cloud=CloudZone(name="Gas", size=2)))
    (cloud,) = view(players).clouds
    assert (cloud.name, cloud.size, cloud.owner, cloud.asked) == ("Gas", 2, "red", UNSET)
    players.do(c.EndActivation(side=RED))
    assert view(players).clouds[0].asked is True
    players.do(c.HitByCloud(side=RED, unit="2", cloud=1, dealt=AttackDealt(wounds=2), armor=(20,)))
    assert unit(players, RED, "2").fall is not None
    players.do(c.AnswerCloud(cloud=1))
    assert view(players).clouds[0].asked is UNSET
    players.do(Undo())
    assert view(players).clouds[0].asked is True
