"""A table in a rucksack: its own Wi-Fi, by NetworkManager, on a real kernel with simulated radios.

One evening in order: no Wi-Fi is there, a phone scans what the screen shows, joins, plays; the known network comes,
goes and comes again. In a virtual machine of its own, for the radio is its only way out.
"""

import json
import re
import time
from collections.abc import Iterator

import pytest
import zxingcpp
from PIL import Image

from hardware.screens.invitation import inviting_screen
from tests.kernel.air import PACKAGES, Air
from tests.kernel.box import GLASS, PANEL, bring_debs, payload
from tests.kernel.conftest import booted

INVITING = inviting_screen(PANEL.screens)
SLOW_S = 240
"""What takes a Pi some seconds, on an emulated processor that others share."""
LATE_S = 3 * 24 * 3600
HOME_KEY = ("wifi-sec.key-mgmt", "wpa-psk", "wifi-sec.psk", "homehome1")


@pytest.fixture(scope="module")
def air(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Air]:
    """A box with everything installed, asked for `auto`, with no network that it knows, a clock that nobody set, and
    no phone that has joined."""
    packed = payload(tmp_path_factory.mktemp("payload"))
    bring_debs(packed, "network", *PACKAGES, modules=True)
    with booted(packed, request.config) as box:
        air = Air(box)
        air.install()
        box.install()
        air.begin()
        air.forgets_the_time(late_s=LATE_S)
        box.start()
        yield air


def scanned(air: Air) -> str:
    """What a camera reads from the inviting screen."""
    assert INVITING is not None
    glass = Image.frombytes("1", GLASS, air.box.sees(INVITING)).convert("L")
    found = zxingcpp.read_barcodes(glass.resize((GLASS[0] * 3, GLASS[1] * 3)))
    return found[0].text if found else ""


def shows(air: Air, start: str) -> str:
    """What it reads as soon as that begins so."""
    air.box.until(lambda: scanned(air).startswith(start), within=SLOW_S)
    return scanned(air)


def network(link: str) -> tuple[str, str]:
    """Name and passphrase, as a phone takes them from what it has scanned; ours need no escapes."""
    found = re.fullmatch(r"WIFI:T:WPA;S:([A-Za-z0-9-]+);P:([a-z0-9]+);;", link)
    assert found is not None, link
    return found[1], found[2]


def test_where_no_network_is_known_it_opens_its_own_and_shows_the_way_in(air: Air) -> None:
    began = time.monotonic()
    air.box.run("warglass hotspot auto")
    air.box.until(lambda: air.joined() == "warglass-hotspot", within=SLOW_S)
    air.box.tell(f"hotspot: open {time.monotonic() - began:.0f} s after it was asked for")
    name, _ = network(shows(air, "WIFI:"))
    air.box.tell(f"hotspot: on the screen {time.monotonic() - began:.0f} s after it was asked for")
    assert name == "Warglass"
    assert air.box.run("stat -c '%U %G %a' /run/warglass-hotspot/wifi.json").split() == ["root", "warglass", "640"]
    assert air.box.tried("runuser -u nobody -- cat /run/warglass-hotspot/wifi.json")[0] != 0


def test_a_phone_gets_in_by_what_it_scans_and_plays(air: Air) -> None:
    began = time.monotonic()
    air.phone_joins(*network(shows(air, "WIFI:")))
    assert air.phone_address().startswith("10.42.0.")
    air.box.tell(f"hotspot: a phone is in it {time.monotonic() - began:.0f} s after it scanned")
    link = shows(air, "HTTP://10.42.0.1/J/").lower()
    status, page = air.phone_opens(link)
    assert status == 200
    assert "no internet" in page
    code = link.rpartition("/")[2].upper()
    now = round(time.time() * 1000)
    body = json.dumps({"code": code, "seat": "both", "now": now})
    assert air.phone_posts("/api/join", body)[0] == 200
    for path in ("/api/table/begin", "/api/timers/gold-30/flip"):
        assert air.phone_posts(path)[0] == 200
    assert air.phone_opens("http://10.42.0.1/")[0] == 200
    assert air.phone_opens("http://warglass.local/", "--resolve", "warglass.local:80:10.42.0.1")[0] == 200
    air.box.tell(f"hotspot: it plays {time.monotonic() - began:.0f} s after it scanned")


