"""What the hall has to say, down to the pixels: where, for how long, and never over sand."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.clock import MS
from companion.config import SHIPPED, shipped_panel
from companion.table.commands import Pause
from companion.table.errors import Refused
from companion.table.view import Announcement, AtHall, CallState, JudgeCall, RoundHere, TimerState
from companion.wartime.scenario.scenario import BOX
from hardware.faces.face import Face, draw
from hardware.faces.lettering import is_whole
from hardware.faces.words import MessageFace, NoticeFace
from hardware.screens.invitation import HallNews, RoundClockNotice
from hardware.simulated.wires import SimulatedBus
from tests.companion.wartime import acts as c
from tests.hardware.rig import Rig
from tests.hardware.rig_screens import Screens
from tests.support import Players, examples

HALL = AtHall(hall="club", table="table-4", online=True)
LUNCH = "Lunch until 13:30. Please leave your tables as they are."
NEUTRAL = ("neutral-120", "neutral-600")


@pytest.fixture
def screens(tmp_path: Path) -> Iterator[Screens]:
    rig = Rig.seated(tmp_path / "t.sqlite")
    rig.players.begin()
    rig.players.table.stands_in(HALL)
    made = Screens(rig)
    made.rounds(ms=100)
    yield made
    rig.close()


def now_ms(screens: Screens) -> int:
    return screens.rig.clock.now() // MS


def announce(screens: Screens, text: str = LUNCH, id: str = "a1") -> Face:
    said = Announcement(id=id, text=text, ms=now_ms(screens))
    screens.rig.players.table.stands_in(replace(HALL, said=said))
    screens.rounds()
    return NoticeFace(text, urgent=True, instead="see your phones")


def judge(screens: Screens, state: CallState, who: str = "", text: str = "") -> None:
    call = JudgeCall(id=1, ms=now_ms(screens), state=state, who=who, text=text)
    screens.rig.players.table.stands_in(replace(HALL, call=call))
    screens.rounds()


def on(screens: Screens, face: Face) -> list[str]:
    return [screen for screen in screens.all if screens.shows(screen, face)]


def test_an_announcement_is_on_every_neutral_screen_for_twenty_seconds(screens: Screens) -> None:
    face = announce(screens)
    assert on(screens, face) == list(NEUTRAL)
    assert all(screens.right(screen) for screen in screens.all if screen not in NEUTRAL)
    screens.rounds(ms=19_900)
    assert on(screens, face) == list(NEUTRAL)
    screens.rounds(ms=100)
    assert all(screens.right(screen) for screen in screens.all)


def test_the_next_press_takes_it_away_but_not_before_it_can_have_been_read(screens: Screens) -> None:
    face = announce(screens)
    screens.rig.advance(500)
    screens.rig.tap("gold-30")
    screens.rounds()
    assert on(screens, face) == list(NEUTRAL), "whoever flipped was not looking"
    screens.rounds(ms=3000)
    assert on(screens, face) == []
    face = announce(screens, id="a2")
    screens.rounds(ms=4000)
    assert on(screens, face) == list(NEUTRAL)
    before = screens.rig.players.table.version
    screens.rig.down("pause")
    assert screens.rig.players.table.wait(before, timeout=0) is not None, "the press wakes the writers"
    screens.rounds()
    assert on(screens, face) == []


def test_a_press_that_was_made_before_it_and_heard_after_takes_nothing_away(screens: Screens) -> None:
    at = screens.rig.clock.now()
    screens.rounds(ms=4000)
    face = announce(screens)
    screens.rounds(ms=4000)
    screens.rig.stray_edge("pause", at=at, pressed=True)
    screens.rig.stray_edge("pause", at=at + 50 * MS, pressed=False)
    screens.rig.step()
    screens.rounds()
    assert on(screens, face) == list(NEUTRAL)


def test_never_where_sand_falls_and_there_when_it_has_run_out(screens: Screens) -> None:
    screens.rig.tap("neutral-600")
    face = announce(screens)
    assert on(screens, face) == ["neutral-120"]
    assert screens.right("neutral-600")
    screens.rig.players.do(c.Free(timer="neutral-600"))
    screens.rounds(ms=100)
    assert on(screens, face) == list(NEUTRAL)


@pytest.mark.parametrize("panel", ["starter", "full"])
def test_a_panel_without_neutral_screens_has_it_where_it_invites(panel: str, tmp_path: Path) -> None:
    rig = Rig.seated(tmp_path / "t.sqlite", panel=panel)
    rig.players.begin()
    screens = Screens(rig)
    face = announce(screens)
    assert on(screens, face) == (["gold"] if panel == "starter" else list(NEUTRAL))
    rig.close()


def test_it_comes_before_the_way_in_which_is_back_after_it(tmp_path: Path) -> None:
    rig = Rig.seated(tmp_path / "t.sqlite")
    rig.invite = replace(rig.invite, phones=0)
    screens = Screens(rig)
    screens.rounds()
    way_in = rig.invitation.face("neutral-600", rig.players.table.view(), rig.clock.now())
    assert way_in is not None
    assert on(screens, way_in) == ["neutral-600"]
    face = announce(screens)
    assert on(screens, face) == list(NEUTRAL)
    screens.rounds(ms=20_000)
    assert on(screens, way_in) == ["neutral-600"]
    rig.close()


def test_how_a_call_goes_on_is_told_for_ten_seconds_each(screens: Screens) -> None:
    judge(screens, CallState.CALLED)
    assert on(screens, MessageFace("Judge called")) == list(NEUTRAL)
    screens.rounds(ms=10_000)
    assert screens.right("neutral-600")
    judge(screens, CallState.COMING, "Dana")
    assert on(screens, MessageFace("Dana is coming")) == list(NEUTRAL)
    screens.rounds(ms=2000)
    judge(screens, CallState.ANSWERED, "Dana", "The shot is legal.")
    assert on(screens, MessageFace("Dana: The shot is legal.", urgent=True)) == list(NEUTRAL)
    screens.rounds(ms=10_000)
    assert all(screens.right(screen) for screen in NEUTRAL)
    judge(screens, CallState.ANSWERED, "Dana", "y " * 150)
    assert on(screens, MessageFace("Judge: see your phones", urgent=True)) == list(NEUTRAL)


def test_of_two_the_newer_is_shown_and_then_the_older_again(screens: Screens) -> None:
    announce(screens)
    said = screens.rig.players.table.view().hall
    assert said is not None
    screens.rounds(ms=5000)
    call = JudgeCall(id=1, ms=now_ms(screens), state=CallState.COMING, who="Dana")
    screens.rig.players.table.stands_in(replace(said, call=call))
    screens.rounds()
    assert on(screens, MessageFace("Dana is coming")) == list(NEUTRAL)
    screens.rounds(ms=10_000)
    assert on(screens, NoticeFace(LUNCH, urgent=True, instead="see your phones")) == list(NEUTRAL)


@given(text=st.text(max_size=400), size=st.sampled_from(((126, 62), (126, 32), (126, 51), (62, 46))))
@settings(max_examples=examples(60))
def test_no_text_is_ever_cut(text: str, size: tuple[int, int]) -> None:
    face = NoticeFace(text, instead="see your phones")
    assert face.said(size) in (text, "see your phones")
    shown = MessageFace(face.said(size))
    assert face.draw(size).tobytes() == shown.draw(size).tobytes()


def test_a_long_text_shrinks_before_it_is_given_up() -> None:
    face = NoticeFace(LUNCH, urgent=True, instead="see your phones")
    assert face.said((126, 62)) == LUNCH
    assert NoticeFace("x" * 60, instead="see your phones").said((126, 62)) == "see your phones"
    assert NoticeFace(LUNCH * 4, instead="see your phones").said((126, 62)) == "see your phones"
    assert is_whole(("Lunch", "at one"), "Lunch  at one")


rounds = st.builds(
    RoundHere,
    number=st.integers(1, 9),
    title=st.text(max_size=40),
    ends_ms=st.none() | st.integers(0, 3_000_000),
    left_ms=st.integers(-1000, 9_000_000),
    error_ms=st.none() | st.integers(0, 5000),
)
instants = st.integers(900_000, 1_100_000)
halls = st.builds(
    AtHall,
    hall=st.just("club"),
    table=st.just("table-4"),
    online=st.booleans(),
    round=st.none() | rounds,
    said=st.none() | st.builds(Announcement, id=st.text(max_size=4), text=st.text(max_size=400), ms=instants),
    call=st.none()
    | st.builds(
        JudgeCall,
        id=st.integers(0, 9),
        ms=instants,
        state=st.sampled_from(CallState),
        who=st.text(max_size=40),
        text=st.text(max_size=400),
    ),
)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("flip"), st.sampled_from([spec.id for spec in BOX])),
        st.tuples(st.just("wait"), st.integers(0, 40_000)),
        st.tuples(st.just("touch"), st.just("")),
        st.tuples(st.just("refused"), st.just("")),
        st.tuples(st.sampled_from(("pause", "resume", "begin")), st.just("")),
    ),
    max_size=12,
)


@given(hall=halls, done=steps, panel=st.sampled_from([name for name in SHIPPED if name != "none"]))
@settings(max_examples=examples(50), deadline=None)
def test_whatever_the_hall_says_no_running_timers_face_is_replaced(
    hall: AtHall, done: list[tuple[str, Any]], panel: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    players = Players(tmp_path_factory.mktemp("t") / "t.sqlite")
    table, config = players.table, shipped_panel(panel)
    news = HallNews(screens=config.screens, look_again=table.look_again)
    clock = RoundClockNotice(screens=config.screens)
    table.stands_in(hall)
    for what, it in done:
        try:
            match what:
                case "flip":
                    players.flip(it)
                case "wait":
                    players.wait(it / 1000)
                case "touch":
                    news.touch(players.clock.now())
                case "refused":
                    news.refused("A judge was called already.", players.clock.now())
                case "pause":
                    players.do(Pause())
                case "resume":
                    players.do(c.Resume())
                case _:
                    players.begin()
        except Refused:
            pass
        view, now = table.view(), players.clock.now()
        for screen in config.screens:
            own = [timer for timer in view.timers if timer.id in screen.shows]
            faces = [news.face(screen.id, view, now), clock.face(screen.id, view, now)]
            for face in faces:
                if face is not None:
                    draw(face, screen.width, screen.height)
            for notice in (news, clock):
                look = notice.due(screen.id, view, now)
                assert look is None or look > now
            if any(timer.ends_ms is not None for timer in own):
                assert faces == [None, None]
            if any(timer.state is TimerState.ACTIVE for timer in own):
                assert faces[1] is None
    table.close()


def evening(path: Path, monkeypatch: pytest.MonkeyPatch, *, notices: bool) -> list[object]:
    """All that goes over the wires in an evening without a hall, and how long the writer slept each time."""
    sent: list[object] = []
    write = SimulatedBus.write

    def noting(bus: SimulatedBus, address: int, payload: bytes) -> None:
        sent.append((address, payload))
        write(bus, address, payload)

    rig = Rig.seated(path)
    rig.invite = replace(rig.invite, phones=0)
    screens = Screens(rig) if notices else Screens(rig, notices=(rig.invitation,))
    with monkeypatch.context() as tapped:
        tapped.setattr(SimulatedBus, "write", noting)
        for control in ("pause", "gold-30", "neutral-120", "red-60a", "gold-30", "neutral-600", "pause"):
            screens.rounds(ms=500)
            rig.tap(control)
            if control == "neutral-120":
                rig.hold("gold-60a", "red-30")
            sent.append(screens.writer.round())
        for seconds in (100, 600, 1500, 8000):
            rig.players.wait(seconds)
            screens.rounds()
            sent.append(screens.writer.round())
    rig.close()
    return sent


def test_a_table_without_a_hall_sends_byte_for_byte_what_it_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_them = evening(tmp_path / "a.sqlite", monkeypatch, notices=True)
    assert len(with_them) > 100
    assert with_them == evening(tmp_path / "b.sqlite", monkeypatch, notices=False)
