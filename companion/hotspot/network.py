"""Says what the hotspot needs of the machine's network, and gets it from NetworkManager."""

import re
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import Protocol

import msgspec

from companion.errors import WarglassError
from companion.fields.numbers import whole
from companion.hotspot.wifi import Wifi
from companion.system.addresses import OURS


class HotspotError(WarglassError):
    """Reports that the machine's Wi-Fi cannot do what was asked. The message says why, and what to do."""


class Mode(Enum):
    """Says when the table's own Wi-Fi is open: always, never, or while no known one can be joined."""

    ON = "on"
    OFF = "off"
    AUTO = "auto"


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the table's own Wi-Fi as the machine keeps it. `wifi` is None where the caller may not know its
    passphrase.
    """

    mode: Mode
    wifi: Wifi | None


class Radio(msgspec.Struct, frozen=True, kw_only=True):
    """Describes the antenna. `ours`: our network is open on it; `on` is what else it is joined to. `ready`: it
    works.
    """

    device: str
    ready: bool
    ours: bool = False
    on: str | None = None


class KnownNetwork(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a network that this machine joins by itself."""

    id: str
    name: str
    priority: int


class Network(Protocol):
    """Describes the machine's network. Each method raises HotspotError where the machine does not answer. One
    thread.
    """

    def profile(self) -> Profile | None:
        """Returns the profile; None before there is one."""

    def write(self, mode: Mode, wifi: Wifi) -> None:
        """Makes the profile, or changes it. It outlives restarts."""

    def radio(self) -> Radio | None: ...

    def open(self) -> None:
        """Opens our network now, whatever else the radio is joined to. Raises HotspotError where that fails."""

    def close(self) -> None:
        """Closes it now, if it is open."""

    def known(self) -> Sequence[KnownNetwork]: ...

    def join(self, known: KnownNetwork) -> bool:
        """Leaves our network for that one. Returns True where it could be joined."""

    def crowded(self, radio: Radio) -> bool:
        """Returns True where a phone is in our network."""

    def in_the_air(self, radio: Radio) -> frozenset[str]:
        """Returns the names of the networks around, while ours stays open; takes some seconds."""


# The network as NetworkManager keeps it, on every Raspberry Pi OS since Bookworm. Asked by its own command.

PROFILE = "warglass-hotspot"
"""NetworkManager has this name for it; systemd/warglass.dispatcher goes by that too."""
FIRST, LAST = "999", "-999"
"""The ends of what NetworkManager takes as a priority; those it makes by itself have 0."""
OPENING_S = 45
JOINING_S = 45
LISTENING_S = 7
"""A radio that is also an access point listens on one channel after another, some tenths of a second each."""
WHERE = "/usr/sbin:/usr/bin:/sbin:/bin"
"""The programs are the system's, for every caller."""
_ANSWER_S = 20
_SETTINGS = (
    "802-11-wireless.mode=ap",
    # The one that every phone has, and every radio may open without knowing which country it is in.
    "802-11-wireless.band=bg",
    "802-11-wireless-security.key-mgmt=wpa-psk",
    # WPA2 alone: the Pi's own radio cannot open WPA3. That needs management frames protected, with which the Pi's
    # driver
    # lets no phone in, or does not open at all.
    "802-11-wireless-security.proto=rsn",
    "802-11-wireless-security.pairwise=ccmp",
    "802-11-wireless-security.group=ccmp",
    "802-11-wireless-security.pmf=disable",
    "ipv4.method=shared",
    f"ipv4.addresses={OURS}/24",
    "ipv6.method=disabled",
)

Run = Callable[[Sequence[str], float], "subprocess.CompletedProcess[str]"]


def run(command: Sequence[str], patience_s: float) -> "subprocess.CompletedProcess[str]":
    """Runs it. Raises HotspotError where the program is missing or does not come to an end."""
    environment = {"PATH": WHERE, "LC_ALL": "C.UTF-8"}
    try:
        return subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=patience_s, env=environment, errors="replace"
        )
    except FileNotFoundError:
        raise HotspotError(_MISSING[command[0]]) from None
    except subprocess.TimeoutExpired:
        late = f"{command[0]} does not answer. Try again, or  sudo systemctl restart NetworkManager"
        raise HotspotError(late) from None


_MISSING = {
    "nmcli": "NetworkManager opens the Wi-Fi, and is not on this machine:  sudo apt install network-manager",
    "iw": "There is no iw on this machine, which lists the phones in its Wi-Fi:  sudo apt install iw",
}


