"""The organiser's site, wired together."""

from flask import Flask

from companion.clock import Clock
from companion.hall.event.store import EventStore
from companion.hall.organiser.view import OrganiserPort
from web.hall.api import HallApi
from web.hall.event_api import EventApi
from web.hall.event_pages import EventPages
from web.hall.event_setup import EventSetup
from web.hall.feed import HallFeed
from web.hall.joining import JoinPages
from web.hall.pages import HallPages
from web.hall.wall import Wall
from web.http import api, forms, join
from web.http.access import Access
from web.http.live import Waiters
from web.site.assets import Assets
from web.site.frame import Tab, framed

TABS = (
    Tab("Tables", "tables_page", "/", "kit"),
    Tab("Judge", "calls_page", "/calls", "judge"),
    Tab("Round", "round_page", "/round", "hour"),
    Tab("Event", "event_page", "/event", "log"),
)
ON = {
    "/hall/round/new": "/round",
    "/hall/round/start": "/round",
    "/hall/round/pause": "/round",
    "/hall/round/extend": "/round",
    "/hall/announce": "/round",
    "/hall/tables/{table}/announce": "/tables/{table}",
    "/hall/tables/{table}/pause": "/tables/{table}",
    "/hall/tables/{table}/result": "/tables/{table}",
    "/hall/tables/{table}/no-result": "/tables/{table}",
    "/hall/tables/{table}/anew": "/tables/{table}",
    "/hall/tables/{table}/coming": "/calls",
    "/hall/tables/{table}/answer": "/calls",
    **{f"/hall/event/{act}": "/event" for act in ("pair", "unpair", "pairings", "result", "results", "undo")},
    "/hall/event/setup": "/event/setup",
    **{f"/hall/event/{act}": "/event/players" for act in ("add", "drop", "back", "remove", "rename", "players")},
}
"""Where a form leads on to."""


def create_hall_app(
    *, hall: OrganiserPort, event: EventStore, access: Access, clock: Clock, assets: Assets | None = None
) -> Flask:
    """The WSGI application. It owns nothing: hall, event and access are its caller's to open and close. `access` has
    the organiser's own code, in the hall's folder."""
    feed = HallFeed(hall, event, clock)
    setup = EventSetup(event=event, feed=feed)
    endpoints = (
        *HallApi(hall=hall, event=event, feed=feed, waiters=Waiters()).endpoints(),
        *EventApi(event=event, hall=hall).endpoints(),
        *setup.endpoints(),
        *join.endpoints(access, None),
    )
    open_to_all = {endpoint.name for endpoint in endpoints if endpoint.open_to_all}
    app = framed(
        live=lambda: not hall.stopped,
        access=access,
        assets=assets or Assets(),
        open_to_all=open_to_all | {JoinPages.JOINING},
        place="hall",
        tabs=TABS,
    )
    api.install(app, endpoints)
    forms.install(app, endpoints, on=ON)
    setup.install(app)
    EventPages(event=event, feed=feed).install(app)
    HallPages(hall=hall, feed=feed).install(app)
    Wall(hall=hall, event=event, feed=feed).install(app)
    JoinPages(access).install(app)
    return app