def test_the_phone_that_joined_has_set_the_clock_and_the_sand_did_not_notice(air: Air) -> None:
    air.box.until(lambda: abs(air.clock_s() - time.time()) < 60, within=SLOW_S)
    air.box.until(lambda: any("set the table's clock" in each["text"] for each in air.box.log()), within=SLOW_S)
    told = next(each for each in air.box.log() if "set the table's clock" in each["text"])
    assert "3 days slow" in told["text"] or "2 days slow" in told["text"]
    assert "by +25" in air.box.run("journalctl -u warglass-clock -o cat --no-pager | grep 'set by a phone'")
    gold = next(timer for timer in air.box.table().timers if timer.id == "gold-30")
    assert gold.state.value in ("active", "expired", "reset")


def test_what_phones_ask_of_strangers_is_not_answered_for_them(air: Air) -> None:
    """A portal that pretended would have phones send all that they do through this Wi-Fi."""
    name = "connectivitycheck.gstatic.com"
    asked = ("--resolve", f"{name}:80:10.42.0.1")
    assert air.phone_opens(f"http://{name}/generate_204", *asked)[0] == 400


def test_while_the_phone_is_there_it_stays_and_then_goes_home_by_itself(air: Air) -> None:
    air.nmcli("connection", "add", "type", "wifi", "con-name", "home", "ssid", "Home", *HOME_KEY)
    air.router_on("Home", "homehome1")
    air.box.run("systemctl start warglass-hotspot.service")
    assert air.joined() == "warglass-hotspot"
    assert air.phone_opens("http://10.42.0.1/healthz")[0] == 200
    air.phone_leaves()
    took = air.box.until(lambda: air.joined() == "home", within=2 * SLOW_S)
    air.box.tell(f"hotspot: back in a known Wi-Fi {took:.0f} s after the last phone left")


def test_where_the_known_one_goes_it_opens_its_own_and_returns_by_itself(air: Air) -> None:
    air.router_off()
    took = air.box.until(lambda: air.joined() == "warglass-hotspot", within=2 * SLOW_S)
    air.box.tell(f"hotspot: open {took:.0f} s after the known Wi-Fi went")
    already = air.looks()
    air.box.until(lambda: air.looks() >= already + 2, within=3 * SLOW_S)
    assert air.joined() == "warglass-hotspot"
    air.router_on("Home", "homehome1")
    took = air.box.until(lambda: air.joined() == "home", within=2 * SLOW_S)
    air.box.tell(f"hotspot: back in the known Wi-Fi {took:.0f} s after it came")


def test_it_is_as_it_was_after_a_power_cut(air: Air) -> None:
    before = air.box.run("warglass hotspot | grep -E 'Wi-Fi  |Passphrase'")
    air.box.run("sync")
    air.router_off()
    air.box.cut_the_power()
    air.begin()
    air.box.start()
    air.box.until(lambda: air.joined() == "warglass-hotspot", within=2 * SLOW_S)
    assert air.box.run("warglass hotspot | grep -E 'Wi-Fi  |Passphrase'") == before


def test_on_and_off_hold_at_once(air: Air) -> None:
    air.box.run("warglass hotspot off")
    assert air.joined() != "warglass-hotspot"
    air.router_on("Home", "homehome1")
    air.box.until(lambda: air.joined() == "home", within=SLOW_S)
    said = air.box.run("warglass hotspot on --new")
    assert "leaves the Wi-Fi home" in said
    assert air.joined() == "warglass-hotspot"
    air.box.run("systemctl start warglass-hotspot.service")
    assert air.joined() == "warglass-hotspot", "home or not"
