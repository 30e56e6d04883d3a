"""Scenario Objective counters (Chapter 13): what Interact Actions make of them, and what a Turn's end makes of that."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.table.commands import Command, Undo
from companion.table.errors import AgainstTheBook, NotHere, Refused
from companion.table.events import Event
from companion.table.rule_choices import AgreedChoices
from companion.table.seats import Side
from companion.warzone.attacks.actions import Action
from companion.warzone.cards.library import GAME
from companion.warzone.choices import CHOICES, SabotageDamage, WarzoneChoices
from companion.warzone.match.fight import AttackDealt, Blow, Fight
from companion.warzone.match.parts import BattlefieldPlace, Die
from companion.warzone.match.views import ObjectiveView, WarzoneView
from companion.warzone.scenarios import Deployment, Primary, Secondary, WarzoneScenario
from companion.warzone.sums.sight import Stand, measure_commander
from tests.companion.warzone import acts as c
from tests.companion.warzone.match.seats import (
    GOLD,
    RED,
    answer,
    begin,
    begun,
    open_questions,
    roll,
    to_end_of,
    view,
    vps,
)
from tests.companion.warzone.match.test_properties import Board
from tests.support import PHONE, Players

SEALED = (
    c.Seal(side=GOLD, owner="phone 1", picks=(Secondary.ESCORT, Secondary.INTERCEPT_TRANSMISSIONS)),
    c.Seal(side=RED, owner="phone 2", picks=(Secondary.ESCORT, Secondary.SLAUGHTER)),
    c.Reveal(),
)


def activating(path: Path, scenario: WarzoneScenario, *before: Command) -> Players:
    """Turn 1, gold's Activation. Gold has Side A."""
    players = begun(path, c.SetDeployment(deployment=Deployment.STANDARD), *before, scenario=scenario)
    players.do(c.GoFirst(side=GOLD))
    return players


def next_turn(players: Players) -> None:
    """Gold goes first in it."""
    to_end_of(players, view(players).turn)
    for question in open_questions(players):
        answer(players, question.id, question.options[-1].id)
    players.do(c.EndTurn())
    players.do(c.GoFirst(side=GOLD))


def counter(players: Players, id: str) -> ObjectiveView:
    return next(each for each in view(players).objectives if each.id == id)


def suggested(players: Players) -> dict[str, str | None]:
    return {each.id: each.suggested for each in open_questions(players)}


def succeed(players: Players, id: str, side: Side = GOLD) -> None:
    players.do(c.SetActive(side=side))
    """Whatever else the Unit has done this Turn."""
    players.do(c.Interact(side=side, unit="1", counter=id, agreed=True))


def test_the_counters_of_a_game_are_the_scenario_s_and_those_of_revealed_secondaries(tmp_path: Path) -> None:
    players = activating(tmp_path / "t", WarzoneScenario.SABOTAGE, *SEALED)
    assert [(each.id, each.name, each.may) for each in view(players).objectives] == [
        ("b-left", "Red’s left", ("gold",)),
        ("a-left", "Gold’s left", ("red",)),
        ("b-right", "Red’s right", ("gold",)),
        ("a-right", "Gold’s right", ("red",)),
        ("gold-escort", "Gold’s escort", ("gold",)),
        ("gold-intercept-1", "Gold’s transmitter 1", ("gold",)),
        ("gold-intercept-2", "Gold’s transmitter 2", ("gold",)),
        ("red-escort", "Red’s escort", ("red",)),
    ]
    for each in view(players).objectives:
        assert (each.point is not None) == (each.side is None)
        if each.point is not None:
            assert (each.point.y > 18) == each.name.startswith("Red")


def test_a_test_of_ld_decides_and_the_die_is_told(tmp_path: Path) -> None:
    players = activating(tmp_path / "t", WarzoneScenario.KEY_POSITIONS)
    for dice, mine in (((13,), False), ((13, 14), False), ((13, 12), True), ((12, 20), True)):
        rolled = tuple(roll(each) for each in dice)
        players.do(c.Interact(side=GOLD, unit="1", counter="left", needed=12, dice=rolled))
        assert counter(players, "left").control == ("gold" if mine else None)
        players.do(Undo())
        assert not counter(players, "left").told
    players.do(c.Interact(side=GOLD, unit="1", counter="left", needed=12, dice=(roll(5), roll(20))))
    assert "Gold’s Unit 1 Interacted with the left counter: 5 (a real die) against 12, it is Gold’s" in players.texts()


