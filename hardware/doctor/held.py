"""Buttons that are pressed while nobody presses them."""

from collections.abc import Iterator

from gpiozero import Factory, InputDevice

from companion.panel.config import ControlConfig
from hardware.doctor.finding import Finding, fail, ok, skipped
from hardware.doctor.installation import Installation
from hardware.doctor.running_table import table_process


def check_held(at: Installation) -> Iterator[Finding]:
    """Each button's contact as it is now, with the pull-up that the table gives it; a running table has them itself."""
    controls = () if at.panel is None else at.panel.controls
    if not controls:
        yield skipped("buttons", at.without("buttons"))
        return
    if table_process(at) is not None:
        yield skipped("buttons", "left to the running table")
        return
    pins = next((attempt.pins for attempt in at.machine.pin_libraries() if attempt.pins is not None), None)
    if pins is None:
        yield skipped("buttons", "no pin library works that could ask them")
        return
    try:
        pressed = [control for control in controls if _pressed(pins, control)]
    finally:
        pins.close()
    for control in pressed:
        yield fail(
            "buttons",
            f"GPIO {control.gpio} ({control.id}) reads pressed, and should not while nobody presses it",
            "Its wire sits on ground, or on two legs of the switch that are always connected: take the two across from "
            "each other. Then press it and see.",
            command="warglass doctor --buttons",
            subject=f"GPIO {control.gpio}",
        )
    if not pressed:
        yield ok("buttons", f"none of the {len(controls)} is pressed; press them with warglass doctor --buttons")


def _pressed(pins: Factory, control: ControlConfig) -> bool:
    """False as well where somebody else has the pin, which has a line of its own."""
    try:
        device = InputDevice(control.gpio, pull_up=True, pin_factory=pins)
    except Exception:  # noqa: BLE001 - each pin library has its own
        return False
    try:
        return bool(device.value)
    finally:
        device.close()
