"""What a phone asks for that puts the site on its home screen, and a browser for its tab: names, colours and icons."""

import json
from collections.abc import Callable

from flask import Flask, Response, request

from web.site.assets import Assets

MANIFEST = "/manifest.webmanifest"
FELT = "#10201d"
"""The ground of the icons, and of the first moment before a page is drawn."""
ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable.png", "512x512", "maskable"),
    ("icon.svg", "any", "any"),
)
ASKED = (("/favicon.ico", "favicon.png"), ("/apple-touch-icon.png", "apple-touch-icon.png"))
"""The addresses that browsers ask for by themselves, so that no page has to name them."""


def install(app: Flask, assets: Assets, *, place: str) -> None:
    """Serves the manifest and the icons that have an address of their own. `place`: see web.site.frame.framed."""
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
