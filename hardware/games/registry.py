"""The games that the panel can play: each one's buttons, faces and sounds."""

from typing import Any

from companion.register import Register
from hardware.games.panel_game import PanelGame

PANEL_GAMES: Register[PanelGame[Any]] = Register(
    {
        "wartime": "hardware.games.wartime.panel:WARTIME",
        "warzone": "hardware.games.warzone.panel:WARZONE",
        "battleline": "hardware.games.battleline.panel:BATTLE_LINE",
    }
)
"""By their names among companion.games. A view says which of them it is of: `PANEL_GAMES[view.game]`."""
