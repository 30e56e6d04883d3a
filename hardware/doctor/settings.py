"""The configuration, the state directory and the service."""

from collections.abc import Iterator

from companion.panel.notes import claimed_pins
from hardware.doctor.finding import Finding, fail, ok, skipped, warn
from hardware.doctor.installation import SERVICE_STATE, Installation
from hardware.doctor.mounts import mount_of
from hardware.doctor.running_table import table_process

_MB = 1_000_000
ENOUGH, TOO_LITTLE = 100 * _MB, 10 * _MB
"""Bytes of free disk below which a warning is due, and below which a game night may not fit any more."""

OVERLAY = "overlayroot"
"""What raspi-config's overlay file system is called where it is mounted."""


def check_config(at: Installation) -> Iterator[Finding]:
    """The file, read as the service reads it: what is wrong is named by key and line."""
    if at.config is None:
        yield fail("config", at.trouble, at.advice, command=at.command)
        return
    panel = at.config.panel
    source = "what comes with Warglass" if at.source is None else str(at.source)
    parts = f"{len(panel.screens)} screens, {len(panel.controls)} buttons"
    yield ok("config", f"{source}: panel {panel.name!r} with {parts}")
    for key, note in claimed_pins(panel):
        yield warn(
            "config", note, "Or give it another pin there.", command=f"sudo nano {at.file}", subject=f"panel.{key}"
        )


def check_service(at: Installation) -> Iterator[Finding]:
    """Whether the table is running already, and holds pins and port."""
    process = table_process(at)
    if process is not None:
        yield ok("service", f"running (process {process}), so its pins and screens are left alone")
    elif at.installed:
        yield warn(
            "service",
            "installed, but not running",
            "Start it, and if it stops again, see why.",
            command="sudo systemctl start warglass; journalctl -eu warglass",
        )
    else:
        yield ok("service", "not running, so everything can be looked at")


def check_state(at: Installation) -> Iterator[Finding]:
    """The state directory: the journal, the join code and lgpio's FIFO are in it."""
    folder = str(at.state)
    owner = at.machine.owner(folder)
    there = next((each for each in (at.state, *at.state.parents) if at.machine.owner(str(each))), at.state)
    mount = mount_of(at, folder)
    if mount is not None and mount.read_only:
        yield skipped("state", f"{folder} is on a disk that is read-only")
    elif at.machine.may_open(str(there)):
        yield ok("state", f"{folder} can be written" if owner else f"{folder} is made at the first start")
    elif folder == SERVICE_STATE and owner == "warglass":
        yield skipped("state", f"{folder} is the service's own, and not for {at.machine.user} to look into")
    else:
        yield fail(
            "state",
            f"{there} cannot be written by {at.machine.user}",
            "Choose another folder with --state, or make it yours.",
            command=f"sudo chown -R $USER {there}" if owner else "",
        )


def check_disk(at: Installation) -> Iterator[Finding]:
    """Whether what is played tonight can be written down."""
    mount = mount_of(at, str(at.state))
    if mount is not None and mount.read_only:
        yield fail(
            "disk",
            f"read-only at {mount.place}, so no game can be saved in {at.state}",
            "The system makes a failing card read-only: restart, and if that comes back, copy the card to a new one.",
            command="dmesg | grep -iE 'mmc|ext4'; sudo reboot",
        )
        return
    if mount is not None and mount.source == OVERLAY:
        yield warn(
            "disk",
            f"what is saved in {at.state} is gone when the Pi is switched off: the overlay file system is on",
            "Switch it off and restart.",
            command="sudo raspi-config nonint disable_overlayfs && sudo reboot",
        )
        return
    free = at.machine.free_bytes(str(at.state))
    found = f"{free / _MB:,.0f} MB free for {at.state}"
    if free >= ENOUGH:
        yield ok("disk", found)
        return
    report, full = (fail, "full") if free < TOO_LITTLE else (warn, "almost full")
    yield report("disk", f"{full}, {found}", "Make room: the package manager's cache can go.", command="sudo apt clean")
