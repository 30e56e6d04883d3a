"""The configuration, the state directory and the service."""

from collections.abc import Iterator

from companion.panel.notes import claimed_pins
from hardware.doctor.finding import Finding, fail, ok, skipped, warn
from hardware.doctor.installation import SERVICE_STATE, Installation
from hardware.doctor.running_table import table_process

_MB = 1_000_000
ENOUGH, TOO_LITTLE = 100 * _MB, 10 * _MB
"""Bytes of free disk below which a warning is due, and below which a game night may not fit any more."""


def check_config(at: Installation) -> Iterator[Finding]:
    """The file, read as the service reads it: what is wrong is named by key and line."""
    if at.config is None:
        # What cannot be opened has no line to put right.
        readable = "cannot be read" not in at.trouble
        yield fail(
            "config",
            at.trouble,
            "Put that line right." if readable else "Name a file that is there with --config, and make it readable.",
            command=f"sudo nano {at.file}" if readable else f"sudo chmod a+r {at.file}",
        )
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
    if at.machine.may_open(str(there)):
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
    free = at.machine.free_bytes(str(at.state))
    found = f"{free / _MB:,.0f} MB free for {at.state}"
    if free >= ENOUGH:
        yield ok("disk", found)
        return
    report = fail if free < TOO_LITTLE else warn
    yield report("disk", found, "Make room: the package manager's cache can go.", command="sudo apt clean")
