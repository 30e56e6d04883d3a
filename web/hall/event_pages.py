"""The event's pages: its newest round and standings, and who plays."""

from typing import Annotated

import msgspec
from flask import Flask, Response, request

from companion.hall.event.at_hall import told
from companion.hall.event.csv_files import written
from companion.hall.event.event import MOST_ROUNDS, Event
from companion.hall.event.standings import standings
from companion.hall.event.store import EventStore
from web.hall.event_api import LARGEST_CSV
from web.hall.event_setup import CALLED
from web.hall.feed import Drawn, HallFeed
from web.hall.seats import uncredited, with_tables
from web.http.codec import from_query
from web.http.render import page


class Which(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which round; without it, the newest."""

    round: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)] | None = None


class EventPages:
    """They only read. Called in the server's threads."""

    def __init__(self, *, event: EventStore, feed: HallFeed) -> None:
        self._event = event
        self._feed = feed

    def install(self, app: Flask) -> None:
        app.jinja_env.globals.update(largest_csv=LARGEST_CSV)
        for rule, view in (
            ("/event", self.event_page),
            ("/event/players", self.players_page),
            ("/event/standings", self.standings_page),
        ):
            app.add_url_rule(rule, endpoint=view.__name__, view_func=view, methods=["GET"])

    def event_page(self) -> Response:
        asked = from_query(((name, text) for name, text in request.args.items(multi=True) if name == "round"), Which)
        drawn, event = self._now()
        number = asked.round or event.number
        round = event.round(number) if number else None
        return page(
            "hall_event.html",
            drawn=drawn,
            event=event,
            number=number,
            round=round,
            lines=told(event, number) if round else (),
            uncredited=uncredited(event, drawn.view) if number == event.number else {},
            last=self._event.last,
        )

    def players_page(self) -> Response:
        drawn, event = self._now()
        return page("hall_players.html", drawn=drawn, event=event, last=self._event.last)

    def standings_page(self) -> Response:
        drawn, event = self._now()
        return page(
            "hall_standings.html",
            drawn=drawn,
            event=event,
            ranked=standings(event),
            breaks=[CALLED[each] for each in event.tiebreaks],
            written=written,
        )

    def _now(self) -> tuple[Drawn, Event]:
        """What is read after the version that the page says of itself is as new, or newer. Raises Refused."""
        drawn = self._feed.now()
        return drawn, with_tables(self._event.event, drawn.view)
