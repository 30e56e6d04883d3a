"""Sends the organiser's pages what changes in the hall: the tiles that did, and which pages are out of date."""

import re
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from companion.clock import MS, SECOND, Clock
from companion.fields.numbers import LARGEST, whole
from companion.games import RuledGame
from companion.hall.event.store import EventStore
from companion.hall.organiser.hall import Hall
from companion.hall.organiser.view import HallView, Need, RoundView, SandHere, TableHere
from web.http.live import HEARTBEAT, LISTEN_S, LONG_POLL_S, event

# A table as the organiser's grid shows it: only what can be read there, so that a tile changes when its look does.

LENGTHS = (30, 60, 90, 120, 600)
"""Lists, in seconds, the sand that pages can animate, see web/static/glass.css."""
MOST_SAND = 2
"""Counts the glasses on a tile: of each side the one that runs out first."""
WORDS = {
    Need.JUDGE: "Judge!",
    Need.SILENT: "Silent",
    Need.PAUSED: "Paused",
    Need.BEHIND: "Behind",
    Need.DONE: "Done",
    Need.NOTHING: "",
}
"""Says what is the matter, as a tile does it in a word."""
_SECONDS = re.compile(r"-([0-9]{2,3})[a-z]?$")


class SandGlass(msgspec.Struct, frozen=True, kw_only=True):
    """Describes an hourglass: its sand runs out at `ends_ms` on the hall's clock, or is stopped with `remaining_ms`."""

    id: str
    side: str
    seconds: int
    ends_ms: int | None
    remaining_ms: int


