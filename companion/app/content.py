"""Counts what catalogues and rulings have: `warglass cards` and `rulings`."""

import os
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.app.keeping import NAME, give_to_owner
from companion.system.state import claim, running, state_directory

if TYPE_CHECKING:
    from companion.warzone.cards.abilities import Coverage, NotCounted

# Runs `warglass cards`: what the sums count of the cards in a folder of BattleScribe files.

KINDS = (".cat", ".catz", ".gst", ".gstz", ".ros", ".rosz", ".json")


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
def cards(folder: Path) -> None:
    """Say of each unit in FOLDER, which holds BattleScribe files, what the sums of Warzone Eternal count.

    An ability counts where a number of an attack, a test or a move has it. Abilities that change what a unit may do,
    and no number, are a group of their own. No card is kept.
    """
    # Not at the top: every other command starts without it.
    from companion.warzone.battlescribe.reader import read_files  # noqa: PLC0415
    from companion.warzone.cards.abilities import coverage  # noqa: PLC0415

    files = {each.name: each.read_bytes() for each in sorted(folder.iterdir()) if each.suffix.lower() in KINDS}
    if not files:
        raise click.ClickException(f"{folder} has no BattleScribe files: {', '.join(KINDS)}.")
    reading = read_files(files)
    found = sorted((coverage(card) for card in reading.cards()), key=lambda each: each.card)
    for each in found:
        click.echo("\n".join(_card_lines(each)))
    click.echo("\n".join(_summed_up(found)))
    for lost in reading.unread:
        click.echo(f"Not read: {lost.name}, {lost.file}{f', line {lost.line}' if lost.line else ''}: {lost.message}")


def _card_lines(card: "Coverage") -> Iterator[str]:
    yield card.card
    if card.counted:
        yield "  counted: " + ", ".join(
            f"{each.name} [{', '.join(where.value for where in each.where)}]" for each in card.counted
        )
    if card.no_number:
        yield f"  changes no number: {', '.join(card.no_number)}"
    if card.not_counted:
        yield f"  not counted: {', '.join(each.name for each in card.not_counted)}"


def _summed_up(found: "Sequence[Coverage]") -> Iterator[str]:
    all_of_them = [each for each in found if not each.not_counted]
    changing = [each for each in found if each.counted or each.not_counted]
    of_those = [each for each in changing if not each.not_counted]
    yield f"\n{_share(all_of_them, found)} have every ability counted that changes a number;"
    yield f"of those that have such an ability, {_share(of_those, changing)}."
    missing = {each.name: each for card in found for each in card.not_counted}
    for name, cards_of_it in sorted(Counter(_names(found)).items()):
        yield f"Not counted: {_missing_text(missing[name])}, on {cards_of_it} card{'s' if cards_of_it > 1 else ''}"


def _names(found: "Iterable[Coverage]") -> Iterator[str]:
    return (each.name for card in found for each in card.not_counted)


def _missing_text(each: "NotCounted") -> str:
    meant = f"; perhaps {each.like.title()}" if each.like else ""
    return f"{each.name} ({each.why}{meant})"


def _share(some: "Sequence[Coverage]", of: "Sequence[Coverage]") -> str:
    return f"{len(some)} of {len(of)} cards ({len(some) / len(of):.1%})" if of else "0 of 0 cards"


# Runs `warglass rulings`: what the rulings did not answer at this table.


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
    from companion.rulings.history import ID, UNANSWERED, read, snippet  # noqa: PLC0415

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
