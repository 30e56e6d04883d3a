"""`warglass wiring`: what goes to which pin of the Pi."""

from pathlib import Path

import click

from companion.panel_config import PanelConfig
from companion.panel_notes import notes
from companion.power import budget
from hardware.wiring.picture import picture
from hardware.wiring.plan import CannotPlan, plan
from hardware.wiring.shopping import shopping, shopping_list
from hardware.wiring.table import power, table


def show_wiring(panel: PanelConfig, *, svg: Path | None, parts: bool) -> None:
    """Prints the wires, the power budget and what is worth knowing; or, if asked, draws the picture or lists the parts.

    Raises click.ClickException.
    """
    if not (panel.screens or panel.controls or panel.sounder or panel.light):
        raise click.ClickException(f"The panel {panel.name!r} has no wires: phones need none.")
    try:
        wired = plan(panel)
    except CannotPlan as error:
        raise click.ClickException(str(error)) from error
    if svg is not None:
        try:
            svg.write_text(picture(wired), encoding="utf-8")
        except OSError as error:
            raise click.ClickException(f"{svg} cannot be written: {error.strerror}") from error
        click.echo(f"Wrote {svg}: open it in a browser, or print it.")
    if parts:
        click.echo(shopping_list(shopping(wired)))
    if svg is None and not parts:
        click.echo("\n\n".join((f"Panel {panel.name!r}", table(wired), power(budget(panel)), *_notes(panel))))


def _notes(panel: PanelConfig) -> list[str]:
    found = [f"  panel.{key}: {note}." for key, note in notes(panel)]
    return ["\n".join(("Good to know", *found))] if found else []