def test_a_counter_of_key_positions_is_a_side_s_until_the_other_takes_it(tmp_path: Path) -> None:
    players = activating(tmp_path / "t", WarzoneScenario.KEY_POSITIONS)
    succeed(players, "left")
    next_turn(players)
    succeed(players, "center")
    succeed(players, "right", RED)
    to_end_of(players, 2)
    (question,) = open_questions(players)
    assert (question.suggested, question.grounds) == ("gold", "Controlled: Gold 2, Red 1.")
    players.do(c.SetControl(counter="left", control=None))
    assert suggested(players) == {"key": "neither"}
    players.do(Undo())
    players.do(c.AnswerTracked())
    assert vps(players) == (1, 0)
    assert "Turn 2, as tracked: Key Positions: Gold" in players.texts()


def test_a_game_on_paper_suggests_nothing_of_its_counters(tmp_path: Path) -> None:
    for scenario in (WarzoneScenario.KEY_POSITIONS, WarzoneScenario.SABOTAGE, WarzoneScenario.LEAD_FROM_THE_FRONT):
        players = begun(tmp_path / scenario.value, *SEALED, scenario=scenario)
        to_end_of(players, 5)
        assert {id for id, option in suggested(players).items() if option is not None} == {"red-slaughter"}
        players.do(c.AnswerTracked())
        with pytest.raises(Refused, match="answer it yourselves"):
            players.do(c.AnswerTracked())


@pytest.mark.parametrize(
    ("gold", "red", "more"), [(Primary.LEFT, Primary.LEFT, "red"), (Primary.LEFT, Primary.RIGHT, None)]
)
def test_the_primary_objective_goes_to_whoever_controls_it(
    tmp_path: Path, gold: Primary, red: Primary, more: str | None
) -> None:
    picks = (c.SealPrimary(side=GOLD, owner="1", pick=gold), c.SealPrimary(side=RED, owner="2", pick=red))
    players = activating(tmp_path / "t", WarzoneScenario.KEY_POSITIONS, *picks)
    succeed(players, "left", RED)
    to_end_of(players, 5)
    players.do(c.RevealPrimaries())
    assert suggested(players).get("key-primary") == more
    players.do(c.AnswerTracked())
    assert vps(players) == (0, 2 if more else 1)


@pytest.mark.parametrize(
    ("counts", "winner", "asked"),
    [(SabotageDamage.TURN, "red", "this Turn?"), (SabotageDamage.GAME, "gold", "so far?")],
)
def test_the_table_chooses_whose_damage_is_compared(
    tmp_path: Path, counts: SabotageDamage, winner: str, asked: str
) -> None:
    players = Players(tmp_path / "t")
    agreed = AgreedChoices(table=players.table, game=GAME, kind=WarzoneChoices, choices=CHOICES)
    agreed.agree(WarzoneChoices(sabotage_damage=counts), source=PHONE)
    begin(players, c.SetDeployment(deployment=Deployment.STANDARD), scenario=WarzoneScenario.SABOTAGE)
    players.do(c.GoFirst(side=GOLD))
    for _ in range(3):
        succeed(players, "b-left")
    next_turn(players)
    succeed(players, "a-right", RED)
    to_end_of(players, 2)
    assert suggested(players) == {"sabotage": winner}
    assert open_questions(players)[0].text.endswith(asked)


def test_damage_counts_by_turn_and_only_in_the_enemy_s_half(tmp_path: Path) -> None:
    players = activating(tmp_path / "t", WarzoneScenario.SABOTAGE)
    with pytest.raises(Refused, match="is in Gold’s own half"):
        succeed(players, "a-left")
    succeed(players, "b-left")
    next_turn(players)
    assert counter(players, "b-left").damage == {"gold": 0, "red": 0}
    succeed(players, "b-left")
    succeed(players, "b-left")
    succeed(players, "a-right", RED)
    to_end_of(players, 2)
    assert suggested(players) == {"sabotage": "gold"}
    players.do(c.SetDamage(side=RED, counter="a-right", damage=2))
    assert suggested(players) == {"sabotage": "neither"}


