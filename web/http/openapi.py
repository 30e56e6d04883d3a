"""/api/openapi.json, made from what the endpoints declare: it cannot say anything else than they do."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

import companion
from web.http.codec import Nothing
from web.http.endpoint import Endpoint, Media, Method, OneOf
from web.http.problems import MEDIA_TYPE, Problem

_REF = "#/components/schemas/{name}"


def describe(endpoints: Sequence[Endpoint[Any, Any]]) -> dict[str, Any]:
    """The API as an OpenAPI 3.1 document."""
    types = [Problem]
    for endpoint in endpoints:
        answers = endpoint.answer.kinds if isinstance(endpoint.answer, OneOf) else (endpoint.answer,)
        types += [kind for kind in (endpoint.query, endpoint.body, *answers) if kind not in (Nothing, bytes)]
    unique = list(dict.fromkeys(types))
    schemas, components = msgspec.json.schema_components(unique, ref_template=_REF)
    refs = dict(zip(unique, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        operation = _operation(endpoint, refs, components)
        paths.setdefault(f"/api{endpoint.path}", {})[endpoint.method.value.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Warglass", "version": companion.__version__},
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(endpoint: Endpoint[Any, Any], refs: dict[Any, Any], components: dict[str, Any]) -> dict[str, Any]:
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"{(\w+)}", endpoint.path)
    ]
    if endpoint.query is not Nothing:
        schema = components[endpoint.query.__name__]
        parameters += [
            {"name": name, "in": "query", "required": name in schema.get("required", ()), "schema": kind}
            for name, kind in schema["properties"].items()
        ]
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "parameters": parameters,
        "responses": {"200": {"description": "Done", "content": _content(endpoint, refs)}, "default": _PROBLEM},
    }
    if endpoint.method is Method.DELETE:
        operation["parameters"] = [*parameters, _HEADER]
    elif endpoint.method is not Method.GET:
        body = _NOTHING if endpoint.body is Nothing else refs[endpoint.body]
        operation["requestBody"] = {"content": {Media.JSON.value: {"schema": body}}}
        operation["parameters"] = [*parameters, _HEADER]
    return operation


def _content(endpoint: Endpoint[Any, Any], refs: dict[Any, Any]) -> dict[str, Any]:
    if endpoint.media is Media.BYTES:
        return {endpoint.media.value: {}}
    if endpoint.answer is Nothing:
        return {endpoint.media.value: {"schema": _NOTHING}}
    if endpoint.media is Media.EVENTS:
        return {endpoint.media.value: {"schema": {"type": "string"}}}
    if isinstance(endpoint.answer, OneOf):
        return {endpoint.media.value: {"schema": {"anyOf": [refs[kind] for kind in endpoint.answer.kinds]}}}
    return {endpoint.media.value: {"schema": refs[endpoint.answer]}}


_NOTHING = {"type": "object", "additionalProperties": False}
_PROBLEM = {
    "description": "Not done, and why",
    "content": {MEDIA_TYPE: {"schema": {"$ref": _REF.format(name="Problem")}}},
}
_HEADER = {"name": "X-Warglass", "in": "header", "required": True, "schema": {"type": "string", "const": "1"}}
