"""Shelves with games on them, for tests."""

from pathlib import Path

from companion.games import all_games
from companion.shelf.index import Shelved
from companion.shelf.matches import Matches
from companion.table.commands import Begin, End
from companion.table.events import Named, Source, SourceKind
from companion.table.opening import New
from companion.table.seats import Seat
from companion.table.table import Table
from tests.companion.battleline import acts as b
from tests.companion.wartime import acts as w
from tests.support import PHONE, Players

ANNA = Source(SourceKind.PHONE, "2", seat="gold", player="Anna")
BEN = Source(SourceKind.PHONE, "3", seat="red", player="Ben")


def shelf(table: Table, path: Path | None = None) -> Matches:
    """The shelf of that table, its work done whenever somebody looks."""
    return Matches(table=table, games=all_games(), path=path)


def battle(players: Players, *names: str, winner: Seat | None = None, end: bool = True) -> None:
    """A battle between these, the first of them Gold."""
    players.do(New(game="battleline"))
    for seat, name in zip(("gold", "red"), names, strict=False):
        players.table.note(Named(seat=seat, name=name), source=PHONE)
    players.do(Begin())
    players.do(b.Lay(side=Seat.GOLD, flag=1, piece="R10"), source=PHONE)
    players.wait(60)
    if end:
        players.do(End(winner=winner))


def wartime(players: Players, *, winner: Seat | None = None, end: bool = True) -> None:
    """A game of WarTime that Anna and Ben play."""
    players.do(New(game="wartime"), source=ANNA)
    players.do(Begin(), source=BEN)
    players.do(w.Flip(timer="gold-30"), source=ANNA)
    players.do(w.Flip(timer="red-60a"), source=BEN)
    players.wait(60)
    if end:
        players.do(End(winner=winner), source=ANNA)


def everything(matches: Matches) -> list[Shelved]:
    """All that is on the shelf."""
    return list(matches.every())
