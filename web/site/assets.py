"""Style, script and fonts, under an address that changes with them, so that phones may keep them for good."""

import hashlib
from pathlib import Path

from flask import Flask, Response

from web.site import hourglass

FOLDER = Path(__file__).parents[1] / "static"


class Assets:
    """`url("look.css")` is where a file is served. Modules import each other by name, so all share a folder."""

    def __init__(self) -> None:
        self._sand = hourglass.stylesheet()
        digest = hashlib.sha256(self._sand.encode())
        for path in sorted(FOLDER.rglob("*")):
            if path.is_file():
                digest.update(path.read_bytes())
        self.prefix = f"/static/{digest.hexdigest()[:12]}"

    def url(self, name: str) -> str:
        return f"{self.prefix}/{name}"

    def install(self, app: Flask) -> None:
        """Serves the files. `app` has them as its static folder, under this prefix."""

        @app.get(self.url("hourglass.css"))
        def sand() -> Response:
            response = Response(self._sand, content_type="text/css; charset=utf-8")
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
            return response
