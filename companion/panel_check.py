"""What is wrong with a panel that no single key shows: timers that do not exist, pins and addresses used twice."""

from collections import Counter
from collections.abc import Iterator

from companion.panel_config import PanelConfig
from companion.quiet_hours import quiet_hours
from companion.wartime.scenario import BOX


def problems(panel: PanelConfig) -> Iterator[tuple[str, str]]:
    """Each problem as the key below `[panel]` that is at fault and what is wrong with it."""
    timers = {spec.id for spec in BOX}
    pins = Counter([control.gpio for control in panel.controls])
    pins.update(pin for pin in (panel.sounder, panel.light) if pin is not None)
    ids: set[str] = set()
    places: set[tuple[int, int | None, int | None, int]] = set()
    for index, screen in enumerate(panel.screens):
        key = f"screens[{index}]"
        for timer in screen.shows:
            if timer not in timers:
                yield f"{key}.shows", f"there is no timer {timer!r}"
        if (screen.mux is None) != (screen.channel is None):
            yield key, "a multiplexer needs both mux and channel"
        place = (screen.bus, screen.mux, screen.channel, screen.address)
        if place in places:
            yield f"{key}.address", f"{screen.address:#x} is taken by another screen on this bus"
        places.add(place)
        if screen.id in ids:
            yield f"{key}.id", f"{screen.id!r} is there twice"
        ids.add(screen.id)
    ids.clear()
    for index, control in enumerate(panel.controls):
        key = f"controls[{index}]"
        if control.timer is not None and control.timer not in timers:
            yield f"{key}.timer", f"there is no timer {control.timer!r}"
        if control.id in ids:
            yield f"{key}.id", f"{control.id!r} is there twice"
        ids.add(control.id)
        if panel.screens and control.gpio in (2, 3):
            yield f"{key}.gpio", f"GPIO {control.gpio} is the I2C bus of the screens"
        if pins[control.gpio] > 1:
            yield f"{key}.gpio", f"GPIO {control.gpio} is used twice"
    if panel.sounder is not None and panel.sounder == panel.light:
        yield "light", f"GPIO {panel.light} is used twice"
    if panel.sound.quiet is not None:
        try:
            quiet_hours(panel.sound.quiet)
        except ValueError as error:
            yield "sound.quiet", str(error)
