"""A calculator's page: its address read, and its template drawn."""

from typing import Any

import msgspec
from flask import redirect, request
from msgspec import inspect
from werkzeug import Response

from companion.fields.words import kinds
from web.http.render import page
from web.warzone.calculators.asked import Asked, read_address, stepped
from web.warzone.calculators.labels import label
from web.warzone.calculators.rows import folded
from web.warzone.calculators.tabs import example, tabs

MOST_COUNTED = 99
"""The most of what a row counts."""


def asked_of(kind: type[msgspec.Struct]) -> Asked | Response:
    """What this request asks; where a form has said it the long way round, the way to its short address."""
    said = list(request.args.items(multi=True))
    meant = folded(stepped(said, lambda name: _bounds(kind, name)))
    asked = read_address(meant, kind)
    if not asked.errors and (meant != said or len(said) > len(asked.texts)):
        return redirect(request.path + asked.address, 303)
    return asked


def _bounds(kind: type[msgspec.Struct], name: str) -> tuple[int, int]:
    match kinds(kind).get(name):
        case inspect.IntType(ge=int(least), le=int(most)):
            return least, most
    return 1, MOST_COUNTED


def drawn(template: str, asked: Asked, *, tab: str = "", shows: str | None = None, **values: Any) -> Response:
    """A calculator's page. `tab` is the one it belongs to, where that is not its own path; `shows` leads to its worked
    example, where that goes by more than the path."""
    return page(
        template,
        status=422 if asked.errors else 200,
        asked=asked,
        path=request.path,
        labelled=label,
        example=example(request.path) if shows is None else shows,
        tabs_of_warzone=tabs(tab or request.path, asked.texts),
        **values,
    )