@pytest.mark.parametrize(
    ("gold", "red", "both"),
    [
        ("b-left b-right", "a-left", "gold"),
        ("b-left b-left", "", "neither"),
        ("b-left b-right", "a-left a-right", "neither"),
    ],
)
def test_one_more_where_only_one_force_damaged_both_in_the_fifth_turn(
    tmp_path: Path, gold: str, red: str, both: str
) -> None:
    players = activating(tmp_path / "t", WarzoneScenario.SABOTAGE)
    while view(players).turn < 5:
        next_turn(players)
    for side, ids in ((GOLD, gold), (RED, red)):
        for id in ids.split():
            succeed(players, id, side)
    to_end_of(players, 5)
    assert suggested(players)["sabotage-both"] == both


def test_an_escort_is_moved_and_scores_where_it_is_at_the_end(tmp_path: Path) -> None:
    players = activating(tmp_path / "t", WarzoneScenario.BREAKTHROUGH, *SEALED)
    with pytest.raises(Refused, match="Only Gold can Interact with that"):
        succeed(players, "gold-escort", RED)
    succeed(players, "gold-escort")
    assert (counter(players, "gold-escort").moves, counter(players, "gold-escort").place) == (
        1,
        BattlefieldPlace.ELSEWHERE,
    )
    players.do(c.SetActive(side=GOLD))
    players.do(c.Interact(side=GOLD, unit="1", counter="gold-escort", place=BattlefieldPlace.OFF, agreed=True))
    with pytest.raises(Refused, match="Gold’s escort is off the Battlefield"):
        succeed(players, "gold-escort")
    players.do(c.PlaceObjective(counter="red-escort", place=BattlefieldPlace.AREA))
    to_end_of(players, 5)
    found = suggested(players)
    assert (found["gold-escort"], found["red-escort"]) == ("off", "area")


def test_a_connection_counts_in_its_turn_while_its_unit_stands_and_the_other_counter_goes(tmp_path: Path) -> None:
    players = activating(tmp_path / "t", WarzoneScenario.BREAKTHROUGH, *SEALED)
    players.do(c.Interact(side=GOLD, unit="1", counter="gold-intercept-1", success=False, agreed=True))
    assert counter(players, "gold-intercept-2").place is BattlefieldPlace.OFF
    with pytest.raises(Refused, match="off the Battlefield"):
        succeed(players, "gold-intercept-2")
    next_turn(players)
    succeed(players, "gold-intercept-1")
    to_end_of(players, 2)
    assert suggested(players)["gold-intercept_transmissions"] == "yes"
    players.do(c.Remove(side=GOLD, unit="1"))
    assert suggested(players)["gold-intercept_transmissions"] == "no"
    next_turn(players)
    assert counter(players, "gold-intercept-1").connected is None
    to_end_of(players, 3)
    assert suggested(players)["gold-intercept_transmissions"] == "no"
    players.do(c.SetConnection(counter="gold-intercept-1", unit="2"))
    assert suggested(players)["gold-intercept_transmissions"] == "yes"


def test_who_interacts_is_active_standing_and_the_one_that_acts(tmp_path: Path) -> None:
    players = activating(tmp_path / "t", WarzoneScenario.KEY_POSITIONS)
    with pytest.raises(Refused, match="It is Gold’s Activation"):
        players.do(c.Interact(side=RED, unit="1", counter="left"))
    players.do(c.Activate(side=GOLD, units=("2",)))
    with pytest.raises(Refused, match=r"Unit 1 .*Unit 2 must finish"):
        players.do(c.Interact(side=GOLD, unit="1", counter="left"))
    with pytest.raises(Refused, match="Type the LD of Unit 2"):
        players.do(c.Interact(side=GOLD, unit="2", counter="left", dice=(roll(3),)))
    with pytest.raises(NotHere):
        players.do(c.Interact(side=GOLD, unit="2", counter="gold-escort"))
    players.do(c.Remove(side=GOLD, unit="2"))
    with pytest.raises(Refused, match="Unit 2 cannot do that: it is a Casualty"):
        players.do(c.Interact(side=GOLD, unit="2", counter="left"))
    players.do(c.EndActivation(side=GOLD))
    to_end_of(players, 1)
    with pytest.raises(Refused, match="This Turn's Activations are over"):
        players.do(c.Interact(side=GOLD, unit="3", counter="left"))


