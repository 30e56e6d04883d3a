"""The site: everything that phones open, wired together."""

from flask import Flask

from companion.clock import Clock
from companion.panel import PanelPort
from companion.rulings.shelf import Shelf
from companion.table.agreed import Agreed
from companion.table.table import Table
from companion.wartime.scenario_library import Scenarios
from companion.warzone.choices import CHOICES, WarzoneChoices
from web import api, chits, disputes, errors, forms, guard, join, log, measurepage, report, wartime
from web.access import Access
from web.assets import Assets
from web.choices import Choices
from web.games import Games
from web.live import TableFeed, Waiters
from web.pages import Pages
from web.panel import PanelApi
from web.rulings import links
from web.rulings.api import RulingsApi
from web.rulings.housepages import HousePages
from web.rulings.pages import RulingPages
from web.scenariopages import ScenarioPages
from web.scenarios import ScenariosApi
from web.stacks import StacksApi
from web.table import TableApi
from web.wartimepages import WarTimePages

LARGEST_BODY = 64 * 1024
YEAR_S = 365 * 24 * 3600


def create_app(*, table: Table, panel: PanelPort, access: Access, clock: Clock) -> Flask:
    """The WSGI application. It owns nothing: table, panel and access are its caller's to open and close."""
    assets = Assets()
    app = Flask("web", static_url_path=assets.prefix)
    app.config.update(
        MAX_CONTENT_LENGTH=LARGEST_BODY,
        SEND_FILE_MAX_AGE_DEFAULT=YEAR_S,
        SESSION_COOKIE_NAME="warglass-said",
        SESSION_COOKIE_SAMESITE="Lax",
    )
    # Signs the one sentence that a form's answer leaves for the page it leads back to.
    app.secret_key = access.key
    scenarios = Scenarios(table)
    wartime_pages = WarTimePages(table=table, scenarios=scenarios)
    agreed = (Agreed(table=table, game="warzone", title="Warzone Eternal", kind=WarzoneChoices, choices=CHOICES),)
    choices = Choices(agreed)
    shelf = Shelf(table)
    games = Games(table=table, pages=(wartime_pages.pages(),))
    pages = Pages(table=table, games=games, panel=panel, access=access, assets=assets)
    waiters = Waiters()
    endpoints = (
        *TableApi(table=table, feed=TableFeed(table=table, clock=clock), waiters=waiters).endpoints(),
        *StacksApi(table=table).endpoints(),
        *ScenariosApi(scenarios).endpoints(),
        *log.endpoints(table),
        *report.endpoints(table),
        *PanelApi(panel=panel, table=table, clock=clock, waiters=waiters).endpoints(),
        *join.endpoints(access),
        *wartime.endpoints(),
        *choices.endpoints(),
        *RulingsApi(shelf).endpoints(),
    )
    open_to_all = {endpoint.name for endpoint in endpoints if endpoint.open_to_all}
    guard.install(app, access, open_to_all=open_to_all | {Pages.JOINING})
    api.install(app, endpoints, table=table)
    forms.install(app, endpoints)
    assets.install(app)
    games.install(app)
    pages.install(app)
    wartime_pages.install(app)
    choices.install(app)
    report.install(app, table=table, games=games)
    links.install(app)
    RulingPages(shelf=shelf, games=games, agreed={each.game: each for each in agreed}).install(app)
    HousePages(shelf=shelf, games=games).install(app)
    disputes.install(app, table=table, shelf=shelf)
    chits.install(app, table)
    measurepage.install(app)
    ScenarioPages(scenarios).install(app)
    errors.install(app, pages.error)
    return app
