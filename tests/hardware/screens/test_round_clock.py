"""The clock of the hall's round, down to the pixels: where it is, when it is drawn, and what it never hides."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.clock import MS, SECOND
from companion.config import shipped_panel
from companion.panel.config import RestConfig
from companion.table.opening import New
from companion.table.view import AtHall, Phase, RoundHere
from hardware.faces.figures import FigureFace
from hardware.faces.qr import QrFace
from hardware.faces.words import MarkedFace
from hardware.screens.invitation import round_face
from hardware.screens.screen import Rest, stirs
from tests.companion.wartime import acts as c
from tests.hardware.rig import Rig
from tests.hardware.rig_screens import Screens
from tests.support import Players

HALL = AtHall(hall="club", table="table-4", online=True)


@pytest.fixture
def screens(tmp_path: Path) -> Iterator[Screens]:
    rig = Rig.seated(tmp_path / "t.sqlite")
    rig.tap("neutral-120")
    rig.advance(2000)
    rig.players.begin()
    yield Screens(rig)
    rig.close()


def round_of(screens: Screens, seconds: float) -> RoundHere:
    ends_ms = screens.rig.clock.now() // MS + round(1000 * seconds)
    return RoundHere(number=3, title="Round 3", ends_ms=ends_ms, left_ms=3_000_000)


def tell(screens: Screens, told: RoundHere | None) -> None:
    screens.rig.players.table.stands_in(replace(HALL, round=told))


def clock(figure: str, word: str = "", *, lit: bool = False) -> FigureFace:
    return FigureFace(figure=figure, label="Round 3", word=word, inverted=lit)


def test_it_is_on_the_one_screen_that_invites_and_falls_by_seconds(screens: Screens) -> None:
    tell(screens, round_of(screens, 2480))
    seen = []
    for _ in range(4):
        screens.rounds(ms=500)
        seen.append(next((s for s in range(2470, 2481) if screens.shows("neutral-600", clock(f"41:{s - 2460:02}"))), 0))
    assert seen == [2480, 2479, 2479, 2478]
    assert all(screens.right(screen) for screen in screens.all if screen != "neutral-600")
    tell(screens, None)
    screens.rounds()
    assert screens.right("neutral-600")


def test_it_stands_is_lit_for_its_last_minutes_and_says_when_time_is_up(screens: Screens) -> None:
    told = round_of(screens, 301)
    tell(screens, replace(told, ends_ms=None, left_ms=1_234_500))
    screens.rounds()
    assert screens.shows("neutral-600", clock("20:35", "stands"))
    tell(screens, told)
    screens.rounds()
    assert screens.shows("neutral-600", clock("5:01"))
    screens.rounds(ms=1000)
    assert screens.shows("neutral-600", clock("5:00", lit=True))
    screens.rig.players.wait(299.9)
    screens.rounds()
    assert screens.shows("neutral-600", clock("0:01", lit=True))
    for seconds in (0.1, 1, 3600):
        screens.rig.players.wait(seconds)
        screens.rounds()
        assert screens.shows("neutral-600", clock("time", lit=True)) or screens.writer._rest is not Rest.AWAKE


def test_a_clock_that_may_be_off_says_by_how_much() -> None:
    told = RoundHere(number=2, title="", ends_ms=90_000, left_ms=0, error_ms=40)
    assert round_face(told, 0) == FigureFace(figure="1:30", label="Round 2", inverted=True)
    assert round_face(replace(told, error_ms=1400), 0).word == "±2 s"


def test_sand_is_never_hidden_whether_it_falls_or_stands(screens: Screens) -> None:
    tell(screens, round_of(screens, 2480))
    screens.rig.tap("neutral-600")
    screens.rounds(ms=300)
    assert screens.right("neutral-600")
    screens.rig.players.do(c.Pause())
    screens.rounds(ms=300)
    assert screens.right("neutral-600"), "what is left of it matters in a pause"
    screens.rig.players.do(c.Resume())
    screens.rig.players.do(c.Free(timer="neutral-600"))
    screens.rounds(ms=300)
    assert not screens.right("neutral-600")


def test_a_press_that_is_refused_is_read_on_it_first(screens: Screens) -> None:
    tell(screens, round_of(screens, 2480))
    screens.rounds()
    screens.rig.players.do(c.Pause())
    screens.rig.tap("neutral-600")
    screens.rounds(ms=100)
    assert screens.right("neutral-600")
    screens.rounds(ms=2000)
    assert not screens.right("neutral-600")


def test_the_way_in_comes_first(tmp_path: Path) -> None:
    rig = Rig.seated(tmp_path / "t.sqlite")
    rig.invite = replace(rig.invite, phones=0)
    screens = Screens(rig)
    tell(screens, round_of(screens, 2480))
    screens.rounds()
    assert isinstance(rig.invitation.face("neutral-600", rig.players.table.view(), rig.clock.now()), QrFace)
    assert not screens.shows("neutral-600", clock("41:20"))
    _, patience = screens.writer.round()
    assert patience > 1, "and nobody counts beneath it"
    rig.tap("gold-30")
    screens.rounds()
    assert screens.shows("neutral-600", clock("41:20")), "for as long as a press has it make room"
    rig.close()


def test_on_a_rack_it_hides_neither_own_sand_nor_that_of_setting_up(tmp_path: Path) -> None:
    rig = Rig.seated(tmp_path / "t.sqlite", panel="starter")
    screens = Screens(rig)
    rig.tap("pause")
    tell(screens, round_of(screens, 2480))
    screens.rounds(ms=200)
    assert screens.right("gold"), "two minutes fall"
    rig.players.do(c.Pause())
    screens.rounds(ms=200)
    assert screens.right("gold")
    rig.players.do(c.Resume())
    rig.players.begin()
    screens.rounds(ms=2000)
    assert screens.shows("gold", clock("41:18"))
    assert screens.right("red")
    rig.tap("gold-60b")
    screens.rounds(ms=200)
    assert screens.right("gold")
    rig.close()


@pytest.mark.parametrize(
    ("game", "panel", "screen"), [("warzone", "full", "neutral-600"), ("battleline", "starter", "gold")]
)
def test_without_sand_it_takes_turns_with_what_else_there_is_to_say(
    game: str, panel: str, screen: str, tmp_path: Path
) -> None:
    rig = Rig.seated(tmp_path / "t.sqlite", panel=panel)
    rig.players.do(New(game=game))
    rig.tap("pause")
    screens = Screens(rig)
    tell(screens, round_of(screens, 2480))
    own = []
    for _ in range(40):
        screens.rounds(ms=1000)
        own.append(screens.right(screen))
    assert sum(own) == 20
    assert sum(a is not b for a, b in pairwise(own)) in (3, 4), "ten seconds each"
    rig.close()


def test_what_is_wrong_with_a_button_stays_to_be_read_below_it(
    screens: Screens, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screens.writer, "_mark", lambda screen: "600 dead" if screen.id == "neutral-600" else "")
    tell(screens, round_of(screens, 2480))
    screens.rounds()
    assert screens.shows("neutral-600", MarkedFace(clock("41:20"), "600 dead"))
    screens.rig.invite = replace(screens.rig.invite, phones=0)
    screens.rig.players.wait(2)
    screens.rig.invitation.ask(screens.rig.clock.now())
    screens.rounds()
    way_in = screens.rig.invitation.face("neutral-600", screens.rig.players.table.view(), screens.rig.clock.now())
    assert way_in is not None
    assert screens.shows("neutral-600", way_in), "but not on the way in, which has no line to spare"


def test_who_won_is_not_lost_over_it(screens: Screens) -> None:
    tell(screens, round_of(screens, 2480))
    screens.rig.players.do(c.Pause())
    screens.rig.players.do(c.End())
    assert screens.rig.players.table.view().phase is Phase.ENDED
    own = set()
    for _ in range(20):
        screens.rounds(ms=1000)
        own.add(screens.right("neutral-600"))
    assert own == {True, False}


def waking(screens: Screens, seconds: int) -> int:
    """How often the writer wakes in so many seconds in which nothing happens."""
    until = screens.rig.clock.now() + seconds * SECOND
    woken = 0
    while screens.rig.clock.now() < until:
        _, patience = screens.writer.round()
        woken += 1
        screens.rig.clock.advance(ns=max(1, round(patience * SECOND)))
    return woken


def test_it_costs_one_wake_up_a_second_and_nothing_where_it_stands_or_is_not(screens: Screens) -> None:
    idle = waking(screens, 100)
    tell(screens, replace(round_of(screens, 0), ends_ms=None))
    assert waking(screens, 100) <= idle + 1
    tell(screens, round_of(screens, 2480))
    assert waking(screens, 100) <= 100 + idle + 1


def test_it_keeps_no_screen_from_resting_and_is_not_drawn_by_a_panel_that_sleeps(tmp_path: Path) -> None:
    rest = RestConfig(dim_s=60, save_s=120, off_s=180, shift_s=0)
    rig = Rig(Players(tmp_path / "t.sqlite"), replace(shipped_panel("full"), rest=rest))
    rig.tap("pause")
    rig.players.begin()
    screens = Screens(rig)
    tell(screens, round_of(screens, 2480))
    stages = []
    for seconds in (50, 20, 60, 60):
        for _ in range(seconds // 10):
            rig.players.wait(10)
            screens.rounds()
        stages.append(screens.writer._rest)
    assert stages == [Rest.AWAKE, Rest.DIM, Rest.SAVER, Rest.OFF]
    assert waking(screens, 100) <= 2
    tell(screens, replace(round_of(screens, 2000), ends_ms=None))
    screens.rounds()
    assert screens.writer._rest is Rest.AWAKE, "the round stands: somebody wants to know"
    rig.close()


def test_a_clock_put_right_by_moments_wakes_nobody(screens: Screens) -> None:
    told = round_of(screens, 5000)
    tell(screens, told)
    screens.rounds()
    for index in range(40):
        screens.rig.players.wait(10)
        told = replace(told, ends_ms=(told.ends_ms or 0) + (-1) ** index * 30, error_ms=index)
        screens.rig.players.table.stands_in(replace(HALL, online=bool(index % 2), round=told))
        screens.rounds()
    assert screens.writer._rest is Rest.DIM


def test_what_players_look_up_for() -> None:
    told = RoundHere(number=3, title="Round 3", ends_ms=90_000, left_ms=0)
    hall = replace(HALL, round=told)
    assert not stirs(None, None)
    assert stirs(None, hall)
    assert not stirs(hall, replace(hall, online=False, trouble="the broker is away"))
    assert not stirs(hall, replace(hall, round=replace(told, ends_ms=90_500, error_ms=12)))
    assert stirs(hall, replace(hall, round=replace(told, ends_ms=390_000)))
    assert stirs(hall, replace(hall, round=replace(told, ends_ms=None)))
    assert stirs(hall, replace(hall, round=replace(told, number=4)))
    assert stirs(hall, replace(hall, round=None))
