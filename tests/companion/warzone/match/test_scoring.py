"""Victory Points (Chapter 13): what is asked when, what it gives, who wins."""

from pathlib import Path

import pytest

from companion.table.commands import Begin, Command
from companion.table.errors import Refused
from companion.warzone.cards.card import Faction
from companion.warzone.force.force import ForceEntry
from companion.warzone.scenarios import (
    Deployment,
    DeploymentArea,
    Primary,
    Secondary,
    WarzoneScenario,
    areas,
    deployment_rolled,
    scenario_rolled,
)
from tests.companion.warzone import acts as c
from tests.companion.warzone.match.seats import (
    GOLD,
    RED,
    answer,
    begun,
    open_questions,
    roll,
    seated,
    to_end_of,
    view,
    vps,
)
from tests.support import Players, Says, entries

LIGHT = (Secondary.SACRIFICE, Secondary.ACCEPTABLE_CASUALTIES)
DARK = (Secondary.SLAUGHTER, Secondary.SEND_A_MESSAGE)


def sealed(*, gold: tuple[Secondary, ...], red: tuple[Secondary, ...]) -> tuple[Command, ...]:
    return (
        c.Seal(side=GOLD, owner="phone 1", picks=gold),
        c.Seal(side=RED, owner="phone 2", picks=red),
        c.Reveal(),
    )


def primaries(gold: Primary, red: Primary) -> tuple[Command, ...]:
    return (
        c.SealPrimary(side=GOLD, owner="phone 1", pick=gold),
        c.SealPrimary(side=RED, owner="phone 2", pick=red),
    )


def asked(players: Players) -> set[str]:
    return {question.id for question in open_questions(players)}


@pytest.mark.parametrize(
    ("scenario", "every_turn", "fifth"),
    [
        (WarzoneScenario.LEAD_FROM_THE_FRONT, {"lead"}, {"lead"}),
        (WarzoneScenario.BREAKTHROUGH, {"breakthrough"}, {"breakthrough", "breakthrough-clear"}),
        (WarzoneScenario.KEY_POSITIONS, {"key"}, {"key", "key-primary"}),
        (WarzoneScenario.SABOTAGE, {"sabotage"}, {"sabotage", "sabotage-both"}),
        (None, set(), set()),
    ],
)
def test_what_a_scenario_asks(
    tmp_path: Path, scenario: WarzoneScenario | None, every_turn: set[str], fifth: set[str]
) -> None:
    players = begun(tmp_path / "t", scenario=scenario)
    to_end_of(players, 1)
    assert asked(players) == set()
    for turn in (2, 3, 4):
        to_end_of(players, turn)
        assert asked(players) == every_turn
    to_end_of(players, 5)
    assert asked(players) == fifth


def test_what_secondaries_ask_and_when(tmp_path: Path) -> None:
    picks = sealed(gold=(Secondary.ESCORT, Secondary.HOLD_GROUND), red=(Secondary.ESCORT, Secondary.FLANKING_MANEUVERS))
    players = begun(tmp_path / "t", *picks, scenario=None)
    to_end_of(players, 2)
    assert asked(players) == {"gold-hold_ground", "red-flanking_maneuvers"}
    to_end_of(players, 5)
    assert {"gold-escort", "red-escort"} < asked(players)


def test_a_secondary_gives_two_vps_at_most_and_says_so(tmp_path: Path) -> None:
    picks = sealed(gold=(Secondary.ESCORT, Secondary.HOLD_GROUND), red=(Secondary.ESCORT, Secondary.HOLD_GROUND))
    players = begun(tmp_path / "t", *picks, scenario=None)
    for turn in (2, 3, 4, 5):
        to_end_of(players, turn)
        answer(players, "gold-hold_ground", "yes")
        if turn == 5:
            answer(players, "gold-escort", "off")
    assert vps(players) == (4, 0)
    lines = view(players).sides["gold"].vps.lines
    assert [line.value for line in lines if line.source == "Select Secondary Objectives"] == [-1, -1]


def test_the_same_commander_from_the_start_gives_one_more_in_the_fifth_turn(tmp_path: Path) -> None:
    players = begun(tmp_path / "t", scenario=WarzoneScenario.LEAD_FROM_THE_FRONT)
    players.do(c.NameCommander(side=RED, unit="1"))
    to_end_of(players, 5)
    answer(players, "lead", "red")
    (question,) = open_questions(players)
    assert (question.id, question.suggested) == ("lead-first", "yes")
    answer(players, "lead-first", "yes")
    assert vps(players) == (0, 2)


LED = c.Muster(side=RED, entries=(ForceEntry(name="Lord", count=2, leader=True), ForceEntry(name="Grunt")))


def led(path: Path) -> Players:
    return begun(path, LED, scenario=WarzoneScenario.LEAD_FROM_THE_FRONT)


