"""Joins all of WarTime that phones open on the site."""

from collections.abc import Sequence
from typing import Any

from flask import Flask

from companion.rulings.shelf import Shelf
from companion.table.rule_choices import AgreedChoices
from companion.table.table import Table
from companion.wartime.choices import CHOICES, WarTimeChoices
from companion.wartime.match.game import WARTIME
from companion.wartime.scenario.library import Scenarios
from web.http.endpoint import Endpoint
from web.http.render import add_templates
from web.site.games import GameSite
from web.wartime import disputes
from web.wartime.api import match_endpoints, referee_endpoints
from web.wartime.board.page import BoardPages
from web.wartime.ducks import DucksPage
from web.wartime.measure import page as measurepage
from web.wartime.pages import WarTimePages
from web.wartime.scenarios.editor import ScenarioEditor
from web.wartime.scenarios.pages import ScenarioPages, ScenariosApi
from web.wartime.sheets import install_chits, install_corrections, install_unit_page


class WarTimeSite:
    """Implements web.site.games.GameSite."""

    def __init__(self, table: Table, shelf: Shelf) -> None:
        self._table = table
        self._shelf = shelf
        self._scenarios = Scenarios(table)
        self.agreed = AgreedChoices(table=table, game=WARTIME.name, kind=WarTimeChoices, choices=CHOICES)
        self._match = WarTimePages(table=table, scenarios=self._scenarios)
        self._ducks = DucksPage(table)
        self.pages = self._match.pages()

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            *match_endpoints(self._table),
            *ScenariosApi(self._scenarios).endpoints(),
            *referee_endpoints(),
            *self._ducks.endpoints(),
        )

    def install(self, app: Flask) -> None:
        add_templates(app, "web.wartime")
        self._match.install(app)
        BoardPages(self._table).install(app)
        disputes.install(app, table=self._table, shelf=self._shelf)
        install_chits(app, self._table)
        install_corrections(app, self._table)
        install_unit_page(app, table=self._table, scenarios=self._scenarios)
        measurepage.install(app, table=self._table)
        self._ducks.install(app)
        ScenarioPages(self._scenarios, self._table).install(app)
        ScenarioEditor(self._scenarios).install(app)


SITE: type[GameSite] = WarTimeSite
