"""Draws the event's pages: its newest round and standings, and its players."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, TypeVar

import msgspec
import segno
from flask import Flask, Response, request
from markupsafe import Markup

from companion.hall.event.acts import LARGEST_CSV
from companion.hall.event.at_hall import BYES, NO_TABLES, event_at, pairing_notes
from companion.hall.event.commands import set_up
from companion.hall.event.csv_files import written
from companion.hall.event.event import (
    CUTS,
    LONGEST_NAME,
    MOST_PLAYERS,
    MOST_ROUNDS,
    Bye,
    EventPairing,
    EventScoring,
    First,
    HallEvent,
    Tiebreak,
    Worth,
)
from companion.hall.event.standings import StandingsLine, standings
from companion.hall.event.store import EventStore
from companion.hall.event.swiss import lacking_tables
from companion.names import key
from companion.system.addresses import for_others
from web.hall.feed import DrawnTable, HallFeed
from web.hall.seats import outcome, tables_here, uncredited, with_tables
from web.http.endpoint import Call, Endpoint, Nothing, from_query, post
from web.http.render import page

# The event's own choices: what a result counts, which tie-breaks decide, who meets in its first round, its tables.

CALLED = {
    Tiebreak.BUCHHOLZ: "Buchholz",
    Tiebreak.BUCHHOLZ_CUT_1: "Buchholz Cut 1",
    Tiebreak.MEDIAN: "Median",
    Tiebreak.SONNEBORN_BERGER: "Sonneborn-Berger",
    Tiebreak.OPPONENTS_WINS: "Opponents’ wins",
    Tiebreak.STRENGTH_OF_SCHEDULE: "Strength of schedule",
    Tiebreak.WINS: "Wins",
    Tiebreak.DIFFERENCE: "Difference",
    Tiebreak.HEAD_TO_HEAD: "Head to head",
}
"""Heads each column of the standings."""
MEANING = {
    Tiebreak.BUCHHOLZ: "all opponents’ points",
    Tiebreak.BUCHHOLZ_CUT_1: "all opponents’ points but the lowest",
    Tiebreak.MEDIAN: "all opponents’ points but the lowest and the highest",
    Tiebreak.SONNEBORN_BERGER: "points of opponents beaten, half of those drawn with",
    Tiebreak.OPPONENTS_WINS: "the part of their matches that opponents won, a third at least",
    Tiebreak.STRENGTH_OF_SCHEDULE: "opponents’ points a round",
    Tiebreak.WINS: "matches won at the table",
    Tiebreak.DIFFERENCE: "the game’s points made less those given",
    Tiebreak.HEAD_TO_HEAD: "points among level players, if all have met",
}
FIRSTS = {First.RANDOM: "Drawn by lot", First.LISTED: "By the list: upper half against lower half"}


class SetupForm(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Sets all of the choices. `tables` are from the top one down, none for the hall's own.

    `tiebreaks` are in the order in which they decide. `apart_rounds`: in so many first rounds clubs are kept apart.
    """

    name: Annotated[str, msgspec.Meta(max_length=80)] = ""
    win: Worth = 3
    draw: Worth = 1
    loss: Worth = 0
    bye: Worth = 3
    tiebreaks: Annotated[tuple[Tiebreak, ...], msgspec.Meta(max_length=len(Tiebreak))] = ()
    tables: Annotated[
        tuple[Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)], ...], msgspec.Meta(max_length=MOST_PLAYERS)
    ] = ()
    first: First = First.RANDOM
    apart_rounds: Annotated[int, msgspec.Meta(ge=0, le=MOST_ROUNDS)] = 0
    seed: Annotated[int, msgspec.Meta(ge=0, le=999_999_999)] = 0


class EventPageChoice(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the event's version then; `step` is what Undo takes back."""

    version: int
    step: int | None = None


class EventSetup:
    """Serves the choices. Called in the server's threads; the store is what locks."""

    def __init__(self, *, event: EventStore, feed: HallFeed) -> None:
        self._event = event
        self._feed = feed

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            post(
                "/hall/event/setup",
                self._set_up,
                body=SetupForm,
                answer=EventPageChoice,
                summary="Choose what a result counts, what decides between equals, and how the first round is paired",
            ),
        )

    def install(self, app: Flask) -> None:
        app.add_url_rule("/event/setup", view_func=self.event_setup_page)

    def _set_up(self, call: Call[Nothing, SetupForm]) -> EventPageChoice:
        body = call.body
        self._event.do(
            "Choices",
            lambda event: set_up(
                event,
                name=body.name,
                scoring=EventScoring(win=body.win, draw=body.draw, loss=body.loss, bye=body.bye),
                tiebreaks=body.tiebreaks,
                tables=body.tables,
                first=body.first,
                apart_rounds=body.apart_rounds,
                seed=body.seed,
            ),
        )
        last = self._event.last
        return EventPageChoice(version=self._event.version, step=None if last is None else last.number)

    def event_setup_page(self) -> Response:
        return page(
            "hall_event_setup.html",
            drawn=self._feed.now(),
            event=self._event.event,
            last=self._event.last,
            called=CALLED,
            meaning=MEANING,
            firsts=FIRSTS,
        )


MOST_SHOWN = 300
"""Limits the matches or players on one page: of more, it shows the first, and those that were searched for."""
T = TypeVar("T")


