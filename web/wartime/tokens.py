"""Units as tokens of a drawing: told apart by their side's colour and shape, and by a few letters of their names."""

import re
from collections.abc import Iterable, Iterator

from companion.table.seats import Side

LETTERS = 3
"""As many as a token in its hex has room for."""
SHAPES = {Side.GOLD: "round", Side.RED: "diamond"}
"""As on every page of the site: gold is round, red stands on its point."""


def so_many(tokens: int) -> str:
    """A stack in words: "1 token"."""
    return f"{tokens} token{'' if tokens == 1 else 's'}"


def abbreviations(names: Iterable[str]) -> dict[str, str]:
    """For each name of one side up to three letters, no two alike: "Man-at-Arms 1" is MA1, "Goblin" is Gob.

    Whoever comes first has the better one, so that a unit which is added changes no other's.
    """
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in dict.fromkeys(names):
        found[name] = next(each for each in _candidates(name) if each.casefold() not in taken)
        taken.add(found[name].casefold())
    return found


def _candidates(name: str) -> Iterator[str]:
    """Best first, and without an end."""
    words = re.findall(r"[^\W\d_]+", name)
    count = "".join(re.findall(r"\d+", name)[-1:])[-2:]
    room = LETTERS - len(count)
    letters = "".join(words)
    initials = "".join(word[0] for word in words if not word.islower()) or letters[:1]
    if len(initials) > 1:
        yield initials[:room] + count
    if letters:
        yield letters[:room] + count
        yield from (letters[0] + other + count[: LETTERS - 2] for other in letters[1:])
    elif count:
        yield count
    yield from (f"{initials[:1]}{number}"[:LETTERS] for number in range(1, 100))
    yield from (str(number) for number in range(100, 1000))
