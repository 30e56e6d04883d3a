"""Which of a machine's addresses phones are told."""

import socket

import pytest

from companion.people import Invite
from companion.system import addresses
from companion.system.addresses import Interface, interfaces, nearest, own_url, typed_address, url, way_out

LOOP = Interface(name="lo", address="127.0.0.1", wired_in=False)
ETHERNET = Interface(name="eth0", address="192.168.1.5", wired_in=True)
WIFI = Interface(name="wlan0", address="192.168.1.7", wired_in=True)
HOTSPOT = Interface(name="wlan0", address="10.42.0.1", wired_in=True)
ALONE = Interface(name="eth0", address="169.254.7.9", wired_in=True)
TUNNEL = Interface(name="tun0", address="100.101.7.3", wired_in=False)
DOCKER = Interface(name="docker0", address="172.17.0.1", wired_in=False)
CONTAINERS = Interface(name="cni0", address="10.42.0.1", wired_in=False)


@pytest.mark.parametrize(
    ("found", "routed", "told"),
    [
        ([LOOP], None, None),
        ([LOOP, ETHERNET], "eth0", "192.168.1.5"),
        ([LOOP, DOCKER, ETHERNET, WIFI], "wlan0", "192.168.1.7"),
        ([LOOP, DOCKER, TUNNEL, WIFI], "tun0", "192.168.1.7"),
        ([LOOP, HOTSPOT], None, "10.42.0.1"),
        ([LOOP, ALONE, HOTSPOT], None, "10.42.0.1"),
        ([LOOP, ETHERNET, HOTSPOT], "eth0", "10.42.0.1"),
        ([LOOP, CONTAINERS, WIFI], "cni0", "192.168.1.7"),
        ([LOOP, ALONE], None, "169.254.7.9"),
        ([LOOP, DOCKER], None, "172.17.0.1"),
    ],
)
def test_the_one_that_phones_in_the_room_can_reach(
    found: list[Interface], routed: str | None, told: str | None
) -> None:
    assert nearest(found, routed=routed) == told
    assert nearest(found[::-1], routed=routed) == told


def test_this_machines_own_interfaces_are_found() -> None:
    """The kernel gives the same address to a socket that is bound to it."""
    found = {each.name: each.address for each in interfaces()}
    assert found["lo"] == "127.0.0.1"
    for address in found.values():
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as bound:
            bound.bind((address, 0))


@pytest.mark.parametrize(
    ("table", "way"),
    [
        ([], None),
        (["eth0\t0001A8C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0"], None),
        (
            [
                "wlan0\t00000000\t0101A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0   ",
                "eth0\t00000000\t0101A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0   ",
                "eth0\t0001A8C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0   ",
            ],
            "eth0",
        ),
        (["", "usb0 00000000 0 1 0 0 -1 00000000", "eth0 00000000"], None),
    ],
)
def test_the_way_out_is_the_default_route_that_is_taken(table: list[str], way: str | None) -> None:
    assert way_out(table) == way


def test_port_80_goes_without_saying(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "lan_address", lambda: "192.168.1.5")
    assert typed_address("0.0.0.0", 80) == "192.168.1.5"
    assert typed_address("0.0.0.0", 8080) == "192.168.1.5:8080"
    assert typed_address("2001:db8::1", 80) == "[2001:db8::1]"
    assert url("table.local", 80) == "http://table.local/"


def test_what_only_this_machine_reaches_is_told_to_no_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "lan_address", lambda: "127.0.0.1")
    alone = ("0.0.0.0", "::", "127.0.0.1", "127.0.0.9", "::1", "localhost")
    assert [typed_address(host, 8080) for host in alone] == [None] * len(alone)
    assert own_url("0.0.0.0", 8080) == "http://127.0.0.1:8080/", "a browser on this machine opens it all the same"


def test_the_link_is_in_the_letters_that_a_qr_code_packs_closest() -> None:
    link = Invite(address="192.168.1.5:8080", code="ACDEFH", phones=0, token="MWQX").link
    assert link == "HTTP://192.168.1.5:8080/J/ACDEFHMWQX"
    assert set(link) <= set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
    assert Invite(address=None, code="ACDEFH", phones=0).link is None
