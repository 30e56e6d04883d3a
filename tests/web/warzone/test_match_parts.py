"""What the pages of a Warzone match are made of: the Battlefield's drawing, lists as typed, tiles, the next acts."""

import math
import re
from pathlib import Path

import pytest

from companion.table.commands import Begin
from companion.table.seats import Side
from companion.table.view import Phase
from companion.warzone.force.force import read_line
from companion.warzone.match.forces import Designate
from companion.warzone.match.parts import Counter, Die
from companion.warzone.scenarios import (
    BATTLEFIELD,
    Deployment,
    DeploymentArea,
    Polygon,
    Primary,
    Secondary,
    WarzoneScenario,
)
from companion.warzone.scenarios import areas as deployment_areas
from tests.companion.warzone import acts as c
from tests.companion.warzone.match.seats import GOLD, RED, begin, begun, open_questions, seated, to_end_of, view
from web.warzone.forces.form import listed
from web.warzone.match.acts import acts, hand
from web.warzone.match.prospects import next_turn
from web.warzone.match.steps import Drawing, SetupStep, drawing, next_step
from web.warzone.match.tiles import tiles


def drawn(path: Path, deployment: Deployment) -> Drawing:
    players = seated(path)
    players.do(c.SetDeployment(deployment=deployment))
    players.do(c.SetScenario(scenario=WarzoneScenario.SABOTAGE))
    players.do(c.SelectArea(side=RED, area=DeploymentArea.A))
    seen = view(players)
    assert seen.battlefield is not None
    return drawing(seen.battlefield, seen.sides, seen.names)


@pytest.mark.parametrize("deployment", list(Deployment))
def test_the_battlefield_is_drawn_to_scale_with_side_a_at_the_bottom(tmp_path: Path, deployment: Deployment) -> None:
    picture = drawn(tmp_path / "t", deployment)
    assert picture.said == "The Battlefield, 36 by 36 inches: A is Red’s and B is Gold’s"
    shapes = [
        (side, each)
        for side, area in (("red", DeploymentArea.A), ("gold", DeploymentArea.B))
        for each in _of(deployment, area)
    ]
    for zone, (side, shape) in zip(picture.zones, shapes, strict=True):
        assert zone.side == side
        if isinstance(shape, Polygon):
            corners = {tuple(map(float, pair.split())) for pair in re.split("[MLZ]", zone.path) if pair}
            assert corners == {(x, BATTLEFIELD - y) for x, y in shape.corners}
        else:
            assert _bulge(zone.path) == pytest.approx(shape.radius)
    assert len(picture.counters) == 4
    assert {(round(36 - x, 2), round(36 - y, 2)) for x, y in picture.counters} == set(picture.counters)


def _of(deployment: Deployment, area: DeploymentArea) -> tuple[object, ...]:
    return deployment_areas(deployment)[area]


def _bulge(path: str) -> float:
    """The radius of a quarter circle as it is drawn; its arc must not bend inwards."""
    found = re.fullmatch(r"M(\S+) (\S+)H(\S+)A(\S+) \S+ 0 0 (\d) (\S+) (\S+)Z", path)
    assert found
    x, y, along, radius, sweep, end_x, up = (float(each) for each in found.groups())
    assert end_x == x
    start, end = (along - x, 0.0), (0.0, up - y)
    turning = start[0] * end[1] - start[1] * end[0]
    assert (turning > 0) == bool(sweep)
    return math.hypot((start[0] + end[0]) / 2, (start[1] + end[1]) / 2) * math.sqrt(2) * (radius / abs(start[0]))


def test_a_list_comes_back_as_it_was_typed(tmp_path: Path) -> None:
    lines = ["3 Hounds, W 2, DP 4, Group 3, Trooper", "Captain, W 3, DP 9, Leader", "1 2nd Lance", "Scout"]
    typed = [read_line(line) for line in lines]
    players = seated(tmp_path / "t")
    players.do(c.Muster(side=RED, entries=tuple(typed)))
    assert listed(view(players).sides["red"]) == typed
    players.do(c.Muster(side=RED, activations=3))
    assert listed(view(players).sides["red"]) == []


