"""Draws the organiser's pages and the wall."""

from collections import Counter
from collections.abc import Sequence
from operator import attrgetter
from typing import Annotated, Any, TypeVar

import msgspec
from flask import Flask, Response, request

from companion.hall.event.event import HallEvent
from companion.hall.event.standings import standings
from companion.hall.event.store import EventStore
from companion.hall.organiser.hall import Hall
from companion.hall.organiser.view import HallView, Need, SaidToTables, TableHere, natural
from companion.system.addresses import for_others
from companion.table.errors import Refused
from web.hall.api import table_named
from web.hall.feed import WORDS, HallFeed, HallTile, SandGlass, glasses, tile_of, title
from web.hall.seats import ago, countdown, outcomes, pairing_at, played_now, winner_text, with_tables
from web.http.endpoint import from_query
from web.http.render import page
from web.site.hourglass import STEPS

# The organiser's pages: whole without JavaScript, live with it.

MOST_PAST = 20
"""Limits the past calls and announcements on a page."""
ASKED = ("need", "find")
"""Lists what an address of the grid's says."""


NO_SAND = SandGlass(id="", side="", seconds=60, ends_ms=None, remaining_ms=0)
"""Fills a tile's room for a glass where there is none to show."""


class Sieve(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Says which tables the grid shows: those with that need, and with that in a name."""

    need: Need | None = None
    find: Annotated[str, msgspec.Meta(max_length=40)] = ""

    def keeps(self, tile: HallTile) -> bool:
        return self.need in (None, tile.need) and self.find.strip().casefold() in tile.found_by


class HallPages:
    """Draws the pages; what they change goes through web.http.forms. Called in the server's threads."""

    def __init__(self, *, hall: Hall, event: EventStore, feed: HallFeed) -> None:
        self._hall = hall
        self._event = event
        self._feed = feed

    def install(self, app: Flask) -> None:
        app.add_url_rule("/", view_func=self.tables_page)
        app.add_url_rule("/tables/<table>", view_func=self.table_page)
        app.add_url_rule("/calls", view_func=self.calls_page)
        app.add_url_rule("/round", view_func=self.round_page)
        app.jinja_env.filters.update(countdown=countdown, for_others=for_others, title=title, won=winner_text)
        app.context_processor(self._known)

    def tables_page(self) -> Response:
        said = ((name, text) for name, text in request.args.items(multi=True) if name in ASKED and text)
        asked = from_query(said, Sieve)
        drawn = self._feed.now()
        tiles = [drawn.tiles[table] for table in drawn.order]
        counts = Counter(tile.need for tile in tiles)
        return page(
            "hall_tables.html",
            drawn=drawn,
            asked=asked,
            spots=[(tile, not asked.keeps(tile)) for tile in tiles],
            needs=[(need, WORDS[need].rstrip("!"), counts[need]) for need in Need if need is not Need.NOTHING],
            blank=HallTile(table="", name="", need=Need.NOTHING, word="", why="", game="", online=True),
        )

    def table_page(self, table: str) -> Response:
        drawn = self._feed.now()
        here = table_named(drawn.view, table)
        event = event_of(self._event, drawn.view)
        return page(
            "hall_table.html",
            drawn=drawn,
            here=here,
            tile=tile_of(here),
            all_glasses=glasses(here.sand, still=here.paused),
            sides=tile_of(here).sides,
            result=here.result,
            pairing=pairing_at(event, drawn.view, table),
            number=event.number,
            outcomes=outcomes(event, drawn.view),
            archived=self._hall.archived(table),
        )

    def calls_page(self) -> Response:
        drawn = self._feed.now()
        names = {each.table: each for each in drawn.view.tables}
        waiting = [each for each in drawn.view.calls if each.state != "answered"]
        answered = [each for each in drawn.view.calls if each.state == "answered"]
        since = attrgetter("since_ms")
        return page(
            "hall_calls.html",
            drawn=drawn,
            names=names,
            waiting=sorted(waiting, key=since),
            answered=sorted(answered, key=since, reverse=True)[:MOST_PAST],
        )

    def round_page(self) -> Response:
        drawn = self._feed.now()
        event = event_of(self._event, drawn.view)
        said = sorted(drawn.view.said, key=lambda each: each.ms, reverse=True)[:MOST_PAST]
        return page(
            "hall_round.html",
            drawn=drawn,
            results=drawn.view.now_told,
            outcomes=outcomes(event, drawn.view),
            paired=_paired_tables(drawn.view),
            past=said,
            absent=sum(each.absent for each in drawn.view.tables),
        )

    def _known(self) -> dict[str, Any]:
        view = self._hall.view()
        names = {each.table: each.name or each.table for each in view.tables}
        return {
            "hall": view,
            "run": self._feed.run,
            "time": Times(view),
            "NO_SAND": NO_SAND,
            "calling": [each for each in view.calls if each.state == "called"],
            "names_of": lambda table: names.get(table, table),
        }


class Times:
    """Gives templates what they say of time, as of one view."""

    def __init__(self, view: HallView) -> None:
        self._now = view.now_ms
        self._round = view.round

    @property
    def left_ms(self) -> int:
        """Returns what is left of the round: less than 0 once it is over."""
        ends = self._round.ends_ms
        return self._round.left_ms if ends is None else ends - self._now

    def ago(self, ms: int | None) -> str:
        return "" if ms is None else ago(self._now - ms)

    def seconds(self, glass: SandGlass) -> int:
        left = glass.remaining_ms if glass.ends_ms is None else max(0, glass.ends_ms - self._now)
        return -(-left // 1000)

    def gone(self, glass: SandGlass) -> int:
        """Returns how many of the sand's steps have fallen."""
        return min(STEPS, max(0, STEPS * (glass.seconds - self.seconds(glass)) // glass.seconds))


def event_of(store: EventStore, view: HallView) -> HallEvent:
    """Returns the event with the tables' results. Where it cannot be read, an empty one: pairings show all the same."""
    try:
        return with_tables(store.event, view)
    except Refused:
        return HallEvent()


def _paired_tables(view: HallView) -> Sequence[TableHere]:
    """Returns the tables at which players are to play in the round, table-2 before table-10."""
    return sorted((each for each in view.tables if each.players), key=lambda each: natural(each.table))


# The wall: for a projector, read across the room, with only the way back to tap.

LINES = 8
"""Counts the lines on one leaf, in each of its two columns."""
SAID_MS = 15 * 60_000
"""The last announcement stays this long."""
LEAF_S = 12
"""A leaf is shown this long: sixteen lines can be read in that."""
T = TypeVar("T")


class Wall:
    """Draws the wall. Called in the server's threads."""

    def __init__(self, *, hall: Hall, event: EventStore, feed: HallFeed) -> None:
        self._hall = hall
        self._event = event
        self._feed = feed

    def install(self, app: Flask) -> None:
        app.add_url_rule("/wall", view_func=self.wall_page)

    def wall_page(self) -> Response:
        """Draws all leaves: the hall's clock decides which one is shown, so that all walls show the same."""
        drawn = self._feed.now()
        view = drawn.view
        event = event_of(self._event, view)
        ranked = [
            WallLine(lead=f"{each.rank}", text=each.player.name, end=each.top or f"{each.record.points}")
            for each in (standings(event) if event.rounds else ())
        ]
        leaves = [("Pairings", leaf) for leaf in leaved(_paired(event, view))]
        leaves += [("Standings", leaf) for leaf in leaved(ranked)]
        now_ms = self._hall.view().now_ms
        fresh = {each: until for each in view.said if (until := _until_ms(each, view)) > now_ms}
        said = max(fresh, key=lambda each: each.ms, default=None)
        return page(
            "hall_wall.html",
            drawn=drawn,
            leaves=leaves,
            leaf_s=LEAF_S,
            said=said,
            until_ms=0 if said is None else fresh[said],
        )


class WallLine(msgspec.Struct, frozen=True, kw_only=True):
    """Holds what the wall says of a table or a player."""

    lead: str
    text: str
    end: str = ""


def _paired(event: HallEvent, view: HallView) -> Sequence[WallLine]:
    """Returns who plays where and who has won; players who sit the round out come last."""
    found = outcomes(event, view)
    lines = [
        WallLine(lead=each.name or each.table, text=" – ".join(each.players), end=found.get(each.table, ""))
        for each in _paired_tables(view)
    ]
    byes = (each for each in event.rounds[-1].pairings if each.bye) if played_now(event, view) else ()
    return [*lines, *(WallLine(lead="Bye", text=each.players[0]) for each in byes)]


def _until_ms(said: SaidToTables, view: HallView) -> int:
    """Returns until when the wall shows an announcement: its round's end at the latest, or the next announcement."""
    until, round = said.ms + SAID_MS, view.round
    if said.round not in (0, round.number):
        return 0
    return min(until, round.ends_ms) if round.ends_ms is not None and said.ms < round.ends_ms else until


def leaved(lines: Sequence[T]) -> Sequence[Sequence[Sequence[T]]]:
    """Returns the lines by leaf and column."""
    columns = [lines[at : at + LINES] for at in range(0, len(lines), LINES)]
    return [columns[at : at + 2] for at in range(0, len(columns), 2)]
