"""Caches what a table keeps of one kind, as its game's own structs."""

import logging
from collections.abc import Callable
from typing import Any, Generic, TypeVar

import msgspec

from companion.fields.decode import decoder_of
from companion.table.table import Table

T = TypeVar("T", bound=msgspec.Struct)
_logger = logging.getLogger(__name__)


class Readings(Generic[T]):
    """Holds all of a kind in its order, each decoded once for as long as it is kept unchanged. Any thread may call any
    method.

    So a page that needs two cards costs no more than those two, however many there are.
    """

    def __init__(self, table: Table, *, game: str, kind: str, struct: type[T], order: Callable[[T], Any]) -> None:
        self._table = table
        self._game, self._kind = game, kind
        self._decoder = decoder_of(struct)
        self._order = order
        self._read: tuple[dict[str, bytes], dict[str, T | None], tuple[T, ...]] = ({}, {}, ())

    def all(self) -> tuple[T, ...]:
        """Returns all of them. It leaves out one that cannot be read any more."""
        bodies = self._table.kept(self._game, self._kind)
        before, known, ordered = self._read
        if bodies != before:
            same = {id: known[id] for id, body in bodies.items() if before.get(id) == body}
            known = {id: same[id] if id in same else self._decoded(id, body) for id, body in bodies.items()}
            ordered = tuple(sorted((each for each in known.values() if each is not None), key=self._order))
            self._read = bodies, known, ordered
        return ordered

    def _decoded(self, id: str, body: bytes) -> T | None:
        try:
            return self._decoder.decode(body)
        except msgspec.DecodeError:
            _logger.exception("%s %s cannot be read", self._kind, id)
            return None
