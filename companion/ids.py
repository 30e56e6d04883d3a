"""Makes ids from the names that players give: small letters and digits, with single hyphens between."""

from collections.abc import Iterable

_LONGEST = 32


class FreeIds:
    """Gives out ids that are not taken: each time another, however many things have one name."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)
        self._next: dict[str, int] = {}

    def after(self, name: str, *, otherwise: str) -> str:
        """Returns an id after `name`, or after the fallback where the name has no letter to keep."""
        plain = name.casefold().encode("ascii", "ignore").decode()
        words = "".join(letter if letter.isalnum() else " " for letter in plain).split()
        return self.untaken("-".join(words)[:_LONGEST].strip("-") or otherwise)

    def untaken(self, id: str) -> str:
        """Returns the id itself where it is free, or with the first number that makes it so."""
        number = self._next.get(id, 1)
        while (free := id if number == 1 else f"{id}-{number}") in self._taken:
            number += 1
        self._next[id] = number + 1
        self._taken.add(free)
        return free


def free_id(name: str, taken: Iterable[str], *, otherwise: str) -> str:
    """Returns an id after `name` that is not taken yet, or after the fallback where the name has no letter to keep."""
    return FreeIds(taken).after(name, otherwise=otherwise)


def untaken(id: str, taken: Iterable[str]) -> str:
    """Returns the id itself where it is free, or with the first number that makes it so."""
    return FreeIds(taken).untaken(id)
