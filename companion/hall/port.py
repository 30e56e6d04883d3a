"""What phones and the panel ask of the hall, by way of the table that stands in it."""

from typing import Protocol

import msgspec

from companion.table.history import Source

ASK_FIRST = "This table stands in no hall. Its organiser has a card for it: open Hall on the page of the game's title."


class HallPort(Protocol):
    """Any thread may call. What comes of it is told by the table's view, as `hall`, and by its log."""

    def call_judge(self, *, source: Source, words: str = "", at: int | None = None) -> None:
        """`at`: the monotonic instant (ns) of the press. Raises Refused where none can be called, or one is already."""

    def take_back(self, *, source: Source) -> None:
        """No judge is needed any more. Raises Refused where none was called."""

    def take_place(self, *, source: Source) -> None:
        """Has this box take the place back that another one with its card has taken. Raises Refused where none has."""

    def seen(self, announcement: str, *, source: Source) -> None:
        """Somebody has read the announcement of that id, for the whole table. Raises Refused."""

    def sit(self, seat: str, player: str, *, source: Source) -> None:
        """Says that this one of the two whom the hall has paired here sits at that seat, and the other opposite. Raises
        Refused."""

    def agree(self, seat: str, *, agreed: bool, source: Source) -> None:
        """The seat confirms how the match ended, or takes that back. Raises Refused where there is nothing to confirm,
        or `source` does not sit there."""


class CardTold(msgspec.Struct, frozen=True, kw_only=True):
    """What stands on a table's card, its secrets aside: the hall's name, what the table is called there in topics and
    by players, the broker's address, and what the broker's certificate is held against, as `fingerprint` in hex; empty
    for a broker on this very machine."""

    hall: str
    table: str
    called: str
    host: str
    port: int
    fingerprint: str = ""


class CardPort(Protocol):
    """Any thread may call. What is taken or left takes effect at once."""

    @property
    def held(self) -> CardTold | None:
        """The card that the table stands in its hall by; None without one, or where it cannot be used."""

    @property
    def stuck(self) -> str:
        """Why the card that is there cannot be used, as a sentence; empty where it can, or there is none."""

    def told(self, text: str) -> CardTold:
        """What a card of that text says. Raises Refused where it is none."""

    def take(self, text: str) -> None:
        """The table stands in that card's hall from now on, and in no other. Raises Refused."""

    def leave(self) -> None:
        """The table stands in no hall any more, and a card that cannot be used is put away too. Raises Refused where it
        has no card, or one that only warglass.toml can take away."""
