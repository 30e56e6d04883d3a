"""Serves the JSON API: binds declared endpoints to their addresses, and makes /api/openapi.json of them."""

import functools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Annotated, Any

import msgspec
from flask import Flask, Response, g, request

import companion
from companion.fields.decode import from_json
from companion.table.seats import Side
from web.http import endpoint as codec
from web.http.access import COOKIE
from web.http.endpoint import Call, Endpoint, Events, Media, Method, Nothing, OneOf
from web.http.problems import MEDIA_TYPE, Problem

# What the parts of an address may be, by their names in its path: `/timers/{id}/flip`.

PARTS: Mapping[str, Any] = {
    "id": Annotated[str, msgspec.Meta(pattern="^[^/]+$", description="As its list names it")],
    "name": Annotated[str, msgspec.Meta(min_length=1, description="A unit's name; it may contain slashes")],
    "side": Side,
    "hex": Annotated[str, msgspec.Meta(pattern="^[A-I]([1-9]|1[0-3])$", description="Row A to I, column 1 to 13")],
    "flag": Annotated[int, msgspec.Meta(ge=1, le=9, description="Counted from 1")],
    "unit": Annotated[str, msgspec.Meta(pattern="^[^/]+$", description="Its number in its Force")],
    "phone": Annotated[int, msgspec.Meta(ge=1, description="Its number, as the log shows it")],
    "match": Annotated[int, msgspec.Meta(ge=1, description="Its number in the list of past games")],
    "cloud": Annotated[int, msgspec.Meta(ge=1, description="Its number")],
}
"""Describes path parts by name. Any other part is a text without slashes."""
OTHER = Annotated[str, msgspec.Meta(pattern="^[^/]+$")]

# /api/openapi.json, made from what the endpoints declare, so it cannot contradict them.

Described = dict[str, Any]

REFUSALS = {
    400: "The Host header names another machine than this, or the request cannot be read",
    403: "It came from another site, without X-Warglass: 1, or from a phone that has not joined or is view-only",
    404: "There is no such thing",
    409: "The rules or the table refuse it, in a sentence for players",
    413: "More bytes than a table takes at once",
    422: "A parameter, the body, or something in it cannot be used: `errors` names the field",
    429: "Too many wrong codes, or more changes than anybody can play",
    503: "Too many pages are watching already, or too many files are being read",
}
"""Says what every status means that is not 200."""

_REF = "#/components/schemas/{name}"
_NOTHING: Described = {"type": "object", "additionalProperties": False}
_WAIT: Described = {
    "Retry-After": {"description": "Seconds", "required": True, "schema": {"type": "integer", "minimum": 0}}
}
_FILE: Described = {"Content-Disposition": {"description": "Where it is a file", "schema": {"type": "string"}}}
_CHANGING = (
    {"name": "X-Warglass", "in": "header", "required": True, "schema": {"type": "string", "const": "1"}},
    {
        "name": "Origin",
        "in": "header",
        "required": True,
        "description": "http:// and what Host says: no other site's pages may send it",
        "schema": {"type": "string", "format": "uri"},
    },
)


def describe(endpoints: Sequence[Endpoint[Any, Any]]) -> Described:
    """Returns the API as an OpenAPI 3.2 document, the first version that can describe what is in an event stream."""
    unique = list(dict.fromkeys(_types(endpoints)))
    schemas, components = msgspec.json.schema_components(unique, ref_template=_REF)
    refs = dict(zip(unique, schemas, strict=True))
    paths: dict[str, Described] = {}
    for endpoint in endpoints:
        operation = _operation(endpoint, refs, components)
        paths.setdefault(f"/api{endpoint.path}", {})[endpoint.method.value.lower()] = operation
    return {
        "openapi": "3.2.0",
        "info": {"title": "Warglass", "version": companion.__version__},
        "paths": paths,
        "components": {
            "schemas": components,
            "responses": {_name(status): _refusal(status) for status in REFUSALS},
            "securitySchemes": {
                "joined": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": COOKIE,
                    "description": "POST /api/join sets it for the code that the table shows. Where "
                    "several tables share an address, the port is behind its name",
                }
            },
        },
    }


