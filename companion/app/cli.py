"""The `warglass` command."""

import faulthandler
import gc
import logging
import os
import sys
from pathlib import Path
from typing import Any

import click
import msgspec

from companion import __version__
from companion.app.cards import cards
from companion.app.doctor import doctor
from companion.app.hotspot import hotspot, invitation
from companion.app.journal import journal
from companion.app.rulings import rulings
from companion.app.wiring import wiring
from companion.config import DEFAULT_CONFIG, ConfigError, configured, load_config
from companion.errors import WarglassError
from companion.hotspot.opened import opened
from companion.system.addresses import url
from companion.system.state import state_directory


class _Command(click.Group):
    """Says what went wrong in any of its commands."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except WarglassError as error:
            click.ClickException(str(error)).show()
            # It tells systemd that starting again would not help.
            hopeless = ctx.invoked_subcommand == "run" and isinstance(error, ConfigError)
            ctx.exit(os.EX_CONFIG if hopeless else 1)


@click.group(cls=_Command, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="warglass")
def main() -> None:
    """The companion beside the table: sand timers on real buttons, OLED screens and every phone on the LAN."""


main.add_command(doctor)
main.add_command(wiring)
main.add_command(hotspot)
main.add_command(journal)
main.add_command(cards)
main.add_command(rulings)

_state = click.option("--state", type=click.Path(path_type=Path), help="Folder of the journal and the join code.")


@main.command()
@click.option("--simulate", is_flag=True, help="Use a simulated panel: no Pi, no pins and no screens needed.")
@click.option("--host", help="Address to serve the pages on. [default: all of this machine's]")
@click.option("--port", type=click.IntRange(0, 65535), help="Port to serve the pages on. [default: 8080]")
@_state
@click.option("--config", type=click.Path(path_type=Path), help=f"A warglass.toml. [default: {DEFAULT_CONFIG}]")
def run(simulate: bool, host: str | None, port: int | None, state: Path | None, config: Path | None) -> None:
    """Start the table."""
    # What is made while starting stays: to look through it for garbage, ever again as it grows, finds none.
    gc.disable()
    # Not at the top: --help and --version do not wait for pins, pixels and pages to be imported.
    from companion.app.service import open_service  # noqa: PLC0415

    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    settings = load_config(configured(config))
    web = settings.web
    web = msgspec.structs.replace(web, host=host or web.host, port=web.port if port is None else port)
    settings = msgspec.structs.replace(settings, web=web)
    service = open_service(config=settings, state=state_directory(state), simulate=simulate)
    # A watchdog that bites leaves word of where every thread stood.
    faulthandler.enable()

    def ready() -> None:
        gc.freeze()
        gc.enable()
        _welcome(*service.address, code=service.access.code)

    service.run(ready)
    # All is closed, dark and on the disk. Taking the interpreter apart takes ten times as long as all that did.
    logging.shutdown()
    sys.stdout.flush()
    os._exit(0)


@main.command("join-code")
@_state
@click.option("--new", is_flag=True, help="Make a new code: every phone has to join again.")
def join_code(state: Path | None, new: bool) -> None:
    """Print the code that phones join with."""
    from companion.app import service  # noqa: PLC0415

    folder = state_directory(state)
    code = service.join_code(folder, renew=new)
    if code is None:
        raise click.ClickException(f"No table was opened with {folder} yet: start one with `warglass run`.")
    click.echo(code)


def _welcome(host: str, port: int, *, code: str) -> None:
    """The address, the code, and both as a QR code for the first phone."""
    address = url(host, port)
    join = url(host, port, f"/j/{code}")
    click.echo(f"\nWarglass is at  {address}\nJoin code       {code}\n")
    # Not at the top: the first page does not wait for it.
    import segno  # noqa: PLC0415

    own = opened()
    if own is not None:
        click.echo(invitation(own.wifi))
    # In capitals it is smaller, as it is on the screens.
    segno.make(join.upper(), error="l", micro=False).terminal(compact=True, border=2)
    click.echo(f"\nScan it, or open {join}\nStop with Ctrl-C.")
