"""`warglass hotspot`: what it does, and how it says what is in the way."""

from pathlib import Path

import pytest

from companion.hotspot.command import NO_WIFI, NOT_READY, stands, turn, why_not
from companion.hotspot.network import HotspotError, Mode, Radio
from companion.hotspot.wifi import Wifi
from tests.companion.hotspot.air import Air
from tests.support import Says


def switch(folder: Path, *, kind: str = "wlan", soft: str = "0", hard: str = "0") -> Path:
    place = folder / "rfkill0"
    place.mkdir(exist_ok=True)
    for name, text in (("type", kind), ("soft", soft), ("hard", hard)):
        (place / name).write_text(f"{text}\n")
    return folder


def asked(air: Air, mode: Mode, *, renew: bool = False) -> Wifi:
    return turn(air, mode, renew=renew, hostname="raspberrypi", rfkill=Path("/nowhere"))


def test_on_opens_it_now_and_off_closes_it() -> None:
    air = Air(on="Home")
    wifi = asked(air, Mode.ON)
    assert (air.open_now, air.on) == (True, None)
    assert wifi.name == "Warglass"
    assert asked(air, Mode.OFF) == wifi
    assert not air.open_now
    assert asked(air, Mode.ON) == wifi, "phones that were here before still know it"


def test_auto_leaves_the_radio_where_it_is() -> None:
    air = Air(on="Home")
    asked(air, Mode.AUTO)
    assert air.on == "Home"
    assert air.saved is not None
    assert air.saved.mode is Mode.AUTO
    air = Air(open_now=True)
    asked(air, Mode.ON)
    assert air.opened == 1, "what is open under another passphrase is opened anew"
    asked(air, Mode.AUTO)
    assert air.open_now, "there may be phones in it"
    assert air.opened == 1


def test_a_new_passphrase_holds_at_once() -> None:
    air = Air()
    first = asked(air, Mode.ON)
    second = asked(air, Mode.ON, renew=True)
    assert first.passphrase != second.passphrase
    assert air.opened == 2


def test_what_is_in_the_way_is_said_and_nothing_is_changed(tmp_path: Path) -> None:
    air = Air(ready=False)
    with pytest.raises(HotspotError, match="do_wifi_country"):
        turn(air, Mode.AUTO, renew=False, hostname="dragon", rfkill=switch(tmp_path, soft="1"))
    assert air.saved is None
    turn(air, Mode.OFF, renew=False, hostname="dragon", rfkill=tmp_path)
    assert air.saved is not None, "off can always be had"


def test_who_keeps_the_radio_from_working(tmp_path: Path) -> None:
    idle = Radio(device="wlan0", ready=False)
    assert why_not(Radio(device="wlan0", ready=True), rfkill=switch(tmp_path, soft="1")) is None
    assert "raspi-config" in str(why_not(idle, rfkill=tmp_path))
    assert "raspi-config" in str(why_not(None, rfkill=tmp_path))
    assert "switch" in str(why_not(idle, rfkill=switch(tmp_path, soft="1", hard="1")))
    assert why_not(idle, rfkill=switch(tmp_path, kind="bluetooth", soft="1")) == NOT_READY
    assert why_not(None, rfkill=tmp_path) == NO_WIFI


def test_how_it_stands_is_said_in_words() -> None:
    air = Air()
    assert list(stands(air.profile(), air.radio(), trouble=None)) == [
        "The hotspot is off: it opens no Wi-Fi of its own.",
        "For a table without a Wi-Fi:  sudo warglass hotspot auto",
    ]
    asked(air, Mode.AUTO)
    assert list(stands(air.profile(), air.radio(), trouble=None))[-1] == Says("opens", "a moment")
    assert list(stands(air.profile(), air.radio(), trouble=NO_WIFI))[-1] == str(NO_WIFI)
    air.on = "Home"
    assert list(stands(air.profile(), air.radio(), trouble=None))[-1] == Says("Wi-Fi Home")
    air.open()
    assert list(stands(air.profile(), air.radio(), trouble=None))[-1] == "It is open now."
