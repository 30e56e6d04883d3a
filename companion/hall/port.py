"""Says what phones and the panel ask of the hall, through the table that stands in it."""

from typing import Protocol

import msgspec

from companion.table.events import Source

ASK_FIRST = "This table is not in a hall. Ask its organiser for its hall card, then open Hall on the game's title page."


class HallPort(Protocol):
    """Takes what players ask. Any thread may call. The table's view shows the outcome as `hall`, and its log
    tells it.
    """

    def call_judge(self, *, source: Source, words: str = "", at: int | None = None) -> None:
        """Calls a judge. `at`: the monotonic instant (ns) of the press.

        Raises Refused where none can be called, or one is called already.
        """

    def take_back(self, *, source: Source) -> None:
        """Takes the call back. Raises Refused where no judge was called."""

    def take_place(self, *, source: Source) -> None:
        """Has this box take the place back that another one with its card has taken. Raises Refused where none has."""

    def seen(self, announcement: str, *, source: Source) -> None:
        """Marks the announcement of that id as read, for the whole table. Raises Refused."""

    def sit(self, seat: str, player: str, *, source: Source) -> None:
        """Says that this one of the two players whom the hall has paired here has that seat, and the other one the
        other.

        Raises Refused.
        """

    def agree(self, seat: str, *, agreed: bool, source: Source) -> None:
        """Confirms for the seat how the match ended, or takes that back.

        Raises Refused where there is no result to confirm, or where `source` does not act for that seat.
        """


class CardTold(msgspec.Struct, frozen=True, kw_only=True):
    """Holds what is on a hall card, without its secrets.

    `hall` and `table` are their names in topics; `called` is what players call the table. `host` is the broker's
    address. `fingerprint` (hex) is what its certificate is checked against; it is empty for a broker on this very
    machine.
    """

    hall: str
    table: str
    called: str
    host: str
    port: int
    fingerprint: str = ""


class CardPort(Protocol):
    """Takes and drops hall cards. Any thread may call. Both take effect at once."""

    @property
    def held(self) -> CardTold | None:
        """Returns the hall card that the table uses; None without one, or where it cannot be used."""

    @property
    def stuck(self) -> str:
        """Returns why the card that is there cannot be used, as a sentence; empty where it can, or there is none."""

    def inspect_card(self, text: str) -> CardTold:
        """Returns what a card of that text holds. Raises Refused where it is not a card."""

    def take(self, text: str) -> None:
        """Moves the table to that card's hall, and to no other. Raises Refused."""

    def leave(self) -> None:
        """Takes the table out of its hall, and deletes its card, even one that cannot be used.

        Raises Refused where it has no card, or one that only warglass.toml can take away.
        """
