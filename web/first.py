"""The application that answers before the whole site stands: the page Table of the game that a new table opens with.

It imports what that page needs and no more; everything else that phones open is web.app's.
"""

from flask import Flask

from companion.table.table import Table
from web.http.access import Access
from web.site import table_page
from web.site.assets import Assets
from web.site.frame import framed
from web.wartime.table_page import TABLE


def create_first(*, table: Table, access: Access, assets: Assets) -> Flask:
    """A part of what web.app.create_app serves, word for word. Only reads: no game can be changed by it."""
    app = framed(live=lambda: not table.stopped, access=access, assets=assets)
    if table.game == TABLE.name:
        table_page.install(app, table=table, games={TABLE.name: TABLE})
    return app
