"""The `warglass` command."""

import logging
import os
from pathlib import Path

import click
import msgspec
import segno

from companion import __version__
from companion.addresses import url
from companion.config import SHIPPED, ConfigError, load, shipped_panel
from companion.state import state_directory

DEFAULT_CONFIG = Path("/etc/warglass.toml")
"""Read when no other configuration is named, where it exists."""

WIRED = tuple(name for name in SHIPPED if name != "none")
"""The shipped panels that have wires."""


class Unusable(click.ClickException):
    """The configuration cannot be used. The exit status tells systemd that starting again would not help."""

    exit_code = os.EX_CONFIG


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="warglass")
def main() -> None:
    """The companion beside the table: sand timers on real buttons, OLED screens and every phone on the LAN."""


_state = click.option("--state", type=click.Path(path_type=Path), help="Folder of the journal and the join code.")


@main.command()
@click.option("--simulate", is_flag=True, help="Use a simulated panel: no Pi, no pins and no screens needed.")
@click.option("--host", help="Address to serve the pages on. [default: all of this machine's]")
@click.option("--port", type=click.IntRange(0, 65535), help="Port to serve the pages on. [default: 8080]")
@_state
@click.option("--config", type=click.Path(path_type=Path), help=f"A warglass.toml. [default: {DEFAULT_CONFIG}]")
def run(simulate: bool, host: str | None, port: int | None, state: Path | None, config: Path | None) -> None:
    """Start the table."""
    # Not at the top: --help and --version do not wait for pins, pixels and pages to be imported.
    from companion.service import CannotStart, open_service  # noqa: PLC0415

    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    try:
        settings = load(_configured(config))
        web = settings.web
        web = msgspec.structs.replace(web, host=host or web.host, port=web.port if port is None else port)
        settings = msgspec.structs.replace(settings, web=web)
        service = open_service(config=settings, state=state_directory(state), simulate=simulate)
    except ConfigError as error:
        raise Unusable(str(error)) from error
    except CannotStart as error:
        raise click.ClickException(str(error)) from error
    service.run(ready=lambda: _welcome(*service.address, code=service.access.code))


@main.command("join-code")
@_state
@click.option("--new", is_flag=True, help="Make a new code: every phone has to join again.")
def join_code(state: Path | None, new: bool) -> None:
    """Print the code that phones join with."""
    from companion import service  # noqa: PLC0415

    folder = state_directory(state)
    code = service.join_code(folder, renew=new)
    if code is None:
        raise click.ClickException(f"No table was opened with {folder} yet: start one with `warglass run`.")
    click.echo(code)


@main.command()
@click.option("--config", type=click.Path(path_type=Path), help=f"A warglass.toml. [default: {DEFAULT_CONFIG}]")
@click.option("--panel", type=click.Choice(WIRED), help="A panel that comes with Warglass, whatever the configuration.")
@click.option("--svg", type=click.Path(path_type=Path), help="Draw it into this file, for a browser or a printer.")
@click.option("--parts", is_flag=True, help="List the parts to buy.")
def wiring(config: Path | None, panel: str | None, svg: Path | None, parts: bool) -> None:
    """Say which wire goes where, and what the panel draws."""
    from companion.wiring_command import show_wiring  # noqa: PLC0415

    if config is not None and panel is not None:
        raise click.UsageError("Give --config or --panel, not both.")
    try:
        chosen = shipped_panel(panel) if panel is not None else load(_configured(config)).panel
    except ConfigError as error:
        raise Unusable(str(error)) from error
    show_wiring(chosen, svg=svg, parts=parts)


def _configured(config: Path | None) -> Path | None:
    """The configuration that was named, else the usual one where it exists."""
    return DEFAULT_CONFIG if config is None and DEFAULT_CONFIG.exists() else config


def _welcome(host: str, port: int, *, code: str) -> None:
    """The address, the code, and both as a QR code for the first phone."""
    address = url(host, port)
    join = url(host, port, f"/j/{code}")
    click.echo(f"\nWarglass is at  {address}\nJoin code       {code}\n")
    segno.make(join, error="l", micro=False).terminal(compact=True, border=2)
    click.echo(f"\nScan it, or open {join}\nStop with Ctrl-C.")
