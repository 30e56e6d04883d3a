"""A strongbox that anybody could open: for tests of what goes into one, and of where."""

import base64

from companion.errors import WarglassError
from companion.hall.rows import Where


class OpenBox:
    """`key` is any word; another one's does not open."""

    def __init__(self, key: str = "key") -> None:
        self._key = key

    def seal(self, data: bytes, where: Where, seq: int) -> str:
        return base64.b64encode(self._head(where, seq) + data).decode()

    def unseal(self, text: str, where: Where, seq: int) -> bytes:
        data, head = base64.b64decode(text), self._head(where, seq)
        if not data.startswith(head):
            raise WarglassError("another key")
        return data[len(head) :]

    def _head(self, where: Where, seq: int) -> bytes:
        return f"{self._key} {where.journal} {where.match} {seq} ".encode()
