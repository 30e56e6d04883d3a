"""Serves the event's part of the API: players, rounds, results, and all of it in and out as CSV."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any

import msgspec
from flask import Response

from companion.fields.numbers import whole
from companion.hall.event.acts import ACTS, LARGEST_CSV, BeginRound, CsvAct, EventAct
from companion.hall.event.at_hall import numbered
from companion.hall.event.commands import kept_results
from companion.hall.event.csv_files import (
    pairings_csv,
    players_csv,
    results_csv,
    standings_csv,
)
from companion.hall.event.event import MOST_ROUNDS, HallEvent
from companion.hall.event.store import EventStore
from companion.hall.organiser.hall import Hall
from companion.table.errors import NotHere
from web.hall.seats import tables_here, tell, with_tables
from web.http.endpoint import Call, Endpoint, Media, Nothing, get, post


class EventUndo(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Takes back that step, and no other."""

    step: Annotated[int, msgspec.Meta(ge=1, le=999_999)]


class DoneAct(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the event's version then; `step` is what Undo takes back."""

    version: int
    step: int | None = None


class EventApi:
    """Serves the event. Handlers run in the server's threads; store and hall are what lock."""

    def __init__(self, *, event: EventStore, hall: Hall) -> None:
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
            *map(self._change, ACTS),
            post(
                "/hall/event/undo",
                self._undo,
                body=EventUndo,
                answer=DoneAct,
                summary="Take the event's last step back",
                turns_away=(404,),
            ),
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

    def _change(self, act: type[EventAct]) -> Endpoint[Any, Any]:
        largest = 3 * LARGEST_CSV if issubclass(act, CsvAct) else None
        path = f"/hall/event/{act.ADDRESS}"
        return post(
            path, self._do, body=act, answer=DoneAct, summary=act.SUMMARY, largest_body=largest, turns_away=(404,)
        )

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

    def _do(self, call: Call[Nothing, EventAct]) -> DoneAct:
        """Makes a step and passes it on to the tables. With a round of the event's, one of theirs begins."""
        act, view, known = call.body, self._hall.view(), [HallEvent()]
        tables = tables_here(view)

        def step(event: HallEvent) -> HallEvent:
            known[0] = event
            after = act.change(with_tables(event, view), tables)
            # The hall uses no number twice: a result of a round that was taken back fits no other.
            return numbered(after, self._hall.view().round.number + 1) if isinstance(act, BeginRound) else after

        after = self._event.do(act.words(self._event.event), step)
        if isinstance(act, BeginRound):
            self._hall.new_round(title=f"Round {after.number}", minutes=act.minutes)
        tell(self._hall, known[0], after)
        return self._done()

    def _undo(self, call: Call[Nothing, EventUndo]) -> DoneAct:
        before, view = self._event.event, self._hall.view()

        def allowed(now: HallEvent, then: HallEvent) -> None:
            kept_results(with_tables(now, view), with_tables(then, view))

        tell(self._hall, before, self._event.undo(call.body.step, allowed=allowed))
        return self._done()

    def _done(self) -> DoneAct:
        last = self._event.last
        return DoneAct(version=self._event.version, step=None if last is None else last.number)

    def _read(self, _: Call[Nothing, Nothing]) -> HallEvent:
        return self._now()


def _number(call: Call[Any, Any]) -> int:
    number = whole(call.path["number"], least=1, most=MOST_ROUNDS)
    if number is None:
        raise NotHere("round", call.path["number"], where="in this event")
    return number


def _csv(name: str, data: bytes) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, content_type="text/csv; charset=utf-8", headers=headers)
