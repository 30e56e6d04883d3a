"""What WarTime has of the panel."""

from companion.wartime.match import game
from companion.wartime.match.commands import Touch
from hardware.games.panel_game import PanelGame
from hardware.games.wartime.controls import WarTimeControls
from hardware.games.wartime.faces import face, moving
from hardware.games.wartime.sounds import next_warning, sounds
from hardware.games.wartime.touches import touch

WARTIME = PanelGame(
    name=game.WARTIME.name,
    controls=WarTimeControls,
    face=face,
    moving=moving,
    touch=touch,
    hand=lambda side: Touch(side=side),
    sounds=sounds,
    next_warning=next_warning,
)
