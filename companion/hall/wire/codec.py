"""Reading and writing what goes over the broker. Whatever cannot be read is nobody's message."""

import functools
import logging
from typing import Any, TypeVar

import msgspec

from companion.hall.wire import from_hall, from_table
from companion.hall.wire.sizes import LARGEST, LARGEST_LOG, LARGEST_ROUND, LARGEST_STATE

T = TypeVar("T", bound=msgspec.Struct)
_logger = logging.getLogger(__name__)

_LARGEST: dict[type[msgspec.Struct], int] = {
    from_table.State: LARGEST_STATE,
    from_table.Log: LARGEST_LOG,
    from_hall.Round: LARGEST_ROUND,
}


def written(payload: msgspec.Struct) -> bytes:
    """What is too large is the caller's to have kept small."""
    return msgspec.json.encode(payload)


def read(data: bytes, kind: type[T]) -> T | None:
    """A payload of that kind; None where it is too large or is none."""
    found: T | None = _read(data, kind, _LARGEST.get(kind, LARGEST))
    return found


def read_ask(data: bytes) -> from_hall.Ask | None:
    found: from_hall.Ask | None = _read(data, from_hall.Ask, LARGEST_LOG)
    return found


def read_answer(data: bytes) -> from_table.Answer | None:
    found: from_table.Answer | None = _read(data, from_table.Answer, LARGEST)
    return found


def _read(data: bytes, kind: Any, largest: int) -> Any:
    if len(data) > largest:
        _logger.warning("a message of %d bytes is not read", len(data))
        return None
    try:
        return _decoder(kind).decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        _logger.warning("a message that is none: %s", error)
        return None


@functools.cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
