"""Battle Line on the site: everything that phones open of it."""

from collections.abc import Sequence
from typing import Any

from flask import Flask

from companion.battleline.choices import CHOICES, BattleLineChoices
from companion.battleline.match.game import BATTLE_LINE
from companion.rulings.shelf import Shelf
from companion.table.rule_choices import AgreedChoices
from companion.table.table import Table
from web.battleline.api import BattleLineApi, battle_endpoints
from web.battleline.claimpage import ClaimPage
from web.battleline.pages import BattlePages
from web.http.endpoint import Endpoint
from web.http.render import add_templates
from web.site.games import GameSite


class BattleLineSite:
    """See web.site.games.GameSite."""

    def __init__(self, table: Table, _: Shelf) -> None:
        self._table = table
        self.agreed = AgreedChoices(table=table, game=BATTLE_LINE.name, kind=BattleLineChoices, choices=CHOICES)
        self.pages = BattlePages(table, self.agreed).pages()

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (*BattleLineApi(self.agreed).endpoints(), *battle_endpoints(self._table))

    def install(self, app: Flask) -> None:
        add_templates(app, "web.battleline")
        ClaimPage(self.agreed).install(app)


SITE: type[GameSite] = BattleLineSite
