"""The JSON API: declared endpoints bound to their addresses."""

import functools
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from flask import Flask, Response, g, request

from companion.fields.decode import from_json
from web.http import codec, openapi
from web.http.endpoint import Call, Endpoint, Media

JSON = Media.JSON.value


def install(app: Flask, endpoints: Sequence[Endpoint[Any, Any]]) -> None:
    """Serves the endpoints below /api and their description at /api/openapi.json."""
    for endpoint in endpoints:
        app.add_url_rule(
            f"/api{endpoint.rule}",
            endpoint=endpoint.name,
            view_func=_view(endpoint),
            methods=[endpoint.method.value],
            provide_automatic_options=False,
        )

    @functools.cache
    def description() -> bytes:
        # Made when first asked for: a table should not start later for what few ever read.
        return msgspec.json.encode(openapi.describe(endpoints))

    @app.get("/api/openapi.json", provide_automatic_options=False)
    def openapi_json() -> Response:
        return Response(description(), content_type=JSON)


def _view(endpoint: Endpoint[Any, Any]) -> Callable[..., Response]:
    def view(**path: str) -> Response:
        if endpoint.largest_body is not None:
            request.max_content_length = endpoint.largest_body
        call = Call(
            path=path,
            query=codec.from_query(request.args.items(multi=True), endpoint.query),
            body=from_json(request.get_data() or b"{}", endpoint.body),
            source=g.source,
        )
        answer = endpoint.handle(call)
        if isinstance(answer, Response):
            return answer
        return Response(msgspec.json.encode(answer), content_type=JSON)

    return view
