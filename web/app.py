"""The site: everything that phones open, wired together."""

from collections.abc import Callable

from flask import Flask

from companion.clock import Clock
from companion.panel.port import PanelPort
from companion.rulings.shelf import Shelf
from companion.table.table import Table
from web.battleline.site import BattleLineSite
from web.http import api, compression, errors, forms, guard, join
from web.http.access import Access
from web.http.limits import LARGEST_BODY
from web.http.live import TableFeed, Waiters
from web.panel.api import PanelApi
from web.rulings import links
from web.rulings.api import RulingsApi
from web.rulings.housepages import HousePages
from web.rulings.pages import RulingPages
from web.site import report
from web.site.assets import Assets
from web.site.games import Games, GameSite
from web.site.pages import Pages
from web.table import log
from web.table.api import TableApi
from web.table.choices import Choices
from web.wartime.site import WarTimeSite
from web.warzone.site import WarzoneSite

GAMES: tuple[Callable[[Table, Shelf], GameSite], ...] = (
    WarTimeSite,
    WarzoneSite,
    BattleLineSite,
)


def create_app(*, table: Table, shelf: Shelf, panel: PanelPort, access: Access, clock: Clock) -> Flask:
    """The WSGI application. It owns nothing: table, shelf, panel and access are its caller's to open and close."""
    assets = Assets()
    app = Flask("web", static_folder=None)
    app.config.update(
        MAX_CONTENT_LENGTH=LARGEST_BODY,
        SESSION_COOKIE_NAME="warglass-said",
        SESSION_COOKIE_SAMESITE="Lax",
    )
    # Signs the one sentence that a form's answer leaves for the page it leads back to.
    app.secret_key = access.key
    sites = [site(table, shelf) for site in GAMES]
    games = Games(table=table, pages=[site.pages for site in sites])
    agreed = {site.pages.name: site.agreed for site in sites if site.agreed is not None}
    choices = Choices(agreed.values(), games=games)
    pages = Pages(table=table, games=games, panel=panel, access=access, assets=assets)
    waiters = Waiters()
    endpoints = (
        *TableApi(table=table, feed=TableFeed(table=table, clock=clock), waiters=waiters).endpoints(),
        *log.endpoints(table),
        *report.endpoints(table),
        *PanelApi(panel=panel, table=table, clock=clock, waiters=waiters, access=access).endpoints(),
        *join.endpoints(access),
        *choices.endpoints(),
        *RulingsApi(shelf).endpoints(),
        *(endpoint for site in sites for endpoint in site.endpoints()),
    )
    open_to_all = {endpoint.name for endpoint in endpoints if endpoint.open_to_all}
    guard.install(app, access, open_to_all=open_to_all | {Pages.JOINING})
    compression.install(app)
    api.install(app, endpoints, table=table)
    forms.install(app, endpoints)
    assets.install(app)
    games.install(app)
    pages.install(app)
    choices.install(app)
    report.install(app, table=table, games=games)
    links.install(app)
    RulingPages(shelf=shelf, games=games, agreed=agreed).install(app)
    HousePages(shelf=shelf, games=games).install(app)
    for site in sites:
        site.install(app)
    errors.install(app, pages.error)
    return app
