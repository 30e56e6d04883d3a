"""The panel that the service plays on: the machine's own, or a simulated one."""

from collections.abc import Callable
from pathlib import Path

from companion.clock import Clock
from companion.invite import Invite
from companion.panel.config import PanelConfig
from companion.table.table import Table
from hardware.backend import PiBackend
from hardware.panel import Panel
from hardware.simulated.simulator import SimulatedPanel, Simulator


def open_panel(
    config: PanelConfig, *, simulate: bool, scratch: Path, table: Table, clock: Clock, invite: Callable[[], Invite]
) -> Panel:
    """A panel that has such pins as are to be had; it draws and hears nothing before its start."""
    if simulate or not (config.screens or config.controls):
        simulator = Simulator(config, clock=clock)
        return SimulatedPanel(config=config, simulator=simulator, table=table, clock=clock, invite=invite)
    return Panel(config=config, backend=PiBackend(scratch=scratch), table=table, clock=clock, invite=invite)
