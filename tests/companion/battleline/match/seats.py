"""Players at a table of Battle Line, on a clock that is turned by hand."""

from collections.abc import Collection
from pathlib import Path
from typing import Any, Protocol

import msgspec
import pytest

from companion.battleline.choices import BattleLineChoices
from companion.battleline.match.checks import has_room
from companion.battleline.match.state import State
from companion.battleline.match.views import BattleLineView, FlagView
from companion.table.errors import Refused
from companion.table.opening import CHOICES, New
from companion.table.seats import Seat
from companion.table.table import Table
from tests.companion.battleline import acts as c
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


def refused(players: Doing, command: object) -> str:
    with pytest.raises(Refused) as reason:
        players.do(command)
    return str(reason.value)


def idle(state: State, side: Seat, spare: Collection[int] = ()) -> c.Lay:
    """A card that changes little: a low one, at the last flag that has room and nothing on the other side, none of
    those to `spare`."""
    piece = next(
        card for value in range(1, 11) for colour in "POYGBR" if (card := f"{colour}{value}") not in state.lying
    )
    row = [flag for flag in state.layout.rows[side][::-1] if has_room(state, flag, side) and flag not in spare]
    alone = [flag for flag in row if not state.cards(flag, state.layout.across(flag, side))]
    return c.Lay(side=side, flag=(alone or row)[0], piece=piece)


def lay(players: Doing, text: str) -> None:
    """Plays round the table, from whoever is next and gold first, a list such as "1:R8 9:B4 -": at flag 1 a Red 8, at
    flag 9 a Blue 4, something idle."""
    side = Seat(view(players).next or "gold")
    for each in text.split():
        if each == "-":
            players.do(idle(state(players), side))
        else:
            number, _, piece = each.partition(":")
            players.do(c.Lay(side=side, flag=int(number), piece=piece))
        side = state(players).layout.after(side)


def hold(players: Doing, flags: dict[int, Seat]) -> None:
    """Claims these flags in turn, each with the best formation left; who has laid his plays something idle."""
    tops = [[f"{colour}{low + step}" for step in range(3)] for low in range(8, 0, -1) for colour in "ROYGBP"]
    laying: dict[Seat, list[tuple[int, str]]] = {}
    planned = {*view(players).seen}
    for number, seat in flags.items():
        best = next(each for each in tops if not {*each} & planned)
        planned |= {*best}
        laying.setdefault(seat, []).extend((number, piece) for piece in best)
    while any(laying.values()):
        seat = Seat(view(players).next or next(iter(laying)))
        if laying.get(seat):
            number, piece = laying[seat].pop(0)
            players.do(c.Lay(side=seat, flag=number, piece=piece))
        else:
            players.do(idle(state(players), seat, _own(flags, seat)))
    for number, seat in flags.items():
        while view(players).next != seat.value and view(players).turn != seat.value:
            turn = Seat(view(players).next or seat)
            players.do(idle(state(players), turn, _own(flags, turn)))
        players.do(c.Claim(side=seat, flag=number))


def _own(flags: dict[int, Seat], seat: Seat) -> list[int]:
    return [number for number, holder in flags.items() if holder is seat]
