"""The simulated panel, which a workbench may leave running for months."""

from companion.clock import ManualClock
from companion.config import shipped_panel
from hardware.simulated.simulator import MOST_STATES, Simulator


def test_a_pin_does_not_remember_everything_that_ever_happened_to_it() -> None:
    simulator = Simulator(shipped_panel("starter"), clock=ManualClock(), khz=None)
    pin = simulator.pin(17)
    for _ in range(1000):
        pin.drive_low()
        pin.drive_high()
    assert len(pin.states) == MOST_STATES
    simulator.close()
