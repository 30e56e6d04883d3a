"""Runs `warglass hotspot`: a Wi-Fi of the table's own."""

import os
import socket

import click

from companion.app.welcome import invitation
from companion.hotspot.asked import stands, turn, why_not
from companion.hotspot.network import Mode, NetworkManager


@click.command()
@click.argument("mode", required=False, type=click.Choice([mode.value for mode in Mode]))
@click.option("--new", is_flag=True, help="Make a new passphrase: every phone has to scan again.")
def hotspot(mode: str | None, *, new: bool) -> None:
    """Open a Wi-Fi for phones where there is none.

    auto: where this machine does not find a Wi-Fi that it knows. Back home it returns by itself.

    on: now and always. off: never. Without one of these it shows the current setting, which lasts over restarts.
    """
    if mode is None and new:
        raise click.UsageError("Say with --new whether it is to be on, auto or off.")
    if mode is not None and os.geteuid() != 0:
        raise click.ClickException(f"That changes this machine's network:  sudo warglass hotspot {mode}")
    network = NetworkManager()
    if mode is not None:
        turned(network, Mode(mode), new=new)
    profile, radio = network.profile(), network.radio()
    for line in stands(profile, radio, trouble=why_not(radio)):
        click.echo(line)
    if profile is not None and profile.mode is not Mode.OFF:
        if profile.wifi is None:
            click.echo("Its name and passphrase:  sudo warglass hotspot")
        else:
            click.echo(f"\n{invitation(profile.wifi)}")


def turned(network: NetworkManager, mode: Mode, *, new: bool) -> None:
    radio = network.radio()
    if mode is Mode.ON and radio is not None and radio.on is not None:
        click.echo(f"This machine leaves the Wi-Fi {radio.on} now, and so do the phones that reach it there.")
    turn(network, mode, renew=new, hostname=socket.gethostname())
