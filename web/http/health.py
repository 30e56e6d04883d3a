"""/healthz: whether the table is live."""

import msgspec
from flask import Flask, Response

from companion.table.table import Table


def install(app: Flask, table: Table) -> None:
    @app.get("/healthz", provide_automatic_options=False)
    def healthz() -> Response:
        live = not table.stopped
        body = msgspec.json.encode({"status": "ok" if live else "stopped"})
        return Response(body, status=200 if live else 503, content_type="application/json")
