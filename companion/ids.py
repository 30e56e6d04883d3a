"""Ids after the names that players give: small letters and digits, with single hyphens between."""

from collections.abc import Collection

_LONGEST = 32


def free_id(name: str, taken: Collection[str], *, otherwise: str) -> str:
    """An id after `name` that is not taken yet; after `otherwise` where the name has no letter to keep."""
    plain = name.casefold().encode("ascii", "ignore").decode()
    words = "".join(letter if letter.isalnum() else " " for letter in plain).split()
    stem = "-".join(words)[:_LONGEST].strip("-") or otherwise
    return untaken(stem, taken)


def untaken(id: str, taken: Collection[str]) -> str:
    """The id itself where it is free, or with the first number that makes it so."""
    numbered = (f"{id}-{number}" for number in range(2, len(taken) + 3))
    return next(each for each in (id, *numbered) if each not in taken)
