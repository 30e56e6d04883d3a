"""Does what `warglass hotspot` asks, and says how the Wi-Fi stands."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from companion.hotspot.network import HotspotError, Mode, Network, Profile, Radio
from companion.hotspot.wifi import Wifi, network_name, new_passphrase

RFKILL = Path("/sys/class/rfkill")


class Trouble(NamedTuple):
    """Says why no Wi-Fi can be opened: the fault, what to do, and what to type for that."""

    found: str
    advice: str
    command: str

    def __str__(self) -> str:
        return f"{self.found}. {self.advice}  {self.command}"


NO_WIFI = Trouble("There is no Wi-Fi that NetworkManager knows of", "See what it does know:", "nmcli device")
BLOCKED = Trouble(
    "The Wi-Fi is switched off, as a Raspberry Pi keeps it until it knows whose country's rules it has to follow",
    "Say yours by its two letters, then switch it on:",
    "sudo raspi-config nonint do_wifi_country GB; sudo nmcli radio wifi on",
)
SWITCHED_OFF = Trouble("The Wi-Fi is switched off at the machine, by a key or a switch", "See which:", "rfkill")
NOT_READY = Trouble("NetworkManager cannot use the Wi-Fi", "See what it says:", "nmcli device")
_MEANS = {
    Mode.ON: "on: it opens a Wi-Fi of its own, always",
    Mode.AUTO: "auto: it opens a Wi-Fi of its own where it finds none that it knows",
    Mode.OFF: "off: it opens no Wi-Fi of its own",
}


def turn(network: Network, mode: Mode, *, renew: bool, hostname: str, rfkill: Path = RFKILL) -> Wifi:
    """Brings the table's own Wi-Fi into that mode, and returns what phones need for it. Raises HotspotError.

    The passphrase is a new one if `renew`, or where it had none.
    """
    profile, radio = network.profile(), network.radio()
    if mode is not Mode.OFF:
        trouble = why_not(radio, rfkill=rfkill)
        if trouble is not None:
            raise HotspotError(str(trouble))
    had = None if profile is None else profile.wifi
    if had is None:
        wifi = Wifi(name=network_name(hostname), passphrase=new_passphrase())
    else:
        wifi = Wifi(name=had.name, passphrase=new_passphrase()) if renew else had
    network.write(mode, wifi)
    ours = radio is not None and radio.ours
    if mode is Mode.OFF:
        network.close()
    elif (mode is Mode.ON and not ours) or (ours and wifi != had):
        network.open()
    return wifi


def why_not(radio: Radio | None, *, rfkill: Path = RFKILL) -> Trouble | None:
    """Returns why this machine can open no Wi-Fi, and what to do about it; None where it can."""
    if radio is not None and radio.ready:
        return None
    switches = [_flags(each) for each in rfkill.glob("*") if _text(each / "type") == "wlan"]
    if any(hard for _, hard in switches):
        return SWITCHED_OFF
    if any(soft for soft, _ in switches):
        return BLOCKED
    return NO_WIFI if radio is None else NOT_READY


def stands(profile: Profile | None, radio: Radio | None, *, trouble: Trouble | None) -> Iterator[str]:
    """Yields how it stands, a line each."""
    mode = Mode.OFF if profile is None else profile.mode
    yield f"The hotspot is {_MEANS[mode]}."
    if radio is not None and radio.ours:
        yield "It is open now."
    elif radio is not None and radio.on is not None:
        yield f"This machine is on the Wi-Fi {radio.on}."
    elif trouble is not None:
        yield str(trouble)
    elif mode is Mode.AUTO:
        yield "It opens in a moment."
    if mode is Mode.OFF:
        yield "For a table without a Wi-Fi:  sudo warglass hotspot auto"


def _flags(switch: Path) -> tuple[bool, bool]:
    """Returns whether software blocks it, and whether hardware does."""
    return _text(switch / "soft") == "1", _text(switch / "hard") == "1"


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii").strip()
    except OSError:
        return ""
