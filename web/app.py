"""The site: everything that phones open, wired together."""

from flask import Flask

from companion.clock import Clock
from companion.panel import PanelPort
from companion.table.table import Table
from web import api, errors, guard, join, log
from web.access import Access
from web.live import TableFeed, Waiters
from web.panel import PanelApi
from web.problems import Problem
from web.table import TableApi

LARGEST_BODY = 16 * 1024


def create_app(*, table: Table, panel: PanelPort, access: Access, clock: Clock) -> Flask:
    """The WSGI application. It owns nothing: table, panel and access are its caller's to open and close."""
    app = Flask("web", static_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=LARGEST_BODY)
    waiters = Waiters()
    endpoints = (
        *TableApi(table=table, feed=TableFeed(table=table, clock=clock), waiters=waiters).endpoints(),
        *log.endpoints(table),
        *PanelApi(panel=panel, table=table, clock=clock, waiters=waiters).endpoints(),
        *join.endpoints(access),
    )
    guard.install(app, access)
    api.install(app, endpoints, table=table)
    errors.install(app, Problem.response)
    return app
