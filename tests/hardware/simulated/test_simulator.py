"""The simulated panel, which a workbench may leave running for months."""

from companion.config import shipped_panel
from hardware.simulated.simulator import MOST_STATES, Simulator


def test_a_pin_does_not_remember_everything_that_ever_happened_to_it() -> None:
    simulator = Simulator(shipped_panel("starter"), khz=None)
    pin = simulator.pin(17)
    for _ in range(1000):
        pin.drive_low()
        pin.drive_high()
    assert len(pin.states) == MOST_STATES
    simulator.close()
