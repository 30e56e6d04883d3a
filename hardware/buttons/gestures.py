"""Presses and releases turned into what players mean by them."""

from collections.abc import Callable, Iterator
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
        self._doubtful: set[str] = set()

    def change(self, control: str, change: Change) -> Iterator[Gesture]:
        """A control closed or opened. One that was only found open was let go before anyone could call it held."""
        self._doubtful.discard(control)
        if change.pressed:
            self._down[control] = change.at
            yield Gesture(GestureKind.PRESS, control, change.at)
            return
        pressed_at = self._down.pop(control, None)
        if pressed_at is None:
            return
        if control in self._held:
            self._held.discard(control)
        elif change.guessed or change.at - pressed_at < HOLD_NS:
            yield Gesture(GestureKind.TAP, control, change.at)
        else:
            yield Gesture(GestureKind.HOLD, control, pressed_at + HOLD_NS)

    def due(self) -> int | None:
        """When the next hold is complete, if nothing is let go before."""
        return min((at for at, _ in self._open()), default=None)

    def complete_holds(self, now: int, *, closed: Callable[[str], bool]) -> Iterator[Gesture]:
        """The holds that are complete by now, in order. One whose contact is not `closed` any more is none yet: the
        edge that says when it was let go is on its way."""
        for at, control in sorted(self._open()):
            if at > now:
                return
            if closed(control):
                self._held.add(control)
                yield Gesture(GestureKind.HOLD, control, at)
            else:
                self._doubtful.add(control)

    def _open(self) -> list[tuple[int, str]]:
        """What is down and may become a hold: when, and which."""
        over = self._held | self._doubtful
        return [(at + HOLD_NS, control) for control, at in self._down.items() if control not in over]

    @property
    def held(self) -> frozenset[str]:
        """The controls that have been down for a second and still are."""
        return frozenset(self._held)
