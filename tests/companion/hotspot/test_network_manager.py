"""What nmcli and iw are asked, and how their answers are read: as version 1.42 and 5.19 gave them."""

import subprocess
from collections.abc import Sequence

import pytest

from companion.hotspot import network as network_manager
from companion.hotspot.network import HotspotError, KnownNetwork, Mode, NetworkManager, Profile, Radio, run
from companion.hotspot.wifi import Wifi

DEVICES = """wlan0:wifi:{state}:{connection}
lo:loopback:connected (externally):lo
p2p-dev-wlan0:wifi-p2p:disconnected:
"""
SCANNED = "\n".join(
    [
        "BSS 02:00:00:00:02:00(on wlan0)",
        "\tlast seen: 7092 ms ago",
        "\tSSID: Home",
        "\tSupported rates: 1.0* 2.0*",
        "\t\t * Multiple BSSID",
        "BSS 02:00:00:00:03:00(on wlan0)",
        "\tSSID: Caf\\xc3\\xa9 \\x5cdu coin\\x20",
        "BSS 02:00:00:00:04:00(on wlan0)",
        "\tSSID: ",
    ]
)
ABSENT = "Error: warglass-hotspot - no such profile.\n"
WORDS = {"general", "device", "show", "up", "add", "modify", "down", "dump"}
WIFI = Wifi(name="Warglass", passphrase="k7mq2pxrwd4h")


class Machine:
    """Answers what begins so; and takes note."""

    def __init__(self, **answers: str) -> None:
        self.answers = {
            "general": "running\n",
            "device": DEVICES.format(state="disconnected", connection=""),
            **answers,
        }
        self.asked: list[Sequence[str]] = []

    def __call__(self, command: Sequence[str], _: float) -> "subprocess.CompletedProcess[str]":
        self.asked.append(command)
        said = self.answers.get(self.what(command))
        status, out, wrong = (0, said, "") if said is not None else (10, "", ABSENT)
        return subprocess.CompletedProcess(command, status, stdout=out, stderr=wrong)

    @staticmethod
    def what(command: Sequence[str]) -> str:
        words = [each for each in command if each in WORDS]
        return " ".join([*words, command[-1]]) if "uuid" in command else words[-1] if words else command[3]


def manager(machine: Machine) -> NetworkManager:
    return NetworkManager(machine, wait=lambda _: None)


@pytest.mark.parametrize(
    ("said", "mode"),
    [
        ("yes\n-999\nWarglass\nk7mq2pxrwd4h\n", Mode.AUTO),
        ("yes\n999\nWarglass\nk7mq2pxrwd4h\n", Mode.ON),
        ("no\n-999\nWarglass\nk7mq2pxrwd4h\n", Mode.OFF),
    ],
)
def test_the_mode_is_what_networkmanager_does_by_itself(said: str, mode: Mode) -> None:
    assert manager(Machine(show=said)).profile() == Profile(mode=mode, wifi=WIFI)


def test_who_may_not_know_the_passphrase_knows_the_mode() -> None:
    assert manager(Machine(show="yes\n-999\nWarglass\n\n")).profile() == Profile(mode=Mode.AUTO, wifi=None)


def test_without_a_profile_there_is_none_and_without_networkmanager_that_is_said() -> None:
    assert manager(Machine()).profile() is None
    with pytest.raises(HotspotError, match="systemctl enable --now NetworkManager"):
        manager(Machine(general="not running\n")).profile()


@pytest.mark.parametrize(
    ("state", "connection", "radio"),
    [
        ("disconnected", "", Radio(device="wlan0", ready=True)),
        ("unavailable", "", Radio(device="wlan0", ready=False)),
        ("connected", "warglass-hotspot", Radio(device="wlan0", ready=True, ours=True)),
        ("connected", "Pub: the Crown", Radio(device="wlan0", ready=True, on="Pub: the Crown")),
    ],
)
def test_the_radio_and_what_it_is_joined_to(state: str, connection: str, radio: Radio) -> None:
    assert manager(Machine(device=DEVICES.format(state=state, connection=connection))).radio() == radio
    assert manager(Machine(device="lo:loopback:connected:lo\n")).radio() is None


def test_what_is_written_is_one_network_of_its_own_that_shares_nothing_but_itself() -> None:
    machine = Machine(add="")
    manager(machine).write(Mode.AUTO, WIFI)
    (added,) = [each for each in machine.asked if "add" in each]
    pairs = dict(zip(added[added.index("ssid") :: 2], added[added.index("ssid") + 1 :: 2], strict=True))
    assert pairs["connection.autoconnect"] == "yes"
    assert pairs["connection.autoconnect-priority"] == "-999", "every known network has 0 or more"
    assert (pairs["802-11-wireless.mode"], pairs["ipv4.method"]) == ("ap", "shared")
    assert pairs["ipv4.addresses"] == "10.42.0.1/24"
    assert pairs["802-11-wireless-security.key-mgmt"] == "wpa-psk"
    assert pairs["802-11-wireless-security.pmf"] == "disable", "or a Pi's driver lets nobody in"
    assert pairs["802-11-wireless-security.psk"] == WIFI.passphrase
    machine = Machine(show="yes\n-999\nWarglass\nk7mq2pxrwd4h\n", modify="")
    manager(machine).write(Mode.OFF, WIFI)
    (modified,) = [each for each in machine.asked if "modify" in each]
    assert modified[modified.index("connection.autoconnect") + 1] == "no"


def test_known_are_those_that_it_would_join_by_itself() -> None:
    machine = Machine(
        **{
            "show": "1:802-11-wireless\n2:802-11-wireless\n3:802-3-ethernet\n4:802-11-wireless\n5:802-11-wireless\n",
            "show 1": "yes\n0\ninfrastructure\nHome\n",
            "show 2": "yes\n-999\nap\nWarglass\n",
            "show 4": "no\n0\ninfrastructure\nOld flat\n",
            "show 5": "yes\n-7\n\nCafé \\du coin\n",
        }
    )
    assert manager(machine).known() == [
        KnownNetwork(id="1", name="Home", priority=0),
        KnownNetwork(id="5", name="Café \\du coin", priority=-7),
    ]


def test_the_air_is_heard_without_closing_and_names_are_read_as_they_are() -> None:
    machine = Machine(dump=SCANNED, scan="", trigger="")
    heard = manager(machine).in_the_air(Radio(device="wlan0", ready=True, ours=True))
    assert heard == {"Home", "Café \\du coin ", ""}
    assert machine.asked[0] == ("iw", "dev", "wlan0", "scan", "trigger", "ap-force")


def test_what_fails_is_said_as_networkmanager_says_it() -> None:
    with pytest.raises(HotspotError, match=r"^warglass-hotspot - no such profile\.$"):
        manager(Machine()).open()


def test_a_program_that_is_missing_or_stuck_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network_manager, "WHERE", "/nowhere")
    for program in ("nmcli", "iw"):
        with pytest.raises(HotspotError, match="sudo apt install"):
            run((program,), 5)
    monkeypatch.undo()
    with pytest.raises(HotspotError, match="sleep does not answer"):
        run(("sleep", "5"), 0.01)
