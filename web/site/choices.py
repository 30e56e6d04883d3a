"""Serves the rule choices, which the books leave open, for the API and as a page to agree on them."""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any

import msgspec
from flask import Flask, Response, flash, g, redirect, request
from werkzeug import Response as Answer

from companion.choices import Choice, Option, implied
from companion.fields.invalid import Invalid
from companion.table.agreed import Agreed
from companion.table.errors import NotHere, Refused
from web.http import endpoint as codec
from web.http.endpoint import Call, Endpoint, Nothing, get, put
from web.http.render import page
from web.site.games import Games


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a question that a book leaves open, and how this table reads it.

    `sets` has by option the answers that it gives to others where they are left out. `differs` says that the table has
    chosen another answer than the one that follows from those.
    """

    name: str
    question: str
    cite: str
    options: tuple[Option, ...]
    value: str
    sets: Mapping[str, Mapping[str, str]] = {}
    differs: bool = False


class TableChoices(msgspec.Struct, frozen=True):
    choices: tuple[Asked, ...]


class Choices:
    """Serves the endpoints and the page of every game's choices."""

    def __init__(self, agreed: Iterable[Agreed[Any]], *, games: Games) -> None:
        self._agreed = {each.game: each for each in agreed}
        self._games = games

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return [endpoint for each in self._agreed.values() for endpoint in _endpoints(each)]

    def install(self, app: Flask) -> None:
        app.add_url_rule("/choices", endpoint="choices_page", view_func=self.choices_page)
        app.add_url_rule("/choices/<game>", endpoint="choices_form", view_func=self.choices_form, methods=["POST"])

    def choices_page(self) -> Response:
        """Returns the page, with the game being played first."""
        games = sorted(self._agreed.values(), key=lambda each: not each.being_played)
        asked = [(self._games.all[each.game], table_choices(each).choices) for each in games]
        return page("choices.html", asked=asked)

    def choices_form(self, game: str) -> Answer:
        if game not in self._agreed:
            raise NotHere("game", game)
        agreed = self._agreed[game]
        try:
            said = codec.from_form(request.form.items(multi=True), agreed.partly)
            agreed.agree(agreed.filled(said), source=g.source)
        except (Invalid, Refused) as reason:
            flash(str(reason), "refused")
        else:
            flash("Agreed.", "kept" if agreed.being_played else "message")
        return redirect("/choices", 303)


def table_choices(agreed: Agreed[Any]) -> TableChoices:
    """Returns a game's choices with what was agreed on."""
    now = agreed.now()
    set_by = {name: value for choice in agreed.choices for name, value in implied(choice, now).items()}
    return TableChoices(tuple(_asked(choice, getattr(now, choice.name), set_by) for choice in agreed.choices))


def _asked(choice: Choice, value: Enum, set_by: Mapping[str, str]) -> Asked:
    return Asked(
        name=choice.name,
        question=choice.question,
        cite=choice.cite,
        options=choice.options,
        value=value.value,
        sets=choice.sets,
        differs=set_by.get(choice.name, value.value) != value.value,
    )


def _endpoints(agreed: Agreed[Any]) -> Sequence[Endpoint[Any, Any]]:
    path = f"/{agreed.game}/choices"

    def agree(call: Call[Nothing, Any]) -> TableChoices:
        agreed.agree(agreed.filled(call.body), source=call.source)
        return table_choices(agreed)

    summary = "Agree on them; what is left out is as another choice sets it, else as the book"
    return (
        get(path, lambda _: table_choices(agreed), query=Nothing, answer=TableChoices, summary="The table's choices"),
        put(path, agree, body=agreed.partly, answer=TableChoices, summary=summary),
    )
