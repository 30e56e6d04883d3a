"""Matches long enough to be told again."""

import random
from pathlib import Path

from companion.clock import MS, ManualClock
from companion.games import FIRST, all_games
from companion.journal.journal import Journal
from companion.table.commands import Begin, Undo
from companion.table.errors import Refused
from companion.table.events import Source, SourceKind
from companion.table.opening import New
from companion.table.seats import Side
from companion.table.table import Table
from companion.wartime.referee.board import HEXES
from companion.wartime.scenario.library import Scenarios, scenario_of
from tests.companion.wartime import acts as w
from tests.web.wartime.great_board import GREAT

UNITS = {
    "gold": ("Knight", "Archer", "Squire", "Abbot", "Lancer", "Herald", "Ballista"),
    "red": ("Goblin", "Orc", "Ogre", "Shaman", "Wolf rider", "Abomination", "Troll"),
}
MAPPED = {side: tuple(dict.fromkeys(unit["name"] for unit in GREAT["units"] if unit["side"] == side)) for side in UNITS}
"""Those that the map's scenario names."""
MINUTES = 10


def ten_minutes(path: Path, *, rows: int = 600, seed: int = 0) -> Table:
    """A game of WarTime of ten minutes and about so many rows: both sides flip as fast as they can, sand runs out, some
    presses are refused, some taken back."""
    clock = ManualClock(now=1_000_000_000, wall=1_790_000_000_000_000_000)
    table = Table(clock=clock, journal=Journal(path), games=all_games(), game=FIRST)
    play(table, clock, rows=rows, seed=seed)
    return table


def play(table: Table, clock: ManualClock, *, rows: int, seed: int = 0, mapped: bool = False) -> None:
    """See `ten_minutes`. Where it is `mapped`, units stand on a map with terrain, and every third act is that one goes
    to another hex."""
    chance = random.Random(seed)
    if mapped:
        Scenarios(table).save(scenario_of(GREAT))
    table.exchange(New(game="wartime", scenario="great" if mapped else None), source=_phone("gold"))
    table.dispatch(Begin(), source=_phone("gold"))
    apart_ms = MINUTES * 60_000 // rows
    while (last := table.glance().seq) < rows:
        clock.advance(ns=chance.randrange(apart_ms // 2, apart_ms * 2) * MS)
        table.settle()
        side = chance.choice(("gold", "red"))
        tag = chance.choice(("30", "30", "60a", "60a", "60b", "60b", "90", "spell"))
        try:
            if last % 40 == 39:
                table.dispatch(Undo(), source=_phone(side))
            elif mapped and last % 3 == 0:
                moved, hex = chance.choice(MAPPED[side]), chance.choice(HEXES)
                table.dispatch(w.PlaceUnit(unit=moved, side=Side(side), hex=hex), source=_phone(side))
            else:
                units = (MAPPED if mapped else UNITS)[side]
                flip = w.Flip(timer=f"{side}-{tag}", unit=None if tag == "spell" else chance.choice(units))
                table.dispatch(flip, source=_phone(side))
        except Refused:
            pass


def _phone(side: str) -> Source:
    return Source(SourceKind.PHONE, "1" if side == "gold" else "2", seat=side, player={"gold": "Anna"}.get(side))
