"""A judge called with the box alone: a button held on mock pins, and what the hall is asked."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.clock import MS
from companion.config import shipped_panel
from companion.table.errors import Refused
from companion.table.events import Source
from companion.table.opening import New
from companion.table.view import AtHall, CallState, JudgeCall, Phase, TimerState
from hardware.faces.words import MessageFace
from tests.companion.wartime import acts as c
from tests.hardware.rig import Rig, with_hands
from tests.support import Players


class FakeHall:
    """Stands in for the desk: one call at a time."""

    def __init__(self, players: Players) -> None:
        self._players = players
        self.calls: list[tuple[str, int | None]] = []

    def call_judge(self, *, source: Source, words: str = "", at: int | None = None) -> None:
        assert words == ""
        if self.calls:
            raise Refused("A judge was called already.")
        self.calls.append((str(source), at))
        call = JudgeCall(id=1, ms=(at or 0) // MS, state=CallState.CALLED)
        self._players.table.stands_in(AtHall(hall="club", table="table-4", online=True, call=call))

    def take_back(self, *, source: Source) -> None:
        raise AssertionError("no button takes a call back")

    def seen(self, announcement: str, *, source: Source) -> None:
        raise AssertionError

    def agree(self, seat: str, *, agreed: bool, source: Source) -> None:
        raise AssertionError


def seated(path: Path, judge: str | None, *, panel: str = "full", hall: bool = True) -> Rig:
    rig = Rig(Players(path), with_hands(shipped_panel(panel)), judge=judge)
    if hall:
        rig.hall = FakeHall(rig.players)
        rig.players.table.stands_in(AtHall(hall="club", table="table-4", online=True))
    return rig


def calls(rig: Rig) -> list[tuple[str, int | None]]:
    assert isinstance(rig.hall, FakeHall)
    return rig.hall.calls


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    made = seated(tmp_path / "t.sqlite", "gold-hand")
    yield made
    made.close()


@pytest.mark.parametrize("game", ["wartime", "warzone", "battleline"])
def test_held_it_calls_one_as_of_the_instant_it_went_down_whatever_is_played(game: str, rig: Rig) -> None:
    rig.players.do(New(game=game))
    if game == "wartime":
        rig.players.begin()  # before that a hand is on nothing
    rig.advance(500)
    at = rig.clock.now()
    rig.down("gold-hand")
    rig.advance(990)
    assert calls(rig) == [], "not a moment before it is held"
    rig.advance(20)
    assert calls(rig) == [("button gold-hand", at)]
    rig.advance(5000)
    rig.up("gold-hand")
    assert len(calls(rig)) == 1, "once, however long"
    assert rig.buzz.count == 0


def test_a_hold_that_is_heard_late_is_called_as_of_its_own_instant(rig: Rig) -> None:
    at = rig.clock.now()
    rig.advance(4000)
    rig.stray_edge("gold-hand", at=at, pressed=True)
    rig.stray_edge("gold-hand", at=at + 1200 * MS, pressed=False)
    rig.step()
    assert calls(rig) == [("button gold-hand", at)]


def test_a_second_hold_takes_nothing_back_and_says_why(rig: Rig) -> None:
    rig.players.begin()
    rig.hold("gold-hand")
    rig.advance(1000)
    rig.hold("gold-hand")
    assert (len(calls(rig)), rig.buzz.count) == (1, 1)
    view, now = rig.players.table.view(), rig.clock.now()
    assert rig.news.face("neutral-600", view, now) == MessageFace("A judge was called already.", urgent=True)
    rig.advance(2000)
    assert rig.news.face("neutral-600", rig.players.table.view(), rig.clock.now()) != MessageFace(
        "A judge was called already.", urgent=True
    )


def test_its_press_and_its_tap_mean_what_they_meant_and_its_hold_nothing_else(tmp_path: Path) -> None:
    rig = seated(tmp_path / "t.sqlite", "gold-60a")
    rig.players.begin()
    rig.tap("gold-60a")
    assert rig.players.timer("gold-60a").state is TimerState.ACTIVE
    rig.tap("gold-60a")
    assert rig.buzz.count == 1, "tapped while it runs it is refused, as ever"
    rig.hold("gold-60a")
    assert rig.players.timer("gold-60a").state is TimerState.ACTIVE, "the flip is not taken back"
    assert len(calls(rig)) == 1
    rig.close()


def test_a_call_is_no_half_of_a_handshake(tmp_path: Path) -> None:
    rig = seated(tmp_path / "t.sqlite", "gold-60a")
    rig.hold("gold-60a", "red-30")
    assert rig.players.table.view().phase is Phase.SETUP
    assert len(calls(rig)) == 1
    rig.hold("gold-30", "red-30")
    assert rig.players.table.view().phase is Phase.RUNNING, "the other buttons shake hands"
    rig.close()


def test_without_a_hall_the_hold_is_what_it_always_was(tmp_path: Path) -> None:
    rig = seated(tmp_path / "t.sqlite", "gold-60a", hall=False)
    rig.hold("gold-60a", "red-30")
    assert rig.players.table.view().phase is Phase.RUNNING
    rig.tap("gold-60a")
    rig.hold("gold-60a")
    assert rig.players.timer("gold-60a").state is TimerState.AVAILABLE
    assert rig.controls.caption("gold-60a") == "Valyance 60a"
    rig.close()


def test_no_other_button_calls_one(rig: Rig) -> None:
    rig.players.begin().do(c.Pause())
    for control in rig.config.controls:
        if control.id != "gold-hand":
            rig.hold(control.id)
    assert calls(rig) == []


def test_a_call_that_goes_wrong_costs_no_later_press(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(**_: object) -> None:
        raise OSError("no disk")

    monkeypatch.setattr(rig.hall, "call_judge", broken)
    rig.down("gold-hand")
    rig.clock.advance(seconds=1.1)
    with pytest.raises(OSError, match="no disk"):
        rig.input.step(timeout=0)
    rig.up("gold-hand")
    rig.players.begin()
    rig.tap("gold-30")
    assert rig.players.timer("gold-30").state is TimerState.ACTIVE


def test_its_caption_says_so(tmp_path: Path) -> None:
    said = {}
    for judge in ("gold-hand", "gold-spell", "gold-30"):
        rig = seated(tmp_path / f"{judge}.sqlite", judge)
        said[judge] = [rig.controls.caption(judge)]
        rig.players.do(New(game="warzone"))
        said[judge].append(rig.controls.caption(judge))
        assert "Judge" not in rig.controls.caption("red-30")
        rig.close()
    assert said == {
        "gold-hand": ["Valyance's hand. Judge!, held", "Judge!, held"],
        "gold-spell": ["Valyance spell. Judge!, held", "Judge!, held"],
        "gold-30": ["Valyance 30. Judge!, held", "End activation. Judge!, held"],
    }


def test_after_the_end_it_is_no_button_to_set_up_anew_with(tmp_path: Path) -> None:
    rig = seated(tmp_path / "t.sqlite", "gold-30")
    rig.players.begin()
    rig.players.do(c.Pause())
    rig.players.do(c.End())
    assert rig.controls.caption("gold-30") == "Judge!, held"
    assert rig.controls.caption("red-30") == "Hold one each: again"
    rig.close()
