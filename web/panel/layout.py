"""The panel as its page lays it out: each screen with the buttons that belong to it."""

from collections.abc import Iterator

import msgspec

from companion.panel.port import ControlView, PanelView, ScreenView

KEYS = {
    "gold": "12345",
    "red": "qwert",
    "neutral": "90",
}
HAND_KEYS = {"gold": "a", "red": "s"}
PAUSE_KEY = "Space"


class Cap(msgspec.Struct, frozen=True):
    """A button: `key` is the keyboard's for it, None where it has none."""

    control: ControlView
    side: str
    key: str | None


class Group(msgspec.Struct, frozen=True):
    """A screen and the buttons of the timers on it; without a screen, the buttons that are left."""

    screen: ScreenView | None
    caps: tuple[Cap, ...]


def groups(panel: PanelView) -> tuple[Group, ...]:
    """Every control is in exactly one group."""
    left = list(_caps(panel.controls))
    found = []
    for screen in panel.screens:
        mine = tuple(cap for cap in left if cap.control.timer in screen.shows)
        left = [cap for cap in left if cap not in mine]
        found.append(Group(screen, mine))
    return (*found, Group(None, tuple(left))) if left else tuple(found)


def _caps(controls: tuple[ControlView, ...]) -> Iterator[Cap]:
    keys = {side: iter(row) for side, row in KEYS.items()}
    for control in controls:
        if control.hand is not None:
            yield Cap(control, control.hand.value, HAND_KEYS[control.hand.value])
        elif control.timer is None:
            yield Cap(control, "neutral", PAUSE_KEY)
        else:
            side = control.timer.partition("-")[0]
            yield Cap(control, side, next(keys.get(side, iter(())), None))
