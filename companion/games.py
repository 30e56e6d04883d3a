"""The games that the table can open, each imported when it is first asked for."""

from collections.abc import Iterator, Mapping
from pkgutil import resolve_name
from typing import TypeVar

from companion.table.game import AnyGame

# Things by name, each imported when it is first asked for.

T = TypeVar("T")


class Register(Mapping[str, T]):
    """Where each thing is, not the thing itself: a table plays one game, and does not wait for the others to be
    imported. Any thread may ask."""

    def __init__(self, places: Mapping[str, str]) -> None:
        """`places` are the things' modules and names in them, such as "companion.games:FIRST", by their names here."""
        self._places = places
        self._found: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        if name not in self._found:
            self._found[name] = resolve_name(self._places[name])
        return self._found[name]

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


# The games that the table can open.

FIRST = "wartime"
"""The one a new table opens with."""
_GAMES: Register[AnyGame] = Register(
    {
        "wartime": "companion.wartime.match.game:WARTIME",
        "warzone": "companion.warzone.match.game:WARZONE",
        "battleline": "companion.battleline.match.game:BATTLE_LINE",
    }
)


def all_games() -> Mapping[str, AnyGame]:
    """Returns every game by its name."""
    return _GAMES
