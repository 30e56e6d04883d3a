"""A machine's network without a machine: a radio, what it knows, and what is around."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.hotspot.network import HotspotError, KnownNetwork, Mode, Profile, Radio
from companion.hotspot.wifi import Wifi


@dataclass
class Air:
    """`around` are the names in the air; `refuses` those that cannot be joined though they are there."""

    saved: Profile | None = None
    ready: bool = True
    on: str | None = None
    open_now: bool = False
    nets: list[KnownNetwork] = field(default_factory=list)
    around: set[str] = field(default_factory=set)
    refuses: set[str] = field(default_factory=set)
    guests: int = 0
    comes_while_listening: bool = False
    heard: int = 0
    """How often the radio has listened."""
    opened: int = 0

    def profile(self) -> Profile | None:
        return self.saved

    def write(self, mode: Mode, wifi: Wifi) -> None:
        self.saved = Profile(mode=mode, wifi=wifi)

    def radio(self) -> Radio | None:
        return Radio(device="wlan0", ready=self.ready, ours=self.open_now, on=None if self.open_now else self.on)

    def open(self) -> None:
        if not self.ready:
            raise HotspotError("not ready")
        self.open_now, self.on = True, None
        self.opened += 1

    def close(self) -> None:
        self.open_now = False

    def known(self) -> Sequence[KnownNetwork]:
        return self.nets

    def join(self, known: KnownNetwork) -> bool:
        if known.name in self.refuses:
            return False
        self.open_now, self.on = False, known.name
        return True

    def crowded(self, radio: Radio) -> bool:
        return self.guests > 0

    def in_the_air(self, radio: Radio) -> frozenset[str]:
        self.heard += 1
        self.guests += self.comes_while_listening
        return frozenset(self.around)
