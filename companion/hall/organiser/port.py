"""What the organiser's pages ask of the hall."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from companion.hall.organiser.view import Archived, ByHand, HallView


class OrganiserPort(Protocol):
    """The live hall. Any thread may call; what is refused raises Refused or NotHere, in words."""

    @property
    def version(self) -> int: ...

    @property
    def stopped(self) -> bool: ...

    def wait(self, version: int | None, timeout: float) -> int | None:
        """Waits up to `timeout` seconds until the version is another than `version`; returns it, or None."""

    def stir(self) -> None:
        """Wakes whoever waits: something beside the hall has changed."""

    def view(self) -> HallView: ...

    def announce(self, text: str, *, tables: Sequence[str] = ()) -> None:
        """On every phone and panel of these tables, or of all."""

    def new_round(self, *, title: str, minutes: int) -> None:
        """The next one, its clock not begun, its pairings none."""

    def start_clock(self) -> None: ...

    def pause_clock(self) -> None:
        """Everywhere at once, every game with it."""

    def extend(self, minutes: int) -> None:
        """Gives the round more time, or less."""

    def pair(self, pairings: Sequence[tuple[str, Sequence[str]]]) -> None:
        """Who plays at which table in this round, in place of whoever did: (table, players)."""

    def pause_table(self, table: str) -> None: ...

    def coming(self, table: str, call: int, *, who: str) -> None: ...

    def answer(self, table: str, call: int, *, who: str, text: str, everywhere: str = "") -> None:
        """`everywhere`: the question that the answer becomes a house ruling of the event for, on every table."""

    def set_results(self, results: Mapping[str, ByHand | None]) -> None:
        """Of these tables in this round, by hand, over what they say or before they do; None takes back what was
        written, and what the table says counts again."""

    def archived(self, table: str) -> Sequence[Archived]:
        """The table's matches, the newest first."""

    def set_up_anew(self, table: str, *, journal: str, match: int) -> None:
        """Has the box that answers as this table now go on with that match. Returns at once; how it goes is in the
        view's `faults` and the table's state."""
