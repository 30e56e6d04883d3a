"""The simulated panel, which a workbench may leave running for months."""

from companion.clock import SECOND, ManualClock
from companion.config import shipped_panel
from hardware.simulated.simulator import MOST_STATES, Simulator


def test_an_edge_is_stamped_by_the_tables_clock() -> None:
    clock = ManualClock(now=7 * SECOND)
    simulator = Simulator(shipped_panel("starter"), clock=clock, khz=None)
    stamps: list[float] = []
    pin = simulator.pin(17)
    pin.function, pin.pull, pin.edges = "input", "up", "both"
    changed = lambda ticks, state: stamps.append(ticks)  # noqa: E731
    pin.when_changed = changed
    pin.drive_low()
    clock.advance(seconds=2)
    pin.drive_high()
    assert stamps == [7.0, 9.0]
    simulator.close()


def test_a_pin_does_not_remember_everything_that_ever_happened_to_it() -> None:
    simulator = Simulator(shipped_panel("starter"), clock=ManualClock(), khz=None)
    pin = simulator.pin(17)
    for _ in range(1000):
        pin.drive_low()
        pin.drive_high()
    assert len(pin.states) == MOST_STATES
    simulator.close()
