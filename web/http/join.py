"""Lets phones join and take a seat, and keeps what the people at the table are called."""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from threading import Lock
from typing import Annotated, Any

import msgspec
from flask import Response, g, request

from companion import people as sitters
from companion.clock import SECOND, Clock
from companion.fields.characters import Word
from companion.fields.invalid import Invalid
from companion.names import like, named, same
from companion.people import SITTERS, TABLE, Sitter, Sitters
from companion.table.errors import Refused
from companion.table.events import BOTH, Named, SatDown, Source
from companion.table.seats import Seat
from companion.table.state import Stage
from companion.table.table import Table
from web.http.access import MONTH_S, Access
from web.http.endpoint import Call, Endpoint, Nothing, get, post
from web.http.guard import source_of
from web.http.phones import PhoneSeat, Seating

# What the people at the table are called: as their phones say, and kept from match to match.

OFTEN_NS = 900 * SECOND
"""Says how often the file records that a phone is still here: an SD card wears out."""
MOST = 200
"""Limits the phones that are remembered. Of more, the phone that came first counts as new."""
_logger = logging.getLogger(__name__)


class Names:
    """Keeps the names of the people at the table. Any thread may call any method.

    A match learns each name while it is played. A match whose sides go by their people's names learns each change.

    After a restart of the service, a person counts as here only once the phone asks for something.
    """

    def __init__(self, table: Table, clock: Clock) -> None:
        self.table = table
        self._clock = clock
        self._lock = Lock()
        self._heard: dict[int, int] = {}
        """Says by phone when its presence was last recorded. The latest phone comes last."""
        self._keep(self._sitting(), ())

    @property
    def wanted(self) -> bool:
        """Returns whether the sides of the match on the table go by their players' names."""
        return self.table.match.game.goes_by_people

    def sat_down(self, seating: Seating, *, source: Source) -> None:
        """Records that the phone has that seat from now on, or another name."""
        seat, name, now = seating.seat.value, seating.name if seating.seat.side else None, self._clock.now()
        self._change(
            lambda there: sitters.sat_down(there, seating.phone, seat=seat, name=name, now=now),
            seat=seat,
            source=source,
        )

    def note_request(self, seating: Seating, *, source: Source) -> None:
        """Records that the phone asks for something, so its player is here."""
        now, phone, last = self._clock.now(), seating.phone, self._heard.get(seating.phone)
        if seating.name is None or seating.seat.side is None or (last is not None and 0 <= now - last < OFTEN_NS):
            return
        with self._lock:
            self._heard.pop(phone, None)
            self._heard[phone] = now
            if len(self._heard) > MOST:
                del self._heard[next(iter(self._heard))]
        found = Sitter(seating.seat.value, seating.name, phone)
        self._change(
            lambda there: sitters.note_sign(there, found, new=last is None, now=now),
            seat=found.seat,
            source=source,
            fills=True,
        )

    def playing(self, *, but: int | None = None) -> list[str]:
        """Returns the players' names, without the one who plays by the phone `but`."""
        there, now = self._sitting(), self._clock.now()
        return list(sitters.people((each for each in there if but is None or each.phone != but), now=now).values())

    def left(self, phone: int, *, source: Source) -> None:
        """Records that the phone's player has left every seat."""
        now = self._clock.now()
        self._change(lambda there: sitters.sat_down(there, phone, seat="", name=None, now=now), seat="", source=source)

    def call(self, seat: Seat, name: str | None, *, source: Source) -> None:
        """Gives the player at that seat this name, or none. Raises Refused where the game has names of its own."""
        game, now = self.table.match.game, self._clock.now()
        if not game.goes_by_people:
            raise Refused(f"{game.title} calls its sides by names of their own.")
        if name is not None:
            others = (each for each in self._sitting() if each.seat != seat.value)
            _refuse_look_alike(name, sitters.people(others, now=now).values())
        self._change(lambda there: sitters.called(there, seat.value, name, now=now), seat=seat.value, source=source)

    def _change(self, change: Callable[[Sitters], Sitters], *, seat: str, source: Source, fills: bool = False) -> None:
        """Changes the seats. With `fills`, a name that the match already has stays."""
        with self._lock:
            before = self._sitting()
            after = change(before)
            self._keep(before, after)
            seats = {seat, *(each.seat for each in {*before} ^ {*after})}
            self._tell(seats, sitters.people(after, now=self._clock.now()), source, fills=fills)

    def _sitting(self) -> Sitters:
        return sitters.read_sitters(self.table.kept(TABLE, SITTERS).get(SITTERS))

    def _keep(self, before: Sitters, after: Sitters) -> None:
        if after != before:
            try:
                self.table.keep(TABLE, SITTERS, SITTERS, msgspec.json.encode(after))
            except Refused:
                _logger.exception("the next match will not know who sits where")

    def _tell(self, seats: set[str], people: Mapping[str, str], source: Source, *, fills: bool) -> None:
        match = self.table.match
        known, own_names = match.state.people, not match.game.goes_by_people
        for seat in match.sides:
            name = people.get(seat)
            if seat not in seats or known.get(seat) == name or (fills and seat in known):
                continue
            # It learns the players' names, not that of a person who takes a seat before or after, or leaves it.
            if not own_names or (name is not None and match.state.stage is Stage.PLAY):
                self.table.note(Named(seat=seat, name=name), source=source)


