"""Joining and sitting down, and what the people at the table are called."""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from threading import Lock
from typing import Annotated, Any

import msgspec
from flask import Response, g, request

from companion import people as sitters
from companion.clock import SECOND, Clock
from companion.fields.invalid import Invalid
from companion.fields.sizes import Word
from companion.names import like, same
from companion.people import SITTERS, TABLE, Sitter, Sitters
from companion.table.errors import Refused
from companion.table.events import Named, SatDown
from companion.table.history import BOTH, Source
from companion.table.seats import Seat
from companion.table.state import Stage
from companion.table.table import Table
from web.http.access import MONTH_S, Access
from web.http.endpoint import Call, Endpoint, Nothing, get, named, post
from web.http.guard import source_of
from web.http.phones import PhoneSeat, Seating

# What the people at the table are called: as their phones say, and kept from match to match.

OFTEN_NS = 900 * SECOND
"""So often it is kept that a phone is there still: an SD card wears out."""
MOST = 200
"""Phones. Of more, whoever was first heard of longest ago counts as new."""
_logger = logging.getLogger(__name__)


class Names:
    """Any thread may call. A match is told of each name while it is played; one whose sides go by their people's names
    of each that changes.

    Whoever was here before the service started is not taken to be here now, but by each phone that asks for something.
    """

    def __init__(self, table: Table, clock: Clock) -> None:
        self.table = table
        self._clock = clock
        self._lock = Lock()
        self._heard: dict[int, int] = {}
        """By phone, the one that was heard last behind all others: when that was last kept."""
        self._keep(self._sitting(), ())

    @property
    def wanted(self) -> bool:
        """Whether the sides of the match on the table go by the names of whoever plays."""
        return self.table.match.game.seated is not None

    def sat_down(self, seating: Seating, *, source: Source) -> None:
        """That phone sits there from now on, or is called otherwise."""
        seat, name, now = seating.seat.value, seating.name if seating.seat.side else None, self._clock.now()
        self._change(
            lambda there: sitters.sat_down(there, seating.phone, seat=seat, name=name, now=now),
            seat=seat,
            source=source,
        )

    def heard(self, seating: Seating, *, source: Source) -> None:
        """That phone asks for something: whoever sits there with it is here."""
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
            lambda there: sitters.heard(there, found, new=last is None, now=now),
            seat=found.seat,
            source=source,
            fills=True,
        )

    def playing(self, *, but: int | None = None) -> list[str]:
        """What whoever plays is called, but for whoever does by that phone."""
        there, now = self._sitting(), self._clock.now()
        return list(sitters.people((each for each in there if but is None or each.phone != but), now=now).values())

    def left(self, phone: int, *, source: Source) -> None:
        """Nobody sits anywhere with that phone any more."""
        now = self._clock.now()
        self._change(lambda there: sitters.sat_down(there, phone, seat="", name=None, now=now), seat="", source=source)

    def call(self, seat: Seat, name: str | None, *, source: Source) -> None:
        """Whoever sits there is called so, or by no name. Raises Refused where the game has names of its own."""
        game, now = self.table.match.game, self._clock.now()
        if game.seated is None:
            raise Refused(f"{game.title} calls its sides by names of their own.")
        if name is not None:
            others = (each for each in self._sitting() if each.seat != seat.value)
            _refuse_look_alike(name, sitters.people(others, now=now).values())
        self._change(lambda there: sitters.called(there, seat.value, name, now=now), seat=seat.value, source=source)

    def _change(self, change: Callable[[Sitters], Sitters], *, seat: str, source: Source, fills: bool = False) -> None:
        """`fills`: where the match knows a name already, that stays."""
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
        known, own_names = match.state.people, match.game.seated is None
        for seat in match.sides:
            name = people.get(seat)
            if seat not in seats or known.get(seat) == name or (fills and seat in known):
                continue
            # What it is told of who plays is whoever does: nobody who sits down before or after it, or stands up.
            if not own_names or (name is not None and match.state.stage is Stage.PLAY):
                self.table.note(Named(seat=seat, name=name), source=source)


# Joining and sitting down: a phone gives the code that the table shows, and may then change the table.

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
    name, address = named("name", joining.name), request.remote_addr or ""
    if name is not None:
        if not access.fits(joining.code, address=address):
            raise Invalid("code", WRONG)
        earlier = access.earlier(access.brought(request.cookies))
        _tell_apart(name, access, names, phone=None if earlier is None else earlier.phone)
    cookie = access.join(
        joining.code,
        address=address,
        seat=PhoneSeat.BOTH if names is None else joining.seat,
        name=name,
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
    if name is not None and name != seating.name:
        _tell_apart(name, access, names, phone=seating.phone)
    moved = msgspec.structs.replace(seating, seat=PhoneSeat.BOTH if names is None else sitting.seat, name=name)
    cookie = access.reseated(access.brought(request.cookies), moved)
    _tell(access, names, cookie)
    return cookie


def _tell_apart(name: str, access: Access, names: Names | None, *, phone: int | None) -> None:
    """Raises Invalid where the name only looks like that of somebody who is here, or plays, by another phone: whoever
    truly is called the same is told apart by the side."""
    here = [each.seating.name for each in access.joined.here() if each.seating.phone != phone and each.seating.name]
    _refuse_look_alike(name, [*here, *([] if names is None else names.playing(but=phone))])


def _refuse_look_alike(name: str, others: Iterable[str]) -> None:
    """Raises Invalid where the name is another than each of these, and looks like one."""
    others = tuple(others)
    if not any(same(name, each) for each in others) and (other := like(name, others)) is not None:
        raise Invalid("name", f"looks like {other}: choose one that can be told apart")


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
