"""Turns as the rulebook tells them (Chapter 4, Game Overview)."""

from pathlib import Path

import pytest

from companion.table.commands import Begin, End, Pause, Undo
from companion.table.errors import Refused
from companion.table.rule_choices import AgreedChoices
from companion.table.seats import Seat
from companion.warzone.choices import CHOICES, TiedInitiative, WarzoneChoices
from companion.warzone.force.force import ForceEntry, roster
from companion.warzone.match.parts import Counter, Reaction
from companion.warzone.match.turns import activations
from companion.warzone.scenarios import DeploymentArea, WarzoneScenario
from tests.companion.warzone import acts as c
from tests.companion.warzone.match.seats import GOLD, RED, begin, begun, roll, seated, to_end_of, view
from tests.support import PHONE, Players, Says


def refused(players: Players, command: object) -> str:
    with pytest.raises(Refused) as reason:
        players.do(command)
    return str(reason.value)


@pytest.mark.parametrize(("gold", "red", "passes"), [(4, 7, 1), (4, 8, 2), (4, 5, 0), (4, 6, 1)])
def test_the_rulebook_s_four_activations_against_more(tmp_path: Path, gold: int, red: int, passes: int) -> None:
    players = begun(tmp_path / "t", gold=gold, red=red)
    players.do(c.KeepInitiative(side=RED))
    assert view(players).sides["gold"].passes == passes
    assert view(players).sides["red"].passes == 0


def test_a_group_or_part_of_one_counts_as_one_activation() -> None:
    assert activations(roster([ForceEntry(name="Hound", count=7, group=3), ForceEntry(name="Captain")])) == 3 + 1


def test_two_cards_make_groups_of_their_own() -> None:
    assert (
        activations(roster([ForceEntry(name="Hound", count=2, group=3), ForceEntry(name="Cat", count=2, group=3)])) == 2
    )


def test_the_first_turn_belongs_to_who_did_not_select_the_deployment_area(tmp_path: Path) -> None:
    players = begun(tmp_path / "t")
    assert view(players).initiative.first == "red"
    assert refused(players, c.RollInitiative(side=GOLD, die=roll(1))) == Says("first Turn", "Red")
    assert refused(players, c.PassInitiative(side=RED)).startswith("Red must go first in the first Turn")
    assert refused(players, c.KeepInitiative(side=GOLD)) == "The choice is Red’s."


def test_beginning_asks_for_what_it_needs(tmp_path: Path) -> None:
    players = seated(tmp_path / "t")
    assert refused(players, Begin()) == Says("number of Units", "Gold")
    for side in (GOLD, RED):
        players.do(c.Muster(side=side, activations=1))
    assert refused(players, Begin()).startswith("Say who selected the Deployment Area")
    assert refused(players, c.EndTurn()) == Says("Not begun", "Begin", "button")


def test_activations_alternate_and_stay_with_whoever_alone_has_any(tmp_path: Path) -> None:
    players = begun(tmp_path / "t", gold=1, red=2)
    players.do(c.KeepInitiative(side=RED))
    acted = []
    while (active := view(players).active) is not None:
        acted.append(active)
        players.do(c.EndActivation(side=RED if active == "red" else GOLD))
    assert acted == ["red", "gold", "red"]
    assert view(players).turn_phase.value == "end"


def test_a_pass_counter_hands_over_without_an_activation(tmp_path: Path) -> None:
    players = begun(tmp_path / "t", gold=1, red=3)
    players.do(c.KeepInitiative(side=RED))
    players.do(c.EndActivation(side=RED))
    players.do(c.UsePass(side=GOLD))
    assert (view(players).active, view(players).sides["gold"].activations) == ("red", 1)
    players.do(c.EndActivation(side=RED))
    assert refused(players, c.UsePass(side=GOLD)) == Says("No Pass Counters", "Gold")
    assert refused(players, c.EndActivation(side=RED)) == "It is Gold’s Activation."


def test_the_other_is_active_while_it_has_only_pass_counters(tmp_path: Path) -> None:
    players = begun(tmp_path / "t", gold=1, red=3)
    players.do(c.KeepInitiative(side=RED))
    players.do(c.EndActivation(side=RED))
    players.do(c.EndActivation(side=GOLD))
    players.do(c.EndActivation(side=RED))
    assert view(players).active == "gold"
    assert "Pass Counter" in refused(players, c.EndActivation(side=GOLD))
    players.do(c.UsePass(side=GOLD))
    assert view(players).active == "red"


