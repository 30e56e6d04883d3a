"""The games that the table can open."""

from companion.battleline.battle.game import BattleLineGame
from companion.table.game import Game
from companion.wartime.game import WarTimeGame
from companion.warzone.tracker.game import WarzoneGame

FIRST = WarTimeGame.name
"""The one a new table opens with."""


def all_games() -> dict[str, Game]:
    """Every game by its name."""
    games: tuple[Game, ...] = (WarTimeGame(), WarzoneGame(), BattleLineGame())
    return {game.name: game for game in games}
