"""When a box that is its own network leaves it, and when on no account."""

import stat
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from companion.clock import ManualClock
from companion.hotspot.look import choose, look
from companion.hotspot.network import KnownNetwork, Mode, Profile
from companion.hotspot.wifi import Wifi
from tests.companion.hotspot.air import Air
from tests.support import Says

WIFI = Wifi(name="Warglass", passphrase="k7mq2pxrwd4h")
HOME = KnownNetwork(id="1", name="Home", priority=0)
CLUB = KnownNetwork(id="2", name="Club", priority=5)


class Box:
    """What systemd's timer does, again and again."""

    def __init__(self, folder: Path, air: Air) -> None:
        self.air = air
        self.clock = ManualClock()
        self.written = folder / "wifi.json"
        self.tried = folder / "tried.json"

    def look(self) -> str | None:
        self.clock.advance(seconds=120)
        return look(self.air, clock=self.clock, written=self.written, tried=self.tried)


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path, Air(saved=Profile(mode=Mode.AUTO, wifi=WIFI), open_now=True, nets=[HOME, CLUB]))


def test_it_goes_home_once_home_is_there(box: Box) -> None:
    assert box.look() is None
    assert box.air.open_now
    box.air.around = {"Warglass", "Neighbour", "Home"}
    assert box.look() == "joined Home"
    assert box.air.on == "Home"
    assert box.look() is None, "and stays"


def test_of_several_it_joins_the_one_that_the_machine_would_rather_have(box: Box) -> None:
    box.air.around = {"Home", "Club"}
    box.look()
    assert box.air.on == "Club"
    assert choose([], frozenset({"Home"})) is None


def test_phones_that_are_there_are_never_left(box: Box) -> None:
    box.air.around, box.air.guests = {"Home"}, 1
    assert [box.look() for _ in range(100)] == [None] * 100
    assert box.air.open_now
    assert box.air.heard == 0, "listening makes their Wi-Fi stumble"
    box.air.guests = 0
    assert box.look() == "joined Home"


def test_nor_one_that_comes_while_it_listens(box: Box) -> None:
    box.air.around, box.air.comes_while_listening = {"Home"}, True
    assert box.look() is None
    assert box.air.open_now


@pytest.mark.parametrize("mode", [Mode.ON, Mode.OFF])
def test_what_was_opened_for_good_stays(box: Box, mode: Mode) -> None:
    box.air.saved = Profile(mode=mode, wifi=WIFI)
    box.air.around = {"Home"}
    assert box.look() is None
    assert box.air.open_now
    assert box.air.heard == 0


def test_a_network_that_lets_nobody_in_is_tried_ever_more_rarely(box: Box) -> None:
    box.air.around = box.air.refuses = {"Home"}
    told = [box.look() for _ in range(240)]
    tries = [index for index, each in enumerate(told) if each is not None]
    gaps = [later - earlier for earlier, later in pairwise(tries)]
    assert told[0] == Says("Home", "could not be joined")
    assert gaps == [2, 4, 8, 16, *[30] * (len(gaps) - 4)], "an hour apart in the end"
    box.air.refuses = set()
    assert "joined Home" in [box.look() for _ in range(31)]
    assert not box.tried.exists()


def test_the_table_is_told_what_is_open_and_nobody_else(box: Box) -> None:
    box.look()
    assert msgspec.json.decode(box.written.read_bytes(), type=Wifi) == WIFI
    before = box.written.stat().st_ino
    box.look()
    assert box.written.stat().st_ino == before, "nothing new is not written"
    changed = Wifi(name="Warglass", passphrase="acdefhjkmnpq")
    box.air.saved = Profile(mode=Mode.ON, wifi=changed)
    box.look()
    assert msgspec.json.decode(box.written.read_bytes(), type=Wifi) == changed
    assert not stat.S_IMODE(box.written.stat().st_mode) & 0o002


def test_where_nothing_is_open_there_is_nothing_to_do(box: Box) -> None:
    box.air.open_now = False
    box.air.around = {"Home"}
    assert box.look() is None
    assert not box.written.exists()
    box.air.saved, box.air.open_now = None, True
    assert box.look() is None