def statuses(endpoint: Endpoint[Any, Any]) -> Sequence[int]:
    """Returns what statuses the endpoint may answer with besides 200."""
    found = {400, 422, *endpoint.turns_away}
    if endpoint.method is not Method.GET:
        found |= {403, 413}
    if not endpoint.open_to_all:
        found |= {409, 429}
    if endpoint.parts:
        found.add(404)
    if isinstance(endpoint.answer, Events):
        found.add(503)
    return sorted(found)


def _types(endpoints: Sequence[Endpoint[Any, Any]]) -> Iterator[Any]:
    yield Problem
    for endpoint in endpoints:
        for kind in (endpoint.query, endpoint.body, *_answers(endpoint.answer)):
            if kind not in (Nothing, bytes):
                yield kind
        yield from (_part(name) for name in endpoint.parts)


def _answers(answer: Any) -> Sequence[Any]:
    match answer:
        case OneOf(kinds):
            return kinds
        case Events(kinds):
            return [each for kind in kinds.values() for each in _answers(kind)]
    return (answer,)


def _part(name: str) -> Any:
    return PARTS.get(name, OTHER)


def _operation(endpoint: Endpoint[Any, Any], refs: Mapping[Any, Any], components: Mapping[str, Any]) -> Described:
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": refs[_part(name)]} for name in endpoint.parts
    ]
    if endpoint.query is not Nothing:
        schema = components[endpoint.query.__name__]
        parameters += [
            {"name": name, "in": "query", "required": name in schema.get("required", ()), "schema": kind}
            for name, kind in schema["properties"].items()
        ]
    answers = {str(status): {"$ref": f"#/components/responses/{_name(status)}"} for status in statuses(endpoint)}
    operation: Described = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "parameters": parameters,
        "responses": {"200": _done(endpoint, refs), **answers},
    }
    if endpoint.method is not Method.GET:
        operation["parameters"] = [*parameters, *_CHANGING]
    if endpoint.method in (Method.POST, Method.PUT):
        body = _NOTHING if endpoint.body is Nothing else refs[endpoint.body]
        operation["requestBody"] = {"required": _is_needed(endpoint), "content": {Media.JSON.value: {"schema": body}}}
    if not endpoint.open_to_all:
        operation["security"] = [{"joined": []}]
    return operation


def _is_needed(endpoint: Endpoint[Any, Any]) -> bool:
    """Returns whether an endpoint would refuse a request without a body, which counts as an empty object."""
    return any(field.required for field in msgspec.structs.fields(endpoint.body))


def _done(endpoint: Endpoint[Any, Any], refs: Mapping[Any, Any]) -> Described:
    told: Described = {"description": "Done", "content": {endpoint.media.value: _content(endpoint.answer, refs)}}
    if endpoint.also is not None:
        told["content"][endpoint.also.value] = {"schema": {"type": "string"}}
        told["headers"] = _FILE
    return told


def _content(answer: Any, refs: Mapping[Any, Any]) -> Described:
    if answer is bytes:
        return {}
    if isinstance(answer, Events):
        events = [_event(name, _schema(kind, refs)) for name, kind in answer.kinds.items()]
        return {"itemSchema": {"oneOf": events}}
    return {"schema": _schema(answer, refs)}


def _event(name: str, data: Described) -> Described:
    return {
        "type": "object",
        "required": ["event", "data"],
        "properties": {
            "event": {"const": name},
            "id": {"type": "string"},
            "data": {"type": "string", "contentMediaType": Media.JSON.value, "contentSchema": data},
        },
    }


def _schema(answer: Any, refs: Mapping[Any, Any]) -> Described:
    if answer is Nothing:
        return _NOTHING
    if isinstance(answer, OneOf):
        return {"anyOf": [refs[kind] for kind in answer.kinds]}
    told: Described = refs[answer]
    return told


def _refusal(status: int) -> Described:
    told: Described = {
        "description": REFUSALS[status],
        "content": {MEDIA_TYPE: {"schema": {"$ref": _REF.format(name="Problem")}}},
    }
    return {**told, "headers": _WAIT} if status in (429, 503) else told


def _name(status: int) -> str:
    return re.sub(r"\W", "", HTTPStatus(status).phrase)


# The JSON API: declared endpoints bound to their addresses.

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
        # Made at the first request: a table should not start later for a document that few people read.
        return msgspec.json.encode(describe(endpoints))

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
