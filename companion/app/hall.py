"""Runs `warglass hall`: the organiser of many tables, and its hall cards."""

import logging
import os
import socket
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.app.welcome import welcome
from companion.errors import WarglassError
from companion.fields.invalid import Invalid
from companion.system.addresses import LOOPBACK, lan_address
from companion.system.state import state_directory

if TYPE_CHECKING:
    from companion.hall.card import HallCard
    from companion.hall.enrol.folder import HallFolder

PORT = 8090
MOST_TRIED = 20
_MOST_TABLES = 1000
"""Limits the cards made at once."""
_folder = click.option("--folder", type=click.Path(path_type=Path), help="The hall's folder.")


class MissingPart(WarglassError):
    """Says that the extra that halls need is not installed."""


class _Organiser(click.Group):
    """Runs `run` where no subcommand is given."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        helps = ctx.help_option_names
        return super().parse_args(ctx, args if args and (args[0] in helps or args[0][0] != "-") else ["run", *args])


@click.group(cls=_Organiser)
def hall() -> None:
    """Run the organiser of many tables, and say who may speak at its broker.

    Without a command: run it.
    """


@hall.command()
@_folder
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to serve the organiser's pages on.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="Port to serve them on.")
@click.option("--home-assistant", is_flag=True, help="Send every table to Home Assistant, this time; else see `set`.")
def run(folder: Path | None, host: str, port: int, *, home_assistant: bool) -> None:
    """Start the organiser."""
    opened = open_folder(folder)
    try:
        freshen(opened)
    except WarglassError as error:
        # An evening continues with what was written before, whatever the disk does.
        click.echo(f"What the broker reads stays as it was: {error}", err=True)
    _organise(opened, host=host, port=port, home_assistant=home_assistant)


@hall.command("try")
@click.option("--tables", type=click.IntRange(1, MOST_TRIED), default=4, show_default=True, help="So many tables.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="The organiser's port.")
@_folder
def try_out(tables: int, port: int, folder: Path | None) -> None:
    """Run a whole hall on this machine: a broker, simulated tables and the organiser."""
    _folders()
    from companion.app.hall_trial import open_hall, running  # noqa: PLC0415

    hall = open_hall(hall_directory(folder), count=tables)
    freshen(hall)
    with running(hall, count=tables) as addresses:
        place = hall.place / "tables.txt"
        place.write_text("".join(f"{name} {address}\n" for name, address in addresses.items()))
        click.echo(f"The tables' own pages, for browsers on this machine, are in {place}.")
        _organise(hall, host="0.0.0.0", port=port, home_assistant=False)


@hall.command()
@click.argument("name")
@click.option("--broker", multiple=True, help="A name or address of the broker's; the first goes on the cards.")
@click.option("--broker-port", type=click.IntRange(1, 65535), default=8883, show_default=True)
@_folder
def new(name: str, broker: tuple[str, ...], broker_port: int, folder: Path | None) -> None:
    """Make the hall NAME, such as club-night: its folder, and the authority that its cards trust."""
    hosts = broker or _own_hosts()
    made = _folders().new(hall_directory(folder), hall=name, hosts=hosts, port=broker_port)
    click.echo(f"The hall {name} is in {made.place}. Its broker will be at {', '.join(hosts)}, port {broker_port}.")
    click.echo(f"Start it:  mosquitto -c {made.conf}\nThen make cards:  warglass hall enrol table-1 table-2")


@hall.command()
@click.argument("names", nargs=-1)
@click.option(
    "--tables",
    type=click.IntRange(1, _MOST_TABLES),
    help="Make cards for so many tables, table-1 and so on, without a card.",
)
@click.option("--called", help="Set what players call it; else it stays, or is its name.")
@click.option("--again", is_flag=True, help="Make a new card for a table that has one. The old one ends.")
@click.option("--reader", help="Make credentials for a reader of all tables, such as home-assistant.")
@click.option("--at", default="", help="Where the QR code finds a table's page. [default: {table}.local, by its name]")
@click.option("--sheet", type=click.Path(path_type=Path), help="Write the cards into this HTML file, to be printed.")
@_folder
def enrol(
    names: tuple[str, ...],
    tables: int | None,
    called: str | None,
    *,
    again: bool,
    reader: str | None,
    at: str,
    sheet: Path | None,
    folder: Path | None,
) -> None:
    """Make a card for each of the tables NAMES."""
    counted = [f"table-{number + 1}" for number in range(tables or 0)]
    if called is not None and len({*names, *counted}) != 1:
        raise click.UsageError("--called is for one table.")
    if bool(names or counted) == bool(reader):
        raise click.UsageError("Name the tables, or say with --tables how many; or a --reader.")
    opened = open_folder(folder)
    had = opened.register.tables
    wanted = dict.fromkeys([*names, *(name for name in counted if again or name not in had)])
    if reader:
        _show_reader(opened, reader)
    else:
        from companion.hall.card import TABLES_OWN, address  # noqa: PLC0415

        if not wanted:
            click.echo(f"All {tables} have a card already.")
            return
        try:
            address(at or TABLES_OWN, "table")
        except Invalid as error:
            raise click.UsageError(f"--at {error.message}.") from error
        known = {name: table.called for name, table in had.items()}
        cards = opened.enrol(
            {
                name: known.get(name, name.replace("-", " ").capitalize()) if called is None else called
                for name in wanted
            },
            again=again,
        )
        _show(cards, at or TABLES_OWN, sheet)
        if spared := [name for name in counted if name not in wanted]:
            click.echo(f"These keep their cards: {', '.join(spared)}.")
    _tell_broker(opened)


@hall.command()
@click.argument("names", nargs=-1, required=True)
@_folder
def remove(names: tuple[str, ...], folder: Path | None) -> None:
    """Let the tables or readers NAMES in no more."""
    opened = open_folder(folder)
    opened.remove(names)
    _tell_broker(opened)


@hall.command()
@click.argument("broker", nargs=-1, required=True)
@_folder
def move(broker: tuple[str, ...], folder: Path | None) -> None:
    """Say under which names and addresses the BROKER is found from now on."""
    opened = open_folder(folder)
    before = opened.register.hosts[0]
    opened.move(broker)
    if broker[0] != before:
        click.echo(f"Cards made earlier look for it at {before}. If it is not there, make new ones with --again.")
    _tell_broker(opened)


@hall.command("set")
@click.option("--home-assistant/--no-home-assistant", default=None, help="Whether Home Assistant gets every table.")
@click.option(
    "--broker-elsewhere/--broker-here",
    default=None,
    help="Whether the organiser finds the broker as tables do, or on its own machine.",
)
@_folder
def set_up(folder: Path | None, *, home_assistant: bool | None, broker_elsewhere: bool | None) -> None:
    """Change how the organiser goes about it, from its next start on."""
    opened = open_folder(folder)
    opened.arrange(elsewhere=broker_elsewhere, home_assistant=home_assistant)
    register, login = opened.register, opened.organiser()
    click.echo(f"The organiser finds the broker at {login.host}, port {login.port}.")
    click.echo(f"Home Assistant gets {'every table' if register.home_assistant else 'no table'}.")
    click.echo("It uses this when it next starts:  sudo systemctl restart warglass-hall")


def hall_directory(chosen: Path | None) -> Path:
    """Returns the folder chosen, or systemd's STATE_DIRECTORY, or one beside the table's own."""
    if chosen is not None or os.environ.get("STATE_DIRECTORY"):
        return state_directory(chosen)
    return state_directory(None).with_name("warglass-hall")


def open_folder(chosen: Path | None) -> "HallFolder":
    """Returns the hall's folder. Raises HallError, Missing."""
    return _folders()(hall_directory(chosen))


