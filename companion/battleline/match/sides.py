"""What the sides of a battle are called, so that none is taken for a suit."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from unicodedata import normalize

from companion.battleline.cards import Edition
from companion.battleline.match.tactics import GUILE, LINE_PIECES, called
from companion.table.seats import Seat

_CARDS = frozenset(
    word.casefold()
    for edition in Edition
    for piece in (*LINE_PIECES, *GUILE)
    for name in (called(piece, edition),)
    for word in (name, name.split()[0])
)
"""What names a card, or its suit, in either printing: `red 10`, `red`, `alexander`."""
_NO_NAMES = _CARDS | {seat.value for seat in Seat} | {""}


def names(seats: Sequence[Seat], people: Mapping[str, str]) -> Mapping[Seat, str]:
    """By seat, in the order of play, what everything that players read calls it: whoever plays there, as far as anybody
    gave a name, else its team; with its colour behind it where that would be another's name too, or a card's."""
    return _names(tuple(seats), tuple(people.get(seat.value, "") for seat in seats))


@lru_cache(maxsize=64)
def _names(seats: tuple[Seat, ...], people: tuple[str, ...]) -> Mapping[Seat, str]:
    own = {seat: person or f"Team {seat.title}" for seat, person in zip(seats, people, strict=True)}
    found = {}
    for seat, person in zip(seats, people, strict=True):
        others = [other for other in seats if other is not seat]
        taken = {_read(each) for other in others for each in (own[other], _with_colour(own[other], other))}
        alike = person and _read(person) in _NO_NAMES | taken
        found[seat] = _with_colour(own[seat], seat) if alike else own[seat]
    return found


def _with_colour(name: str, seat: Seat) -> str:
    return f"{name} ({seat.title})"


def _read(name: str) -> str:
    """As people read it: what looks the same is the same."""
    return "".join(each for each in normalize("NFKC", name).casefold() if each.isprintable()).strip()
