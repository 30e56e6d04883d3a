"""Runs `warglass cards`: what the sums count of the cards in a folder of BattleScribe files."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from companion.warzone.cards.abilities import Coverage, NotCounted

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
        click.echo("\n".join(_told(each)))
    click.echo("\n".join(_summed_up(found)))
    for lost in reading.unread:
        click.echo(f"Not read: {lost.name}, {lost.file}{f', line {lost.line}' if lost.line else ''}: {lost.message}")


def _told(card: "Coverage") -> Iterator[str]:
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
        yield f"Not counted: {_said(missing[name])}, on {cards_of_it} card{'s' if cards_of_it > 1 else ''}"


def _names(found: "Iterable[Coverage]") -> Iterator[str]:
    return (each.name for card in found for each in card.not_counted)


def _said(each: "NotCounted") -> str:
    meant = f"; perhaps {each.like.title()}" if each.like else ""
    return f"{each.name} ({each.why}{meant})"


def _share(some: "Sequence[Coverage]", of: "Sequence[Coverage]") -> str:
    return f"{len(some)} of {len(of)} cards ({len(some) / len(of):.1%})" if of else "0 of 0 cards"