def freshen(folder: "HallFolder") -> None:
    """Rewrites what the broker reads as this Warglass writes it, and renews its certificate near its end."""
    from datetime import UTC, datetime  # noqa: PLC0415

    folder.freshen(now=datetime.now(UTC))
    folder.reload()


def _organise(folder: "HallFolder", *, host: str, port: int, home_assistant: bool) -> None:
    """Runs the organiser until it is stopped."""
    # Not at the top: the other commands need no pages.
    from companion.app.organiser import Organiser  # noqa: PLC0415

    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")

    def ready(address: tuple[str, int], code: str) -> None:
        for line in welcome(*address, code=code):
            click.echo(line)

    Organiser(folder, host=host, port=port, home_assistant=home_assistant).run(ready)


def _folders() -> "type[HallFolder]":
    # Not at the top: where there is no hall none of this need be installed.
    try:
        from companion.hall.enrol.folder import HallFolder  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise MissingPart(
            f"{error.name} is missing, which halls need:  sudo make install-hall  or  pip install 'warglass[hall]'"
        ) from error
    return HallFolder


def _own_hosts() -> tuple[str, ...]:
    own = lan_address()
    name = f"{socket.gethostname().partition('.')[0]}.local"
    return (name,) if own == LOOPBACK else (name, own)


def _show(cards: "list[HallCard]", at: str, sheet: Path | None) -> None:
    from companion.app.welcome import drawn  # noqa: PLC0415
    from companion.hall.card import address, fingerprint, link, written  # noqa: PLC0415
    from companion.hall.enrol import folder as paper  # noqa: PLC0415
    from companion.system import state as files  # noqa: PLC0415

    if sheet is not None:
        try:
            files.replace(sheet, paper.sheet(cards, at=at).encode())
        except OSError as error:
            # The cards are kept nowhere else: the organiser who asked for paper gets them here.
            click.echo(f"{sheet} cannot be written: {error.strerror}.", err=True)
            sheet = None
        else:
            click.echo(f"{len(cards)} cards are in {sheet}: print it, then delete it.")
    for card in cards if sheet is None else ():
        where = f"{card.called} ({card.table}), at http://{address(at, card.table)}/"
        click.echo(f"\n{where}\n\n{drawn(link(card, at=at))}\n\n{written(card)}")
    click.echo(f"\nThe hall's fingerprint  {fingerprint(cards[0])}")
    click.echo("A card holds the credentials of its table. It is not saved anywhere else.")


def _show_reader(opened: "HallFolder", name: str) -> None:
    login = opened.enrol_reader(name)
    click.echo(f"Broker    {login.host}, port {login.port}, TLS, trusting the certificate in {opened.place / 'ca.pem'}")
    click.echo(f"User      {login.user}\nPassword  {login.password}\nIt is kept nowhere else.")


def _tell_broker(opened: "HallFolder") -> None:
    if opened.register.elsewhere:
        click.echo(f"Now give the broker at {opened.register.hosts[0]} what is in {opened.conf.parent}.")
    elif not opened.reload():
        click.echo("No broker runs with this folder here; it reads this when it next starts.")
