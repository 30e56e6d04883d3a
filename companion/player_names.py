"""Names that players give to units and cards."""

import unicodedata
from collections.abc import Iterable

LONGEST = 24


def tidy(name: str, *, longest: int = LONGEST) -> str:
    """The name with its spaces in order. Raises ValueError, in words, where it is no name."""
    text = " ".join(name.split())
    if not text:
        raise ValueError("must not be empty")
    if len(text) > longest:
        raise ValueError(f"must be at most {longest} characters, got {len(text)}")
    if any(unicodedata.category(letter).startswith("C") for letter in text):
        raise ValueError("must be printable characters")
    return text


def spelt(name: str, known: Iterable[str]) -> str:
    """The name as it is spelt among those that are known, or as it is."""
    return next((each for each in known if same(name, each)), name)


def same(one: str | None, other: str | None) -> bool:
    """Whether two names mean the same unit or card: case does not count, for phones capitalise as they like."""
    return one is not None and other is not None and one.casefold() == other.casefold()
