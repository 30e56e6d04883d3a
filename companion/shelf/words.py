"""Words as they are compared: without case and without accents, as nobody types them."""

import re
import unicodedata
from collections.abc import Iterable

_WORD = re.compile(r"\w+")


def folded(text: str) -> str:
    """The text as it is compared."""
    bare = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in bare if not unicodedata.combining(letter))


def words(*texts: str | None) -> tuple[str, ...]:
    """All words of these texts, each once."""
    return tuple(dict.fromkeys(word for text in texts for word in _WORD.findall(folded(text or ""))))


def line(found: Iterable[str]) -> str:
    """Words in a row that `sought` is looked for in: a space before each and behind the last."""
    return "".join(f" {word}" for word in found) + " "


def sought(word: str) -> str:
    """What a line has in it that has a word which begins so; a number is looked for whole."""
    return f" {word} " if word.isdecimal() else f" {word}"
