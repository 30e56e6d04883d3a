"""What the chess clock has of the panel."""

from collections.abc import Iterable

from companion.chessclock.match.game import CHESS as GAME
from companion.chessclock.match.views import ChessView
from hardware.games.chessclock.controls import ChessControls
from hardware.games.chessclock.faces import face, moving

from hardware.games.panel_game import PanelGame
from hardware.sound import Pattern


def _sounds(before: ChessView, after: ChessView, warning_ms: int) -> Iterable[Pattern]:
    """Nothing but what every game sounds like when it begins and ends."""
    return ()


CHESS = PanelGame(name=GAME.name, controls=ChessControls, face=face, moving=moving, sounds=_sounds)
