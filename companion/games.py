"""Lists the games that the table can open, each imported at its first use."""

from collections.abc import Iterator, Mapping
from enum import Enum
from pkgutil import resolve_name
from typing import Self, TypeVar

from companion.table.game import AnyGame

# Things by name, each imported at its first use.

T = TypeVar("T")


class GameRegister(Mapping[str, T]):
    """Maps names to things without importing them: a table plays one game, and does not wait for the others to be
    imported. Any thread may ask."""

    def __init__(self, places: Mapping[str, str]) -> None:
        """Takes in `places` by name each thing's module and its name there, such as "companion.games:FIRST"."""
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
"""Names the game that a new table opens with."""


class RuledGame(Enum):
    """Lists the games that the table can open, each with its title and the place of its Game."""

    # Each has its name in the API, the name on its box, and where its Game is. The panel has its part in
    # hardware/games/NAME.py as GAME, the site has its pages in web/NAME/site.py as SITE.
    WARTIME = "wartime", "WarTime", "companion.wartime.match.game:WARTIME"
    WARZONE = "warzone", "Warzone Eternal", "companion.warzone.match.game:WARZONE"
    BATTLELINE = "battleline", "Battle Line", "companion.battleline.match.game:BATTLE_LINE"

    _value_: str
    title: str
    place: str

    def __new__(cls, name: str, title: str = "", place: str = "") -> Self:
        game = object.__new__(cls)
        game._value_, game.title, game.place = name, title, place
        return game


_GAMES: GameRegister[AnyGame] = GameRegister({game.value: game.place for game in RuledGame})


def all_games() -> Mapping[str, AnyGame]:
    """Returns every game by its name."""
    return _GAMES
