"""Serves phones the site: its first page as soon as that can be answered, everything else when it is ready."""

import gc
import socket
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.clock import Clock, breathe, unhurried
from companion.games import all_games
from companion.table.table import Table
from web.first import FirstSite, Front
from web.http.access import Access
from web.http.server import Server
from web.site.assets import Assets

if TYPE_CHECKING:
    from flask import Flask

    from companion.app.table_hall import TableHall
    from companion.panel.port import PanelPort
    from companion.rulings.shelf import Shelf
    from companion.shelf.matches import Matches

REST_S, BREATH_S = 0.003, 0.03
"""Are the pauses, in seconds, between two pieces of what is prepared, and after any event at the table."""


class TableSite:
    """Holds the application with its server, and which phones may change the table by it."""

    def __init__(
        self, *, table: Table, listening: socket.socket, state: Path, clock: Clock, names: Sequence[str] = ()
    ) -> None:
        self.access = Access(state, clock, port=listening.getsockname()[1], more_names=names)
        self._table = table
        self._clock = clock
        self.shelf: Shelf | None = None
        """Is the rulings, once the whole site answers."""
        self._matches: Matches | None = None
        self._state = state
        self._assets = Assets()
        self._front = Front(FirstSite(table=table, access=self.access, assets=self._assets))
        self._server = Server(app=self._front, listening=listening, joined=self.access.lets_in, clock=clock)
        self._serving = threading.Thread(target=self._server.serve, name="server", daemon=True)

    def serve(self) -> None:
        """Answers the first page from now on, and lets every other request wait."""
        self._serving.start()

    def open(self, panel: "PanelPort", hall: "TableHall") -> None:
        """Answers everything from now on."""
        # Not at the top: meanwhile the first page is answered already. It needs one game and no ruling.
        from companion.rulings.shelf import Shelf  # noqa: PLC0415
        from companion.shelf.matches import Matches  # noqa: PLC0415
        from web.app import create_app  # noqa: PLC0415

        self.shelf = shelf = Shelf(self._table)
        self._matches = Matches(table=self._table, games=all_games(), path=self._state / "shelf.sqlite")
        whole = create_app(
            table=self._table,
            shelf=shelf,
            panel=panel,
            access=self.access,
            clock=self._clock,
            assets=self._assets,
            hall=hall,
            cards=hall,
            matches=self._matches,
        )
        self._front.open(whole)
        threading.Thread(target=_warm, args=(whole, shelf, self._table), name="warm", daemon=True).start()
        self._matches.keeper.start()

    @property
    def answers(self) -> bool:
        """Returns whether the server, once it serves, still does. Only an unforeseen fault ends it."""
        return self._serving.is_alive()

    def close(self) -> None:
        """Hangs up on everyone, within a second. Call it once it serves."""
        self._server.close()
        self._serving.join()
        if self._matches is not None:
            self._matches.keeper.stop()


def _warm(whole: "Flask", shelf: "Shelf", table: Table) -> None:
    """Prepares the rulings' index, their words and the templates. That takes seconds of a small Pi's time, so it is
    done before the first question, but in pieces. Presses and taps come first."""
    from companion.answers import written  # noqa: PLC0415

    seen: int | None = table.version

    def rest() -> None:
        nonlocal seen
        if shelf.wanted.is_set():
            return
        newer = table.wait(seen, REST_S)
        if newer is not None:
            seen = newer
            time.sleep(BREATH_S)

    with unhurried(rest):
        shelf.ready(wanted=False)
        written()
        for name in whole.jinja_env.list_templates():
            time.sleep(BREATH_S)
            breathe()
            whole.jinja_env.get_template(name)
    # All of that stays too: see `companion.app.cli`.
    gc.freeze()