def test_a_commander_is_a_leader_and_another_only_after_its_death_in_a_start_turn_phase(tmp_path: Path) -> None:
    players = led(tmp_path / "t")
    with pytest.raises(Refused, match="Only a Unit with the Leader Designation"):
        players.do(c.NameCommander(side=RED, unit="3"))
    players.do(c.NameCommander(side=GOLD, unit="4"))
    gold = view(players).sides["gold"]
    assert (gold.commander, gold.commander_asked, gold.candidates) == ("4", False, ("1", "2", "3"))
    players.do(c.NameCommander(side=RED, unit="2"))
    players.do(c.NameCommander(side=RED, unit="1"))
    players.do(c.KeepInitiative(side=RED))
    with pytest.raises(Refused, match="Red’s Commander stays Lord 1 until it is a Casualty"):
        players.do(c.NameCommander(side=RED, unit="2"))
    players.do(c.Remove(side=RED, unit="1"))
    with pytest.raises(Refused, match="in the next Start Turn Phase"):
        players.do(c.NameCommander(side=RED, unit="2"))
    assert not view(players).sides["red"].commander_asked
    to_end_of(players, 1)
    players.do(c.EndTurn())
    red = view(players).sides["red"]
    assert (red.commander_asked, red.candidates) == (True, ("2",))
    players.do(c.NameCommander(side=RED, unit="2"))
    assert not view(players).sides["red"].commander_asked
    to_end_of(players, 5)
    answer(players, "lead", "red")
    assert next(each for each in view(players).questions if each.id == "lead-first").suggested == "no"


def test_nobody_waits_for_a_new_commander(tmp_path: Path) -> None:
    players = led(tmp_path / "t")
    players.do(c.NameCommander(side=RED, unit="1"))
    players.do(c.KeepInitiative(side=RED))
    players.do(c.Remove(side=RED, unit="1"))
    to_end_of(players, 3)
    assert view(players).sides["red"].commander == "1"


@pytest.mark.parametrize(("option", "gold", "red"), [("gold", 1, 0), ("red", 0, 1), ("both", 1, 1), ("neither", 0, 0)])
def test_a_clear_half_gives_one_more_in_the_fifth_turn(tmp_path: Path, option: str, gold: int, red: int) -> None:
    players = begun(tmp_path / "t")
    to_end_of(players, 5)
    answer(players, "breakthrough-clear", option)
    assert vps(players) == (gold, red)


def test_primary_objectives_are_revealed_at_the_end_of_the_fifth_turn(tmp_path: Path) -> None:
    chosen = primaries(Primary.LEFT, Primary.LEFT)
    players = begun(tmp_path / "t", *chosen, scenario=WarzoneScenario.KEY_POSITIONS)
    with pytest.raises(Refused, match="until the end of the fifth Turn"):
        players.do(c.RevealPrimaries())
    to_end_of(players, 5)
    with pytest.raises(Refused, match="Reveal the Primary Objectives first"):
        players.do(c.EndTurn())
    players.do(c.RevealPrimaries())
    answer(players, "key-primary", "red")
    assert vps(players) == (0, 1)


def test_a_primary_objective_is_chosen_in_the_first_start_turn_phase_at_the_latest(tmp_path: Path) -> None:
    players = begun(tmp_path / "t", scenario=WarzoneScenario.KEY_POSITIONS)
    picks = primaries(Primary.LEFT, Primary.LEFT)
    players.do(picks[0])
    players.do(c.SealPrimary(side=GOLD, owner="phone 1", pick=Primary.RIGHT))
    players.do(c.KeepInitiative(side=RED))
    for turn in (1, 2, 5):
        to_end_of(players, turn)
        for pick in picks:
            with pytest.raises(Refused, match="chosen before the first Activation"):
                players.do(pick)
    assert {"key", "key-primary"} == asked(players)


def test_secondary_objectives_are_sealed_before_the_game_begins(tmp_path: Path) -> None:
    first, second, reveal = sealed(gold=LIGHT, red=LIGHT)
    players = begun(tmp_path / "t", first)
    for command in (first, second):
        with pytest.raises(Refused, match="The game has begun"):
            players.do(command)
    players = begun(tmp_path / "u", first, second)
    players.do(reveal)
    assert view(players).sides["red"].secondaries == LIGHT


def test_different_primary_objectives_ask_nothing(tmp_path: Path) -> None:
    chosen = primaries(Primary.LEFT, Primary.RIGHT)
    players = begun(tmp_path / "t", *chosen, scenario=WarzoneScenario.KEY_POSITIONS)
    to_end_of(players, 5)
    players.do(c.RevealPrimaries())
    assert asked(players) == {"key"}


def fallen(tmp_path: Path) -> Players:
    """Turn 2: red's Leader struck two of gold's four Knights down, and lost a Grunt."""
    players = seated(tmp_path / "t")
    players.do(c.Muster(side=GOLD, entries=(ForceEntry(name="Knight", count=4, dp=4, trooper=True),)))
    players.do(c.Muster(side=RED, entries=(ForceEntry(name="Lord", dp=9, leader=True), ForceEntry(name="Grunt", dp=5))))
    players.do(c.ChooseAllegiance(light=GOLD))
    for command in sealed(gold=LIGHT, red=DARK):
        players.do(command)
    players.do(c.SelectArea(side=GOLD, area=DeploymentArea.A))
    players.do(Begin())
    to_end_of(players, 1)
    players.do(c.EndTurn())
    players.do(c.GoFirst(side=RED))
    players.do(c.Remove(side=GOLD, unit="1", by="1", strike=True))
    players.do(c.Remove(side=GOLD, unit="2", by="1", strike=True))
    players.do(c.Remove(side=RED, unit="2", by="3"))
    to_end_of(players, 2)
    return players