def test_an_engaged_unit_interacts_in_a_turn_of_mission_critical_or_by_agreement(tmp_path: Path) -> None:
    players = activating(tmp_path / "t", WarzoneScenario.KEY_POSITIONS)
    strike = Blow(action=Action.STRIKE, target="1", dealt=AttackDealt())
    players.do(Fight(side=GOLD, unit="1", blow=strike))
    with pytest.raises(AgainstTheBook, match=r"Unit 1 .*Engaged .*Mission Critical"):
        players.do(c.Interact(side=GOLD, unit="1", counter="left"))
    players.do(c.UseEffect(side=GOLD, effect="mission critical"))
    players.do(c.Interact(side=GOLD, unit="1", counter="left"))
    assert counter(players, "left").control == "gold"
    next_turn(players)
    players.do(c.Activate(side=GOLD, units=("1",)))
    with pytest.raises(AgainstTheBook, match=r"Unit 1 .*Engaged .*Mission Critical"):
        players.do(c.Interact(side=GOLD, unit="1", counter="right"))
    succeed(players, "right")
    assert counter(players, "right").control == "gold"


def test_it_is_one_of_the_unit_s_actions_and_begins_its_activation(tmp_path: Path) -> None:
    players = activating(tmp_path / "t", WarzoneScenario.KEY_POSITIONS)
    players.do(c.Interact(side=GOLD, unit="1", counter="left", success=False))
    (acting,) = (each for each in view(players).sides["gold"].units if each.acting)
    assert (acting.unit.id, acting.activated, acting.actions) == ("1", True, (Action.INTERACT,))
    players.do(Undo())
    assert not any(each.activated or each.actions for each in view(players).sides["gold"].units)


@pytest.mark.parametrize(
    ("distance", "front", "behind", "counts"),
    [(13, 0, 4, 13), (13, 2, 2, 13), (13, 3, 2, 7), (12, 1, 0, 6), (0, 1, 0, 0), (1, 1, 0, 1)],
)
def test_a_commander_behind_its_own_units_is_half_as_far(distance: int, front: int, behind: int, counts: int) -> None:
    ledger = measure_commander(Stand(distance=distance, front=front, behind=behind))
    assert ledger.value == counts == sum(line.value for line in ledger.lines)


def test_commanders_that_are_measured_answer_who_is_further(tmp_path: Path) -> None:
    players = begun(tmp_path / "t", scenario=WarzoneScenario.LEAD_FROM_THE_FRONT)
    measured = c.MeasureCommanders(gold=Stand(distance=20, front=2, behind=1), red=Stand(distance=11))
    with pytest.raises(Refused):
        players.do(measured)
    to_end_of(players, 2)
    players.do(measured)
    (question,) = open_questions(players)
    assert (question.suggested, question.grounds) == ("red", "Inches: Gold 10, Red 11.")
    assert {side: ledger.value for side, ledger in question.reach.items()} == {"gold": 10, "red": 11}
    players.do(c.AnswerTracked())
    next_turn(players)
    to_end_of(players, 3)
    assert suggested(players) == {"lead": None}


def test_as_tracked_goes_on_to_what_an_answer_leads_to(tmp_path: Path) -> None:
    players = begun(tmp_path / "t", scenario=WarzoneScenario.LEAD_FROM_THE_FRONT)
    players.do(c.NameCommander(side=GOLD, unit="1"))
    to_end_of(players, 5)
    players.do(c.MeasureCommanders(gold=Stand(distance=20), red=Stand(distance=11)))
    players.do(c.AnswerTracked())
    assert vps(players) == (2, 0)
    players.do(Undo())
    assert vps(players) == (0, 0)


