"""What is heard when the table goes from one view to another."""

from collections.abc import Iterable

from companion.table.view import Phase, TableView
from hardware.games.registry import PANEL_GAMES
from hardware.sound.patterns import BEGUN, ENDED, Pattern


def sounds(before: TableView, after: TableView, *, warning_ms: int) -> Iterable[Pattern]:
    """What the change sounds like, in order. What warns of an end does so that many milliseconds before; 0 for never.

    A game that takes another's place makes no sound.
    """
    if before.phase is not Phase.ENDED and after.phase is Phase.ENDED:
        return (ENDED,)
    if before.phase is Phase.SETUP and after.phase is Phase.RUNNING:
        return (BEGUN,)
    return PANEL_GAMES[after.game].sounds(before, after, warning_ms) if before.game == after.game else ()


def next_warning(view: TableView, *, warning_ms: int) -> int | None:
    """The server's monotonic millisecond of the next warning, if nothing happens before it; None for none."""
    return PANEL_GAMES[view.game].next_warning(view, warning_ms) if warning_ms else None