class NetworkManager:
    """Uses nmcli and iw, see `Network`."""

    def __init__(self, run: Run = run, wait: Callable[[float], None] = time.sleep) -> None:
        self._run = run
        self._wait = wait

    def profile(self) -> Profile | None:
        fields = (
            "connection.autoconnect",
            "connection.autoconnect-priority",
            "802-11-wireless.ssid",
            "802-11-wireless-security.psk",
        )
        asked = self._run(_nmcli("-s", "-g", ",".join(fields), "connection", "show", "id", PROFILE), _ANSWER_S)
        if asked.returncode:
            self._running()
            return None
        by_itself, priority, name, passphrase = (*asked.stdout.split("\n"), "", "", "", "")[:4]
        mode = Mode.OFF if by_itself != "yes" else Mode.AUTO if priority.startswith("-") else Mode.ON
        return Profile(mode=mode, wifi=Wifi(name=name, passphrase=passphrase) if name and passphrase else None)

    def write(self, mode: Mode, wifi: Wifi) -> None:
        settings = [
            f"connection.autoconnect={'no' if mode is Mode.OFF else 'yes'}",
            f"connection.autoconnect-priority={FIRST if mode is Mode.ON else LAST}",
            f"802-11-wireless.ssid={wifi.name}",
            *_SETTINGS,
            f"802-11-wireless-security.psk={wifi.passphrase}",
        ]
        pairs = [part for setting in settings for part in setting.split("=", 1)]
        if self.profile() is None:
            new = ("connection", "add", "type", "wifi", "con-name", PROFILE, "ssid", wifi.name)
            self._must(_nmcli(*new, *pairs))
        else:
            self._must(_nmcli("connection", "modify", "id", PROFILE, *pairs))

    def radio(self) -> Radio | None:
        for device, kind, state, connection in self._table("DEVICE,TYPE,STATE,CONNECTION", "device"):
            if kind == "wifi":
                ready = state not in ("unavailable", "unmanaged")
                on = connection if ready and connection else None
                return Radio(device=device, ready=ready, ours=on == PROFILE, on=None if on == PROFILE else on)
        return None

    def open(self) -> None:
        self._must(_nmcli("--wait", str(OPENING_S), "connection", "up", "id", PROFILE), OPENING_S + _ANSWER_S)

    def close(self) -> None:
        radio = self.radio()
        if radio is not None and radio.ours:
            self._must(_nmcli("connection", "down", "id", PROFILE), OPENING_S)

    def known(self) -> Sequence[KnownNetwork]:
        fields = "connection.autoconnect,connection.autoconnect-priority,802-11-wireless.mode,802-11-wireless.ssid"
        found = []
        for id, kind in self._table("UUID,TYPE", "connection", "show"):
            if kind != "802-11-wireless":
                continue
            asked = self._run(_nmcli("-g", fields, "connection", "show", "uuid", id), _ANSWER_S)
            by_itself, priority, mode, name = (*asked.stdout.split("\n"), "", "", "", "")[:4]
            if by_itself == "yes" and mode in ("", "infrastructure") and name:
                found.append(KnownNetwork(id=id, name=name, priority=whole(priority, least=-999, most=999) or 0))
        return found

    def join(self, known: KnownNetwork) -> bool:
        up = _nmcli("--wait", str(JOINING_S), "connection", "up", "uuid", known.id)
        return self._run(up, JOINING_S + _ANSWER_S).returncode == 0

    def crowded(self, radio: Radio) -> bool:
        return bool(self._must(("iw", "dev", radio.device, "station", "dump")).strip())

    def in_the_air(self, radio: Radio) -> frozenset[str]:
        # In two steps: iw's "scan", which waits for the end by itself, has been seen to wait for ever.
        self._must(("iw", "dev", radio.device, "scan", "trigger", "ap-force"))
        self._wait(LISTENING_S)
        heard = self._must(("iw", "dev", radio.device, "scan", "dump"))
        lines = (line.lstrip() for line in heard.splitlines())
        return frozenset(_name(line.removeprefix("SSID: ")) for line in lines if line.startswith("SSID: "))

    def _table(self, fields: str, *what: str) -> Iterator[Sequence[str]]:
        for line in self._must(_nmcli("-t", "-f", fields, *what)).splitlines():
            yield line.split(":", fields.count(","))

    def _must(self, command: Sequence[str], patience_s: float = _ANSWER_S) -> str:
        done = self._run(command, patience_s)
        if done.returncode:
            self._running()
            raise HotspotError(_last_line(done))
        return done.stdout

    def _running(self) -> None:
        if self._run(_nmcli("-t", "-f", "RUNNING", "general"), _ANSWER_S).stdout.strip() != "running":
            raise HotspotError("NetworkManager is not running:  sudo systemctl enable --now NetworkManager")


def _nmcli(*arguments: str) -> Sequence[str]:
    # Not escaped: a network may be called what it likes, and is always the last of a line.
    return ("nmcli", "--escape", "no", *arguments)


def _last_line(done: "subprocess.CompletedProcess[str]") -> str:
    """Returns its last line, without the name of its speaker."""
    lines = (done.stderr.strip() or done.stdout.strip() or f"{done.args[0]} failed").splitlines()
    return lines[-1].removeprefix("Error: ")


def _name(written: str) -> str:
    """Returns a network's name as iw writes it: all but plain letters as \\xNN, a byte each."""
    parts = re.split(r"\\x([0-9a-f]{2})", written)
    pieces = [bytes.fromhex(part) if index % 2 else part.encode() for index, part in enumerate(parts)]
    return b"".join(pieces).decode(errors="replace")
