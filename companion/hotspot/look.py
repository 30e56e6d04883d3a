"""Checks the table's own Wi-Fi now and then while it is open.

A radio that is an access point does not look for known networks by itself. Without this, a box that has come home would
stay its own network. Run as `python -m companion.hotspot.look` by systemd/warglass-hotspot.service.
"""

import contextlib
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from companion.clock import SECOND, Clock, SystemClock
from companion.fields.decode import decoder_of
from companion.hotspot.network import HotspotError, KnownNetwork, Mode, Network, NetworkManager, Profile
from companion.hotspot.wifi import WRITTEN

TRIED = WRITTEN.with_name("tried.json")
FIRST_WAIT_S, LONGEST_WAIT_S, DOUBLED = 120, 3600, 4
"""Each network in range that could not be joined closes ours for a moment, so it is tried ever more rarely."""


class Tried(msgspec.Struct, frozen=True, kw_only=True):
    """Counts how often a known network could not be joined in a row, and the monotonic instant (ns) of the last try."""

    failures: int
    at: int


def look(network: Network, *, clock: Clock, written: Path = WRITTEN, tried: Path = TRIED) -> str | None:
    """Writes down for the table what is open, and joins a known network where no phone would lose ours.

    Returns what it did, None where that was not needed. Raises HotspotError, OSError.
    """
    profile, radio = network.profile(), network.radio()
    if profile is None or radio is None or not radio.ours:
        return None
    _write_down(profile, written)
    if profile.mode is not Mode.AUTO or network.crowded(radio) or not _due(_read(tried), clock.now()):
        return None
    home = choose(network.known(), network.in_the_air(radio))
    # The scan takes seconds, in which a phone may have come.
    if home is None or network.crowded(radio):
        return None
    if network.join(home):
        tried.unlink(missing_ok=True)
        return f"joined {home.name}"
    before = _read(tried)
    failures = 1 if before is None else before.failures + 1
    tried.write_bytes(msgspec.json.encode(Tried(failures=failures, at=clock.now())))
    return f"{home.name} is there, but could not be joined"


def choose(known: Sequence[KnownNetwork], around: frozenset[str]) -> KnownNetwork | None:
    """Returns the one that NetworkManager would rather have, of those in range."""
    return max((each for each in known if each.name in around), key=lambda each: each.priority, default=None)


def _due(tried: Tried | None, now: int) -> bool:
    if tried is None:
        return True
    wait_s = LONGEST_WAIT_S if tried.failures > DOUBLED else FIRST_WAIT_S << tried.failures
    return now - tried.at >= wait_s * SECOND


def _write_down(profile: Profile, written: Path) -> None:
    """Writes it in one piece: the table may read at any time."""
    if profile.wifi is None:
        return
    wanted = msgspec.json.encode(profile.wifi)
    with contextlib.suppress(FileNotFoundError):
        if written.read_bytes() == wanted:
            return
    beside = written.with_suffix(".new")
    beside.write_bytes(wanted)
    beside.replace(written)


def _read(tried: Path) -> Tried | None:
    try:
        return decoder_of(Tried).decode(tried.read_bytes())
    except (OSError, msgspec.MsgspecError):
        return None


if __name__ == "__main__":
    try:
        done = look(NetworkManager(), clock=SystemClock())
    except HotspotError as error:
        sys.exit(str(error))
    if done is not None:
        print(done)
