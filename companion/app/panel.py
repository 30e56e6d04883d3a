"""The panel that the service plays on: the machine's own, or a simulated one."""

from collections.abc import Callable
from pathlib import Path

from gpiozero import GPIOZeroError

from companion.clock import Clock
from companion.errors import WarglassError
from companion.invite import Invite
from companion.panel.config import PanelConfig
from companion.table.table import Table
from hardware.panel import Panel


class PinInUse(WarglassError):
    """A pin cannot be had. The message says which, and why."""


def open_panel(
    config: PanelConfig,
    *,
    simulate: bool,
    scratch: Path,
    table: Table,
    clock: Clock,
    invite: Callable[[], Invite | None],
) -> Panel:
    """A panel that has its pins; it draws and hears nothing before its start. Raises PinsError, PinInUse."""
    # Neither at the top: the screens do not wait for the other one to be imported.
    if simulate or not (config.screens or config.controls):
        from hardware.simulated.simulator import SimulatedPanel, Simulator  # noqa: PLC0415

        return SimulatedPanel(config=config, simulator=Simulator(config), table=table, clock=clock, invite=invite)
    from hardware.backend import PiBackend  # noqa: PLC0415

    try:
        backend = PiBackend(scratch=scratch)
        return Panel(config=config, backend=backend, table=table, clock=clock, invite=invite)
    except GPIOZeroError as error:
        raise PinInUse(f"A pin of the panel cannot be used: {error}") from error
