"""/healthz: whether what the site shows is live."""

from collections.abc import Callable

import msgspec
from flask import Flask, Response


def install(app: Flask, live: Callable[[], bool]) -> None:
    @app.get("/healthz", provide_automatic_options=False)
    def healthz() -> Response:
        well = live()
        body = msgspec.json.encode({"status": "ok" if well else "stopped"})
        return Response(body, status=200 if well else 503, content_type="application/json")
