"""A Wi-Fi of the table's own, for a room without one."""

from collections.abc import Iterator

from companion.hotspot.asked import why_not
from companion.hotspot.network import HotspotError, Mode
from hardware.doctor.finding import Finding, ok, skipped, warn
from hardware.doctor.installation import Installation

AUTO = "sudo warglass hotspot auto"


def check_hotspot(at: Installation) -> Iterator[Finding]:
    """Whether it opens where it was asked for."""
    try:
        network = at.machine.network()
        profile, radio = network.profile(), network.radio()
    except HotspotError as error:
        yield skipped("hotspot", str(error))
        return
    mode = Mode.OFF if profile is None else profile.mode
    trouble = why_not(radio)
    if mode is Mode.OFF:
        yield ok("hotspot", f"off; for a room without a Wi-Fi:  {AUTO}")
    elif trouble is not None:
        yield warn("hotspot", f"{mode.value}, but: {trouble.found}", trouble.advice, command=trouble.command)
    else:
        yield ok("hotspot", f"{mode.value}, {'open now' if radio and radio.ours else 'closed now'}")
