"""Names for what is put down by a tap: its own, with a number where there may be more of it."""

from collections.abc import Iterable
from itertools import count

from companion.player_names import LONGEST


def another(name: str, taken: Iterable[str], *, first: str | None = None) -> str:
    """A name that is not taken: "Orc 1", "Orc 2", or `first` as long as that is free."""
    known = {each.casefold() for each in taken}
    if first is not None and first.casefold() not in known:
        return first
    numbers = count(1 if first is None else 2)
    return next(each for each in (_with(name, number) for number in numbers) if each.casefold() not in known)


def _with(name: str, number: int) -> str:
    behind = f" {number}"
    return name[: LONGEST - len(behind)].rstrip() + behind
