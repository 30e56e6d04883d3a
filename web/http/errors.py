"""Errors as answers: problem details below /api, a page in our look elsewhere."""

import logging
from collections.abc import Callable
from http import HTTPStatus

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from companion.fields.invalid import FieldError, Invalid
from companion.table.errors import NotHere, NotYours, Refused, Unread
from web.http.guard import is_api
from web.http.problems import Problem, TurnedAway

_logger = logging.getLogger(__name__)

_DETAILS = {
    404: "There is nothing at this address.",
    405: "This address does not do that.",
    413: "That is more than a {place} needs to be told at once.",
}

Page = Callable[[Exception, Problem], Response]


def install(app: Flask, page: Page, *, place: str = "table") -> None:
    """Answers every exception; `page` draws a problem for people, `place` is what the site is of."""

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
    """What went wrong, in words that can be shown; nothing of what is inside."""
    match error:
        case NotYours():
            return _problem(403, str(error))
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