# Joining and taking a seat: a phone gives the code that the table shows, and may then change the table.

LATEST_MS = 2**53
"""Is the largest whole number that a script can hold exactly."""
Instant = Annotated[int, msgspec.Meta(ge=0, le=LATEST_MS)]
WRONG = "This is not the code."


class Joining(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Takes a phone's join. `name` is what the log calls this phone's player; `now` is the time there, in milliseconds
    since 1970."""

    code: Word
    now: Instant | None = None
    seat: PhoneSeat = PhoneSeat.BOTH
    name: Word | None = None


class Sitting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Takes a phone's new seat. Without a name the player keeps the one already given; an empty one removes it."""

    seat: PhoneSeat
    name: Word | None = None


class Joined(msgspec.Struct, frozen=True, kw_only=True):
    """Says whether this client has joined, as which phone the log shows it, its seat and its player's name."""

    joined: bool
    phone: int | None = None
    seat: PhoneSeat | None = None
    name: str | None = None


def endpoints(access: Access, names: Names | None) -> Sequence[Endpoint[Any, Any]]:
    """Returns the endpoints. For `names` see `joined`."""

    def read(_: Call[Nothing, Nothing]) -> Joined:
        return _describe_joined(g.seating)

    def answered(cookie: str) -> Response:
        told = msgspec.json.encode(_describe_joined(access.seating(cookie)))
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
            summary="Join with the code that the table shows, and take a seat",
        ),
        post("/seat", sit, body=Sitting, answer=Joined, form=False, summary="Take another seat"),
    )


def joined(access: Access, names: Names | None, joining: Joining) -> str:
    """Returns the cookie of a phone that now has joined. `names` is None where there are no seats: everybody then acts
    for all.

    Raises Invalid, and TurnedAway after too many wrong codes or seats.
    """
    name, address = named("name", joining.name), request.remote_addr or ""
    if name is not None:
        if not access.fits(joining.code, address=address):
            raise Invalid("code", WRONG)
        earlier = access.earlier(access.find_cookie(request.cookies))
        _tell_apart(name, access, names, phone=None if earlier is None else earlier.phone)
    cookie = access.join(
        joining.code,
        address=address,
        seat=PhoneSeat.BOTH if names is None else joining.seat,
        name=name,
        cookie=access.find_cookie(request.cookies),
    )
    if cookie is None:
        raise Invalid("code", WRONG)
    _tell(access, names, cookie)
    seating = access.earlier(cookie)
    if joining.now is not None and seating is not None:
        access.phone_time.take_time(joining.now, who=str(source_of(seating)))
    return cookie


def reseated(access: Access, names: Names | None, sitting: Sitting) -> str:
    """Returns the cookie of a joined phone for another seat. Raises Invalid, and TurnedAway after too many."""
    seating: Seating = g.seating
    name = seating.name if sitting.name is None else named("name", sitting.name.strip() or None)
    if name is not None and name != seating.name:
        _tell_apart(name, access, names, phone=seating.phone)
    moved = msgspec.structs.replace(seating, seat=PhoneSeat.BOTH if names is None else sitting.seat, name=name)
    cookie = access.reseated(access.find_cookie(request.cookies), moved)
    _tell(access, names, cookie)
    return cookie


def _tell_apart(name: str, access: Access, names: Names | None, *, phone: int | None) -> None:
    """Raises Invalid where the name looks like another phone's player's but is spelled differently. Players with the
    same name are distinguished by their side."""
    here = [each.seating.name for each in access.joined.here() if each.seating.phone != phone and each.seating.name]
    _refuse_look_alike(name, [*here, *([] if names is None else names.playing(but=phone))])


def _refuse_look_alike(name: str, others: Iterable[str]) -> None:
    """Raises Invalid where the name differs from each of these, and looks like one."""
    others = tuple(others)
    if not any(same(name, each) for each in others) and (other := like(name, others)) is not None:
        raise Invalid("name", f"looks like {other}: choose a name that differs more")


def _tell(access: Access, names: Names | None, cookie: str) -> None:
    """Records in the log the seat that this cookie gives the phone that asks, if it is a new one."""
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
    """Gives the phone its cookie. It uses plain HTTP on a LAN, so the cookie cannot be Secure."""
    response.set_cookie(access.cookie, cookie, max_age=MONTH_S, httponly=True, samesite="Lax", path="/")
    return response


def _describe_joined(seating: Seating | None) -> Joined:
    if seating is None:
        return Joined(joined=False)
    return Joined(joined=True, phone=seating.phone, seat=seating.seat, name=seating.name)
