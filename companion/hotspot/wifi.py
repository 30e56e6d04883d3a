"""Describes the table's own Wi-Fi: its name, its passphrase, and whether it is open now."""

import re
import secrets
from pathlib import Path
from typing import Annotated

import msgspec

from companion.fields.decode import decoder_of
from companion.system.addresses import interfaces

# The table's own Wi-Fi: its name, its passphrase, and both as a QR code says them.

LETTERS = "acdefhjkmnpqrtuvwxy34679"
"""Lists letters that cannot be confused, read from a small screen and typed with a thumb."""
LENGTH = 12
"""55 bits: an attacker who has recorded a phone joining tries them all in some thousand years on a graphics card."""
LONGEST_NAME = 16
"""Of the 32 letters that a network's name may have, this many fit a screen, as a QR code and beside it."""
COMMON = {"warglass", "raspberrypi", "localhost"}

_SPECIAL = re.compile(r'([\\;,":])')


class Wifi(msgspec.Struct, frozen=True, kw_only=True):
    """Holds what a phone has to know to get in. `passphrase` is WPA's: 8 to 63 characters."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=32)]
    passphrase: Annotated[str, msgspec.Meta(min_length=8, max_length=63)]

    @property
    def link(self) -> str:
        """Returns the QR code's text, so that a phone's camera offers to join.

        It has ZXing's form, which Android and iOS read.
        """
        return f"WIFI:T:WPA;S:{_escaped(self.name)};P:{_escaped(self.passphrase)};;"


def new_passphrase() -> str:
    """Returns a new passphrase, drawn at random."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def network_name(hostname: str) -> str:
    """Returns the network's name on a machine of that name: "Warglass", with the machine's name where that says more.

    So players can distinguish two tables in one hall.
    """
    own = re.sub(r"[^A-Za-z0-9-]", "", hostname.partition(".")[0])
    if own.lower() in COMMON or not own:
        return "Warglass"
    return f"Warglass-{own}"[:LONGEST_NAME].rstrip("-")


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


# Whether the table's own Wi-Fi is open now, as a service can find out that may do no more than that.

WRITTEN = Path("/run/warglass-hotspot/wifi.json")
"""`companion.hotspot.look`, which may ask NetworkManager for the passphrase, writes this for the service's group."""
NEIGHBOURS = Path("/proc/self/net/arp")
_LONGEST = 1024
_ANSWERS = 0x2
"""ATF_COM of linux/if_arp.h: the neighbour's hardware address is known."""


class OpenedWifi(msgspec.Struct, frozen=True, kw_only=True):
    """Describes the open network, and how many phones have answered in it so far."""

    wifi: Wifi
    guests: int


def open_network(*, written: Path = WRITTEN, neighbours: Path = NEIGHBOURS) -> OpenedWifi | None:
    """Returns the open network. Returns None while it is closed, or has not been written down yet."""
    radio = next((each.name for each in interfaces() if each.ours), None)
    if radio is None:
        return None
    try:
        with written.open("rb") as file:
            wifi = decoder_of(Wifi).decode(file.read(_LONGEST))
        heard = guests(neighbours.read_text(encoding="ascii"), radio)
    except (OSError, ValueError, msgspec.MsgspecError):
        return None
    return OpenedWifi(wifi=wifi, guests=heard)


def guests(neighbours: str, radio: str) -> int:
    """Returns how many have answered on that interface, from the kernel's table of neighbours (proc(5),
    /proc/net/arp).
    """
    rows = (line.split() for line in neighbours.splitlines()[1:])
    return sum(1 for row in rows if len(row) == 6 and row[5] == radio and row[2] == f"{_ANSWERS:#x}")
