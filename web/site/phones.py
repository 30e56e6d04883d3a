"""Lists the phones at the table. Every phone that has joined sees the others, may ask one to leave, or make a new join
code."""

from collections.abc import Sequence
from typing import Any

import msgspec
from flask import Flask, Response, g, make_response, redirect, request

from companion.fields.characters import Word
from companion.fields.numbers import whole
from companion.hotspot.wifi import open_network
from companion.names import named
from companion.table.errors import NotHere, Refused
from companion.table.events import AskedToLeave, CodeRenewed, Source, SourceKind, called
from companion.table.seats import Seat
from companion.table.table import Table
from companion.table.view import TableView
from web.http.access import Access
from web.http.endpoint import Call, Endpoint, Nothing, get, post
from web.http.guard import JoinFirst, source_of
from web.http.join import Names, kept
from web.http.phones import PhoneSeat, SeenPhone
from web.http.render import page
from web.table.api import VIEWS

PHONES = "/phones"
TOO_MANY = "Too many were asked to leave already. Make a new join code: then everyone joins again."


class PhoneHere(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a phone that has joined: its number, its seat, its player's name, and how many seconds ago it last
    asked for anything. `mine` marks the phone that asks."""

    phone: int
    seat: PhoneSeat
    name: str | None
    seen_s: int
    mine: bool


class PhonesHere(msgspec.Struct, frozen=True):
    """Lists the last 200 phones that were here, the latest first."""

    phones: tuple[PhoneHere, ...]


class JoinCode(msgspec.Struct, frozen=True):
    """Says what others join with, and the address that types it for them."""

    code: str
    link: str


class PhonePages:
    """Serves the page and the endpoints, in the server's threads."""

    def __init__(self, *, table: Table, access: Access, names: Names) -> None:
        self._table = table
        self._access = access
        self._names = names

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            get(
                "/phones",
                self._read,
                query=Nothing,
                answer=PhonesHere,
                turns_away=(403,),
                summary="The phones that have joined, to these",
            ),
            post(
                "/phones/{phone}/leave",
                self._leave,
                body=Nothing,
                answer=PhonesHere,
                summary="Ask a phone to leave: it has to give the join code again",
            ),
            get(
                "/code",
                self._code,
                query=Nothing,
                answer=JoinCode,
                turns_away=(403,),
                summary="The join code, to phones that have joined",
            ),
            post(
                "/code",
                self._renew,
                body=Nothing,
                answer=JoinCode,
                form=False,
                summary="Make a new join code: every other phone has to join again",
            ),
        )

    def install(self, app: Flask) -> None:
        app.add_url_rule(PHONES, endpoint="phones_page", view_func=self.phones_page)
        app.add_url_rule("/code", endpoint="code_form", view_func=self.code_form, methods=["POST"])

    def phones_page(self) -> Response:
        self._joined()
        here = self._access.joined.here()
        return page(
            "phones.html",
            mine=[each for each in here if each.seating.phone == g.seating.phone],
            others=[each for each in here if each.seating.phone != g.seating.phone],
            names={seat.value: name for seat, name in self._table.match.names.items()},
            ago=ago,
            join=self._join_code(),
            hotspot=open_network(),
        )

    def code_form(self) -> Response:
        return kept(self._access, make_response(redirect(PHONES, 303)), self._renewed())

    def _read(self, _: Call[Nothing, Nothing]) -> PhonesHere:
        self._joined()
        return PhonesHere(tuple(_describe_phone(each) for each in self._access.joined.here()))

    def _leave(self, call: Call[Nothing, Nothing]) -> PhonesHere:
        phone = self._number(call.path["phone"])
        if phone == g.seating.phone:
            raise Refused("That is your own phone.")
        sat = next((each.seating for each in self._access.joined.here() if each.seating.phone == phone), None)
        names = {seat.value: name for seat, name in self._table.match.names.items()}
        if not self._access.joined.ask_to_leave(phone, asker=g.seating.phone, by=called(call.source, names)):
            asked_by = self._access.joined.asked_by(g.seating.phone)
            raise JoinFirst(asked_by) if asked_by else Refused(TOO_MANY)
        gone = Source(SourceKind.PHONE, str(phone)) if sat is None else source_of(sat)
        self._table.note(AskedToLeave(phone=str(gone)), source=call.source)
        self._names.left(phone, source=call.source)
        return self._read(call)

    def _code(self, _: Call[Nothing, Nothing]) -> JoinCode:
        self._joined()
        return self._join_code()

    def _renew(self, _: Call[Nothing, Nothing]) -> Response:
        cookie = self._renewed()
        told = msgspec.json.encode(self._join_code())
        return kept(self._access, Response(told, content_type="application/json"), cookie)

    def _renewed(self) -> str:
        """Returns the cookie that this phone stays joined with."""
        cookie = self._access.renew_as(self._access.find_cookie(request.cookies))
        if cookie is None:
            raise JoinFirst
        self._access.seating(cookie)
        self._table.note(CodeRenewed(), source=g.source)
        return cookie

    def _join_code(self) -> JoinCode:
        code = self._access.code
        return JoinCode(code=code, link=f"{request.host_url}j/{code}")

    def _number(self, text: str) -> int:
        """Returns the phone's number. Raises NotHere, for a number too that no phone was given yet."""
        number = whole(text)
        if number is None or not self._access.joined.known(number):
            raise NotHere("phone", text)
        return number

    def _joined(self) -> None:
        """Raises JoinFirst: the list is for players at the table, not for everyone on its Wi-Fi."""
        if g.seating is None:
            raise JoinFirst(self._access.asked_by(self._access.find_cookie(request.cookies)))


def ago(seconds: int) -> str:
    """Returns it as one player says it to another: "just now", "1 minute ago", "3 hours ago"."""
    minutes, hours = seconds // 60, seconds // 3600
    if not minutes:
        return "just now"
    count, unit = (hours, "hour") if hours else (minutes, "minute")
    return f"{count} {unit}{'' if count == 1 else 's'} ago"


def _describe_phone(here: SeenPhone) -> PhoneHere:
    seating = here.seating
    return PhoneHere(
        phone=seating.phone,
        seat=seating.seat,
        name=seating.name,
        seen_s=here.ago_s,
        mine=seating.phone == g.seating.phone,
    )


# The name of a side's player, typed for a player without a phone at the table.


class Naming(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Names a side's player; without `name` the side has none."""

    side: Seat
    name: Word | None = None


class NamePages:
    """Serves the page and the endpoint, for games whose sides go by their players' names, in the server's threads."""

    def __init__(self, *, table: Table, names: Names) -> None:
        self._table = table
        self._names = names

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        summary = "Name the player of a side"
        return (post("/table/name", self._name, body=Naming, answer=VIEWS, summary=summary, turns_away=(404,)),)

    def install(self, app: Flask) -> None:
        app.add_url_rule("/names", endpoint="names_page", view_func=self.names_page)

    def names_page(self) -> Response:
        """Returns the page. Raises NotHere where the sides have names of their own."""
        match = self._table.match
        if not self._names.wanted:
            raise NotHere("page", "Names")
        return page("names.html", sides=match.sides, people=match.state.people)

    def _name(self, call: Call[Any, Naming]) -> TableView:
        side = call.body.side
        if side not in self._table.match.names:
            raise NotHere("side", side.value)
        self._names.call(side, named("name", call.body.name or None), source=call.source)
        return self._table.view()
