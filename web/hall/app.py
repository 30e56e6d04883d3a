"""Wires the organiser's site together."""

import msgspec
from flask import Flask, Response, g, make_response, redirect, request

from companion.clock import Clock
from companion.fields.invalid import Invalid
from companion.fields.numbers import whole
from companion.hall.event.store import EventStore
from companion.hall.organiser.hall import Hall
from web.hall.api import HallApi
from web.hall.event_api import EventApi
from web.hall.event_pages import EventPages, EventSetup
from web.hall.feed import HallFeed
from web.hall.pages import HallPages, Wall
from web.http import api, forms, join
from web.http import endpoint as codec
from web.http.access import Access
from web.http.guard import asked_to_leave
from web.http.join import Joining, Sitting
from web.http.live import Waiters
from web.http.phones import PhoneSeat
from web.http.render import add_templates, page
from web.site.assets import Assets
from web.site.frame import JOIN, SEAT, Tab, framed

# Joining as an organiser of the hall: with its own code, and a name that players read.


class JoinPages:
    """Serves the join page. Called in the server's threads."""

    JOINING = "join_form"
    """Names the Flask endpoint of the page's own joining."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def install(self, app: Flask) -> None:
        for rule in (JOIN, SEAT):
            app.add_url_rule(rule, endpoint=f"join_page_{rule[1:5]}", view_func=self.join_page)
        for rule in ("/j/<code>", "/J/<code>"):
            app.add_url_rule(rule, endpoint=f"invitation_page_{rule[1:5]}", view_func=self.invitation_page)
        app.add_url_rule(JOIN, endpoint=self.JOINING, view_func=self.join_form, methods=["POST"])
        app.add_url_rule(SEAT, endpoint="seat_form", view_func=self.name_form, methods=["POST"])
        app.context_processor(_known)

    def join_page(self) -> Response:
        return self._page()

    def invitation_page(self, code: str) -> Response:
        return self._page(code=code)

    def join_form(self) -> Response:
        try:
            joining = codec.from_form([(name, request.form.get(name, "")) for name in ("code", "name")], Joining)
            # A phone that says nonsense of the time joins all the same.
            timed = msgspec.structs.replace(joining, now=whole(request.form.get("now", ""), most=join.LATEST_MS))
            return self._on(join.joined(self._access, None, timed))
        except Invalid as wrong:
            return self._page(wrong=str(wrong), status=422)

    def name_form(self) -> Response:
        try:
            sitting = Sitting(seat=PhoneSeat.BOTH, name=request.form.get("name", ""))
            return self._on(join.reseated(self._access, None, sitting))
        except Invalid as wrong:
            return self._page(wrong=str(wrong), status=422)

    def _on(self, cookie: str) -> Response:
        return join.kept(self._access, make_response(redirect("/", 303)), cookie)

    def _page(self, *, code: str | None = None, wrong: str = "", status: int = 200) -> Response:
        """Draws the page. `code` is the one that has been scanned, which is then only sent along."""
        cookie = self._access.find_cookie(request.cookies)
        earlier = self._access.earlier(cookie)
        asked_by = None if g.seating else self._access.asked_by(cookie)
        return page(
            "hall_join.html",
            status=status,
            code=code,
            wrong=wrong or (asked_to_leave(asked_by) if asked_by else ""),
            name=request.form.get("name", (earlier and earlier.name) or ""),
        )


def _known() -> dict[str, object]:
    """Returns what every template knows of the reader."""
    seating = g.get("seating")
    return {
        "joined": seating is not None,
        "seat": "look" if seating is None else "both",
        "seat_name": (seating and seating.name) or "Joined",
    }


TABS = (
    Tab("Tables", "tables_page", "/", "kit"),
    Tab("Judge", "calls_page", "/calls", "judge"),
    Tab("Round", "round_page", "/round", "hour"),
    Tab("Event", "event_page", "/event", "log"),
)
ON = {
    **{f"/hall/round/{act}": "/round" for act in ("new", "start", "pause", "extend")},
    "/hall/announce": "/round",
    **{
        f"/hall/tables/{{table}}/{act}": "/tables/{table}"
        for act in ("announce", "pause", "result", "no-result", "anew")
    },
    **{f"/hall/tables/{{table}}/{act}": "/calls" for act in ("coming", "answer")},
    **{f"/hall/event/{act}": "/event" for act in ("pair", "cut", "unpair", "pairings", "result", "results", "undo")},
    "/hall/event/setup": "/event/setup",
    **{
        f"/hall/event/{act}": "/event/players"
        for act in ("add", "drop", "back", "remove", "rename", "players", "bye", "start")
    },
}
"""Says which page a form leads to."""


def create_hall_app(
    *, hall: Hall, event: EventStore, access: Access, clock: Clock, assets: Assets | None = None
) -> Flask:
    """Makes the WSGI application. Hall, event and access belong to its caller, who opens and closes them.

    `access` has the organiser's own code, in the hall's folder.
    """
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
    add_templates(app, "web.hall")
    api.install(app, endpoints)
    forms.install(app, endpoints, on=ON)
    setup.install(app)
    EventPages(event=event, feed=feed).install(app)
    HallPages(hall=hall, event=event, feed=feed).install(app)
    Wall(hall=hall, event=event, feed=feed).install(app)
    JoinPages(access).install(app)
    return app
