"""The games that the table can open."""

from collections.abc import Callable, Iterator, Mapping

from companion.table.game import Game

FIRST = "wartime"
"""The one a new table opens with."""


# Inside, each of these: a table plays one game, and starts without waiting for the others to be imported.


def _wartime() -> Game:
    from companion.wartime.match.game import WarTimeGame  # noqa: PLC0415

    return WarTimeGame()


def _warzone() -> Game:
    from companion.warzone.match.game import WarzoneGame  # noqa: PLC0415

    return WarzoneGame()


def _battleline() -> Game:
    from companion.battleline.match.game import BattleLineGame  # noqa: PLC0415

    return BattleLineGame()


class _Games(Mapping[str, Game]):
    """Each is made when it is first asked for. Under one lock, the table's."""

    def __init__(self, makers: Mapping[str, Callable[[], Game]]) -> None:
        self._makers = makers
        self._made: dict[str, Game] = {}

    def __getitem__(self, name: str) -> Game:
        if name not in self._made:
            self._made[name] = self._makers[name]()
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in self._makers

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


def all_games() -> Mapping[str, Game]:
    """Every game by its name."""
    return _Games({"wartime": _wartime, "warzone": _warzone, "battleline": _battleline})