def test_casualties_suggest_answers(tmp_path: Path) -> None:
    players = fallen(tmp_path)
    suggested = {question.id: question.suggested for question in view(players).questions}
    assert suggested == {"gold-sacrifice": None, "red-slaughter": "yes", "red-send_a_message": "two"}
    to_end_of(players, 5)
    (left,) = (each for each in view(players).questions if each.id == "gold-acceptable_casualties")
    assert left.suggested == "half"


def test_slaughter_needs_more_dp_than_was_lost(tmp_path: Path) -> None:
    players = fallen(tmp_path)
    players.do(c.Remove(side=RED, unit="1"))
    suggested = {question.id: question.suggested for question in view(players).questions}
    assert suggested["red-slaughter"] == "no"


def test_restricted_secondaries_are_refused_without_being_named(tmp_path: Path) -> None:
    players = seated(tmp_path / "t")
    players.do(c.ChooseAllegiance(light=GOLD))
    for picks in (DARK, (Secondary.ESCORT,), (Secondary.ESCORT, Secondary.ESCORT)):
        with pytest.raises(Refused) as reason:
            players.do(c.Seal(side=GOLD, owner="phone 1", picks=picks))
        assert not any(each.title.casefold() in str(reason.value).casefold() for each in Secondary)
    players.do(c.Seal(side=GOLD, owner="phone 1", picks=LIGHT))
    with pytest.raises(Refused, match="Red must pick first"):
        players.do(c.Reveal())


def test_a_corrected_answer_counts_and_an_old_one_can_be_corrected(tmp_path: Path) -> None:
    players = begun(tmp_path / "t")
    to_end_of(players, 2)
    answer(players, "breakthrough", "gold")
    answer(players, "breakthrough", "red")
    assert vps(players) == (0, 1)
    to_end_of(players, 4)
    players.do(c.Answer(turn=2, question="breakthrough", option="gold"))
    assert vps(players) == (1, 0)
    for turn, question, option in ((5, "breakthrough", "gold"), (2, "key", "gold"), (2, "breakthrough", "maybe")):
        with pytest.raises(Refused):
            players.do(c.Answer(turn=turn, question=question, option=option))


def test_equal_vps_are_a_draw_and_it_is_said_that_the_book_is_silent(tmp_path: Path) -> None:
    players = begun(tmp_path / "t")
    to_end_of(players, 5)
    answer(players, "breakthrough", "neither")
    with pytest.raises(Refused, match="Answer first: Whose half"):
        players.do(c.EndTurn())
    answer(players, "breakthrough-clear", "both")
    players.do(c.EndTurn())
    assert view(players).winner is None
    assert view(players).outcome == Says("A draw", "1 to 1", "no tie-break")


@pytest.mark.parametrize(
    ("gold", "red", "light"), [(14, 5, "gold"), (16, 5, "red"), (15, 5, None), (20, 11, "gold"), (1, 20, "gold")]
)
def test_the_brotherhood_take_ten_off_their_roll_for_allegiance(
    tmp_path: Path, gold: int, red: int, light: str | None
) -> None:
    players = seated(tmp_path / "t")
    players.do(c.Muster(side=GOLD, faction=Faction.BROTHERHOOD, activations=1))
    players.do(c.RollAllegiance(gold=roll(gold), red=roll(red)))
    found = [side for side, force in view(players).sides.items() if force.allegiance is not None]
    lights = [side for side in found if view(players).sides[side].allegiance.value == "light"]  # type: ignore[union-attr]
    assert lights == ([light] if light else [])


def test_the_dark_legion_add_ten(tmp_path: Path) -> None:
    players = seated(tmp_path / "t")
    players.do(c.Muster(side=RED, faction=Faction.SEMAI, activations=1))
    players.do(c.RollAllegiance(gold=roll(13), red=roll(4)))
    assert view(players).sides["red"].allegiance_roll.value == 14  # type: ignore[union-attr]
    assert entries(players.table)[-1][1].text.endswith("Agents of Light: Gold (Gold 13, Dark Legion: Semai 4 + 10)")


def test_tables_of_the_d20_give_five_faces_to_each() -> None:
    assert [deployment_rolled(value) for value in (1, 5, 6, 10, 11, 15, 16, 20)] == [
        each for each in Deployment for _ in range(2)
    ]
    assert [scenario_rolled(value) for value in (1, 5, 6, 10, 11, 15, 16, 20)] == [
        each for each in WarzoneScenario for _ in range(2)
    ]


def test_both_areas_are_alike_and_only_flank_has_two_each() -> None:
    for deployment in Deployment:
        both = areas(deployment)
        assert {len(shapes) for shapes in both.values()} == {2 if deployment is Deployment.FLANK else 1}
