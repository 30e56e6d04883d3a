"""What the match on the table says to a question, above what the rulings say."""

from flask import g

from companion.answers import Answer
from companion.rulings.ruling import Game
from companion.table.table import Table
from web.site.games import Games
from web.site.table_page import seat_of


class LiveTable:
    """Asks the match that is being played. Called in the server's threads."""

    def __init__(self, *, table: Table, games: Games) -> None:
        self._table = table
        self._games = games

    def answer(self, question: str, *, game: Game | None) -> Answer | None:
        """What it says to whoever asks, by the seat of the phone; None where the question is about another game, or
        about no match at all. `game`: where to look, None in all games."""
        if not question:
            return None
        view, match = self._table.view(), self._table.match
        if match.game.name != view.game or game not in (None, Game(view.game)):
            return None
        asker = seat_of(g.get("seating"), view.names).side
        return self._games.all[view.game].answer(match.state, view, question, asker)
