"""The event's matches and the tables that they are played at."""

from collections.abc import Mapping

from companion.errors import WarglassError
from companion.hall.event.at_hall import with_told
from companion.hall.event.commands import with_result, without_result
from companion.hall.event.event import Event
from companion.hall.organiser.view import HallView, TableHere

SEATS = ("gold", "red")
"""In the order of play, where nothing is played at a table yet."""


def seats_at(here: TableHere) -> tuple[str, str]:
    """The two seats of a table in the order of play."""
    found = tuple(here.names)[:2]
    return (found[0], found[1]) if len(found) == 2 else SEATS


def with_tables(event: Event, view: HallView) -> Event:
    """The event with what tables tell of its newest round: of matches that have no result yet but what they told
    before, which is gone where they have taken it back. What was written by hand is in the event already, or was taken
    back there."""
    if not event.rounds or view.round.number != event.number:
        return event
    seats = {each.table: seats_at(each) for each in view.tables}
    pairings = event.rounds[-1].pairings
    lacking = {each.table for each in pairings if not each.done or (each.result is not None and each.result.told)}
    known = {each.table for each in view.results if each.round == event.number}
    for table in sorted(each.table for each in pairings if each.result is not None and each.table in lacking - known):
        event = without_result(event, event.number, table)
    for result in view.results:
        if result.table in lacking and result.round == event.number and not result.by_hand:
            try:
                event = with_told(event, result, seats.get(result.table, SEATS))
            except WarglassError:  # of a game whose sides are others: somebody has to write it
                continue
    return event


def with_written(event: Event, view: HallView, here: TableHere, winner: str | None, score: Mapping[str, int]) -> Event:
    """The event with a result that was written at a table by hand: itself, where that match is none of its newest
    round's."""
    if not event.rounds or view.round.number != event.number:
        return event
    seats = seats_at(here)
    paired = any(not each.bye and each.table == here.table for each in event.rounds[-1].pairings)
    if not paired or winner not in (None, *seats):
        return event
    place = None if winner is None else seats.index(winner)
    return with_result(event, event.number, here.table, place, [score.get(seat, 0) for seat in seats])
