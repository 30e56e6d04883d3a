"""Runs `warglass shelf`: the backup of a table."""

import os
import sqlite3
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.app.journal import NAME, give_to_owner
from companion.system.state import claim, running, state_directory

if TYPE_CHECKING:
    from companion.backup.files import Header

_state = click.option("--state", type=click.Path(path_type=Path), help="Folder of the journal and the join code.")


@click.group()
def shelf() -> None:
    """Write all that a table has into one file, or bring such a file back."""


@shelf.command()
@_state
@click.argument("to", type=click.Path(path_type=Path, dir_okay=False, allow_dash=True))
def export(state: Path | None, to: Path) -> None:
    """Write every match, every saved game and all else that the table keeps into the file TO, or to standard output for
    "-".

    It may run beside the table. The file holds what players sealed, too: keep it to yourself, and give others match
    files.
    """
    # Not at the top: every other command starts without it.
    from companion.backup.files import write  # noqa: PLC0415
    from companion.journal.store import in_words  # noqa: PLC0415

    folder = state_directory(state)
    draft = to.with_name(f"{to.name}.new")
    try:
        if str(to) == "-":
            header = write(folder / NAME, sys.stdout.buffer, running=running(folder), wall_ns=time.time_ns())
        else:
            draft.unlink(missing_ok=True)
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600), "wb") as file:
                header = write(folder / NAME, file, running=running(folder), wall_ns=time.time_ns())
                file.flush()
                os.fsync(file.fileno())
            draft.replace(to)
    except OSError as error:
        raise click.ClickException(
            f"{to} cannot be written: {in_words(error)}. The old file stays as it was."
        ) from error
    finally:
        if str(to) != "-":
            draft.unlink(missing_ok=True)
    click.echo(_told(header), err=str(to) == "-")


@shelf.command("import")
@_state
@click.option("--look", is_flag=True, help="Only say what is in the file, and whether all of it holds.")
@click.option("--replace", is_flag=True, help="Replace what this table keeps under the same name.")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
def bring(state: Path | None, file: Path, *, look: bool, replace: bool) -> None:
    """Restore what `warglass shelf export` wrote into FILE: everything on a new table, on another what that lacks.

    It restores all of it, or changes no file. Not while the table runs: `sudo systemctl stop warglass` first.
    """
    from companion.backup.files import ShelfFile  # noqa: PLC0415
    from companion.backup.restore import bring_back  # noqa: PLC0415
    from companion.games import all_games  # noqa: PLC0415
    from companion.journal.journal import Journal  # noqa: PLC0415
    from companion.journal.store import in_words  # noqa: PLC0415

    found = ShelfFile(file)
    if look:
        click.echo(_told(found.header))
        return
    folder = state_directory(state)
    with ExitStack() as stack:
        stack.callback(os.close, claim(folder))
        journal = Journal(folder / NAME)
        stack.callback(journal.close)
        if journal.trouble is not None:
            raise click.ClickException(f"{journal.path} cannot be opened: {journal.trouble}. Not imported.")
        try:
            done = bring_back(found, journal, games=all_games(), replace=replace, wall_ns=time.time_ns())
            journal.sync()
        except (sqlite3.Error, OSError) as error:
            raise click.ClickException(f"Not imported: {in_words(error)}.") from error
    give_to_owner(folder)
    click.echo(_told(found.header))
    kept = done.kept.total()
    click.echo(f"{done.matches} matches with {done.events} events came, {done.known} were here; {kept} things kept.")
    for name in done.differing:
        click.echo(f"Another {name} is here already and stays: --replace brings the file's.")


def _told(header: "Header") -> str:
    return f"{header.matches} matches, {header.events} events, {header.kept} things kept: {header.digest}"
