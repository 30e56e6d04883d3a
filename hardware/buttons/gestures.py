"""Presses and releases turned into what players mean by them."""

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from companion.clock import SECOND
from hardware.buttons.debounce import Change

HOLD_NS = SECOND


class GestureKind(Enum):
    PRESS = "press"
    """Down, at once."""
    HOLD = "hold"
    """Down for a second."""
    TAP = "tap"
    """Let go before it was a hold."""


class Gesture(NamedTuple):
    """A gesture on a control, at the monotonic instant `at`, nanoseconds."""

    kind: GestureKind
    control: str
    at: int


class GestureReader:
    """Tells presses, taps and holds of all controls apart. Pure: time comes in with each call."""

    def __init__(self) -> None:
        self._down: dict[str, int] = {}
        self._held: set[str] = set()

    def change(self, control: str, change: Change) -> Iterator[Gesture]:
        """A control closed or opened."""
        if change.pressed:
            self._down[control] = change.at
            yield Gesture(GestureKind.PRESS, control, change.at)
            return
        pressed_at = self._down.pop(control, None)
        if pressed_at is None:
            return
        if control in self._held:
            self._held.discard(control)
        elif change.at - pressed_at < HOLD_NS:
            yield Gesture(GestureKind.TAP, control, change.at)
        else:
            yield Gesture(GestureKind.HOLD, control, pressed_at + HOLD_NS)

    def due(self) -> int | None:
        """When the next hold is complete, if nothing is let go before."""
        return min((at + HOLD_NS for control, at in self._down.items() if control not in self._held), default=None)

    def complete_holds(self, now: int) -> Iterator[Gesture]:
        """The holds that are complete by now, in order."""
        complete = [(at + HOLD_NS, control) for control, at in self._down.items() if control not in self._held]
        for at, control in sorted(complete):
            if at <= now:
                self._held.add(control)
                yield Gesture(GestureKind.HOLD, control, at)

    @property
    def held(self) -> frozenset[str]:
        """The controls that have been down for a second and still are."""
        return frozenset(self._held)
