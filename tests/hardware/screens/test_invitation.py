"""When the way to the table is shown, to whom, and for how long."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.clock import SECOND
from companion.config import shipped_panel
from companion.hotspot.wifi import OpenedWifi, Wifi
from companion.panel.config import PanelConfig, ScreenConfig
from companion.people import Invite
from companion.table.events import CodeRenewed
from companion.table.view import Phase, TimerState
from hardware.faces.face import Face
from hardware.faces.qr import QrFace, WifiFace
from hardware.faces.words import MessageFace
from hardware.screens.invitation import inviting_screen
from tests.companion.wartime import acts as c
from tests.hardware.rig import Rig
from tests.support import PHONE

HERE = Invite(address="192.168.1.5:8080", code="ACDEFH", phones=0)


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    seated = Rig(Rig.seated(tmp_path / "t.sqlite").players, shipped_panel("full"), invite=HERE)
    yield seated
    seated.close()


def shown(rig: Rig) -> Face | None:
    return rig.invitation.face("neutral-600", rig.players.table.view(), rig.clock.now())


def due(rig: Rig) -> int | None:
    return rig.invitation.due("neutral-600", rig.players.table.view(), rig.clock.now())


def joined(rig: Rig, phones: int = 1) -> None:
    rig.invite = Invite(address=HERE.address, code=HERE.code, phones=phones)
    rig.players.wait(2)


def test_while_nobody_has_joined_it_is_there_before_a_game_and_gone_with_it(rig: Rig) -> None:
    assert shown(rig) == QrFace(link="HTTP://192.168.1.5:8080/J/ACDEFH", address="192.168.1.5:8080", code="ACDEFH")
    rig.players.wait(3600)
    assert isinstance(shown(rig), QrFace)
    rig.players.begin()
    rig.players.wait(120)
    assert shown(rig) is None
    assert due(rig) is None, "nobody looks for phones while a game is on"


def test_it_makes_room_for_what_a_press_did_and_comes_back(rig: Rig) -> None:
    rig.tap("gold-30")
    assert shown(rig) is None
    rig.players.wait(14)
    assert shown(rig) is None
    rig.players.wait(1)
    assert isinstance(shown(rig), QrFace)
    rig.tap("pause")
    assert rig.players.timer("neutral-120").state is TimerState.ACTIVE
    rig.players.wait(60)
    assert shown(rig) is None, "the sand of setting up falls"


def test_the_first_who_joins_makes_it_go(rig: Rig) -> None:
    assert isinstance(shown(rig), QrFace)
    look = due(rig)
    assert look is not None
    assert look - rig.clock.now() <= 2 * SECOND
    joined(rig)
    assert shown(rig) is None
    assert due(rig) is None


def test_a_game_that_comes_back_after_a_power_cut_is_joined_from_the_panel_for_a_minute(rig: Rig) -> None:
    rig.players.begin()
    rig.players.do(c.Pause())
    rig.players.wait(58)
    assert isinstance(shown(rig), QrFace)
    rig.players.wait(2)
    assert shown(rig) is None


@pytest.mark.parametrize("phones", [0, 3])
def test_a_hold_of_the_pause_button_shows_it_until_the_next_press_a_phone_or_a_minute(rig: Rig, phones: int) -> None:
    joined(rig, phones)
    rig.tap("gold-30")
    rig.players.begin()
    rig.hold("pause")
    assert isinstance(shown(rig), QrFace)
    assert rig.players.table.view().phase is Phase.PAUSED, "the press stopped the sand, as ever"
    rig.tap("pause")
    assert shown(rig) is None
    assert rig.players.table.view().phase is Phase.RUNNING

    rig.hold("pause")
    assert isinstance(shown(rig), QrFace)
    joined(rig, phones + 1)
    assert shown(rig) is None

    rig.hold("pause")
    rig.players.wait(58)
    assert isinstance(shown(rig), QrFace)
    rig.players.wait(2)
    assert shown(rig) is None


def test_the_hold_sets_nothing_going(rig: Rig) -> None:
    rig.hold("pause")
    assert rig.players.timer("neutral-120").state is TimerState.AVAILABLE, "nor the two minutes"
    rig.players.begin().do(c.Pause())
    rig.hold("pause")
    assert rig.players.table.view().phase is Phase.PAUSED, "nor the sand again"
    rig.players.do(c.End())
    rig.hold("pause")
    assert rig.buzz.count == 0, "and is refused by nobody"


def test_the_hold_and_the_press_after_it_wake_the_writers(rig: Rig) -> None:
    joined(rig)
    rig.players.do(c.Begin())
    rig.players.do(c.Pause())
    before = rig.players.table.version
    rig.hold("pause")
    assert rig.players.table.wait(before, timeout=0) is not None
    shown(rig)
    before = rig.players.table.version
    rig.down("pause")
    assert rig.players.table.wait(before, timeout=0) is not None, "the press alone, before it is a tap"


def test_an_address_that_changes_is_followed_and_none_is_said(rig: Rig) -> None:
    rig.invite = Invite(address=None, code="ACDEFH", phones=0)
    assert shown(rig) == MessageFace("no network")
    rig.invite = Invite(address="10.0.0.7", code="ACDEFH", phones=0)
    rig.players.wait(2)
    face = shown(rig)
    assert isinstance(face, QrFace)
    assert face.link == "HTTP://10.0.0.7/J/ACDEFH"
    rig.invite = Invite(address=None, code="ACDEFH", phones=0)
    rig.players.wait(60)
    assert shown(rig) is None, "who plays without a network is not told so all evening"
    assert due(rig) is not None, "but Wi-Fi that comes up later is noticed"


def test_a_code_that_a_phone_made_is_there_at_once(rig: Rig) -> None:
    rig.hold("pause")
    shown(rig)
    rig.invite = msgspec.structs.replace(HERE, code="KMNPQR")
    rig.players.table.note(CodeRenewed(), source=PHONE)
    face = shown(rig)
    assert isinstance(face, QrFace)
    assert face.code == "KMNPQR"


def test_a_token_that_was_used_is_followed_by_the_next_and_a_guesser_is_named(rig: Rig) -> None:
    rig.invite = msgspec.structs.replace(HERE, token="MWQX")
    first = shown(rig)
    rig.invite = msgspec.structs.replace(HERE, token="YTRP", guesser="192.168.1.77")
    rig.players.wait(2)
    second = shown(rig)
    assert isinstance(first, QrFace)
    assert isinstance(second, QrFace)
    assert (first.link, first.guesser) == ("HTTP://192.168.1.5:8080/J/ACDEFHMWQX", None)
    assert (second.link, second.guesser) == ("HTTP://192.168.1.5:8080/J/ACDEFHYTRP", "192.168.1.77")
    assert second.code == "ACDEFH", "nobody types the token"


def test_no_other_screen_ever_invites(rig: Rig) -> None:
    rig.hold("pause")
    view, now = rig.players.table.view(), rig.clock.now()
    others = [screen.id for screen in rig.config.screens if screen.id != "neutral-600"]
    assert [rig.invitation.face(screen, view, now) for screen in others] == [None] * 11


def screen(id: str, *shows: str, height: int = 64) -> ScreenConfig:
    return ScreenConfig(id=id, shows=shows, height=height)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("screens", "chosen"),
    [
        (shipped_panel("full").screens, "neutral-600"),
        (shipped_panel("starter").screens, "gold"),
        ((screen("a", "red-30"), screen("b", "neutral-120")), "b"),
        ((screen("low", "neutral-600", height=32), screen("tall", "red-30")), "tall"),
        (PanelConfig(name="bare").screens, None),
    ],
)
def test_the_screen_between_the_players_invites_if_it_is_tall(
    screens: tuple[ScreenConfig, ...], chosen: str | None
) -> None:
    assert inviting_screen(screens) == chosen


def test_a_button_that_bounces_before_a_game_wakes_nobody_for_nothing(rig: Rig) -> None:
    assert isinstance(shown(rig), QrFace)
    rig.invitation.touch(rig.clock.now())
    version = rig.players.table.version
    for _ in range(200):
        rig.players.wait(0.05)
        assert shown(rig) is None
        rig.invitation.touch(rig.clock.now())
    assert rig.players.table.version == version


def in_its_own_wifi(rig: Rig, *, guests: int, phones: int = 0) -> None:
    wifi = Wifi(name="Warglass", passphrase="k7mq2pxrwd4h")
    hotspot = OpenedWifi(wifi=wifi, guests=guests)
    rig.invite = Invite(address="10.42.0.1", code=HERE.code, phones=phones, hotspot=hotspot)


def test_in_a_wifi_of_its_own_the_first_step_stays_until_a_phone_has_done_it(rig: Rig) -> None:
    in_its_own_wifi(rig, guests=0)
    rig.players.wait(2)
    first = WifiFace(link="WIFI:T:WPA;S:Warglass;P:k7mq2pxrwd4h;;", name="Warglass", passphrase="k7mq2pxrwd4h")
    assert shown(rig) == first
    rig.players.wait(3600)
    assert shown(rig) == first
    in_its_own_wifi(rig, guests=1)
    rig.players.wait(2)
    second = shown(rig)
    assert isinstance(second, QrFace)
    assert second.second
    assert second.link == "HTTP://10.42.0.1/J/ACDEFH"
    in_its_own_wifi(rig, guests=1, phones=1)
    rig.players.wait(2)
    assert shown(rig) is None


def test_by_turns_for_those_who_come_after_and_at_once_for_who_has_done_the_first(rig: Rig) -> None:
    in_its_own_wifi(rig, guests=1)
    rig.players.wait(2)
    seen = []
    for _ in range(20):
        seen.append("wifi" if isinstance(shown(rig), WifiFace) else "address")
        rig.players.wait(2)
    assert seen == ["address"] * 5 + ["wifi"] * 5 + ["address"] * 5 + ["wifi"] * 5
    rig.players.wait(12)
    assert isinstance(shown(rig), WifiFace)
    in_its_own_wifi(rig, guests=2)
    rig.players.wait(2)
    assert isinstance(shown(rig), QrFace)


def test_who_holds_the_pause_button_gets_both_steps(rig: Rig) -> None:
    in_its_own_wifi(rig, guests=1, phones=1)
    rig.players.begin()
    rig.hold("pause")
    kinds = set()
    for _ in range(12):
        kinds.add(type(shown(rig)))
        rig.players.wait(2)
    assert kinds == {WifiFace, QrFace}
