"""A template as an answer."""

from typing import Any

from flask import Response, make_response, render_template


def page(template: str, *, status: int = 200, **values: Any) -> Response:
    """The filled-in template."""
    return make_response(render_template(template, **values), status)
