"""The games that the table can open."""

from companion.battleline.match.game import BATTLE_LINE
from companion.table.game import AnyGame
from companion.wartime.match.game import WARTIME
from companion.warzone.match.game import WARZONE

FIRST = WARTIME.name
"""The one a new table opens with."""


def all_games() -> dict[str, AnyGame]:
    """Every game by its name."""
    games: tuple[AnyGame, ...] = (WARTIME, WARZONE, BATTLE_LINE)
    return {game.name: game for game in games}
