"""Serves the event's part of the API: players, rounds, results, and all of it in and out as CSV."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Annotated, Any

import msgspec
from flask import Response

from companion.fields.characters import LINES
from companion.fields.invalid import Invalid
from companion.fields.numbers import whole
from companion.hall.event import commands
from companion.hall.event.at_hall import at_tables, numbered
from companion.hall.event.csv_files import (
    pairings_csv,
    players_csv,
    results_csv,
    standings_csv,
    with_pairings_csv,
    with_players_csv,
    with_results_csv,
)
from companion.hall.event.event import LONGEST_NAME, MOST_POINTS, MOST_ROUNDS, MOST_START, Bye, HallEvent, How
from companion.hall.event.store import EventStore
from companion.hall.organiser.view import OrganiserPort
from companion.table.errors import NotHere, Refused
from web.hall.seats import tables_here, tell, with_tables
from web.http.endpoint import Call, Endpoint, Media, Nothing, get, post

LARGEST_CSV = 1024 * 1024
"""Limits the bytes of a file, which a form or JSON writes in three times as many at the most."""
MINUTES = 60
PlayerName = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Cell = Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]
Made = Annotated[int, msgspec.Meta(ge=-MOST_POINTS, le=MOST_POINTS)]


class Winner(Enum):
    """Says who won, by the order of play; OPEN takes a result back."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"
    OPEN = "open"


