"""Helps to build a box: `warglass doctor`, `wiring` and `hotspot`."""

import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.app.welcome import invitation
from companion.config import DEFAULT_CONFIG, WIRED, configured, load_config, shipped_panel
from companion.hotspot.command import stands, turn, why_not
from companion.hotspot.network import Mode, NetworkManager
from companion.panel.config import PanelConfig
from companion.panel.power import budget
from companion.system.state import state_directory

if TYPE_CHECKING:
    from hardware.doctor.installation import Installation
    from hardware.doctor.machine import Machine

# Runs `warglass doctor`: what is wrong with this box, and what to do about it.


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
    from hardware.doctor.installation import CheckVerdict  # noqa: PLC0415
    from hardware.doctor.report import as_json, as_text, examine, failed  # noqa: PLC0415

    colours = {
        CheckVerdict.OK: "green",
        CheckVerdict.WARN: "yellow",
        CheckVerdict.FAIL: "red",
        CheckVerdict.SKIPPED: None,
    }
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


# Runs `warglass wiring`: what goes to which pin of the Pi.


@click.command()
@click.option("--config", type=click.Path(path_type=Path), help=f"A warglass.toml. [default: {DEFAULT_CONFIG}]")
@click.option("--panel", type=click.Choice(WIRED), help="A panel that comes with Warglass, whatever the configuration.")
@click.option("--svg", type=click.Path(path_type=Path), help="Draw it into this file, for a browser or a printer.")
@click.option("--parts", is_flag=True, help="List the parts to buy.")
def wiring(*, config: Path | None, panel: str | None, svg: Path | None, parts: bool) -> None:
    """Say which wire goes where, and what the panel draws."""
    # Not at the top: every other command starts without it.
    from hardware.wiring.lists import power, shopping, shopping_list, table  # noqa: PLC0415
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


# Runs `warglass hotspot`: a Wi-Fi of the table's own.


@click.command()
@click.argument("mode", required=False, type=click.Choice([mode.value for mode in Mode]))
@click.option("--new", is_flag=True, help="Make a new passphrase: every phone has to scan again.")
def hotspot(mode: str | None, *, new: bool) -> None:
    """Open a Wi-Fi for phones where there is none.

    auto: where this machine does not find a Wi-Fi that it knows. Back home it returns by itself.

    on: now and always. off: never. Without one of these it shows the current setting, which lasts over restarts.
    """
    if mode is None and new:
        raise click.UsageError("Say with --new whether it is to be on, auto or off.")
    if mode is not None and os.geteuid() != 0:
        raise click.ClickException(f"That changes this machine's network:  sudo warglass hotspot {mode}")
    network = NetworkManager()
    if mode is not None:
        turned(network, Mode(mode), new=new)
    profile, radio = network.profile(), network.radio()
    for line in stands(profile, radio, trouble=why_not(radio)):
        click.echo(line)
    if profile is not None and profile.mode is not Mode.OFF:
        if profile.wifi is None:
            click.echo("Its name and passphrase:  sudo warglass hotspot")
        else:
            click.echo(f"\n{invitation(profile.wifi)}")


def turned(network: NetworkManager, mode: Mode, *, new: bool) -> None:
    radio = network.radio()
    if mode is Mode.ON and radio is not None and radio.on is not None:
        click.echo(f"This machine leaves the Wi-Fi {radio.on} now, and so do the phones that reach it there.")
    turn(network, mode, renew=new, hostname=socket.gethostname())
