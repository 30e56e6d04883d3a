"""The games that the table can open."""

from collections.abc import Mapping

from companion.register import Register
from companion.table.game import AnyGame

FIRST = "wartime"
"""The one a new table opens with."""
_GAMES: Register[AnyGame] = Register(
    {
        "wartime": "companion.wartime.match.game:WARTIME",
        "warzone": "companion.warzone.match.game:WARZONE",
        "battleline": "companion.battleline.match.game:BATTLE_LINE",
    }
)


def all_games() -> Mapping[str, AnyGame]:
    """Every game by its name."""
    return _GAMES
