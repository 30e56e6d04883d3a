"""What WarTime has of the panel."""

from companion.wartime.match.game import WarTimeGame
from hardware.games.panel_game import PanelGame
from hardware.games.wartime.controls import WarTimeControls
from hardware.games.wartime.faces import face, moving
from hardware.games.wartime.sounds import next_warning, sounds

WARTIME = PanelGame(
    name=WarTimeGame.name,
    controls=WarTimeControls,
    face=face,
    moving=moving,
    sounds=sounds,
    next_warning=next_warning,
)
