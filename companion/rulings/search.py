"""The search: a question in players' words, the rulings that answer it, best first."""

from collections.abc import Iterable
from copy import copy
from typing import Self

from companion.rulings.ranking import Found, Ranking
from companion.rulings.ruling import Game, Ruling


class Search:
    """All the rulings there are. Immutable but for what it remembers: any thread may call."""

    def __init__(self, rulings: Iterable[Ruling]) -> None:
        everything = tuple(rulings)
        self._games = {game: Ranking(game, (each for each in everything if each.game is game)) for game in Game}

    def with_game(self, game: Game, rulings: Iterable[Ruling]) -> Self:
        """The same search, with these as the rulings of a game."""
        other = copy(self)
        other._games = self._games | {game: Ranking(game, rulings)}
        return other

    def find(self, question: str, *, game: Game | None = None, only: bool = False, limit: int = 10) -> list[Found]:
        """The best rulings for a question, those of `game` first, or `only` those. Any text is a question; noise finds
        nothing."""
        rankings = [self._games[game]] if only and game is not None else self._games.values()
        found = [each for ranking in rankings for each in ranking.find(question)]
        return sorted(found, key=lambda each: (each.ruling.game is not game, -each.score))[:limit]
