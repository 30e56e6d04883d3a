"""Warzone Eternal on the site: everything that phones open of it."""

from collections.abc import Sequence
from typing import Any

from flask import Flask

from companion.rulings.shelf import Shelf
from companion.table.rule_choices import AgreedChoices
from companion.table.table import Table
from companion.warzone.cards.library import GAME, KeptCards, KeptForces, KeptTexts
from companion.warzone.choices import CHOICES, WarzoneChoices
from companion.warzone.imports.files import Imports
from web.http.endpoint import Endpoint
from web.http.render import add_templates
from web.site.games import GameSite
from web.warzone.calculators import api as calculators
from web.warzone.calculators.attackpage import ArmorPage, ShootPage, StrikePage
from web.warzone.calculators.initiativepage import InitiativePage
from web.warzone.calculators.planspage import PlansPage
from web.warzone.cards.api import UnitsApi
from web.warzone.cards.attacks import FromCards
from web.warzone.cards.importing import ImportPages
from web.warzone.cards.pages import UnitPages
from web.warzone.cards.reading import TextPages
from web.warzone.duel.api import DuelApi, Duels
from web.warzone.duel.page import DuelPage
from web.warzone.forces.page import ForceApi, ForcePages
from web.warzone.match.api import MatchApi, match_endpoints
from web.warzone.match.goals import GoalPages, GoalsApi
from web.warzone.match.pages import MatchPages
from web.warzone.sums import page as sums
from web.warzone.sums.page import TestsPage, UnitCards


class WarzoneSite:
    """See web.site.games.GameSite."""

    def __init__(self, table: Table, _: Shelf) -> None:
        self._table = table
        self._cards, self._forces = KeptCards(table), KeptForces(table)
        self._texts = KeptTexts(table)
        self.agreed = AgreedChoices(table=table, game=GAME, kind=WarzoneChoices, choices=CHOICES)
        self._duels = Duels(table=table, cards=self._cards)
        self._imports = Imports(stopped=lambda: table.stopped)
        self._match = MatchPages(
            table=table, cards=self._cards, texts=self._texts, forces=self._forces, choices=self.agreed.now
        )
        self.pages = self._match.pages()

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        choices, cards, forces = self.agreed.now, self._cards, self._forces
        match = MatchApi(table=self._table, cards=cards, forces=forces)
        duel = DuelApi(self._duels)
        return (
            *UnitsApi(cards=cards, texts=self._texts, imports=self._imports).endpoints(),
            *ForceApi(cards=cards, forces=forces, choices=choices).endpoints(),
            *calculators.endpoints(choices, FromCards(cards)),
            *sums.endpoints(choices, UnitCards(cards)),
            *match.endpoints(),
            *duel.endpoints(),
            *match_endpoints(self._table, match.own, GoalsApi(table=self._table, cards=cards).own, duel.own),
        )

    def install(self, app: Flask) -> None:
        add_templates(app, "web.warzone")
        choices, cards = self.agreed.now, self._cards
        self._match.install(app)
        GoalPages(table=self._table, cards=cards).install(app)
        DuelPage(table=self._table, duels=self._duels).install(app)
        UnitPages(cards=cards, texts=self._texts).install(app)
        ImportPages(cards=cards, texts=self._texts, imports=self._imports).install(app)
        TextPages(self._texts).install(app)
        ForcePages(table=self._table, cards=cards, forces=self._forces, choices=choices).install(app)
        ShootPage(choices=choices, cards=cards).install(app)
        StrikePage(choices=choices, cards=cards).install(app)
        ArmorPage(choices=choices, cards=cards).install(app)
        PlansPage(choices=choices, cards=cards).install(app)
        InitiativePage(choices).install(app)
        TestsPage(choices=choices, cards=UnitCards(cards)).install(app)


SITE: type[GameSite] = WarzoneSite
