"""What the buttons ask of the table, whatever is being played."""

from collections.abc import Iterable
from typing import Protocol

from companion.panel.config import ControlConfig
from companion.table.commands import Command
from companion.table.errors import NotHere, Refused
from companion.table.history import Source, SourceKind
from companion.table.table import Table
from companion.table.view import TableView
from hardware.buttons.gestures import Gesture, Made
from hardware.games.battleline_controls import BattleControls
from hardware.games.wartime_controls import TimerControls
from hardware.games.warzone_controls import WarzoneControls


class Buzzer(Protocol):
    """What a refusal sounds on."""

    def refused(self) -> None: ...


class Inviting(Protocol):
    """What shows phones the way to the table."""

    def ask(self, at: int) -> None: ...

    def touch(self, at: int) -> None: ...


class GameControls(Protocol):
    """What gestures mean in one game."""

    def caption(self, control: str) -> str:
        """What the button is for, in a few words. Any thread may ask."""

    def made(self, made: Made, *, view: TableView, held: frozenset[str]) -> None:
        """Asks the table for what the gesture means there; `view` is what was seen when it was made."""


class Controls:
    """Hands each gesture to the game being played. Used by the input thread alone, captions aside.

    The pause button, held, shows the join code, whatever is being played.
    """

    def __init__(
        self, *, table: Table, controls: Iterable[ControlConfig], buzzer: Buzzer, invitation: Inviting
    ) -> None:
        self._table = table
        self._buzzer = buzzer
        self._invitation = invitation
        timers = {control.id: control.timer for control in controls}
        self._pausing = {control for control, timer in timers.items() if timer is None}
        self._games: dict[str, GameControls] = {
            "wartime": TimerControls(timers=timers, ask=self._ask),
            "battleline": BattleControls(timers=timers, ask=self._ask),
            "warzone": WarzoneControls(timers=timers, ask=self._ask),
        }

    def caption(self, control: str) -> str:
        """What the button is for in the game being played. Any thread may ask."""
        return self._games[self._table.game].caption(control)

    def made(self, made: Made, *, held: frozenset[str]) -> None:
        """Carries out a gesture; `held` are the controls that are being held."""
        if made.gesture is Gesture.PRESS:
            self._invitation.touch(made.at)
        elif made.gesture is Gesture.HOLD and made.control in self._pausing:
            self._invitation.ask(made.at)
            return
        view = self._table.view()
        self._games[view.game].made(made, view=view, held=held)

    def _ask(self, command: Command, made: Made) -> None:
        """Asks the table, as of the instant of the gesture; what it refuses is heard."""
        try:
            self._table.dispatch(command, source=Source(SourceKind.BUTTON, made.control), at=made.at)
        except (Refused, NotHere):
            self._buzzer.refused()
