"""The table's own Wi-Fi: what it is called, what lets phones in, and whether it is open now."""

import re
import secrets
from pathlib import Path
from typing import Annotated

import msgspec

from companion.system.addresses import interfaces

# The table's own Wi-Fi: what it is called, what lets phones in, and both as a QR code says them.

LETTERS = "acdefhjkmnpqrtuvwxy34679"
"""What can be told from everything else, read from a small screen and typed with a thumb."""
LENGTH = 12
"""55 bits: who has recorded a phone joining tries them all in some thousand years on a graphics card."""
LONGEST_NAME = 16
"""Of the 32 letters that a network's name may have: so many fit a screen, as a QR code and beside it."""
COMMON = {"warglass", "raspberrypi", "localhost"}

_SPECIAL = re.compile(r'([\\;,":])')


class Wifi(msgspec.Struct, frozen=True, kw_only=True):
    """What a phone has to know to get in. `passphrase` is WPA's: 8 to 63 characters."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=32)]
    passphrase: Annotated[str, msgspec.Meta(min_length=8, max_length=63)]

    @property
    def link(self) -> str:
        """Returns what a QR code says so that a phone's camera offers to join (ZXing's form, which Android and iOS
        read)."""
        return f"WIFI:T:WPA;S:{_escaped(self.name)};P:{_escaped(self.passphrase)};;"


def new_passphrase() -> str:
    """Returns one that nobody has chosen."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def network_name(hostname: str) -> str:
    """Returns what the network of a machine of this name is called: "Warglass", and behind it the name where that says
    more, so that two tables in one hall can be told apart."""
    own = re.sub(r"[^A-Za-z0-9-]", "", hostname.partition(".")[0])
    if own.lower() in COMMON or not own:
        return "Warglass"
    return f"Warglass-{own}"[:LONGEST_NAME].rstrip("-")


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


# Whether the table's own Wi-Fi is open now, as a service may find out that is kept from everything else.

WRITTEN = Path("/run/warglass-hotspot/wifi.json")
"""What `companion.hotspot.look` writes, which may ask NetworkManager for the passphrase, for the service's group."""
NEIGHBOURS = Path("/proc/self/net/arp")
_LONGEST = 1024
_ANSWERS = 0x2
"""linux/if_arp.h, ATF_COM: the neighbour's hardware address is known."""


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """The open network, and how many phones have been heard in it so far."""

    wifi: Wifi
    guests: int


def opened(*, written: Path = WRITTEN, neighbours: Path = NEIGHBOURS) -> Opened | None:
    """None while it is closed, or nobody has written down yet what it is."""
    radio = next((each.name for each in interfaces() if each.ours), None)
    if radio is None:
        return None
    try:
        with written.open("rb") as file:
            wifi = msgspec.json.decode(file.read(_LONGEST), type=Wifi)
        heard = guests(neighbours.read_text(encoding="ascii"), radio)
    except (OSError, ValueError, msgspec.MsgspecError):
        return None
    return Opened(wifi=wifi, guests=heard)


def guests(neighbours: str, radio: str) -> int:
    """Returns how many have answered on that interface, from the kernel's table of neighbours (proc(5),
    /proc/net/arp)."""
    rows = (line.split() for line in neighbours.splitlines()[1:])
    return sum(1 for row in rows if len(row) == 6 and row[5] == radio and row[2] == f"{_ANSWERS:#x}")
