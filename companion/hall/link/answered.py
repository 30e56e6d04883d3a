"""The answers that were given, for an ask that comes again."""

from collections import OrderedDict

MOST = 256


class Answered:
    """By the ask's id, as they went out: the last MOST."""

    def __init__(self) -> None:
        self._said: OrderedDict[str, bytes] = OrderedDict()

    def get(self, id: str) -> bytes | None:
        return self._said.get(id)

    def put(self, id: str, answer: bytes) -> None:
        self._said[id] = answer
        while len(self._said) > MOST:
            self._said.popitem(last=False)
