"""Answers with a template."""

from typing import Any

from flask import Response, make_response, render_template


def page(template: str, *, status: int = 200, **values: Any) -> Response:
    """Returns the filled-in template."""
    return make_response(render_template(template, **values), status)
