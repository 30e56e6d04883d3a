"""Players at a table of Battle Line, on a clock that is turned by hand."""

from pathlib import Path
from typing import Any, Protocol

import msgspec

from companion.battleline.choices import BattleLineChoices
from companion.battleline.match import commands as c
from companion.battleline.match.state import State
from companion.battleline.match.views import BattleLineView, FlagView
from companion.table.opening import CHOICES, New
from companion.table.seats import Seat
from companion.table.table import Table
from tests.support import Players

GOLD, RED, AZURE = Seat


class Doing(Protocol):
    """Whoever has a table before him."""

    table: Table

    def do(self, command: object) -> object: ...


def seated(path: Path, **agreed: Any) -> Players:
    players = Players(path)
    body = msgspec.json.encode(BattleLineChoices(**agreed))
    players.table.keep("battleline", CHOICES, CHOICES, body)
    players.do(New(game="battleline"))
    return players


def view(players: Doing) -> BattleLineView:
    found = players.table.view()
    assert isinstance(found, BattleLineView)
    return found


def state(players: Doing) -> State:
    found = players.table.match.state
    assert isinstance(found, State)
    return found


def flag(players: Doing, number: int) -> FlagView:
    return view(players).flags[number - 1]


def lay(players: Doing, text: str) -> None:
    """Plays round the table, from whoever is next and gold first, a list such as "1:R8 9:B4 -": at flag 1 a Red 8, at
    flag 9 a Blue 4, a pass."""
    side = Seat(view(players).next or "gold")
    for each in text.split():
        if each == "-":
            players.do(c.Pass(side=side))
        else:
            number, _, piece = each.partition(":")
            players.do(c.Lay(side=side, flag=int(number), piece=piece))
        side = state(players).layout.after(side)


def hold(players: Doing, flags: dict[int, Seat]) -> None:
    """Claims these flags in turn, each with the best formation left, while everybody else passes."""
    for seat, number in ((seat, number) for number, seat in flags.items()):
        best = next(
            each
            for low in range(8, 0, -1)
            for colour in "ROYGBP"
            if not {*(each := [f"{colour}{low + step}" for step in range(3)])} & {*view(players).seen}
        )
        for piece in best:
            while view(players).next not in (seat.value, None):
                lay(players, "-")
            players.do(c.Lay(side=seat, flag=number, piece=piece))
        players.do(c.Claim(side=seat, flag=number))
