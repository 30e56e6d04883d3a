"""Serves plain forms for pages without JavaScript: every change of the API, at its address without /api."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode, urlsplit

from flask import Flask, flash, g, redirect, request, session
from werkzeug import Response

from companion.fields.invalid import Invalid
from companion.table.errors import AgainstTheBook, Refused
from web.http import endpoint as codec
from web.http.endpoint import Call, Endpoint, Nothing

THEN = "then"
"""Keys the session's address that a phone goes to after it has opened another game, where it has one."""

_ON = {
    "/sides/{side}/deal": "/sides/{side}",
    "/sides/{side}/tick": "/sides/{side}",
    "/table/throw-away": "/game",
    "/table/name": "/names",
    "/phones/{phone}/leave": "/phones",
    "/shelf/{match}/delete": "/shelf",
    "/shelf/delete-older": "/shelf",
    "/hall/card": "/hall",
    "/hall/leave": "/hall",
    "/hall/stand": "/hall",
}
"""Says where each form leads, where that is not the table."""
_UNIT = "/warzone/match/sides/{side}/units/{unit}"
_AGAIN = {f"{_UNIT}/fight": "/warzone/duel", f"{_UNIT}/roll": "/warzone/duel"}
"""Says where a refused form is filled in again: the page whose address takes what the form sent."""
_ROUND = (f"{_UNIT}/roll",)
"""Lists the forms that lead to that page also where they were done."""
_OWN = ("after", "real", "again", "agreed")
"""Lists the fields that describe the form itself and are not part of the question."""
_VIEWS = ("/board", "/sand")
"""Lists other pages of the table: a phone that acts on one of them stays there."""
_WIDE = (BOM_UTF16_LE, BOM_UTF16_BE)
"""Lists how a file in UTF-16 begins, as spreadsheets write one."""
_ANOTHER = ("/table/new", "/table/again", "/table/take-out")


def install(app: Flask, endpoints: Sequence[Endpoint[Any, Any]], *, on: Mapping[str, str] = _ON) -> None:
    """Takes `on`: where a form leads, by its endpoint's path, where that is not the first page."""
    for endpoint in endpoints:
        if endpoint.form:
            app.add_url_rule(
                endpoint.rule, endpoint=f"form_{endpoint.name}", view_func=_view(endpoint, on), methods=["POST"]
            )


def _view(endpoint: Endpoint[Any, Any], on: Mapping[str, str]) -> Callable[..., Response]:
    back = _back(endpoint.path, on)

    def view(**path: str) -> Response:
        if endpoint.largest_body is not None:
            request.max_content_length = endpoint.largest_body
        try:
            body = codec.from_form(_read_fields(), endpoint.body)
            endpoint.handle(Call(path=path, query=Nothing(), body=body, source=g.source))
        except (Refused, Invalid) as reason:
            flash(str(reason), "refused")
            if isinstance(reason, AgainstTheBook):
                kept = [each for each in request.form.items(multi=True) if each[0] != "agreed"]
                again: Any = {"action": request.path, "fields": [*kept, ("agreed", "1")]}
                flash(again, "agreeable")
            if endpoint.path in _AGAIN:
                return _sheet(endpoint.path, path)
        if endpoint.path in _ROUND:
            return _sheet(endpoint.path, path)
        if endpoint.path in _ANOTHER:
            return redirect(session.pop(THEN, None) or back.format(**path), 303)
        came_from = urlsplit(request.referrer or "").path
        return redirect(came_from if back == "/" and came_from in _VIEWS else back.format(**path), 303)

    return view


def _sheet(address: str, path: Mapping[str, str]) -> Response:
    sent = [*path.items(), *((name, text) for name, text in request.form.items() if name not in _OWN)]
    return redirect(f"{_AGAIN[address]}?{urlencode(sent)}", 303)


def _read_fields() -> Iterator[tuple[str, str]]:
    """Yields a form's fields. A file that was chosen is the text of its field. Raises Invalid."""
    yield from request.form.items(multi=True)
    for name, file in request.files.items():
        try:
            data = file.read()
            text = data.decode("utf-16" if data.startswith(_WIDE) else "utf-8-sig")
        except UnicodeDecodeError:
            raise Invalid(name, "must be a text file in UTF-8") from None
        if text.strip():
            yield name, text


def _back(path: str, on: Mapping[str, str]) -> str:
    """Returns where a form leads back to, filled in with the parts of its own path."""
    if path.startswith("/panel/"):
        return "/panel"
    return "/?flag={flag}" if "{flag}" in path else on.get(path, "/")
