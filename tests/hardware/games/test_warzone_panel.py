"""The panel in a game of Warzone: pins in, faces and pixels out."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from companion.config import shipped_panel
from companion.table.commands import Begin
from companion.table.opening import New
from companion.table.seats import Side
from companion.warzone.attacks.actions import Action
from companion.warzone.match.declarations import Declare, Forgo
from companion.warzone.match.parts import Die
from companion.warzone.match.state import TurnPhase
from companion.warzone.match.views import WarzoneView
from companion.warzone.scenarios import DeploymentArea
from hardware.faces.face import Face, draw
from hardware.faces.figures import FigureFace, SheetFace
from hardware.faces.words import MessageFace, OverFace
from hardware.games.registry import face_for, moving
from tests.companion.warzone import acts as c
from tests.hardware.rig import Rig
from tests.support import Says

GOLD = ("gold-30", "gold-60a", "gold-60b", "gold-90", "gold-spell")
RED = ("red-30", "red-60a", "red-60b", "red-90", "red-spell")
SIZES = [(128, 64), (128, 32)]


@pytest.fixture(params=["full", "starter"])
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Rig]:
    rig = Rig.seated(tmp_path / "t.sqlite", panel=request.param)
    rig.players.do(New(game="warzone"))
    for side, count in ((Side.GOLD, 1), (Side.RED, 3)):
        rig.players.do(c.Muster(side=side, activations=count))
    rig.players.do(c.SelectArea(side=Side.GOLD, area=DeploymentArea.A))
    yield rig
    rig.close()


def seen(rig: Rig) -> WarzoneView:
    view = rig.players.table.view()
    assert isinstance(view, WarzoneView)
    return view


def face(rig: Rig, *timers: str) -> Face:
    view = seen(rig)
    return face_for(timers, view, view.server_ms)


def test_the_reactive_sides_screen_asks_while_it_may_react(rig: Rig) -> None:
    rig.hold("gold-30", "red-90")
    rig.tap("red-30")
    rig.players.do(Declare(side=Side.RED, unit="1", action=Action.MOVE))
    shown = face(rig, GOLD[0])
    assert shown == MessageFace("react? Unit 1 declared: Move", urgent=True)
    rig.players.do(Forgo(side=Side.GOLD))
    assert face(rig, GOLD[0]) != shown
    rig.players.do(Declare(side=Side.RED, unit="1", action=Action.SHOOT, target="1"))
    assert face(rig, GOLD[0]) == MessageFace("react? Unit 1 declared: Shoot at Unit", urgent=True)


def test_one_press_of_a_worn_switch_does_one_thing(rig: Rig) -> None:
    """Keeps the Initiative, and does not end the Activation that follows."""
    rig.hold("gold-30", "red-90")
    for _ in range(2):
        rig.down("red-30")
        rig.advance(10)
        rig.up("red-30")
        rig.advance(61)
    assert (seen(rig).turn_phase, seen(rig).active) == (TurnPhase.ACTIVATION, "red")
    assert seen(rig).sides["red"].activations == 3
    assert rig.buzz.count == 0


def test_a_turn_by_buttons_alone(rig: Rig) -> None:
    rig.hold("gold-30", "red-90")
    assert seen(rig).turn == 1
    rig.tap("red-30")
    assert seen(rig).active == "red"
    rig.tap("red-30")
    rig.tap("gold-60a")
    rig.tap("red-30")
    rig.tap("gold-30")
    assert (seen(rig).active, seen(rig).sides["red"].activations) == ("red", 1)
    rig.tap("red-30")
    assert seen(rig).turn_phase.value == "end"
    assert rig.buzz.count == 0
    rig.hold("gold-60a", "red-30")
    assert seen(rig).turn == 2
    rig.tap("gold-60b")
    rig.tap("red-60b")
    scores = [seen(rig).sides[side].initiative for side in ("gold", "red")]
    assert all(score is not None and 1 <= score.value <= 20 for score in scores)


def test_the_lower_passes_the_initiative_with_the_second_button(rig: Rig) -> None:
    rig.hold("gold-30", "red-30")
    rig.tap("red-30")
    rig.players.do(c.EndActivations())
    rig.players.do(c.EndTurn())
    rig.players.do(c.RollInitiative(side=Side.GOLD, die=Die(value=3)))
    rig.players.do(c.RollInitiative(side=Side.RED, die=Die(value=4)))
    rig.tap("gold-60a")
    assert seen(rig).active == "red"


def test_a_press_that_is_refused_is_heard_and_read_for_two_seconds(rig: Rig) -> None:
    rig.hold("gold-30", "red-30")
    rig.tap("red-30")
    rig.tap("gold-30")
    assert rig.buzz.count == 1
    assert face(rig, "gold-30") == MessageFace("It is Red’s Activation.", urgent=True)
    assert face(rig, *GOLD) == MessageFace("It is Red’s Activation.", urgent=True)
    assert not isinstance(face(rig, "red-30"), MessageFace)
    assert moving(("gold-30",), seen(rig), seen(rig).server_ms)
    rig.advance(2000)
    assert not isinstance(face(rig, "gold-30"), MessageFace)
    assert not moving(("gold-30",), seen(rig), seen(rig).server_ms)


def test_buttons_without_a_meaning_do_nothing_and_the_pause_button_is_refused(rig: Rig) -> None:
    rig.hold("gold-30", "red-30")
    before = seen(rig)
    rig.tap("gold-90")
    rig.tap("red-spell")
    assert seen(rig).version == before.version
    rig.tap("pause")
    assert (rig.buzz.count, seen(rig).paused) == (1, False)


def test_two_buttons_of_one_side_are_no_handshake(rig: Rig) -> None:
    rig.hold("gold-30", "gold-60a")
    assert seen(rig).turn == 0


def test_each_place_has_its_own_number(rig: Rig) -> None:
    rig.hold("gold-30", "red-30")
    rig.tap("red-30")
    assert face(rig, "red-30") == FigureFace(figure="3", label="to act", word="your turn", inverted=True)
    assert face(rig, "gold-30") == FigureFace(figure="1", label="to act")
    assert face(rig, "gold-60a") == FigureFace(figure="1", label="pass")
    assert face(rig, "gold-90") == FigureFace(figure="0", label="VPs")
    assert face(rig, "neutral-120") == FigureFace(figure="1", label="Turn", word="activations")
    sheet = face(rig, *RED)
    assert isinstance(sheet, SheetFace)
    assert (sheet.bar, sheet.lit) == ("Turn 1: you act", True)
    assert sheet.columns == (("0", "VPs"), ("3", "to act"), ("0", "passes"), ("1st", "init."))


def test_every_screen_has_a_face_from_setup_to_the_end(rig: Rig) -> None:
    shown: set[type[Face]] = set()

    def look() -> None:
        view = seen(rig)
        for screen in (*shipped_panel("full").screens, *shipped_panel("starter").screens):
            each = face_for(screen.shows, view, view.server_ms)
            shown.add(type(each))
            for size in SIZES:
                assert draw(each, *size).getbbox() is not None

    look()
    rig.players.do(Begin())
    look()
    for turn in range(1, 6):
        if turn > 1:
            rig.players.do(c.RollInitiative(side=Side.GOLD, die=Die(value=turn)))
            look()
            rig.players.do(c.RollInitiative(side=Side.RED, die=Die(value=9)))
            look()
        rig.players.do(c.KeepInitiative(side=Side.RED if turn == 1 else Side.GOLD))
        look()
        rig.players.do(c.EndActivations())
        look()
        rig.players.do(c.EndTurn())
    look()
    assert shown == {FigureFace, SheetFace, MessageFace, OverFace}
    assert face(rig, "red-30") == OverFace(title="A draw", said=Says("0 to 0", "no tie-break"))


words = st.text(st.characters(min_codepoint=32, max_codepoint=255, categories=("L", "N", "P", "Zs")), max_size=40)
numbers = st.integers(0, 120).map(str)
figures = st.builds(FigureFace, figure=numbers, label=st.sampled_from(["to act", "passes", "VPs", "Units"]), word=words)
sheets = st.builds(
    SheetFace,
    bar=words,
    columns=st.tuples(*(st.tuples(numbers, st.just(label)) for label in ("VPs", "to act", "passes"))).map(
        lambda columns: (*columns, ("2nd", "init."))
    ),
)


@settings(max_examples=40)
@given(face=figures | sheets, size=st.sampled_from(SIZES))
def test_nothing_is_cut(face: FigureFace | SheetFace, size: tuple[int, int]) -> None:
    """No lit pixel on the left and right edges, but for the line below the bar."""
    picture = draw(face, *size)
    if isinstance(face, SheetFace) and size[1] == 64:
        picture.paste(0, (0, 16, 128, 17))
    for column in (0, 127):
        assert picture.crop((column, 0, column + 1, size[1])).getbbox() is None


@given(face=sheets)
@settings(max_examples=20)
def test_a_low_screen_that_is_lit_is_lit_whole(face: SheetFace) -> None:
    lit = SheetFace(bar=face.bar, columns=face.columns, lit=True)
    both = [draw(each, 128, 32) for each in (face, lit)]
    assert ImageChops.logical_xor(*both).tobytes() == Image.new("1", (128, 32), 255).tobytes()
