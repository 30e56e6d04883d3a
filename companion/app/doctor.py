"""Runs `warglass doctor`: what is wrong with this box, and what to do about it."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.config import DEFAULT_CONFIG
from companion.system.state import state_directory

if TYPE_CHECKING:
    from companion.panel.config import PanelConfig
    from hardware.doctor.installation import Installation
    from hardware.doctor.machine import Machine


@click.command()
@click.option("--config", type=click.Path(path_type=Path), help=f"A warglass.toml. [default: {DEFAULT_CONFIG}]")
@click.option("--state", type=click.Path(path_type=Path), help="Folder of the journal and the join code.")
@click.option("--json", "json_", is_flag=True, help="Print one JSON object, for a bug report.")
@click.option("--buttons", is_flag=True, help="Press each button and see that it works.")
@click.option("--screens", is_flag=True, help="Let each screen show its own name.")
@click.pass_obj
def doctor(
    machine: "Machine | None", *, config: Path | None, state: Path | None, json_: bool, buttons: bool, screens: bool
) -> None:
    """Check the box, and say what to do about what is wrong.

    It exits with 1 where a check fails. It changes no settings, and only --screens writes to a chip.
    """
    if json_ + buttons + screens > 1:
        raise click.UsageError("Choose one of --json, --buttons and --screens.")
    # Not at the top: every other command starts without pins and pictures.
    from hardware.doctor.installation import SERVICE_STATE, installation  # noqa: PLC0415
    from hardware.doctor.real_machine import RealMachine  # noqa: PLC0415

    machine = machine or RealMachine()
    if config is None and machine.glob(str(DEFAULT_CONFIG)):
        config = DEFAULT_CONFIG
    if state is None and machine.glob(SERVICE_STATE):
        state = Path(SERVICE_STATE)
    # lgpio changes the working directory, so the paths are made absolute before it is imported.
    at = installation(machine=machine, source=config and config.absolute(), state=state_directory(state))
    if buttons or screens:
        sys.exit(0 if _try(at, screens=screens) else 1)
    sys.exit(1 if _examine(at, json_=json_) else 0)


def _examine(at: "Installation", *, json_: bool) -> bool:
    """Prints the findings. Returns whether any of them is a failure."""
    from hardware.doctor.installation import Verdict  # noqa: PLC0415
    from hardware.doctor.report import as_json, as_text, examine, failed  # noqa: PLC0415  # noqa: PLC0415

    colours = {Verdict.OK: "green", Verdict.WARN: "yellow", Verdict.FAIL: "red", Verdict.SKIPPED: None}
    sections = examine(at)
    if json_:
        click.echo(as_json(sections))
    else:
        for line in as_text(sections, paint=lambda mark, verdict: click.style(mark, fg=colours[verdict])):
            click.echo(line)
    return failed(sections)


def _try(at: "Installation", *, screens: bool) -> bool:
    """Returns whether all buttons, or all screens, have shown that they work."""
    from hardware.doctor.pins import spare_pins  # noqa: PLC0415
    from hardware.doctor.trials import ButtonTrial, ScreenTrial  # noqa: PLC0415

    panel = _alone(at)
    if not (panel.screens if screens else panel.controls):
        raise click.ClickException(f"There are no {'screens' if screens else 'buttons'} in {at.file}.")
    if screens:
        return ScreenTrial(machine=at.machine, screens=panel.screens, say=_say).run()
    return ButtonTrial(machine=at.machine, panel=panel, spare=spare_pins(panel), say=_say).run()


def _say(text: str) -> None:
    click.echo(text, nl=False)


def _alone(at: "Installation") -> "PanelConfig":
    """Returns the panel. Refuses where it cannot be read, or a table is running: two would fight over pins and
    screens."""
    from hardware.doctor.installation import STOP_IT, table_process  # noqa: PLC0415

    if at.panel is None:
        raise click.ClickException(at.trouble)
    if table_process(at) is not None:
        raise click.ClickException(f"The table is running and has the pins and screens. Stop it first: {STOP_IT}")
    return at.panel
