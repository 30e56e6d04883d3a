"""What Warzone has of the panel."""

from companion.warzone.match import game
from hardware.games.panel_game import PanelGame
from hardware.games.warzone.controls import WarzoneControls
from hardware.games.warzone.faces import face, moving
from hardware.games.warzone.sounds import sounds

WARZONE = PanelGame(
    name=game.WARZONE.name,
    controls=WarzoneControls,
    face=face,
    moving=moving,
    sounds=sounds,
)