def test_a_group_is_activated_together(tmp_path: Path) -> None:
    players = seated(tmp_path / "t")
    players.do(c.Muster(side=GOLD, entries=(read_line("5 Hounds, Group 3"), read_line("Captain"))))
    players.do(c.Muster(side=RED, activations=2))
    players.do(c.SelectArea(side=RED, area=DeploymentArea.A))
    players.do(Begin())
    assert all(tile.pack == () for tile in tiles(view(players), "gold"))
    players.do(c.KeepInitiative(side=GOLD))
    players.do(c.Remove(side=GOLD, unit="2"))
    packs = [tile.pack for tile in tiles(view(players), "gold")]
    assert packs == [("1", "3", "4"), (), ("3", "1", "4"), ("4", "1", "3"), ("5", "1", "3"), ("6",)]
    assert all(tile.pack == () for tile in tiles(view(players), "red"))
    assert all(tile.pack == () for tile in tiles(view(players), "gold", taps=False))
    players.do(c.Activate(side=GOLD, units=("1", "3", "4")))
    assert [tile.look for tile in tiles(view(players), "gold")] == [
        "acting", "fallen", "acting", "acting", "ready", "ready",
    ]  # fmt: skip


@pytest.mark.parametrize("near", list(Side))
def test_every_button_that_is_offered_is_taken(tmp_path: Path, near: Side) -> None:
    """Pressing the first button that there is, and answering what is asked, ends the game."""
    players = begun(tmp_path / "t", gold=1, red=3)
    pressed = 0
    while view(players).phase is Phase.RUNNING:
        if questions := open_questions(players):
            assert acts(view(players), near) == []
            for each in questions:
                players.do(c.Answer(turn=each.turn, question=each.id, option=each.options[0].id))
            continue
        offered = acts(view(players), near)
        assert sum(act.main for act in offered) <= 1
        side = Side(offered[0].side) if offered[0].side else near
        players.do(_COMMANDS[offered[0].action.rpartition("/")[2]](side))
        pressed += 1
        assert pressed < 100
    assert view(players).turn == 5


_COMMANDS = {
    "keep": lambda side: c.KeepInitiative(side=side),
    "first": lambda side: c.GoFirst(side=side),
    "initiative": lambda side: c.RollInitiative(side=side, die=Die(value=3 if side is GOLD else 17)),
    "done": lambda side: c.EndActivation(side=side),
    "pass": lambda side: c.UsePass(side=side),
    "end-turn": lambda _: c.EndTurn(),
}


def test_the_act_that_is_meant_lies_under_the_thumb_of_whose_it_is(tmp_path: Path) -> None:
    players = begun(tmp_path / "t", gold=3, red=3)
    players.do(c.GoFirst(side=GOLD))
    for near, shared, main in ((GOLD, False, True), (RED, False, False), (GOLD, True, True), (RED, True, True)):
        mine = hand(view(players), near, shared=shared)
        assert ([(act.side, act.main) for act in mine.docked], mine.beside) == ([("gold", main)], [])
    players.do(c.EndActivations())
    players.do(c.EndTurn())
    for near in Side:
        mine = hand(view(players), near, shared=False)
        assert [act.side for act in (*mine.docked, *mine.beside)] == [near.value, near.other.value]
    players.do(c.RollInitiative(side=GOLD, die=Die(value=3)))
    assert [act.main for act in hand(view(players), GOLD, shared=False).docked] == [False]
    assert [act.main for act in hand(view(players), GOLD, shared=True).docked] == [True]


