"""Warzone Eternal on the site: everything that phones open of it."""

from collections.abc import Sequence
from typing import Any

from flask import Flask

from companion.rulings.shelf import Shelf
from companion.table.agreed import Agreed
from companion.table.table import Table
from companion.warzone.cards.kept import GAME, KeptCards
from companion.warzone.choices import CHOICES, WarzoneChoices
from companion.warzone.force.kept import KeptForces
from companion.warzone.imports.jobs import Imports
from web.http.endpoint import Endpoint
from web.warzone.calculators import api as calculators
from web.warzone.calculators import sums_api
from web.warzone.calculators.armorpage import ArmorPage
from web.warzone.calculators.initiativepage import InitiativePage
from web.warzone.calculators.planspage import PlansPage
from web.warzone.calculators.shootpage import ShootPage
from web.warzone.calculators.strikepage import StrikePage
from web.warzone.calculators.testspage import TestsPage
from web.warzone.cards.api import UnitsApi
from web.warzone.cards.attacks import FromCards
from web.warzone.cards.importing import ImportPages
from web.warzone.cards.pages import UnitPages
from web.warzone.forces.api import ForceApi
from web.warzone.forces.page import ForcePages
from web.warzone.match.api import MatchApi
from web.warzone.match.goals import GoalPages
from web.warzone.match.goals_api import GoalsApi
from web.warzone.match.pages import MatchPages
from web.warzone.match.units_api import MatchUnitsApi


class WarzoneSite:
    """See web.site.games.GameSite."""

    def __init__(self, table: Table, _: Shelf) -> None:
        self._table = table
        self._cards, self._forces = KeptCards(table), KeptForces(table)
        self.agreed = Agreed(table=table, game=GAME, kind=WarzoneChoices, choices=CHOICES)
        self._imports = Imports(stopped=lambda: table.stopped)
        self._match = MatchPages(table=table, cards=self._cards, forces=self._forces)
        self.pages = self._match.pages()

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        choices, cards, forces = self.agreed.now, self._cards, self._forces
        return (
            *UnitsApi(cards=cards, imports=self._imports).endpoints(),
            *ForceApi(cards=cards, forces=forces, choices=choices).endpoints(),
            *calculators.endpoints(choices, FromCards(cards)),
            *sums_api.endpoints(choices),
            *MatchApi(table=self._table, cards=cards, forces=forces).endpoints(),
            *MatchUnitsApi(table=self._table).endpoints(),
            *GoalsApi(table=self._table, cards=cards).endpoints(),
        )

    def install(self, app: Flask) -> None:
        choices, cards = self.agreed.now, self._cards
        self._match.install(app)
        GoalPages(table=self._table, cards=cards).install(app)
        UnitPages(cards).install(app)
        ImportPages(cards=cards, imports=self._imports).install(app)
        ForcePages(cards=cards, forces=self._forces, choices=choices).install(app)
        ShootPage(choices=choices, cards=cards).install(app)
        StrikePage(choices=choices, cards=cards).install(app)
        ArmorPage(choices=choices, cards=cards).install(app)
        PlansPage(choices=choices, cards=cards).install(app)
        InitiativePage(choices).install(app)
        TestsPage(choices).install(app)
