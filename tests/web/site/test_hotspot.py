"""What pages say in a Wi-Fi of the table's own, and the time of day that phones bring."""

import pytest

from companion.clock import MS, SECOND, ManualClock
from companion.hotspot.wifi import OpenedWifi, Wifi
from tests.web.conftest import Phone
from web.http.access import Access
from web.site import phones, seats

OPEN = OpenedWifi(wifi=Wifi(name="Warglass", passphrase="k7mq2pxrwd4h"), guests=1)


@pytest.fixture
def hotspot(monkeypatch: pytest.MonkeyPatch) -> None:
    for pages in (phones, seats):
        monkeypatch.setattr(pages, "open_network", lambda: OPEN)


@pytest.mark.usefixtures("hotspot")
def test_whoever_joins_is_told_what_to_answer_a_phone_that_misses_the_internet(stranger: Phone, phone: Phone) -> None:
    assert "no internet" in stranger.get("/join").text
    assert "no internet" in stranger.get("/J/ACDEFH").text
    assert "no internet" not in phone.get("/seat").text, "it is here"


@pytest.mark.usefixtures("hotspot")
def test_joined_phones_can_tell_others_the_way_in_and_nobody_else_can(stranger: Phone, phone: Phone) -> None:
    assert OPEN.wifi.passphrase in phone.get("/phones").text
    assert OPEN.wifi.passphrase not in stranger.get("/phones").text + stranger.get("/join").text


def test_elsewhere_nobody_is_told_of_it(stranger: Phone, phone: Phone) -> None:
    assert "no internet" not in stranger.get("/join").text
    assert "Wi-Fi" not in phone.get("/phones").text


@pytest.fixture
def untold(access: Access) -> Access:
    """On a machine that was never told what time it is."""
    access.phone_time._told = lambda: False
    return access


def ahead(clock: ManualClock) -> int:
    return (clock.wall() + 250_000 * SECOND) // MS


def asked(access: Access) -> bool:
    return access.phone_time._file.exists()


@pytest.mark.parametrize("script", [True, False])
def test_the_first_phone_that_joins_brings_the_time(
    stranger: Phone, untold: Access, clock: ManualClock, *, script: bool
) -> None:
    if script:
        stranger.post("/api/join", {"code": untold.code, "now": ahead(clock)})
    else:
        stranger.post(
            "/join", data={"code": untold.code, "seat": "gold", "now": str(ahead(clock))}, drop=("X-Warglass",)
        )
    assert asked(untold)
    clock._wall += 250_000 * SECOND
    assert untold.phone_time.came() == ("phone 1, both" if script else "phone 1, gold", 250_000 * SECOND)


def test_nobody_sets_the_clock_without_the_code(stranger: Phone, untold: Access, clock: ManualClock) -> None:
    assert stranger.post("/api/join", {"code": "AAAAAA", "now": ahead(clock)}).status_code == 422
    assert not asked(untold)


@pytest.mark.parametrize("now", ["", "soon", "-1", "1e12", "9" * 30])
def test_a_phone_that_says_nonsense_joins_all_the_same(stranger: Phone, untold: Access, now: str) -> None:
    answer = stranger.post("/join", data={"code": untold.code, "seat": "gold", "now": now}, drop=("X-Warglass",))
    assert answer.status_code == 303
    assert not asked(untold)


def test_without_a_script_it_says_nothing(stranger: Phone) -> None:
    assert '<input type="hidden" name="now" data-number>' in stranger.get("/join").text