def test_what_can_still_score_is_capped_and_never_what_is_sealed(tmp_path: Path) -> None:
    players = begun(tmp_path / "t", *SEALED[:2], scenario=WarzoneScenario.KEY_POSITIONS)
    assert {way.source for way in view(players).scoring} == {"Key Positions"}
    players.do(c.Reveal())
    players.do(c.GoFirst(side=GOLD))
    succeed(players, "left")
    key, *_ = (way for way in view(players).scoring if way.side is RED)
    assert (key.turn, key.vps, key.stands, key.own, key.enemy) == (2, 1, "counters controlled", 0, 1)
    for turn in (2, 3):
        to_end_of(players, turn)
        answer(players, "gold-intercept_transmissions", "yes")
    ways = [(way.source, way.turn, way.vps) for way in view(players).scoring if way.side is GOLD]
    assert ways == [("Key Positions", 3, 1), ("Key Positions", 5, 1), ("Escort", 5, 2)]
    to_end_of(players, 5)
    players.do(c.AnswerTracked())
    for question in open_questions(players):
        answer(players, question.id, question.options[-1].id)
    assert view(players).scoring == ()


# What is tracked, against a plain recount of what happened

ids = st.sampled_from(
    ["left", "center", "right", "a-left", "b-left", "a-right", "b-right", "gold-escort", "gold-intercept-1",
     "gold-intercept-2", "red-escort"]
)  # fmt: skip
sides = st.sampled_from(Side)
units = st.sampled_from(["1", "2", "3"])
dice = st.lists(st.builds(Die, value=st.integers(1, 20)), min_size=1, max_size=2).map(tuple)
acts = st.one_of(
    st.builds(c.Interact, side=sides, unit=units, counter=ids, success=st.booleans()),
    st.builds(c.Interact, side=sides, unit=units, counter=ids, needed=st.integers(5, 15), dice=dice),
    st.builds(c.SetActive, side=sides),
    st.builds(c.SetControl, counter=ids, control=st.none() | sides),
    st.builds(c.SetDamage, side=sides, counter=ids, damage=st.integers(0, 3)),
    st.builds(c.PlaceObjective, counter=ids, place=st.sampled_from(BattlefieldPlace)),
    st.just(Undo()),
)
scenarios = st.sampled_from([WarzoneScenario.KEY_POSITIONS, WarzoneScenario.SABOTAGE])


def recounted(events: Iterable[Event]) -> tuple[dict[str, str | None], Counter[tuple[str, str]], Counter[str]]:
    """Who took each counter last, how often each was damaged by whom, and moved."""
    control: dict[str, str | None] = {}
    damage: Counter[tuple[str, str]] = Counter()
    moves: Counter[str] = Counter()
    for event in events:
        match event:
            case c.Interacted(success=True, side=by, counter=id):
                control[id] = by.value
                damage[id, by.value] += 1
                moves[id] += 1
            case c.ControlSet(counter=id, control=holder):
                control[id] = holder.value if holder else None
            case c.DamageSet(side=by, counter=id, damage=done):
                damage[id, by.value] = done
    return control, damage, moves


@settings(max_examples=120)
@given(scenario=scenarios, tapped=st.lists(acts, max_size=30))
def test_what_is_tracked_is_a_plain_recount_and_undo_restores_it(
    scenario: WarzoneScenario, tapped: list[object]
) -> None:
    table = Board(((3, 3), []), c.SetScenario(scenario=scenario), *SEALED)
    table.do(c.GoFirst(side=GOLD))
    done: list[tuple[Event, WarzoneView]] = []
    for command in tapped:
        was = table.seen
        if isinstance(command, Undo):
            if done:
                table.do(command)
                assert table.seen == done.pop()[1]
        elif event := table.do(command):
            done.append((event, was))
    control, damage, moves = recounted(event for event, _ in done)
    for each in table.seen.objectives:
        kind = each.kind.value
        assert each.control == (control.get(each.id) if kind == "key" else None)
        assert each.damage == {side: damage[each.id, side] if kind == "sabotage" else 0 for side in ("gold", "red")}
        assert each.moves == (moves[each.id] if kind == "escort" else 0)
