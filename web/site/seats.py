"""Lets a phone join by choosing a seat: the first page that a player's phone is led to."""

import msgspec
from flask import Flask, Response, g, make_response, redirect, request, session

from companion.fields.invalid import Invalid
from companion.fields.numbers import whole
from companion.hotspot.wifi import open_network
from companion.names import LONGEST, key
from companion.panel.port import PanelPort
from companion.table.table import Table
from web.http import endpoint as codec
from web.http import join
from web.http.access import Access
from web.http.forms import THEN
from web.http.guard import JoinFirst, asked_to_leave
from web.http.join import Joining, Names, Sitting
from web.http.phones import PhoneSeat
from web.http.render import page
from web.site.frame import JOIN, SEAT
from web.site.games import Games
from web.site.table_page import STANDS, seat_of

_THEN = {"hall": "/hall"}
"""Says where a phone goes once it has a seat, if it asks for another page than the table."""


class SeatPlace(msgspec.Struct, frozen=True):
    """Describes a seat to choose: its name, whether buttons on the panel are its own, and how many phones have it."""

    seat: str
    name: str
    buttons: bool
    phones: int


class SeatPages:
    """Serves the pages in the server's threads."""

    JOINING = "join_form"
    """Is the Flask endpoint of the page's own joining."""

    def __init__(self, *, table: Table, games: Games, panel: PanelPort, access: Access, names: Names) -> None:
        self._table = table
        self._games = games
        self._panel = panel
        self._access = access
        self._names = names

    def install(self, app: Flask) -> None:
        for rule, view in (
            (JOIN, self.join_page),
            (SEAT, self.seat_page),
            ("/j/<code>", self.invitation_page),
            ("/J/<code>", self.invitation_page),  # as the QR codes on the screens write it
        ):
            app.add_url_rule(rule, endpoint=view.__name__, view_func=view, methods=["GET"])
        for rule, form in ((JOIN, self.join_form), (SEAT, self.seat_form)):
            app.add_url_rule(rule, endpoint=form.__name__, view_func=form, methods=["POST"])

    def join_page(self) -> Response:
        return self._page()

    def invitation_page(self, code: str) -> Response:
        return self._page(code=code)

    def seat_page(self) -> Response:
        if g.seating is None:
            raise JoinFirst
        return self._page()

    def join_form(self) -> Response:
        """Joins and takes a seat; a code alone leads to the seats."""
        code = request.form.get("code", "")
        try:
            if not _chosen():
                if not self._access.fits(code, address=request.remote_addr or ""):
                    raise Invalid("code", join.WRONG)
                return self._page(code=code)
            joining = codec.from_form(_seated(code=code), Joining)
            # A phone that sends a nonsense time joins all the same.
            timed = msgspec.structs.replace(joining, now=whole(request.form.get("now", ""), most=join.LATEST_MS))
            return self._on(join.joined(self._access, self._names, timed))
        except Invalid as wrong:
            return self._page(wrong=str(wrong), status=422)

    def seat_form(self) -> Response:
        try:
            sitting = codec.from_form(_seated(), Sitting)
            named = msgspec.structs.replace(sitting, name=_name())
            return self._on(join.reseated(self._access, self._names, named))
        except Invalid as wrong:
            return self._page(wrong=str(wrong), status=422)

    def _on(self, cookie: str) -> Response:
        """Redirects to the table. Or to the other games, and from there to the seats of the one that is opened."""
        another = "another" in request.form
        if another:
            session[THEN] = SEAT
        return join.kept(self._access, make_response(redirect("/game" if another else _then(), 303)), cookie)

    def _page(self, *, code: str | None = None, wrong: str = "", status: int = 200) -> Response:
        """Returns the page. `code` is the one that has been scanned or typed, which is then only sent along."""
        view = self._table.view()
        asked = request.args.get("begins", "")
        begins = asked if asked in self._games.all else ""
        names = self._table.names_of_new(begins) if begins not in ("", view.game) else view.names
        earlier = self._access.earlier(self._access.find_cookie(request.cookies))
        round = view.hall.round if view.hall is not None else None
        paired = round.players if round is not None and len(round.players) == len(names) == 2 else ()
        paired = paired if all(len(player) <= LONGEST for player in paired) else ()
        return page(
            "seat.html",
            status=status,
            asks=g.seating is None and code is None,
            code=code if g.seating is None else None,
            wrong=wrong or self._rejoin_reason(),
            stands=STANDS[view.phase],
            places=self._places(names, last=None if earlier is None else seat_of(earlier, names)),
            name=request.form.get("name", (earlier and earlier.name) or ""),
            paired=paired,
            mine=next((each for each in paired if earlier and earlier.name and key(earlier.name) == key(each)), ""),
            how=self._games.all[begins or view.game].how,
            begins=self._games.all[begins].title if begins else "",
            by_name=self._names.wanted,
            hotspot=g.seating is None and open_network() is not None,
            then=request.values.get("then", "") if _then() != "/" else "",
        )

    def _rejoin_reason(self) -> str:
        """Returns why a phone that had joined has to join again."""
        asked_by = None if g.seating else self._access.asked_by(self._access.find_cookie(request.cookies))
        return asked_to_leave(asked_by) if asked_by else ""

    def _places(self, names: dict[str, str], *, last: PhoneSeat | None) -> list[SeatPlace]:
        """Returns the seats from the far side of the table to the near one, where this phone was before."""
        sitting = self._access.joined.sitting()
        buttons = {(control.timer or "").partition("-")[0] for control in self._panel.describe().controls}
        own = [] if last is None or last.side is None else [last.value]
        order = [*(seat for seat in reversed(names) if seat not in own), *own]
        return [SeatPlace(seat, names[seat], seat in buttons, sitting.get(PhoneSeat(seat), 0)) for seat in order]


def _then() -> str:
    return _THEN.get(request.values.get("then", ""), "/")


def _chosen() -> bool:
    return bool(request.form.get("seat")) or "another" in request.form


def _seated(**more: str) -> list[tuple[str, str]]:
    """Returns the form's fields as the API has them. A phone that wants another game and has no side yet sits for both
    until then."""
    seat = request.form.get("seat", "")
    if "another" in request.form:
        sits = PhoneSeat.LOOK if g.seating is None else g.seating.seat
        seat = (PhoneSeat.BOTH if sits is PhoneSeat.LOOK else sits).value
    return [*more.items(), ("seat", seat), ("name", _name())]


def _name() -> str:
    """Returns the typed name, or else the chosen name among those that the hall has paired here. A phone for both sides
    has neither."""
    typed, *chosen = request.form.getlist("name") or [""]
    if request.form.get("seat") == PhoneSeat.BOTH.value:
        return typed
    return next(filter(None, reversed(chosen)), typed)
