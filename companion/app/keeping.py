"""Looks after what the table keeps: `warglass journal`, `shelf`, `join-code` and `update`."""

import os
import sqlite3
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from companion.clock import SystemClock
from companion.errors import WarglassError
from companion.journal.store import in_words
from companion.system.state import StateError, claim, running, state_directory

if TYPE_CHECKING:
    from companion.backup.files import BackupHeader

# Runs `warglass journal`: whether what was played is all there, and how to get at it.

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


# Runs `warglass shelf`: the backup of a table.


@click.group()
def shelf() -> None:
    """Write all that a table has into one file, or bring such a file back."""


@shelf.command("export")
@_state
@click.argument("to", type=click.Path(path_type=Path, dir_okay=False, allow_dash=True))
def export_match(state: Path | None, to: Path) -> None:
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
    click.echo(_sum_up(header), err=str(to) == "-")


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
        click.echo(_sum_up(found.header))
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
    click.echo(_sum_up(found.header))
    kept = done.kept.total()
    click.echo(f"{done.matches} matches with {done.events} events came, {done.known} were here; {kept} things kept.")
    for name in done.differing:
        click.echo(f"Another {name} is here already and stays: --replace brings the file's.")


def _sum_up(header: "BackupHeader") -> str:
    return f"{header.matches} matches, {header.events} events, {header.kept} things kept: {header.digest}"


# Runs `warglass join-code`: what phones join with.


@click.command("join-code")
@click.option("--state", type=click.Path(path_type=Path), help="Folder of the journal and the join code.")
@click.option("--new", is_flag=True, help="Make a new code: every phone has to join again.")
def join_code(state: Path | None, *, new: bool) -> None:
    """Print the code that phones join with."""
    # Not at the top: every other command starts without it.
    from web.http.secrets import read_code, renew_code  # noqa: PLC0415

    folder = state_directory(state)
    try:
        code = renew_code(folder, SystemClock()) if new else read_code(folder)
    except OSError as error:
        raise StateError(f"{folder} does not work: {in_words(error)}.") from error
    if code is None:
        raise click.ClickException(
            f"No table has run with {folder} yet: `warglass run` starts a table, `warglass hall` a hall's organiser."
        )
    click.echo(code)


# Runs `warglass update`: another version of the installed package, and back where that does not answer.

SCRIPT = Path("/usr/share/warglass/systemd/update.sh")


class NotAPackage(WarglassError):
    """Says that this Warglass was not installed as a package."""


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
def update(file: Path) -> None:
    """Update to the package FILE; the old version stays until the new one has answered. Needs sudo."""
    if not SCRIPT.exists():
        raise NotAPackage(
            "This Warglass was installed from its folder: put the new folder there and run  sudo make install  in it."
        )
    os.execv(SCRIPT, [str(SCRIPT), str(file.absolute())])
