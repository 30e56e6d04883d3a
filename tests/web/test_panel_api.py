"""The panel over HTTP."""

import pytest

from tests.web.conftest import Phone
from tests.web.fakes import FakePanel


def test_the_panel_is_described(stranger: Phone, panel: FakePanel) -> None:
    panel.offline = {"red-30"}
    view = stranger.get("/api/panel").get_json()
    assert (view["name"], view["simulated"]) == ("full", True)
    assert {screen["id"]: screen["online"] for screen in view["screens"]}["red-30"] is False
    assert view["screens"][0] == {"id": "gold-30", "width": 128, "height": 64, "shows": ["gold-30"], "online": True}
    assert view["controls"][-1] == {"id": "pause", "label": "Pause", "timer": None, "gpio": 17}


def test_the_ram_as_it_is(stranger: Phone, panel: FakePanel) -> None:
    panel.shown["gold-30"] = bytes(range(256)) * 4
    answer = stranger.get("/api/panel/screens/gold-30")
    assert answer.content_type == "application/octet-stream"
    assert answer.data == panel.shown["gold-30"]
    assert stranger.get("/api/panel/screens/none").status_code == 404


def test_buttons_are_pressed_pushed_and_let_go(phone: Phone, panel: FakePanel) -> None:
    assert phone.post("/api/panel/controls/gold-30/press").get_json() == phone.get("/api/table").get_json()
    phone.post("/api/panel/controls/gold-30/press", {"ms": 1200})
    phone.post("/api/panel/controls/pause/push")
    phone.post("/api/panel/controls/pause/let-go")
    assert panel.calls == [
        ("press", "gold-30", 80),
        ("press", "gold-30", 1200),
        ("push", "pause", None),
        ("let-go", "pause", None),
    ]


@pytest.mark.parametrize("act", ["press", "push", "let-go"])
def test_buttons_that_are_not_there_or_not_simulated(phone: Phone, panel: FakePanel, act: str) -> None:
    assert phone.post(f"/api/panel/controls/gold-31/{act}").status_code == 404
    panel.simulated = False
    answer = phone.post(f"/api/panel/controls/gold-30/{act}")
    assert (answer.status_code, answer.get_json()["detail"]) == (409, "This panel is real: press its button.")