def test_initiative_is_the_die_the_vps_and_the_pinned_and_the_lower_chooses(tmp_path: Path) -> None:
    players = begun(tmp_path / "t")
    to_end_of(players, 2)
    players.do(c.Answer(turn=2, question="breakthrough", option="gold"))
    players.do(c.EndTurn())
    players.do(c.Mark(side=GOLD, unit="1", counter=Counter.PINNED))
    players.do(c.Mark(side=GOLD, unit="2", counter=Counter.PINNED))
    assert refused(players, c.KeepInitiative(side=GOLD)) == "Both roll first."
    players.do(c.RollInitiative(side=GOLD, die=roll(8)))
    players.do(c.RollInitiative(side=RED, die=roll(12)))
    score = view(players).sides["gold"].initiative
    assert score is not None
    assert [line.value for line in score.lines] == [8, 1, 2]
    assert view(players).initiative.chooser == "gold"
    assert refused(players, c.RollInitiative(side=RED, die=roll(1))) == "Red rolled already."
    players.do(c.PassInitiative(side=GOLD))
    assert (view(players).active, view(players).initiative.first) == ("red", "red")


def test_a_tied_initiative_is_rolled_again(tmp_path: Path) -> None:
    players = begun(tmp_path / "t")
    to_end_of(players, 1)
    players.do(c.EndTurn())
    for side in (GOLD, RED):
        players.do(c.RollInitiative(side=side, die=roll(8)))
    assert view(players).initiative.tie
    assert refused(players, c.KeepInitiative(side=GOLD)) == Says("A tie", "roll again")
    players.do(c.RollInitiative(side=RED, die=roll(3)))
    assert view(players).sides["gold"].initiative is None
    players.do(c.RollInitiative(side=GOLD, die=roll(2)))
    assert view(players).initiative.chooser == "gold"


def test_a_table_can_let_the_last_turn_s_first_choose_instead(tmp_path: Path) -> None:
    players = Players(tmp_path / "t")
    agreed = AgreedChoices(table=players.table, game="warzone", kind=WarzoneChoices, choices=CHOICES)
    agreed.agree(WarzoneChoices(tied_initiative=TiedInitiative.HOLDER), source=PHONE)
    begin(players)
    to_end_of(players, 1)
    players.do(c.EndTurn())
    for side in (GOLD, RED):
        players.do(c.RollInitiative(side=side, die=roll(8)))
    initiative = view(players).initiative
    assert (initiative.chooser, initiative.tie) == ("gold", False)
    assert [choice.name for choice in initiative.choices] == ["tied_initiative"]


def test_faction_assets_that_change_the_score(tmp_path: Path) -> None:
    players = seated(tmp_path / "t")
    players.do(c.Muster(side=GOLD, activations=1, assets=("Seize the Initiative",)))
    players.do(c.Muster(side=RED, activations=1, assets=("The Moment Has Come!",)))
    players.do(c.SetScenario(scenario=WarzoneScenario.BREAKTHROUGH))
    players.do(c.SelectArea(side=GOLD, area=DeploymentArea.A))
    players.do(Begin())
    to_end_of(players, 2)
    players.do(c.Answer(turn=2, question="breakthrough", option="gold"))
    players.do(c.EndTurn())
    players.do(c.UseEffect(side=RED, effect="the moment has come!"))
    assert refused(players, c.UseEffect(side=RED, effect="The Moment Has Come!")).startswith("Red used")
    players.do(c.RollInitiative(side=GOLD, die=roll(9)))
    players.do(c.RollInitiative(side=RED, die=roll(19)))
    scores = {side: view(players).sides[side].initiative for side in ("gold", "red")}
    assert {side: score.value for side, score in scores.items() if score} == {"gold": 9, "red": 1}


def test_a_reaction_needs_the_other_s_activation_and_no_pinned_counter(tmp_path: Path) -> None:
    players = begun(tmp_path / "t")
    players.do(c.KeepInitiative(side=RED))
    players.do(c.Activate(side=RED, units=("1",)))
    ambush = c.React(side=GOLD, unit="1", reaction=Reaction.AMBUSH)
    players.do(ambush)
    assert view(players).sides["gold"].activations == 3
    assert "Reaction Counter already" in refused(players, ambush)
    players.do(c.Mark(side=GOLD, unit="2", counter=Counter.PINNED))
    assert "Pinned" in refused(players, c.React(side=GOLD, unit="2", reaction=Reaction.COUNTERATTACK))
    own = c.React(side=RED, unit="2", reaction=Reaction.COUNTERATTACK)
    assert refused(players, own) == Says("Red", "Activation", "Gold")
    players.do(c.EndActivation(side=RED))
    assert "An Activation Counter is on Unit 1" in refused(players, c.Activate(side=GOLD, units=("1",)))


def test_wounds_up_to_w_make_a_casualty_and_healing_takes_it_back(tmp_path: Path) -> None:
    players = seated(tmp_path / "t")
    players.do(c.Muster(side=GOLD, entries=(ForceEntry(name="Knight", wounds=2),)))
    players.do(c.Muster(side=RED, entries=(ForceEntry(name="Ogre", leader=True),)))
    players.do(c.SelectArea(side=GOLD, area=DeploymentArea.A))
    players.do(Begin())
    players.do(c.Wound(side=GOLD, unit="1", count=2, by="1", strike=True))
    fall = view(players).sides["gold"].units[0].fall
    assert fall is not None
    assert (fall.by, fall.strike, view(players).sides["gold"].activations) == ("1", True, 0)
    assert refused(players, c.Wound(side=GOLD, unit="1")) == Says("Knight", "Casualty")
    players.do(c.Wound(side=GOLD, unit="1", count=-1))
    assert view(players).sides["gold"].units[0].fall is None


