"""Joining and sitting down: a phone gives the code that the table shows, and may then change the table."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from flask import Response, g, request

from companion.fields.invalid import Invalid
from companion.fields.sizes import Word
from companion.table.events import SatDown
from companion.table.history import BOTH
from web.http.access import MONTH_S, Access
from web.http.codec import Nothing, named
from web.http.endpoint import Call, Endpoint, get, post
from web.http.guard import source_of
from web.http.names import Names
from web.http.seating import PhoneSeat, Seating

LATEST_MS = 2**53
"""What a script can say exactly."""
Instant = Annotated[int, msgspec.Meta(ge=0, le=LATEST_MS)]
WRONG = "This is not the code."


class Joining(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`name` is what the log calls this phone's player; `now` what time it is there, in milliseconds since 1970."""

    code: Word
    now: Instant | None = None
    seat: PhoneSeat = PhoneSeat.BOTH
    name: Word | None = None


class Sitting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Without a name the player keeps the one already given; an empty one takes it away."""

    seat: PhoneSeat
    name: Word | None = None


class Joined(msgspec.Struct, frozen=True, kw_only=True):
    """Whether this client has joined, as which phone the log shows it, where it sits and whose it is."""

    joined: bool
    phone: int | None = None
    seat: PhoneSeat | None = None
    name: str | None = None


def endpoints(access: Access, names: Names | None) -> Sequence[Endpoint[Any, Any]]:
    """`names`: see `joined`."""

    def read(_: Call[Nothing, Nothing]) -> Joined:
        return _told(g.seating)

    def answered(cookie: str) -> Response:
        told = msgspec.json.encode(_told(access.seating(cookie)))
        return kept(access, Response(told, content_type="application/json"), cookie)

    def join(call: Call[Nothing, Joining]) -> Response:
        return answered(joined(access, names, call.body))

    def sit(call: Call[Nothing, Sitting]) -> Response:
        return answered(reseated(access, names, call.body))

    return (
        get("/join", read, query=Nothing, answer=Joined, summary="Whether this client has joined"),
        post(
            "/join",
            join,
            body=Joining,
            answer=Joined,
            open_to_all=True,
            form=False,
            turns_away=(429,),
            summary="Join with the code that the table shows, and sit down",
        ),
        post("/seat", sit, body=Sitting, answer=Joined, form=False, summary="Sit down somewhere else"),
    )


def joined(access: Access, names: Names | None, joining: Joining) -> str:
    """The cookie of a phone that now has joined. `names` is None where there are no seats: everybody then acts for all.
    Raises Invalid, and TurnedAway after too many wrong codes or seats."""
    cookie = access.join(
        joining.code,
        address=request.remote_addr or "",
        seat=PhoneSeat.BOTH if names is None else joining.seat,
        name=named("name", joining.name),
        cookie=access.brought(request.cookies),
    )
    if cookie is None:
        raise Invalid("code", WRONG)
    _tell(access, names, cookie)
    seating = access.earlier(cookie)
    if joining.now is not None and seating is not None:
        access.phone_time.heard(joining.now, who=str(source_of(seating)))
    return cookie


def reseated(access: Access, names: Names | None, sitting: Sitting) -> str:
    """The cookie of a joined phone for another seat. Raises Invalid, and TurnedAway after too many."""
    seating: Seating = g.seating
    name = seating.name if sitting.name is None else named("name", sitting.name.strip() or None)
    moved = msgspec.structs.replace(seating, seat=PhoneSeat.BOTH if names is None else sitting.seat, name=name)
    cookie = access.reseated(access.brought(request.cookies), moved)
    _tell(access, names, cookie)
    return cookie


def _tell(access: Access, names: Names | None, cookie: str) -> None:
    """Has the log tell at which side the phone that asks sits with this cookie, if it did not before."""
    seating = access.earlier(cookie)
    if seating is None:
        return
    moves = g.seating is None or g.seating.seat is not seating.seat
    told = (
        names is not None and moves and seating.seat.value in (BOTH, *(seat.value for seat in names.table.match.names))
    )
    if told or seating.name != (g.seating and g.seating.name):
        access.joined.may_sit_down(seating.phone)
    access.joined.sat_down(seating)
    if names is None:
        return
    if told:
        names.table.note(SatDown(seat=seating.seat.value), source=source_of(seating))
    names.sat_down(seating, source=source_of(seating))


def kept(access: Access, response: Response, cookie: str) -> Response:
    """Gives the phone its cookie. Plain HTTP on a LAN: it cannot be Secure."""
    response.set_cookie(access.cookie, cookie, max_age=MONTH_S, httponly=True, samesite="Lax", path="/")
    return response


def _told(seating: Seating | None) -> Joined:
    if seating is None:
        return Joined(joined=False)
    return Joined(joined=True, phone=seating.phone, seat=seating.seat, name=seating.name)
