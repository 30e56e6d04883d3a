"""Joining: a phone gives the code that the table shows, and may then change the table."""

from collections.abc import Sequence
from typing import Any

import msgspec
from flask import Response, g, request

from companion.fields.invalid import Invalid
from web.http.access import COOKIE, MONTH_S, Access
from web.http.codec import Nothing
from web.http.endpoint import Call, Endpoint, get, post

WRONG = "This is not the code. It is on the table's screen and in its terminal."


class Code(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    code: str


class Joined(msgspec.Struct, frozen=True):
    """Whether this client has joined, and as which phone the log shows it."""

    joined: bool
    phone: int | None


def endpoints(access: Access) -> Sequence[Endpoint[Any, Any]]:
    def read(_: Call[Nothing, Nothing]) -> Joined:
        return Joined(joined=g.phone is not None, phone=g.phone)

    def join(call: Call[Nothing, Code]) -> Response:
        cookie = access.join(call.body.code, address=request.remote_addr or "")
        if cookie is None:
            raise Invalid("code", WRONG)
        response = Response(
            msgspec.json.encode(Joined(joined=True, phone=access.phone(cookie))), content_type="application/json"
        )
        keep(response, cookie)
        return response

    return (
        get("/join", read, query=Nothing, answer=Joined, summary="Whether this client has joined"),
        post(
            "/join",
            join,
            body=Code,
            answer=Joined,
            open_to_all=True,
            form=False,
            summary="Join with the code that the table shows",
        ),
    )


def keep(response: Response, cookie: str) -> None:
    """Gives the phone its cookie. Plain HTTP on a LAN: it cannot be Secure."""
    response.set_cookie(COOKIE, cookie, max_age=MONTH_S, httponly=True, samesite="Lax", path="/")
