"""Runs `warglass wiring`: what goes to which pin of the Pi."""

from pathlib import Path

import click

from companion.config import DEFAULT_CONFIG, WIRED, configured, load_config, shipped_panel
from companion.panel.config import PanelConfig
from companion.panel.power import budget


@click.command()
@click.option("--config", type=click.Path(path_type=Path), help=f"A warglass.toml. [default: {DEFAULT_CONFIG}]")
@click.option("--panel", type=click.Choice(WIRED), help="A panel that comes with Warglass, whatever the configuration.")
@click.option("--svg", type=click.Path(path_type=Path), help="Draw it into this file, for a browser or a printer.")
@click.option("--parts", is_flag=True, help="List the parts to buy.")
def wiring(*, config: Path | None, panel: str | None, svg: Path | None, parts: bool) -> None:
    """Say which wire goes where, and what the panel draws."""
    # Not at the top: every other command starts without it.
    from hardware.wiring.lists import power, shopping, shopping_list, table  # noqa: PLC0415  # noqa: PLC0415
    from hardware.wiring.picture import picture  # noqa: PLC0415
    from hardware.wiring.plan import plan  # noqa: PLC0415

    if config is not None and panel is not None:
        raise click.UsageError("Give --config or --panel, not both.")
    chosen = shipped_panel(panel) if panel is not None else load_config(configured(config)).panel
    wired = plan(chosen)
    if not wired.wires:
        raise click.ClickException(f"The panel {chosen.name!r} has no wires: phones need none.")
    if svg is not None:
        _write(svg, picture(wired))
    if parts:
        click.echo(shopping_list(shopping(wired)))
    if svg is None and not parts:
        click.echo("\n\n".join((f"Panel {chosen.name!r}", table(wired), power(budget(chosen)), *_notes(chosen))))


def _write(svg: Path, text: str) -> None:
    try:
        svg.write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{svg} cannot be written: {error.strerror}") from error
    click.echo(f"Wrote {svg}: open it in a browser, or print it.")


def _notes(panel: PanelConfig) -> list[str]:
    from companion.panel.notes import notes  # noqa: PLC0415

    found = [f"  panel.{key}: {note}." for key, note in notes(panel)]
    return ["\n".join(("Good to know", *found))] if found else []
