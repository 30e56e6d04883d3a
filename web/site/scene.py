"""What a game draws for whoever watches: as a page of its own, or as a part of another."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Response, render_template
from markupsafe import Markup

from web.http.render import page


@dataclass(frozen=True, kw_only=True)
class Scene:
    """A template whose `layout` is somebody else's to say, its style sheet, and what it is filled with."""

    template: str
    style: str
    values: Mapping[str, Any]

    def page(self, **others: Any) -> Response:
        """As a page of its own."""
        return page(self.template, style=self.style, layout="base.html", **self.values, **others)

    def part(self, **others: Any) -> Markup:
        """The scene alone, as HTML, with nothing of the hall that the table stands in."""
        return Markup(render_template(self.template, layout="scene.html", hall=None, **{**self.values, **others}))


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The board of a game that has one. `shows` is all that the drawing depends on, which takes longer than to compare
    that."""

    shows: object
    scene: Callable[[], Scene]
