"""What a hall has of a table's matches, and how it has them set up at another box."""

import random

from msgspec.structs import replace

from companion.games import all_games
from companion.hall.adopting import Adopting
from companion.hall.rows import Logs, Strongbox
from companion.hall.wire.messages import MOST_ROWS, Done, Log, LogRow, Opening, Restore, read, read_ask, written
from companion.hall.wire.topics import LARGEST
from companion.journal.reader import Written
from companion.table.events import HALL
from companion.table.table import Table
from tests.companion.hall.boxes import OpenBox
from tests.support import Players, ask_table

JOURNAL = "0123456789abcdef"


class Kept:
    """One match as the archive has it, all of it over the wire."""

    def __init__(self, table: Table, match: int, *, box: Strongbox | None = None) -> None:
        def find(match: int, after: int) -> Written:
            return table.written(match, after=after, most=MOST_ROWS, size=LARGEST)

        logs = Logs(journal=JOURNAL, find=find, games=all_games(), box=box or OpenBox())
        self.match = match
        self.rows: list[LogRow] = []
        self.chain = ""
        self.opening: Opening | None = None
        last = -1
        while len(self.rows) != last:
            log = read(written(logs.after(match, len(self.rows))), Log)
            assert log is not None
            self.rows += log.rows
            self.chain, self.opening, last = log.chain, self.opening or log.opening, log.last

    def cut(self, size: int, *, seed: int = 0, twice: int = 0, **more: object) -> list[Restore]:
        """The asks, so many rows each, in any order, so many of them twice."""
        assert self.opening is not None
        whole = Restore(
            until_ms=0,
            restoring="r1",
            after=0,
            last=len(self.rows),
            journal=JOURNAL,
            was=self.match,
            rows=(),
            chain=self.chain,
        )
        whole = replace(whole, **more)
        starts = range(0, max(1, len(self.rows)), size)
        asks = [replace(whole, after=at, rows=tuple(self.rows[at : at + size])) for at in starts]
        asks[0] = replace(asks[0], opening=self.opening)
        chance = random.Random(seed)
        asks += chance.choices(asks, k=twice)
        chance.shuffle(asks)
        return [ask for ask in map(over, asks) if ask is not None]


def over(ask: Restore) -> Restore:
    """As it comes out of the broker."""
    found = read_ask(written(ask))
    assert isinstance(found, Restore)
    return found


def adopting(players: Players, *, box: Strongbox | None = None) -> Adopting:
    def adopt(command: object) -> None:
        ask_table(players.table, command, source=HALL)  # type: ignore[arg-type]

    return Adopting(adopt=adopt, games=all_games(), box=box or OpenBox(), clock=players.clock, table="Table 3")


def set_up(players: Players, asks: list[Restore], *, box: Strongbox | None = None) -> None:
    taken = adopting(players, box=box)
    assert [taken.take(ask) for ask in asks] == [Done()] * len(asks)


def state(players: Players) -> object:
    """The whole match but for where its clock is anchored."""
    state = players.table.match.state
    return replace(state, refusal=None, clock=replace(state.clock, anchor_ns=None))
