"""Errors as the API answers them: problem details after RFC 9457."""

import msgspec
from flask import Response

from companion.errors import WarglassError
from companion.fields.invalid import FieldError

MEDIA_TYPE = "application/problem+json"


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An error answer. `detail` is fit to show to a player; `errors` is there for bad input (422)."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    errors: tuple[FieldError, ...] = ()

    def response(self) -> Response:
        """The problem as an HTTP answer."""
        body = msgspec.json.encode({"type": self.type, **msgspec.to_builtins(self)})
        return Response(body, status=self.status, content_type=MEDIA_TYPE)


class TurnedAway(WarglassError):
    """The request is turned away before it reaches the table: `status`, why, and when to come back (seconds)."""

    def __init__(self, status: int, detail: str, *, retry_after: int | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.retry_after = retry_after
