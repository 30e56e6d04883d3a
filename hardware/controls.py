"""What the buttons ask of the table, whatever is being played."""

from collections.abc import Iterable
from typing import Protocol

from companion.panel_config import ControlConfig
from companion.table.errors import NotHere, Refused
from companion.table.history import Source, SourceKind
from companion.table.table import Table
from companion.table.view import TableView
from hardware.battle_controls import BattleControls
from hardware.gestures import Made
from hardware.timer_controls import TimerControls
from hardware.warzone_controls import WarzoneControls


class Buzzer(Protocol):
    """What a refusal sounds on."""

    def refused(self) -> None: ...


class GameControls(Protocol):
    """What gestures mean in one game."""

    def caption(self, control: str) -> str:
        """What the button is for, in a few words. Any thread may ask."""

    def made(self, made: Made, *, view: TableView, held: frozenset[str]) -> None:
        """Asks the table for what the gesture means there; `view` is what was seen when it was made."""


class Controls:
    """Hands each gesture to the game being played. Used by the input thread alone, captions aside."""

    def __init__(self, *, table: Table, controls: Iterable[ControlConfig], buzzer: Buzzer) -> None:
        self._table = table
        self._buzzer = buzzer
        timers = {control.id: control.timer for control in controls}
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
        view = self._table.view()
        self._games[view.game].made(made, view=view, held=held)

    def _ask(self, command: object, made: Made) -> None:
        """Asks the table, as of the instant of the gesture; what it refuses is heard."""
        try:
            self._table.dispatch(command, source=Source(SourceKind.BUTTON, made.control), at=made.at)
        except (Refused, NotHere):
            self._buzzer.refused()
