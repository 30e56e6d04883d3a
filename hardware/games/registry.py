"""The games that the panel can play: each one's buttons, faces and sounds."""

from types import MappingProxyType
from typing import Any

from hardware.games.battleline.panel import BATTLE_LINE
from hardware.games.panel_game import PanelGame
from hardware.games.wartime.panel import WARTIME
from hardware.games.warzone.panel import WARZONE

_GAMES: tuple[PanelGame[Any], ...] = (
    WARTIME,
    WARZONE,
    BATTLE_LINE,
)

PANEL_GAMES = MappingProxyType({game.name: game for game in _GAMES})
"""By their names among companion.games. A view says which of them it is of: `PANEL_GAMES[view.game]`."""
