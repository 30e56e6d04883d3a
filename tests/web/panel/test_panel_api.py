"""The panel over HTTP."""

import pytest

from tests.hardware.rig import with_hands
from tests.support import Says
from tests.web.conftest import Phone
from tests.web.fakes import FakePanel


def test_the_panel_is_described(stranger: Phone, panel: FakePanel) -> None:
    panel.offline = {"red-30"}
    view = stranger.get("/api/panel").get_json()
    assert (view["name"], view["simulated"]) == ("full", True)
    assert {screen["id"]: screen["online"] for screen in view["screens"]}["red-30"] is False
    assert view["screens"][0] == {"id": "gold-30", "width": 128, "height": 64, "shows": ["gold-30"], "online": True}
    pause = {"id": "pause", "label": "Pause", "timer": None, "gpio": 17, "hand": None, "trouble": None}
    assert view["controls"][-1] == pause


def test_a_button_that_does_not_work_is_marked(stranger: Phone, panel: FakePanel) -> None:
    panel.simulated = False
    panel.broken = {"red-spell": "GPIO 22 (pin 15) is held by spi0 CS1"}
    controls = stranger.get("/api/panel").get_json()["controls"]
    assert {each["id"]: each["trouble"] for each in controls if each["trouble"]} == panel.broken
    page = stranger.get("/panel").text
    assert page.count("does not work") == 1
    assert "GPIO 22 (pin 15) is held by spi0 CS1" in page
    assert 'aria-label="Press' not in page


def test_a_hand_says_whose_it_is(stranger: Phone, panel: FakePanel) -> None:
    panel.config = with_hands(panel.config)
    hand = {"id": "red-hand", "label": "Firebrand's hand", "timer": None, "gpio": 4, "hand": "red", "trouble": None}
    assert stranger.get("/api/panel").get_json()["controls"][-1] == hand
    assert "GPIO" not in stranger.get("/panel").text
    assert 'aria-label="Press Firebrand&#39;s hand, key s"' in stranger.get("/panel").text


def test_the_ram_as_it_is(stranger: Phone, panel: FakePanel) -> None:
    panel.shown["gold-30"] = bytes(range(256)) * 4
    answer = stranger.get("/api/panel/screens/gold-30")
    assert answer.content_type == "application/octet-stream"
    assert answer.data == panel.shown["gold-30"]
    assert stranger.get("/api/panel/screens/none").status_code == 404


@pytest.mark.parametrize("path", ["/api/panel/screens/neutral-600", "/panel/screens/neutral-600.png"])
def test_the_join_code_is_not_shown_to_the_whole_network(
    stranger: Phone, phone: Phone, panel: FakePanel, path: str
) -> None:
    """Whoever could read it off the page need not be in the room to join."""
    dark = stranger.get(path).data
    panel.shown["neutral-600"] = bytes(range(256)) * 4
    as_it_is = stranger.get(path).data
    assert as_it_is != dark
    panel.inviting = {"neutral-600"}
    assert stranger.get(path).data == dark
    assert phone.get(path).data == as_it_is
    assert stranger.get(path.replace("neutral-600", "gold-30")).data == dark


def test_a_code_that_comes_while_it_is_read_is_not_shown(
    stranger: Phone, panel: FakePanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    def written_meanwhile(screen: str) -> bytes:
        panel.inviting = {screen}
        return b"\xff" * 1024

    monkeypatch.setattr(panel, "ram", written_meanwhile)
    assert stranger.get("/api/panel/screens/neutral-600").data == bytes(1024)


def test_buttons_are_pressed_pushed_and_let_go(phone: Phone, panel: FakePanel) -> None:
    assert phone.post("/api/panel/controls/gold-30/press").get_json() == phone.get("/api/table").get_json()
    phone.post("/api/panel/controls/gold-30/press", {"ms": 1200})
    phone.post("/api/panel/controls/pause/push")
    phone.post("/api/panel/controls/pause/let-go")
    assert 'aria-label="Press Firebrand 30' in phone.get("/panel").text
    phone.post("/panel/controls/red-30/press", data={}, drop=("X-Warglass",))
    assert panel.calls == [
        ("press", "gold-30", 80),
        ("press", "gold-30", 1200),
        ("push", "pause", None),
        ("let-go", "pause", None),
        ("press", "red-30", 80),
    ]


@pytest.mark.parametrize("act", ["press", "push", "let-go"])
def test_buttons_that_are_not_there_or_not_simulated(phone: Phone, panel: FakePanel, act: str) -> None:
    assert phone.post(f"/api/panel/controls/gold-31/{act}").status_code == 404
    panel.simulated = False
    answer = phone.post(f"/api/panel/controls/gold-30/{act}")
    assert (answer.status_code, answer.get_json()["detail"]) == (409, "This panel is real: press its button.")


def test_the_sounder_is_muted_and_let_sound_again(phone: Phone, stranger: Phone, panel: FakePanel) -> None:
    assert stranger.post("/api/panel/mute").status_code == 403
    for act, muted, offers in (("mute", True, b"/panel/unmute"), ("unmute", False, b"/panel/mute")):
        assert phone.post(f"/api/panel/{act}").status_code == 200
        assert phone.get("/api/panel").get_json()["muted"] is muted
        assert offers in phone.get("/panel").data
    panel.muted = None
    assert phone.post("/api/panel/mute").get_json()["detail"] == Says("no buzzer")
    assert b"mute" not in phone.get("/panel").data
