"""Wires the site together: everything that phones open."""

from collections.abc import Callable, Sequence
from pkgutil import resolve_name

from flask import Flask, g

from companion.clock import Clock
from companion.games import RuledGame
from companion.hall.port import CardPort, HallPort
from companion.matchfile.library import MatchFiles
from companion.panel.port import PanelPort
from companion.rulings.history import AskedQuestions, Misses
from companion.rulings.shelf import Shelf
from companion.shelf.matches import Matches
from companion.story import Stories
from companion.table.table import Table
from web.http import api, forms, join
from web.http.access import Access
from web.http.join import Names
from web.http.live import TableFeed, Waiters
from web.panel.api import PanelApi
from web.replay.api import FilePages, Lane, ReplayApi, ReplayScreens
from web.replay.pages import ReplayPages
from web.rulings import links
from web.rulings.api import LiveTable, RulingsApi
from web.rulings.pages import HousePages, RulingPages
from web.shelf.backup import BackupPages
from web.shelf.pages import PlayerPages, PlayersApi, ShelfApi, ShelfPages
from web.site import pages as report
from web.site import pages as watch
from web.site import table_page
from web.site.assets import Assets
from web.site.frame import framed
from web.site.games import Games, GameSite
from web.site.hall import TableHallPages
from web.site.help import HelpPages
from web.site.pages import Choices, Pages
from web.site.phones import NamePages, PhonePages
from web.site.seats import SeatPages
from web.table import log
from web.table.api import TableApi, TableHallApi

GAMES: Sequence[Callable[[Table, Shelf], GameSite]] = [
    resolve_name(f"web.{game.value}.site:SITE") for game in RuledGame
]


def create_app(
    *,
    table: Table,
    shelf: Shelf,
    panel: PanelPort,
    access: Access,
    clock: Clock,
    assets: Assets | None = None,
    hall: HallPort | None = None,
    cards: CardPort | None = None,
    stories: Stories | None = None,
    matches: Matches | None = None,
) -> Flask:
    """Returns the WSGI application. What it gets stays the caller's to open and close.

    Without `hall` no judge can be called, without `cards` the table cannot join a hall. Without `matches` each request
    reads the past games itself.
    """
    sites = [site(table, shelf) for site in GAMES]
    games = Games(table=table, pages=[site.pages for site in sites])
    agreed = {site.pages.name: site.agreed for site in sites if site.agreed is not None}
    choices = Choices(agreed.values(), games=games)
    pages = Pages(table=table, games=games, panel=panel)
    names = Names(table, clock)
    seats = SeatPages(table=table, games=games, panel=panel, access=access, names=names)
    phones = PhonePages(table=table, access=access, names=names)
    called = NamePages(table=table, names=names)
    live = LiveTable(table=table, games=games)
    waiters = Waiters()
    lane = Lane(waiters)
    stories = stories or Stories(table, table.games)
    matches = matches or Matches(table=table, games=table.games, path=None)
    match_files = MatchFiles(table, table.games, clock, stories, matches.free)
    files = FilePages(files=match_files, matches=matches, games=table.games, lane=lane)
    endpoints = (
        *TableApi(table=table, feed=TableFeed(table), waiters=waiters).endpoints(),
        *log.endpoints(table),
        *report.endpoints(table),
        *ReplayApi(stories=stories, games=games, lane=Lane(waiters)).endpoints(),
        *files.endpoints(),
        *PanelApi(panel=panel, table=table, clock=clock, waiters=waiters, access=access).endpoints(),
        *join.endpoints(access, names),
        *phones.endpoints(),
        *called.endpoints(),
        *TableHallApi(table=table, hall=hall, cards=cards).endpoints(),
        *choices.endpoints(),
        *ShelfApi(matches).endpoints(),
        *PlayersApi(matches).endpoints(),
        *RulingsApi(shelf, live).endpoints(),
        *(endpoint for site in sites for endpoint in site.endpoints()),
    )
    open_to_all = {endpoint.name for endpoint in endpoints if endpoint.open_to_all}
    app = framed(
        live=lambda: not table.stopped,
        access=access,
        assets=assets or Assets(),
        open_to_all=open_to_all | {SeatPages.JOINING},
    )

    @app.before_request
    def note_request() -> None:
        if g.seating is not None:
            names.note_request(g.seating, source=g.source)

    api.install(app, endpoints)
    forms.install(app, endpoints)
    table_page.install(app, table=table, games=games.all, start=pages.start)
    pages.install(app)
    seats.install(app)
    phones.install(app)
    called.install(app)
    TableHallPages(cards).install(app)
    HelpPages(matches, clock).install(app)
    choices.install(app)
    ShelfPages(table=table, matches=matches, games=table.games).install(app)
    BackupPages(table, table.games, access, clock, shelf, Lane(waiters)).install(app)
    PlayerPages(matches=matches, games=table.games).install(app)
    report.ReportPages(table=table, games=games, stories=stories, lane=lane).install(app)
    watch.install(app, table=table, games=games)
    ReplayPages(table=table, stories=stories, games=games, panel=panel, lane=lane).install(app)
    ReplayScreens(stories=stories, panel=panel, lane=lane).install(app)
    files.install(app)
    links.install(app)
    asked, misses = AskedQuestions(table=table, shelf=shelf), Misses(table, clock)
    RulingPages(shelf=shelf, games=games, agreed=agreed, asked=asked, misses=misses, live=live).install(app)
    HousePages(shelf=shelf, games=games).install(app)
    for site in sites:
        site.install(app)
    return app
