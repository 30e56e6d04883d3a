"""What Battle Line has of the panel."""

from companion.battleline.match.game import BattleLineGame
from hardware.games.battleline.controls import BattleLineControls
from hardware.games.battleline.faces import face, moving
from hardware.games.battleline.sounds import sounds
from hardware.games.panel_game import PanelGame

BATTLE_LINE = PanelGame(
    name=BattleLineGame.name,
    controls=BattleLineControls,
    face=face,
    moving=moving,
    sounds=sounds,
)
