"""The search: a question in players' words, the rulings that answer it, best first."""

from collections.abc import Iterable, Mapping
from typing import Self

from companion.rulings.index import Tally
from companion.rulings.ranking import Found, Ranking
from companion.rulings.ruling import Game, Ruling

HERE = 3.0
"""How much better a ruling of another game has to be than one of the game on the table."""


class Search:
    """All the rulings there are. Immutable: any thread may call."""

    def __init__(self, rulings: Iterable[Ruling]) -> None:
        everything = tuple(rulings)
        self._settle({game: Ranking(game, (each for each in everything if each.game is game)) for game in Game})

    def with_game(self, game: Game, rulings: Iterable[Ruling]) -> Self:
        """The same search, with these as the rulings of a game."""
        other = type(self).__new__(type(self))
        other._settle({**self._games, game: Ranking(game, rulings)})
        return other

    def find(self, question: str, *, game: Game | None = None, only: bool = False, limit: int = 10) -> list[Found]:
        """The best rulings for a question, those of `game` before others that are hardly better, or `only` those. Any
        text is a question; noise finds nothing."""
        asked = [game] if only and game is not None else list(self._games)
        found = [
            (each.score + HERE * (of is game), each)
            for of in asked
            for each in self._games[of].find(question, among=self._among, elsewhere=self._elsewhere[of])
        ]
        return [each for _, each in sorted(found, key=lambda each: -each[0])[:limit]]

    def _settle(self, games: Mapping[Game, Ranking]) -> None:
        self._games = games
        self._among = Tally.of(each.tally for each in games.values())
        self._elsewhere = {of: [games[other].said for other in games if other is not of] for of in games}
