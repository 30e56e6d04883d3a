"""Ids after the names that players give: small letters and digits, with single hyphens between."""

from collections.abc import Collection

_LONGEST = 32


def free_id(name: str, taken: Collection[str], *, otherwise: str) -> str:
    """An id after `name` that is not taken yet; after `otherwise` where the name has no letter to keep."""
    plain = name.casefold().encode("ascii", "ignore").decode()
    words = "".join(letter if letter.isalnum() else " " for letter in plain).split()
    stem = "-".join(words)[:_LONGEST].strip("-") or otherwise
    return next(id for number in range(1, len(taken) + 2) if (id := _numbered(stem, number)) not in taken)


def _numbered(stem: str, number: int) -> str:
    return stem if number == 1 else f"{stem}-{number}"
