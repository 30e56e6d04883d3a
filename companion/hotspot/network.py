"""What the hotspot needs of the machine's network, whoever keeps it."""

from collections.abc import Sequence
from enum import Enum
from typing import Protocol

import msgspec

from companion.errors import WarglassError
from companion.hotspot.wifi import Wifi


class HotspotError(WarglassError):
    """The machine's Wi-Fi cannot do what was asked. The message says why, and what to do."""


class Mode(Enum):
    """When the table's own Wi-Fi is open: always, never, or while no known one can be joined."""

    ON = "on"
    OFF = "off"
    AUTO = "auto"


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """The table's own Wi-Fi as the machine keeps it. `wifi` is None where whoever asks may not know its passphrase."""

    mode: Mode
    wifi: Wifi | None


class Radio(msgspec.Struct, frozen=True, kw_only=True):
    """The antenna. `ours`: our network is open on it; `on` is what else it is joined to. `ready`: it can be used."""

    device: str
    ready: bool
    ours: bool = False
    on: str | None = None


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """A network that this machine joins by itself."""

    id: str
    name: str
    priority: int


class Network(Protocol):
    """Each raises HotspotError where the machine does not answer. One thread."""

    def profile(self) -> Profile | None:
        """None before there is one."""

    def write(self, mode: Mode, wifi: Wifi) -> None:
        """Makes the profile, or changes it. It outlives restarts."""

    def radio(self) -> Radio | None: ...

    def open(self) -> None:
        """Opens our network now, whatever else the radio is joined to. Raises HotspotError where that fails."""

    def close(self) -> None:
        """Closes it now, if it is open."""

    def known(self) -> Sequence[Known]: ...

    def join(self, known: Known) -> bool:
        """Leaves our network for that one; whether it came to that."""

    def crowded(self, radio: Radio) -> bool:
        """Whether anybody is in our network."""

    def in_the_air(self, radio: Radio) -> frozenset[str]:
        """The names of the networks around, listened for while ours stays open; takes some seconds."""
