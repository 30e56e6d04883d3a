"""What is heard when the table goes from one view to another."""

from collections.abc import Iterable, Iterator

from companion.table.at_hall import AtHall
from companion.table.view import Phase, TableView
from hardware.games.registry import PANEL_GAMES
from hardware.sound.patterns import ANNOUNCED, BEGUN, ENDED, JUDGE, Pattern


def sounds(before: TableView, after: TableView, *, warning_ms: int) -> Iterator[Pattern]:
    """What the change sounds like, in order. What warns of an end does so that many milliseconds before; 0 for never.

    A game that takes another's place makes no sound.
    """
    yield from _played(before, after, warning_ms)
    if before.hall is not None and after.hall is not None:
        yield from _of_the_hall(before.hall, after.hall)


def _played(before: TableView, after: TableView, warning_ms: int) -> Iterable[Pattern]:
    if before.phase is not Phase.ENDED and after.phase is Phase.ENDED:
        return (ENDED,)
    if before.phase is Phase.SETUP and after.phase is Phase.RUNNING:
        return (BEGUN,)
    return PANEL_GAMES[after.game].sounds(before, after, warning_ms) if before.game == after.game else ()


def _of_the_hall(before: AtHall, after: AtHall) -> Iterator[Pattern]:
    """What is new of it. What is over makes no sound: an announcement that was read, a call that was taken back."""
    if after.said is not None and (before.said is None or before.said.id != after.said.id):
        yield ANNOUNCED
    if after.call is not None and after.call != before.call:
        yield JUDGE


def next_warning(view: TableView, *, warning_ms: int) -> int | None:
    """The server's monotonic millisecond of the next warning, if nothing happens before it; None for none."""
    return PANEL_GAMES[view.game].next_warning(view, warning_ms) if warning_ms else None
