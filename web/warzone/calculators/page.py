"""A calculator's page: its address read, and its template drawn."""

from typing import Any

import msgspec
from flask import redirect, request
from werkzeug import Response

from web.http.render import page
from web.warzone.calculators.asked import Asked, read_address
from web.warzone.calculators.labels import label
from web.warzone.calculators.tabs import example, tabs


def asked_of(kind: type[msgspec.Struct]) -> Asked | Response:
    """What this request asks; where a form has said it the long way round, the way to its short address."""
    said = list(request.args.items(multi=True))
    asked = read_address(said, kind)
    if not asked.errors and len(said) > len(asked.texts):
        return redirect(request.path + asked.address, 303)
    return asked


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
