"""Runs `warglass journal`: whether what was played is all there, and how to get at it."""

import os
import sqlite3
import sys
from pathlib import Path
from typing import BinaryIO

import click

from companion.system.state import claim, running, state_directory

NAME = "table.sqlite"
"""Names the journal's file in the state directory."""
_state = click.option("--state", type=click.Path(path_type=Path), help="Folder of the journal and the join code.")


@click.group()
def journal() -> None:
    """Check, export or repair what was played. Check and export may run beside the table."""


@journal.command()
@_state
def check(state: Path | None) -> None:
    """Check whether all of the journal holds. It exits with 1 where some of it does not. It changes no file."""
    # Not at the top: every other command starts without it.
    from companion.journal.beside import faults  # noqa: PLC0415

    folder = state_directory(state)
    said, damage = faults(folder / NAME, running=running(folder))
    for fault in said:
        click.echo(fault)
    if damage is not None:
        click.echo(f"{damage} `warglass journal repair`, or the next start, sets it aside and keeps what holds.")
        sys.exit(1)
    click.echo("All of it holds: every event, everything that was kept, and its end.")


@journal.command()
@_state
@click.option("--file", type=click.Path(path_type=Path), help="A journal, such as one that was set aside.")
@click.argument("to", type=click.File("wb"), default="-")
def export(state: Path | None, file: Path | None, to: BinaryIO) -> None:
    """Write matches and events as JSON, a line each, into the file TO, or to the terminal."""
    import msgspec  # noqa: PLC0415

    from companion.journal.beside import exported  # noqa: PLC0415

    folder = state_directory(state)
    rows = exported(file or folder / NAME, running=file is None and running(folder))
    encoder = msgspec.json.Encoder()
    try:
        for row in rows:
            to.write(encoder.encode(row) + b"\n")
    except OSError as error:
        raise click.ClickException(f"It cannot be written: {error.strerror}.") from error


@journal.command()
@_state
def repair(state: Path | None) -> None:
    """Set a damaged journal aside and keep what holds, as a start does. Not while the table runs."""
    from companion.journal.journal import Journal  # noqa: PLC0415
    from companion.journal.salvage import mend  # noqa: PLC0415
    from companion.journal.store import in_words  # noqa: PLC0415

    folder = state_directory(state)
    lock = claim(folder)
    opened = Journal(folder / NAME)
    damage = opened.damage
    opened.close()
    try:
        if opened.trouble is not None:
            # What the disk cannot read now it will not read another time either.
            damage = mend(folder / NAME)
        give_to_owner(folder)
    except (sqlite3.Error, OSError) as error:
        raise click.ClickException(f"{folder / NAME} cannot be repaired: {in_words(error)}.") from error
    finally:
        os.close(lock)
    click.echo("The journal needs no repair." if damage is None else str(damage))


def give_to_owner(folder: Path) -> None:
    """Gives the files to the folder's owner. Root may repair the journal of a service that runs as another user, who
    has to be able to open it."""
    if os.geteuid() == 0:
        owner = folder.stat()
        for file in folder.glob(f"{NAME}*"):
            os.chown(file, owner.st_uid, owner.st_gid)
