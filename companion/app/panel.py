"""Opens the panel that the service plays on: the machine's own, or a simulated one."""

from collections.abc import Callable
from pathlib import Path

from companion.clock import Clock
from companion.hall.port import HallPort
from companion.panel.config import PanelConfig
from companion.people import Invite
from companion.table.table import Table
from hardware.panel import Panel


def open_panel(
    config: PanelConfig,
    *,
    simulate: bool,
    scratch: Path,
    table: Table,
    clock: Clock,
    invite: Callable[[], Invite | None],
    judge: str | None = None,
    hall: Callable[[], HallPort | None] = lambda: None,
) -> Panel:
    """Returns a panel with those pins that are available. It does not draw or hear before its start.

    `judge` is the button that, held, calls a judge of the `hall` that the table is in, if it is in one.
    """
    # Neither at the top: the screens do not wait for the other one to be imported.
    if simulate or not (config.screens or config.controls):
        from hardware.simulated.simulator import SimulatedPanel, Simulator  # noqa: PLC0415

        simulator = Simulator(config, clock=clock)
        return SimulatedPanel(
            config=config, simulator=simulator, table=table, clock=clock, invite=invite, judge=judge, hall=hall
        )
    from hardware.backend import PiBackend  # noqa: PLC0415

    backend = PiBackend(scratch=scratch)
    return Panel(config=config, backend=backend, table=table, clock=clock, invite=invite, judge=judge, hall=hall)
