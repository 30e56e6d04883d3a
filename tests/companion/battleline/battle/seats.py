"""Two players at a table of Battle Line, on a clock that is turned by hand."""

from pathlib import Path
from typing import Any

import msgspec

from companion.battleline.battle import commands as c
from companion.battleline.battle.views import BattleLineView, FlagView
from companion.battleline.choices import BattleLineChoices
from companion.table.opening import CHOICES, New
from companion.table.sides import Side
from tests.support import Players

GOLD, RED = Side.GOLD, Side.RED


def seated(path: Path, **agreed: Any) -> Players:
    players = Players(path)
    body = msgspec.json.encode(BattleLineChoices(**agreed))
    players.table.keep("battleline", CHOICES, CHOICES, body)
    players.do(New(game="battleline"))
    return players


def view(players: Players) -> BattleLineView:
    found = players.table.view()
    assert isinstance(found, BattleLineView)
    return found


def flag(players: Players, number: int) -> FlagView:
    return view(players).flags[number - 1]


def lay(players: Players, text: str) -> None:
    """Plays in turn, gold first, from a list such as "1:R8 9:B4 -": at flag 1 a Red 8, at flag 9 a Blue 4, a pass."""
    side = {None: GOLD, "gold": GOLD, "red": RED}[view(players).turn]
    if view(players).acted:
        side = side.other
    for each in text.split():
        if each == "-":
            players.do(c.Pass(side=side))
        else:
            number, _, piece = each.partition(":")
            players.do(c.Lay(side=side, flag=int(number), piece=piece))
        side = side.other
