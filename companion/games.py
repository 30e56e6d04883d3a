"""The games that the table can open."""

from collections.abc import Iterator, Mapping
from pkgutil import resolve_name

from companion.table.game import AnyGame

FIRST = "wartime"
"""The one a new table opens with."""
# Where each is, not the thing itself: a table plays one game, and does not wait for the others to be imported.
_GAMES: Mapping[str, str] = {
    "wartime": "companion.wartime.match.game:WARTIME",
    "warzone": "companion.warzone.match.game:WARZONE",
    "battleline": "companion.battleline.match.game:BATTLE_LINE",
}


class _Games(Mapping[str, AnyGame]):
    """Each is imported when it is first asked for."""

    def __getitem__(self, name: str) -> AnyGame:
        game: AnyGame = resolve_name(_GAMES[name])
        return game

    def __contains__(self, name: object) -> bool:
        return name in _GAMES

    def __iter__(self) -> Iterator[str]:
        return iter(_GAMES)

    def __len__(self) -> int:
        return len(_GAMES)


def all_games() -> Mapping[str, AnyGame]:
    """Every game by its name."""
    return _Games()
