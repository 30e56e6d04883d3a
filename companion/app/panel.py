"""The panel that the service plays on: the machine's own, or a simulated one."""

from collections.abc import Callable
from pathlib import Path

from gpiozero import GPIOZeroError

from companion.clock import Clock
from companion.errors import WarglassError
from companion.invite import Invite
from companion.panel.config import PanelConfig
from companion.table.table import Table
from hardware.backend import PiBackend
from hardware.panel import Panel
from hardware.simulated.simulator import SimulatedPanel, Simulator


class PinInUse(WarglassError):
    """A pin cannot be had. The message says which, and why."""


def open_panel(
    config: PanelConfig, *, simulate: bool, scratch: Path, table: Table, clock: Clock, invite: Callable[[], Invite]
) -> Panel:
    """A panel that has its pins; it draws and hears nothing before its start. Raises PinsError, PinInUse."""
    if simulate or not (config.screens or config.controls):
        simulator = Simulator(config, clock=clock)
        return SimulatedPanel(config=config, simulator=simulator, table=table, clock=clock, invite=invite)
    try:
        backend = PiBackend(scratch=scratch)
        return Panel(config=config, backend=backend, table=table, clock=clock, invite=invite)
    except GPIOZeroError as error:
        raise PinInUse(f"A pin of the panel cannot be used: {error}") from error
