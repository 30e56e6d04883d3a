"""Whether the table's own Wi-Fi is open, as the service finds out."""

from pathlib import Path

import pytest

from companion.hotspot import wifi as module
from companion.hotspot.wifi import OpenedWifi, Wifi, guests, open_network
from companion.system.addresses import Interface

NEIGHBOURS = """IP address       HW type     Flags       HW address            Mask     Device
10.42.0.126      0x1         0x2         02:00:00:00:01:00     *        wlan0
10.42.0.127      0x1         0x0         00:00:00:00:00:00     *        wlan0
192.168.1.1      0x1         0x2         02:00:00:00:01:07     *        eth0
"""
OURS = Interface(name="wlan0", address="10.42.0.1", wired_in=True)
BRIDGE = Interface(name="cni0", address="10.42.0.1", wired_in=False)


@pytest.fixture
def written(tmp_path: Path) -> Path:
    (tmp_path / "arp").write_text(NEIGHBOURS)
    file = tmp_path / "wifi.json"
    file.write_text('{"name":"Warglass","passphrase":"k7mq2pxrwd4h"}')
    return file


def seen(monkeypatch: pytest.MonkeyPatch, written: Path, *found: Interface) -> OpenedWifi | None:
    monkeypatch.setattr(module, "interfaces", lambda: found)
    return open_network(written=written, neighbours=written.parent / "arp")


def test_it_is_open_where_the_machine_has_its_address_there(monkeypatch: pytest.MonkeyPatch, written: Path) -> None:
    wifi = Wifi(name="Warglass", passphrase="k7mq2pxrwd4h")
    assert seen(monkeypatch, written, OURS) == OpenedWifi(wifi=wifi, guests=1)
    assert seen(monkeypatch, written) is None
    assert seen(monkeypatch, written, BRIDGE) is None, "containers' bridges have that address too"


@pytest.mark.parametrize("text", ["", "{}", '{"name":"","passphrase":"k7mq2pxr"}', '{"name":"W","passphrase":"k7"}'])
def test_what_is_not_a_network_is_not_shown(monkeypatch: pytest.MonkeyPatch, written: Path, text: str) -> None:
    written.write_text(text)
    assert seen(monkeypatch, written, OURS) is None
    written.unlink()
    assert seen(monkeypatch, written, OURS) is None


def test_phones_are_counted_that_have_answered_there() -> None:
    assert guests(NEIGHBOURS, "wlan0") == 1
    assert guests(NEIGHBOURS, "wlan1") == 0
