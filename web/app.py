"""The site: everything that phones open, wired together."""

from flask import Flask

from companion.battleline import choices as battleline
from companion.clock import Clock
from companion.panel.port import PanelPort
from companion.rulings.shelf import Shelf
from companion.table.agreed import Agreed
from companion.table.table import Table
from companion.wartime.scenario.library import Scenarios
from companion.warzone.cards.kept import KeptCards
from companion.warzone.choices import CHOICES, WarzoneChoices
from companion.warzone.force.kept import KeptForces
from web.battleline.api import BattleLineApi
from web.battleline.claimpage import ClaimPage
from web.battleline.match_api import BattleApi
from web.battleline.pages import BattlePages
from web.http import api, compression, errors, forms, guard, join
from web.http.access import Access
from web.http.live import TableFeed, Waiters
from web.panel.api import PanelApi
from web.rulings import links
from web.rulings.api import RulingsApi
from web.rulings.housepages import HousePages
from web.rulings.pages import RulingPages
from web.site import report
from web.site.assets import Assets
from web.site.games import Games
from web.site.pages import Pages
from web.table import log
from web.table.api import TableApi
from web.table.choices import Choices
from web.wartime import chits, disputes
from web.wartime import referee_api as wartime
from web.wartime.measure import page as measurepage
from web.wartime.pages import WarTimePages
from web.wartime.scenarios.api import ScenariosApi
from web.wartime.scenarios.pages import ScenarioPages
from web.wartime.stacks import StacksApi
from web.warzone.calculators import api as warzoneapi
from web.warzone.calculators import sums_api
from web.warzone.calculators.armorpage import ArmorPage
from web.warzone.calculators.initiativepage import InitiativePage
from web.warzone.calculators.planspage import PlansPage
from web.warzone.calculators.shootpage import shoot_page
from web.warzone.calculators.strikepage import strike_page
from web.warzone.calculators.testspage import TestsPage
from web.warzone.cards.api import UnitsApi
from web.warzone.cards.attacks import FromCards
from web.warzone.cards.pages import UnitPages
from web.warzone.forces.api import ForceApi
from web.warzone.forces.page import ForcePages
from web.warzone.match.api import MatchApi
from web.warzone.match.pages import MatchPages
from web.warzone.match.units_api import MatchUnitsApi

LARGEST_BODY = 64 * 1024


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
    scenarios = Scenarios(table)
    wartime_pages = WarTimePages(table=table, scenarios=scenarios)
    warzone = Agreed(table=table, game="warzone", title="Warzone Eternal", kind=WarzoneChoices, choices=CHOICES)
    cards, forces = KeptCards(table), KeptForces(table)
    battle_line = Agreed(
        table=table,
        game="battleline",
        title="Battle Line",
        kind=battleline.BattleLineChoices,
        choices=battleline.CHOICES,
    )
    agreed = (warzone, battle_line)
    choices = Choices(agreed)
    match_pages = MatchPages(table=table, cards=cards, forces=forces)
    battle_pages = BattlePages(table, battle_line)
    games = Games(table=table, pages=(wartime_pages.pages(), match_pages.pages(), battle_pages.pages()))
    pages = Pages(table=table, games=games, panel=panel, access=access, assets=assets)
    waiters = Waiters()
    endpoints = (
        *TableApi(table=table, feed=TableFeed(table=table, clock=clock), waiters=waiters).endpoints(),
        *StacksApi(table=table).endpoints(),
        *ScenariosApi(scenarios).endpoints(),
        *log.endpoints(table),
        *report.endpoints(table),
        *PanelApi(panel=panel, table=table, clock=clock, waiters=waiters, access=access).endpoints(),
        *join.endpoints(access),
        *wartime.endpoints(),
        *choices.endpoints(),
        *UnitsApi(cards).endpoints(),
        *ForceApi(cards=cards, forces=forces, choices=warzone.now).endpoints(),
        *warzoneapi.endpoints(warzone.now, FromCards(cards)),
        *sums_api.endpoints(warzone.now),
        *BattleLineApi(battle_line).endpoints(),
        *BattleApi(table).endpoints(),
        *MatchApi(table=table, cards=cards, forces=forces).endpoints(),
        *MatchUnitsApi(table=table).endpoints(),
        *RulingsApi(shelf).endpoints(),
    )
    open_to_all = {endpoint.name for endpoint in endpoints if endpoint.open_to_all}
    guard.install(app, access, open_to_all=open_to_all | {Pages.JOINING})
    compression.install(app)
    api.install(app, endpoints, table=table)
    forms.install(app, endpoints)
    assets.install(app)
    games.install(app)
    pages.install(app)
    wartime_pages.install(app)
    match_pages.install(app)
    choices.install(app)
    report.install(app, table=table, games=games)
    links.install(app)
    RulingPages(shelf=shelf, games=games, agreed={each.game: each for each in agreed}).install(app)
    HousePages(shelf=shelf, games=games).install(app)
    disputes.install(app, table=table, shelf=shelf)
    chits.install(app, table)
    measurepage.install(app)
    ClaimPage(battle_line).install(app)
    ScenarioPages(scenarios).install(app)
    UnitPages(cards).install(app)
    ForcePages(cards=cards, forces=forces, choices=warzone.now).install(app)
    shoot_page(choices=warzone.now, cards=cards).install(app)
    strike_page(choices=warzone.now, cards=cards).install(app)
    ArmorPage(choices=warzone.now, cards=cards).install(app)
    PlansPage(choices=warzone.now, cards=cards).install(app)
    InitiativePage(warzone.now).install(app)
    TestsPage(warzone.now).install(app)
    errors.install(app, pages.error)
    return app
