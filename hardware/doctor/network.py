"""Checks the table's own Wi-Fi, for a room without one, and how phones find the table."""

import re
from collections.abc import Iterator

from companion.hotspot.command import why_not
from companion.hotspot.network import HotspotError, Mode
from companion.system.addresses import url
from hardware.doctor.installation import Finding, Installation, fail, ok, skipped, warn
from hardware.doctor.machine import Port

AUTO = "sudo warglass hotspot auto"


def check_hotspot(at: Installation) -> Iterator[Finding]:
    """Checks whether the Wi-Fi opens, where it was asked for."""
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


# How phones find the table.

AVAHI = "/run/avahi-daemon/socket"
_LOOPBACK = re.compile(r"127\.|::1$|localhost$")
_NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", re.IGNORECASE)
"""Matches a name that can stand in an address (RFC 1123, 2.1)."""


def check_address(at: Installation) -> Iterator[Finding]:
    """Checks the address that phones open."""
    if at.config is None:
        yield skipped("address", "the configuration cannot be read")
        return
    web = at.config.web
    if _LOOPBACK.match(web.host):
        yield warn(
            "address",
            f"served on {web.host} only, where no phone can reach it",
            "Delete the host line below [web]: then all of this machine's addresses are served.",
            command=f"sudo nano {at.file}",
        )
    elif _LOOPBACK.match(at.machine.lan_address()):
        yield warn(
            "address",
            "this machine is on no network, so no phone can find it",
            "Join the Wi-Fi that the phones are on, or plug the cable in.",
            command="sudo nmtui",
        )
    else:
        wild = web.host in ("0.0.0.0", "::", "")
        yield ok("address", f"phones open {url(at.machine.lan_address() if wild else web.host, web.port)}")


def check_name(at: Installation) -> Iterator[Finding]:
    """Checks the name that phones may use in place of the address, and which daemon answers to it."""
    name = at.machine.hostname.removesuffix(".local")
    short = name.partition(".")[0]
    if short == "localhost" or not _NAME.fullmatch(short):
        yield warn(
            "name",
            f"the name {name!r} cannot be used on the network",
            "Give the machine a name of letters, digits and hyphens.",
            command="sudo hostnamectl set-hostname warglass",
        )
    elif not at.machine.glob(AVAHI):
        yield warn(
            "name",
            f"no daemon answers for {short}.local, so phones need the address above",
            "Install the daemon that does.",
            command="sudo apt install avahi-daemon",
        )
    else:
        port = 80 if at.config is None else at.config.web.port
        yield ok("name", f"phones may open {url(f'{short}.local', port)} as well")


def check_port(at: Installation) -> Iterator[Finding]:
    """Checks whether the port is free, or which program has it."""
    if at.config is None:
        yield skipped("port", "the configuration cannot be read")
        return
    web = at.config.web
    edit = f"sudo nano {at.file}"
    match at.machine.port(web.host, web.port):
        case Port.FREE:
            yield ok("port", f"{web.port} is free")
        case Port.OURS:
            yield ok("port", f"{web.port} is the running table's")
        case Port.TAKEN:
            yield fail(
                "port",
                f"{web.port} is taken by another program",
                "See which it is and stop it, or write another port below [web].",
                command=f"sudo ss -ltnp 'sport = :{web.port}'",
            )
        case Port.FORBIDDEN if at.installed:
            yield skipped("port", f"{web.port} is free, and for the service alone, being below 1024")
        case Port.FORBIDDEN:
            yield fail(
                "port",
                f"{at.machine.user} may not serve on {web.port}: it is below 1024",
                "Write port = 8080 below [web], or let the service do it.",
                command=edit,
            )
        case Port.NOT_HERE:
            yield fail(
                "port",
                f"{web.host} is not an address of this machine",
                "Delete the host line below [web].",
                command=edit,
            )