class PlayerSearch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Searches for a part of a player's name, or of a table's."""

    find: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] = ""

    def of(self, lines: Sequence[T], words: Callable[[T], str]) -> Sequence[T]:
        wanted = key(self.find)
        return [each for each in lines if wanted in key(words(each))][:MOST_SHOWN]


class Which(PlayerSearch, frozen=True, forbid_unknown_fields=True):
    """Says which round; without it, the newest."""

    round: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)] | None = None


LISTS = {"tables": "Pairings by table", "names": "Pairings by name", "slips": "Result slips", "standings": "Standings"}
"""Lists what can be printed."""


class PrintedSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Says which list of which round; without it, of the newest."""

    round: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)] | None = None
    list: Literal["tables", "names", "slips", "standings"] = "tables"


class ByName(msgspec.Struct, frozen=True, kw_only=True):
    """Lists a player of the round, with the opponent."""

    player: str
    pairing: EventPairing
    against: str


class WhoseTable(PlayerSearch, frozen=True, forbid_unknown_fields=True):
    """Says whose sums are shown."""

    player: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] = ""


class EventPages:
    """Draws the pages, and changes no event. Called in the server's threads."""

    def __init__(self, *, event: EventStore, feed: HallFeed) -> None:
        self._event = event
        self._feed = feed

    def install(self, app: Flask) -> None:
        app.jinja_env.globals.update(largest_csv=LARGEST_CSV, most_shown=MOST_SHOWN)
        app.add_url_rule("/event", view_func=self.event_page)
        app.add_url_rule("/event/players", view_func=self.players_page)
        app.add_url_rule("/event/standings", view_func=self.standings_page)
        app.add_url_rule("/event/print", view_func=self.print_page)

    def event_page(self) -> Response:
        said = ((name, text) for name, text in request.args.items(multi=True) if name in ("round", "find") and text)
        asked = from_query(said, Which)
        drawn, event = self._now()
        number = asked.round or event.number
        round = event.round(number) if number else None
        return page(
            "hall_event.html",
            drawn=drawn,
            event=event,
            number=number,
            round=round,
            asked=asked,
            shown=asked.of(round.pairings, lambda each: " ".join((each.table, *each.players))) if round else (),
            lines=pairing_notes(event, number)[:MOST_SHOWN] if round else (),
            uncredited=uncredited(event, drawn.view) if number == event.number else {},
            last=self._event.last,
            lacking_tables=_lacking(event, drawn),
            cuts=[size for size in CUTS if size <= len(event.playing)] if round and not round.cut else (),
            outcome=outcome,
            byes=BYES,
        )

    def players_page(self) -> Response:
        said = ((name, text) for name, text in request.args.items(multi=True) if name == "find" and text)
        asked = from_query(said, PlayerSearch)
        drawn, event = self._now()
        return page(
            "hall_players.html",
            drawn=drawn,
            event=event,
            last=self._event.last,
            asked=asked,
            shown=asked.of(event.players, lambda each: each.name),
            byes=BYES,
            to_ask=[each for each in Bye if each is not Bye.ALLOCATED],
        )

    def standings_page(self) -> Response:
        asked = from_query(request.args.items(multi=True), WhoseTable)
        drawn, event = self._now()
        ranked, name = standings(event), event.player(asked.player).name if asked.player else ""
        return page(
            "hall_standings.html",
            drawn=drawn,
            event=event,
            asked=asked,
            count=len(ranked),
            ranked=asked.of(ranked, lambda each: each.player.name),
            one=next((each for each in ranked if each.player.name == name), None),
            breaks=[CALLED[each] for each in event.tiebreaks],
            meanings=[MEANING[each] for each in event.tiebreaks],
            written=written,
            behind=_behind,
        )

    def print_page(self) -> Response:
        asked = from_query(request.args.items(multi=True), PrintedSheet)
        drawn, event = self._now()
        number = asked.round or event.number
        round = event.round(number) if number else None
        by_name = [
            ByName(player=name, pairing=each, against=" ".join(other for other in each.players if other != name))
            for each in (round.pairings if round else ())
            for name in each.players
        ]
        return page(
            "hall_print.html",
            drawn=drawn,
            lists=LISTS,
            asked=asked,
            number=number,
            round=round,
            by_name=sorted(by_name, key=lambda each: each.player.casefold()),
            ranked=standings(event) if asked.list == "standings" else (),
            breaks=[CALLED[each] for each in event.tiebreaks],
            meanings=[MEANING[each] for each in event.tiebreaks],
            written=written,
            code=lambda table: _code(f"{request.scheme}://{for_others(request.host)}/event?round={number}#at-{table}"),
        )

    def _now(self) -> tuple[DrawnTable, HallEvent]:
        """Returns the event, read after the version that the page reports: it is as new, or newer. Raises Refused."""
        drawn = self._feed.now()
        return drawn, with_tables(self._event.event, drawn.view)


def _code(link: str) -> Markup:
    """Draws the link as a QR code."""
    code = segno.make(link, error="m", micro=False)
    return Markup(code.svg_inline(omitsize=True, border=4, svgclass=None, lineclass=None))


def _lacking(event: HallEvent, drawn: DrawnTable) -> str:
    """Returns what is wrong with the tables for the next round, as a sentence."""
    here = event_at(event, tables_here(drawn.view))
    return lacking_tables(here) if here.tables else NO_TABLES


def _behind(line: StandingsLine) -> str:
    """Writes a part of a tie-break's sum: "round 2, Ana: 6"."""
    whom = line.whom or "not played, virtual opponent"
    return f"round {line.round}, {whom}: {written(line.value)}{', left out' if line.out else ''}"
