"""Builds what every page needs: the application, its checks, its assets, the places at the bottom and its errors."""

import json
from collections.abc import Callable, Collection, Sequence
from functools import partial
from http import HTTPStatus
from urllib.parse import quote

import msgspec
from flask import Flask, Response, make_response, redirect, request
from jinja2 import StrictUndefined
from werkzeug import Response as BaseResponse

from web.http import live as health
from web.http import server as compression
from web.http.access import Access
from web.http.guard import JoinFirst, SitFirst, install_errors, install_guard, own_address
from web.http.problems import LARGEST_BODY, Problem
from web.http.render import page
from web.site import hourglass
from web.site.assets import Assets

# What a phone needs to put the site on its home screen, and a browser for its tab: names, colours and icons.

MANIFEST = "/manifest.webmanifest"
FELT = "#10201d"
"""Is the ground of the icons, and of the first moment before a page is drawn."""
ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable.png", "512x512", "maskable"),
    ("icon.svg", "any", "any"),
)
ASKED = (("/favicon.ico", "favicon.png"), ("/apple-touch-icon.png", "apple-touch-icon.png"))
"""Lists the addresses that browsers ask for by themselves, so that no page has to name them."""


def install(app: Flask, assets: Assets, *, place: str) -> None:
    """Serves the manifest and the icons that have an address of their own. For `place` see web.site.frame.framed."""
    name = "Warglass" if place == "table" else f"Warglass {place}"
    manifest = {
        "id": "/",
        "name": name,
        "short_name": name,
        "lang": "en-GB",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": FELT,
        "theme_color": FELT,
        "icons": [
            {"src": assets.url(icon), "sizes": sizes, "type": assets.find(icon).content_type, "purpose": purpose}
            for icon, sizes, purpose in ICONS
        ],
    }
    app.add_url_rule(MANIFEST, "manifest", _serving(json.dumps(manifest).encode(), "application/manifest+json"))
    for path, icon in ASKED:
        found = assets.find(icon)
        app.add_url_rule(path, icon, _serving(found.body, found.content_type))


def _serving(body: bytes, content_type: str) -> Callable[[], Response]:
    def serve() -> Response:
        response = Response(body, content_type=content_type)
        response.headers["Cache-Control"] = "public, max-age=86400"
        response.add_etag()
        response.make_conditional(request)
        return response

    return serve


JOIN = "/join"
SEAT = "/seat"
"""Is the page on which a phone that has joined takes a seat, or another one."""


class Tab(msgspec.Struct, frozen=True):
    """Describes one of the places at the bottom of every page; `icon` names a symbol in the templates."""

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
    """Is a Flask with one function for all redirects."""

    def redirect(self, location: str, code: int = 302) -> BaseResponse:
        """Returns what `flask.redirect` returns. A line break in typed text cannot end the header."""
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
    """Returns an application without pages yet. `live` says whether what it shows is. For `open_to_all` see
    web.http.guard. `place` says in words what it is the site of."""
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
    install_guard(app, access, open_to_all=open_to_all, place=place)
    compression.install(app)
    health.install(app, live)
    assets.install(app)
    install(app, assets, place=place)
    install_errors(app, partial(_error, access), place=place)
    return app


def _error(access: Access, error: Exception, problem: Problem) -> Response:
    """Returns a problem as a page. It leads a phone that has not joined to the page for joining. It leads a phone with
    a wrong host name to the address."""
    if isinstance(error, JoinFirst | SitFirst):
        return make_response(redirect(JOIN if isinstance(error, JoinFirst) else SEAT, 303))
    home = "/" if access.hosts.known(request.headers.get("Host", "")) else f"{own_address()}/"
    return page(
        "error.html", status=problem.status, title=HTTPStatus(problem.status).phrase, detail=problem.detail, home=home
    )
