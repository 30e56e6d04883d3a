"""Cards that a table keeps for a game, to which its matches refer by their ids."""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

import msgspec

from companion.table.view import TableView

V = TypeVar("V", bound=TableView)


class Cards(msgspec.Struct, Generic[V], frozen=True, kw_only=True):
    """What a match file has to know of them to bring them along."""

    kind: str
    """What the library keeps them as, such as "unit"."""
    used: Callable[[V], Iterable[str]]
    """The ids of those that a match refers to which everyone sees so."""
    written: Callable[[bytes], bytes]
    """One as files have it, in JSON, from what the library has. Raises Invalid where that is none any more."""
    read: Callable[[bytes], tuple[str, bytes]]
    """The id of one in a file that anybody may have made, and what the library is to have. Raises Invalid."""
