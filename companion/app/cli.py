"""Runs the `warglass` command."""

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
from companion.app.building import doctor, hotspot, wiring
from companion.app.content import cards, rulings
from companion.app.hall import hall
from companion.app.keeping import join_code, journal, shelf, update
from companion.app.welcome import welcome
from companion.config import DEFAULT_CONFIG, ConfigError, configured, load_config
from companion.errors import WarglassError
from companion.system.listening import ListensElsewhere
from companion.system.state import state_directory


class _Command(click.Group):
    """Says what went wrong in any of its commands."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except WarglassError as error:
            click.ClickException(str(error)).show()
            # The code tells systemd that starting again would not help.
            hopeless = ctx.invoked_subcommand == "run" and isinstance(error, (ConfigError, ListensElsewhere))
            ctx.exit(os.EX_CONFIG if hopeless else 1)


@click.group(cls=_Command, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="warglass")
def main() -> None:
    """Run the companion beside the table: sand timers on real buttons, OLED screens and every phone on the LAN."""


main.add_command(doctor)
main.add_command(wiring)
main.add_command(hotspot)
main.add_command(hall)
main.add_command(journal)
main.add_command(shelf)
main.add_command(cards)
main.add_command(rulings)
main.add_command(join_code)
main.add_command(update)


@main.command()
@click.option("--simulate", is_flag=True, help="Use a simulated panel: no Pi, no pins and no screens needed.")
@click.option("--host", help="Address to serve the pages on. [default: all of this machine's]")
@click.option("--port", type=click.IntRange(0, 65535), help="Port to serve the pages on. [default: 8080]")
@click.option("--state", type=click.Path(path_type=Path), help="Folder of the journal and the join code.")
@click.option("--config", type=click.Path(path_type=Path), help=f"A warglass.toml. [default: {DEFAULT_CONFIG}]")
def run(simulate: bool, host: str | None, port: int | None, state: Path | None, config: Path | None) -> None:
    """Start the table."""
    # What is made at the start stays. The garbage collector would look through it again and again, and find no garbage.
    gc.disable()
    # Not at the top: --help and --version do not wait for pins, pixels and pages to be imported.
    from companion.app.service import Service  # noqa: PLC0415

    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    settings = load_config(configured(config))
    web = settings.web
    web = msgspec.structs.replace(web, host=host or web.host, port=web.port if port is None else port)
    settings = msgspec.structs.replace(settings, web=web)
    service = Service(config=settings, state=state_directory(state), simulate=simulate)
    # A watchdog that ends the process leaves a record of where every thread was.
    faulthandler.enable()

    def ready(address: tuple[str, int], code: str) -> None:
        gc.freeze()
        gc.enable()
        for line in welcome(*address, code=code):
            click.echo(line)

    service.run(ready)
    # All is closed, dark and on the disk. Taking the interpreter apart takes ten times as long as all that did.
    logging.shutdown()
    sys.stdout.flush()
    os._exit(0)
