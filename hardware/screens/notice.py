"""What a screen may show in place of its own face, whatever is being played."""

from collections.abc import Collection
from typing import Protocol

from companion.table.view import TableView
from hardware.faces.face import Face


class Notice(Protocol):
    """Asked by the writers of all buses, each for its own screens."""

    @property
    def screens(self) -> Collection[str]:
        """Those that it may be on: it is asked for no other."""

    def face(self, screen: str, view: TableView, now: int) -> Face | None:
        """What the screen shows instead of its own face at the monotonic instant `now` (ns); None for its own."""

    def due(self, screen: str, view: TableView, now: int) -> int | None:
        """When to look again although the table has not changed, None for not at all. Asked after `face`."""