class Adding(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Adds a player. `club`: the first rounds may keep a club apart; `table`: where this player always plays."""

    name: PlayerName
    club: Cell = ""
    table: Cell = ""


class Dropping(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: PlayerName


class Renaming(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Renames `player`."""

    player: PlayerName
    name: PlayerName


class Bringing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Holds a CSV file's text, its first line naming the columns."""

    csv: Annotated[str, msgspec.Meta(min_length=1, max_length=LARGEST_CSV), LINES]


class AskedBye(Enum):
    """Says what a bye that a player asks for counts: an allocated one's points, a draw's, or 0; NONE takes it back."""

    FULL = "full"
    HALF = "half"
    ZERO = "zero"
    NONE = "none"


class AwayAct(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Has a player sit out a round that is not paired yet."""

    name: PlayerName
    round: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)]
    bye: AskedBye


class Starting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Sets the points that a late player begins with."""

    name: PlayerName
    points: Annotated[int, msgspec.Meta(ge=0, le=MOST_START)]


class PairingAct(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Pairs a round of so many minutes."""

    minutes: Annotated[int, msgspec.Meta(ge=1, le=24 * 60)] = MINUTES


class Cutting(PairingAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Pairs a round for the top places: 4, 8 or 16 play on."""

    size: Annotated[int, msgspec.Meta(ge=4, le=16)]


class ResultAct(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Writes how the match at a table of a round ended: who won, and the points that each made, by the order of play.

    `how` is "both-lost", "forfeit" or "no-show" where it was not simply played to its end; with "draw", neither has
    won. A winner with fewer points is refused, unless `sure`.
    """

    round: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)]
    table: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
    winner: Winner
    first: Made = 0
    second: Made = 0
    how: How | None = None
    sure: bool = False


class EventUndo(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Takes back that step, and no other."""

    step: Annotated[int, msgspec.Meta(ge=1, le=999_999)]


class DoneAct(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the event's version then; `step` is what Undo takes back."""

    version: int
    step: int | None = None


class EventApi:
    """Serves the event. Handlers run in the server's threads; store and hall are what lock."""

    def __init__(self, *, event: EventStore, hall: OrganiserPort) -> None:
        self._event = event
        self._hall = hall

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            get(
                "/hall/event",
                self._read,
                query=Nothing,
                answer=HallEvent,
                summary="The event, whole",
                turns_away=(409,),
            ),
            self._change("/hall/event/add", Adding, self._add, "Add a player"),
            self._change("/hall/event/drop", Dropping, self._drop, "Pair a player no more"),
            self._change("/hall/event/back", Dropping, self._back, "Pair a player again who had dropped out"),
            self._change("/hall/event/remove", Dropping, self._remove, "Remove a player who was never paired"),
            self._change("/hall/event/rename", Renaming, self._rename, "Rename a player, in every round"),
            self._change("/hall/event/players", Bringing, self._players, "Players out of a CSV file", csv=True),
            self._change(
                "/hall/event/bye", AwayAct, self._away, "Have a player sit a later round out, or not after all"
            ),
            self._change("/hall/event/start", Starting, self._start, "Give a player who came late points"),
            self._change("/hall/event/cut", Cutting, self._cut, "Pair the first round for the top places"),
            self._change(
                "/hall/event/pair", PairingAct, self._pair, "Pair the next round, and begin it at every table"
            ),
            self._change("/hall/event/unpair", Nothing, self._unpair, "Take the newest round back"),
            self._change("/hall/event/pairings", Bringing, self._pairings, "Other pairings by CSV", csv=True),
            self._change("/hall/event/result", ResultAct, self._result, "Write a result"),
            self._change("/hall/event/results", Bringing, self._results, "Results out of a CSV file", csv=True),
            self._change("/hall/event/undo", EventUndo, self._undo, "Take the event's last step back"),
            self._file("/hall/event/players.csv", players_csv, "The players as CSV"),
            self._file("/hall/event/results.csv", results_csv, "All results as CSV"),
            self._file("/hall/event/standings.csv", standings_csv, "The standings as CSV"),
            get(
                "/hall/event/rounds/{number}/pairings.csv",
                lambda call: _csv(f"pairings-{call.path['number']}.csv", pairings_csv(self._now(), _number(call))),
                query=Nothing,
                answer=bytes,
                media=Media.BYTES,
                summary="A round's pairings as CSV",
                turns_away=(409,),
            ),
        )

    def _change(
        self, path: str, body: Any, act: Callable[[Call[Nothing, Any]], object], summary: str, *, csv: bool = False
    ) -> Endpoint[Any, Any]:
        def handle(call: Call[Nothing, Any]) -> DoneAct:
            act(call)
            last = self._event.last
            return DoneAct(version=self._event.version, step=None if last is None else last.number)

        largest = 3 * LARGEST_CSV if csv else None
        return post(path, handle, body=body, answer=DoneAct, summary=summary, largest_body=largest, turns_away=(404,))

    def _file(self, path: str, made: Callable[[HallEvent], bytes], summary: str) -> Endpoint[Any, Any]:
        name = path.rpartition("/")[2]
        return get(
            path,
            lambda _: _csv(name, made(self._now())),
            query=Nothing,
            answer=bytes,
            media=Media.BYTES,
            summary=summary,
            turns_away=(409,),
        )

    def _now(self) -> HallEvent:
        """Returns the event with the tables' results so far."""
        return with_tables(self._event.event, self._hall.view())

    def _do(self, words: str, command: Callable[[HallEvent], HallEvent], *, minutes: int | None = None) -> None:
        """Makes a step and passes it on to the tables; with `minutes`, a round of theirs begins with it."""
        view, known = self._hall.view(), [HallEvent()]

        def step(event: HallEvent) -> HallEvent:
            known[0] = event
            return command(with_tables(event, view))

        after = self._event.do(words, step)
        if minutes is not None:
            self._hall.new_round(title=f"Round {after.number}", minutes=minutes)
        tell(self._hall, known[0], after)

    def _read(self, _: Call[Nothing, Nothing]) -> HallEvent:
        return self._now()

    def _add(self, call: Call[Nothing, Adding]) -> None:
        body = call.body
        self._do(f"{body.name} added", lambda event: commands.add(event, body.name, club=body.club, table=body.table))

    def _drop(self, call: Call[Nothing, Dropping]) -> None:
        self._do(f"{call.body.name} dropped", lambda event: commands.drop(event, call.body.name))

    def _back(self, call: Call[Nothing, Dropping]) -> None:
        self._do(f"{call.body.name} back", lambda event: commands.back(event, call.body.name))

    def _remove(self, call: Call[Nothing, Dropping]) -> None:
        self._do(f"{call.body.name} removed", lambda event: commands.remove(event, call.body.name))

    def _rename(self, call: Call[Nothing, Renaming]) -> None:
        old, new = call.body.player, call.body.name
        self._do(f"{old} renamed", lambda event: commands.rename(event, old, new))

    def _players(self, call: Call[Nothing, Bringing]) -> None:
        self._do("Players by CSV", lambda event: with_players_csv(event, _data(call)))

    def _away(self, call: Call[Nothing, AwayAct]) -> None:
        body = call.body
        bye = None if body.bye is AskedBye.NONE else Bye(body.bye.value)
        self._do(f"Bye of {body.name}", lambda event: commands.ask_bye(event, body.name, body.round, bye))

    def _start(self, call: Call[Nothing, Starting]) -> None:
        body = call.body
        self._do(f"Points of {body.name}", lambda event: commands.start_with(event, body.name, body.points))

    def _tables(self) -> Sequence[str]:
        return tables_here(self._hall.view())

    def _pair(self, call: Call[Nothing, PairingAct]) -> None:
        self._begin(f"Round {self._event.event.number + 1} paired", commands.pair_next, minutes=call.body.minutes)

    def _cut(self, call: Call[Nothing, Cutting]) -> None:
        size = call.body.size
        self._begin(f"Top {size} paired", lambda event: commands.cut(event, size), minutes=call.body.minutes)

    def _begin(self, words: str, command: Callable[[HallEvent], HallEvent], *, minutes: int) -> None:
        tables = self._tables()

        def next_round(event: HallEvent) -> HallEvent:
            # The hall uses no number twice: a result of a round that was taken back fits no other.
            return numbered(at_tables(event, tables, command), self._hall.view().round.number + 1)

        self._do(words, next_round, minutes=minutes)

    def _unpair(self, _: Call[Nothing, Nothing]) -> None:
        self._do("Round taken back", commands.unpair)

    def _pairings(self, call: Call[Nothing, Bringing]) -> None:
        tables = self._tables()
        data = _data(call)
        self._do("Pairings by CSV", lambda event: at_tables(event, tables, lambda here: with_pairings_csv(here, data)))

    def _results(self, call: Call[Nothing, Bringing]) -> None:
        self._do("Results by CSV", lambda event: with_results_csv(event, _data(call)))

    def _result(self, call: Call[Nothing, ResultAct]) -> None:
        body = call.body
        if body.winner is Winner.OPEN:
            # As the tables have told, if they have: only what somebody wrote goes.
            self._do("Result taken back", lambda event: commands.without_result(event, body.round, body.table))
            return
        place = {Winner.FIRST: 0, Winner.SECOND: 1, Winner.DRAW: None}[body.winner]
        score = (body.first, body.second)
        if commands.a_result(place, score, how=body.how).odd and not body.sure:
            raise Refused("The winner has fewer points. If that is right, tick “Fewer points win” and write it again.")
        self._do(
            f"Result of {body.table}",
            lambda event: commands.with_result(event, body.round, body.table, place, score, how=body.how),
        )

    def _undo(self, call: Call[Nothing, EventUndo]) -> None:
        before, view = self._event.event, self._hall.view()

        def allowed(now: HallEvent, then: HallEvent) -> None:
            commands.kept_results(with_tables(now, view), with_tables(then, view))

        tell(self._hall, before, self._event.undo(call.body.step, allowed=allowed))


def _data(call: Call[Nothing, Bringing]) -> bytes:
    data = call.body.csv.encode()
    if len(data) > LARGEST_CSV:
        raise Invalid("csv", f"must be at most {LARGEST_CSV // 1024} KB")
    return data


def _number(call: Call[Any, Any]) -> int:
    number = whole(call.path["number"], least=1, most=MOST_ROUNDS)
    if number is None:
        raise NotHere("round", call.path["number"], where="in this event")
    return number


def _csv(name: str, data: bytes) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, content_type="text/csv; charset=utf-8", headers=headers)
