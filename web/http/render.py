"""Answers with a template."""

from typing import Any

from flask import Blueprint, Flask, Response, make_response, render_template


def page(template: str, *, status: int = 200, **values: Any) -> Response:
    """Returns the filled-in template."""
    return make_response(render_template(template, **values), status)


def add_templates(app: Flask, package: str) -> None:
    """Lets the application use the templates of a package, such as "web.wartime", beside those that all share."""
    app.register_blueprint(Blueprint(package.rpartition(".")[2], package, template_folder="templates"))
