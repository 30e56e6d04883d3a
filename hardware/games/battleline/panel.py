"""What Battle Line has of the panel."""

from companion.battleline.match import game
from hardware.games.battleline.controls import BattleLineControls
from hardware.games.battleline.faces import celebrated, face, moving
from hardware.games.battleline.sounds import sounds
from hardware.games.panel_game import PanelGame

BATTLE_LINE = PanelGame(
    name=game.BATTLE_LINE.name,
    controls=BattleLineControls,
    face=face,
    over=celebrated,
    moving=moving,
    sounds=sounds,
)
