"""What the organiser's pages are sent as the hall changes: the tiles that did, and which pages are out of date."""

import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from companion.clock import MS, SECOND, Clock
from companion.fields.numbers import LARGEST
from companion.hall.event.store import EventStore
from companion.hall.organiser.view import HallView, OrganiserPort, RoundView, TableHere
from web.hall.tiles import Tile, tile_of, title
from web.http.live import HEARTBEAT, LISTEN_S, LONG_POLL_S, event

GATHER_S = 0.025
"""So long are changes gathered after each that is sent: a thousand tables change faster than a screen can show."""


class Calling(msgspec.Struct, frozen=True, kw_only=True):
    """A judge is called, and nobody has answered yet."""

    table: str
    name: str
    game: str
    id: int
    since_ms: int
    state: str


class News(msgspec.Struct, frozen=True, kw_only=True):
    """What has changed. With `whole` the tiles are all that there are; else those behind the version that was asked
    for. `order` has every table, the neediest first, None where that is as it was. `pages` has by page when what it
    shows changed last: one that was drawn at an earlier version is out of date. `server_ms` is the hall's clock;
    versions are those of that `run` of the service, and of no other."""

    version: int
    run: int
    server_ms: int
    whole: bool
    tiles: tuple[Tile, ...]
    order: tuple[str, ...] | None
    round: RoundView
    calls: tuple[Calling, ...]
    broker: str
    pages: dict[str, int]


class Drawn(msgspec.Struct, frozen=True, kw_only=True):
    """The hall at one version of the feed's, made of what was `seen` of it and of the event: `changed` has by table the
    version at which its tile became what it is. `ahead_ms`: of the hall's clock before ours."""

    version: int
    seen: int
    event: int
    view: HallView
    here: Mapping[str, TableHere]
    tiles: Mapping[str, Tile]
    changed: Mapping[str, int]
    order: tuple[str, ...]
    ordered: int
    shown: Mapping[str, Any]
    pages: Mapping[str, int]
    ahead_ms: int = 0


class HallFeed:
    """Counts on its own, in a run of its own: what a page knows of an earlier one is never taken for this one's. Any
    thread may call."""

    def __init__(self, hall: OrganiserPort, event: EventStore, clock: Clock) -> None:
        self._hall = hall
        self._event = event
        event.follow(hall.stir)
        self._lock = threading.Lock()
        self._drawn: Drawn | None = None
        self._clock = clock
        self.run = secrets.randbelow(LARGEST)
        self._frames: dict[int, tuple[int, bytes]] = {}

    def now(self) -> Drawn:
        """The hall as it is, drawn once for all who ask."""
        with self._lock:
            return self._latest()

    def known(self, version: int | None, run: int | None) -> int | None:
        """The version that a page has, as far as it is one of this run."""
        return version if run == self.run else None

    def news(self, since: int | None) -> News:
        """All that is newer than `since`; all, without one."""
        return self._told(self.now(), since)

    def after(self, since: int) -> News:
        """The news as soon as there is any, or after LONG_POLL_S seconds."""
        drawn = self.now()
        if drawn.version == since:
            self._hall.wait(drawn.seen, LONG_POLL_S)
        return self.news(since)

    def stream(self, since: int | None, gone: Callable[[], bool], *, tiles: bool = True) -> Iterator[bytes]:
        """The news at once and after every change, until the hall is stopped or `gone` says that nobody listens. A slow
        phone gets several changes in one; without `tiles`, what changes only there is none."""
        drawn = self.now()
        known, beside = drawn.version, _beside(drawn)
        yield _event(self._told(drawn, since if tiles else known))
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
                    known, frame = drawn.version, _event(self._told(drawn, drawn.version))
                yield frame
            elif drawn.version == known or self._clock.now() - quiet_since >= LISTEN_S * SECOND:
                quiet_since = self._clock.now()
                yield HEARTBEAT
            pause.wait(GATHER_S)

    def _listening(self, gone: Callable[[], bool]) -> bool:
        return not self._hall.stopped and not gone()

    def _told(self, drawn: Drawn, since: int | None) -> News:
        return _news(drawn, since, run=self.run, now_ms=self._clock.now() // MS + drawn.ahead_ms)

    def _frame(self, drawn: Drawn, known: int) -> tuple[int, bytes]:
        """The event for all who know that version, encoded once."""
        with self._lock:
            newest, frame = self._frames.get(known, (0, b""))
            if newest != drawn.version:
                frame = _event(self._told(drawn, known))
                # Whoever is behind the last frame but one has been slow, and gets one of his own.
                self._frames = {known: (drawn.version, frame)}
            return drawn.version, frame

    def _latest(self) -> Drawn:
        event, before = self._event.version, self._drawn
        if before is not None and (before.seen, before.event) == (self._hall.version, event):
            return before
        view = self._hall.view()
        drawn = _first(view, event) if before is None else _next(before, view, event)
        self._drawn = msgspec.structs.replace(drawn, ahead_ms=view.now_ms - self._clock.now() // MS)
        return self._drawn


def _first(view: HallView, event: int) -> Drawn:
    version = 1
    tiles = {each.table: tile_of(each) for each in view.tables}
    shown = _shown(view, event)
    return Drawn(
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


def _next(before: Drawn, view: HallView, event: int) -> Drawn:
    version = before.version + 1
    here = {each.table: each for each in view.tables}
    stirred = [each for each in view.tables if before.here.get(each.table) is not each]
    fresh = {each.table: tile_of(each) for each in stirred if before.here.get(each.table) != each}
    changed = {table: tile for table, tile in fresh.items() if before.tiles.get(table) != tile}
    order = tuple(here)
    shown = _shown(view, event)
    return Drawn(
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


def _shown(view: HallView, event: int) -> Mapping[str, Any]:
    """What of the hall stands on each page that is drawn whole."""
    pairings = tuple((each.table, each.players) for each in view.tables if each.players)
    names = tuple((each.table, each.name) for each in view.tables)
    absent = sum(each.absent for each in view.tables)
    return {
        "calls": view.calls,
        "round": (view.round, view.said, pairings, view.results, view.faults, view.broker, names, absent),
        "event": (event, view.round.number, view.round.begun, view.results),
        "wall": (event, view.round, view.said, pairings, view.results, view.name),
    }


def _beside(drawn: Drawn) -> object:
    """What there is beside the tiles."""
    return drawn.view.round, drawn.view.calls, drawn.view.broker, drawn.pages


def _news(drawn: Drawn, since: int | None, *, run: int, now_ms: int) -> News:
    whole = since is None or since > drawn.version
    known = 0 if since is None or whole else since
    named = drawn.here
    return News(
        version=drawn.version,
        run=run,
        server_ms=now_ms,
        whole=whole,
        tiles=tuple(tile for table, tile in drawn.tiles.items() if drawn.changed[table] > known),
        order=drawn.order if drawn.ordered > known else None,
        round=drawn.view.round,
        calls=tuple(
            Calling(
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


def _event(news: News) -> bytes:
    return event("hall", msgspec.json.encode(news), id=news.version)
