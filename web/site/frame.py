"""What every page stands in: the application, its checks, its assets, the places at the bottom and its errors."""

from collections.abc import Callable, Collection, Sequence
from http import HTTPStatus
from urllib.parse import quote

import msgspec
from flask import Flask, Response, make_response, redirect
from jinja2 import StrictUndefined
from werkzeug import Response as BaseResponse

from web.http import compression, errors, guard, health
from web.http.access import Access
from web.http.guard import JoinFirst, SitFirst
from web.http.limits import LARGEST_BODY
from web.http.problems import Problem
from web.http.render import page
from web.site import homescreen, hourglass
from web.site.assets import Assets

JOIN = "/join"
SEAT = "/seat"
"""Where a phone that has joined takes a seat, or another one."""


class Tab(msgspec.Struct, frozen=True):
    """One of the places at the bottom of every page; `icon` names a symbol in the templates."""

    name: str
    endpoint: str
    address: str
    icon: str


TABS = (
    Tab("Table", "table_page", "/", "hour"),
    Tab("Tools", "tools_page", "/tools", "kit"),
    Tab("Rulings", "rulings_page", "/rulings", "rulings"),
    Tab("Log", "log_page", "/log", "log"),
)


class Site(Flask):
    """Flask, with one door for all that leads on."""

    def redirect(self, location: str, code: int = 302) -> BaseResponse:
        """Where `flask.redirect` comes to as well. No line that somebody typed ends the header's."""
        return super().redirect("".join(each if each.isprintable() else quote(each) for each in location), code)


def framed(
    *,
    live: Callable[[], bool],
    access: Access,
    assets: Assets,
    open_to_all: Collection[str] = (),
    place: str = "table",
    tabs: Sequence[Tab] = TABS,
) -> Flask:
    """An application without pages yet. `live`: whether what it shows is; `open_to_all`: see web.http.guard; `place` is
    what it is the site of, in words."""
    app = Site("web", static_folder=None)
    app.config.update(
        MAX_CONTENT_LENGTH=LARGEST_BODY,
        SESSION_COOKIE_NAME=f"{access.cookie}-said",
        SESSION_COOKIE_SAMESITE="Lax",
    )
    # Signs the one sentence that a form's answer leaves for the page it leads back to.
    app.secret_key = access.key
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.globals.update(tabs=tabs, place=place, glass=hourglass.outline(), asset=assets.url)
    guard.install(app, access, open_to_all=open_to_all, place=place)
    compression.install(app)
    health.install(app, live)
    assets.install(app)
    homescreen.install(app, assets, place=place)
    errors.install(app, _error, place=place)
    return app


def _error(error: Exception, problem: Problem) -> Response:
    """A problem as a page; who has not joined is led to where that is done."""
    if isinstance(error, JoinFirst | SitFirst):
        return make_response(redirect(JOIN if isinstance(error, JoinFirst) else SEAT, 303))
    return page("error.html", status=problem.status, title=HTTPStatus(problem.status).phrase, detail=problem.detail)
