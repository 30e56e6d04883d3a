"""The panel in a battle: pins in, faces and pixels out."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from PIL import ImageChops

from companion.battleline.choices import BattleLineChoices
from companion.battleline.choices import Players as Count
from companion.table.opening import CHOICES, New
from companion.table.view import Phase
from hardware.faces.face import Face, draw
from hardware.faces.figures import FigureFace
from hardware.faces.flags import FlagLineFace, FlagMark, FlagsWonFace
from hardware.faces.words import MessageFace, OverFace
from hardware.games.registry import face_for, moving
from tests.companion.battleline import acts as c
from tests.companion.battleline.match.seats import AZURE, GOLD, RED, hold, lay, view
from tests.hardware.rig import Rig
from tests.support import Says

RACK = {side: tuple(f"{side}-{each}" for each in ("30", "60a", "60b", "90", "spell")) for side in ("gold", "red")}


@pytest.fixture(params=["full", "starter"])
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Rig]:
    rig = Rig.seated(tmp_path / "t.sqlite", panel=request.param)
    rig.players.do(New(game="battleline"))
    yield rig
    rig.close()


def two_to_claim(rig: Rig) -> None:
    lay(rig.players, "2:R8 - 2:R9 - 2:R10 - 7:B8 - 7:B9 - 7:B10")


def face(rig: Rig, *timers: str) -> Face:
    found = view(rig.players)
    return face_for(timers, found, found.server_ms)


def test_one_press_claims_where_only_one_flag_can_be(rig: Rig) -> None:
    lay(rig.players, "2:R8 - 2:R9 - 2:R10")
    shown = face(rig, "gold-30")
    assert isinstance(shown, FigureFace)
    assert (shown.figure, shown.label, shown.word) == ("2", "claim", "wedge 27")
    rig.tap("gold-30")
    assert view(rig.players).flags[1].holder == "gold"
    assert rig.buzz.count == 0


def test_the_second_button_steps_and_the_first_claims_what_is_shown(rig: Rig) -> None:
    two_to_claim(rig)
    rig.tap("gold-60a")
    rack = face(rig, *RACK["gold"])
    assert isinstance(rack, FlagLineFace)
    assert dict(rack.marks)[7] is FlagMark.SHOWN
    assert dict(rack.marks)[2] is FlagMark.CLAIMABLE
    assert rack.bar == "claim 7, 1 more"
    rig.tap("gold-30")
    marks = {}
    for side in ("gold", "red"):
        found = face(rig, *RACK[side])
        assert isinstance(found, FlagLineFace)
        marks[side] = found.marks
    assert (dict(marks["gold"])[7], dict(marks["red"])[7]) == (FlagMark.MINE, FlagMark.THEIRS)
    assert [number for number, _ in marks["red"]] == list(range(9, 0, -1)), "red sits opposite"


def test_a_refusal_is_read_for_two_seconds_beside_the_buttons(rig: Rig) -> None:
    two_to_claim(rig)
    rig.tap("red-30")
    refusal = face(rig, "red-30")
    assert isinstance(refusal, MessageFace)
    assert refusal.urgent
    assert moving(RACK["red"], view(rig.players), view(rig.players).server_ms)
    rig.advance(2000)
    assert face(rig, "red-30") == MessageFace("no flag to claim")
    assert rig.buzz.count == 1


def test_a_worn_switch_claims_one_flag_and_steps_as_often_as_it_is_pressed(rig: Rig) -> None:
    two_to_claim(rig)
    for control in ("gold-60a", "gold-60a", "gold-60a", "gold-30", "gold-30"):
        rig.down(control)
        rig.advance(60)
        rig.up(control)
        rig.advance(60)
    assert [flag.holder for flag in (view(rig.players).flags[1], view(rig.players).flags[6])] == [None, "gold"]
    assert rig.buzz.count == 0


def test_the_third_button_passes_where_that_may_be(rig: Rig) -> None:
    rig.tap("gold-60b")
    assert view(rig.players).turn is None
    lay(rig.players, "- " * 15)
    rig.tap("red-60b")
    assert (view(rig.players).turn, view(rig.players).acted) == ("red", True)


def test_a_handshake_goes_on_with_the_series(rig: Rig) -> None:
    rig.hold("gold-30", "red-90")
    assert view(rig.players).phase is Phase.RUNNING
    two_to_claim(rig)
    lay(rig.players, "- 3:G8 - 3:G9 - 3:G10")
    for flag in (2, 3):
        rig.players.do(c.Claim(side=GOLD, flag=flag))
    lay(rig.players, "- 1:Y8 - 1:Y9 - 1:Y10")
    rig.tap("gold-30")
    won = FlagsWonFace(title="Team Gold wins", how="break-through", flags=(1, 2, 3), joined=True)
    for timers in (("red-90",), ("gold-30",), RACK["gold"], RACK["red"], ("neutral-120",)):
        assert face(rig, *timers) == won
    assert face(rig, "neutral-600") == OverFace(
        title="Team Gold wins", said="Team Gold could have claimed flag 2 six turns earlier."
    )
    rig.hold("gold-30", "red-30")
    assert (view(rig.players).battle, view(rig.players).turn) == (2, "gold")


def test_a_claim_lights_the_panel_until_the_other_side_agrees_or_plays(rig: Rig) -> None:
    two_to_claim(rig)
    lay(rig.players, "-")
    lines = [face(rig, *timers) for timers in (("neutral-120",), RACK["red"], ("red-spell",))]
    rig.tap("gold-30")
    for side in ("gold", "red"):
        assert face(rig, f"{side}-90") == FigureFace(
            figure="2", label="Team Gold claims", word="wedge 27", inverted=True
        )
    for timers in (("neutral-120",), RACK["red"], ("red-spell",)):
        line = face(rig, *timers)
        assert isinstance(line, FlagLineFace)
        assert (line.bar, line.lit) == ("Team Gold claims 2", True)
    rack = face(rig, *RACK["gold"])
    assert isinstance(rack, FlagLineFace)
    assert rack.bar == "claim 7", "what its button does comes first"
    rig.players.do(c.Agree(side=RED, flag=2))
    for timers, before in zip((("neutral-120",), RACK["red"], ("red-spell",)), lines, strict=True):
        line = face(rig, *timers)
        assert isinstance(line, FlagLineFace)
        assert isinstance(before, FlagLineFace)
        assert (line.bar, line.lit, face(rig, "gold-90")) == (before.bar, before.lit, face(rig, "gold-spell"))


@pytest.mark.parametrize("size", [(128, 64), (128, 32)])
def test_every_mark_is_another_picture(size: tuple[int, int]) -> None:
    pictures = [
        draw(FlagLineFace(marks=tuple((n, mark) for n in range(1, 10)), bar="claim 5"), *size) for mark in FlagMark
    ]
    for index, one in enumerate(pictures):
        assert all(ImageChops.difference(one, other).getbbox() for other in pictures[index + 1 :])


def test_red_is_told_that_it_is_next(rig: Rig) -> None:
    lay(rig.players, "2:R8")
    assert face(rig, "red-60b") == MessageFace("play a card", urgent=True)
    assert face(rig, "gold-60b") == MessageFace("Team Red to play")
    lay(rig.players, "-")
    assert face(rig, "red-60b") == MessageFace("Team Gold to play")
    lay(rig.players, "- " * 13)
    assert face(rig, "red-60b") == MessageFace("play, or pass here", urgent=True)


def of_three(rig: Rig) -> None:
    agreed = msgspec.json.encode(BattleLineChoices(players=Count.THREE))
    rig.players.table.keep("battleline", CHOICES, CHOICES, agreed)
    rig.players.do(New(game="battleline"))


def test_of_three_each_rack_shows_the_six_flags_before_its_player(rig: Rig) -> None:
    of_three(rig)
    hold(rig.players, {4: RED, 1: GOLD, 9: AZURE})
    gold, red, azure = (face(rig, *timers) for timers in (RACK["gold"], RACK["red"], ("neutral-120",)))
    assert isinstance(gold, FlagLineFace)
    assert [number for number, _ in gold.marks] == [3, 2, 1, 7, 8, 9]
    assert (dict(gold.marks)[1], dict(gold.marks)[9]) == (FlagMark.MINE, FlagMark.THEIRS)
    assert isinstance(red, FlagLineFace)
    assert [number for number, _ in red.marks] == [6, 5, 4, 1, 2, 3]
    assert isinstance(azure, FlagLineFace)
    assert [number for number, _ in azure.marks] == [9, 8, 7, 4, 5, 6], "the third player's, on the neutral screen"
    assert azure.bar == "Team Azure claims 9"
    assert face(rig, "neutral-600") == MessageFace("Flags: Team Gold 1, Team Red 1, Team Azure 1")


def test_of_three_a_tie(rig: Rig) -> None:
    of_three(rig)
    hold(rig.players, {3: GOLD, 1: GOLD, 2: RED, 6: RED, 4: RED, 5: AZURE, 9: AZURE, 7: AZURE, 8: GOLD})
    assert face(rig, "gold-30") == OverFace(title=Says("A tie"))
    end = face(rig, "neutral-600")
    assert isinstance(end, OverFace)
    assert (end.title, end.said[:11]) == (Says("A tie"), "Team Gold c")


def test_of_three_two_claim_by_button_and_the_third_reads_what_to_claim(rig: Rig) -> None:
    of_three(rig)
    lay(rig.players, "1:R8 4:O8 7:Y8 1:R9 4:O9 7:Y9 1:R10 4:O10 7:Y10")
    azure = face(rig, "neutral-120")
    assert isinstance(azure, FlagLineFace)
    assert (azure.bar, azure.lit, dict(azure.marks)[7]) == ("Team Azure: claim 7", True, FlagMark.SHOWN)
    rig.players.do(c.Claim(side=AZURE, flag=7))
    rig.tap("gold-30")
    assert view(rig.players).flags[0].holder == "gold"
    lay(rig.players, "-")
    assert face(rig, "gold-60b") == MessageFace("Team Red to play")
    rig.tap("red-30")
    lay(rig.players, "-")
    assert (view(rig.players).flags[3].holder, view(rig.players).next) == ("red", "azure")
