"""What the terminal says once the table is there."""

import pytest

from companion.app.welcome import welcome
from companion.system import addresses


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "lan_address", lambda: "127.0.0.1")


def test_a_phone_scans_it_or_types_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "lan_address", lambda: "192.168.1.5")
    said = "\n".join(welcome("0.0.0.0", 80, code="K7MQ2P"))
    assert "Warglass is at  http://192.168.1.5/\n" in said
    assert "Join code       K7MQ2P\n" in said
    assert "open http://192.168.1.5/j/K7MQ2P\n" in said
    assert "█" in said


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(
    ("host", "why"),
    [("0.0.0.0", "on no network. Connect it to the Wi-Fi"), ("127.0.0.9", "served on 127.0.0.9 only")],
)
def test_no_phone_is_invited_to_where_it_cannot_get(host: str, why: str) -> None:
    said = "\n".join(welcome(host, 8080, code="K7MQ2P"))
    assert why in said
    assert "for a browser on this machine" in said
    assert "/j/" not in said
    assert "█" not in said
    assert "Join code       K7MQ2P\n" in said
