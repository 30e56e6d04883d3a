"""Whether the table's own Wi-Fi is open now, as a service may find out that is kept from everything else."""

from pathlib import Path

import msgspec

from companion.hotspot.wifi import Wifi
from companion.system.interfaces import interfaces

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
    """How many have answered on that interface, from the kernel's table of neighbours (proc(5), /proc/net/arp)."""
    rows = (line.split() for line in neighbours.splitlines()[1:])
    return sum(1 for row in rows if len(row) == 6 and row[5] == radio and row[2] == f"{_ANSWERS:#x}")