def test_clouds_are_rolled_for_before_the_next_turn(tmp_path: Path) -> None:
    players = begun(tmp_path / "t")
    players.do(c.PlaceCloud())
    players.do(c.PlaceCloud(name="Smoke"))
    to_end_of(players, 1)
    assert refused(players, c.EndTurn()) == "Roll for Cloud 1 first."
    players.do(c.RollCloud(cloud=1, die=roll(10)))
    players.do(c.RollCloud(cloud=2, die=roll(11)))
    assert [cloud.name for cloud in view(players).clouds] == ["Cloud 1"]
    players.do(c.EndTurn())
    assert not view(players).clouds[0].to_roll
    to_end_of(players, 2)
    assert view(players).clouds[0].to_roll


def test_counters_of_the_turn_go_and_the_others_stay(tmp_path: Path) -> None:
    players = begun(tmp_path / "t")
    players.do(c.KeepInitiative(side=RED))
    players.do(c.Activate(side=RED, units=("1",)))
    players.do(c.React(side=GOLD, unit="1", reaction=Reaction.AMBUSH))
    players.do(c.Mark(side=GOLD, unit="1", counter=Counter.PINNED))
    players.do(c.Jam(side=GOLD, unit="1", weapon="Rifle"))
    players.do(c.EndActivation(side=RED))
    to_end_of(players, 1)
    players.do(c.EndTurn())
    unit = view(players).sides["gold"].units[0]
    assert (unit.activated, unit.reaction_counters, unit.pinned, unit.jammed) == (False, 0, True, ("Rifle",))


def test_an_activation_that_nobody_named_can_be_named_later(tmp_path: Path) -> None:
    players = seated(tmp_path / "t")
    for side in (GOLD, RED):
        players.do(c.Muster(side=side, entries=(ForceEntry(name="Knight", count=2),)))
    players.do(c.SelectArea(side=RED, area=DeploymentArea.B))
    players.do(Begin())
    players.do(c.KeepInitiative(side=GOLD))
    players.do(c.EndActivation(side=GOLD))
    assert [each.activated for each in view(players).sides["gold"].units] == [False, False]
    players.do(c.Mark(side=GOLD, unit="2", counter=Counter.ACTIVATION))
    assert view(players).sides["gold"].activations == 1
    players.do(c.Activate(side=RED))
    players.do(c.Activate(side=RED, units=("2",)))
    assert (view(players).sides["red"].activations, view(players).sides["red"].units[1].acting) == (1, True)


def test_a_group_is_activated_together_and_others_are_not(tmp_path: Path) -> None:
    players = seated(tmp_path / "t")
    players.do(c.Muster(side=GOLD, entries=(ForceEntry(name="Hound", count=3, group=2), ForceEntry(name="Captain"))))
    players.do(c.Muster(side=RED, activations=1))
    players.do(c.SelectArea(side=RED, area=DeploymentArea.B))
    players.do(Begin())
    players.do(c.KeepInitiative(side=GOLD))
    for units in (("1", "4"), ("1", "2", "3")):
        assert refused(players, c.Activate(side=GOLD, units=units)) == Says("One Unit", "one Group")
    players.do(c.Activate(side=GOLD, units=("1", "2")))
    assert view(players).sides["gold"].activations == 2


def test_there_is_nothing_to_pause_and_an_early_end_names_its_winner(tmp_path: Path) -> None:
    players = begun(tmp_path / "t")
    assert refused(players, Pause()) == Says("Not paused", "no sand")
    players.do(End(winner=Seat.RED))
    assert (view(players).winner, view(players).outcome) == ("red", "Red wins")
    assert refused(players, c.EndTurn()) == "The game is over."
    players.do(Undo())
    assert view(players).outcome is None


def test_a_restart_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    players = begun(tmp_path / "t")
    players.do(c.KeepInitiative(side=RED))
    players.do(c.Activate(side=RED, units=("3",)))
    before = view(players)
    players.restart()
    after = view(players)
    assert (after.sides, after.active, after.turn_phase) == (before.sides, before.active, before.turn_phase)
    players.do(c.EndActivation(side=RED))


def test_clouds_have_an_end(tmp_path: Path) -> None:
    players = begun(tmp_path / "t")
    for _ in range(40):
        players.do(c.PlaceCloud())
    assert refused(players, c.PlaceCloud()) == Says("40 clouds", "already")
    players.do(c.RemoveCloud(cloud=3))
    players.do(c.PlaceCloud())
