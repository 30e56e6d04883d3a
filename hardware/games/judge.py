"""The button that calls one of the hall's judges when it is held."""

from collections.abc import Callable
from typing import Protocol

from companion.hall.port import HallPort
from companion.table.errors import Refused
from companion.table.history import Source, SourceKind
from hardware.buttons.gestures import HOLD_NS, Gesture, GestureKind

CAPTION = "Judge!, held"


class Telling(Protocol):
    """What makes room at a press, and says what was refused."""

    def touch(self, at: int) -> None: ...

    def refused(self, text: str, at: int) -> None: ...


class JudgeButton:
    """Used by the input thread alone, `calls` aside."""

    def __init__(self, *, control: str | None, hall: Callable[[], HallPort | None], news: Telling) -> None:
        """`control` is the button's id, None for no button; `hall` gives None while the table stands in none: then its
        hold means what it means on any table."""
        self._control = control
        self._hall = hall
        self._news = news

    def calls(self, control: str) -> bool:
        """Whether that button, held, calls a judge now. Any thread may ask."""
        return control == self._control and self._hall() is not None

    def touch(self, at: int) -> None:
        """A button was pressed."""
        self._news.touch(at)

    def call(self, gesture: Gesture) -> bool:
        """Calls a judge as of the instant at which the button went down, if that is what the gesture means. Raises
        Refused, which a screen says too: one that is called already is not called off so."""
        hall = self._hall() if gesture.kind is GestureKind.HOLD and gesture.control == self._control else None
        if hall is None:
            return False
        try:
            hall.call_judge(source=Source(SourceKind.BUTTON, gesture.control), at=gesture.at - HOLD_NS)
        except Refused as refused:
            self._news.refused(str(refused), gesture.at)
            raise
        return True
