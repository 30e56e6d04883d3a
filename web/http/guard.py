"""Checks every request before it reaches a page or the API, and turns errors into answers."""

import logging
import re
import time
from collections.abc import Callable, Collection
from http import HTTPStatus
from urllib.parse import quote

import msgspec
from flask import Flask, Request, Response, g, redirect, request
from werkzeug import Response as BaseResponse
from werkzeug.exceptions import HTTPException

from companion.fields.invalid import FieldError, Invalid
from companion.table.errors import AgainstTheBook, NotHere, NotYours, Refused, Unread
from companion.table.events import Source, SourceKind
from web.http.access import Access
from web.http.phones import PhoneSeat, Seating
from web.http.problems import LARGEST_UPLOAD, Problem, TurnedAway

# What every request passes before it reaches a page or the API, and every answer on its way out.

SITTING = ("/seat", "/api/seat")
"""Lists what a view-only phone may do."""

SAFE = ("GET", "HEAD", "OPTIONS")
SEVERAL = 16 * 1024
"""Is in bytes: a request with more counts as several changes."""

REACHED = "warglass.reached"
"""Keys, in a request's environment, the address and port of this machine that it came to, as a browser writes them."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; font-src 'self'; "
        "form-action 'self'; manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    # Under no-referrer a browser sends `Origin: null` with a form, which does not say where it came from.
    "Referrer-Policy": "same-origin",
}


class JoinFirst(TurnedAway):
    """Says that a phone wants to change something and has not joined, or was asked to leave. `asked_by` says in words
    by whom."""

    def __init__(self, asked_by: str | None = None, *, place: str = "table") -> None:
        join = f"Join first: open /join and type the code that the {place} shows, or scan its QR code."
        super().__init__(403, join if asked_by is None else asked_to_leave(asked_by))


class SitFirst(TurnedAway):
    """Says that a view-only phone wants to change something."""

    def __init__(self) -> None:
        super().__init__(403, "Not done: this phone is view-only. Open /seat and take a side first.")


def install_guard(app: Flask, access: Access, *, open_to_all: Collection[str], place: str = "table") -> None:
    """Puts the checks before, and the headers behind, everything that `app` serves.

    `open_to_all` has the names of the Flask endpoints that need no joining whatever the method. `place` says in words
    what this site belongs to.
    """

    @app.before_request
    def check() -> BaseResponse | None:
        if not access.hosts.known(host := request.headers.get("Host", "")):
            here = own_address()
            if here and request.method in SAFE and access.hosts.given_by_router(host):
                asked = f"{quote(request.path)}?{request.query_string.decode('latin-1')}"
                return redirect(f"{here}{asked.removesuffix('?')}")
            use = f"Use {here}" if here else f"Use the one that the {place} shows"
            raise TurnedAway(400, f"This address is not this {place}'s. {use}.")
        if _CONTROL.search(request.path):
            raise TurnedAway(422, "There is a line break or another control character in this address. Leave it out.")
        # Pages show the room's hours, and the C library reads a changed time zone only when asked.
        time.tzset()
        seating = access.seating(access.find_cookie(request.cookies))
        g.seating = seating
        g.source = Source(SourceKind.PHONE) if seating is None else source_of(seating)
        if request.method in SAFE:
            return None
        if not _same_origin(request):
            raise TurnedAway(403, f"This came from another site, so it was not done. Use the {place}'s own page.")
        if is_api(request.path) and request.headers.get("X-Warglass") != "1":
            raise TurnedAway(403, "The header X-Warglass: 1 is missing, so it was not done.")
        if request.url_rule is None or request.url_rule.endpoint in open_to_all:
            return None
        if seating is None:
            raise JoinFirst(access.asked_by(access.find_cookie(request.cookies)), place=place)
        if seating.seat is PhoneSeat.LOOK and request.path not in SITTING:
            raise SitFirst
        brought = request.content_length or 0
        # A body larger than that has not been let in.
        access.pace.keep(seating.phone, times=1 + (brought // SEVERAL if brought <= LARGEST_UPLOAD else 0))
        return None

    @app.after_request
    def harden(response: Response) -> Response:
        response.headers.update(HEADERS)
        if "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "no-store"
            # A cache that keeps it all the same keeps it for that phone alone.
            response.vary.add("Cookie")
        return response


def asked_to_leave(by: str) -> str:
    """Returns what the page says to a phone that was asked to leave."""
    return f"You were asked to leave by {by}. Join again with the code."


def source_of(seating: Seating) -> Source:
    """Returns a phone that has joined, as the log names it."""
    return Source(SourceKind.PHONE, str(seating.phone), seating.seat.value, seating.name)


def is_api(path: str) -> bool:
    """Returns whether an address answers in JSON."""
    return path.startswith("/api/") or path in ("/api", "/healthz")


def own_address() -> str:
    """Returns the address of this machine that the request came to, such as "http://192.168.1.5:8080"; "" where that is
    not known. The request's own headers have no part in it."""
    reached = request.environ.get(REACHED, "")
    return f"http://{reached}" if reached else ""


def _same_origin(asked: Request) -> bool:
    origin, host = asked.headers.get("Origin", "").lower(), asked.headers.get("Host", "").lower()
    return origin in (f"http://{host}", f"https://{host}")


# Errors as answers: problem details below /api, a page in our look elsewhere.

_logger = logging.getLogger(__name__)

_DETAILS = {
    404: "This address does not exist.",
    405: "This address does not do that.",
    413: "That is more than a {place} takes at once.",
}

Page = Callable[[Exception, Problem], Response]


def install_errors(app: Flask, page: Page, *, place: str = "table") -> None:
    """Answers every exception. `page` draws a problem for people, `place` says what the site belongs to."""

    @app.errorhandler(Exception)
    def answer(error: Exception) -> Response:
        problem = problem_of(error, place=place)
        if problem.status == HTTPStatus.INTERNAL_SERVER_ERROR:
            _logger.error("%s %s failed", request.method, request.path, exc_info=error)
        response = problem.response() if is_api(request.path) else page(error, problem)
        if isinstance(error, TurnedAway) and error.retry_after is not None:
            response.headers["Retry-After"] = str(error.retry_after)
        if isinstance(error, HTTPException) and (allowed := getattr(error, "valid_methods", None)):
            response.headers["Allow"] = ", ".join(sorted(allowed))
        return response


def problem_of(error: Exception, *, place: str = "table") -> Problem:
    """Returns what went wrong, in words fit to show. They do not say what is inside."""
    match error:
        case NotYours():
            return _problem(403, str(error))
        case AgainstTheBook():
            return msgspec.structs.replace(_problem(409, str(error)), agreeable=True)
        case Refused():
            return _problem(409, str(error))
        case NotHere():
            return _problem(404, str(error))
        case Unread():
            return _problem(503, str(error))
        case Invalid():
            return _problem(422, str(error), error.error)
        case TurnedAway():
            return _problem(error.status, error.detail)
        case HTTPException(code=int(code)):
            return _problem(code, _DETAILS.get(code, error.description or "").replace("{place}", place))
        case _:
            return _problem(500, f"Something is broken here; the {place} goes on. The service's log says what.")


def _problem(status: int, detail: str, *errors: FieldError) -> Problem:
    return Problem(title=HTTPStatus(status).phrase, status=status, detail=detail, errors=errors)
