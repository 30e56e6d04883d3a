"""The games that the table can open."""

from companion.battleline.match.game import BattleLineGame
from companion.table.game import Game
from companion.wartime.match.game import WarTimeGame
from companion.warzone.match.game import WarzoneGame

FIRST = WarTimeGame.name
"""The one a new table opens with."""


def all_games() -> dict[str, Game]:
    """Every game by its name."""
    games: tuple[Game, ...] = (WarTimeGame(), WarzoneGame(), BattleLineGame())
    return {game.name: game for game in games}
