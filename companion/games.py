"""The games that the table can open."""

from collections.abc import Callable, Iterator, Mapping

from companion.table.game import AnyGame

FIRST = "wartime"
"""The one a new table opens with."""


# Inside each of these, not at the top: a table plays one game, and does not wait for the others to be imported.


def _wartime() -> AnyGame:
    from companion.wartime.match.game import WARTIME  # noqa: PLC0415

    return WARTIME


def _warzone() -> AnyGame:
    from companion.warzone.match.game import WARZONE  # noqa: PLC0415

    return WARZONE


def _battleline() -> AnyGame:
    from companion.battleline.match.game import BATTLE_LINE  # noqa: PLC0415

    return BATTLE_LINE


_GAMES: Mapping[str, Callable[[], AnyGame]] = {"wartime": _wartime, "warzone": _warzone, "battleline": _battleline}


class _Games(Mapping[str, AnyGame]):
    """Each is imported when it is first asked for."""

    def __getitem__(self, name: str) -> AnyGame:
        return _GAMES[name]()

    def __contains__(self, name: object) -> bool:
        return name in _GAMES

    def __iter__(self) -> Iterator[str]:
        return iter(_GAMES)

    def __len__(self) -> int:
        return len(_GAMES)


def all_games() -> Mapping[str, AnyGame]:
    """Every game by its name."""
    return _Games()
