"""Runs `warglass join-code`: what phones join with."""

from pathlib import Path

import click

from companion.clock import SystemClock
from companion.journal.store import in_words
from companion.system.state import StateError, state_directory


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
