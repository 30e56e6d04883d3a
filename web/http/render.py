"""A template as an answer."""

from typing import Any

from flask import Response, g, make_response, render_template


def page(template: str, *, status: int = 200, **values: Any) -> Response:
    """The filled-in template, which knows whether this phone has joined."""
    return make_response(render_template(template, joined=g.get("phone") is not None, **values), status)