class TablePlayers(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a side: whose it is, and its score where the game has one."""

    side: str
    name: str
    score: int | None = None


class HallTile(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a tile. `absent`: its box has not been here yet. `since_ms`: of a call or of a silence, on the hall's
    clock.

    `players` are to play here in the round.
    """

    table: str
    name: str
    need: Need
    word: str
    why: str
    game: str
    online: bool
    sides: tuple[TablePlayers, ...] = ()
    glasses: tuple[SandGlass, ...] = ()
    since_ms: int | None = None
    coming: bool = False
    absent: bool = False
    players: tuple[str, ...] = ()

    @property
    def found_by(self) -> str:
        """Returns the text that a search looks in, in small letters."""
        return " ".join([self.table, self.name, *(side.name for side in self.sides), *self.players]).casefold()


def tile_of(here: TableHere) -> HallTile:
    return HallTile(
        table=here.table,
        name=here.name or here.table,
        need=here.need,
        word=_word(here),
        why=_why(here),
        game=title(here.game),
        online=here.online,
        sides=_sides(here),
        glasses=glasses(here.sand, still=here.paused)[:MOST_SAND],
        since_ms=_since(here),
        coming=here.call is not None and here.call.state == "coming",
        absent=here.absent,
        players=here.players,
    )


def title(game: str) -> str:
    """Returns the name on a game's box."""
    found = next((each for each in RuledGame if each.value == game), None)
    return game if found is None else found.title


def glasses(sand: tuple[SandHere, ...], *, still: bool) -> tuple[SandGlass, ...]:
    """Returns of each side the glass that runs out first, or that is stopped with the least."""
    least: dict[str, SandHere] = {}
    for each in sorted(sand, key=lambda each: (each.ends_ms is None, each.ends_ms or each.left_ms)):
        least.setdefault(each.side, each)
    return tuple(_glass(each, still=still) for each in sorted(least.values(), key=lambda each: each.side))


def _glass(sand: SandHere, *, still: bool) -> SandGlass:
    return SandGlass(
        id=sand.timer,
        side=sand.side,
        seconds=_length(sand),
        ends_ms=None if still else sand.ends_ms,
        remaining_ms=sand.left_ms,
    )


def _length(sand: SandHere) -> int:
    """Returns how long all of the sand takes: as the timer's name has it, else the least that holds what is left."""
    named = _SECONDS.search(sand.timer)
    seconds = None if named is None else whole(named[1])
    return seconds if seconds in LENGTHS else next((each for each in LENGTHS if each * 1000 >= sand.left_ms), 600)


def _word(here: TableHere) -> str:
    if here.need is Need.JUDGE and here.call is not None and here.call.state == "coming":
        return f"{here.call.who} is coming" if here.call.who else "Judge is coming"
    return "Not here yet" if here.absent else WORDS[here.need]


def _why(here: TableHere) -> str:
    """Returns what a judge is called for, or why else the table needs a visit; else who plays, where sides do
    not say.
    """
    asked = here.call.words if here.need is Need.JUDGE and here.call is not None else ""
    return asked or here.why or " – ".join(here.players) or here.standing or here.called


def _sides(here: TableHere) -> tuple[TablePlayers, ...]:
    """Returns the match's sides; before a match, the players who are to play here."""
    if not here.names:
        return tuple(TablePlayers(side="", name=each) for each in here.players)
    return tuple(TablePlayers(side=side, name=name, score=here.score.get(side)) for side, name in here.names.items())


def _since(here: TableHere) -> int | None:
    match here.need:
        case Need.JUDGE if here.call is not None:
            return here.call.since_ms
        case Need.SILENT:
            return here.silent_ms
    return None


GATHER_S = 0.025
"""Changes are gathered this long after each that is sent: a thousand tables change faster than a screen can show."""


class CallingTable(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a call of a judge without an answer yet."""

    table: str
    name: str
    game: str
    id: int
    since_ms: int
    state: str


class FeedNews(msgspec.Struct, frozen=True, kw_only=True):
    """Holds what has changed. With `whole` the tiles are all that there are; else those behind the version asked for.

    `order` has every table, the neediest first, None where that is as it was. `pages` has by page when what it shows
    changed last: one that was drawn at an earlier version is out of date. `server_ms` is the hall's clock. Versions are
    those of that `run` of the service, and of no other.
    """

    version: int
    run: int
    server_ms: int
    whole: bool
    tiles: tuple[HallTile, ...]
    order: tuple[str, ...] | None
    round: RoundView
    calls: tuple[CallingTable, ...]
    broker: str
    pages: dict[str, int]


class DrawnTable(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the hall at one version of the feed's, made of what was `seen` of it and of the event.

    `changed` has by table the version at which its tile became what it is. `ahead_ms`: of the hall's clock before ours.
    """

    version: int
    seen: int
    event: int
    view: HallView
    here: Mapping[str, TableHere]
    tiles: Mapping[str, HallTile]
    changed: Mapping[str, int]
    order: tuple[str, ...]
    ordered: int
    shown: Mapping[str, Any]
    pages: Mapping[str, int]
    ahead_ms: int = 0


class HallFeed:
    """Counts on its own, in a run of its own: a page's version of an earlier run never counts as this one's.

    Any thread may call.
    """

    def __init__(self, hall: Hall, event: EventStore, clock: Clock) -> None:
        self._hall = hall
        self._event = event
        event.follow(hall.stir)
        self._lock = threading.Lock()
        self._drawn: DrawnTable | None = None
        self._clock = clock
        self.run = secrets.randbelow(LARGEST)
        self._frames: dict[int, tuple[int, bytes]] = {}

    def now(self) -> DrawnTable:
        """Returns the hall as it is, drawn once for all callers."""
        with self._lock:
            return self._latest()

    def known(self, version: int | None, run: int | None) -> int | None:
        """Returns the version that a page has, as far as it is one of this run."""
        return version if run == self.run else None

    def news(self, since: int | None) -> FeedNews:
        """Returns all that is newer than `since`; all, without one."""
        return self._news_of(self.now(), since)

    def after(self, since: int) -> FeedNews:
        """Returns the news as soon as there is any, or after LONG_POLL_S seconds."""
        drawn = self.now()
        if drawn.version == since:
            self._hall.wait(drawn.seen, LONG_POLL_S)
        return self.news(since)

    def stream(self, since: int | None, gone: Callable[[], bool], *, tiles: bool = True) -> Iterator[bytes]:
        """Yields the news at once and after every change, until the hall is stopped or `gone` says that the phone is
        gone.

        A slow phone gets several changes in one; without `tiles`, a change only there does not count.
        """
        drawn = self.now()
        known, beside = drawn.version, _beside(drawn)
        yield _event(self._news_of(drawn, since if tiles else known))
        pause, quiet_since = threading.Event(), self._clock.now()
        while self._listening(gone):
            self._hall.wait(drawn.seen, LISTEN_S)
            drawn = self.now()
            if not self._listening(gone):
                return
            if drawn.version != known and (tiles or _beside(drawn) != beside):
                beside, quiet_since = _beside(drawn), self._clock.now()
                if tiles:
                    known, frame = self._frame(drawn, known)
                else:
                    known, frame = drawn.version, _event(self._news_of(drawn, drawn.version))
                yield frame
            elif drawn.version == known or self._clock.now() - quiet_since >= LISTEN_S * SECOND:
                quiet_since = self._clock.now()
                yield HEARTBEAT
            pause.wait(GATHER_S)

    def _listening(self, gone: Callable[[], bool]) -> bool:
        return not self._hall.stopped and not gone()

    def _news_of(self, drawn: DrawnTable, since: int | None) -> FeedNews:
        return _news(drawn, since, run=self.run, now_ms=self._clock.now() // MS + drawn.ahead_ms)

    def _frame(self, drawn: DrawnTable, known: int) -> tuple[int, bytes]:
        """Returns the event for all who know that version, encoded once."""
        with self._lock:
            newest, frame = self._frames.get(known, (0, b""))
            if newest != drawn.version:
                frame = _event(self._news_of(drawn, known))
                # A page behind the last frame but one has been slow, and gets one of its own.
                self._frames = {known: (drawn.version, frame)}
            return drawn.version, frame

    def _latest(self) -> DrawnTable:
        event, before = self._event.version, self._drawn
        if before is not None and (before.seen, before.event) == (self._hall.version, event):
            return before
        view = self._hall.view()
        drawn = _first(view, event) if before is None else _next(before, view, event)
        self._drawn = msgspec.structs.replace(drawn, ahead_ms=view.now_ms - self._clock.now() // MS)
        return self._drawn


def _first(view: HallView, event: int) -> DrawnTable:
    version = 1
    tiles = {each.table: tile_of(each) for each in view.tables}
    shown = _whole_pages(view, event)
    return DrawnTable(
        version=version,
        seen=view.version,
        event=event,
        view=view,
        here={each.table: each for each in view.tables},
        tiles=tiles,
        changed=dict.fromkeys(tiles, version),
        order=tuple(tiles),
        ordered=version,
        shown=shown,
        pages=dict.fromkeys(shown, version),
    )


def _next(before: DrawnTable, view: HallView, event: int) -> DrawnTable:
    version = before.version + 1
    here = {each.table: each for each in view.tables}
    stirred = [each for each in view.tables if before.here.get(each.table) is not each]
    fresh = {each.table: tile_of(each) for each in stirred if before.here.get(each.table) != each}
    changed = {table: tile for table, tile in fresh.items() if before.tiles.get(table) != tile}
    order = tuple(here)
    shown = _whole_pages(view, event)
    return DrawnTable(
        version=version,
        seen=view.version,
        event=event,
        view=view,
        here=here,
        tiles={table: changed.get(table) or before.tiles[table] for table in here},
        changed={**before.changed, **dict.fromkeys(changed, version)},
        order=order,
        ordered=before.ordered if order == before.order else version,
        shown=shown,
        pages={page: before.pages[page] if shown[page] == before.shown[page] else version for page in shown},
    )


def _whole_pages(view: HallView, event: int) -> Mapping[str, Any]:
    """Returns what of the hall is on each page that is drawn whole."""
    pairings = tuple((each.table, each.players) for each in view.tables if each.players)
    names = tuple((each.table, each.name) for each in view.tables)
    absent = sum(each.absent for each in view.tables)
    return {
        "calls": view.calls,
        "round": (view.round, view.said, pairings, view.results, view.faults, view.broker, names, absent),
        "event": (event, view.round.number, view.round.begun, view.results),
        "wall": (event, view.round, view.said, pairings, view.results, view.name),
    }


def _beside(drawn: DrawnTable) -> object:
    """Returns what there is beside the tiles."""
    return drawn.view.round, drawn.view.calls, drawn.view.broker, drawn.pages


def _news(drawn: DrawnTable, since: int | None, *, run: int, now_ms: int) -> FeedNews:
    whole = since is None or since > drawn.version
    known = 0 if since is None or whole else since
    named = drawn.here
    return FeedNews(
        version=drawn.version,
        run=run,
        server_ms=now_ms,
        whole=whole,
        tiles=tuple(tile for table, tile in drawn.tiles.items() if drawn.changed[table] > known),
        order=drawn.order if drawn.ordered > known else None,
        round=drawn.view.round,
        calls=tuple(
            CallingTable(
                table=each.table,
                name=named[each.table].name if each.table in named else each.table,
                game=title(named[each.table].game) if each.table in named else "",
                id=each.id,
                since_ms=each.since_ms,
                state=each.state,
            )
            for each in drawn.view.calls
            if each.state != "answered"
        ),
        broker=drawn.view.broker,
        pages=dict(drawn.pages),
    )


def _event(news: FeedNews) -> bytes:
    return event("hall", msgspec.json.encode(news), id=news.version)
