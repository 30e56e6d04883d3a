"""A hall in memory, as its organiser's pages ask of it."""

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec.structs import replace

from companion.clock import MS, Clock
from companion.hall.organiser.view import (
    Archived,
    ByHand,
    CallHere,
    HallView,
    Need,
    ResultOf,
    RoundView,
    SaidToTables,
    SandHere,
    TableHere,
)
from companion.table.errors import Refused

MINUTE_MS = 60_000
_ORDER = list(Need)


class FakeHall:
    """Does at once what a hall and its tables do together, and remembers what it was asked. Any thread may call."""

    def __init__(self, clock: Clock, tables: Sequence[TableHere] = (), *, name: str = "Club night") -> None:
        self._clock = clock
        self._changed = threading.Condition()
        self._view = HallView(version=1, now_ms=0, hall="club", name=name, broker="", round=RoundView(), tables=())
        self.stopped = False
        self.asked: list[object] = []
        self.matches: dict[str, Sequence[Archived]] = {}
        self.refuses: str | None = None
        self.change(lambda view: replace(view, tables=tuple(tables)))

    @property
    def now_ms(self) -> int:
        return self._clock.now() // MS

    @property
    def version(self) -> int:
        return self._view.version

    def wait(self, version: int | None, timeout: float) -> int | None:
        with self._changed:
            self._changed.wait_for(lambda: self.stopped or self._view.version != version, timeout)
            return None if self._view.version == version else self._view.version

    def stir(self) -> None:
        self.change(lambda view: view)

    def view(self) -> HallView:
        """What was written by hand counts before what a table says."""
        results = sorted(self._view.results, key=lambda each: each.by_hand)
        counted = {(each.round, each.table): each for each in results}
        return replace(self._view, now_ms=self.now_ms, results=tuple(counted.values()))

    def change(self, change: Callable[[HallView], HallView]) -> None:
        with self._changed:
            new = change(self._view)
            in_need = tuple(sorted(new.tables, key=lambda each: _ORDER.index(each.need)))
            self._view = replace(new, version=self._view.version + 1, tables=in_need)
            self._changed.notify_all()

    def stop(self) -> None:
        with self._changed:
            self.stopped = True
            self._changed.notify_all()

    def table(self, table: str, **changes: object) -> None:
        """That table is otherwise now."""
        self.each(lambda here: replace(here, **changes) if here.table == table else here)

    def each(self, change: Callable[[TableHere], TableHere]) -> None:
        """What becomes of each table."""
        self.change(lambda view: replace(view, tables=tuple(map(change, view.tables))))

    def only(self, tables: Iterable[TableHere]) -> None:
        """There are these tables, and no others."""
        there = tuple(tables)
        self.change(lambda view: replace(view, tables=there))

    def call(self, table: str, **details: object) -> CallHere:
        """A table calls a judge."""
        number = len(self._view.calls) + 1
        made = CallHere(**{"table": table, "id": number, "since_ms": self.now_ms, "state": "called", **details})
        self.change(lambda view: replace(view, calls=(*view.calls, made)))
        self.table(table, need=Need.JUDGE, why=made.words, call=made)
        return made

    def announce(self, text: str, *, tables: Sequence[str] = ()) -> None:
        self._ask("announce", text, tuple(tables))
        asked = len(tables) or len(self._view.tables)
        number = self._view.round.number
        said = SaidToTables(
            id=f"a{len(self._view.said)}", text=text, ms=self.now_ms, asked=asked, shown=asked, round=number
        )
        self.change(lambda view: replace(view, said=(*view.said, said)))

    def new_round(self, *, title: str, minutes: int) -> None:
        self._ask("new round", title, minutes)
        number = self._view.round.number + 1
        round = RoundView(number=number, title=title, length_ms=minutes * MINUTE_MS, left_ms=minutes * MINUTE_MS)
        self.change(lambda view: replace(view, round=round))
        self.pair(())

    def start_clock(self) -> None:
        round = self._view.round
        if not round.number:
            raise Refused("There is no round yet.")
        self._ask("start")
        self._round(ends_ms=self.now_ms + self._left(), begun=True)

    def pause_clock(self) -> None:
        self._ask("pause")
        self._round(left_ms=self._left(), ends_ms=None)

    def extend(self, minutes: int) -> None:
        self._ask("extend", minutes)
        round, more = self._view.round, minutes * MINUTE_MS
        ends = None if round.ends_ms is None else round.ends_ms + more
        self._round(ends_ms=ends, left_ms=round.left_ms + more)

    def pair(self, pairings: Sequence[tuple[str, Sequence[str]]]) -> None:
        self._ask("pair", *pairings)
        who = {table: tuple(players) for table, players in pairings}
        self.each(lambda here: replace(here, players=who.get(here.table, ())))

    def pause_table(self, table: str) -> None:
        self._ask("pause", table)
        self.table(table, paused=True, need=Need.PAUSED, why="The organiser paused it.")

    def coming(self, table: str, call: int, *, who: str) -> None:
        self._ask("coming", table, call, who)
        self._called(table, call, state="coming", who=who)

    def answer(self, table: str, call: int, *, who: str, text: str, everywhere: str = "") -> None:
        self._ask("answer", table, call, who, text, everywhere)
        self._called(table, call, state="answered", who=who, answer=text)
        self.table(table, need=Need.NOTHING, why="", call=None)

    def set_results(self, results: Mapping[str, ByHand | None]) -> None:
        for table, said in results.items():
            self._ask("result", table, *((said.winner, said.score) if said is not None else ()))
            here = next(each for each in self._view.tables if each.table == table)
            round = self._view.round.number
            left = [
                each for each in self._view.results if (each.table, each.round, each.by_hand) != (table, round, True)
            ]
            if said is not None:
                title = f"{here.names.get(said.winner, said.winner)} won" if said.winner else "A draw"
                made = ResultOf(
                    table=table,
                    round=round,
                    winner=said.winner,
                    title=title,
                    score=said.score,
                    people=said.people,
                    by_hand=True,
                )
                left.append(made)
            self.change(lambda view, left=left: replace(view, results=tuple(left)))
            result = self.view().now_told.get(table)
            self.table(table, result=result, need=Need.DONE if result is not None else Need.NOTHING)

    def archived(self, table: str) -> Sequence[Archived]:
        return self.matches.get(table, ())

    def set_up_anew(self, table: str, *, journal: str, match: int) -> None:
        self._ask("anew", table, journal, match)

    def _ask(self, *what: object) -> None:
        if self.refuses is not None:
            raise Refused(self.refuses)
        self.asked.append(what)

    def _left(self) -> int:
        round = self._view.round
        return round.left_ms if round.ends_ms is None else round.ends_ms - self.now_ms

    def _round(self, **changes: object) -> None:
        self.change(lambda view: replace(view, round=replace(view.round, **changes)))

    def _called(self, table: str, id: int, **changes: object) -> None:
        self.change(
            lambda view: replace(
                view,
                calls=tuple(
                    replace(each, **changes) if (each.table, each.id) == (table, id) else each for each in view.calls
                ),
            )
        )
        call = next(each for each in self._view.calls if (each.table, each.id) == (table, id))
        self.table(table, call=call)


def a_table(number: int, *, now_ms: int = 0, **other: object) -> TableHere:
    """A table where WarTime is being played."""
    told = {
        "table": str(number),
        "name": f"Table {number}",
        "need": Need.NOTHING,
        "why": "Being played",
        "online": True,
        "game": "wartime",
        "called": "Skirmish",
        "phase": "running",
        "names": {"gold": f"Anna {number}", "red": f"Ben {number}"},
        "score": {"gold": number % 7, "red": number % 5},
        "sand": (
            SandHere(timer="gold-60a", side="gold", ends_ms=now_ms + 1000 * (20 + number % 40), left_ms=60_000),
            SandHere(timer="red-90", side="red", ends_ms=now_ms + 1000 * (30 + number % 60), left_ms=90_000),
        ),
        "acted_ms": now_ms,
        "heard_ms": now_ms,
        "error_ms": 4,
        **other,
    }
    return TableHere(**told)  # type: ignore[arg-type]
