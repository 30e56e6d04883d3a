"""Runs `warglass rulings`: what the rulings did not answer at this table."""

import os
import sqlite3
from collections.abc import Iterable
from pathlib import Path

import click

from companion.app.journal import NAME, give_to_owner
from companion.system.state import claim, running, state_directory


@click.group()
def rulings() -> None:
    """See what this table looked up and did not find."""


@rulings.command()
@click.option("--state", type=click.Path(path_type=Path), help="Folder of the journal and the join code.")
@click.option("--forget", is_flag=True, help="Delete them all, after printing them. Not while the table runs.")
def unanswered(state: Path | None, *, forget: bool) -> None:
    """Print as TOML the questions without a result, or with the right ruling only further down.

    It has a table a game, and in it each question with the ruling that was opened, or "none". The newest comes first.
    No question ever leaves this table by itself.
    """
    # Not at the top: every other command starts without it.
    from companion.journal.beside import kept  # noqa: PLC0415
    from companion.rulings.asked import ID, UNANSWERED, read, snippet  # noqa: PLC0415

    folder = state_directory(state)
    lists = {
        game: read(body) for game, id, body in kept(folder / NAME, UNANSWERED, running=running(folder)) if id == ID
    }
    if not any(lists.values()):
        click.echo("# Everything that was looked up was found.")
        return
    click.echo(snippet(lists), nl=False)
    if forget:
        _forget(folder, UNANSWERED, ID, lists)


def _forget(folder: Path, kind: str, id: str, games: Iterable[str]) -> None:
    from companion.journal.journal import Journal  # noqa: PLC0415
    from companion.journal.store import in_words  # noqa: PLC0415

    lock = claim(folder)
    opened = Journal(folder / NAME)
    try:
        for game in games:
            opened.library.delete(game, kind, id)
    except (sqlite3.Error, OSError) as error:
        raise click.ClickException(f"They cannot be deleted: {in_words(error)}.") from error
    finally:
        opened.close()
        give_to_owner(folder)
        os.close(lock)
