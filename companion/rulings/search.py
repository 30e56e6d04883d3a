"""The search: a question in players' words, the rulings that answer it, best first."""

from collections.abc import Iterable, Mapping
from heapq import nlargest
from typing import Self

from msgspec.structs import replace

from companion.rulings.precedence import case_of
from companion.rulings.ranking import Found, Ranking
from companion.rulings.ruling import Game, Ruling

HERE = 3.5
"""How much better a ruling of another game has to be than one of the game on the table."""
OWN = 25.0
"""Where the best ruling of the table's game is as likely, its rulings come before those of other games."""
CASE = 12.0
"""The bonus of a ruling whose `case` is the question's."""
FITS, SURE = 24.4, 33.0
"""A question fits no ruling if the best one is less likely, and an answer is sure from there on."""
ELSEWHERE = 11.0
"""So much likelier than one of the table's game a ruling of another game has to be to fit."""
NEAREST = 3
"""Of rulings that do not fit, or are not sure, so many are found."""
CONSIDERED = 40
"""The rulings that talk most about a question's words are looked at closely."""


class Search:
    """All the rulings there are. Immutable but for what it remembers: any thread may call."""

    def __init__(self, rulings: Iterable[Ruling]) -> None:
        everything = tuple(rulings)
        self._settle({game: Ranking(game, (each for each in everything if each.game is game)) for game in Game})

    def with_game(self, game: Game, rulings: Iterable[Ruling]) -> Self:
        """The same search, with these as the rulings of a game."""
        other = type(self).__new__(type(self))
        other._settle({**self._games, game: Ranking(game, rulings)})
        return other

    def find(self, question: str, *, game: Game | None = None, only: bool = False, limit: int = 10) -> list[Found]:
        """Returns the best rulings for a question: those of `game` before others hardly better, or `only` those.

        Where no answer is sure these are three, and where none fits they say so. Any text is a question; noise finds
        nothing."""
        looks = {of: self._games[of].look(question) for of in self._games if not only or game in {of, None}}
        talking = (
            (said + HERE * (of is game), number, of) for of, look in looks.items() for number, said in look.said.items()
        )
        likely: dict[Game, list[int]] = {of: [] for of in looks}
        for _, number, of in nlargest(CONSIDERED, talking, key=lambda each: each[0]):
            likely[of].append(number)
        case = case_of(question)
        found: list[tuple[float, Found]] = []
        is_case = False
        for of, look in looks.items():
            on_case = look.on_case(case) if game in {of, None} else frozenset()
            # Other games have moves and attacks too: with no game known, the ruling must also be likely by its words.
            for number, each in look.found({*likely[of], *(on_case if of is game else ())}):
                score = each.score + CASE * (number in on_case)
                found.append((score + HERE * (of is game), each))
                is_case |= number in on_case
        found.sort(key=lambda each: each[0], reverse=True)
        own = [each for _, each in found if each.ruling.game is game]
        if own and (is_case or own[0].likely >= OWN):
            found.sort(key=lambda each: each[1].ruling.game is not game)
        best = [each for _, each in found[:limit]]
        if is_case or not best:
            return best
        answer = best[0].likely - ELSEWHERE * (game not in {best[0].ruling.game, None})
        if answer >= SURE:
            return best
        return [replace(each, fits=answer >= FITS) for each in best[:NEAREST]]

    def _settle(self, games: Mapping[Game, Ranking]) -> None:
        self._games = {
            of: ranking.beside([games[other] for other in games if other is not of]) for of, ranking in games.items()
        }