def test_what_must_be_answered_is_where_the_thumb_leads(tmp_path: Path) -> None:
    players = begun(tmp_path / "t", gold=3, red=3)
    to_end_of(players, 1)
    players.do(c.EndTurn())
    players.do(c.GoFirst(side=RED))
    players.do(c.PlaceCloud(name="Smoke"))
    players.do(c.EndActivations())
    names = []
    while (mine := hand(view(players), GOLD, shared=False)).place:
        assert not mine.docked
        names.append(mine.place_name)
        if questions := open_questions(players):
            first = questions[0]
            assert mine.place == f"ask-{first.turn}-{first.id}"
            players.do(c.Answer(turn=first.turn, question=first.id, option=first.options[0].id))
        else:
            players.do(c.RollCloud(cloud=view(players).clouds[0].id, die=Die(value=1)))
    assert names[-1] == "Roll for Smoke"
    assert [act.label for act in mine.docked] == ["End Turn 2"]


def test_primary_objectives_are_revealed_before_they_are_asked_about(tmp_path: Path) -> None:
    players = seated(tmp_path / "t")
    begin(players, scenario=WarzoneScenario.KEY_POSITIONS)
    for side in Side:
        players.do(c.SealPrimary(side=side, owner=side.value, pick=Primary.LEFT))
    to_end_of(players, 5)
    assert [act.label for act in acts(view(players), GOLD)] == ["Reveal Primary Objectives"]
    players.do(c.RevealPrimaries())
    assert [each.id for each in open_questions(players)] == ["key", "key-primary"]
    assert acts(view(players), GOLD) == []


def test_the_steps_of_setting_up_come_in_the_book_s_order(tmp_path: Path) -> None:
    players = seated(tmp_path / "t")
    walked = [next_step(view(players))]
    for command in (
        c.ChooseAllegiance(light=GOLD),
        c.Muster(side=GOLD, activations=3, assets=("Extra Kit",)),
        c.Muster(side=RED, activations=3),
        Designate(side=GOLD, unit="2", asset="Extra Kit"),
        c.SetDeployment(deployment=Deployment.CORNER),
        c.SetScenario(scenario=WarzoneScenario.BREAKTHROUGH),
        c.PlaceTerrain(),
        c.SelectArea(side=RED, area=DeploymentArea.A),
        c.Seal(side=GOLD, owner="1", picks=(Secondary.ESCORT, Secondary.SACRIFICE)),
        c.Seal(side=RED, owner="2", picks=(Secondary.ESCORT, Secondary.SLAUGHTER)),
        c.Reveal(),
    ):
        assert next_step(view(players)) is not None, "sealed picks are still to be revealed"
        players.do(command)
        if isinstance(command, Designate):
            assert walked[-1] is SetupStep.FORCES, "an asset without its Unit is asked for"
        if next_step(view(players)) is not walked[-1]:
            walked.append(next_step(view(players)))
    assert walked == [*SetupStep, None]
    assert [step.value for step in SetupStep] == [
        *("allegiance", "forces", "deployment", "scenario", "terrain", "areas", "secrets")
    ]
    assert view(players).waiting == "Deploy, then begin."


def test_next_turn_s_initiative_is_said_to_whom_it_concerns(tmp_path: Path) -> None:
    players = begun(tmp_path / "t")
    assert next_turn(view(players), GOLD, seated=True) is None
    players.do(c.KeepInitiative(side=RED))
    players.do(c.Mark(side=GOLD, unit="1", counter=Counter.PINNED))
    mine, theirs, shared = (
        next_turn(view(players), side, seated=seated) for side, seated in ((GOLD, True), (RED, True), (GOLD, False))
    )
    assert mine is not None
    assert theirs is not None
    assert shared is not None
    assert mine.said == "Turn 2: you choose first, 44.9 %"
    assert [(line.text, line.percent) for line in mine.lines] == [
        ("A VP for you", "40.1 %"),
        ("You rally a Unit", "50 %"),
        ("A VP for Red", "50 %"),
    ]
    assert theirs.said == "Turn 2: you choose first, 55.1 %"
    assert [line.text for line in theirs.lines] == ["A VP for you", "A VP for Gold", "Gold rallies a Unit"]
    assert shared.said == "Turn 2: Gold to choose first, 44.9 %"
