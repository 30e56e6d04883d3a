"""A hall that is served to real browsers, with tables of which each says what a test has it say."""

import threading
from pathlib import Path
from socket import socket

from msgspec.structs import replace

from companion.clock import Clock, SystemClock
from companion.hall.event import commands
from companion.hall.event.at_hall import round_pairings
from companion.hall.event.store import EventRow, EventStore
from companion.hall.organiser.view import Archived, ByHand, CallHere, Need, ResultOf, RulingHere
from companion.system.listening import listen
from tests.support import PATIENCE_S
from tests.web.conftest import COMPILED
from tests.web.hall.fakes import FakeHall, a_table
from web.hall.app import create_hall_app
from web.http.access import Access
from web.http.problems import RequestPace
from web.http.server import Server


class HallVenue:
    """A served hall of so many tables."""

    def __init__(self, state: Path, *, tables: int = 8, clock: Clock | None = None) -> None:
        clock = clock or SystemClock()
        self.hall = FakeHall(clock, name="Club night")
        now_ms = self.hall.now_ms
        self.hall.only(a_table(number, now_ms=now_ms) for number in range(1, tables + 1))
        self.event = EventStore(EventRow(state / "event.db"))
        listening = listen("127.0.0.1", 0)
        self.access = Access(state, clock, port=listening.getsockname()[1])
        self.access.pace = RequestPace(clock, at_once=10**9, a_second=1, too_many="")
        self._clock = clock
        self._server, self._thread = self._served(listening)
        self.url = "http://{}:{}".format(*self._server.address)

    def restart(self) -> None:
        """The organiser ends and starts anew, the hall and its event as they were: it counts from the beginning."""
        port = self._server.address[1]
        self.close()
        self.hall.stopped = False
        self._server, self._thread = self._served(listen("127.0.0.1", port))

    def _served(self, listening: socket) -> tuple[Server, threading.Thread]:
        app = create_hall_app(hall=self.hall, event=self.event, access=self.access, clock=self._clock)
        app.jinja_env.bytecode_cache = COMPILED
        server = Server(app=app, listening=listening, joined=self.access.lets_in)
        thread = threading.Thread(target=server.serve)
        thread.start()
        return server, thread

    @property
    def cookie(self) -> str:
        """Of a phone that has joined as Kim."""
        cookie = self.access.join(self.access.code, address="127.0.0.1", name="Kim")
        assert cookie is not None
        return cookie

    def call(self) -> CallHere:
        """Table 7 calls a judge."""
        return self.hall.call(
            "7",
            by="Anna 7",
            words="Can a Knight charge through the wood?",
            lines=("Gold 60 flipped for Knight", "Red 30 ran out", "Knight moved from C4 to D5"),
            rulings=(
                RulingHere(
                    "wood",
                    "May a unit charge through a wood?",
                    "Rules, Terrain",
                    "No. A wood ends every charge at its edge.",
                ),
            ),
        )

    def busy(self) -> None:
        """A round runs, every need is somewhere, and the event has played a round."""
        hall, now_ms = self.hall, self.hall.now_ms
        for name in ("Cem", "Dora", "Eli", "Fay", "Gus"):
            self.event.do(f"{name} added", lambda event, name=name: commands.add(event, name, club="North"))
        self.event.do("Round 1 paired", commands.pair_next)
        self.event.do("Result of 1", lambda event: commands.with_result(event, 1, "1", 0, (7, 4)))
        hall.new_round(title="Round 1", minutes=75)
        hall.start_clock()
        others = [(str(number), (f"Anna {number}", f"Ben {number}")) for number in range(3, 9)]
        hall.pair([*round_pairings(self.event.event), *others])
        hall.table("3", need=Need.SILENT, online=False, silent_ms=now_ms - 70_000, why="Not heard", sand=(), faults=1)
        hall.table("5", need=Need.PAUSED, paused=True, why="Paused for 3 min")
        hall.table("6", need=Need.BEHIND, why="Nobody has acted for 9 min", behind_rows=3)
        hall.table("8", sand=())
        hall.set_results({"8": ByHand(winner="gold", score={"gold": 12, "red": 3})})
        elsewhere = dict(zip(("gold", "red"), self.event.event.round(1).pairings[0].players, strict=True))
        told = ResultOf(table="2", round=1, winner="gold", title="Gold won.", score={}, people=elsewhere)
        hall.change(lambda view: replace(view, results=(*view.results, told)))
        kept = Archived(journal="ab" * 8, match=3, game="wartime", rows=412, whole=True, wall_ms=0)
        hall.matches["4"] = [kept]
        hall.table("4", anew=kept)
        hall.announce("Lunch is at one. Leave your tables as they are.")
        self.call()

    def close(self) -> None:
        self.hall.stop()
        self._server.close()
        self._thread.join(PATIENCE_S)
