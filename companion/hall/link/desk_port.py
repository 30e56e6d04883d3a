"""What a link carries: the desk's own, or another's that does the same."""

from collections.abc import Sequence
from typing import Protocol

from companion.hall.wire.from_hall import Ask, Round
from companion.hall.wire.from_table import Answer, Called, Link, Result
from companion.table.view import TableView


class DeskPort(Protocol):
    """The hall as the table stands in it. Called from the link's two threads, without any lock of theirs."""

    @property
    def journal(self) -> str: ...

    @property
    def boot(self) -> int: ...

    @property
    def call(self) -> Called | None: ...

    @property
    def round_number(self) -> int | None: ...

    def raise_boot(self, above: int) -> None: ...

    def connected(self) -> None: ...

    def offline(self, why: str) -> None: ...

    def heard_round(self, told: Round) -> None: ...

    def follow(self, view: TableView, *, match: int, score: dict[str, int]) -> None: ...

    def link(self, connection: int, *, online: bool) -> Link: ...

    def results(self, connection: int) -> Sequence[Result]: ...

    def arrived(self, told: Result) -> None: ...


class Asked(Protocol):
    """Does what the hall asks, and says what came of it. It may take as long as the disk does."""

    def __call__(self, id: str, ask: Ask, /) -> Answer: ...
