"""The table's own Wi-Fi: what it is called, what lets phones in, and both as a QR code says them."""

import re
import secrets
from typing import Annotated

import msgspec

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
        """What a QR code says so that a phone's camera offers to join (ZXing's form, which Android and iOS read)."""
        return f"WIFI:T:WPA;S:{_escaped(self.name)};P:{_escaped(self.passphrase)};;"


def new_passphrase() -> str:
    """One that nobody has chosen."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def network_name(hostname: str) -> str:
    """What the network of a machine of this name is called: "Warglass", and behind it the name where that says more,
    so that two tables in one hall can be told apart."""
    own = re.sub(r"[^A-Za-z0-9-]", "", hostname.partition(".")[0])
    if own.lower() in COMMON or not own:
        return "Warglass"
    return f"Warglass-{own}"[:LONGEST_NAME].rstrip("-")


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)
